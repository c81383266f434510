"""Databases of games."""

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
    "Exploration",
    "ExploredMove",
    "FoundGames",
    "GameFilters",
    "ImportProblem",
    "ImportReport",
]

StrPath = Union[str, "os.PathLike[str]"]
DateLike = Union[str, int, datetime.date]

# Games read at a time: few at first, because many callers want no more.
_FIRST_BATCH = 50
_BATCH_MAX = 1000


class GameFilters(TypedDict, total=False):
    """Filters for games: a game must satisfy all that are given.

    Names are parts of names, in simplified or traditional characters and in any case. ``None`` means no filter.
    """

    player: str | None
    """A player of either side."""
    red: str | None
    """Who plays Red."""
    black: str | None
    """Who plays Black."""
    event: str | None
    """The event."""
    since: DateLike | None
    """Played in or after a year, month or day: ``1990``, ``'1990.05'``, ``'1990-05-01'``, a ``date``. Games without a
    date are not found."""
    until: DateLike | None
    """Played in or before a year, month or day."""
    result: Outcome | None
    """How the game ended."""
    opening: str | None
    """The name of the opening, in Chinese or English."""
    position: Board | str | None
    """A board or FEN that occurs, it or its mirror image, whatever its counters."""
    material: str | None
    """Material that occurs: the pieces of one side, then of the other, each after its king, such as ``KRNPKCC``; ``*``
    after a side for any advisors and elephants."""
    material_plies: int | None
    """For how many plies at least that material stands."""
    beginning: str | Sequence[MoveLike] | None
    """The first moves of a game from the start position, or their mirror images; a text may have any notation."""
    stretch: str | Sequence[Move | str] | None
    """Moves in coordinates that follow each other anywhere in the game, or their mirror images."""


class FoundGames(Iterable[StoredGame]):
    """The games found by a search, in the order in which they were imported.

    They are read a few at a time during iteration, which can be repeated.
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
        """The number of games, regardless of the limit."""
        return self._database._native.count(self._query)


@dataclass(frozen=True)
class ExploredMove:
    """A move played in a position. Results are those of the side to move."""

    move: Move
    """The move. In a position that is its own mirror image it stands for its mirror image too."""
    games: int
    """The games in which it was played."""
    wins: int
    """Games that the side to move won."""
    draws: int
    """Drawn games."""
    losses: int
    """Games that the side to move lost."""
    points: float | None
    """The share of points won in games with a known result, 0 to 1; ``None`` without such games."""
    scored: int
    """Games with an engine's score of the move."""
    score_cp: float | None
    """The mean of these scores in centipawns, from the view of the side to move; each counts as at most 20 pawns."""
    last_played: str | None
    """The latest date, with ``??`` for what is not known; ``None`` if no date is known."""
    share: float
    """The part of the games that came to the position, 0 to 1."""


@dataclass(frozen=True)
class Exploration:
    """The moves played in a position. Results are those of the side to move."""

    moves: list[ExploredMove]
    """The moves, the most frequent first."""
    games: int
    """The games that came to the position."""
    ended: int
    """Those of them that ended in it."""
    wins: int
    """Games that the side to move won."""
    draws: int
    """Drawn games."""
    losses: int
    """Games that the side to move lost."""
    points: float | None
    """The share of points won in games with a known result, 0 to 1; ``None`` without such games."""
    scored: int
    """Games with an engine's score of the move."""
    score_cp: float | None
    """The mean of these scores in centipawns, from the view of the side to move."""
    last_played: str | None
    """The latest date; ``None`` if no date is known."""


@dataclass(frozen=True)
class DatabaseInfo:
    """The contents of a database in numbers."""

    games: int
    """Games."""
    unindexed: int
    """Those that are not in the indexes yet, because an import was interrupted."""
    plies: int
    """Moves of all games."""
    positions: int
    """Positions in the index."""
    players: int
    """Names of players."""
    events: int
    """Names of events."""
    red_wins: int
    """Games that Red won."""
    draws: int
    """Drawn games."""
    black_wins: int
    """Games that Black won."""
    scored: int
    """Games with scores of an engine."""
    annotated: int
    """Games with comments, glyphs or variations."""
    first_year: int | None
    """The first year of a game with a date."""
    last_year: int | None
    """The last year of a game with a date."""
    formats: dict[str, tuple[int, int]]
    """By format of file: files, and the games that came from them."""
    incomplete_files: int
    """Files of which a part was imported."""
    doubles: int
    """Games that were there already when they came."""
    bytes: int
    """The size of the file."""


@dataclass(frozen=True)
class CheckReport:
    """The result of checking a database."""

    games: int
    """Games that were replayed."""
    positions: int
    """Positions that were compared with the index."""
    unindexed: int
    """Games that are not in the indexes, because an import was interrupted. This is no damage."""
    findings: list[str]
    """What is wrong, the first of each kind."""

    @property
    def is_sound(self) -> bool:
        """Whether there are no errors and all games are in the indexes."""
        return not self.findings and not self.unindexed


