"""Checks with disks on which every write is slow."""

import concurrent.futures
import importlib.util
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from .. import kills
from ..common import call, duel, journal, result, start
from .checks import Engine, LeftOut, check, demand, run, same, untouched

FILE_SYSTEM = pathlib.Path(__file__).with_name("slow_file_system.py")
USUAL_S, KILLS_S = (0.05, 0.3), (0.01, 0.06)
"""The minimum and maximum duration of an operation in seconds. The durations are shorter for commands that run many
times."""
HANG_S = 5
"""The duration in seconds of an occasional long operation."""
ALONE_S = 5
"""The number of seconds that a command may take to exit, in addition to the remaining operations."""
PATIENCE_S = 600


class SlowDisk:
    """A folder behind a slow file system: `folder` is the slow path, `real` the same folder without delays."""

    def __init__(self, scratch, *words):
        if os.geteuid() or not os.path.exists("/dev/fuse"):
            raise LeftOut("needs root and /dev/fuse")
        if not importlib.util.find_spec("mfusepy"):
            raise LeftOut("needs mfusepy")
        self.base = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        self.folder, self.real, self.log = self.base / "slow", self.base / "real", self.base / "log"
        self.folder.mkdir()
        self.real.mkdir()
        with self.log.open("wb") as log:
            self.process = start(sys.executable, FILE_SYSTEM, self.real, self.folder, *words, stdout=log, stderr=log)
        end = time.monotonic() + 20
        while not os.path.ismount(self.folder):
            if self.process.poll() is not None or time.monotonic() > end:
                self.process.kill()
                raise LeftOut(f"the slow file system has not started: {self.log.read_text()[-300:]}")
            time.sleep(0.02)

    def waits(self):
        """The total delay in seconds, and the number of delayed operations."""
        try:
            told = json.loads((self.base / "waits").read_text())
        except (OSError, ValueError):
            return 0.0, 0
        return told["seconds"], sum(number for name, number in told["operations"].items() if name != "hang")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        call("umount", "--lazy", self.folder)
        try:
            self.process.wait(HANG_S * 2)
        except subprocess.TimeoutExpired:
            self.process.kill()


def times(work, least, most):
    """The arguments for delays of `least` to `most` seconds per write. They are a tenth of that for imports, because
    SQLite writes thousands of single pages."""
    share = 0.1 if isinstance(work, kills.Import) else 1
    return "--least", least * share, "--most", most * share, "--hang-every", round(60 / share)


def beside_each_other(task, items):
    """Runs a task for all items at once, because most of the time is spent waiting."""
    with concurrent.futures.ThreadPoolExecutor(len(items)) as threads:
        return list(threads.map(task, items))


@check
def slow_disk(engine, material, scratch):
    """Every write takes 50 to 300 ms, and some take 5 s: the results are the same as on a fast disk."""
    def go(entry):
        work, whole, _ = entry
        with SlowDisk(scratch, *times(work, *USUAL_S)) as disk:
            work.prepare(disk.real)
            begun = time.monotonic()
            done = run(*work.command(disk.folder), seconds=PATIENCE_S)
            seconds = time.monotonic() - begun
            demand(done.returncode == 0, f"{work.name}: code {done.returncode}, {done.stderr[-300:]}")
            same(work, disk.real, whole, work.name)
            return f"{work.name} {seconds:.0f} s ({disk.waits()[1]} operations)"

    return ", ".join(beside_each_other(go, untouched(material)))


