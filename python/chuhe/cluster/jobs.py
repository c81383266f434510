"""Divides the four kinds of work into shards, and stores their results."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union

from chuhe import __version__
from chuhe._native import (
    DEFAULT_NODES,
    DataFile,
    EngineProcess,
    Match,
    NativeGame,
    Positions,
    analyze_positions,
    play_games,
)
from chuhe._types import FileFormat, Notation, RuleSet
from chuhe.annotate import annotate as annotate_here
from chuhe.annotate import check_limit
from chuhe.arena import EngineSettings, MatchOptions, match_spec
from chuhe.collection import Collection
from chuhe.engine import Engine, EngineOptions, Limit
from chuhe.game import Game

from .driver import ClusterError, Report, run
from .shards import Shard
from .sinks import FolderSink, OrderedFile
from .workers import LocalWorkers, Workers

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["analyze", "annotate", "datagen", "play_match"]

StrPath = Union[str, "os.PathLike[str]"]

GAMES_IN_A_FILE = 50
"""The number of games in a file written by ``chuhe datagen``."""


@dataclass(frozen=True)
class _Other:
    """Another engine, as workers are told it."""

    words: tuple[str, ...]
    """The settings, without names that only this machine knows."""
    name: str
    """Its name, version and options."""
    program: str | None
    """The digest of its program."""

    @classmethod
    def of(cls, engine: Engine | None) -> _Other | None:
        return None if engine is None else cls.told(engine._process)

    @classmethod
    def told(cls, process: EngineProcess) -> _Other:
        return cls(tuple(process.words), process.name, process.program)

    def __str__(self) -> str:
        return f"{self.name}, program {self.program}"


def _terms_of(other: _Other | None) -> dict[str, str | None]:
    return {} if other is None else {"engine": other.name, "program": other.program}


@functools.lru_cache(maxsize=1)
def _process_of(other: _Other) -> EngineProcess:
    """The engine on a worker's machine, which must be the same."""
    process = EngineProcess(None, list(other.words))
    here = _Other.told(process)
    if (here.name, here.program) != (other.name, other.program):
        raise ClusterError(f"a worker has a different engine: {here} instead of {other}")
    return process


