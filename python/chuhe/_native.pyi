"""The part of the package that is written in Rust."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, final

from ._types import Bound, Color, FileFormat, Grade, MoveLike, Notation, Outcome, PieceStyle, RuleSet, TableResult, Theme, Variety
from .errors import ReadError
from .game import Game

__all__ = [
    "Annotation",
    "BestMove",
    "Board",
    "Book",
    "BookBuilder",
    "BookMove",
    "DEFAULT_NODES",
    "DataFile",
    "Database",
    "Engine",
    "EngineProcess",
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
    "engine_words",
    "find_files",
    "import_games",
    "play_games",
    "run_program",
    "write_whole",
]

__version__: str
START_FEN: str
"""The FEN of the start position."""
DEFAULT_NODES: int
"""The nodes per position of an annotation without a limit."""

@final
class Move:
    """A move, as a pair of squares."""

    def __new__(cls, text: str) -> Move: ...
    @property
    def from_square(self) -> str:
        """The square that the piece leaves, such as ``'h2'``."""
    @property
    def to_square(self) -> str:
        """The square that the piece moves to."""
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Move: ...
    def mirror(self) -> Move:
        """The move mirrored left to right."""
    def flip(self) -> Move:
        """The move with ranks reversed, as the other side would play it."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...

@final
class Score:
    """The score of a position, in centipawns or as the distance to mate."""

    def __new__(cls, *, cp: int | None = None, mate: int | None = None, mate_plies: int | None = None) -> Score: ...
    @property
    def cp(self) -> int | None:
        """Centipawns; ``None`` for a mate. Wins and losses by the repetition rules are near ±28000."""
    @property
    def mate(self) -> int | None:
        """Full moves to mate, negative if the side to move is being mated, 0 if it has no legal move. ``None`` if the
        score is not a mate."""
    @property
    def mate_plies(self) -> int | None:
        """Plies to mate, negative if the side to move is being mated. ``None`` if the score is not a mate."""
    @property
    def is_mate(self) -> bool:
        """Whether the score is a mate, by either side."""
    @property
    def is_rule(self) -> bool:
        """Whether the score is a win or loss by the repetition rules."""
    @property
    def wdl(self) -> tuple[int, int, int]:
        """Probabilities of a win, a draw and a loss, in per mille. They add up to 1000."""
    @property
    def expectation(self) -> float:
        """Expected points, 0 to 1: the probability of a win plus half the probability of a draw."""
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
    """A position, with the moves that led to it. Boards are equal if their positions are. As they change, they cannot
    be keys of dictionaries; use :attr:`key` or :attr:`fen` instead."""

    def __new__(cls, fen: str | None = None) -> Board: ...
    @property
    def fen(self) -> str:
        """The FEN, including the move counters."""
    @property
    def turn(self) -> Color:
        """The side to move, ``'red'`` or ``'black'``."""
    @property
    def ply(self) -> int:
        """The number of plies from move 1 with Red to move, computed from the move number in the FEN."""
    @property
    def move_number(self) -> int:
        """The number of the current move, as in the FEN."""
    @property
    def plies_since_capture(self) -> int:
        """Plies since the last capture."""
    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of the pieces and the side to move. It is the same in every run."""
    @property
    def pawn_key(self) -> int:
        """The Zobrist key of the pawns alone."""
    @property
    def moves(self) -> list[Move]:
        """The moves played on this board so far."""
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
        """Whether a move is legal."""
    def parse(self, text: str) -> Move:
        """The legal move that a text in any notation stands for."""
    def text(self, move: MoveLike, notation: Notation = "coordinates") -> str:
        """The text of a legal move in a notation."""
    def line(self, moves: Sequence[MoveLike], notation: Notation = "coordinates") -> list[str]:
        """The texts of consecutive legal moves, the first played from this position."""
    def push(self, move: MoveLike) -> Move:
        """Plays a move and returns it."""
    def push_text(self, text: str) -> list[Move]:
        """Plays the moves in a text and returns them. The moves may be in any notation, separated by blanks or commas;
        move numbers are skipped."""
    def pop(self) -> Move:
        """Takes back the last move and returns it. Raises :class:`IndexError` if no move has been played."""
    def peek(self) -> Move:
        """The last move played. Raises :class:`IndexError` if no move has been played."""
    def copy(self) -> Board:
        """A copy of the board, including the moves that led to the position."""
    def piece_at(self, square: str) -> str | None:
        """The FEN letter of the piece on a square, upper case for Red; ``None`` if the square is empty."""
    def pieces(self) -> dict[str, str]:
        """The FEN letters of all pieces, keyed by square."""
    def king(self, color: Color) -> str:
        """The square of a side's king."""
    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def checkers(self) -> list[str]:
        """The squares of the pieces giving check."""
    def gives_check(self, move: MoveLike) -> bool:
        """Whether a legal move gives check."""
    def is_capture(self, move: MoveLike) -> bool:
        """Whether a legal move captures a piece."""
    def attackers(self, color: Color, square: str) -> list[str]:
        """The squares of a side's pieces that could move to a square, whichever side is to move and even if the move
        would expose their own king. Empty if a piece of that side is on the square."""
    def see(self, move: MoveLike) -> int:
        """The static exchange evaluation of a legal move: the material gained or lost by captures on its destination
        square, in centipawns from the mover's point of view."""
    def judge(self, rules: RuleSet = "asian", draw_moves: int = 60) -> Judgement:
        """Judges the game on this board: whether it is over, and why."""
    def is_game_over(self, rules: RuleSet = "asian", draw_moves: int = 60) -> bool:
        """Whether the game is over; :meth:`judge` also returns the reason."""
    def result(self, rules: RuleSet = "asian", draw_moves: int = 60) -> Outcome:
        """The result according to the rules: ``'1-0'``, ``'0-1'``, ``'1/2-1/2'``, or ``'*'`` for an unfinished game."""
    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of legal move sequences of ``depth`` plies. Ctrl-C interrupts the count only if ``threads`` is
        1."""
    def divide(self, depth: int, threads: int = 1) -> dict[Move, int]:
        """The perft count for each legal move, from depth 1. Ctrl-C interrupts the count only if ``threads`` is 1."""
    def svg(
        self,
        *,
        arrows: Sequence[MoveLike] = ...,
        marks: Sequence[str] = ...,
        last_move: bool = True,
        flip: bool = False,
        pieces: PieceStyle = "chinese",
        coordinates: bool = True,
        theme: Theme = "wood",
    ) -> str:
        """The board as an SVG document."""
    def diagram(self, *, pieces: PieceStyle = "letters", flip: bool = False) -> str:
        """The board as ten lines of text, with the pieces as letters or Chinese characters."""
    def _repr_svg_(self) -> str: ...
    def _codes(self) -> list[int]: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Board: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __eq__(self, other: object, /) -> bool: ...

@final
class Judgement:
    """Whether a game is over, and why. ``str()`` explains the verdict in a sentence."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def winner(self) -> Color | None:
        """The winner, ``'red'`` or ``'black'``; ``None`` for a draw or an unfinished game."""
    @property
    def result(self) -> Outcome:
        """The result: ``'1-0'``, ``'0-1'``, ``'1/2-1/2'``, or ``'*'`` for an unfinished game."""
    @property
    def reason(self) -> str | None:
        """The rule that ended the game, such as ``'perpetual check'``."""
    def report(self) -> dict[str, Any]:
        """The full verdict as plain values, including the repeated moves and the nature of each."""
    def __bool__(self) -> bool: ...

