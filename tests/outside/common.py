"""Code shared by the tests from outside."""

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
"""An environment variable of all processes in a run, with which those that outlive it are found."""


def openings():
    """Balanced positions a few plies from the start."""
    return [line for line in OPENINGS.read_text().splitlines() if "/" in line]


# Command lines.

def parser(description):
    """A parser whose help is the docstring at the top of the file, unchanged."""
    return argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)


def program(word):
    """The absolute path of a program, so that it can run in another folder."""
    return pathlib.Path(word).resolve()


def engine_parser(description):
    """A parser whose first argument is the program."""
    made = parser(description)
    made.add_argument("engine", type=program, help="the program chuhe")
    return made


# Processes.

def start(*command, **options):
    """Starts a command, with empty input unless `stdin` is given."""
    return subprocess.Popen([str(word) for word in command], **{"stdin": subprocess.DEVNULL, **options})


def call(*command):
    """Runs a command that must succeed; returns its standard output."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{command} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.stdout


def marking(mark):
    """An environment that contains a mark."""
    return {**os.environ, MARK: mark}


def marked(mark):
    """The processes whose environment contains a mark."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            pass
    return found


def status(process, field="VmRSS"):
    """A number from a process's status file on Linux, in kB for memory; 0 if there is no such process."""
    try:
        lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{field}:")), 0)


# Matches.

def duel(engine, out, first, second, *words):
    """The command for a match between two settings of the engine; `first` and `second` are settings as for --engine."""
    return [engine, "match", "--engine", f"cmd={engine}", "name=a", *first, "--engine", f"cmd={engine}", "name=b", *second,
            "--openings", f"file={OPENINGS}", "--out", out, *words]


def journal(folder):
    """The games in a match that have been written so far."""
    path = folder / "journal.jsonl"
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[1:-1]] if path.exists() else []


def result(folder):
    return json.loads((folder / "result.json").read_text())


# Checks, reported one by one.

def check(what, is_true):
    print(("ok    " if is_true else "FAIL  ") + what, flush=True)
    check.failures += not is_true


check.failures = 0


# Figures.

def pyplot(salt):
    """Matplotlib, set up to produce the same picture every time."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plot

    plot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})
    return plot


def measure_and_draw(description, measure, draw):
    """Builds the command line for a test that measures into a file and draws the results; returns the parser and the
    subparser for measuring."""
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
