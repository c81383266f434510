"""Runs an engine in this process."""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from . import _native
from ._native import BestMove, Board, Info, Move, Search
from ._types import MoveLike, RuleSet, Variety
from .errors import EngineError

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["Analysis", "Engine", "EngineOptions", "Limit", "PlayResult"]

StrPath = Union[str, "os.PathLike[str]"]


class EngineOptions(TypedDict, total=False):
    """The options of an engine."""

    hash: int
    """Size of the transposition table in MB, 1 to 65536, or 0, the default, for automatic: 64 MB for each thread."""
    threads: int
    """Search threads, 1 to 256, or 0 for one per core; 1 by default."""
    multipv: int
    """Lines of play to report, 1 to 128; 1 by default."""
    move_overhead: int
    """Time reserved per move for communication delays, in milliseconds, 0 to 5000; 30 by default."""
    rules: RuleSet
    """The repetition rules; ``'asian'`` by default."""
    draw_moves: int
    """The number of full moves without a capture after which a game is drawn, 1 to 500, or 0 for never; 60 by default."""
    level: int | None
    """Playing strength, 0 to 20; 20 and ``None`` mean full strength."""
    elo: int | None
    """Playing strength as a rating, 500 to 2400; ``None``, the default, leaves the strength to ``level``."""
    eval_file: str
    """The path of a network file, ``'<embedded>'``, the default, for the built-in network, or ``'none'``."""
    tables: str
    """Folders of endgame tables, separated by semicolons; ``''``, the default, for none."""
    own_book: bool
    """Whether :meth:`Engine.play` plays moves from the opening book; ``False`` by default. Analyses never do."""
    book_file: str
    """Opening book files, separated by semicolons; the first one that contains the position is used. ``'<embedded>'``,
    the default, is the built-in book."""
    book_variety: Variety
    """How much book moves vary, ``'medium'`` by default."""


_MOST = {"depth": 2**32 - 1, "nodes": 2**64 - 1, "soft_nodes": 2**64 - 1, "mate": 2**32 - 1, "movestogo": 2**32 - 1}
"""The highest value of each limit that is a whole number."""


@dataclass(frozen=True)
class Limit:
    """The limits of a search. The first limit reached ends the search.

    >>> Limit(depth=12)
    Limit(depth=12)
    """

    movetime: float | None = None
    """Milliseconds for this move."""
    depth: int | None = None
    """The depth of the last iteration, in plies."""
    nodes: int | None = None
    """The maximum number of nodes, over all threads."""
    soft_nodes: int | None = None
    """The number of nodes after which no further iteration is started."""
    mate: int | None = None
    """The search ends once it finds a mate in at most this many full moves."""
    red_time: float | None = None
    """Milliseconds left on Red's clock."""
    black_time: float | None = None
    """Milliseconds left on Black's clock."""
    red_increment: float = 0.0
    """Milliseconds added to Red's clock after each move."""
    black_increment: float = 0.0
    """Milliseconds added to Black's clock after each move."""
    movestogo: int | None = None
    """The number of moves until the next time control."""

    def __post_init__(self) -> None:
        for name, most in _MOST.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= most:
                raise EngineError(f"{name} must be a whole number from 0 to {most}, not {value}")

    def is_endless(self) -> bool:
        """Whether no limit is set."""
        limits = (self.movetime, self.depth, self.nodes, self.soft_nodes, self.mate, self.red_time, self.black_time)
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
    """The move; ``None`` if there is no legal move."""
    ponder: Move | None
    """The expected reply; ``None`` if there is none."""
    info: Info | None
    """The last report on the best line; ``None`` without one, as for a move from the opening book."""


