"""Games: tags, a start position, a tree of moves, and a result."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from ._native import Board, Move, NativeGame, write_whole
from ._types import FileFormat, MoveLike, Notation, Outcome

if TYPE_CHECKING:
    from .errors import ReadError

__all__ = ["Game", "Node"]

_Token = Any
_UNKNOWN_TAGS = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "Red": "?", "Black": "?"}


class Node:
    """A node in a tree of moves: the position after a move, and the moves that may follow.

    The first of its :attr:`children` continues the line; the others are variations.
    """

    __slots__ = ("_children", "_move", "_parent", "comment", "glyphs", "starting_comment")

    comment: str
    """The comment on the move; in the root, the comment on the game."""
    glyphs: list[int]
    """Numeric annotation glyphs (NAG) of PGN: 1 is ``!``, 2 is ``?``."""
    starting_comment: str
    """The comment before the move, if it is the first move of a variation."""

    def __init__(self, parent: Node | None, move: Move | None) -> None:
        self._parent = parent
        self._move = move
        self._children: list[Node] = []
        self.comment = ""
        self.glyphs = []
        self.starting_comment = ""

    @property
    def move(self) -> Move | None:
        """The move that leads to this node; ``None`` in the root."""
        return self._move

    @property
    def parent(self) -> Node | None:
        """The node before the move; ``None`` in the root."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes of the moves that may follow, the main move first."""
        return tuple(self._children)

    @property
    def next(self) -> Node | None:
        """The first child; ``None`` if there are no children."""
        return self._children[0] if self._children else None

    @property
    def root(self) -> Node:
        """The node before all moves."""
        node = self
        while node._parent is not None:
            node = node._parent
        return node

    @property
    def game(self) -> Game:
        """The game that contains this node. Raises :class:`ValueError` if the move has been removed from its game."""
        root = self.root
        if not isinstance(root, _Root):
            raise ValueError("this move has been removed from its game")
        return root.owner

    @property
    def ply(self) -> int:
        """The number of moves from the start of the game to this node."""
        return len(self.path())

    def path(self) -> list[Move]:
        """The moves from the start of the game to this node."""
        moves: list[Move] = []
        node = self
        while node._parent is not None:
            moves.append(cast(Move, node._move))
            node = node._parent
        moves.reverse()
        return moves

    def board(self) -> Board:
        """The position at this node, with the moves that led to it."""
        board = self.game.start
        for move in self.path():
            board.push(move)
        return board

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main continuation from here: the first child, its first child, and so on."""
        node = self.next
        while node is not None:
            yield node
            node = node.next

    def add(self, move: MoveLike, comment: str = "", glyphs: Iterable[int] = ()) -> Node:
        """Adds a move as the last child and returns its node. If the move is already a child, the existing node is
        extended.

        Raises :class:`IllegalMoveError` or :class:`MoveTextError` if the move cannot be played here.
        """
        board = self.board()
        played = board.push(move)
        node = next((child for child in self._children if child._move == played), None)
        if node is None:
            node = Node(self, played)
            self._children.append(node)
        node.comment = comment or node.comment
        node.glyphs.extend(glyph for glyph in glyphs if glyph not in node.glyphs)
        return node

    def add_line(self, moves: Iterable[MoveLike]) -> Node:
        """Adds consecutive moves and returns the last node. Moves that already exist are not added again."""
        node = self
        board = self.board()
        for move in moves:
            played = board.push(move)
            known = next((child for child in node._children if child._move == played), None)
            if known is None:
                known = Node(node, played)
                node._children.append(known)
            node = known
        return node

    def promote(self) -> None:
        """Makes this node the first of its parent's children."""
        if self._parent is not None:
            self._parent._children.remove(self)
            self._parent._children.insert(0, self)

    def remove(self) -> None:
        """Removes the move, and all moves that follow it, from the game."""
        if self._parent is not None:
            self._parent._children.remove(self)
            self._parent = None

    def __repr__(self) -> str:
        return f"<Node {self._move} with {len(self._children)} children>"


class _Root(Node):
    """The root of a game's tree."""

    __slots__ = ("owner",)

    def __init__(self, owner: Game) -> None:
        super().__init__(None, None)
        self.owner = owner


