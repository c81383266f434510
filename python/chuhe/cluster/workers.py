"""The workers: processes on this machine or actors on a Ray cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
import time
import traceback
from abc import ABC, abstractmethod
from multiprocessing.connection import Connection, wait
from typing import Any

from .driver import ClusterError
from .shards import Outcome, Shard, identity

__all__ = ["LocalWorkers", "RayWorkers", "Workers"]


STILLBORN_MAX = 10
"""The number of consecutive cluster workers that may fail to start before the run fails."""


class Workers(ABC):
    """Workers that each process one shard at a time."""

    @abstractmethod
    def count(self) -> int:
        """The number of workers."""

    @abstractmethod
    def idle(self) -> int:
        """The number of idle workers."""

    @abstractmethod
    def give(self, shard: Shard) -> None:
        """Assigns a shard to an idle worker."""

    @abstractmethod
    def wait(self, seconds: float) -> list[Outcome]:
        """Waits up to ``seconds`` for outcomes."""

    @abstractmethod
    def end(self, number: int, why: str) -> None:
        """Terminates the worker that has a shard. The shard counts as lost, for the reason ``why``."""

    @abstractmethod
    def drop_all(self) -> None:
        """Abandons all running shards."""

    @abstractmethod
    def close(self) -> None:
        """Ends all workers."""

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def perform(shard: Shard) -> Outcome:
    """Runs a shard's function in this process."""
    since = time.perf_counter()
    try:
        result = shard.work(*shard.arguments)
    except Exception as error:
        told = "".join(traceback.format_exception_only(error)).strip()
        return Outcome(shard.number, error=told, seconds=time.perf_counter() - since)
    return Outcome(shard.number, result=result, seconds=time.perf_counter() - since)


def _serve(connection: Connection) -> None:
    """The main loop of a local worker."""
    import signal

    # The driver handles Ctrl-C and terminates its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            connection.send(perform(connection.recv()))
    except (EOFError, OSError):
        # The driver has exited.
        pass


class _Process:
    """A local worker."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.number: int | None = None
        self.why = ""

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class LocalWorkers(Workers):
    """Processes on this machine, by default one per core.

    They are new processes that import the script that started them, so its top-level code belongs under ``if __name__
    == "__main__":``.
    """

    def __init__(self, count: int | None = None) -> None:
        wanted = cores() if count is None else count
        if not 1 <= wanted <= 1024:
            raise ClusterError(f"the number of local workers must be from 1 to 1024, not {wanted}")
        self._all = [_Process() for _ in range(wanted)]

    def count(self) -> int:
        return len(self._all)

    def idle(self) -> int:
        return sum(worker.number is None for worker in self._all)

    def give(self, shard: Shard) -> None:
        worker = next(worker for worker in self._all if worker.number is None)
        worker.number = shard.number
        try:
            worker.connection.send(shard)
        except OSError:
            # The worker has died; `wait` will notice.
            pass

    def wait(self, seconds: float) -> list[Outcome]:
        busy = [worker for worker in self._all if worker.number is not None]
        ready = wait([worker.connection for worker in busy], seconds) if busy else []
        outcomes = []
        for worker in busy:
            if worker.connection not in ready:
                continue
            number = worker.number
            assert number is not None
            try:
                outcome = worker.connection.recv()
                worker.number = None
            except (EOFError, OSError):
                worker.process.join(1)
                why = worker.why or f"its worker exited with code {worker.process.exitcode}"
                outcome = Outcome(number, lost=why)
                self._replace(worker)
            outcomes.append(outcome)
        return outcomes

    def end(self, number: int, why: str) -> None:
        for worker in self._all:
            if worker.number == number:
                worker.why = why
                worker.process.kill()

    def drop_all(self) -> None:
        for worker in list(self._all):
            if worker.number is not None:
                self._replace(worker)

    def close(self) -> None:
        for worker in self._all:
            worker.end()
        self._all = []

    def _replace(self, worker: _Process) -> None:
        worker.end()
        self._all[self._all.index(worker)] = _Process()


class _Actor:
    """A worker on a Ray cluster."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle
        self.number: int | None = None
        self.why = ""
        # The pending answer: first the worker's identity, later the outcome of a shard.
        self.pending: Any = None
        self.is_checked = False


