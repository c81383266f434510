"""Matches between engines."""

from __future__ import annotations

import json
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, cast

from ._native import Match, Move
from ._types import Outcome, RuleSet
from .errors import MatchError
from .game import Game

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["Arena", "EngineSettings", "GameRecord", "MatchOptions"]

StrPath = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class EngineSettings:
    """A playing engine and its limits. Without a command it is the engine of this package.

    >>> EngineSettings(nodes=1000, options={"Hash": 8}).words()[-2:]
    ['nodes=1000', 'option.Hash=8']
    """

    command: StrPath | Sequence[str] | None = None
    """The program, with its arguments if it is a sequence."""
    name: str | None = None
    """The name in reports; the one that the engine gives itself by default."""
    protocol: Literal["ucci", "uci"] | None = None
    """Its protocol; found out by default."""
    tc: str | None = None
    """Time control, ``'10+0.1'`` or ``'40/60+0.6'``: moves, seconds, increment."""
    st: float | None = None
    """Seconds for each move."""
    nodes: int | None = None
    """Nodes for each move."""
    depth: int | None = None
    """Depth of each search, in plies."""
    time_margin_ms: int | None = None
    """By how much it may exceed its time."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Options by the names that its protocol has for them."""
    directory: StrPath | None = None
    """The directory in which it runs."""
    more: Sequence[str] = ()
    """More words of ``chuhe match``, ``KEY=VALUE``; such as ``ponder=on``."""

    @classmethod
    def of_words(cls, words: Sequence[str]) -> EngineSettings:
        """An engine from words as in ``chuhe match``; without ``cmd`` it is the engine of this package."""
        commands = [word.removeprefix("cmd=") for word in words if word.startswith("cmd=")]
        rest = [word for word in words if not word.startswith("cmd=")]
        return cls(command=commands[-1] if commands else None, more=rest)

    def words(self) -> list[str]:
        """The settings as words of ``chuhe match``."""
        if self.command is None:
            command: list[str] = [sys.executable, "-m", "chuhe"]
        elif isinstance(self.command, (str, os.PathLike)):
            command = [os.fspath(self.command)]
        else:
            command = list(self.command)
        words = [f"cmd={command[0]}"]
        if command[1:]:
            words.append(f"args={shlex.join(command[1:])}")
        values = {
            "name": self.name,
            "proto": self.protocol,
            "dir": None if self.directory is None else os.fspath(self.directory),
            "tc": self.tc,
            "st": self.st,
            "nodes": self.nodes,
            "depth": self.depth,
            "timemargin": self.time_margin_ms,
        }
        words += [f"{key}={value}" for key, value in values.items() if value is not None]
        words += self.more
        return words + [f"option.{name}={_option(value)}" for name, value in self.options.items()]


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class GameRecord:
    """A game of a match."""

    number: int
    """Its number in the schedule, from 1."""
    red: str
    """The name of the engine that had Red."""
    black: str
    """The name of the engine that had Black."""
    result: Outcome
    """How it ended."""
    ending: str
    """Why, in words."""
    fen: str
    """The position before the first move."""
    book: int
    """How many of the moves are the opening's."""
    moves: list[str]
    """All moves in coordinates."""
    seconds: float
    """How long it took."""

    def game(self) -> Game:
        """The game as a tree of moves, with the engines' names as tags."""
        tags = {"Event": "chuhe match", "Round": str(self.number), "Red": self.red, "Black": self.black}
        return Game.from_moves([Move(move) for move in self.moves], self.fen, tags, self.result)


class MatchOptions(TypedDict, total=False):
    """The options of a match."""

    rounds: int
    """How often every pairing meets; 1 by default."""
    games: Literal[1, 2]
    """Games of an encounter, with the same opening and colours exchanged; 2 by default."""
    openings: StrPath | None
    """A file of games or positions; the start position by default."""
    shuffle: int | None
    """A seed to shuffle the openings by."""
    concurrency: int
    """Games at a time, 1 by default. On a cluster it is the number of workers, and not given here."""
    sprt: tuple[float, float] | str | None
    """The sequential test that ends the match: two hypotheses in Elo, or all its settings as for ``chuhe match --sprt``."""
    resign: str | None
    """When a side loses by its score, in the words of ``chuhe match --resign``."""
    draw: str | None
    """When a game is drawn by both scores, in the words of ``chuhe match --draw``."""
    tables: StrPath | None
    """Folders of endgame tables, with semicolons between them: a position that they know ends the game."""
    rules: RuleSet
    """Rules of repetition, ``'asian'`` by default."""
    draw_moves: int
    """Full moves without a capture after which a game is drawn, 60 by default; 0 for never."""


