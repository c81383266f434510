"""The checks of `faults.py`, by subject."""