@final
class Info:
    """A report on one line of play at the end of an iteration."""

    @property
    def depth(self) -> int:
        """Depth of the iteration, in plies."""
    @property
    def seldepth(self) -> int:
        """The maximum depth reached, in plies."""
    @property
    def multipv(self) -> int:
        """The rank of this line among the lines from the search, from 1."""
    @property
    def score(self) -> Score:
        """The score, from the point of view of the side to move."""
    @property
    def red_score(self) -> Score:
        """The score, from Red's point of view."""
    @property
    def bound(self) -> Bound:
        """``'exact'``, or ``'lower'`` or ``'upper'`` if the score is only a lower or upper bound."""
    @property
    def nodes(self) -> int:
        """Nodes searched so far, on all threads."""
    @property
    def nps(self) -> int:
        """Nodes per second."""
    @property
    def time_ms(self) -> int:
        """Milliseconds since the search was requested."""
    @property
    def hashfull(self) -> int:
        """The fraction of the transposition table in use, in per mille."""
    @property
    def pv(self) -> list[Move]:
        """The principal variation, all of whose moves are legal. Empty if there is no legal move."""

@final
class Annotation:
    """An annotated game: the grades of its moves, and scores and best lines for its positions."""

    @property
    def moves(self) -> list[GradedMove]:
        """The moves played, with their grades."""
    @property
    def red_scores(self) -> list[Score]:
        """The scores of the start position and of the position after each move, from Red's point of view."""
    def best_line(self, plies: int) -> list[Move]:
        """The best line from the position after ``plies`` plies; 0 is the start position. Raises :class:`IndexError`
        beyond the end of the game."""
    def board(self, plies: int) -> Board:
        """The board after ``plies`` plies. Raises :class:`IndexError` beyond the end of the game."""
    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """Red's and Black's accuracy in percent; ``None`` for a side whose moves, if any, were all forced."""
    @property
    def opening(self) -> tuple[str, str] | None:
        """The name of the opening in English and in Chinese; ``None`` if it has no name."""
    @property
    def judgement(self) -> Judgement:
        """The verdict of the rules on the final position."""
    @property
    def nodes(self) -> int:
        """The total number of nodes searched."""
    def report(self) -> dict[str, Any]:
        """The whole annotation as plain values, as described under "Annotations" in the handbook."""
    def pgn(self, notation: Notation = "iccs") -> str:
        """The game as PGN, with scores, glyphs, comments, and better lines as variations."""
    def html(self) -> str:
        """The game as a web page with board, graph and lines. The page loads no other files."""

