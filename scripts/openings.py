#!/usr/bin/env python3
"""Generates openings for matches: positions a few plies from the start that are balanced.

    scripts/openings.py ENGINE [--count 6000] [--seed 1] > openings.moves

Writes the moves of one opening per line, as `chuhe match --openings file=openings.moves` reads them. Each opening is a
walk of 6 to 10 plies among the moves that a short search prefers, better moves more often. It is kept if a longer
search scores its end within ±60 centipawns. No two openings end in the same position or in mirror images. The same
engine and seed produce the same lines.

A match with fixed nodes repeats games once it reuses openings, and a test with repeated games mistakes chance for
strength. Therefore generate at least as many openings as rounds.
"""

import argparse
import math
import random
import subprocess
import sys

WALK_NODES, WALK_LINES, WALK_SPREAD = 1500, 10, 25
END_NODES, END_SCORE = 20_000, 60


class Engine:
    """Runs an engine over UCI."""

    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.ask("setoption name Hash value 1\nisready", "readyok")

    def ask(self, question, end):
        print(question, file=self.process.stdin, flush=True)
        answer = []
        for line in self.process.stdout:
            answer.append(line.split())
            if answer[-1] and answer[-1][0] == end:
                return answer
        sys.exit("openings: the engine has exited")

    def scores(self, line, nodes, count):
        """The best moves after a line with their scores in centipawns for the side to move, except mate scores. Earlier
        searches do not affect them."""
        answer = self.ask(
            f"setoption name MultiPV value {count}\nucinewgame\nposition startpos moves {' '.join(line)}\ngo nodes {nodes}",
            "bestmove",
        )
        found = {}
        for words in answer:
            if "pv" in words and "cp" in words:
                move, score = words[words.index("pv") + 1], int(words[words.index("cp") + 1])
                found[int(words[words.index("multipv") + 1])] = (move, score)
        return [found[number] for number in sorted(found)]


def mirrored(line):
    """The line mirrored left to right."""
    swap = str.maketrans("abcdefghi", "ihgfedcba")
    return [move.translate(swap) for move in line]


def ends(line):
    """The squares of the start position's pieces after a line: equal for lines that transpose."""
    board = {}
    for rank, row in enumerate(["RNBAKABNR", "         ", " C     C ", "P P P P P"]):
        for file, letter in zip("abcdefghi", row):
            if letter != " ":
                board[f"{file}{rank}"] = letter
                board[f"{file}{9 - rank}"] = letter.lower()
    for move in line:
        board[move[2:4]] = board.pop(move[:2])
    return tuple(sorted(board.items())), len(line) % 2


def walk(engine, rng):
    """A random line of moves; None if its end is not balanced."""
    line = []
    for _ in range(rng.randint(6, 10)):
        moves = engine.scores(line, WALK_NODES, WALK_LINES)
        if not moves:
            return None
        weights = [math.exp((score - moves[0][1]) / WALK_SPREAD) for _, score in moves]
        line.append(rng.choices(moves, weights)[0][0])
    end = engine.scores(line, END_NODES, 1)
    return line if end and abs(end[0][1]) <= END_SCORE else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    engine, rng, seen = Engine(options.engine), random.Random(options.seed), set()
    written = 0
    while written < options.count:
        line = walk(engine, rng)
        if line is None or ends(line) in seen:
            continue
        seen |= {ends(line), ends(mirrored(line))}
        written += 1
        print(" ".join(line), flush=True)


main()