class Analysis:
    """A running search. Iterate over it, in a ``for`` or ``async for`` loop, to get each :class:`Info` as it arrives.

    The search ends when a limit is reached, when it is stopped, or at the end of its ``with`` block.
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
        """The engine's move. Waits for the end of the search, so stop a search without limits first."""
        for _ in self:
            pass
        if self._best is None:
            raise EngineError("the search has no move: it was stopped before it began, or another search replaced it")
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
        # Uses its own thread, because all default threads may be waiting for searches.
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="chuhe-analysis")
        waiting = asyncio.get_running_loop().run_in_executor(self._thread, self._search.next)
        try:
            event = await asyncio.shield(waiting)
        except EngineError:
            self._note(None)
            raise
        except asyncio.CancelledError:
            # No task waits for results any more, and the thread must not wait for an endless search.
            self.stop()
            waiting.add_done_callback(lambda future: future.cancelled() or future.exception() or self._note(future.result()))
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
    """An engine, by default chuhe's own in this process, with its options, transposition table and search threads.
    :meth:`process` starts another engine.

    Searches run without the GIL, so engines in different threads use different cores. An engine runs one search at a
    time. :class:`EngineOptions` lists the options.

    >>> with Engine(hash=8) as engine:
    ...     lines = engine.analyse(Board(), Limit(depth=6), multipv=2)
    >>> [line.multipv for line in lines]
    [1, 2]
    """

    def __init__(self, *, seed: int | None = None, **options: Unpack[EngineOptions]) -> None:
        self._engine: _native.Engine | _native.EngineProcess | None = _native.Engine(seed, **options)

    @classmethod
    def process(
        cls,
        program: StrPath,
        *,
        args: str | Sequence[str] = (),
        dir: StrPath | None = None,
        options: Mapping[str, object] | None = None,
        proto: Literal["ucci", "uci"] | None = None,
        coord: Literal[0, 1] | None = None,
        scoreunit: Literal["cp", "horse"] | None = None,
    ) -> Self:
        """Starts another UCI or UCCI engine: a program, or a name from ``chuhe engines add``. The engine ends when this
        object is closed or no longer used, and with Python.

        The settings have the names of those of ``--engine``, which "Other engines" in the handbook describes:
        ``args``, the program's arguments; ``dir``, its working directory; ``options``, its own options by name;
        ``proto``; ``coord``, the number of the first rank; ``scoreunit``.

        All methods work as for chuhe's own engine. An engine that crashes is started again once for each search;
        :class:`EngineError` says what fails after that. :meth:`configure` takes ``hash``, ``threads`` and ``multipv``,
        if the engine has them; what only chuhe's own engine understands is an error.

        >>> import sys
        >>> with Engine.process(sys.executable, args=["-m", "chuhe"], options={"Hash": 8}) as engine:
        ...     engine.play(Board(), Limit(nodes=1000)).move in Board().legal_moves
        True
        """
        given = {"dir": None if dir is None else os.fspath(dir), "proto": proto, "coord": coord, "scoreunit": scoreunit}
        words = [f"{key}={value}" for key, value in given.items() if value is not None]
        words += option_words(options or {})
        if args:
            words.append(f"args={args if isinstance(args, str) else shlex.join(args)}")
        return cls._of(_native.EngineProcess(os.fspath(program), words))

    @classmethod
    def _of(cls, process: _native.EngineProcess) -> Self:
        engine = cls.__new__(cls)
        engine._engine = process
        return engine

    @property
    def name(self) -> str:
        """The engine's name and version, and the options set when it was started."""
        return self._own.name

    def configure(self, **options: Unpack[EngineOptions]) -> None:
        """Sets options. If one is invalid, none is set."""
        self._own.configure(**options)

    @property
    def options(self) -> dict[str, Any]:
        """The current options, named as in :class:`EngineOptions`; for other engines, ``hash``, ``threads`` and
        ``multipv``."""
        return self._own.options()

    def new_game(self, seed: int | None = None) -> None:
        """Clears the results of earlier searches. With a seed, random choices do not depend on earlier searches
        either."""
        self._own.new_game(seed)

    def play(
        self, board: Board, limit: Limit, *, searchmoves: Iterable[MoveLike] | None = None
    ) -> PlayResult:
        """Searches for the move to play. ``searchmoves`` limits the choice to certain moves."""
        self._check(limit)
        return self._begin(board, limit, searchmoves=searchmoves, plays=True).result

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        searchmoves: Iterable[MoveLike] | None = None,
    ) -> list[Info]:
        """Searches a position and returns the lines of play, best first."""
        self._check(limit)
        analysis = self.analysis(board, limit, multipv=multipv, searchmoves=searchmoves)
        for _ in analysis:
            pass
        return analysis.lines

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        searchmoves: Iterable[MoveLike] | None = None,
    ) -> Analysis:
        """Starts a search and returns immediately. Without a limit, the search runs until it is stopped."""
        return self._begin(board, limit or Limit(), multipv=multipv, searchmoves=searchmoves)

    def _begin(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        searchmoves: Iterable[MoveLike] | None = None,
        plays: bool = False,
    ) -> Analysis:
        side = limit.red_time if board.turn == "red" else limit.black_time
        clocks = None
        if side is not None:
            clocks = ((limit.red_time or 0.0, limit.red_increment), (limit.black_time or 0.0, limit.black_increment))
        search = self._own.start(
            board,
            plays=plays,
            multipv=multipv,
            depth=limit.depth,
            nodes=limit.nodes,
            soft_nodes=limit.soft_nodes,
            movetime=limit.movetime,
            mate=limit.mate,
            clocks=clocks,
            movestogo=limit.movestogo,
            searchmoves=None if searchmoves is None else list(searchmoves),
        )
        return Analysis(search)

    async def play_async(
        self, board: Board, limit: Limit, *, searchmoves: Iterable[MoveLike] | None = None
    ) -> PlayResult:
        """Like :meth:`play`, but does not block the event loop."""
        self._check(limit)
        analysis = self._begin(board, limit, searchmoves=searchmoves, plays=True)
        async for _ in analysis:
            pass
        return analysis.result

    def stop(self) -> None:
        """Stops the running search, if any."""
        if self._engine is not None:
            self._engine.stop()

    def close(self) -> None:
        """Shuts the engine down and frees its memory."""
        self.stop()
        engine, self._engine = self._engine, None
        if isinstance(engine, _native.EngineProcess):
            engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _own(self) -> _native.Engine | _native.EngineProcess:
        if self._engine is None:
            raise EngineError("the engine is closed")
        return self._engine

    @property
    def _process(self) -> _native.EngineProcess:
        """The settings of another engine, with which work for several engines starts its own."""
        if isinstance(self._own, _native.EngineProcess):
            return self._own
        raise EngineError("engine must come from Engine.process; without it, the work uses chuhe's own engine")

    def _check(self, limit: Limit) -> None:
        if limit.is_endless():
            raise EngineError("specify a limit, such as Limit(movetime=1000)")


def option_words(options: Mapping[str, object]) -> list[str]:
    """Engine options as settings."""
    text = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()}
    return [f"option.{name}={value}" for name, value in text.items()]
