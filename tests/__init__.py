"""Exists so that Python finds `tests.outside` here and nowhere else."""
