"""The engine, in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypedDict

from . import _native
from ._native import BestMove, Board, Info, Move, Search
from ._types import MoveLike, RuleSet, Variety
from .errors import EngineError

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["Analysis", "Engine", "EngineOptions", "Limit", "PlayResult"]


class EngineOptions(TypedDict, total=False):
    """The options of an engine."""

    hash_mb: int
    """Size of the transposition table in megabytes, 1 to 65536; 16 by default."""
    threads: int
    """Search threads, 1 to 256, or 0 for one per core; 1 by default."""
    multipv: int
    """Lines of play to report, 1 to 128."""
    move_overhead_ms: int
    """Time kept back per move, for the way of the move to a clock; 30 by default."""
    rules: RuleSet
    """Rules of repetition, ``'asian'`` by default."""
    draw_moves: int
    """Full moves without a capture after which a game is drawn, 60 by default; 0 for never."""
    level: int | None
    """Playing strength, 0 to 20; 20, or ``None``, is full strength."""
    elo: int | None
    """Playing strength as a rating; ``None`` for full strength."""
    network: str
    """The path of a network file, ``'<embedded>'`` for the engine's own, or ``'none'``."""
    table_path: str
    """Folders of endgame tables, with semicolons between them; ``''``, the default, for none."""
    own_book: bool
    """Whether :meth:`Engine.play` takes moves from the opening book; it does not by default. Analyses never do."""
    book_file: str
    """Files of opening books, with semicolons between them: the first that knows a position answers. ``'<embedded>'``,
    the default, is the one in the program."""
    book_variety: Variety
    """How much moves from the book vary, ``'medium'`` by default."""


@dataclass(frozen=True)
class Limit:
    """The limits of a search. The first one reached ends it.

    >>> Limit(depth=12)
    Limit(depth=12)
    """

    time: float | None = None
    """Seconds for this move."""
    depth: int | None = None
    """The last iteration, in plies."""
    nodes: int | None = None
    """Most nodes, over all threads."""
    soft_nodes: int | None = None
    """Start no iteration once this many nodes have been searched."""
    mate: int | None = None
    """Stop when a mate in at most this many moves is found."""
    red_clock: float | None = None
    """Seconds left on Red's clock."""
    black_clock: float | None = None
    """Seconds left on Black's clock."""
    red_increment: float = 0.0
    """Seconds added to Red's clock after each move."""
    black_increment: float = 0.0
    """Seconds added to Black's clock after each move."""
    moves_to_go: int | None = None
    """Moves to the next time control."""

    def is_endless(self) -> bool:
        """Whether there is no limit."""
        limits = (self.time, self.depth, self.nodes, self.soft_nodes, self.mate, self.red_clock, self.black_clock)
        return all(limit is None for limit in limits)

    def __repr__(self) -> str:
        fields = ((name, getattr(self, name)) for name in self.__dataclass_fields__)
        default = {"red_increment": 0.0, "black_increment": 0.0}
        told = (f"{name}={value!r}" for name, value in fields if value != default.get(name))
        return f"Limit({', '.join(told)})"


@dataclass(frozen=True)
class PlayResult:
    """The engine's move."""

    move: Move | None
    """The move; ``None`` if there is no legal one."""
    ponder: Move | None
    """The reply that the engine expects."""
    info: Info | None
    """The last report on the first line."""


class Analysis:
    """A running search: iterate over it, in a loop or asynchronously, to get each :class:`Info` as it arrives.

    It ends when a limit is reached, when it is stopped, or at the end of its ``with`` block.
    """

    def __init__(self, search: Search) -> None:
        self._search = search
        self._best: BestMove | None = None
        self._lines: dict[int, Info] = {}
        self._thread: ThreadPoolExecutor | None = None

    @property
    def lines(self) -> list[Info]:
        """The last report of each line of play, best first."""
        return [self._lines[rank] for rank in sorted(self._lines)]

    @property
    def is_over(self) -> bool:
        """Whether the best move has arrived."""
        return self._best is not None

    @property
    def result(self) -> PlayResult:
        """The best move. Waits for it, so an endless search must be stopped first."""
        for _ in self:
            pass
        if self._best is None:
            raise EngineError("the search was replaced by another one before it ended")
        info = self._lines.get(1)
        return PlayResult(self._best.move, self._best.ponder, info)

    def stop(self) -> None:
        """Stops the search. It still returns the best move found so far."""
        self._search.stop()

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = self._note(self._search.next())
        if info is None:
            raise StopIteration
        return info

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        # A separate thread: the default ones may all be waiting for searches.
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="chuhe-analysis")
        waiting = asyncio.get_running_loop().run_in_executor(self._thread, self._search.next)
        try:
            event = await asyncio.shield(waiting)
        except asyncio.CancelledError:
            # Nobody is listening any more, and the thread must not wait for an endless search.
            self.stop()
            waiting.add_done_callback(lambda future: future.cancelled() or self._note(future.result()))
            raise
        info = self._note(event)
        if info is None:
            raise StopAsyncIteration
        return info

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.stop()
        for _ in self:
            pass

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.stop()
        async for _ in self:
            pass

    def _note(self, event: Info | BestMove | None) -> Info | None:
        if isinstance(event, Info):
            self._lines[event.multipv] = event
            return event
        if event is not None:
            self._best = event
        if self._thread is not None:
            self._thread.shutdown(wait=False)
            self._thread = None
        return None