class RayWorkers(Workers):
    """Workers on all machines in a Ray cluster, by default one per CPU.

    ``address`` is the address of a cluster. Without it, the cluster that this process is already connected to is used,
    or else a new one on this machine. Every worker must have the same engine as this process, according to its version
    and bench signature.
    """

    def __init__(self, address: str | None = None, count: int | None = None) -> None:
        try:
            import ray
            from ray.exceptions import RayError
        except ImportError as error:
            raise ClusterError("Ray is not installed: pip install chuhe[ray]") from error
        self._ray = ray
        self._lost = RayError
        self._started = not ray.is_initialized()
        if self._started:
            ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING, include_dashboard=False)
        self._wanted = count
        self._identity = identity()

        class Worker:
            """The actor that runs on the cluster."""

            def identity(self) -> str:
                return identity()

            def perform(self, shard: Shard) -> Outcome:
                return perform(shard)

        self._class = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Worker)
        self._all: list[_Actor] = []
        # The number of consecutive workers that ended before reporting their identity.
        self._stillborn = 0
        self._grow()

    def count(self) -> int:
        return len(self._all)

    def idle(self) -> int:
        self._grow()
        return sum(worker.is_checked and worker.number is None for worker in self._all)

    def give(self, shard: Shard) -> None:
        worker = next(worker for worker in self._all if worker.is_checked and worker.number is None)
        worker.number = shard.number
        worker.pending = worker.handle.perform.remote(shard)

    def wait(self, seconds: float) -> list[Outcome]:
        by_pending = {worker.pending: worker for worker in self._all if worker.pending is not None}
        if not by_pending:
            time.sleep(min(seconds, 0.1))
            return []
        ready, _ = self._ray.wait(list(by_pending), num_returns=len(by_pending), timeout=0)
        if not ready:
            ready, _ = self._ray.wait(list(by_pending), num_returns=1, timeout=seconds)
        outcomes = []
        for pending in ready:
            worker = by_pending[pending]
            try:
                answer = self._ray.get(pending)
            except self._lost as error:
                self._all.remove(worker)
                self._stillborn += not worker.is_checked
                if self._stillborn >= STILLBORN_MAX:
                    raise ClusterError(f"cluster workers fail to start: {error}") from error
                if worker.number is not None:
                    why = worker.why or f"its worker exited: {type(error).__name__}"
                    outcomes.append(Outcome(worker.number, lost=why))
                continue
            worker.pending = None
            if isinstance(answer, Outcome):
                worker.number = None
                outcomes.append(answer)
            elif answer == self._identity:
                worker.is_checked = True
                self._stillborn = 0
            else:
                raise ClusterError(f"a worker has a different engine: {answer} instead of {self._identity}")
        return outcomes

    def end(self, number: int, why: str) -> None:
        for worker in self._all:
            if worker.number == number:
                worker.why = why
                self._ray.kill(worker.handle)

    def drop_all(self) -> None:
        for worker in list(self._all):
            if worker.number is not None:
                self._ray.kill(worker.handle)
                self._all.remove(worker)

    def close(self) -> None:
        for worker in self._all:
            self._ray.kill(worker.handle)
        self._all = []
        if self._started:
            self._ray.shutdown()

    def _cpus(self) -> int:
        resources: dict[str, float] = self._ray.cluster_resources()  # type: ignore[no-untyped-call]
        return max(1, int(resources.get("CPU", 1)))

    def _grow(self) -> None:
        """Replaces lost workers, and adds workers on machines that have joined."""
        wanted = self._wanted or self._cpus()
        while len(self._all) < wanted:
            worker = _Actor(self._class.remote())
            worker.pending = worker.handle.identity.remote()
            self._all.append(worker)