@dataclass(frozen=True)
class ImportProblem:
    """A file or a game that could not be read correctly."""

    path: str
    """The file."""
    number: int | None
    """The number of the game in the file, from 1; ``None`` if it is the file itself."""
    reason: str
    """What is wrong."""
    kept_moves: int | None
    """The moves that were read all the same, and are in the database; ``None`` if nothing was."""


@dataclass(frozen=True)
class ImportReport:
    """The numbers of an import."""

    stored: int
    """Games that came into the database, those included of which only a part could be read."""
    doubles: int
    """Games that were there already, by their moves."""
    broken: int
    """Games of which only a part could be read."""
    refused: int
    """Games that could not be read or stored."""
    files: int
    """Files gone through, those refused included."""
    files_refused: int
    """Files that could not be read."""
    files_without_games: int
    """Files found in folders that have no games."""
    files_known: int
    """Files that had been imported before."""
    problems: list[ImportProblem]
    """What was wrong with files and games, the first 10,000."""
    games: int
    """The games that are in the database now."""

    @property
    def is_whole(self) -> bool:
        """Whether every game was stored or already there."""
        return not (self.files_refused or self.broken or self.refused)


class Database:
    """A database of games: one file that is searched by player, event, date, position, material and moves.

    It is the file of ``chuhe db``. Any number of readers may use it while one process writes it. Several threads may
    share a :class:`Database`; it answers one of them at a time. :meth:`create` makes a new one.

    Raises :class:`OSError` if there is no file, and :class:`DatabaseError` if it is not a database of this program,
    of a later version, or damaged; so does every query, also after it is closed.

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
        """Its absolute path."""
        return os.fspath(self._native.path)

    @property
    def is_closed(self) -> bool:
        """Whether it has been closed."""
        return self._native.is_closed()

    def search(self, *, limit: int | None = None, **filters: Unpack[GameFilters]) -> FoundGames:
        """The games that satisfy all filters, at most ``limit``; see :class:`GameFilters`.

        An invalid filter raises :class:`Error` at once, an illegal move :class:`IllegalMoveError`.
        """
        if limit is not None and limit < 0:
            raise ValueError(f"a limit is 0 or more, not {limit}")
        return FoundGames(self, _native.Query(**filters), limit)

    def count(self, **filters: Unpack[GameFilters]) -> int:
        """The number of games that satisfy all filters."""
        return self._native.count(_native.Query(**filters))

    def game(self, number: int) -> StoredGame | None:
        """The game with a number, as :attr:`StoredGame.id` has it; ``None`` if there is no such game."""
        return self._native.game(number)

    def explore(self, board: Board) -> Exploration:
        """The moves played in a position or its mirror image, how often and with what success."""
        found: dict[str, Any] = self._native.explore(board)
        names = ("games", "wins", "draws", "losses", "points", "scored", "score_cp", "last_played")

        def tally(values: dict[str, Any]) -> dict[str, Any]:
            return {name: values[name] for name in names}

        moves = [ExploredMove(Move(it["move"]), share=it["share"], **tally(it)) for it in found["moves"]]
        return Exploration(moves, ended=found["ended"], **tally(found))

    def info(self) -> DatabaseInfo:
        """Its contents in numbers."""
        values: dict[str, Any] = self._native.info()
        formats = {it["format"]: (it["files"], it["games"]) for it in values.pop("formats")}
        return DatabaseInfo(formats=formats, **values)

    def check(self, progress: Callable[[int, int], object] | None = None) -> CheckReport:
        """Checks everything: the file itself, every game, and whether the indexes match the games.

        ``progress`` is called with the number of games replayed and their total; an exception it raises ends the check.
        """
        return CheckReport(*self._native.check(progress))

    def import_files(
        self,
        *paths: StrPath,
        format: FileFormat | None = None,
        progress: Callable[[Literal["reading", "indexing"], int, int], object] | None = None,
    ) -> ImportReport:
        """Imports the games of files and folders: of every format that :class:`Collection` reads, and the data files of
        ``chuhe datagen``.

        Of games with the same start and moves only the first is kept, and a file that was imported before is skipped.
        A broken game is stored up to the break. ``progress`` is called with the current step, the bytes or items
        done, and their total; an exception it raises ends the work. After that, and after Ctrl-C, what was written is
        kept, and the same call resumes the import; without paths it only finishes what was begun.

        Raises :class:`OSError` if a path does not exist or the disk is full, :class:`ReadError` for a folder without
        games, and :class:`DatabaseError` if another process writes the database.
        """
        if self.is_closed:
            raise DatabaseError(f"the database {self.path} is closed")
        found = _native.import_games(self.path, [os.fspath(path) for path in paths], format=format, progress=progress)
        summary, problems, games = found
        del summary["interrupted"]
        told = [ImportProblem(os.fspath(path), *rest) for path, *rest in problems]
        return ImportReport(problems=told, games=games, **summary)

    def close(self) -> None:
        """Closes the file, after answering running queries of other threads."""
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Database {self.path}>"
