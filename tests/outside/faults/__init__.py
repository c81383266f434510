"""What machines and neighbours do to the program, by subject."""
