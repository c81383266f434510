#!/usr/bin/env python3
"""Passes problems of continuous fours (VCF) to the solver and checks the reported wins against an independent
implementation of the rules.

    problems.py --engine target/release/chuhe-gomoku FILE.json ...

A file contains problems in the format of the web editor Renju: {"puzzles": [{"stones": "h8i9...",
"side": 1}, ...]}. The stones alternate between Black and White, Black first; side is 1 if Black is
to move, 2 if White. A win is accepted if each of the attacker's moves makes a four or a five, each
reply stops the four, and the last move is a five or the only reply is a foul.
"""

import argparse
import json
import re
import subprocess
import sys
import time

from referee import Board

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def point(name):
    return LETTERS.index(name[0].lower()), int(name[1:]) - 1


def points(text):
    return [point(name) for name in re.findall(r"[A-Za-z][0-9]+", text)]


def drawn(board):
    """The board as rows of x, o and dots, the highest row first."""
    rows = range(board.size - 1, -1, -1)
    return "\n".join("".join(".xo"[board.stones.get((x, y), 0)] for x in range(board.size)) for y in rows)


def fives(board, colour):
    """The free points on which a stone of this colour makes a five."""
    found = []
    for x in range(board.size):
        for y in range(board.size):
            if (x, y) not in board.stones:
                board.stones[x, y] = colour
                if board.is_five(x, y):
                    found.append((x, y))
                del board.stones[x, y]
    return found


def fault(board, attacker, line):
    """Returns what is wrong with a line that should win, or None if it wins. Its stones stay on the board."""
    for index, (x, y) in enumerate(line):
        colour = attacker if index % 2 == 0 else 3 - attacker
        if not board.inside(x, y) or (x, y) in board.stones:
            return f"move {index + 1} is not on a free point"
        threats = fives(board, 3 - colour)
        board.stones[x, y] = colour
        if board.is_five(x, y):
            return None if colour == attacker and index == len(line) - 1 else f"move {index + 1} is a five"
        foul = board.rule == "renju" and colour == 1 and board.is_foul(x, y)
        if colour == attacker:
            if foul:
                return f"move {index + 1} is a foul"
            if threats and (x, y) not in threats:
                return f"move {index + 1} does not stop a four"
            if not fives(board, colour):
                return f"move {index + 1} does not make a four"
        elif (x, y) not in threats:
            return f"move {index + 1} does not stop the four"
        elif foul:
            return None if index == len(line) - 1 else f"move {index + 1} is a foul"
    return "the line ends without a five or a foul"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--engine", default="chuhe-gomoku")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--rule", default="renju", choices=("freestyle", "standard", "renju"))
    parser.add_argument("--first", type=int, help="use only this many problems from each file")
    options = parser.parse_args()
    wrong = 0
    print("| file | problems | solved | refuted lines | longest | seconds | slowest |\n|---|---|---|---|---|---|---|")
    for name in options.files:
        with open(name, encoding="utf-8") as file:
            problems = [it for it in json.load(file)["puzzles"] if it.get("mode", 32) == 32 and it.get("stones")]
        solved, refuted, longest, seconds, slowest = 0, 0, 0, 0.0, 0.0
        problems = problems[: options.first]
        for number, problem in enumerate(problems, 1):
            board, attacker = Board(problem.get("size", 15), options.rule), problem["side"]
            for index, stone in enumerate(points(problem["stones"])):
                board.stones[stone] = index % 2 + 1
            begin = time.monotonic()
            done = subprocess.run(
                [options.engine, "solve", "--fours", "--rule", options.rule, "--size", str(board.size), "--board", "-",
                 "--to-move", ("black", "white")[attacker - 1], "--nodes", str(options.nodes)],
                input=drawn(board), capture_output=True, text=True, check=False,
            )
            took = time.monotonic() - begin
            seconds, slowest = seconds + took, max(slowest, took)
            if done.returncode == 4:
                print(f"{name}: problem {number}: {done.stdout.strip() or done.stderr.strip()}", file=sys.stderr)
                continue
            line = points(done.stdout.splitlines()[-1]) if done.returncode == 0 else []
            problem_fault = fault(board, attacker, line) if line else done.stderr.strip() or "no line"
            if problem_fault:
                refuted += 1
                print(f"{name}: problem {number}: {problem_fault}: {done.stdout.strip()}", file=sys.stderr)
            else:
                solved, longest = solved + 1, max(longest, len(line))
        wrong += refuted
        print(f"| {name} | {len(problems)} | {solved} | {refuted} | {longest} | {seconds:.1f} | {slowest:.2f} |")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
