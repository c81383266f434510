"""The part of the package that is written in Rust."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, final

from ._types import Bound, Color, FileFormat, Grade, MoveLike, Notation, Outcome, RuleSet, TableResult, Variety
from .errors import ReadError
from .game import Game

__all__ = [
    "Annotation",
    "BestMove",
    "Board",
    "Book",
    "BookBuilder",
    "BookMove",
    "DataFile",
    "Database",
    "Engine",
    "Games",
    "GradedMove",
    "Info",
    "Judgement",
    "Match",
    "Move",
    "NativeGame",
    "Positions",
    "Query",
    "START_FEN",
    "Score",
    "Search",
    "StoredGame",
    "TableValue",
    "Tables",
    "__version__",
    "analyze_positions",
    "annotate",
    "bench",
    "find_files",
    "import_games",
    "play_games",
    "run_program",
    "write_whole",
]

__version__: str
START_FEN: str
"""The start position."""

@final
class Move:
    """A move as its two squares."""

    def __new__(cls, text: str) -> Move: ...
    @property
    def from_square(self) -> str:
        """The square that the piece leaves, such as ``'h2'``."""
    @property
    def to_square(self) -> str:
        """The square that it goes to."""
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Move: ...
    def mirror(self) -> Move:
        """The same move on the board mirrored left to right."""
    def flip(self) -> Move:
        """The same move with ranks reversed, as it would be the other side's."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...

@final
class Score:
    """The score of a position: centipawns, or a mate."""

    def __new__(cls, *, cp: int | None = None, mate: int | None = None, mate_plies: int | None = None) -> Score: ...
    @property
    def cp(self) -> int | None:
        """Centipawns; ``None`` for a mate. Wins and losses by rule are near ±28000."""
    @property
    def mate(self) -> int | None:
        """Moves to the mate, negative for being mated; 0 without a legal move. ``None`` if there is none."""
    @property
    def mate_plies(self) -> int | None:
        """Plies to the mate, negative for being mated."""
    @property
    def is_mate(self) -> bool:
        """Whether it is a mate, for either side."""
    @property
    def is_rule(self) -> bool:
        """Whether it is a win or loss by the rules of repetition."""
    @property
    def wdl(self) -> tuple[int, int, int]:
        """Chances to win, draw and lose in per mille. They add up to 1000."""
    @property
    def expectation(self) -> float:
        """The points that can be expected, 0 to 1."""
    def __int__(self) -> int: ...
    def __neg__(self) -> Score: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...

