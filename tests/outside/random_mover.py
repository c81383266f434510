"""A UCI engine that plays random legal moves, as a very weak opponent.

    python3 -m tests.outside.random_mover [SEED]
"""

import random
import sys

from .common import START
from .rules.judge import Game


def position(words):
    """The game described by the words after `position`."""
    at = words.index("moves") if "moves" in words else len(words)
    fen = START if words[0] == "startpos" else " ".join(words[1:at])
    return Game(fen, words[at + 1:])


def main():
    chance = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    game = Game()
    for line in sys.stdin:
        match line.split():
            case ["ucci"]:
                print("id name Random mover\noption usemillisec type check default true\nucciok",
                      flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", *words]:
                game = position(words)
            case ["go", *_]:
                moves = game.legal_moves()
                print(f"bestmove {chance.choice(moves)}" if moves else "nobestmove", flush=True)
            case ["quit"]:
                print("bye", flush=True)
                return


if __name__ == "__main__":
    main()