class Engine:
    """An engine in this process: options, a transposition table, and search threads.

    Searches run without the GIL, so several engines in several threads use several cores. One engine runs one search
    at a time. See :class:`EngineOptions` for the options.

    >>> with Engine(hash_mb=8) as engine:
    ...     lines = engine.analyse(Board(), Limit(depth=6), multipv=2)
    >>> [line.multipv for line in lines]
    [1, 2]
    """

    def __init__(self, *, seed: int | None = None, **options: Unpack[EngineOptions]) -> None:
        self._engine: _native.Engine | None = _native.Engine(seed, **options)

    def configure(self, **options: Unpack[EngineOptions]) -> None:
        """Sets options: all of them, or none if one is invalid."""
        self._own.configure(**options)

    @property
    def options(self) -> dict[str, Any]:
        """The current options, by the names in :class:`EngineOptions`."""
        return self._own.options()

    def new_game(self, seed: int | None = None) -> None:
        """Forgets all positions. With a seed, the next search does not depend on earlier ones."""
        self._own.new_game(seed)

    def play(
        self, board: Board, limit: Limit, *, only: Iterable[MoveLike] | None = None
    ) -> PlayResult:
        """Searches for the move to play. ``only`` are the moves to choose from."""
        self._check(limit)
        return self._begin(board, limit, only=only, plays=True).result

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        only: Iterable[MoveLike] | None = None,
    ) -> list[Info]:
        """Searches, and returns the lines of play, best first."""
        self._check(limit)
        analysis = self.analysis(board, limit, multipv=multipv, only=only)
        for _ in analysis:
            pass
        return analysis.lines

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        only: Iterable[MoveLike] | None = None,
    ) -> Analysis:
        """Starts a search and returns at once. Without a limit it runs until it is stopped."""
        return self._begin(board, limit or Limit(), multipv=multipv, only=only)

    def _begin(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        only: Iterable[MoveLike] | None = None,
        plays: bool = False,
    ) -> Analysis:
        side = limit.red_clock if board.turn == "red" else limit.black_clock
        clocks = None
        if side is not None:
            clocks = ((limit.red_clock or 0.0, limit.red_increment), (limit.black_clock or 0.0, limit.black_increment))
        search = self._own.start(
            board,
            plays=plays,
            multipv=multipv,
            depth=limit.depth,
            nodes=limit.nodes,
            soft_nodes=limit.soft_nodes,
            time=limit.time,
            mate=limit.mate,
            clocks=clocks,
            moves_to_go=limit.moves_to_go,
            only=None if only is None else list(only),
        )
        return Analysis(search)

    async def play_async(
        self, board: Board, limit: Limit, *, only: Iterable[MoveLike] | None = None
    ) -> PlayResult:
        """:meth:`play` for asynchronous programs."""
        self._check(limit)
        analysis = self._begin(board, limit, only=only, plays=True)
        async for _ in analysis:
            pass
        return analysis.result

    def stop(self) -> None:
        """Stops the running search, if there is one."""
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        """Shuts the engine down and frees its memory."""
        self.stop()
        self._engine = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _own(self) -> _native.Engine:
        if self._engine is None:
            raise EngineError("the engine is closed")
        return self._engine

    def _check(self, limit: Limit) -> None:
        if limit.is_endless():
            raise EngineError("a limit is needed, such as Limit(time=1)")
