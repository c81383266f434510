"""Checks with temporarily stopped processes, and with clocks that jump."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from .. import kills
from ..common import duel, marked, marking, result, start
from .checks import Engine, LeftOut, check, demand, kill_all, same, untouched

FAKETIME = pathlib.Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


@check
def stopped_engine(engine, material, scratch):
    """SIGSTOP for 1.5 s during a search, then SIGCONT: the answer follows at once, and the next search takes its usual
    time."""
    for go, stop in (("go movetime 400", False), ("go wtime 6000 btime 6000", False), ("go infinite", True), ("go ponder wtime 6000 btime 6000", True)):
        with Engine(engine) as talk:
            talk.say("position startpos", go)
            time.sleep(0.1)
            talk.process.send_signal(signal.SIGSTOP)
            if stop:
                talk.say("stop")
            time.sleep(1.5)
            talk.process.send_signal(signal.SIGCONT)
            begun = time.monotonic()
            talk.read("bestmove")
            demand(time.monotonic() - begun < 1, f"{go}: the answer came after {time.monotonic() - begun:.1f} s")
            begun = time.monotonic()
            talk.say("go movetime 300")
            talk.read("bestmove")
            demand(0.2 < time.monotonic() - begun < 1, f"{go}: the next search took {time.monotonic() - begun:.2f} s, not 0.3")
    return "4 kinds of searches"


@check
def clock_jumps(engine, material, scratch):
    """The wall clock jumps by a day, forward or back, during a search: the search still takes the time it was given."""
    if not FAKETIME.exists():
        raise LeftOut("needs libfaketime")
    for jump in ("+1d", "-1d"):
        stamp = scratch / "time"
        stamp.write_text("+0")
        environment = {**os.environ, "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(stamp),
                       "FAKETIME_NO_CACHE": "1", "DONT_FAKE_MONOTONIC": "1"}
        with Engine(engine, "--log-file", str(scratch / "talk.log"), env=environment) as talk:
            begun = time.monotonic()
            talk.say("position startpos", "go movetime 600")
            time.sleep(0.2)
            stamp.write_text(jump)
            lines = talk.read("bestmove")
            seconds = time.monotonic() - begun
            demand(0.4 < seconds < 1.5, f"{jump}: the search took {seconds:.2f} s, not 0.6")
            told = [int(found) for line in lines for found in re.findall(r" time (\d+)", line)]
            demand(max(told) < 1500, f"{jump}: it reports {max(told)} ms")
        stamp.write_text("+0")
        folder = scratch / f"jump{jump}"
        process = start(*kills.Match(material).command(folder), env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(0.2)
        stamp.write_text(jump)
        text = process.communicate()[0].decode()
        demand(process.returncode == 0, f"{jump}: the match exited with code {process.returncode}: {text[-300:]}")
        players = result(folder / "match")["engines"]
        demand(all(not player["time_losses"] and not player["faults"] for player in players), f"{jump}: faults in the match")
    return "a search and a match, forward and back"


def played(folder):
    """The number of games in the journal of a match, and its result."""
    lines = (folder / "journal.jsonl").read_text().split("\n")
    demand(lines[-1] == "", "the journal does not end with a complete line")
    return [json.loads(line)["number"] for line in lines[1:-1]], result(folder)


@check
def stopped_match(engine, material, scratch):
    """The arena, or every process of a match, is stopped during a game: the match is completed, and every game is
    recorded exactly once. Clocks keep running."""
    told = []
    for whom in ("arena", "all"):
        for seconds in (1.5, 6):
            mark, folder = f"stopped-{whom}-{seconds}-{os.getpid()}", scratch / f"stopped-{whom}-{seconds}"
            command = duel(engine, folder, [], [], "--each", "tc=30+0.05", "timemargin=1000", "--rounds", 3, "--jobs", 2,
                           "--maxmoves", 20)
            process = start(*command, env=marking(mark), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            stops = 0
            while process.poll() is None and stops < 2:
                time.sleep(2.5)
                if process.poll() is not None:
                    break
                stopped = [process.pid] if whom == "arena" else marked(mark)
                for member in stopped:
                    send(member, signal.SIGSTOP)
                time.sleep(seconds)
                for member in stopped:
                    send(member, signal.SIGCONT)
                stops += 1
            text = process.communicate(timeout=300)[0].decode()
            where = f"{whom} for {seconds} s"
            demand(process.returncode == 0 and "panicked" not in text, f"{where}: code {process.returncode}, {text[-300:]}")
            numbers, score = played(folder)
            demand(sorted(numbers) == list(range(6)) and score["played"] == 6, f"{where}: games {numbers}, {score['played']}")
            games = [sum(player["games"].values()) for player in score["engines"]]
            demand(games == [6, 6], f"{where}: the engines have {games} games")
            losses = sum(player["time_losses"] for player in score["engines"])
            faults = [player["faults"] for player in score["engines"]]
            demand(sum(sum(kinds.values()) for kinds in faults) == losses, f"{where}: other faults: {faults}")
            slowest = max(player["slowest_ms"] for player in score["engines"])
            demand(losses == 0, f"{where}: {losses} games were lost by time")
            told.append(f"{where}: {stops} stops, slowest move {slowest / 1000:.1f} s, {losses} time losses")
    return "; ".join(told)


def send(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


@check
def stopped_commands(engine, material, scratch):
    """Commands are stopped three times during their work, and killed while stopped: nothing is lost or duplicated."""
    for work, whole, _ in untouched(material):
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        work.prepare(folder)
        process = start(*work.command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(3):
            time.sleep(0.15)
            process.send_signal(signal.SIGSTOP)
            time.sleep(1.5)
            process.send_signal(signal.SIGCONT)
        err = process.communicate(timeout=300)[1].decode()
        demand(process.returncode == 0, f"{work.name}: code {process.returncode}, {err[-300:]}")
        same(work, folder, whole, work.name)

    class Stopped(kills.Run):
        """A run that is stopped before it is killed."""

        def kill_after(self, seconds, with_children):
            try:
                self.process.wait(max(0.0, self.begun + seconds - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGSTOP)
                time.sleep(0.3)
            return super().kill_after(0, with_children)

    killed, rounds = kill_all(Stopped, 12, "stopped", material, scratch)
    return f"{len(kills.WORKS)} commands; {killed} kills in {rounds} rounds"