@final
class GradedMove:
    """A move in an annotated game, with its grade and scores."""

    @property
    def move(self) -> Move:
        """The move."""
    @property
    def side(self) -> Color:
        """The side that played the move."""
    @property
    def before(self) -> Score:
        """The score of the best move, from the mover's point of view."""
    @property
    def after(self) -> Score:
        """The score of the move played, from the mover's point of view."""
    @property
    def loss(self) -> float:
        """The expectation lost by the move, in percentage points, 0 to 100."""
    @property
    def loss_cp(self) -> int:
        """The centipawns lost by the move, with scores capped at ±2000 and mates counted as ±2000."""
    @property
    def grade(self) -> Grade:
        """The grade: ``'best'``, ``'good'``, ``'inaccuracy'``, ``'mistake'``, ``'blunder'`` or ``'missed mate'``."""
    @property
    def is_forced(self) -> bool:
        """Whether it was the only legal move."""
    @property
    def is_turning_point(self) -> bool:
        """Whether the move is at least a mistake and changes which side, if either, is better."""

@final
class StoredGame:
    """A game in a database: its names, result and moves. :meth:`game` returns the whole game."""

    @property
    def id(self) -> int:
        """The game's number in the database, 1 for the first game imported."""
    @property
    def red(self) -> str | None:
        """The name of the player with the red pieces; ``None`` if unknown."""
    @property
    def black(self) -> str | None:
        """The name of the player with the black pieces; ``None`` if unknown."""
    @property
    def event(self) -> str | None:
        """The event; ``None`` if unknown."""
    @property
    def round(self) -> str | None:
        """The round; ``None`` if unknown."""
    @property
    def date(self) -> str | None:
        """The date as in the file, such as ``'1982.05.01'``; ``None`` if the file has none."""
    @property
    def year(self) -> int | None:
        """The year in which the game was played; ``None`` if unknown."""
    @property
    def outcome(self) -> Outcome:
        """The result, ``'*'`` if unknown."""
    @property
    def opening(self) -> tuple[str, str] | None:
        """The name of the opening in English and in Chinese; ``None`` if it has no name."""
    @property
    def start(self) -> str:
        """The FEN of the position before the first move."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    @property
    def file(self) -> str:
        """The file that the game was imported from."""
    @property
    def number(self) -> int:
        """The game's number in the file, 1 for the first."""
    def game(self) -> Game:
        """The whole game, including tags, comments and variations. Raises :class:`DatabaseError` if the stored data is
        not a valid game."""
    def __len__(self) -> int:
        """The number of plies."""
    def __bool__(self) -> bool:
        """Always true, even for a game without moves."""

