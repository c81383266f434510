"""Opens, searches and checks databases of games."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from . import _native
from ._native import Board, Move, StoredGame
from ._types import FileFormat, MoveLike, Outcome
from .errors import DatabaseError

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = [
    "CheckReport",
    "Database",
    "DatabaseInfo",
    "DuplicateGame",
    "Exploration",
    "ExploredMove",
    "FoundGames",
    "GameFilters",
    "ImportProblem",
    "ImportReport",
]

StrPath = Union[str, "os.PathLike[str]"]
DateLike = Union[str, int, datetime.date]

# The number of games fetched at a time: few at first, because many callers need only a few.
_FIRST_BATCH = 50
_BATCH_MAX = 1000


class GameFilters(TypedDict, total=False):
    """Filters for games; a game must satisfy every filter given.

    Part of a name is enough, in simplified or traditional characters or in pinyin; case, accents, spaces and hyphens do
    not matter. ``None`` means no filter.
    """

    player: str | None
    """The player of either side."""
    red: str | None
    """The player of Red."""
    black: str | None
    """The player of Black."""
    event: str | None
    """The event."""
    since: DateLike | None
    """Games played in or after a year, month or day: ``1990``, ``'1990.05'``, ``'1990-05-01'``, a ``date``. Games
    without a date are not found."""
    until: DateLike | None
    """Games played in or before a year, month or day. Games without a date are not found."""
    result: Outcome | None
    """The result of the game."""
    opening: str | None
    """The name of the opening, in Chinese or English."""
    position: Board | str | None
    """A board or FEN. Finds games in which this position or its mirror image occurs, regardless of the move
    counters."""
    material: str | None
    """Material that must occur in the game: the pieces of one side, then those of the other, each list beginning with
    the king, such as ``KRNPKCC``. Either side may be Red. ``*`` after a side stands for any advisors and elephants."""
    material_plies: int | None
    """The minimum number of plies for which that material must stay on the board."""
    beginning: str | Sequence[MoveLike] | None
    """The first moves of a game from the start position, or their mirror images: text in any notation, or moves."""
    stretch: str | Sequence[Move | str] | None
    """Consecutive moves anywhere in the game, or their mirror images; coordinates only."""


class FoundGames(Iterable[StoredGame]):
    """The games found by a search, in the order of import.

    They are fetched a few at a time during iteration. Each iteration starts again from the first game.
    """

    def __init__(self, database: Database, query: _native.Query, limit: int | None) -> None:
        self._database = database
        self._query = query
        self._limit = limit

    def __iter__(self) -> Iterator[StoredGame]:
        after, left, size = 0, self._limit, _FIRST_BATCH
        while left is None or left > 0:
            wanted = size if left is None else min(size, left)
            games = self._database._native.find(self._query, after, wanted)
            yield from games
            if len(games) < wanted:
                return
            after = games[-1].id
            left = None if left is None else left - wanted
            size = min(size * 4, _BATCH_MAX)

    @property
    def total(self) -> int:
        """The number of games found, regardless of the limit."""
        return self._database._native.count(self._query)


@dataclass(frozen=True)
class ExploredMove:
    """A move played in a position. Results are from the point of view of the side to move."""

    move: Move
    """The move. In a position that is its own mirror image, it also stands for its mirror image."""
    games: int
    """The number of games in which it was played."""
    wins: int
    """The number of games that the side to move won."""
    draws: int
    """The number of drawn games."""
    losses: int
    """The number of games that the side to move lost."""
    points: float | None
    """The share of points scored by the side to move in games with a known result, 0 to 1; ``None`` without such
    games."""
    scored: int
    """The number of games with an engine's score of the move."""
    score_cp: float | None
    """The mean of these scores in centipawns, from the point of view of the side to move; each is capped at 20
    pawns."""
    last_played: str | None
    """The latest date, with ``??`` for unknown parts; ``None`` if no date is known."""
    share: float
    """The fraction of the position's games in which the move was played, 0 to 1."""


@dataclass(frozen=True)
class Exploration:
    """The moves played in a position. Results are from the point of view of the side to move."""

    moves: list[ExploredMove]
    """The moves, most frequent first."""
    games: int
    """The number of games that reached the position."""
    ended: int
    """The number of those games that ended in it."""
    wins: int
    """The number of games that the side to move won."""
    draws: int
    """The number of drawn games."""
    losses: int
    """The number of games that the side to move lost."""
    points: float | None
    """The share of points scored by the side to move in games with a known result, 0 to 1; ``None`` without such
    games."""
    scored: int
    """The number of games with an engine's score of the move played."""
    score_cp: float | None
    """The mean of these scores in centipawns, from the point of view of the side to move; each is capped at 20
    pawns."""
    last_played: str | None
    """The latest date, with ``??`` for unknown parts; ``None`` if no date is known."""


