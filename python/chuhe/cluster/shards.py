"""The messages exchanged with workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Outcome", "Shard", "identity"]


@dataclass(frozen=True)
class Shard:
    """A unit of work whose result does not depend on the worker."""

    number: int
    """The position of the shard in the order of results, from 0."""
    work: Callable[..., Any]
    """A function at module level, which does the work."""
    arguments: tuple[Any, ...]
    """The arguments of the function."""
    size: int
    """The number of positions or games in the shard."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a shard."""

    number: int
    """The number of the shard."""
    result: Any = None
    """The return value of the function."""
    error: str | None = None
    """The error that the function raised. Another worker would raise the same error."""
    lost: str | None = None
    """The reason why the worker was lost, by dying or being terminated. The shard itself may be sound."""
    seconds: float = 0.0
    """The time that the work took, in seconds."""


def identity() -> str:
    """Everything that a worker's results depend on: the version and the bench signature of its engine."""
    import chuhe
    from chuhe._native import bench

    return f"chuhe {chuhe.__version__}, bench {bench()}"
