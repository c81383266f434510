"""Faults of machines and neighbouring processes, by subject."""
