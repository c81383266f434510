#!/usr/bin/env python3
"""Turns the result of a match into lines for docs/strength.md, one for each pairing.

Usage: ledger-line.py RESULT_JSON COMMIT BENCH WHAT
"""

import datetime
import json
import sys


def number(value):
    return "inf" if value is None else f"{value:+.1f}"


def strength(encounter):
    if "elo" not in encounter:
        return "no games"
    value, low, high = encounter["elo"]
    return f"{number(value)} [{number(low)}, {number(high)}]"


def sprt(test):
    verdict = f"{test['accepted']} accepted" if test["accepted"] else "undecided"
    return f"SPRT [{test['elo0']:g}, {test['elo1']:g}] {test['model']}: LLR {test['llr']:.2f}, {verdict}"


def row(result, encounter, commit, bench, what):
    games, pairs = encounter["games"], encounter["pairs"]
    limits = {engine["name"]: engine["limits"] for engine in result["engines"]}
    one, other = (limits[name] for name in encounter["engines"])
    outcome = f"Elo {strength(encounter)}"
    if result["sprt"]:
        outcome += "; " + sprt(result["sprt"])
    penta = [pairs["ll"], pairs["ld"], pairs["dd"] + pairs["wl"], pairs["wd"], pairs["ww"]]
    cells = [
        datetime.date.today().isoformat(),
        commit,
        bench,
        f"{what}: {' - '.join(encounter['engines'])}",
        one if one == other else f"{one} against {other}",
        f"+{games['wins']} ={games['draws']} -{games['losses']}",
        ", ".join(map(str, penta)),
        outcome,
    ]
    return "| " + " | ".join(cells) + " |"


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    path, commit, bench, what = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    for encounter in result["encounters"]:
        print(row(result, encounter, commit, bench, what))


main()
