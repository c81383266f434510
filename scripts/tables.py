#!/usr/bin/env python3
"""What endgame tables know, held against the engine without them.

Usage: tables.py verdicts CLASS... [--tables FOLDER] [--count N] [--movetime MS | --nodes N] [--seed N] [--engine CHUHE]
                                   [--worst N]
       tables.py positions [CLASS...] [--tables FOLDER] [--count N] [--nodes N] [--seed N] [--engine CHUHE]

`verdicts`: how often is the engine wrong about positions of which tables know the truth, without them and with them?
Of each class, N random positions are taken in which neither the game is over nor a side in check that has moved:
every piece on any point where it can stand, either side to move. Each is searched for MS milliseconds on one thread,
or, on a machine that does other work as well, for N nodes, as many at a time as there are cores; and once more with
tables, for 1000 nodes. The engine's verdict is a win if it expects more than three quarters of a point by its
win-draw-loss figures, a loss if less than one quarter, else a draw. Wins and losses by the ban on perpetual check count
as such. Prints a Markdown table; --worst also prints so many positions of each class that the engine alone misjudges.

`positions`: random ones two captures away from tables, to play matches from with and without these. Each is one of a
class in FOLDER, or of one of those named, with a rook, horse, cannon or pawn more on each side. Those are left out in
which the game is over, or the engine expects less than a tenth or more than nine tenths of a point after N nodes
without tables: both sides have something to play for. Prints FENs.
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
# Red's squares, as (file, rank); Black's are the same seen from the other end.
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
    """Random FENs of a class, without end; some are not legal."""
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
    """The JSON objects that a command prints. Exit code 3 says that some positions were refused."""
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
    if run.returncode not in (0, 3):
        sys.exit(f"{' '.join(map(str, command))}: exit code {run.returncode}\n{run.stderr}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def points(record):
    """What the engine expects of a position it has searched, of one point."""
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
    """The engine's verdict on each position, for the side to move."""
    file = folder / "positions.fen"
    file.write_text("".join(f"{fen}\n" for fen in known), encoding="utf-8")
    command = [options.engine, "-q", "analyze", file, *limit, "--json", "--jobs", "0"]
    found = {}
    for record in lines([*command, *extra]):
        found[record["fen"]] = 1 if points(record) > 0.75 else -1 if points(record) < 0.25 else 0
    return found


def verdicts(options):
    print("| class | positions | won | drawn | lost | wrong without tables | won, taken for drawn | drawn, for won "
          "| drawn, for lost | lost, for drawn | wrong with tables |")
    print("|---" * 11 + "|")
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = pathlib.Path(name_of_folder)
        for name in options.classes:
            known = truth(name, options, random.Random(f"{options.seed} {name}"), folder)
            limit = ["--nodes", str(options.nodes)] if options.nodes else ["--movetime", str(options.movetime)]
            alone = searched(known, options, folder, limit)
            # Decided positions are known at once, and in draws only the move is left to find.
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
    for _ in range(count):
        if name := enlarged(rng.choice(classes), rng):
            yield next(placements(name, rng))


def positions(options):
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
