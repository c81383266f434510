"""Checks that commands end soon after Ctrl-C and SIGTERM, also in the middle of a game and while they wait for a pipe."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time

from ..common import start
from .checks import check, demand

PATIENCE_S = 0.5
"""A process that is told to end within 0.2 s may wait for a busy machine."""
GAME_BYTES = 80_000_000


def games_of_one(folder):
    """Files with one very long game each: many moves, and a long comment."""
    moves, comment = folder / "moves.pgn", folder / "comment.pgn"
    moves.write_text('[Red "A"]\n\n' + "h2e2 h9g7 e2h2 g7h9\n" * (GAME_BYTES // 20) + " *\n")
    comment.write_text('[Red "A"]\n\n1. h2e2 {' + "a long comment " * (GAME_BYTES // 15) + "} *\n")
    return moves, comment


def readers(engine, folder, source):
    """The commands that read games from `source`."""
    return [
        [engine, "convert", source, "--to", "pgn", "-o", folder / "out.pgn"],
        [engine, "analyze", source, "--nodes", 10],
        [engine, "analyze", source, "--nodes", 10, "--out", folder / "out.jsonl"],
        [engine, "annotate", source, "--nodes", 10, "-o", folder / "annotated.pgn"],
        [engine, "puzzles", source, "--nodes", 1000, "-o", folder / "out.json"],
        [engine, "book", "make", source, "-o", folder / "out.book"],
        [engine, "db", "import", folder / "out.db", source],
    ]


def writers(engine, material, target):
    """The commands that write to `target`."""
    return [
        [engine, "convert", material.pgn, "--to", "pgn", "-o", target],
        [engine, "annotate", material.pgn, "--nodes", 10, "--to", "pgn", "-o", target],
        [engine, "puzzles", material.pgn, "--nodes", 1000, "--to", "json", "-o", target],
        [engine, "book", "make", material.pgn, "-o", target],
        [engine, "db", "export", database_of(engine, material), "--to", "pgn", "-o", target],
    ]


def database_of(engine, material):
    path = material.folder / "signals.db"
    if not path.exists():
        subprocess.run([engine, "db", "import", path, material.pgn], check=True, capture_output=True)
    return path


def handles(process):
    """Whether the process handles SIGINT itself."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("SigCgt:"):
            return int(line.split()[1], 16) & 2
    return False


def left(folder):
    return sorted(path.name for path in folder.iterdir())


def end_by(command, sent, after, folder, stdout=subprocess.DEVNULL, allowed=()):
    """Sends a signal to a command some time after it began to handle it; returns the seconds until its end. The command
    must leave nothing but finished results and those that it resumes."""
    before = left(folder)
    process = start(*command, stdout=stdout, stderr=subprocess.PIPE)
    what = f"{' '.join(str(word) for word in command[1:4])}…, {signal.Signals(sent).name} after {after} s"
    try:
        deadline = time.monotonic() + 2
        while process.poll() is None and not handles(process) and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(after)
        if process.poll() is not None:
            return None
        process.send_signal(sent)
        begun = time.monotonic()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            demand(False, f"{what}: still running after 10 s")
        seconds = time.monotonic() - begun
    finally:
        process.kill()
        process.wait()
        err = process.stderr.read().decode(errors="replace")
    demand("panicked" not in err, f"{what}: {err[-300:]}")
    # Before there is anything to save, the system ends the process.
    demand(process.returncode in (130, -sent), f"{what}: code {process.returncode}, {err[-300:]}")
    strange = [name for name in left(folder) if name not in before and not name.endswith((".unfinished", *allowed))]
    demand(not strange, f"{what}: {strange} left behind")
    return seconds


def slowest(times):
    seconds = sorted(taken for taken in times if taken is not None)
    demand(seconds and seconds[-1] <= PATIENCE_S, f"{seconds[-1:]} s until the end")
    return f"{len(seconds)} signals; {seconds[len(seconds) // 2]:.2f} s until the end in the middle, {seconds[-1]:.2f} s at most"


@check
def signals_in_a_game(engine, _, scratch):
    """Ctrl-C or SIGTERM while a game of 80 MB is read: the command ends within 0.2 s; `puzzles`, which still writes the
    puzzles found so far, and `db import`, if it is just storing the game, within 1.6 s."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    times = []
    for source in games_of_one(folder):
        for number, command in enumerate(readers(engine, folder, source)):
            for after in (0.02, 0.3, 1.2):
                sent = (signal.SIGINT, signal.SIGTERM)[number % 2]
                taken = end_by(command, sent, after, folder, allowed=(".db", ".jsonl", ".pgn"))
                times.append(taken and max(0, taken - (1.4 if command[1] in ("puzzles", "db") else 0)))
                for path in folder.glob("out*"):
                    path.unlink()
    return slowest(times)


@check
def signals_at_a_pipe(engine, material, scratch):
    """Ctrl-C or SIGTERM while a command waits for a pipe, to open it, to read or to write: it ends within 0.2 s."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    times = []
    for sent in (signal.SIGINT, signal.SIGTERM):
        for command in readers(engine, folder, pipe) + writers(engine, material, pipe):
            times.append(end_by(command, sent, 0.3, folder))
        # Opened for reading as well, so that neither end blocks; nobody reads what is written.
        other = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        for command in readers(engine, folder, pipe):
            os.write(other, b"1. h2e2 h9g7 *\n\n")
            times.append(end_by(command, sent, 0.3, folder))
        while True:
            try:
                os.write(other, b"x" * 4096)
            except BlockingIOError:
                break
        for command in writers(engine, material, pipe):
            times.append(end_by(command, sent, 0.3, folder))
        for command in ([engine, "analyze", material.positions, "--nodes", 10],
                        [engine, "convert", material.pgn, "--to", "pgn"],
                        [engine, "db", "export", database_of(engine, material), "--to", "pgn"]):
            times.append(end_by(command, sent, 0.3, folder, stdout=other))
        os.close(other)
    return slowest(times)
