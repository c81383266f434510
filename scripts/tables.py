#!/usr/bin/env python3
"""Compares the engine's verdicts with the results in endgame tables.

Usage: tables.py verdicts CLASS... [--tables FOLDER] [--count N] [--movetime MS | --nodes N] [--seed N] [--engine CHUHE]
                                   [--worst N]
       tables.py positions [CLASS...] [--tables FOLDER] [--count N] [--nodes N] [--seed N] [--engine CHUHE]

`verdicts`: how often is the engine wrong about positions whose results the tables contain, without and with the tables?
For each class, N random positions are drawn in which the game is not over and the side not to move is not in check:
every piece on any point where it can stand, either side to move. Each is searched on one thread for MS milliseconds or,
if the machine does other work as well, for N nodes, with one search per core; and once more with tables, for 1000
nodes. The engine's verdict is a win if its win-draw-loss figures predict more than three quarters of a point, a loss if
less than one quarter, and a draw otherwise. Wins and losses by the ban on perpetual check count as wins and losses.
Prints a Markdown table; --worst also prints this many positions of each class that the engine alone misjudges.

`positions`: random positions two captures away from tables, from which to play matches with and without tables. Each
consists of a class in FOLDER, or of a class named, plus a rook, horse, cannon or pawn on each side. Positions are
dropped if the game is over, or if the engine, after N nodes without tables, expects less than a tenth or more than nine
tenths of a point, because both sides need something to play for. Prints FENs.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = range(9)
# Red's squares, as (file, rank); Black's are the same, seen from the opposite side.
SQUARES = {
    "K": [(file, rank) for file in (3, 4, 5) for rank in (0, 1, 2)],
    "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
    "B": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
    "P": [(file, rank) for file in FILES for rank in range(3, 10) if rank > 4 or file % 2 == 0],
    "R": [(file, rank) for file in FILES for rank in range(10)],
}
SQUARES["N"] = SQUARES["C"] = SQUARES["R"]
MOST = {"R": 2, "N": 2, "C": 2, "P": 5}
OUTCOMES = {"win": 1, "win_by_ban": 1, "draw": 0, "loss": -1, "loss_by_ban": -1}


def placements(name, rng):
    """An endless stream of random FENs of a class; some are not legal."""
    second = name.index("K", 1)
    sides = [name[:second], name[second:]]
    while True:
        board = {}
        for side, pieces in enumerate(sides):
            for piece in pieces:
                file, rank = rng.choice(SQUARES[piece])
                square = (file, rank) if side == 0 else (8 - file, 9 - rank)
                board[square] = piece if side == 0 else piece.lower()
        if len(board) < len(name):
            continue
        rows = []
        for rank in reversed(range(10)):
            row, gap = "", 0
            for file in FILES:
                if piece := board.get((file, rank)):
                    row += (str(gap) if gap else "") + piece
                    gap = 0
                else:
                    gap += 1
            rows.append(row + (str(gap) if gap else ""))
        yield "/".join(rows) + f" {rng.choice('wb')} - - 0 1"


def lines(command):
    """The JSON objects that a command prints. Exit code 3 means that some positions were rejected."""
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
    if run.returncode not in (0, 3):
        sys.exit(f"{' '.join(map(str, command))}: exit code {run.returncode}\n{run.stderr}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def points(record):
    """The engine's expected score in a searched position, 0 to 1."""
    wdl = record["lines"][0]["wdl"]
    return (wdl["win"] + wdl["draw"] / 2) / 1000


def truth(name, options, rng, folder):
    """Positions of a class, each with its outcome for the side to move: 1, 0 or -1."""
    known = {}
    source = placements(name, rng)
    while len(known) < options.count:
        file = folder / "random.fen"
        file.write_text("".join(f"{next(source)}\n" for _ in range(2 * options.count)), encoding="utf-8")
        for record in lines([options.engine, "-q", "judge", file, "--tables", options.tables, "--json"]):
            table = record.get("table")
            if table and len(known) < options.count:
                known[record["fen"]] = OUTCOMES[table["result"]]
    return known


