"""The command ``pisyedili``: serve the rules, pipe games through them, play at a table."""
