"""Names for the plain values that chuhe accepts and returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Union

if TYPE_CHECKING:
    from ._native import Move

Color = Literal["red", "black"]
"""A side."""
Notation = Literal["coordinates", "iccs", "wxf", "chinese", "traditional"]
"""How moves are written: ``h2e2``, ``H2-E2``, ``C2.5``, ``炮二平五``, and the same in traditional characters."""
RuleSet = Literal["asian", "chinese", "computer"]
"""Rules of repetition."""
FileFormat = Literal["pgn", "dhtmlxq", "xqf", "cbr", "cbl", "cbf", "wxf", "moves", "fen"]
"""A format of files of games. CCBridge's (``cbr``, ``cbl``, ``cbf``) and ``wxf`` are read, not written."""
Bound = Literal["exact", "lower", "upper"]
"""Whether a score is the true one, or the least or the most that it can be."""
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "missed mate"]
"""How good a move is."""
Outcome = Literal["1-0", "0-1", "1/2-1/2", "*"]
"""The result of a game, ``*`` if it is not known."""
Variety = Literal["none", "tiny", "small", "medium", "large", "huge"]
"""How much moves from an opening book vary: by their weights at ``'medium'``, always the best one at ``'none'``."""
TableResult = Literal["win", "draw", "loss", "win_by_ban", "loss_by_ban"]
"""What an endgame table says of a position."""
MoveLike = Union["Move", str]
"""A move, or its text in any notation."""
