"""What the tests from outside have in common: places, processes, matches, checks, command lines, figures."""

import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
OPENINGS = DATA / "openings.fen"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MARK = "CHUHE_MARK"
"""A variable in the environment of all processes of a run, by which those that outlive it are found."""


def openings():
    """Fair positions to begin with, a few plies from the start."""
    return [line for line in OPENINGS.read_text().splitlines() if "/" in line]


# Command lines.

def parser(description):
    """A parser whose help is the text at the top of the file, as it stands."""
    return argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)


def program(word):
    """The path of a program, which may run in another folder."""
    return pathlib.Path(word).resolve()


def engine_parser(description):
    """One whose first argument is the program."""
    made = parser(description)
    made.add_argument("engine", type=program, help="the program chuhe")
    return made


# Processes.

def start(*command, **options):
    """Starts a command, with nothing to read unless `stdin` says so."""
    return subprocess.Popen([str(word) for word in command], **{"stdin": subprocess.DEVNULL, **options})


def call(*command):
    """Runs a command that has to succeed; its standard output."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{command} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.stdout


def marking(mark):
    """An environment with a mark."""
    return {**os.environ, MARK: mark}


def marked(mark):
    """The processes with a mark."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            pass
    return found


def status(process, field="VmRSS"):
    """A number of a process as Linux has it, memory in kB; 0 if there is no such process."""
    try:
        lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{field}:")), 0)


# Matches.

def duel(engine, out, first, second, *words):
    """The command of a match of the engine against itself; `first` and `second` are words of --engine."""
    return [engine, "match", "--engine", f"cmd={engine}", "name=a", *first, "--engine", f"cmd={engine}", "name=b", *second,
            "--openings", f"file={OPENINGS}", "--out", out, *words]


def journal(folder):
    """The games of a match, as far as they are written."""
    path = folder / "journal.jsonl"
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[1:-1]] if path.exists() else []


def result(folder):
    return json.loads((folder / "result.json").read_text())


# Checks, which are reported one by one.

def check(what, is_true):
    print(("ok    " if is_true else "FAIL  ") + what, flush=True)
    check.failures += not is_true


check.failures = 0


# Figures.

def pyplot(salt):
    """Matplotlib for pictures that are the same each time."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plot

    plot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})
    return plot


def measure_and_draw(description, measure, draw):
    """The command line of a test that measures into a file and draws what it has; the parser, and that of measuring."""
    made = parser(description)
    commands = made.add_subparsers(required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("engine", type=program)
    measuring.add_argument("--out", type=pathlib.Path, required=True)
    measuring.set_defaults(run=measure)
    drawing = commands.add_parser("draw")
    drawing.add_argument("report", type=pathlib.Path)
    drawing.add_argument("out", type=pathlib.Path)
    drawing.set_defaults(run=draw)
    return made, measuring
