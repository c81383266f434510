"""Makes Python find `tests.outside` here and nowhere else."""
