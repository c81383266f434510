"""Checks with engines that misbehave in a match."""

import os
import pathlib
import sys
import time

from ..common import marked, marking, result
from .checks import check, demand, run

PROGRAM = pathlib.Path(__file__).with_name("rogue.py")
ROGUES = {
    "forks": "child process that outlives it and keeps its pipes", "hangs": "silence after `go`", "deaf": "silence from the beginning",
    "closes": "stdout closed after a move", "rubbish": "bytes that are not text instead of a move", "illegal": "an illegal move",
    "endless": "a line without an end", "floods": "lines without an end", "dies": "its death in mid-search",
    "stops": "SIGSTOP to itself", "two": "two moves at once", "late": "a move after its time", "quits": "no exit after `quit`",
}
"""The misbehaviour of each kind. `eats`, which allocates all memory, is for control groups only."""


@check
def rogue_engines(engine, material, scratch):
    """Engines that misbehave in a match lose their games; no game is lost or counted twice, and no process is left
    behind."""
    slowest = (0, "")
    for mode in ROGUES:
        mark, folder = f"rogue-{mode}-{os.getpid()}", scratch / f"rogue-{mode}"
        command = [engine, "match", "--engine", f"cmd={sys.executable}", f"arg={PROGRAM}", f"arg={mode}",
                   "proto=ucci", "name=rogue", "--engine", f"cmd={engine}", "name=ours", "proto=ucci", "--each", "st=0.3",
                   "timemargin=2500", "--rounds", "1", "--startup-ms", "3000" if mode == "deaf" else "20000",
                   "--ping-ms", "3000", "--out", folder]
        begun = time.monotonic()
        done = run(*command, env=marking(mark), seconds=100)
        seconds = time.monotonic() - begun
        slowest = max(slowest, (seconds, mode))
        if mode == "deaf":
            # Before the match, the arena reports an engine that never starts.
            demand(done.returncode == 1 and "does not start" in done.stderr, f"{mode}: code {done.returncode}, {done.stderr[-300:]}")
        else:
            demand(done.returncode == 0, f"{mode}: code {done.returncode}, {done.stderr[-300:]}")
            score = result(folder)
            wins = next(player["games"] for player in score["engines"] if player["name"] == "ours")
            demand(score["played"] == 2 and wins["wins"] == 2, f"{mode}: {score['played']} games, {wins}")
        left = marked(mark)
        demand(not left, f"{mode}: {len(left)} processes are left behind")
    return f"{len(ROGUES)} kinds, the slowest match {slowest[0]:.0f} s ({slowest[1]})"
