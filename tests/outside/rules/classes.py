"""Counts the games written by `differential.py`, and classifies the disagreements between judges."""

import collections
import json

from . import law
from ..common import parser

# Simplifications made by a judge that does not implement the whole law.
SIMPLE = {"moved", "before", "suspended", "like", "officers", "castle", "rooks", "quiet"}


def read(paths):
    """The games in the files; a game that occurs in several files counts once."""
    endings = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                ending = json.loads(line)
                endings[ending["fen"], *ending["moves"]] = ending
    return list(endings.values())


def describe(reading):
    """Describes what a judge and chuhe disagree about."""
    if reading is None:
        return "no reading found"
    return " and ".join(law.SWITCHES[switch] for switch in reading)


def print_counts(endings):
    counts = collections.Counter((ending["kind"], ending["ours"], ending["reason"]) for ending in endings)
    counts.update((ending["kind"], "endings") for ending in endings)
    counts["endings"] = len(endings)
    for ending in endings:
        counts.update(
            (name, "disagrees in", ending["kind"])
            for name, verdict in ending["theirs"].items() if verdict != ending["ours"])
    for key, count in sorted(counts.items(), key=str):
        print(f"{count:6} {key if isinstance(key, str) else ' '.join(key)}")


def main():
    options = parser(__doc__)
    options.add_argument("files", nargs="+")
    options.add_argument("--simple", action="append", default=[], metavar="NAME", help="a judge that simplifies the law")
    options.add_argument("--examples", type=int, default=1, help="number of examples of each class to show")
    arguments = options.parse_args()

    endings = read(arguments.files)
    print_counts(endings)
    disagreements = collections.defaultdict(list)
    for ending in endings:
        for name, verdict in ending["theirs"].items():
            if verdict != ending["ours"]:
                disagreements[name].append((ending["fen"], ending["moves"], verdict))
    for name, rows in sorted(disagreements.items()):
        print(f"{name}: {len(rows)} disagreements")
        allowed = [switch for switch in law.SWITCHES if name in arguments.simple or switch not in SIMPLE]
        for reading, members in law.classes(rows, allowed):
            draws = sum(verdict == "draw" for _, _, verdict in members)
            print(f"{len(members):5}, {draws} of them a draw for this judge: {describe(reading)}")
            # The shortest examples are the easiest to study.
            members.sort(key=lambda row: sum(map(str.isalpha, row[0])))
            for fen, moves, verdict in members[:arguments.examples]:
                print(f"        {verdict} {fen} moves {' '.join(moves)}")


if __name__ == "__main__":
    main()