def searched(known, options, folder, limit, extra=()):
    """The engine's verdict on each position, from the point of view of the side to move."""
    file = folder / "positions.fen"
    file.write_text("".join(f"{fen}\n" for fen in known), encoding="utf-8")
    command = [options.engine, "-q", "analyze", file, *limit, "--json", "--jobs", "0"]
    found = {}
    for record in lines([*command, *extra]):
        found[record["fen"]] = 1 if points(record) > 0.75 else -1 if points(record) < 0.25 else 0
    return found


def verdicts(options):
    print("| class | positions | won | drawn | lost | wrong without tables | won, taken for drawn | drawn, taken for won "
          "| drawn, taken for lost | lost, taken for drawn | wrong with tables |")
    print("|---" * 11 + "|")
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = pathlib.Path(name_of_folder)
        for name in options.classes:
            known = truth(name, options, random.Random(f"{options.seed} {name}"), folder)
            limit = ["--nodes", str(options.nodes)] if options.nodes else ["--movetime", str(options.movetime)]
            alone = searched(known, options, folder, limit)
            # With tables, decided positions are known at once, and in drawn ones only the move must be found.
            told = searched(known, options, folder, ["--nodes", "1000"], ["--option", f"TablePath={options.tables}"])
            count = [sum(outcome == wanted for outcome in known.values()) for wanted in (1, 0, -1)]
            wrong = [fen for fen in known if alone[fen] != known[fen]]
            kinds = [(1, 0), (0, 1), (0, -1), (-1, 0)]
            split = [sum((known[fen], alone[fen]) == kind for fen in wrong) for kind in kinds]
            wrong_told = sum(told[fen] != known[fen] for fen in known)
            share = f"{len(wrong)} ({100 * len(wrong) / len(known):.1f} %)"
            cells = [name, len(known), *count, share, *split, wrong_told]
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)
            for fen in wrong[: options.worst]:
                print(f"    {fen}: {known[fen]:+}, engine {alone[fen]:+}")


def enlarged(name, rng):
    """A class with one more attacker on each side; None if a side already has all attackers."""
    second = name.index("K", 1)
    sides = []
    for side in (name[:second], name[second:]):
        missing = [piece for piece, most in MOST.items() if side.count(piece) < most]
        if not missing:
            return None
        sides.append(side + rng.choice(missing))
    return "".join(sides)


def candidates(classes, count, rng):
    """Random FENs, with equal shares of the classes; some are not legal."""
    for _ in range(count):
        if name := enlarged(rng.choice(classes), rng):
            yield next(placements(name, rng))


def positions(options):
    classes = options.classes or sorted(path.stem for path in pathlib.Path(options.tables).glob("*.chtb"))
    if not classes:
        sys.exit(f"no tables in {options.tables}; name classes, or generate tables with `chuhe tables gen`")
    rng = random.Random(options.seed)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "random.fen"
        while len(found) < options.count:
            file.write_text("".join(f"{fen}\n" for fen in candidates(classes, options.count, rng)), encoding="utf-8")
            command = [options.engine, "-q", "analyze", file, "--nodes", str(options.nodes), "--json", "--jobs", "0"]
            for record in lines(command):
                if not record["ended"] and 0.1 < points(record) < 0.9:
                    found[record["fen"]] = True
    for fen in list(found)[: options.count]:
        print(fen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)

    def command(run, classes, count):
        made = commands.add_parser(run.__name__)
        made.add_argument("classes", nargs=classes, metavar="CLASS")
        made.add_argument("--tables", default="tables")
        made.add_argument("--count", type=int, default=count)
        made.add_argument("--seed", type=int, default=1)
        made.add_argument("--engine", default=str(ROOT / "target/release/chuhe"))
        made.set_defaults(run=run)
        return made

    judging = command(verdicts, "+", 1000)
    limit = judging.add_mutually_exclusive_group()
    limit.add_argument("--movetime", type=int, default=100)
    limit.add_argument("--nodes", type=int)
    judging.add_argument("--worst", type=int, default=0)
    command(positions, "*", 400).add_argument("--nodes", type=int, default=20000)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
