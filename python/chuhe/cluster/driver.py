"""Assigns shards to workers and collects the results."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chuhe.errors import Error

if TYPE_CHECKING:
    from .shards import Outcome, Shard
    from .sinks import Sink
    from .workers import Workers

__all__ = ["ClusterError", "Report", "run"]

ATTEMPTS = 3
"""The number of workers that a shard may lose before the run fails."""
WAIT_S = 1.0


class ClusterError(Error):
    """The work cannot be done as requested."""


@dataclass
class Report:
    """The statistics of a run."""

    shards: int = 0
    """The number of shards done in this run."""
    size: int = 0
    """The number of positions or games in these shards."""
    skipped: int = 0
    """The number of shards skipped because their results were already stored."""
    lost: int = 0
    """The number of workers lost."""
    seconds: float = 0.0
    """The duration of the run in seconds."""
    work_seconds: list[float] = field(default_factory=list)
    """The time in seconds that a worker spent on each shard."""
    stopped: bool = False
    """Whether the run ended early because the sink needed no more results."""

    def __str__(self) -> str:
        text = f"{self.size} in {self.shards} shards, {self.seconds:.1f} s"
        if self.work_seconds:
            busy = sum(self.work_seconds)
            text += f", {busy:.1f} s of work, {statistics.median(self.work_seconds):.3f} s per shard"
        if self.skipped:
            text += f", shards skipped: {self.skipped}"
        if self.lost:
            text += f", workers lost: {self.lost}"
        return text


@dataclass
class _Given:
    """A shard that is assigned to a worker, or whose worker was lost."""

    shard: Shard
    since: float
    attempt: int


def run(
    shards: Iterator[Shard],
    workers: Workers,
    sink: Sink,
    *,
    total: int | None = None,
    unit: str = "shards",
    patience: float = 600.0,
    window: int | None = None,
    progress: bool | None = None,
) -> Report:
    """Has workers process the shards, and stores their results in order.

    A worker that is silent for ``patience`` seconds is terminated. Results that arrive early wait in memory; at most
    ``window`` shards are running or waiting at a time.
    """
    report = Report()
    since = time.monotonic()
    bar = _bar(total, unit, progress)
    try:
        driver = _Driver(shards, workers, sink, report, bar)
        while driver.give(window or max(64, 8 * workers.count())):
            driver.hear()
            if not driver.keep():
                report.stopped = True
                return report
            driver.end_silent(patience)
        sink.finish()
        return report
    finally:
        report.seconds = time.monotonic() - since
        workers.drop_all()
        sink.close()
        bar.close()


class _Driver:
    """The state of a run."""

    def __init__(self, shards: Iterator[Shard], workers: Workers, sink: Sink, report: Report, bar: Any) -> None:
        self.shards, self.workers, self.sink, self.report, self.bar = shards, workers, sink, report, bar
        self.given: dict[int, _Given] = {}
        # Shards whose workers were lost.
        self.again: dict[int, _Given] = {}
        # Results that arrived before their turn.
        self.early: dict[int, tuple[Shard, Outcome]] = {}

    def give(self, window: int) -> bool:
        """Assigns shards to idle workers. Returns whether any shards are running."""
        while self.workers.idle() > 0:
            if self.again:
                held = self.again.pop(min(self.again))
                shard, attempt = held.shard, held.attempt + 1
            elif len(self.given) + len(self.early) >= window:
                break
            else:
                following = self._following()
                if following is None:
                    break
                shard, attempt = following, 1
            self.given[shard.number] = _Given(shard, time.monotonic(), attempt)
            self.workers.give(shard)
        return bool(self.given or self.again or self.early) or self.workers.idle() == 0

    def _following(self) -> Shard | None:
        """The next shard without a result."""
        for shard in self.shards:
            if not self.sink.is_done(shard.number):
                return shard
            self.report.skipped += 1
            self.bar.update(shard.size)
        return None

    def hear(self) -> None:
        """Waits for outcomes and handles them."""
        for outcome in self.workers.wait(WAIT_S):
            # The shard may have been given to another worker in the meantime; the first result counts.
            held = self.given.pop(outcome.number, None)
            if held is None:
                continue
            if outcome.error is not None:
                raise ClusterError(f"shard {outcome.number}: {outcome.error}")
            if outcome.lost is None:
                self.early[outcome.number] = (held.shard, outcome)
                continue
            self.report.lost += 1
            if held.attempt >= ATTEMPTS:
                raise ClusterError(f"shard {outcome.number} has lost {ATTEMPTS} workers: {outcome.lost}")
            _say(self.bar, f"shard {outcome.number} is repeated: {outcome.lost}")
            self.again[outcome.number] = held

    def keep(self) -> bool:
        """Stores the results that are next in order. Returns whether the sink needs more."""
        # Shards start in order, so every shard that has not started follows the shards in `early`.
        while self.early and (number := min(self.early)) < min([*self.given, *self.again], default=number + 1):
            shard, outcome = self.early.pop(number)
            wanted = self.sink.add(number, outcome.result)
            self.report.shards += 1
            self.report.size += shard.size
            self.report.work_seconds.append(outcome.seconds)
            self.bar.update(shard.size)
            if not wanted:
                return False
        return True

    def end_silent(self, patience: float) -> None:
        """Terminates workers that have been silent for too long."""
        now = time.monotonic()
        for number, held in self.given.items():
            if now - held.since > patience:
                self.workers.end(number, f"its worker was silent for {patience:.0f} s")
                held.since = now


class _NoBar:
    """A substitute for a progress bar that shows nothing."""

    def update(self, _count: int) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


def _bar(total: int | None, unit: str, wanted: bool | None) -> Any:
    if wanted is False or (wanted is None and not sys.stderr.isatty()):
        return _NoBar()
    try:
        from tqdm import tqdm
    except ImportError:
        return _NoBar()
    return tqdm(total=total, unit=f" {unit}", smoothing=0.05)


def _say(bar: Any, text: str) -> None:
    if isinstance(bar, _NoBar):
        print(text, file=sys.stderr)
    else:
        bar.write(text, file=sys.stderr)
