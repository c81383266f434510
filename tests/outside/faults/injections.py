"""Makes system calls fail, one in each run (strace), and requires an error or the right result."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from ..common import DATA, START, duel, journal, start
from .checks import Fault, LeftOut, check, demand

KINDS = {
    "open": ("openat", ("EMFILE", "EIO")),
    "read": ("read", ("EIO",)),
    "read at": ("pread64", ("EIO",)),
    "write": ("write", ("ENOSPC", "EIO")),
    "write at": ("pwrite64", ("ENOSPC", "EIO")),
    "sync": ("fsync,fdatasync", ("EIO",)),
    "rename": ("rename,renameat,renameat2", ("EIO",)),
    "map": ("mmap", ("ENOMEM",)),
    "thread or process": ("clone,clone3,vfork", ("EAGAIN",)),
    "resize": ("ftruncate,fallocate", ("ENOSPC",)),
    "remove": ("unlink,unlinkat", ("EIO",)),
    "new folder": ("mkdir,mkdirat", ("ENOSPC",)),
    "lock": ("flock,fcntl", ("ENOLCK",)),
    "status": ("statx,newfstatat", ("EIO",)),
}
CALLS = (1, 3, 10)
LOADED = "sigaltstack"
"""The second call of this name is the last before the program itself; those before it are the loader's and the standard
library's, which gives up without a message."""


class Task:
    """A command, with a little work. Its result is its standard output and the files that it writes."""

    def __init__(self, name, *words, inputs=(), shown=True, given="", spared=()):
        self.name, self.words, self.inputs, self.shown, self.given = name, words, inputs, shown, given
        self.spared = spared

    def prepare(self, folder):
        for source in self.inputs:
            shutil.copy(source, folder)

    def result(self, engine, folder, out):
        found = {}
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            # Files of a process that has ended: the next run removes or replaces them.
            if path.is_file() and not name.endswith((".part", "-lock", "-shm", "live.json")) and name not in [source.name for source in self.inputs]:
                found[name] = self.read(engine, path)
        return (self.plain(out) if self.shown else None), found

    @staticmethod
    def read(engine, path):
        if path.suffix == ".db":
            done = subprocess.run([engine, "db", "export", path, "--to", "moves"], capture_output=True, check=False)
            return sorted(done.stdout.splitlines())
        if path.name == "journal.jsonl":
            return sorted(game["number"] for game in journal(path.parent))
        if "match" in path.parts[-2:]:
            return None
        return path.read_bytes()

    @staticmethod
    def plain(out):
        """The output without times and speeds."""
        return re.sub(r"\b(time|nps) \S+|\d+(\.\d+)? (ms|s|nps)\b|\d+ nodes/s|\S+ positions/s", "", out)


def tasks(engine, material, folder):
    games, positions, database, book = (folder / name for name in ("in.pgn", "in.fen", "in.db", "in.book"))
    shutil.copy(DATA / "games.pgn", games)
    positions.write_text("\n".join(material.positions.read_text().splitlines()[:4]) + "\n")
    for words in (("db", "import", database, games), ("book", "make", games, "--min-games", 1, "-o", book)):
        done = subprocess.run([engine, *map(str, words)], capture_output=True, check=False)
        demand(done.returncode == 0, f"{words}: {done.stderr}")
    match = [str(word) for word in duel(engine, "match", ["nodes=20"], ["nodes=10"], "--rounds", 1)[1:]]
    return [
        Task("engine", given=f"uci\nposition fen {START}\ngo depth 3\nquit\n", shown=False),
        Task("perft", "perft", "3", "--threads", "2"),
        Task("bench", "bench", "3", shown=False),
        Task("convert", "convert", "in.pgn", "-o", "out.pgn", "--fresh", inputs=[games], shown=False),
        Task("convert to standard output", "convert", "in.pgn", "--to", "moves", inputs=[games]),
        Task("analyze", "analyze", "in.fen", "--nodes", "50", "--out", "out.jsonl", inputs=[positions], shown=False),
        Task("annotate", "annotate", "in.pgn", "--nodes", "20", "--out", "pages/", inputs=[games], shown=False),
        Task("puzzles", "puzzles", "in.pgn", "--nodes", "1000", "--fresh", "-o", "out.json", inputs=[games], shown=False),
        Task("book make", "book", "make", "in.pgn", "--min-games", "1", "--fresh", "-o", "out.book", inputs=[games], shown=False),
        Task("book check", "book", "check", "in.book", "--nodes", "1000", "--jobs", "2", inputs=[book]),
        Task("db import", "db", "import", "out.db", "in.pgn", inputs=[games], shown=False),
        Task("db export", "db", "export", "in.db", "--fresh", "-o", "out.pgn", inputs=[database], shown=False),
        Task("db check", "db", "check", "in.db", inputs=[database]),
        Task("datagen", "datagen", "--out", "games", "--games", "4", "--nodes", "10", "--jobs", "2", shown=False),
        Task("train", "train", str(material.settings), str(material.few), "--out", "my.nn", "--jobs", "2", shown=False),
        Task("tables gen", "tables", "gen", "KPK", "--folder", "tables", "--jobs", "2", shown=False),
        # The calls would also fail in the engines, whose games then end otherwise.
        Task("match", *match, shown=False, spared=("read", "write")),
    ]


