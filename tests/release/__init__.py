"""What a release is made of, as ``tools/build-release`` made it: what is in, and what it does."""
