"""Checks against faults of machines and neighbouring processes."""
