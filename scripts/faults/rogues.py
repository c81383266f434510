"""Engines that do wrong in a match."""

import json
import os
import pathlib
import signal
import sys
import time

import kills
from faults.common import check, demand, run

PROGRAM = pathlib.Path(__file__).resolve().parents[1] / "faults.py"


ROGUES = {
    "forks": "child that outlives it and keeps its pipes", "hangs": "silence after `go`", "deaf": "silence from the beginning",
    "closes": "stdout closed after a move", "rubbish": "bytes that are no text instead of a move", "illegal": "an illegal move",
    "endless": "a line without an end", "floods": "lines without an end", "dies": "its death in mid-search",
    "stops": "SIGSTOP to itself", "two": "two moves at once", "late": "a move after its time", "quits": "no end after `quit`",
}
"""What they do. `eats`, which takes all memory, is for control groups only."""


def rogue(mode):
    """An engine that plays a move or two and then does something wrong."""
    eaten = []

    def say(text):
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    if mode == "deaf":
        time.sleep(300)
    if mode == "forks" and os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(300)
        os._exit(0)
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "ucci":
            say("id name rogue\nucciok")
        elif word == "isready":
            say("readyok")
        elif word == "quit" and mode == "quits":
            time.sleep(300)
        elif word == "quit":
            break
        elif word == "go":
            wrong = {
                "hangs": lambda: time.sleep(300), "closes": lambda: (os.close(1), time.sleep(300)),
                "rubbish": lambda: (sys.stdout.buffer.write(bytes(range(256)) * 40 + b"\n"), sys.stdout.flush(), time.sleep(300)),
                "illegal": lambda: say("bestmove a0a9"), "two": lambda: say("bestmove h2e2\nbestmove h2e2\nbestmove a0a9"),
                "endless": lambda: [sys.stdout.write("x" * 65536) for _ in iter(int, 1)],
                "floods": lambda: [say("info depth 1 score 1 pv h2e2\n" * 1000) for _ in iter(int, 1)],
                "dies": lambda: os.kill(os.getpid(), signal.SIGSEGV), "stops": lambda: os.kill(os.getpid(), signal.SIGSTOP),
                "late": lambda: (time.sleep(4), say("bestmove h2e2")),
                "eats": lambda: [eaten.append(b"x" * (1 << 20)) for _ in iter(int, 1)],
                "forks": lambda: os._exit(3), "quits": lambda: say("bestmove a0a9"),
            }
            wrong[mode]()


@check
def rogue_engines(engine, material, scratch):
    """Engines that do wrong in a match lose their games, whose number is kept, and leave no process behind."""
    slowest = (0, "")
    for mode in ROGUES:
        mark, folder = f"rogue-{mode}-{os.getpid()}", scratch / f"rogue-{mode}"
        command = [engine, "match", "--engine", f"cmd={sys.executable}", f"arg={PROGRAM}", "arg=--rogue", f"arg={mode}",
                   "proto=ucci", "name=rogue", "--engine", f"cmd={engine}", "name=ours", "proto=ucci", "--each", "st=0.3",
                   "timemargin=2500", "--rounds", "1", "--startup-ms", "3000" if mode == "deaf" else "20000",
                   "--ping-ms", "3000", "--out", folder]
        begun = time.monotonic()
        done = run(*command, env={**os.environ, kills.MARK: mark}, seconds=100)
        seconds = time.monotonic() - begun
        slowest = max(slowest, (seconds, mode))
        if mode == "deaf":
            # Nobody can play who never starts: that is told before the match.
            demand(done.returncode == 1 and "does not start" in done.stderr, f"{mode}: code {done.returncode}, {done.stderr[-300:]}")
        else:
            demand(done.returncode == 0, f"{mode}: code {done.returncode}, {done.stderr[-300:]}")
            result = json.loads((folder / "result.json").read_text())
            wins = next(player["games"] for player in result["engines"] if player["name"] == "ours")
            demand(result["played"] == 2 and wins["wins"] == 2, f"{mode}: {result['played']} games, {wins}")
        left = [entry for entry in pathlib.Path("/proc").glob("[0-9]*/environ") if marked(entry, mark)]
        demand(not left, f"{mode}: {len(left)} processes are left")
    return f"{len(ROGUES)} kinds, the slowest match {slowest[0]:.0f} s ({slowest[1]})"


def marked(entry, mark):
    try:
        return f"{kills.MARK}={mark}".encode() in entry.read_bytes()
    except OSError:
        return False
