"""The exceptions that chuhe raises for invalid input. All of them are subclasses of :class:`ValueError`.

Files that cannot be read or written raise :class:`OSError`, as usual in Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game

__all__ = [
    "BookError",
    "DatabaseError",
    "EngineError",
    "Error",
    "FenError",
    "IllegalMoveError",
    "MatchError",
    "MoveTextError",
    "ReadError",
    "TablesError",
    "WriteError",
]


class Error(ValueError):
    """The base class of chuhe's errors: an input is invalid."""


class FenError(Error):
    """A text does not describe a playable position."""


class IllegalMoveError(Error):
    """A move is illegal in its position."""

    move: str | None
    """The move in coordinates, if known."""
    fen: str | None
    """The position in which the move was to be played."""

    def __init__(self, message: str, move: str | None = None, fen: str | None = None) -> None:
        super().__init__(message)
        self.move = move
        self.fen = fen


class MoveTextError(Error):
    """A text is not a move, or does not identify exactly one legal move."""

    text: str | None
    """The text of the move."""
    number: int | None
    """The number of the move among those given, from 1."""
    fen: str | None
    """The position in which the move was to be played."""

    def __init__(
        self, message: str, text: str | None = None, number: int | None = None, fen: str | None = None
    ) -> None:
        super().__init__(message)
        self.text = text
        self.number = number
        self.fen = fen


class ReadError(Error):
    """A game in a file is broken, or a file contains no games."""

    path: str | None
    """The path of the file."""
    number: int | None
    """The number of the game in the file, from 1."""
    line: int | None
    """The line in the file, from 1; ``None`` in binary files."""
    game: Game | None
    """The readable part of the game, up to the first move that cannot be played; ``None`` if nothing could be read."""

    def __init__(
        self, message: str, path: str | None = None, number: int | None = None, line: int | None = None
    ) -> None:
        super().__init__(message)
        self.path = path
        self.number = number
        self.line = line
        self.game = None


class WriteError(Error):
    """A game cannot be written in the requested format."""


class EngineError(Error):
    """An option is out of range, a search has no limit, or the engine is already searching."""


class MatchError(Error):
    """A match cannot be played as requested."""


class BookError(Error):
    """A file is not a readable opening book or is damaged."""


class DatabaseError(Error):
    """A file is not a chuhe database, is damaged or not fully indexed, is being written by another process, or is
    closed."""


class TablesError(Error):
    """Endgame tables are missing or damaged."""