@final
class Book:
    """An opening book: a file generated by ``chuhe book``, or a ``BOOK.DAT`` file in ElephantEye's format."""

    def __new__(cls, path: str | os.PathLike[str]) -> Book: ...
    @staticmethod
    def default() -> Book:
        """The built-in book. Raises :class:`BookError` if this build has none."""
    def moves(self, board: Board) -> list[BookMove]:
        """The book's moves in a position, best first; empty if the book does not contain the position."""
    def choose(self, board: Board, variety: Variety = "medium", seed: int | None = None) -> BookMove | None:
        """A move to play, chosen as the engine chooses its book moves; ``None`` if the book has none."""
    @property
    def position_count(self) -> int | None:
        """The number of positions; ``None`` for a ``BOOK.DAT``, which does not record it."""
    @property
    def move_count(self) -> int:
        """The number of moves, over all positions."""
    @property
    def byte_count(self) -> int:
        """The size of the file in bytes."""
    @property
    def has_games(self) -> bool:
        """Whether the book records game counts, years and scores. A ``BOOK.DAT`` holds only weights."""

@final
class BookMove:
    """A book's entry for a move. All figures are from the mover's point of view."""

    @property
    def move(self) -> Move:
        """The move."""
    @property
    def weight(self) -> int:
        """How often the move is played relative to the other moves; 0 means never."""
    @property
    def games(self) -> int:
        """The number of games with the move."""
    @property
    def wins(self) -> int:
        """The number of games that the mover won."""
    @property
    def draws(self) -> int:
        """The number of drawn games."""
    @property
    def losses(self) -> int:
        """The number of games that the mover lost."""
    @property
    def points(self) -> float | None:
        """The mover's share of the points, 0 to 1; ``None`` if no games are recorded."""
    @property
    def years(self) -> tuple[int, int] | None:
        """The first and last year in which the move was played; ``None`` if unknown."""
    @property
    def score(self) -> int | None:
        """The engine's score for the move when the book was checked, in centipawns from the mover's point of view;
        ``None`` if the book was not checked."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class BookBuilder:
    """Builds an opening book from games."""

    def __new__(
        cls,
        *,
        plies: int = 40,
        player: str | None = None,
        results: Sequence[Outcome] | None = None,
        years: tuple[int, int] | None = None,
    ) -> BookBuilder: ...
    def add(self, game: Game | StoredGame) -> bool:
        """Adds the moves of a :class:`Game` or :class:`StoredGame`. Returns whether the game was used."""
    def save(self, path: str | os.PathLike[str], min_games: int = 1, *, fresh: bool = False) -> Book:
        """Writes the book, without moves played in fewer than ``min_games`` games, and opens it. The file is written
        completely or not at all. Nothing can be added to the builder afterwards. Raises :class:`FileExistsError` if a
        non-empty file exists, unless ``fresh`` allows overwriting it."""

@final
class TableValue:
    """The result of a position with perfect play by both sides, from the point of view of the side to move."""

    @property
    def result(self) -> TableResult:
        """``'win'``, ``'draw'``, ``'loss'``, ``'win_by_ban'`` or ``'loss_by_ban'``. In a win by the ban, the opponent
        can avoid mate only by checking with every move, which the rules forbid."""
    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
    @property
    def plies(self) -> int | None:
        """Plies to mate, 0 if the side to move has no legal move; ``None`` for draws and wins or losses by the ban."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: TableValue, /) -> bool: ...
    def __le__(self, other: TableValue, /) -> bool: ...
    def __gt__(self, other: TableValue, /) -> bool: ...
    def __ge__(self, other: TableValue, /) -> bool: ...