@final
class Board:
    """A position, with the moves that led to it."""

    def __new__(cls, fen: str | None = None) -> Board: ...
    @property
    def fen(self) -> str:
        """The FEN, with both counters."""
    @property
    def turn(self) -> Color:
        """The side to move."""
    @property
    def ply(self) -> int:
        """Plies since move 1 with Red to move, from the move number of the FEN."""
    @property
    def move_number(self) -> int:
        """The number of the move, as in the FEN."""
    @property
    def plies_since_capture(self) -> int:
        """Plies since the last capture."""
    @property
    def key(self) -> int:
        """The Zobrist key of pieces and side to move, 64 bits. It is the same in every run."""
    @property
    def pawn_key(self) -> int:
        """The key of the pawns alone."""
    @property
    def moves(self) -> list[Move]:
        """The moves played so far."""
    @property
    def root(self) -> Board:
        """The position before the first of :attr:`moves`."""
    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves, in no particular order."""
    @property
    def legal_captures(self) -> list[Move]:
        """The legal moves that capture."""
    def is_legal(self, move: MoveLike) -> bool:
        """Whether a move can be played."""
    def parse(self, text: str) -> Move:
        """The legal move that a text means, in any notation."""
    def text(self, move: MoveLike, notation: Notation = "coordinates") -> str:
        """The text of a legal move."""
    def line(self, moves: Sequence[MoveLike], notation: Notation = "coordinates") -> list[str]:
        """The texts of moves that follow each other from here."""
    def push(self, move: MoveLike) -> Move:
        """Plays a move and returns it."""
    def push_text(self, text: str) -> list[Move]:
        """Plays the moves of a text, all of them or none, and returns them."""
    def pop(self) -> Move:
        """Takes the last move back and returns it."""
    def peek(self) -> Move:
        """The last move."""
    def copy(self) -> Board:
        """A copy, with the moves that led here."""
    def piece_at(self, square: str) -> str | None:
        """The FEN letter of the piece on a square, upper case for Red."""
    def pieces(self) -> dict[str, str]:
        """The FEN letters of all pieces by their squares."""
    def king(self, color: Color) -> str:
        """The square of a king."""
    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
    def gives_check(self, move: MoveLike) -> bool:
        """Whether a legal move gives check."""
    def is_capture(self, move: MoveLike) -> bool:
        """Whether a legal move captures."""
    def attackers(self, color: Color, square: str) -> list[str]:
        """The squares of a side's pieces that can go to a square."""
    def see(self, move: MoveLike) -> int:
        """What a legal move wins or loses by captures on its destination, in centipawns."""
    def judge(self, rules: RuleSet = "asian", draw_moves: int = 60) -> Judgement:
        """Judges the game that led here: whether it is over, and why."""
    def is_game_over(self, rules: RuleSet = "asian", draw_moves: int = 60) -> bool:
        """Whether the game is over."""
    def result(self, rules: RuleSet = "asian", draw_moves: int = 60) -> Outcome:
        """The result by the rules."""
    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of move sequences of so many plies. Ctrl-C ends it only on one thread."""
    def divide(self, depth: int, threads: int = 1) -> dict[Move, int]:
        """The perft count of each legal move. Ctrl-C ends it only on one thread."""
    def svg(
        self,
        *,
        arrows: Sequence[MoveLike] = ...,
        marks: Sequence[str] = ...,
        last_move: bool = True,
        flipped: bool = False,
        letters: bool = False,
        coordinates: bool = True,
        print: bool = False,
    ) -> str:
        """The board as an SVG document."""
    def diagram(self, *, chinese: bool = False, flipped: bool = False) -> str:
        """The board as a text of ten lines."""
    def _repr_svg_(self) -> str: ...
    def _codes(self) -> list[int]: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Board: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Judgement:
    """Whether a game is over, and why. ``str()`` says it in a sentence."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def winner(self) -> Color | None:
        """The winner; ``None`` for a draw or a game that goes on."""
    @property
    def result(self) -> Outcome:
        """The result, ``'*'`` while the game goes on."""
    @property
    def reason(self) -> str | None:
        """The rule that ended the game, such as ``'perpetual check'``."""
    def report(self) -> dict[str, Any]:
        """All reasons as plain values."""
    def __bool__(self) -> bool: ...

@final
class Info:
    """A line of play at the end of an iteration."""

    @property
    def depth(self) -> int:
        """Depth of the iteration, in plies."""
    @property
    def seldepth(self) -> int:
        """Deepest ply reached."""
    @property
    def multipv(self) -> int:
        """Rank among the lines of the search, from 1."""
    @property
    def score(self) -> Score:
        """The score, from the side to move's view."""
    @property
    def red_score(self) -> Score:
        """The score from Red's view."""
    @property
    def bound(self) -> Bound:
        """Whether the score is only a bound."""
    @property
    def nodes(self) -> int:
        """Nodes so far, over all threads."""
    @property
    def nps(self) -> int:
        """Nodes per second."""
    @property
    def time(self) -> float:
        """Seconds since the search was asked for."""
    @property
    def hashfull(self) -> int:
        """Use of the transposition table, per mille."""
    @property
    def pv(self) -> list[Move]:
        """The principal variation, of legal moves."""

@final
class Annotation:
    """A game with what was found about its moves."""

    @property
    def moves(self) -> list[GradedMove]:
        """The moves that were played, with their grades."""
    @property
    def scores(self) -> list[Score]:
        """The scores of the start and of the position after each move, from Red's view."""
    def best_line(self, plies: int) -> list[Move]:
        """The best line in the start position or after so many plies."""
    def board(self, plies: int) -> Board:
        """The board after so many plies."""
    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """Red's and Black's accuracy in percent; ``None`` for a side without a choice."""
    @property
    def opening(self) -> tuple[str, str] | None:
        """The name of the opening in English and in Chinese, if it has one."""
    @property
    def judgement(self) -> Judgement:
        """The verdict of the rules on the last position."""
    @property
    def nodes(self) -> int:
        """Nodes searched in all."""
    def report(self) -> dict[str, Any]:
        """Everything as plain values."""
    def pgn(self, notation: Notation = "iccs") -> str:
        """The game as PGN, with scores, glyphs, comments, and the better lines as variations."""
    def html(self) -> str:
        """The game as a page for a browser."""

