"""Find the files to check, read them, and write them back."""