class Game:
    """A game, read from a file in any format or created from moves.

    >>> game = Game.from_moves("炮二平五 马8进7", tags={"Red": "胡荣华"})
    >>> game.root.next.add("h9g7", glyphs=[1]).comment = "the usual reply"
    >>> print(game.to_string("moves"), end="")
    h2e2 h9g7
    """

    __slots__ = ("__weakref__", "_native", "_outcome", "_root", "_start", "_tags", "errors")

    errors: list[ReadError]
    """The errors found when the game was read. The game contains everything that could be read."""

    def __init__(self, start: Board | str | None = None, tags: Mapping[str, str] | None = None) -> None:
        board = start.copy() if isinstance(start, Board) else Board(start)
        # The tree starts at the current position of the board.
        self._start = Board(board.fen)
        self._native: NativeGame | None = None
        self._tags: dict[str, str] | None = {**_UNKNOWN_TAGS, **(tags or {})}
        self._root: Node | None = _Root(self)
        self._outcome: Outcome = "*"
        self.errors = []

    @classmethod
    def from_moves(
        cls,
        moves: str | Iterable[MoveLike],
        start: Board | str | None = None,
        tags: Mapping[str, str] | None = None,
        outcome: Outcome = "*",
    ) -> Game:
        """Creates a game from consecutive moves: text in any notation, or a sequence of moves."""
        game = cls(start, tags)
        board = game.start
        played = board.push_text(moves) if isinstance(moves, str) else [board.push(move) for move in moves]
        game.root.add_line(played)
        game.outcome = outcome
        return game

    @classmethod
    def from_board(cls, board: Board, tags: Mapping[str, str] | None = None) -> Game:
        """Creates a game from the moves played on a board."""
        return cls.from_moves(board.moves, board.root, tags)

    @classmethod
    def _of(cls, native: NativeGame) -> Game:
        game = cls.__new__(cls)
        game._start = native.start()
        game._native = native
        game._tags = None
        game._root = None
        game._outcome = cast(Outcome, native.outcome())
        game.errors = []
        return game

    @property
    def start(self) -> Board:
        """A new board with the position before the first move."""
        return self._start.copy()

    @property
    def tags(self) -> dict[str, str]:
        """The names and values of tags, such as ``Red`` and ``Event``. The result and the start position are not
        tags."""
        if self._tags is None:
            assert self._native is not None
            self._tags = dict(self._native.tags())
        return self._tags

    @property
    def outcome(self) -> Outcome:
        """The recorded result."""
        return self._outcome

    @outcome.setter
    def outcome(self, outcome: Outcome) -> None:
        if outcome not in ("1-0", "0-1", "1/2-1/2", "*"):
            raise ValueError(f"an outcome must be 1-0, 0-1, 1/2-1/2 or *, not {outcome!r}")
        self._outcome = outcome

    @property
    def root(self) -> Node:
        """The root of the tree of moves, before the first move."""
        if self._root is None:
            assert self._native is not None
            self._root = self._tree(self._native)
        return self._root

    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
        if self._root is None:
            assert self._native is not None
            return self._native.moves()
        return [cast(Move, node.move) for node in self._root.mainline()]

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        for node in node.mainline():
            pass
        return node

    @property
    def opening(self) -> tuple[str, str] | None:
        """The name of the opening in English and in Chinese; ``None`` if it has no name."""
        return self._to_native().opening()

    def __len__(self) -> int:
        """The number of plies in the main line."""
        return self._native.plies() if self._root is None and self._native else len(self.moves)

    def __bool__(self) -> bool:
        """Always true, even for a game without moves."""
        return True

    def board(self, plies: int | None = None) -> Board:
        """The board after ``plies`` plies of the main line, by default at its end."""
        return self._to_native().board(plies)

    def boards(self) -> Iterator[Board]:
        """The boards at the start and after each move of the main line, as independent copies."""
        board = self.start
        yield board.copy()
        for move in self.moves:
            board.push(move)
            yield board.copy()

    def push(self, move: MoveLike) -> Node:
        """Adds a move at the end of the main line and returns its node."""
        return self.end.add(move)

    def to_bytes(
        self,
        format: FileFormat = "pgn",
        notation: Notation | None = None,
        *,
        positions: Literal["first", "last", "all"] = "last",
        encoding: Literal["utf-8", "gb18030"] = "utf-8",
    ) -> bytes:
        """The game as the contents of a file. :meth:`losses` counts what the format cannot hold.

        Moves are written in ``notation``; the default is ``"iccs"`` in PGN, otherwise ``"coordinates"``.
        """
        return self._to_native().write(format, notation, positions, encoding)[0]

    def to_string(
        self,
        format: FileFormat = "pgn",
        notation: Notation | None = None,
        *,
        positions: Literal["first", "last", "all"] = "last",
    ) -> str:
        """The game as text. XQF is not a text format; see :meth:`to_bytes`."""
        if format == "xqf":
            raise ValueError("xqf is not a text format; use to_bytes")
        return self.to_bytes(format, notation, positions=positions).decode()

    def losses(self, format: FileFormat, notation: Notation | None = None) -> dict[str, int]:
        """The number of items of each kind that a format cannot hold, such as ``{'variations': 2}``; empty if nothing
        is lost."""
        losses = self._to_native().write(format, notation, "last", "utf-8")[1]
        return {name: count for name, count in losses.items() if count}

    def save(
        self,
        path: str | os.PathLike[str],
        format: FileFormat | None = None,
        notation: Notation | None = None,
        *,
        encoding: Literal["utf-8", "gb18030"] = "utf-8",
        fresh: bool = False,
    ) -> None:
        """Writes the game to a file completely or not at all. By default the extension of the file determines the
        format.

        A non-empty existing file is overwritten only with ``fresh``; otherwise :class:`FileExistsError` is raised.
        """
        path = Path(path)
        chosen = format or cast(FileFormat, path.suffix.lower().removeprefix("."))
        data = self.to_bytes(chosen, notation, encoding=encoding)
        write_whole(path, data, fresh=fresh)

    def __str__(self) -> str:
        return self.to_string()

    def __repr__(self) -> str:
        red, black = (self.tags.get(name, "?") for name in ("Red", "Black"))
        return f"<Game {red} - {black} {self.outcome}, {len(self)} plies>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._to_native() == other._to_native()

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self.copy()

    def copy(self) -> Game:
        """A copy with its own tree."""
        copy = Game._of(self._to_native())
        copy.errors = list(self.errors)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        native = self._to_native()
        parts = (native.tags(), native.start(), native.comment(), native.tokens(), native.outcome(), self.errors)
        return (_restore, parts)

    def _to_native(self) -> NativeGame:
        """The game in the form of the Rust library."""
        if self._native is not None and self._root is None and self._tags is None:
            if self._outcome == self._native.outcome():
                return self._native
        root = self.root
        tags = [(str(name), str(value)) for name, value in self.tags.items()]
        return NativeGame(tags, self._start, root.comment, list(_tokens(root)), self._outcome)

    def _tree(self, native: NativeGame) -> Node:
        root = _Root(self)
        root.comment = native.comment()
        # Where each open line continues, and the comment before its next move.
        places: list[tuple[Node, str]] = [(root, "")]
        for token in native.tokens():
            if token is None:
                places.pop()
            elif isinstance(token, str):
                # A variation on the last move starts before it.
                parent = places[-1][0].parent
                assert parent is not None
                places.append((parent, token))
            else:
                parent, starting_comment = places[-1]
                node = Node(parent, token[0])
                node.glyphs, node.comment, node.starting_comment = list(token[1]), token[2], starting_comment
                parent._children.append(node)
                places[-1] = (node, "")
        return root


def _tokens(root: Node) -> Iterator[_Token]:
    """A tree of moves as the tokens of :class:`NativeGame`."""
    # The lines that are not finished: for each, an iterator over the rest of it.
    lines: list[Iterator[_Token]] = [_line(root.next, root.children[1:])]
    while lines:
        token = next(lines[-1], lines)
        if token is lines:
            lines.pop()
            if lines:
                yield None
        elif isinstance(token, Node):
            yield token.starting_comment
            lines.append(_line(token, ()))
        else:
            yield token


def _line(node: Node | None, variations: tuple[Node, ...]) -> Iterator[_Token]:
    """The nodes of a line, each followed by the first nodes of the variations on it."""
    while node is not None:
        yield (node.move, node.glyphs, node.comment)
        yield from variations
        variations = node.children[1:]
        node = node.next


def _restore(
    tags: list[tuple[str, str]],
    start: Board,
    comment: str,
    tokens: list[_Token],
    outcome: str,
    errors: list[ReadError],
) -> Game:
    game = Game._of(NativeGame(tags, start, comment, tokens, outcome))
    game.errors = errors
    return game
