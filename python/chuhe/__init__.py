"""Xiangqi (Chinese chess): rules, notations, game files, a strong engine, matches and training data.

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

from ._native import START_FEN, Annotation, Board, GradedMove, Info, Judgement, Move, Score, __version__
from ._types import Color, FileFormat, MoveLike, Notation, RuleSet
from .annotate import annotate
from .arena import Arena, EngineSettings, GameRecord, MatchOptions
from .collection import Collection, read_games
from .engine import Analysis, Engine, EngineOptions, Limit, PlayResult
from .errors import (
    EngineError,
    Error,
    FenError,
    IllegalMoveError,
    MatchError,
    MoveTextError,
    ReadError,
    WriteError,
)
from .game import Game, Node

__all__ = [
    "START_FEN",
    "Analysis",
    "Annotation",
    "Arena",
    "Board",
    "Collection",
    "Color",
    "Engine",
    "EngineError",
    "EngineOptions",
    "EngineSettings",
    "Error",
    "FenError",
    "FileFormat",
    "Game",
    "GameRecord",
    "GradedMove",
    "IllegalMoveError",
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
    "WriteError",
    "__version__",
    "annotate",
    "read_games",
]
