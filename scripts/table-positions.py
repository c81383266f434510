#!/usr/bin/env python3
"""Random positions two captures away from endgame tables, to play matches from with and without these.

Usage: table-positions.py [CLASS...] [--tables FOLDER] [--count N] [--nodes N] [--seed N] [--engine CHUHE]

A position is a random one of a class in FOLDER, or of one of those named, with a rook, horse, cannon or pawn more on
each side. Those are left out in which the game is over, or the engine expects less than a tenth or more than nine tenths
of a point after N nodes without tables: both sides have something to play for. Prints FENs.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from importlib import import_module

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = {"R": 2, "N": 2, "C": 2, "P": 5}


def enlarged(name, rng):
    """A class with an attacker more on each side; none if a side has all of them."""
    second = name.index("K", 1)
    sides = []
    for side in (name[:second], name[second:]):
        missing = [piece for piece, most in MOST.items() if side.count(piece) < most]
        if not missing:
            return None
        sides.append(side + rng.choice(missing))
    return "".join(sides)


def candidates(classes, count, rng):
    """Random FENs with classes in equal shares; some are not legal."""
    placements = import_module("table-verdicts").placements
    for _ in range(count):
        if name := enlarged(rng.choice(classes), rng):
            yield next(placements(name, rng))


def is_open(record):
    """Whether both sides have something to play for."""
    if record["ended"]:
        return False
    wdl = record["lines"][0]["wdl"]
    return 0.1 < (wdl["win"] + wdl["draw"] / 2) / 1000 < 0.9


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classes", nargs="*", metavar="CLASS")
    parser.add_argument("--tables", default="tables")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default=str(ROOT / "target/release/chuhe"))
    options = parser.parse_args()
    classes = options.classes or sorted(path.stem for path in pathlib.Path(options.tables).glob("*.chtb"))
    if not classes:
        sys.exit(f"no tables in {options.tables}; name classes, or make some with `chuhe tables gen`")
    rng = random.Random(options.seed)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "random.fen"
        while len(found) < options.count:
            file.write_text("".join(f"{fen}\n" for fen in candidates(classes, options.count, rng)), encoding="utf-8")
            command = [options.engine, "-q", "analyze", file, "--nodes", str(options.nodes), "--json", "--jobs", "0"]
            run = subprocess.run(command, capture_output=True, check=False, text=True)
            # Exit code 3 says that some positions were refused.
            if run.returncode not in (0, 3):
                sys.exit(f"chuhe analyze: exit code {run.returncode}\n{run.stderr}")
            for record in map(json.loads, run.stdout.splitlines()):
                if is_open(record):
                    found[record["fen"]] = True
    for fen in list(found)[: options.count]:
        print(fen)


if __name__ == "__main__":
    main()