@dataclass(frozen=True)
class DatabaseInfo:
    """Statistics on the contents of a database."""

    games: int
    """The number of games."""
    unindexed: int
    """The number of games missing from the indexes because an import was interrupted."""
    plies: int
    """The total number of plies."""
    positions: int
    """The number of positions in the index."""
    players: int
    """The number of different player names."""
    events: int
    """The number of different event names."""
    red_wins: int
    """The number of games that Red won."""
    draws: int
    """The number of drawn games."""
    black_wins: int
    """The number of games that Black won."""
    scored: int
    """The number of games with engine scores."""
    annotated: int
    """The number of games with comments, glyphs or variations."""
    first_year: int | None
    """The year of the earliest dated game; ``None`` without dated games."""
    last_year: int | None
    """The year of the latest dated game; ``None`` without dated games."""
    formats: dict[str, tuple[int, int]]
    """For each file format, the number of files and the number of games imported from them."""
    incomplete_files: int
    """The number of files that were imported only in part."""
    doubles: int
    """The number of games skipped by imports because they were already in the database."""
    bytes: int
    """The size of the file in bytes."""


@dataclass(frozen=True)
class CheckReport:
    """The result of a database check."""

    games: int
    """The number of games replayed."""
    positions: int
    """The number of positions compared with the index."""
    unindexed: int
    """The number of games missing from the indexes because an import was interrupted. This is not damage."""
    findings: list[str]
    """Error messages, for the first errors of each kind."""

    @property
    def is_sound(self) -> bool:
        """Whether the check found no errors and all games are in the indexes."""
        return not self.findings and not self.unindexed


@dataclass(frozen=True)
class ImportProblem:
    """A file or a game that could not be read correctly."""

    path: str
    """The path of the file."""
    number: int | None
    """The number of the game in the file, from 1; ``None`` if the file itself is the problem."""
    reason: str
    """The reason, in words."""
    kept_moves: int | None
    """The number of moves that could be read and were stored; ``None`` if none were."""


@dataclass(frozen=True)
class DuplicateGame:
    """A game that was skipped because it was already in the database."""

    path: str
    """The path of the file."""
    number: int
    """The number of the game in the file, from 1."""
    id: int
    """The number of the same game in the database."""


@dataclass(frozen=True)
class ImportReport:
    """The statistics of an import."""

    stored: int
    """The number of games added to the database, including those of which only a part could be read."""
    doubles: int
    """The number of games skipped because they were already there; see :meth:`Database.import_files`."""
    broken: int
    """The number of games of which only a part could be read."""
    refused: int
    """The number of games that could not be read or stored."""
    files: int
    """The number of files processed, including those refused."""
    files_refused: int
    """The number of files that could not be read."""
    files_without_games: int
    """The number of files without games found in folders."""
    files_known: int
    """The number of files skipped because they had been imported before."""
    problems: list[ImportProblem]
    """The problems with files and games, at most the first 10,000."""
    duplicates: list[DuplicateGame]
    """The games skipped because they were already there, at most the first 10,000."""
    games: int
    """The number of games now in the database."""

    @property
    def is_whole(self) -> bool:
        """Whether every game was stored or was already there."""
        return not (self.files_refused or self.broken or self.refused)


