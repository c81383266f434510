"""Work on many machines: searching positions, annotating games, generating data, playing matches.

The work is divided into shards whose results do not depend on the worker. Shards of workers that die or hang are
repeated, and results are collected in one place and in order. An interrupted run can be resumed; every result is
written once, and the bytes are those of a single machine.

With Ray (``pip install chuhe[ray]``) the workers are on all machines of a cluster; without it they are processes of
this one. ``python -m chuhe.cluster --help`` has the same on the command line; see ``docs/python.md`` for more, and
for alternatives.
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