@final
class GradedMove:
    """A move and how good it is."""

    @property
    def move(self) -> Move:
        """The move."""
    @property
    def side(self) -> Color:
        """Who played it."""
    @property
    def before(self) -> Score:
        """The score of the best move, from the mover's view."""
    @property
    def after(self) -> Score:
        """The score of this move, from the mover's view."""
    @property
    def loss(self) -> float:
        """Points of expectation lost, 0 to 100."""
    @property
    def loss_cp(self) -> int:
        """Centipawns lost, scores counted within ±2000."""
    @property
    def grade(self) -> Grade:
        """How good it is."""
    @property
    def is_forced(self) -> bool:
        """Whether it was the only legal move."""
    @property
    def is_turning_point(self) -> bool:
        """Whether it is a mistake or worse, and changes which side is better, if any."""

@final
class StoredGame:
    """A game in a database: its names, its result and its moves. :meth:`game` is the whole of it."""

    @property
    def id(self) -> int:
        """Its number in the database, 1 for the first that came in."""
    @property
    def red(self) -> str | None:
        """Who played Red; ``None`` if it is not known."""
    @property
    def black(self) -> str | None:
        """Who played Black; ``None`` if it is not known."""
    @property
    def event(self) -> str | None:
        """Where it was played; ``None`` if it is not known."""
    @property
    def round(self) -> str | None:
        """The round; ``None`` if it is not known."""
    @property
    def date(self) -> str | None:
        """The date as the file had it, such as ``'1982.05.01'``; ``None`` if there was none."""
    @property
    def year(self) -> int | None:
        """The year it was played in; ``None`` if it is not known."""
    @property
    def outcome(self) -> Outcome:
        """How it ended, ``'*'`` if it is not known."""
    @property
    def opening(self) -> tuple[str, str] | None:
        """The name of the opening in English and in Chinese, if it has one."""
    @property
    def start(self) -> str:
        """The FEN of the position before the first move."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    @property
    def file(self) -> str:
        """The file that it came from."""
    @property
    def number(self) -> int:
        """Its number in the file, 1 for the first."""
    def game(self) -> Game:
        """The whole game, with its tags, comments and variations."""
    def __len__(self) -> int:
        """The number of moves of both sides."""
    def __bool__(self) -> bool:
        """Always true, also for a game without moves."""

@final
class Book:
    """An opening book: a file of ``chuhe book``, or a ``BOOK.DAT`` of ElephantEye."""

    def __new__(cls, path: str | os.PathLike[str]) -> Book: ...
    @staticmethod
    def default() -> Book:
        """The book in the program itself."""
    def moves(self, board: Board) -> list[BookMove]:
        """The moves that the book has in a position, the one to play first; empty if it does not know the position."""
    def choose(self, board: Board, variety: Variety = "medium", seed: int | None = None) -> BookMove | None:
        """A move to play, chosen as the engine does; ``None`` if the book has none."""
    @property
    def position_count(self) -> int | None:
        """The number of its positions; ``None`` for a ``BOOK.DAT``, which does not tell."""
    @property
    def move_count(self) -> int:
        """The number of its moves, in all positions."""
    @property
    def byte_count(self) -> int:
        """The length of the file in bytes."""
    @property
    def has_games(self) -> bool:
        """Whether it has counts of games, years and scores."""

@final
class BookMove:
    """What a book knows of a move. All counts are from the mover's view."""

    @property
    def move(self) -> Move:
        """The move."""
    @property
    def weight(self) -> int:
        """How often it is played beside the others, in proportion; 0 for never."""
    @property
    def games(self) -> int:
        """Games with the move."""
    @property
    def wins(self) -> int:
        """Games that the mover won."""
    @property
    def draws(self) -> int:
        """Drawn games."""
    @property
    def losses(self) -> int:
        """Games that the mover lost."""
    @property
    def points(self) -> float | None:
        """The share of the points that the mover got, 0 to 1; ``None`` without games."""
    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year of its games; ``None`` if no game told."""
    @property
    def score(self) -> int | None:
        """What the engine found it worth, in centipawns from the mover's view; ``None`` if it was not asked."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class BookBuilder:
    """Makes a book of games."""

    def __new__(
        cls,
        *,
        plies: int = 40,
        player: str | None = None,
        results: Sequence[Outcome] | None = None,
        years: tuple[int, int] | None = None,
    ) -> BookBuilder: ...
    def add(self, game: Game | StoredGame) -> bool:
        """Takes the moves of a game. Returns whether it was wanted."""
    def save(self, path: str | os.PathLike[str], min_games: int = 1, *, fresh: bool = False) -> Book:
        """Writes the book, without the moves of fewer games, and opens it. Only with ``fresh`` over a file that exists."""

