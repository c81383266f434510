"""Works on many machines: searches positions, annotates games, generates data and plays matches.

The work is divided into shards whose results do not depend on the worker. Shards whose workers die or hang are
repeated, and the results are collected in order in one place. An interrupted run can be resumed. Every result is
written once, and the output is byte for byte that of a single machine.

With Ray (``pip install chuhe[ray]``), the workers run on all machines of a cluster; without it, they are processes on
this machine. ``python -m chuhe.cluster --help`` describes the command line; "Python and clusters" in the handbook has
more on clusters and on alternatives to Ray.
"""

from __future__ import annotations

from .driver import ClusterError, Report
from .jobs import analyze, annotate, datagen, play_match
from .workers import LocalWorkers, RayWorkers, Workers

__all__ = [
    "ClusterError",
    "LocalWorkers",
    "RayWorkers",
    "Report",
    "Workers",
    "analyze",
    "annotate",
    "datagen",
    "play_match",
]
