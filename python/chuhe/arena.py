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

from ._native import Match, Move, engine_words
from ._types import Outcome, RuleSet
from .engine import option_words
from .errors import MatchError
from .game import Game

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["Arena", "EngineSettings", "GameRecord", "MatchOptions"]

StrPath = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class EngineSettings:
    """An engine that plays in a match, with its limits. Without ``cmd`` and ``conf``, it is the engine of this package.

    >>> EngineSettings(nodes=1000, options={"Hash": 8}).words()[-2:]
    ['nodes=1000', 'option.Hash=8']
    """

    cmd: StrPath | Sequence[str] | None = None
    """The program, or a sequence of the program and its arguments."""
    name: str | None = None
    """The name in reports; by default, the name that the engine reports."""
    conf: str | None = None
    """The name of an engine from ``chuhe engines add``, instead of ``cmd``; other settings take precedence over its
    own."""
    proto: Literal["ucci", "uci"] | None = None
    """The engine's protocol; detected by default."""
    tc: str | None = None
    """The time control, such as ``'10+0.1'`` or ``'40/60+0.6'``: moves per period, seconds per period, increment in
    seconds."""
    st: float | None = None
    """Seconds per move."""
    nodes: int | None = None
    """Nodes per move."""
    depth: int | None = None
    """Depth of each search, in plies."""
    timemargin: int | None = None
    """The number of milliseconds by which the engine may exceed its time."""
    scoreunit: Literal["cp", "horse"] | None = None
    """The unit of the engine's scores: hundredths of a pawn or of a horse. By default, the unit of its protocol."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Engine options, by the names that its protocol uses."""
    dir: StrPath | None = None
    """The engine's working directory."""
    more: Sequence[str] = ()
    """Further settings of ``chuhe match`` in the form ``KEY=VALUE``, such as ``ponder=on``."""

    @classmethod
    def of_words(cls, words: Sequence[str]) -> EngineSettings:
        """An engine described by settings in the form that ``chuhe match`` accepts; without ``cmd`` or a name, it is the
        engine of this package."""
        commands = [word.removeprefix("cmd=") for word in words if word.startswith("cmd=")]
        names = [word.removeprefix("conf=") for word in words if word.startswith("conf=") or "=" not in word]
        rest = [word for word in words if "=" in word and not word.startswith(("cmd=", "conf="))]
        return cls(cmd=commands[-1] if commands else None, conf=names[0] if names else None, more=rest)

    def words(self) -> list[str]:
        """The settings as arguments for ``chuhe match``."""
        command: list[str] = []
        if self.cmd is None:
            command = [] if self.conf is not None else [sys.executable, "-m", "chuhe"]
        elif isinstance(self.cmd, (str, os.PathLike)):
            command = [os.fspath(self.cmd)]
        else:
            command = list(self.cmd)
        words = [] if self.conf is None else [f"conf={self.conf}"]
        words += [f"cmd={program}" for program in command[:1]]
        if command[1:]:
            words.append(f"args={shlex.join(command[1:])}")
        values = {
            "name": self.name,
            "proto": self.proto,
            "dir": None if self.dir is None else os.fspath(self.dir),
            "tc": self.tc,
            "st": self.st,
            "nodes": self.nodes,
            "depth": self.depth,
            "timemargin": self.timemargin,
            "scoreunit": self.scoreunit,
        }
        words += [f"{key}={value}" for key, value in values.items() if value is not None]
        words += self.more
        return words + option_words(self.options)


@dataclass(frozen=True)
class GameRecord:
    """A game in a match."""

    number: int
    """The number of the game in the schedule, from 1."""
    red: str
    """The name of the engine that played Red."""
    black: str
    """The name of the engine that played Black."""
    result: Outcome
    """The result."""
    ending: str
    """The reason for the result, as text."""
    fen: str
    """The FEN of the position before the first move."""
    book: int
    """The number of leading moves that come from the opening."""
    moves: list[str]
    """All moves in coordinates."""
    seconds: float
    """The duration of the game in seconds."""

    def game(self) -> Game:
        """The game as a tree of moves, with the engines' names as tags."""
        tags = {"Event": "chuhe match", "Round": str(self.number), "Red": self.red, "Black": self.black}
        return Game.from_moves([Move(move) for move in self.moves], self.fen, tags, self.result)


