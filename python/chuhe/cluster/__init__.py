"""The work of many machines: positions searched, games annotated, data generated, matches played.

The work is cut into shards whose results do not depend on who does them. Shards of workers that die or hang are done
again, results come to one place in their order, and whoever is broken off goes on where they were: a result is there
once, and the bytes are those of a single machine.

With Ray (``pip install chuhe[ray]``) the workers are on all machines of a cluster; without it they are processes of this
one. ``python -m chuhe.cluster --help`` has the same on the command line; ``docs/python.md`` has more, and other ways.
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