def match_spec(engines: Sequence[EngineSettings], options: MatchOptions) -> dict[str, Any]:
    """All settings of a match, with the keys of a file for ``chuhe match``."""
    spec: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    spec["engine"] = [engine.words() for engine in engines]
    seed = spec.pop("shuffle", None)
    if "openings" in spec:
        order = "sequential" if seed is None else "random"
        spec["openings"] = {"file": os.fspath(spec["openings"]), "order": order}
    if seed is not None:
        spec["srand"] = seed
    if isinstance(spec.get("sprt"), tuple):
        spec["sprt"] = dict(zip(("elo0", "elo1"), spec["sprt"], strict=True))
    if "tables" in spec:
        spec["tables"] = os.fspath(spec["tables"])
    if "draw_moves" in spec:
        spec["move-limit"] = spec.pop("draw_moves")
    return spec


class Arena:
    """A match between engines: iterate over it to play it, game by game.

    Every finished game is saved in the folder before it is returned, so an interrupted match can be resumed with the
    same settings in the same folder, once this one is closed. Without a folder, a temporary one is used. With
    ``sprt`` the match ends as soon as the test is decided.

    >>> arena = Arena([EngineSettings(nodes=50, name="a"), EngineSettings(nodes=50, name="b")])
    >>> [game.number for game in arena]
    [1, 2]
    >>> arena.summary["played"]
    2
    """

    def __init__(
        self,
        engines: Sequence[EngineSettings],
        *,
        folder: StrPath | None = None,
        fresh: bool = False,
        **options: Unpack[MatchOptions],
    ) -> None:
        """See :class:`MatchOptions`. With ``fresh`` the games in an old folder are removed first."""
        spec = match_spec(engines, options)
        self._temporary = None if folder is not None else tempfile.TemporaryDirectory(prefix="chuhe-arena-")
        place = folder if self._temporary is None else os.path.join(self._temporary.name, "match")
        self._match = Match(json.dumps(spec), os.fspath(cast(StrPath, place)), fresh)


    @property
    def names(self) -> list[str]:
        """The engines' names."""
        return self._match.names

    @property
    def scheduled(self) -> int:
        """The number of games in the schedule."""
        return self._match.scheduled

    @property
    def folder(self) -> str:
        """The folder with the match's files."""
        return os.fspath(self._match.folder)

    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
        return self._match.is_over()

    @property
    def summary(self) -> dict[str, Any]:
        """The result so far, as ``result.json`` has it: games, strength with intervals, the sequential test."""
        return self._match.summary()

    @property
    def sprt(self) -> dict[str, Any] | None:
        """The state of the sequential test, if there is one."""
        return cast("dict[str, Any] | None", self.summary["sprt"])

    @property
    def games(self) -> list[GameRecord]:
        """The finished games, while none is running."""
        return [GameRecord(**record) for record in self._match.games()]

    def __iter__(self) -> Iterator[GameRecord]:
        """Plays the remaining games, and yields each as it ends."""
        try:
            while (record := self._match.next()) is not None:
                yield GameRecord(**record)
        finally:
            # Leaving the loop early leaves no engines behind.
            self.stop()

    def play(self) -> dict[str, Any]:
        """Plays the remaining games, and returns the summary."""
        for _ in self:
            pass
        return self.summary

    def stop(self) -> None:
        """Drops the running games. Finished ones are kept; iterating again resumes the match."""
        self._match.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the match and releases its folder; a temporary one is removed. Result and games can still be read."""
        self._match.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def __repr__(self) -> str:
        return f"<Arena {' - '.join(self.names)}, {self.summary['played']} of {self.scheduled} games>"