class MatchOptions(TypedDict, total=False):
    """The options of a match."""

    rounds: int
    """The number of encounters between each pair of engines; 1 by default."""
    games: Literal[1, 2]
    """The number of games per encounter, with the same opening and colours exchanged; 2 by default."""
    openings: StrPath | None
    """A file with games or positions from which games start; the start position by default."""
    shuffle: int | None
    """A seed for shuffling the openings; ``None`` keeps their order."""
    jobs: int
    """The number of games played at a time, 1 by default. Not allowed on a cluster, where each worker plays one
    game."""
    sprt: tuple[float, float] | str | None
    """The sequential test that ends the match, as two hypotheses in Elo, or with all settings as for ``chuhe match
    --sprt``."""
    resign: str | None
    """The rule by which a side resigns, as for ``chuhe match --resign``."""
    draw: str | None
    """The rule by which a game is adjudicated as a draw, as for ``chuhe match --draw``."""
    tables: StrPath | None
    """Folders of endgame tables, separated by semicolons. A game is adjudicated once its position is in these
    tables."""
    rules: RuleSet
    """The repetition rules; ``'asian'`` by default."""
    draw_moves: int
    """The number of full moves without a capture after which a game is drawn; 60 by default, 0 for never."""


def match_spec(engines: Sequence[EngineSettings], options: MatchOptions) -> dict[str, Any]:
    """All settings of a match, keyed as in a match file for ``chuhe match``."""
    spec: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    # Workers on other machines do not know the names.
    spec["engine"] = [engine_words(engine.words()) for engine in engines]
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
        spec["draw-moves"] = spec.pop("draw_moves")
    return spec


class Arena:
    """A match between engines. Iterating over it plays the match game by game.

    Every finished game is saved in the folder before it is returned. After an interruption, the same settings and
    folder resume the match, once the previous :class:`Arena` is closed. Without a folder, a temporary one is used. With
    ``sprt``, the match ends as soon as the test is decided.

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
        """Opens or starts a match; see :class:`MatchOptions`. With ``fresh``, games already in the folder are removed
        first."""
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
        """Whether no games are left to play."""
        return self._match.is_over()

    @property
    def summary(self) -> dict[str, Any]:
        """The result so far, as in ``result.json``: games, strength with intervals, the sequential test."""
        return self._match.summary()

    @property
    def sprt(self) -> dict[str, Any] | None:
        """The state of the sequential test; ``None`` if the match has none."""
        return cast("dict[str, Any] | None", self.summary["sprt"])

    @property
    def games(self) -> list[GameRecord]:
        """The finished games. While the match is running, the list is empty."""
        return [GameRecord(**record) for record in self._match.games()]

    def __iter__(self) -> Iterator[GameRecord]:
        """Plays the remaining games and yields each as it ends."""
        try:
            while (record := self._match.next()) is not None:
                yield GameRecord(**record)
        finally:
            # If the caller leaves the loop early, the engines are still running and must be stopped.
            self.stop()

    def play(self) -> dict[str, Any]:
        """Plays the remaining games and returns the summary."""
        for _ in self:
            pass
        return self.summary

    def stop(self) -> None:
        """Aborts the running games and keeps the finished ones; iterating again resumes the match."""
        self._match.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the match and its folder; a temporary folder is removed. The result and the games can still be
        read."""
        self._match.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def __repr__(self) -> str:
        return f"<Arena {' - '.join(self.names)}, {self.summary['played']} of {self.scheduled} games>"
