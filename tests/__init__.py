"""Only for Python to find `tests.outside` here and nowhere else."""
