#!/usr/bin/env python3
"""Holds the program against what machines and neighbours do: full and read-only disks, limits of memory, stopped
processes, clocks that jump, pipes that close, floods of lines, and engines that fork, hang and talk rubbish.

    scripts/faults.py target/release/chuhe                    everything
    scripts/faults.py target/release/chuhe --only disk        checks with this in their names

Disks need root, for small file systems in memory; clocks need the library of Debian's `libfaketime`. What is not there
is told and left out. Prints a row for each check, and exits with 1 if one failed. Kills are in `kills.py`.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

import kills

FAKETIME = pathlib.Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
CHECKS = []


class Fault(Exception):
    """What a check has found."""


class LeftOut(Exception):
    """Why a check cannot be made here."""


def check(function):
    CHECKS.append(function)
    return function


def demand(fact, complaint):
    if not fact:
        raise Fault(complaint)


def run(*command, seconds=60, **options):
    """Runs a command to its end; the end, which has to come in time and without a panic."""
    options = {"stdin": subprocess.DEVNULL, **options}
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Fault(f"it did not end within {seconds} s") from None
    err = err.decode(errors="replace")
    demand("panicked" not in err, f"it panicked: {err[-500:]}")
    return subprocess.CompletedProcess(command, process.returncode, out.decode(errors="replace"), err)


class Engine:
    """A conversation with the program."""

    def __init__(self, program, *words, **options):
        options = {"stderr": subprocess.PIPE, **options}
        self.process = subprocess.Popen([str(program), *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self.say("uci")
        self.read("uciok")

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def read(self, word):
        """Lines up to one that begins with a word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.decode(errors="replace").rstrip())
            if lines[-1].startswith(word):
                return lines
        raise Fault(f"it ended instead of saying {word}: {self.process.stderr.read().decode(errors='replace')[-400:]}")

    def memory_kb(self):
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    def end(self, seconds=5):
        """The code with which it ends after its input is closed."""
        self.process.stdin.close()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault(f"it lives on {seconds} s after its input was closed") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Disk:
    """A small file system in memory."""

    def __init__(self, scratch, size):
        if os.geteuid():
            raise LeftOut("needs root")
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        call("mount", "-t", "tmpfs", "-o", f"size={size}", "chuhe-faults", self.folder)

    def remount(self, words):
        call("mount", "-o", f"remount,{words}", self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        call("umount", "--lazy", self.folder)


def call(*words):
    subprocess.run([str(word) for word in words], check=True, capture_output=True)


def untouched(material):
    """All commands that write files, each with the result of a run that nothing happens to, and its size."""
    if not hasattr(material, "untouched"):
        material.untouched = []
        for kind in kills.WORKS:
            work, folder = kind(material), pathlib.Path(tempfile.mkdtemp(dir=material.folder))
            work.prepare(folder)
            work.old = work.result(folder) if kind is kills.Book else []
            done = run(*work.command(folder))
            demand(done.returncode == 0, f"{work.name} ends with {done.returncode}: {done.stderr}")
            size = sum(path.stat().st_blocks * 512 for path in folder.rglob("*"))
            material.untouched.append((work, work.result(folder), size))
    return material.untouched


def goes_on(work, whole, folder, where):
    """Lets a command go on where there is room again, and compares."""
    done = run(*work.command(folder))
    demand(done.returncode == 0 or work.is_complete(done.stderr), f"{where}, then it does not go on: {done.stderr[-300:]}")
    demand(sorted(work.result(folder), key=repr) == sorted(whole, key=repr), f"{where}, then the result is another one")


@check
def disk_full(engine, material, scratch):
    """The disk is full in the midst of the work: code 1, a reason with the file, and it goes on when there is room."""
    tried = 0
    for work, whole, size in untouched(material):
        for share in (0.1, 0.4, 0.7, 0.95):
            where = f"{work.name} with room for {share:.0%}"
            with Disk(scratch, "64m") as disk:
                work.prepare(disk.folder)
                base = sum(path.stat().st_blocks * 512 for path in disk.folder.rglob("*"))
                disk.remount(f"size={int(base + (size - base) * share) // 4096 * 4096 + 4096}")
                try:
                    done = run(*work.command(disk.folder))
                except Fault as fault:
                    raise Fault(f"{where}: {fault}") from None
                if done.returncode == 0:
                    # There was enough room after all, as the last block is not full.
                    continue
                tried += 1
                demand(done.returncode == 1, f"{where}: code {done.returncode}, {done.stderr[-300:]}")
                demand("No space left" in done.stderr or "full" in done.stderr, f"{where}: no reason: {done.stderr[-300:]}")
                demand(str(disk.folder) in done.stderr, f"{where}: no file is named: {done.stderr[-300:]}")
                if isinstance(work, kills.Book):
                    demand(work.result(disk.folder) == work.old or not work.may_stand(disk.folder, whole), f"{where}: the old book is gone")
                disk.remount("size=64m")
                goes_on(work, whole, disk.folder, where)
    return f"{tried} runs of {len(kills.WORKS)} commands"


@check
def disk_read_only(engine, material, scratch):
    """The disk is read-only: code 1 and a reason with the file, before the work begins."""
    for work, _, _ in untouched(material):
        with Disk(scratch, "64m") as disk:
            work.prepare(disk.folder)
            disk.remount("ro")
            begun = time.monotonic()
            done = run(*work.command(disk.folder))
            seconds = time.monotonic() - begun
            demand(done.returncode == 1, f"{work.name}: code {done.returncode}")
            demand("ead-only" in done.stderr and str(disk.folder) in done.stderr, f"{work.name}: no reason: {done.stderr[-300:]}")
            # Who is told at the end has worked for nothing.
            demand(seconds < 0.5, f"{work.name}: told only after {seconds:.1f} s")
    return f"{len(kills.WORKS)} commands"


@check
def disk_limit_of_a_file(engine, material, scratch):
    """Files may not be larger than 16 kB (ulimit -f): it ends, and goes on to the same result without the limit."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))

    stopped = 0
    for work, whole, _ in untouched(material):
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        work.prepare(folder)
        done = run(*work.command(folder), preexec_fn=limit)
        stopped += done.returncode != 0
        demand(done.returncode in (0, 1, -signal.SIGXFSZ), f"{work.name}: code {done.returncode}")
        if done.returncode:
            goes_on(work, whole, folder, f"{work.name} under a limit")
    return f"{stopped} of {len(kills.WORKS)} commands were stopped by it"


@check
def stopped_engine(engine, material, scratch):
    """SIGSTOP for 1.5 s in mid-search, then SIGCONT: the answer comes at once, and the next search has its usual time."""
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
    """The wall clock jumps by a day, forth or back, in mid-search: the search takes its time all the same."""
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
            demand(max(told) < 1500, f"{jump}: it tells {max(told)} ms")
        stamp.write_text("+0")
        folder = scratch / f"jump{jump}"
        command = kills.Match(material).command(folder)
        process = subprocess.Popen([str(word) for word in command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(0.2)
        stamp.write_text(jump)
        text = process.communicate()[0].decode()
        demand(process.returncode == 0, f"{jump}: the match ended with {process.returncode}: {text[-300:]}")
        result = json.loads((folder / "match" / "result.json").read_text())
        demand(all(not player["time_losses"] and not player["faults"] for player in result["engines"]), f"{jump}: faults in the match")
    return "a search and a match, forth and back"


def limited(megabytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


@check
def memory_limits(engine, material, scratch):
    """Less address space than a table or threads need: a clear error, and the conversation goes on."""
    with Engine(engine, preexec_fn=limited(1000)) as talk:
        for line in ("setoption name Hash value 4096", "setoption name Threads value 500"):
            talk.say(line, "position startpos", "go depth 5")
            lines = talk.read("bestmove")
            demand(any(said.startswith("info string") for said in lines), f"{line}: nothing is told: {lines[:3]}")
        demand(talk.end() == 0, "it does not end with 0")
    for words in (["analyze", "--depth", "4", "--hash", "8192"], ["analyze", "--depth", "4", "--threads", "500"],
                  ["analyze", material.positions, "--depth", "1", "--hash", "4096", "--jobs", "2"],
                  ["annotate", material.pgn, "--nodes", "100", "--hash", "8192"], ["bench", "--hash", "8192"],
                  ["serve", "--port", "0", "--hash", "8192", "--data", scratch / "serve"]):
        done = run(engine, *words, preexec_fn=limited(1000), seconds=20)
        demand(done.returncode in (1, 2), f"{words}: code {done.returncode}, {done.stderr[-300:]}")
        demand("error" in done.stderr, f"{words}: no error is told: {done.stderr[-300:]}")
    return "an engine and 6 command lines"


@check
def pipes_that_close(engine, material, scratch):
    """The reader of the output leaves after a byte: code 141, or that of work that goes into files; no panic, no hang."""
    lines = [(["convert", material.pgn, "--to", "fen", "--positions", "all"], (141,)), (["options"], (0, 141)),
             (["perft", "5"], (0, 141)), (["analyze", material.positions, "--nodes", "2000", "--json"], (141,)),
             (["annotate", material.pgn, "--all", "--nodes", "100"], (0, 141)), (["bench", "6"], (0, 141)),
             (["judge", material.pgn], (0, 141)), (["match", *kills.Match(material).command(scratch / "pipe")[2:]], (0,))]
    for words, codes in lines:
        with subprocess.Popen([str(word) for word in (engine, *words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
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
    """A host closes its end, or both, in mid-search: the engine ends with 0 within two seconds."""
    for go in ("go infinite", "go movetime 60000", "go ponder wtime 1000 btime 1000"):
        for closes in ("input", "output", "both"):
            with Engine(engine) as talk:
                talk.say("position startpos", go)
                time.sleep(0.2)
                begun = time.monotonic()
                if closes != "input":
                    talk.process.stdout.close()
                if closes == "output":
                    # A search that says nothing does not notice until it does.
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
    """Half a million lines as fast as the pipe takes them: every one is answered, in order, and memory stays flat."""
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
    return f"{5 * rounds} lines in {seconds:.0f} s with 2 threads, memory {before >> 10} to {max(peak) >> 10} MB"


@check
def flood_without_a_reader(engine, material, scratch):
    """A host that writes and never reads: the engine waits, and keeps no heap of lines."""
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
    return f"{sent >> 10} kB of lines taken, memory {before >> 10} to {after >> 10} MB"


@check
def line_without_an_end(engine, material, scratch):
    """A line of 300 MB: memory stays flat, and the next line is answered."""
    with Engine(engine) as talk:
        before = talk.memory_kb()
        for _ in range(300):
            talk.process.stdin.write(b"x" * (1 << 20))
        after = talk.memory_kb()
        talk.say("", "isready")
        talk.read("readyok")
        demand(after - before < 64 << 10, f"memory grew from {before >> 10} to {after >> 10} MB")
    return f"memory {before >> 10} to {after >> 10} MB"


@check
def clocks_of_all_sizes(engine, material, scratch):
    """Clocks of nothing, of ages, and below nothing: an answer in time, or until `stop`."""
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


ROGUES = {
    "forks": "child that outlives it and keeps its pipes", "hangs": "silence after `go`", "deaf": "silence from the beginning",
    "closes": "stdout closed after a move", "rubbish": "bytes that are no text instead of a move", "illegal": "an illegal move",
    "endless": "a line without an end", "floods": "lines without an end", "dies": "its death in mid-search",
    "stops": "SIGSTOP to itself", "two": "two moves at once", "late": "a move after its time", "quits": "no end after `quit`",
}


def rogue(mode):
    """An engine that plays a move or two and then does something wrong."""
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
                "forks": lambda: os._exit(3), "quits": lambda: say("bestmove a0a9"),
            }
            wrong[mode]()


@check
def rogue_engines(engine, material, scratch):
    """Engines that do wrong in a match lose their games, whose number is kept, and leave no process behind."""
    slowest = (0, "")
    for mode in ROGUES:
        mark, folder = f"rogue-{mode}-{os.getpid()}", scratch / f"rogue-{mode}"
        command = [engine, "match", "--engine", f"cmd={sys.executable}", f"arg={os.path.abspath(__file__)}", "arg=--rogue", f"arg={mode}",
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=pathlib.Path, help="the program chuhe")
    parser.add_argument("--only", default="", help="checks with this in their names")
    args = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        engine = args.engine.resolve()
        material = kills.Material(engine, scratch)
        print("| check | promise | outcome |\n|---|---|---|")
        for function in CHECKS:
            if args.only not in function.__name__:
                continue
            try:
                outcome = f"held: {function(engine, material, scratch)}"
            except LeftOut as reason:
                outcome = f"left out: {reason}"
            except Fault as fault:
                outcome, failed = f"**FAILED**: {fault}", failed + 1
            print(f"| {function.__name__.replace('_', ' ')} | {' '.join(function.__doc__.split())} | {outcome} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--rogue"]:
        rogue(sys.argv[2])
    else:
        sys.exit(main())
