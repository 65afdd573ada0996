"""The published contract, version 1; generated but for this line."""
