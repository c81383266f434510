#!/usr/bin/env python3
"""Converts the result of a match into lines for docs/inside/strength.md, one for each pairing.

Scores are new - old or chuhe - rival: a result that lists `new` or `chuhe` second is reversed. The decision follows
from the sequential test and is only a proposal: a change that passed the non-regression test is accepted only if it
simplifies the code.

A match that is decided or interrupted may end in the middle of a pair. Such a single game is dropped, because the
ledger counts pairs; the journal next to the result identifies it.

Usage: ledger-line.py RESULT_JSON COMMIT BENCH WHAT
"""

import datetime
import json
import pathlib
import sys

# Names of the engine being measured.
NEW = ("new", "chuhe")


def number(value, infinity):
    return infinity if value is None else f"{value:+.1f}"


def strength(elo):
    """Elo and its interval as text. A missing number stands for infinity: negative for the lower end, and for the value
    if the lower end is missing as well; positive otherwise."""
    if elo is None:
        return "no games"
    value, low, high = elo
    middle = number(value, "inf" if low is not None else "-inf")
    return f"Elo {middle} [{number(low, '-inf')}, {number(high, 'inf')}]"


def sprt(test):
    verdict = f"{test['accepted']} accepted" if test["accepted"] else "undecided"
    return f"SPRT [{test['elo0']:g}, {test['elo1']:g}] {test['model']}: LLR {test['llr']:.2f}, {verdict}"


def decision(test):
    if not test:
        return "figure only"
    if test["accepted"] != "H1":
        return "left out (SPRT)"
    return "taken (SPRT)" if test["elo0"] >= 0 else "taken (non-regression SPRT)"


def turned(elo):
    """The same Elo from the other engine's point of view."""
    value, low, high = (None if end is None else -end for end in elo)
    return [value, high, low]


def single_games(journal):
    """The games in a journal whose pair is incomplete: the names of Red and Black, and the winner's colour,
    None for a draw."""
    with open(journal, encoding="utf-8") as file:
        head, *games = map(json.loads, file)
    names = [engine["name"] for engine in head["terms"]["engines"]]
    games = {game["number"]: game for game in games if "number" in game}
    alone = [game for number, game in games.items() if number ^ 1 not in games]
    return [([names[engine] for engine in game["engines"]], game["winner"]) for game in alone]


def from_new(encounter, singles):
    """Names, wins, draws, losses, pairs and Elo, from the new engine's point of view."""
    names, games, pairs = encounter["engines"], encounter["games"], encounter["pairs"]
    score = [games["wins"], games["draws"], games["losses"]]
    for sides, winner in singles:
        if sorted(sides) == sorted(names):
            won = winner and sides[winner == "black"]
            score[1 if won is None else 0 if won == names[0] else 2] -= 1
    penta = [pairs["ll"], pairs["ld"], pairs["dd"] + pairs["wl"], pairs["wd"], pairs["ww"]]
    elo = encounter.get("elo")
    if names[1] in NEW and names[0] not in NEW:
        return names[::-1], score[::-1], penta[::-1], elo and turned(elo)
    return names, score, penta, elo


def row(result, encounter, singles, commit, bench, what):
    names, (wins, draws, losses), pairs, elo = from_new(encounter, singles)
    limits = {engine["name"]: engine["limits"] for engine in result["engines"]}
    one, other = (limits[name] for name in names)
    test = result["sprt"]
    cells = [
        datetime.date.today().isoformat(),
        commit,
        bench,
        f"{what}: {' - '.join(names)}",
        one if one == other else f"{one} against {other}",
        f"+{wins} ={draws} -{losses}",
        ", ".join(map(str, pairs)),
        "; ".join([strength(elo)] + ([sprt(test)] if test else [])),
        decision(test),
    ]
    return "| " + " | ".join(cells) + " |"


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    path, commit, bench, what = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    singles = single_games(pathlib.Path(path).with_name("journal.jsonl"))
    for encounter in result["encounters"]:
        print(row(result, encounter, singles, commit, bench, what))


main()
