"""Types of the plain values that chuhe accepts and returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Union

if TYPE_CHECKING:
    from ._native import Move

Color = Literal["red", "black"]
"""A side."""
Notation = Literal["coordinates", "iccs", "wxf", "chinese", "traditional"]
"""A notation for moves: ``h2e2``, ``H2-E2``, ``C2.5``, ``炮二平五``, or the last in traditional characters."""
RuleSet = Literal["asian", "chinese", "computer"]
"""A set of repetition rules."""
FileFormat = Literal["pgn", "dhtmlxq", "xqf", "cbr", "cbl", "cbf", "wxf", "moves", "fen"]
"""A file format for games. Those of CCBridge (``cbr``, ``cbl``, ``cbf``) and ``wxf`` are read-only."""
Bound = Literal["exact", "lower", "upper"]
"""Whether a score is exact, a lower bound or an upper bound."""
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "missed mate"]
"""The grade of a move."""
Outcome = Literal["1-0", "0-1", "1/2-1/2", "*"]
"""The result of a game; ``*`` if unknown or unfinished."""
Variety = Literal["none", "tiny", "small", "medium", "large", "huge"]
"""How much moves from an opening book vary: ``'medium'`` follows their weights; ``'none'`` always takes the best
one."""
PieceStyle = Literal["chinese", "letters"]
"""How pieces are drawn."""
Theme = Literal["wood", "print"]
"""The colour scheme of a picture."""
TableResult = Literal["win", "draw", "loss", "win_by_ban", "loss_by_ban"]
"""The result of a position according to an endgame table."""
MoveLike = Union["Move", str]
"""A move, or its text in any notation."""
