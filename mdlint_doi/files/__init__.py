"""Which files to read, reading them, and writing them back."""