@check
def slow_disk_interrupted(engine, material, scratch):
    """After Ctrl-C during work on a slow disk, the command exits once the disk has answered, and resumes later."""
    def go(entry):
        work, whole, _ = entry
        told = []
        for moment in (0.5, 2.0, 4.0):
            with SlowDisk(scratch, *times(work, *USUAL_S), "--hang-every", 0) as disk:
                work.prepare(disk.real)
                with start(*work.command(disk.folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
                    time.sleep(moment)
                    before, begun = disk.waits()[1], time.monotonic()
                    process.send_signal(signal.SIGINT)
                    err = process.communicate(timeout=PATIENCE_S)[1].decode(errors="replace")
                seconds = time.monotonic() - begun
                where = f"{work.name} after {moment} s"
                # The signal may arrive before the program handles it. The system then ends the program, which a shell
                # also reports as 130.
                demand(process.returncode in (0, 130, -signal.SIGINT), f"{where}: code {process.returncode}, {err[-300:]}")
                operations = disk.waits()[1] - before
                demand(seconds < ALONE_S + USUAL_S[1] * operations, f"{where}: {seconds:.1f} s for {operations} operations")
                told.append((seconds, operations))
                done = run(*work.command(disk.folder), seconds=PATIENCE_S)
                demand(done.returncode == 0, f"{where}, then: {done.stderr[-300:]}")
                same(work, disk.real, whole, f"{where}, then")
        return work.name, *max(told)

    ends = beside_each_other(go, untouched(material))
    return ", ".join(f"{name} {seconds:.1f} s ({operations} operations)" for name, seconds, operations in ends)


@check
def slow_disk_kills(engine, material, scratch):
    """After kills at random points on a slow disk, nothing finished is lost or duplicated."""
    def go(kind):
        work = kind(material)
        with SlowDisk(scratch, *times(work, *KILLS_S), "--hang", 2) as disk:
            return kills.kill_often(work, 12, random.Random(f"slow {work.name}"), disk.folder)

    # The inputs must exist beforehand.
    untouched(material)
    tallies = beside_each_other(go, kills.WORKS)
    faults = [f"{tally.name}, {fault}" for tally in tallies for fault in tally.lost + tally.doubled + tally.other]
    demand(not faults, "; ".join(faults[:6]))
    return f"{sum(tally.kills for tally in tallies)} kills in {sum(tally.rounds for tally in tallies)} rounds of {len(tallies)} commands"


def clocked(engine, folder, *words):
    """Plays a match with clocks; returns its move times in ms as the arena measured them, and its result."""
    command = duel(engine, folder, [], [], "--each", "tc=1+0.02", "timemargin=1000", "--rounds", 2, "--maxmoves", 30,
                   "--log", "all", *words)
    done = run(*command, seconds=PATIENCE_S)
    demand(done.returncode == 0, f"the match ended with {done.returncode}: {done.stderr[-300:]}")
    return result(folder), [move["micros"] / 1000 for game in journal(folder) for move in game["moves"]]


@check
def slow_disk_clocks(engine, material, scratch):
    """In a match with clocks whose folder is on a slow disk, no engine is charged for the disk."""
    _, usual = clocked(engine, scratch / "on-a-fast-disk")
    with SlowDisk(scratch, "--hang-every", 10) as disk:
        score, slow = clocked(engine, disk.folder / "match", "--pgnout", disk.folder / "games.pgn")
        seconds, operations = disk.waits()
    demand(all(not player["time_losses"] and not player["faults"] for player in score["engines"]), "games were lost by time")
    told = (f"{operations} operations took {seconds:.0f} s; moves {statistics.mean(slow):.0f} ms, {max(slow):.0f} at most; "
            f"on a fast disk {statistics.mean(usual):.0f} and {max(usual):.0f}")
    # A busy machine may add several hundred milliseconds; waiting for the disk would add seconds.
    demand(max(slow) < max(*usual, 500) * 2 and statistics.mean(slow) < statistics.mean(usual) * 1.5 + 10, told)
    return told


def recorded(engine, record):
    """The durations in seconds of searches of 200 ms by an engine that logs its dialogue to `record`, and the
    engine's exit code."""
    took = {}
    with Engine(engine, "--log-file", str(record)) as talk:
        for go in ["go movetime 200"] * 10 + ["go infinite"] * 10:
            talk.say("position startpos", go)
            begun = time.monotonic()
            if go == "go infinite":
                time.sleep(0.2)
                talk.say("stop")
            talk.read("bestmove")
            took.setdefault(go, []).append(time.monotonic() - begun)
        talk.say("quit")
        return took, talk.process.wait(PATIENCE_S)


@check
def slow_disk_record(engine, material, scratch):
    """An engine writes its `--log-file` to a slow disk: searches take only the time they were given."""
    usual, _ = recorded(engine, scratch / "talk.log")
    with SlowDisk(scratch, "--hang-every", 5) as disk:
        took, code = recorded(engine, disk.folder / "talk.log")
        lines = (disk.real / "talk.log").read_text().splitlines()
        seconds, operations = disk.waits()
    demand(code == 0, f"code {code}")
    demand(len([line for line in lines if "bestmove" in line]) == 20, "answers are missing from the record")
    demand("> quit" in lines[-1], f"the record ends with {lines[-1]}")
    told = ", ".join(f"{max(took[go]):.2f} s ({go}; {max(usual[go]):.2f} on a fast disk)" for go in took)
    # The extra second covers a busy machine; waiting for the disk would add several.
    demand(all(max(took[go]) < max(usual[go]) + 1 for go in took), f"searches of 200 ms took up to {told}")
    return f"20 searches of 200 ms took up to {told}; {operations} operations took {seconds:.0f} s"
