"""Annotates games."""

from __future__ import annotations

from collections.abc import Callable

from . import _native
from ._native import DEFAULT_NODES, Annotation
from ._types import RuleSet
from .engine import Engine, Limit
from .errors import EngineError
from .game import Game

__all__ = ["annotate"]


def annotate(
    game: Game,
    limit: Limit | None = None,
    *,
    jobs: int = 0,
    rules: RuleSet = "asian",
    draw_moves: int = 60,
    hash: int | None = None,
    engine: Engine | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Annotation:
    """Searches every position of a game's main line and grades its moves.

    ``limit`` applies to each position and is 200,000 nodes by default; only its movetime, depth and nodes are
    used. ``jobs`` positions, 0 for one per core, are searched in parallel, which does not change the result unless time
    is limited. ``hash`` is the size of each transposition table in MB, 16 by default. ``engine``, from
    :meth:`Engine.process`, is another engine that searches, in ``jobs`` processes of its own. ``progress`` is called
    with the number of positions done and the total; an exception it raises ends the work.
    """
    limit = limit or Limit(nodes=DEFAULT_NODES)
    check_limit(limit)
    return _native.annotate(
        game._to_native(),
        depth=limit.depth,
        nodes=limit.nodes,
        movetime=limit.movetime,
        jobs=jobs,
        rules=rules,
        draw_moves=draw_moves,
        hash=hash,
        engine=None if engine is None else engine._process,
        progress=progress,
    )


def check_limit(limit: Limit) -> None:
    """Rejects limits under which the search of a position would never end."""
    if limit.movetime is None and limit.depth is None and limit.nodes is None:
        raise EngineError("specify a limit on movetime, depth or nodes, such as Limit(nodes=100_000)")
