#!/usr/bin/env python3
"""Compares the legal moves of chuhe-draughts with those of py-draughts (PyPI), in random positions of each variant that
both support.

    compare-moves.py target/release/chuhe-draughts [--positions 1000] [--seed 1]

Half of the positions come from games of random moves; the other half are randomly placed pieces. A move is compared by
its first and last squares and the set of captured squares. The English variant is compared with the American game of
py-draughts, in which captures are not compulsory; in positions with a capture, its other moves are therefore ignored.
"""

import argparse
import json
import random
import subprocess
import sys

from draughts.boards.american import Board as AmericanBoard
from draughts.boards.standard import Board as StandardBoard


def expected(board):
    found = set()
    moves = board.legal_moves
    must_capture = any(move.captured_list for move in moves)
    for move in moves:
        if must_capture and not move.captured_list:
            continue
        ends = [move.square_list[0] + 1, move.square_list[-1] + 1]
        captured = sorted(square + 1 for square in move.captured_list)
        found.add(("x" if captured else "-").join(map(str, ends + captured)))
    return found


def played(kind, dice):
    board = kind()
    for _ in range(dice.randrange(5, 120)):
        moves = board.legal_moves
        captures = [move for move in moves if move.captured_list]
        if not moves:
            break
        board.push(dice.choice(captures or moves))
    return board.fen


def scattered(kind, dice):
    squares = list(range(1, kind.SQUARES_COUNT + 1))
    row = 5 if kind.SQUARES_COUNT == 50 else 4
    dice.shuffle(squares)
    sides = {"W": [], "B": []}
    for _ in range(dice.randrange(2, 2 * kind.SQUARES_COUNT // 3)):
        square, side = squares.pop(), dice.choice("WB")
        far = square <= row if side == "W" else square > kind.SQUARES_COUNT - row
        king = far or dice.random() < 0.25
        sides[side].append(("K" if king else "") + str(square))
    return f"{dice.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    wrong = 0
    for variant, kind in (("normal", StandardBoard), ("english", AmericanBoard)):
        captures = kings = 0
        for number in range(arguments.positions):
            fen = (scattered if number % 2 else played)(kind, dice)
            fen = fen.removeprefix('[FEN "').removesuffix('"]')
            command = [arguments.program, "perft", fen, "--variant", variant, "--depth", "1", "--json"]
            out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            ours, theirs = set(json.loads(out)["moves"]), expected(kind.from_fen(fen))
            captures += any("x" in move for move in theirs)
            kings += "K" in fen
            if ours != theirs:
                wrong += 1
                print(f"{variant} {fen}: only here {ours - theirs}, only there {theirs - ours}")
        print(f"{variant}: {arguments.positions} positions, {captures} with captures, {kings} with kings")
    print(f"{wrong} positions differ")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
