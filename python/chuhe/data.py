"""Training data from ``chuhe datagen`` as NumPy arrays. Requires NumPy: ``pip install chuhe[numpy]``.

All data is from the point of view of the side to move: boards begin with that side's back rank, and positive scores and
results are in that side's favour.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._native import Board, DataFile, Move
from .game import Game

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NO_SCORE", "PLANES", "Batch", "batches", "files", "games", "move_of", "number_of", "planes"]

StrPath = Union[str, "os.PathLike[str]"]

NO_SCORE = -32768
"""The score of a position that was not searched."""
PLANES = 14
"""The number of planes for a position: king, advisors, elephants, horses, rooks, cannons and pawns of the side to move,
followed by those of the opponent."""

_COLUMNS: tuple[tuple[str, Any], ...] = (
    ("boards", np.uint8),
    ("scores", "<i2"),
    ("results", np.int8),
    ("plies", "<u2"),
    ("moves", "<u2"),
    ("checks", np.bool_),
    ("captures", np.bool_),
    ("games", "<u4"),
)


@dataclass(frozen=True)
class Batch:
    """Positions as columns of equal length ``n``."""

    boards: NDArray[np.uint8]
    """Pieces, ``(n, 10, 9)``: 0 is empty, 1 to 7 are pieces of the side to move, and 8 to 14 are those of the opponent,
    in the order of :data:`PLANES`. Ranks begin at the back rank of the side to move; files run from a to i."""
    scores: NDArray[np.int16]
    """Scores in centipawns, with mates near ±30000; :data:`NO_SCORE` if the position was not searched."""
    results: NDArray[np.int8]
    """The result of the game for the side to move: 1 for a win, 0 for a draw, -1 for a loss."""
    plies: NDArray[np.uint16]
    """The number of plies since the start of the game."""
    moves: NDArray[np.uint16]
    """The move played, as ``90 * from + to``; see :func:`move_of`."""
    checks: NDArray[np.bool_]
    """Whether the side to move is in check."""
    captures: NDArray[np.bool_]
    """Whether the move played captures a piece."""
    games: NDArray[np.uint32]
    """The number of the game in its file."""

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, rows: Any) -> Batch:
        """The rows selected by a slice, a mask or an array of indices."""
        return Batch(*(getattr(self, column.name)[rows] for column in fields(self)))

    def planes(self, dtype: Any = np.float32) -> NDArray[Any]:
        """The boards as planes of zeros and ones, of shape ``(n, 14, 10, 9)``."""
        kinds = np.arange(1, PLANES + 1, dtype=np.uint8).reshape(1, PLANES, 1, 1)
        planes: NDArray[Any] = (self.boards[:, None] == kinds).astype(dtype)
        return planes


def files(*paths: StrPath) -> list[str]:
    """The data files that paths refer to; a folder stands for the data files in it, sorted by name."""
    return [os.fspath(path) for path in DataFile.find([os.fspath(path) for path in paths])]


def batches(
    *paths: StrPath, size: int = 16_384, shuffle: int | None = None, scored: bool = True, partial: bool = True
) -> Iterator[Batch]:
    """The positions in data files and folders, in batches of ``size``. At most a thousand games and one batch are in
    memory.

    If ``shuffle`` is a seed, the files are shuffled and, within each file, the positions of every thousand games. With
    ``scored``, positions that were not searched are skipped; without ``partial``, a final batch of fewer than ``size``
    positions is dropped.
    """
    if size < 1:
        raise ValueError(f"size must be at least 1, not {size}")
    random = None if shuffle is None else np.random.default_rng(shuffle)
    names = files(*paths)
    if random is not None:
        random.shuffle(names)
    waiting: list[Batch] = []
    count = 0
    for columns in (columns for name in names for columns in _read(name)):
        if scored:
            columns = columns[columns.scores != NO_SCORE]
        if random is not None:
            columns = columns[random.permutation(len(columns))]
        waiting.append(columns)
        count += len(columns)
        while count >= size:
            whole = _join(waiting)
            yield whole[:size]
            waiting = [whole[size:]]
            count -= size
    if count and partial:
        yield _join(waiting)


def games(*paths: StrPath) -> Iterator[tuple[Game, list[int | None]]]:
    """The games in data files and folders, each with its moves' scores in centipawns from the mover's point of view."""
    for name in files(*paths):
        for part in DataFile.parts(name):
            for number in range(len(part)):
                fen, moves, scores, winner, _adjudicated = part.game(number)
                game = Game.from_moves(moves, fen)
                game.outcome = "1/2-1/2" if winner is None else "1-0" if winner == "red" else "0-1"
                yield game, scores


def planes(board: Board, dtype: Any = np.float32) -> NDArray[Any]:
    """A board as planes of zeros and ones, of shape ``(14, 10, 9)``, from the point of view of the side to move."""
    codes = np.frombuffer(bytes(board._codes()), np.uint8).reshape(10, 9)
    kinds = np.arange(1, PLANES + 1, dtype=np.uint8).reshape(PLANES, 1, 1)
    found: NDArray[Any] = (codes == kinds).astype(dtype)
    return found


def move_of(number: int, board: Board) -> Move:
    """The move with a number as in :attr:`Batch.moves`, for the side to move on a board."""
    origin, target = divmod(int(number), 90)
    if not 0 <= origin < 90:
        raise ValueError(f"a move number must be from 0 to 8099, not {number}")
    squares = [divmod(place, 9) for place in (origin, target)]
    if board.turn == "black":
        squares = [(9 - rank, file) for rank, file in squares]
    return Move("".join(f"{'abcdefghi'[file]}{rank}" for rank, file in squares))


def number_of(move: Move, board: Board) -> int:
    """The number of a move for the side to move on a board; the inverse of :func:`move_of`."""
    places = []
    for square in (move.from_square, move.to_square):
        rank = int(square[1]) if board.turn == "red" else 9 - int(square[1])
        places.append(9 * rank + "abcdefghi".index(square[0]))
    return 90 * places[0] + places[1]


def _read(name: str) -> Iterator[Batch]:
    for part in DataFile.parts(name):
        columns = part.columns(name)
        arrays: list[Any] = [np.frombuffer(data, dtype) for data, (_, dtype) in zip(columns, _COLUMNS)]
        arrays[0] = arrays[0].reshape(-1, 10, 9)
        yield Batch(*arrays)


def _join(parts: list[Batch]) -> Batch:
    if len(parts) == 1:
        return parts[0]
    return Batch(*(np.concatenate([getattr(part, name) for part in parts]) for name, _ in _COLUMNS))
