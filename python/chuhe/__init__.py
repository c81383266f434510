"""Xiangqi (Chinese chess): rules, notations, game files and databases, a strong engine, matches and training data.

>>> import chuhe
>>> board = chuhe.Board()
>>> board.push("炮二平五")
Move('h2e2')
>>> len(board.legal_moves)
45
>>> with chuhe.Engine() as engine:
...     best = engine.play(board, chuhe.Limit(nodes=10_000)).move
>>> best in board.legal_moves
True
"""

from __future__ import annotations

from ._native import (
    START_FEN,
    Annotation,
    Board,
    Book,
    BookBuilder,
    BookMove,
    GradedMove,
    Info,
    Judgement,
    Move,
    Score,
    StoredGame,
    Tables,
    TableValue,
    __version__,
)
from ._types import Color, FileFormat, MoveLike, Notation, RuleSet, Variety
from .annotate import annotate
from .arena import Arena, EngineSettings, GameRecord, MatchOptions
from .collection import Collection, read_games
from .database import (
    CheckReport,
    Database,
    DatabaseInfo,
    DuplicateGame,
    Exploration,
    ExploredMove,
    FoundGames,
    GameFilters,
    ImportProblem,
    ImportReport,
)
from .engine import Analysis, Engine, EngineOptions, Limit, PlayResult
from .errors import (
    BookError,
    DatabaseError,
    EngineError,
    Error,
    FenError,
    IllegalMoveError,
    MatchError,
    MoveTextError,
    ReadError,
    TablesError,
    WriteError,
)
from .game import Game, Node

__all__ = [
    "START_FEN",
    "Analysis",
    "Annotation",
    "Arena",
    "Board",
    "Book",
    "BookBuilder",
    "BookError",
    "BookMove",
    "CheckReport",
    "Collection",
    "Color",
    "Database",
    "DatabaseError",
    "DatabaseInfo",
    "DuplicateGame",
    "Engine",
    "EngineError",
    "EngineOptions",
    "EngineSettings",
    "Error",
    "Exploration",
    "ExploredMove",
    "FenError",
    "FileFormat",
    "FoundGames",
    "Game",
    "GameFilters",
    "GameRecord",
    "GradedMove",
    "IllegalMoveError",
    "ImportProblem",
    "ImportReport",
    "Info",
    "Judgement",
    "Limit",
    "MatchError",
    "MatchOptions",
    "Move",
    "MoveLike",
    "MoveTextError",
    "Node",
    "Notation",
    "PlayResult",
    "ReadError",
    "RuleSet",
    "Score",
    "StoredGame",
    "TableValue",
    "Tables",
    "TablesError",
    "Variety",
    "WriteError",
    "__version__",
    "annotate",
    "read_games",
]