@final
class TableValue:
    """The result of a position if both sides play perfectly. View: the side to move."""

    @property
    def result(self) -> TableResult:
        """What it is; a win by the ban is one that cannot be had by mate alone."""
    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
    @property
    def plies(self) -> int | None:
        """Plies to the mate, 0 if the side to move has no move; ``None`` for draws and the ban."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: TableValue, /) -> bool: ...
    def __le__(self, other: TableValue, /) -> bool: ...
    def __gt__(self, other: TableValue, /) -> bool: ...
    def __ge__(self, other: TableValue, /) -> bool: ...

@final
class Tables:
    """The endgame tables in some folders, to be asked by any number of threads."""

    def __new__(cls, *folders: str | os.PathLike[str]) -> Tables: ...
    @property
    def classes(self) -> list[str]:
        """The classes that there are tables of, those of few pieces first."""
    @property
    def pieces_max(self) -> int:
        """The most pieces that a position in these tables has, kings included."""
    def probe(self, board: Board) -> TableValue | None:
        """The result of a position; ``None`` if no table has it."""
    def probe_moves(self, board: Board) -> list[tuple[Move, TableValue]] | None:
        """The legal moves, best first, each with the result from the view of the side that moves."""
    def line(self, board: Board, plies: int = 200) -> list[Move]:
        """The moves of perfect play from here, at most so many."""
    def info(self, class_name: str) -> dict[str, Any]:
        """What the table of a class says of itself."""
    def check(
        self, class_name: str, *, jobs: int | None = None, progress: Callable[[int, int], object] | None = None
    ) -> tuple[int, list[str]]:
        """Proves every entry of a table. Returns the number of positions and what is wrong."""
    @staticmethod
    def generate(
        *classes: str,
        folder: str | os.PathLike[str],
        jobs: int | None = None,
        memory_mb: int = 4096,
        progress: Callable[[str, str, int, int], object] | None = None,
    ) -> list[str]:
        """Makes the tables of some classes, and of all that captures lead to. Returns the names of those made."""

# What follows is for the rest of the package.

@final
class Query:
    def __new__(cls, **filters: Any) -> Query: ...

@final
class Database:
    def __new__(cls, path: str | os.PathLike[str]) -> Database: ...
    @staticmethod
    def create(path: str | os.PathLike[str]) -> None: ...
    @property
    def path(self) -> str | os.PathLike[str]: ...
    def is_closed(self) -> bool: ...
    def close(self) -> None: ...
    def count(self, query: Query) -> int: ...
    def find(self, query: Query, after: int, limit: int) -> list[StoredGame]: ...
    def game(self, number: int) -> StoredGame | None: ...
    def explore(self, board: Board) -> dict[str, Any]: ...
    def info(self) -> dict[str, Any]: ...
    def check(self, progress: Callable[[int, int], object] | None) -> tuple[int, int, int, list[str]]: ...


@final
class NativeGame:
    def __new__(
        cls, tags: Sequence[tuple[str, str]], start: Board, comment: str, tokens: list[Any], outcome: str
    ) -> NativeGame: ...
    def tags(self) -> list[tuple[str, str]]: ...
    def start(self) -> Board: ...
    def outcome(self) -> str: ...
    def comment(self) -> str: ...
    def moves(self) -> list[Move]: ...
    def plies(self) -> int: ...
    def board(self, plies: int | None = None) -> Board: ...
    def opening(self) -> tuple[str, str] | None: ...
    def tokens(self) -> list[Any]: ...
    def write(
        self, format: str, notation: str, positions: str, encoding: str
    ) -> tuple[bytes, dict[str, int]]: ...

@final
class Games:
    @staticmethod
    def of_bytes(data: bytes, name: str | None, format: FileFormat | None = None) -> Games: ...
    @staticmethod
    def of_file(path: str | os.PathLike[str], found: bool, format: FileFormat | None = None) -> Games | None: ...
    def next(self) -> tuple[int, NativeGame | None, ReadError | None] | None: ...

@final
class Engine:
    def __new__(cls, seed: int | None = None, **options: Any) -> Engine: ...
    def configure(self, **options: Any) -> None: ...
    def options(self) -> dict[str, Any]: ...
    def new_game(self, seed: int | None = None) -> None: ...
    def start(
        self,
        board: Board,
        *,
        plays: bool = False,
        multipv: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        soft_nodes: int | None = None,
        time: float | None = None,
        mate: int | None = None,
        clocks: tuple[tuple[float, float], tuple[float, float]] | None = None,
        moves_to_go: int | None = None,
        only: Sequence[MoveLike] | None = None,
    ) -> Search: ...
    def stop(self) -> None: ...

@final
class Search:
    def next(self) -> Info | BestMove | None: ...
    def stop(self) -> None: ...

@final
class BestMove:
    @property
    def move(self) -> Move | None: ...
    @property
    def ponder(self) -> Move | None: ...

@final
class Match:
    def __new__(cls, spec: str, folder: str | os.PathLike[str], fresh: bool) -> Match: ...
    def left(self) -> list[list[int]]: ...
    def add(self, games: Sequence[tuple[str, bytes]]) -> int: ...
    def save(self) -> None: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def scheduled(self) -> int: ...
    @property
    def folder(self) -> str | os.PathLike[str]: ...
    def is_over(self) -> bool: ...
    def summary(self) -> dict[str, Any]: ...
    def games(self) -> list[dict[str, Any]]: ...
    def next(self) -> dict[str, Any] | None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...

@final
class DataFile:
    def __new__(cls, path: str | os.PathLike[str]) -> DataFile: ...
    @staticmethod
    def parts(path: str | os.PathLike[str]) -> Iterator[DataFile]: ...
    @staticmethod
    def find(paths: Iterable[str | os.PathLike[str]]) -> list[str | os.PathLike[str]]: ...
    def header(self) -> tuple[str, int, str, int]: ...
    def __len__(self) -> int: ...
    def game(self, number: int) -> tuple[str, list[Move], list[int | None], Color | None, bool]: ...
    def columns(self, path: str) -> tuple[bytes, ...]: ...

def annotate(
    game: NativeGame,
    *,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    jobs: int,
    rules: str,
    draw_moves: int,
    hash_mb: int,
    progress: Callable[[int, int], object] | None,
) -> Annotation: ...
def import_games(
    path: str | os.PathLike[str],
    inputs: Sequence[str | os.PathLike[str]],
    *,
    format: FileFormat | None,
    progress: Callable[[Any, int, int], object] | None,
) -> tuple[dict[str, Any], list[tuple[Any, ...]], int]: ...
def write_whole(path: str | os.PathLike[str], data: bytes, *, fresh: bool) -> None: ...
def find_files(paths: Sequence[str | os.PathLike[str]]) -> list[tuple[str | os.PathLike[str], bool]]: ...
def run_program(words: Sequence[str]) -> int: ...
def play_games(spec: str, names: Sequence[str], numbers: Sequence[int]) -> list[tuple[str, bytes]]: ...
def bench() -> int: ...
def analyze_positions(
    items: Sequence[tuple[Any, ...]],
    *,
    depth: int | None,
    nodes: int | None,
    time: float | None,
    options: dict[str, Any],
) -> list[str]: ...

@final
class Positions:
    def __new__(cls, paths: Sequence[str | os.PathLike[str]], which: str, format: FileFormat | None) -> Positions: ...
    def count(self) -> int: ...
    def digest(self) -> str: ...
    def start(self) -> None: ...
    def take(self, count: int) -> list[tuple[Any, ...]]: ...
