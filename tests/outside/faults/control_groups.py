"""Checks memory limits set by control groups, under which the system kills a process that exceeds one without a
warning."""

import contextlib
import os
import pathlib
import random
import shutil
import sys
import time

from .. import kills
from ..common import result
from .checks import Engine, Fault, LeftOut, check, demand, goes_on, kill_all, refuses_too_much, run, untouched
from .rogues import PROGRAM

MOUNTS = pathlib.Path("/proc/mounts")
GAMES = 100_000
"""The number of games in a large collection."""
LIMITS_MB = {"convert": 16, "analyze": 48, "annotate": 128, "db import": 16, "book make": 96}
"""The memory limits in MB within which the commands must process a large collection."""


class Group:
    """A control group with a limit. Commands join it through `joining`, the words put before their own."""

    def __init__(self, megabytes):
        if os.geteuid():
            raise LeftOut("needs root")
        mounts = [line.split() for line in MOUNTS.read_text().splitlines()]
        first = [pathlib.Path(words[1]) for words in mounts if words[2] == "cgroup" and "memory" in words[3].split(",")]
        second = [pathlib.Path(words[1]) for words in mounts if words[2] == "cgroup2"]
        second = [mount for mount in second if "memory" in (mount / "cgroup.controllers").read_text().split()]
        if not first and not second:
            raise LeftOut("needs the memory controller of control groups")
        self.is_first = bool(first)
        self.folder = (first + second)[0] / f"chuhe-faults-{os.getpid()}-{random.getrandbits(32):08x}"
        if second and not first:
            (second[0] / "cgroup.subtree_control").write_text("+memory")
        self.folder.mkdir()
        (self.folder / ("memory.limit_in_bytes" if self.is_first else "memory.max")).write_text(str(megabytes << 20))
        self.joining = ["sh", "-c", f'echo $$ > {self.folder}/cgroup.procs && exec "$@"', "sh"]

    def kills(self):
        """The number of processes in the group that the system has killed."""
        lines = (self.folder / ("memory.oom_control" if self.is_first else "memory.events")).read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))

    def most_mb(self):
        """The peak memory in MB, including the system's cached file data."""
        name = "memory.max_usage_in_bytes" if self.is_first else "memory.peak"
        return int((self.folder / name).read_text()) >> 20

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end = time.monotonic() + 10
        while True:
            try:
                return self.folder.rmdir()
            except OSError:
                # Killed processes may still be exiting.
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)


def refusals(lines):
    return [line for line in lines if line.startswith("info string") and "previous setting kept" in line]


@check
def control_group_tables(engine, material, scratch):
    """Tables and threads that exceed a control group are refused with a reason, and the engine is not killed."""
    told = []
    for megabytes in (32, 40, 64, 256):
        with Group(megabytes) as group:
            with Engine(group.joining[0], *group.joining[1:], engine) as talk:
                for line in ("setoption name Hash value 1024", "setoption name Threads value 500", f"setoption name Hash value {megabytes}"):
                    talk.say(line, "position startpos", "go movetime 700")
                    lines = talk.read("bestmove")
                    demand(refusals(lines), f"{line} in {megabytes} MB: nothing is reported: {lines[:3]}")
                half = f"setoption name Hash value {(megabytes - 24) * 3 // 4}"
                talk.say(half, "position startpos", "go movetime 3000")
                lines = talk.read("bestmove")
                demand(not refusals(lines), f"{half} in {megabytes} MB is refused: {refusals(lines)}")
                demand(talk.end() == 0, "it does not exit with code 0")
            demand(not group.kills(), f"it was killed in {megabytes} MB")
            told.append(f"{group.most_mb()} of {megabytes}")
    def running(*command):
        with Group(256) as group:
            done = run(*group.joining, *command)
            demand(not group.kills(), f"{command} was killed")
            return done

    lines = refuses_too_much(engine, material, scratch, 1024, 150, running)
    return f"peak memory in MB: {', '.join(told)}; {lines} command lines"


def collection(material, games):
    """A file with this many games: the same games repeated."""
    path = material.folder / f"{games}.pgn"
    if not path.exists():
        text = material.pgn.read_text()
        number = text.count("[Event ")
        with path.open("w") as file:
            for _ in range(-(-games // number)):
                file.write(text.rstrip() + "\n\n")
    return path


def large_works(material, scratch):
    """Commands that process large collections, by name."""
    games = collection(material, GAMES)
    return {
        "convert": ["convert", games, "--to", "moves", "--out", scratch / "games.txt"],
        "analyze": ["analyze", games, "--nodes", "1", "--hash", "1", "--out", scratch / "results.jsonl"],
        "annotate": ["annotate", collection(material, GAMES // 50), "--all", "--nodes", "1", "--hash", "1", "--out", f"{scratch}/pages/"],
        "db import": ["db", "import", scratch / "my.db", games],
        "book make": ["book", "make", games, "--out", scratch / "my.book"],
    }


@check
def control_group_collections(engine, material, scratch):
    """The commands process 100,000 games (2000 for `annotate`) within a small control group."""
    told = []
    for name, words in large_works(material, scratch).items():
        with Group(LIMITS_MB[name]) as group:
            done = run(*group.joining, engine, *words, seconds=1500)
            demand(not group.kills(), f"{name} was killed in {LIMITS_MB[name]} MB")
            demand(done.returncode == 0, f"{name}: code {done.returncode}, {done.stderr[-300:]}")
        told.append(f"`{name}` in {LIMITS_MB[name]} MB")
    return ", ".join(told)


@check
def control_group_match(engine, material, scratch):
    """An engine that exceeds its control group during a match is killed and loses its game; the match continues."""
    with Group(64) as group:
        first, *rest = [*group.joining, sys.executable, PROGRAM, "eats"]
        done = run(engine, "match", "--engine", f"cmd={first}", *(f"arg={word}" for word in rest), "proto=ucci", "name=rogue",
                   "--engine", f"cmd={engine}", "name=ours", "proto=ucci", "--each", "st=0.3", "timemargin=20000",
                   "--rounds", "3", "--startup-ms", "30000", "--out", scratch / "eaten", seconds=300)
        demand(done.returncode == 0, f"code {done.returncode}, {done.stderr[-300:]}")
        score = result(scratch / "eaten")
        wins = next(player["games"]["wins"] for player in score["engines"] if player["name"] == "ours")
        demand(score["played"] == 6 and wins == 6, f"{score['played']} games, {wins} won")
        demand(group.kills() == 6, f"{group.kills()} were killed")
    return "6 games, 6 engines killed"


@check
def control_group_kills(engine, material, scratch):
    """Commands killed by their control group or by kill -9 during their work neither lose nor duplicate anything."""
    untouched(material)
    killed = 0
    for work, whole, _ in material.untouched:
        for megabytes in (3, 6, 9, 12):
            folder = scratch / f"{work.name}-{megabytes}"
            folder.mkdir()
            work.prepare(folder)
            with Group(megabytes) as group:
                # With slightly too little memory, the system repeatedly drops cached files: slow work is not a fault.
                with contextlib.suppress(Fault):
                    run(*group.joining, *work.command(folder), seconds=60)
                killed += group.kills() > 0
            goes_on(work, whole, folder, f"{work.name} in {megabytes} MB")
            shutil.rmtree(folder)
    with Group(192) as group:
        class Limited(kills.Run):
            def __init__(self, command, log):
                super().__init__([*group.joining, *command], log)

        inside, rounds = kill_all(Limited, 8, "group", material, scratch)
    return f"{killed} of {len(material.untouched) * 4} runs were killed by their groups; {inside} kills in {rounds} rounds in 192 MB"
