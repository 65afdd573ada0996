"""Speed, memory and size, each side by side with a peer in one run."""