@final
class Tables:
    """The endgame tables in some folders. Several threads may probe them at once."""

    def __new__(cls, *folders: str | os.PathLike[str]) -> Tables: ...
    @property
    def classes(self) -> list[str]:
        """The material classes with a table, those with the fewest pieces first."""
    @property
    def pieces_max(self) -> int:
        """The maximum number of pieces in the positions of these tables, kings included."""
    def probe(self, board: Board) -> TableValue | None:
        """The result of a position; ``None`` if no table covers it. Raises :class:`TablesError` if the table is
        damaged."""
    def probe_moves(self, board: Board) -> list[tuple[Move, TableValue]] | None:
        """The legal moves, best first, each with its result from the mover's point of view; ``None`` if no table covers
        the position after one of them."""
    def line(self, board: Board, plies: int = 200) -> list[Move]:
        """At most ``plies`` moves of perfect play from a position: the winner mates as fast as possible, and the
        loser resists as long as possible. Empty for a draw and for a position without a table."""
    def info(self, class_name: str) -> dict[str, Any]:
        """A description of a class's table, with its rules and sizes. For each side to move, it includes the numbers
        of wins, draws and losses, and the longest mates in plies."""
    def check(
        self, class_name: str, *, jobs: int = 0, progress: Callable[[int, int], object] | None = None
    ) -> tuple[int, list[str]]:
        """Checks every entry of a class's table against the legal moves of its position. Returns the number of
        positions and a list of error messages, empty if the table is sound. ``progress`` is called with the number of
        entries checked and the total; an exception it raises ends the check."""
    @staticmethod
    def generate(
        *classes: str,
        folder: str | os.PathLike[str],
        jobs: int = 0,
        memory: int = 4096,
        progress: Callable[[str, str, int, int], object] | None = None,
    ) -> list[str]:
        """Generates the tables of some classes, and of all classes that captures lead to, in ``folder``, which is
        created if necessary. Existing tables are kept. Returns the names of the new ones."""

# For use within the package only.

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
        self, format: str, notation: str | None, positions: str, encoding: str
    ) -> tuple[bytes, dict[str, int]]: ...

@final
class Games:
    @staticmethod
    def of_bytes(
        data: bytes, name: str | None, format: FileFormat | None = None, encoding: str | None = None
    ) -> Games: ...
    @staticmethod
    def of_file(
        path: str | os.PathLike[str],
        found: bool,
        format: FileFormat | None = None,
        encoding: str | None = None,
    ) -> Games | None: ...
    def next(self) -> tuple[int, NativeGame | None, ReadError | None] | None: ...

@final
class Engine:
    def __new__(cls, seed: int | None = None, **options: Any) -> Engine: ...
    @property
    def name(self) -> str: ...
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
        movetime: float | None = None,
        mate: int | None = None,
        clocks: tuple[tuple[float, float], tuple[float, float]] | None = None,
        movestogo: int | None = None,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Search: ...
    def stop(self) -> None: ...

@final
class EngineProcess:
    def __new__(cls, program: str | None, words: Sequence[str]) -> EngineProcess: ...
    @property
    def words(self) -> list[str]: ...
    @property
    def name(self) -> str: ...
    @property
    def program(self) -> str | None: ...
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
        movetime: float | None = None,
        mate: int | None = None,
        clocks: tuple[tuple[float, float], tuple[float, float]] | None = None,
        movestogo: int | None = None,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Search: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...

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
    movetime: float | None,
    jobs: int,
    rules: str,
    draw_moves: int,
    hash: int | None,
    engine: EngineProcess | None,
    progress: Callable[[int, int], object] | None,
) -> Annotation: ...
def import_games(
    path: str | os.PathLike[str],
    inputs: Sequence[str | os.PathLike[str]],
    *,
    format: FileFormat | None,
    encoding: str | None,
    progress: Callable[[Any, int, int], object] | None,
) -> tuple[dict[str, Any], list[tuple[Any, ...]], list[tuple[Any, ...]], int]: ...
def write_whole(path: str | os.PathLike[str], data: bytes, *, fresh: bool) -> None: ...
def find_files(paths: Sequence[str | os.PathLike[str]]) -> list[tuple[str | os.PathLike[str], bool]]: ...
def run_program(words: Sequence[str]) -> int: ...
def engine_words(words: Sequence[str]) -> list[str]: ...
def play_games(spec: str, names: Sequence[str], numbers: Sequence[int]) -> list[tuple[str, bytes]]: ...
def bench() -> int: ...
def analyze_positions(
    items: Sequence[tuple[Any, ...]],
    *,
    depth: int | None,
    nodes: int | None,
    movetime: float | None,
    options: dict[str, Any],
    engine: EngineProcess | None = None,
) -> list[str]: ...

@final
class Positions:
    def __new__(cls, paths: Sequence[str | os.PathLike[str]], which: str, format: FileFormat | None) -> Positions: ...
    def count(self) -> int: ...
    def digest(self) -> str: ...
    def start(self) -> None: ...
    def take(self, count: int) -> list[tuple[Any, ...]]: ...
