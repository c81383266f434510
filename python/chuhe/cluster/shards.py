"""The messages to workers and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Outcome", "Shard", "identity"]


@dataclass(frozen=True)
class Shard:
    """A piece of work. Its result does not depend on the worker."""

    number: int
    """Its place in the order, from 0."""
    work: Callable[..., Any]
    """A function of a module."""
    arguments: tuple[Any, ...]
    """What the function is called with."""
    size: int
    """How much of the whole it is: positions, games."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a shard."""

    number: int
    """Whose."""
    result: Any = None
    """What the function returned."""
    error: str | None = None
    """What it raised. It would raise that again elsewhere."""
    lost: str | None = None
    """Why there is no result though the work may be sound: the worker has died, or was ended."""
    seconds: float = 0.0
    """How long it took."""


def identity() -> str:
    """What the results of a worker depend on: the version and the bench signature of its engine."""
    import chuhe
    from chuhe._native import bench

    return f"chuhe {chuhe.__version__}, bench {bench()}"