def analyze(
    paths: Sequence[StrPath],
    out: StrPath,
    limit: Limit,
    *,
    positions: Literal["first", "last", "all"] = "last",
    format: FileFormat | None = None,
    options: EngineOptions | None = None,
    engine: Engine | None = None,
    shard: int = 16,
    workers: Workers | None = None,
    fresh: bool = False,
    patience: float = 600.0,
    progress: bool | None = None,
    part: tuple[int, int] | None = None,
) -> Report:
    """Searches all positions in files. ``out`` receives the lines that ``chuhe analyze FILES --json`` prints, byte for
    byte unless time is limited.

    A shard has ``shard`` positions. ``part=(2, 10)`` does the second of ten parts, whose results belong between those
    of the first and the third.

    ``engine``, from :meth:`Engine.process`, is another engine that searches; each shard starts it. Its program must be
    at the same path on all machines, or in the ``PATH`` of each if it was named without a folder, and have the same
    contents; a name from ``chuhe engines add`` is looked up here only.
    """
    if shard < 1:
        raise ClusterError(f"shard must be at least 1, not {shard}")
    source = Positions([os.fspath(path) for path in paths], positions, format)
    chosen: dict[str, Any] = dict(options or {})
    other = _Other.of(engine)
    arguments = (limit.depth, limit.nodes, limit.movetime, chosen, other)
    # Refuses invalid arguments before starting anything.
    process = None if engine is None else engine._process
    analyze_positions(
        [], depth=limit.depth, nodes=limit.nodes, movetime=limit.movetime, options=chosen, engine=process
    )
    terms = {
        "work": "analyze",
        "version": __version__,
        "input": source.digest(),
        "positions": positions,
        "format": format,
        "limits": [limit.depth, limit.nodes, limit.movetime],
        "options": chosen,
        "shard": shard,
        "part": part,
        **_terms_of(other),
    }

    count = source.count()
    share = _share(-(-count // shard), part)

    def shards() -> Iterator[Shard]:
        source.start()
        for number in range(share.stop):
            items = source.take(shard)
            if number not in share:
                continue
            for item in items:
                if item[-1] is not None:
                    print(f"{item[1]}: {item[-1]}", file=sys.stderr)
            yield Shard(number - share.start, _analyze_shard, (items, *arguments), len(items))

    total = min(count, share.stop * shard) - share.start * shard
    return _collect(shards(), OrderedFile(out, terms, fresh=fresh), workers, total, "positions", patience, progress)


def _analyze_shard(
    items: list[tuple[Any, ...]],
    depth: int | None,
    nodes: int | None,
    movetime: float | None,
    options: dict[str, Any],
    other: _Other | None,
) -> bytes:
    engine = None if other is None else _process_of(other)
    lines = analyze_positions(items, depth=depth, nodes=nodes, movetime=movetime, options=options, engine=engine)
    return "".join(lines).encode()


def annotate(
    paths: Sequence[StrPath],
    out: StrPath,
    limit: Limit | None = None,
    *,
    format: FileFormat | None = None,
    notation: Notation = "iccs",
    report: bool = False,
    rules: RuleSet = "asian",
    draw_moves: int = 60,
    engine: Engine | None = None,
    workers: Workers | None = None,
    fresh: bool = False,
    patience: float = 3600.0,
    progress: bool | None = None,
    part: tuple[int, int] | None = None,
) -> Report:
    """Annotates all games in files. ``out`` receives them as PGN or, with ``report``, as lines of JSON.

    Each game is a shard. Broken games are annotated up to the error; games without moves are skipped. ``part=(2, 10)``
    does the second of ten parts. ``engine`` is as for :func:`analyze`.
    """
    other = _Other.of(engine)
    limit = limit or Limit(nodes=DEFAULT_NODES)
    check_limit(limit)
    collection = Collection(*paths, format=format)
    terms = {
        "work": "annotate",
        "version": __version__,
        "input": Positions([os.fspath(path) for path in paths], "first", format).digest(),
        "format": format,
        "limits": [limit.depth, limit.nodes, limit.movetime],
        "notation": notation,
        "report": report,
        "rules": [rules, draw_moves],
        "part": part,
        **_terms_of(other),
    }

    share = _share(sum(1 for _ in collection), part)

    def shards() -> Iterator[Shard]:
        for number, game in enumerate(islice(collection, share.start, share.stop)):
            parts = game.__reduce__()[1]
            yield Shard(number, _annotate_shard, (parts, limit, notation, report, rules, draw_moves, other), 1)

    return _collect(shards(), OrderedFile(out, terms, fresh=fresh), workers, len(share), "games", patience, progress)


def _annotate_shard(
    parts: tuple[Any, ...],
    limit: Limit,
    notation: Notation,
    report: bool,
    rules: RuleSet,
    draw_moves: int,
    other: _Other | None,
) -> bytes:
    game = Game._of(NativeGame(*parts[:5]))
    if not game.moves:
        return b""
    engine = None if other is None else Engine._of(_process_of(other))
    annotation = annotate_here(game, limit, jobs=1, rules=rules, draw_moves=draw_moves, engine=engine)
    if report:
        return json.dumps(annotation.report(), ensure_ascii=False).encode() + b"\n"
    return annotation.pgn(notation).encode() + b"\n"


def _share(shards: int, part: tuple[int, int] | None) -> range:
    """The numbers of the shards in a part."""
    number, of = part or (1, 1)
    if not 1 <= number <= of:
        raise ClusterError(f"there is no part {number} of {of}")
    return range(shards * (number - 1) // of, shards * number // of)


def datagen(
    folder: StrPath,
    files: range,
    *,
    nodes: int = 2500,
    soft_nodes: int | None = None,
    seed: int = 1,
    openings: StrPath | None = None,
    random_plies: tuple[int, int] | None = None,
    workers: Workers | None = None,
    patience: float = 3600.0,
    progress: bool | None = None,
) -> Report:
    """Plays games between the engine and itself and writes the files with the given numbers, of 50 games each: byte for
    byte the files that ``chuhe datagen`` writes. Existing files are kept.
    """
    if files.step != 1 or files.start < 0:
        raise ClusterError(f"files must be a range that starts at 0 or later, in steps of 1, not {files}")
    words = ["--nodes", str(nodes), "--seed", str(seed)]
    if soft_nodes is not None:
        words += ["--soft-nodes", str(soft_nodes)]
    if random_plies is not None:
        words += ["--random-plies", f"{random_plies[0]}-{random_plies[1]}"]
    book = None
    if openings is not None:
        book = (Path(openings).name, Path(openings).read_bytes())
    sink = _DataFolder(folder)
    shards = (Shard(number, _datagen_shard, (number, words, book), GAMES_IN_A_FILE) for number in files)
    return _collect(shards, sink, workers, GAMES_IN_A_FILE * len(files), "games", patience, progress)


class _DataFolder(FolderSink):
    """A folder of data files, all from the same run."""

    def __init__(self, folder: StrPath) -> None:
        super().__init__(folder)
        first = next(iter(sorted(self.folder.glob("games-*.games"))), None)
        self._run = None if first is None else _run_of(first)

    def path(self, number: int) -> Path:
        return self.folder / f"games-{number:06}.games"

    def is_done(self, number: int) -> bool:
        """Whether a file is complete. An incomplete one, from a shorter run, is played again and replaced."""
        return super().is_done(number) and len(DataFile(self.path(number))) == GAMES_IN_A_FILE

    def add(self, number: int, result: bytes) -> bool:
        with tempfile.TemporaryDirectory(prefix="chuhe-datagen-") as folder:
            came = Path(folder) / "came.games"
            came.write_bytes(result)
            run_of_it = _run_of(came)
        if self._run not in (None, run_of_it):
            raise ClusterError(f"{self.folder} contains games from another run: {self._run}, not {run_of_it}")
        self._run = run_of_it
        return super().add(number, result)


def _run_of(path: Path) -> str:
    """The description of the run that wrote a file; it is the same for all files of that run."""
    version, bench, command, _first = DataFile(path).header()
    return f"{command.rsplit(' --games ', 1)[0]} (version {version}, bench {bench})"


def _datagen_shard(number: int, words: list[str], book: tuple[str, bytes] | None) -> bytes:
    with tempfile.TemporaryDirectory(prefix="chuhe-datagen-") as folder:
        if book is not None:
            # The file header records the name of the openings file.
            place = Path(folder) / book[0]
            place.write_bytes(book[1])
            words = [*words, "--openings", str(place)]
        share = ["--out", str(Path(folder) / "data"), "--files", f"{number}..{number + 1}", "--jobs", "1"]
        command = [sys.executable, "-m", "chuhe", "-q", "datagen", *share, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise ClusterError(done.stderr.strip() or f"chuhe datagen ended with exit code {done.returncode}")
        (path,) = (Path(folder) / "data").glob("*.games")
        return path.read_bytes()


def play_match(
    engines: Sequence[EngineSettings],
    folder: StrPath,
    *,
    workers: Workers | None = None,
    fresh: bool = False,
    patience: float = 3600.0,
    progress: bool | None = None,
    **options: Unpack[MatchOptions],
) -> tuple[Report, dict[str, Any]]:
    """Plays a match in a folder as ``chuhe match`` does, and returns a report and the summary. See
    :class:`MatchOptions`.

    Each encounter, two games with the same opening, is a shard. Games count in the order of the schedule, whichever
    ends first; all stop once the sequential test is decided. The engines and the openings must be at the same paths on
    all machines.
    """
    if "jobs" in options:
        raise ClusterError("jobs cannot be set: each worker plays one game at a time")
    spec = json.dumps(match_spec(engines, options))
    match = Match(spec, os.fspath(folder), fresh)
    shards = (Shard(numbers[0], play_games, (spec, match.names, numbers), len(numbers)) for numbers in match.left())
    left = sum(map(len, match.left()))
    report = _collect(shards, _MatchSink(match), workers, left, "games", patience, progress)
    return report, match.summary()


class _MatchSink:
    """The folder of a match."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def is_done(self, number: int) -> bool:
        return False

    def add(self, number: int, result: list[tuple[str, bytes]]) -> bool:
        self.match.add(result)
        return not self.match.is_over()

    def finish(self) -> None:
        self.close()

    def close(self) -> None:
        self.match.save()
        self.match.close()


def _collect(
    shards: Iterator[Shard],
    sink: Any,
    workers: Workers | None,
    total: int | None,
    unit: str,
    patience: float,
    progress: bool | None,
) -> Report:
    own = workers or LocalWorkers()
    try:
        return run(shards, own, sink, total=total, unit=unit, patience=patience, progress=progress)
    finally:
        if workers is None:
            own.close()