class Database:
    """A database of games: one file, searchable by player, event, date, position, material and moves.

    ``chuhe db`` uses the same files. Any number of processes may read a database while one writes to it. Reading needs
    no permission to write, and leaves no files next to the database.
    Several threads may share a :class:`Database`, which runs one query at a time. :meth:`create` creates a database.

    Raises :class:`OSError` if the file does not exist, and :class:`DatabaseError` if it is damaged, is not a chuhe
    database, or was written by a later version. Queries may raise :class:`DatabaseError` as well, and always do after
    :meth:`close`.

    >>> import tempfile, pathlib
    >>> folder = tempfile.TemporaryDirectory()
    >>> games = pathlib.Path(folder.name, "games.pgn")
    >>> _ = games.write_text('[Red "Hu Ronghua"]\\n\\n1. h2e2 h9g7 2. h0g2 1-0\\n')
    >>> with Database.create(games.with_name("games.db")) as database:
    ...     stored = database.import_files(games).stored
    ...     names = [game.red for game in database.search(player="ronghua", result="1-0")]
    ...     best = database.explore(Board()).moves[0]
    >>> stored, names, str(best.move), best.points
    (1, ['Hu Ronghua'], 'h2e2', 1.0)
    """

    def __init__(self, path: StrPath) -> None:
        self._native = _native.Database(path)

    @classmethod
    def create(cls, path: StrPath) -> Self:
        """Creates an empty database and opens it. Raises :class:`FileExistsError` if the path exists."""
        _native.Database.create(path)
        return cls(path)

    @property
    def path(self) -> str:
        """The absolute path of the file."""
        return os.fspath(self._native.path)

    @property
    def is_closed(self) -> bool:
        """Whether the database has been closed."""
        return self._native.is_closed()

    def search(self, *, limit: int | None = None, **filters: Unpack[GameFilters]) -> FoundGames:
        """The games that satisfy all filters, at most ``limit`` of them; see :class:`GameFilters`.

        Raises :class:`Error` at once for an invalid filter, :class:`IllegalMoveError` for an illegal move.
        """
        if limit is not None and limit < 0:
            raise ValueError(f"limit must be at least 0, not {limit}")
        return FoundGames(self, _native.Query(**filters), limit)

    def count(self, **filters: Unpack[GameFilters]) -> int:
        """The number of games that satisfy all filters."""
        return self._native.count(_native.Query(**filters))

    def game(self, number: int) -> StoredGame | None:
        """The game whose :attr:`StoredGame.id` is ``number``; ``None`` if there is none."""
        return self._native.game(number)

    def explore(self, board: Board) -> Exploration:
        """The moves played in a position or its mirror image, with their numbers of games and results."""
        found: dict[str, Any] = self._native.explore(board)
        names = ("games", "wins", "draws", "losses", "points", "scored", "score_cp", "last_played")

        def tally(values: dict[str, Any]) -> dict[str, Any]:
            return {name: values[name] for name in names}

        moves = [ExploredMove(Move(it["move"]), share=it["share"], **tally(it)) for it in found["moves"]]
        return Exploration(moves, ended=found["ended"], **tally(found))

    def info(self) -> DatabaseInfo:
        """Statistics on the contents."""
        values: dict[str, Any] = self._native.info()
        formats = {it["format"]: (it["files"], it["games"]) for it in values.pop("formats")}
        return DatabaseInfo(formats=formats, **values)

    def check(self, progress: Callable[[int, int], object] | None = None) -> CheckReport:
        """Checks the file, every game, and whether the indexes match the games.

        ``progress`` is called with the number of games replayed and the total; an exception it raises ends the check.
        """
        return CheckReport(*self._native.check(progress))

    def import_files(
        self,
        *paths: StrPath,
        format: FileFormat | None = None,
        encoding: str | None = None,
        progress: Callable[[Literal["reading", "indexing"], int, int], object] | None = None,
    ) -> ImportReport:
        """Imports games from files and folders, in every format that :class:`Collection` reads, and from data files
        written by ``chuhe datagen``.

        A game is skipped if a game in the database has the same start position and moves and says all that the new one
        says about its players, event, date, round and result. Files that were imported before are skipped. A broken game is stored up to the error. ``progress`` is called with the current step, the
        number of bytes or items done and the total; an exception it raises ends the import. After such an exception or
        Ctrl-C, everything written so far is kept, and the same call resumes the import; a call without paths only
        finishes the indexes.

        Raises :class:`OSError` if a path does not exist or the disk is full, :class:`ReadError` for a folder without
        games, and :class:`DatabaseError` if another process is writing to the database.
        """
        if self.is_closed:
            raise DatabaseError(f"the database {self.path} is closed")
        names = [os.fspath(path) for path in paths]
        found = _native.import_games(self.path, names, format=format, encoding=encoding, progress=progress)
        summary, problems, duplicates, games = found
        del summary["interrupted"]
        told = [ImportProblem(os.fspath(path), *rest) for path, *rest in problems]
        skipped = [DuplicateGame(os.fspath(path), *rest) for path, *rest in duplicates]
        return ImportReport(problems=told, duplicates=skipped, games=games, **summary)

    def close(self) -> None:
        """Closes the database, after the running queries of other threads have ended."""
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Database {self.path}>"