def run(engine, task, folder, *before, seconds=60):
    """Runs a task, under a program; returns the exit code, the output and the messages."""
    with start(*before, engine, *task.words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
               stderr=subprocess.PIPE, start_new_session=True) as process:
        try:
            out, err = process.communicate(task.given.encode(), timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise Fault(f"it did not end within {seconds} s") from None
    return process.returncode, out.decode(errors="replace"), err.decode(errors="replace")


def calls_of(engine, task, scratch):
    """The numbers of system calls of each kind, in all, and before the program itself begins."""
    folder, log = pathlib.Path(tempfile.mkdtemp(dir=scratch)), scratch / "calls"
    task.prepare(folder)
    run(engine, task, folder, "strace", "-f", "-qq", "-o", log)
    names = [found.group(1) for line in log.read_text().splitlines() if (found := re.match(r"\d+ +(\w+)\(", line))]
    loaded = [at for at, name in enumerate(names) if name == LOADED][1]
    shutil.rmtree(folder)
    return {kind: (sum(name in calls.split(",") for name in names), sum(name in calls.split(",") for name in names[:loaded]))
            for kind, (calls, _) in KINDS.items()}


def inject(engine, task, kind, error, number, whole, scratch):
    """Lets one call fail. Returns whether the command failed."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    task.prepare(folder)
    calls = KINDS[kind][0]
    log = scratch / "log"
    code, out, err = run(engine, task, folder, "strace", "-f", "-qq", "-o", log, "-e", f"trace={calls}",
                         "-e", f"inject={calls}:error={error}:when={number}")
    demand("panicked" not in err, f"it panicked: {err[-400:]}")
    demand(0 <= code < 128 or code in (130, 141), f"code {code}: {err[-300:]}")
    if code == whole[0]:
        demand((code, task.result(engine, folder, out)) == whole, f"it succeeds with another result; {err[-300:]}")
    else:
        # The message itself may be what could not be written.
        is_mute = any(" write(2, " in line and "INJECTED" in line for line in log.read_text().splitlines())
        demand(err.strip() or out.strip() or is_mute, f"code {code} without a message")
    again, out, err = run(engine, task, folder)
    demand(again == whole[0], f"code {code}; without the fault it does not resume: {err[-300:]}")
    demand((again, task.result(engine, folder, out)) == whole, f"code {code}; without the fault, another result")
    shutil.rmtree(folder)
    return code != whole[0]


@check
def failing_system_calls(engine, material, scratch):
    """The first, third or tenth system call of a kind fails in each thread: the command ends with a message, or with
    the usual result; run again, it produces the same result as an undisturbed run."""
    if not shutil.which("strace"):
        raise LeftOut("needs strace")
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    faults, runs, failed = [], 0, 0
    rows = []
    for task in tasks(engine, material, folder):
        place = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        task.prepare(place)
        code, out, err = run(engine, task, place)
        demand(code in (0, 3), f"{task.name}: code {code}: {err[-300:]}")
        whole = code, task.result(engine, place, out)
        row = [0, 0, 0]
        for kind, (all_calls, before) in calls_of(engine, task, scratch).items():
            for error in () if kind in task.spared else KINDS[kind][1]:
                for number in CALLS:
                    if all_calls < before + number:
                        continue
                    row[0] += 1
                    try:
                        row[1] += inject(engine, task, kind, error, before + number, whole, scratch)
                    except Fault as fault:
                        row[2] += 1
                        faults.append(f"{task.name}, {kind} {number}, {error}: {fault}")
                        print(f"  {faults[-1]}", flush=True)
        rows.append((task.name, row))
        print(f"  {task.name}: {row[0]} runs, {row[1]} failed with a message, {row[2]} faults", flush=True)
        runs, failed = runs + row[0], failed + row[1]
    demand(not faults, f"{len(faults)} of {runs} runs; {'; '.join(faults[:2])}")
    return f"{runs} runs of {len(rows)} commands, of which {failed} failed with a message"
