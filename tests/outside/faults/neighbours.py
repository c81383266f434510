"""Checks with hosts and readers that leave, floods of lines, and clocks of any size."""

import os
import subprocess
import threading
import time

from .. import kills
from ..common import start
from .checks import Engine, check, demand


@check
def pipes_that_close(engine, material, scratch):
    """The reader of the output leaves after one byte: the exit code is 141, or the usual one if nothing is lost; no
    panic, no hang."""
    lines = [(["convert", material.pgn, "--to", "fen", "--positions", "all"], (141,)), (["options"], (0, 141)),
             (["perft", "5"], (0, 141)), (["analyze", material.positions, "--nodes", "2000", "--json"], (141,)),
             (["annotate", material.pgn, "--all", "--nodes", "100"], (0, 141)), (["bench", "6"], (0, 141)),
             (["judge", material.pgn], (0, 141)), (["match", *kills.Match(material).command(scratch / "pipe")[2:]], (0,))]
    for words, codes in lines:
        with start(engine, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.read(1)
            process.stdout.close()
            err = process.stderr.read().decode(errors="replace")
            code = process.wait(60)
        demand("panicked" not in err, f"{words}: it panicked: {err[-300:]}")
        demand(code in codes, f"{words}: code {code}")
    full = [["convert", material.pgn, "--to", "fen"], ["options"], ["perft", "2"], ["judge", material.pgn], ["bench", "4"]]
    for words in full:
        with open("/dev/full", "wb") as nowhere:
            done = subprocess.run([str(word) for word in (engine, *words)], stdout=nowhere, stderr=subprocess.PIPE, check=False)
        demand(done.returncode == 1 and b"panicked" not in done.stderr, f"{words} into a full device: {done.returncode}, {done.stderr[-300:]}")
    return f"{len(lines)} pipes, {len(full)} full devices"


@check
def a_host_that_leaves(engine, material, scratch):
    """A host closes one pipe or both during a search: the engine exits with code 0 within two seconds."""
    for go in ("go infinite", "go movetime 60000", "go ponder wtime 1000 btime 1000"):
        for closes in ("input", "output", "both"):
            with Engine(engine) as talk:
                talk.say("position startpos", go)
                time.sleep(0.2)
                begun = time.monotonic()
                if closes != "input":
                    talk.process.stdout.close()
                if closes == "output":
                    # A search that prints nothing notices the closed output only when it next writes.
                    talk.say("isready")
                    code = talk.process.wait(5)
                else:
                    code = talk.end()
                if closes == "input":
                    demand("bestmove" in talk.process.stdout.read().decode(), f"{go}, {closes}: no bestmove")
                err = talk.process.stderr.read().decode(errors="replace")
                demand(code == 0 and "panicked" not in err, f"{go}, {closes}: code {code}, {err[-300:]}")
                demand(time.monotonic() - begun < 2, f"{go}, {closes}: it took {time.monotonic() - begun:.1f} s")
    return "9 ways"


@check
def flood_of_lines(engine, material, scratch):
    """Half a million lines arrive as fast as the pipe accepts them: each is answered, in order, and memory does not
    grow."""
    cycle = ["isready", "position startpos moves h2e2 h9g7", "go depth 1", "stop", "isready"]
    for threads in (1, 2):
        with Engine(engine) as talk:
            talk.say(f"setoption name Threads value {threads}", "isready")
            talk.read("readyok")
            before, rounds = talk.memory_kb(), 100_000
            counts, peak, begun = {"readyok": 0, "bestmove": 0}, [before], time.monotonic()
            feeder = threading.Thread(target=lambda: [talk.say(*cycle * 1000) for _ in range(rounds // 1000)] and talk.say("d"), daemon=True)
            feeder.start()
            for line in talk.process.stdout:
                word = line.split()[0].decode() if line.split() else ""
                if word in counts:
                    counts[word] += 1
                    if counts["readyok"] % 1000 == 0:
                        peak.append(talk.memory_kb())
                if counts["bestmove"] == rounds and counts["readyok"] == 2 * rounds:
                    break
            seconds = time.monotonic() - begun
            demand(counts == {"readyok": 2 * rounds, "bestmove": rounds}, f"{counts}")
            demand(max(peak) - before < 64 << 10, f"{threads} threads: memory grew from {before >> 10} to {max(peak) >> 10} MB")
    return f"{5 * rounds} lines in {seconds:.0f} s with 2 threads, memory from {before >> 10} to {max(peak) >> 10} MB"


@check
def flood_without_a_reader(engine, material, scratch):
    """A host that writes and never reads: the engine blocks and does not accumulate lines."""
    with Engine(engine) as talk:
        before, sent = talk.memory_kb(), 0
        os.set_blocking(talk.process.stdin.fileno(), False)
        end = time.monotonic() + 6
        lines = b"isready\nposition startpos moves h2e2 h9g7\n" * 1000
        while time.monotonic() < end:
            try:
                sent += os.write(talk.process.stdin.fileno(), lines)
            except BlockingIOError:
                time.sleep(0.001)
        after = talk.memory_kb()
        demand(after - before < 64 << 10, f"memory grew from {before >> 10} to {after >> 10} MB after {sent >> 20} MB of lines")
    return f"{sent >> 10} kB of lines accepted, memory from {before >> 10} to {after >> 10} MB"


@check
def line_without_an_end(engine, material, scratch):
    """A line of 300 MB arrives: memory does not grow, and the next line is answered."""
    with Engine(engine) as talk:
        before = talk.memory_kb()
        for _ in range(300):
            talk.process.stdin.write(b"x" * (1 << 20))
        after = talk.memory_kb()
        talk.say("", "isready")
        talk.read("readyok")
        demand(after - before < 64 << 10, f"memory grew from {before >> 10} to {after >> 10} MB")
    return f"memory from {before >> 10} to {after >> 10} MB"


@check
def clocks_of_all_sizes(engine, material, scratch):
    """With zero, huge and negative clocks, the engine answers in time or after `stop`."""
    big = (0, 1, -1, -999999, 10**6, 86_400_000 * 365, 2**31, 2**63 - 1, 2**64 - 1, 2**64, 10**30)
    with Engine(engine) as talk:
        for number in big:
            for go in (f"go wtime {number} btime {number}", f"go wtime {number} btime {number} winc {number} binc {number}",
                       f"go wtime {number} btime {number} movestogo 1", f"go movetime {number}", f"go wtime 100 btime 100 movestogo {number}"):
                talk.say("position startpos", go, "stop")
                lines = talk.read("bestmove")
                demand(not lines[-1].endswith("(none)"), f"{go}: {lines[-1]}")
        for number in (0, 1, -1, -999999):
            begun = time.monotonic()
            talk.say("position startpos", f"go wtime {number} btime {number}")
            talk.read("bestmove")
            demand(time.monotonic() - begun < 0.5, f"a clock of {number} ms: {time.monotonic() - begun:.2f} s")
    return f"{len(big) * 5} kinds of `go`"
