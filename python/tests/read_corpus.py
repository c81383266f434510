"""Reads folders of games from other sources, plays all their moves, and reads their PGN back. Run by hand:

    python read_corpus.py FOLDER ...
"""

from __future__ import annotations

import resource
import sys
import time

import chuhe
from chuhe import Collection, Game


def check(game: Game) -> int:
    """Plays all moves in a game, checks that its PGN has the same moves, and returns their number."""
    board = game.start
    for move in game.moves:
        board.push(move)
    assert board == game.board()
    (again,) = Collection.from_text(game.to_string("pgn"))
    assert again.moves == game.moves and again.outcome == game.outcome
    return len(game.moves)


def main() -> int:
    print("folder | files | games read | broken games among these | refused | moves | games per second | peak memory")
    for folder in sys.argv[1:]:
        since = time.perf_counter()
        collection = Collection(folder)
        games = broken = moves = 0
        for game in collection:
            games += 1
            broken += bool(game.errors)
            moves += check(game)
        seconds = time.perf_counter() - since
        refused = len(collection.errors) - broken
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        name = folder.rstrip("/").rpartition("/")[-1]
        print(f"{name} | {len(collection.files)} | {games} | {broken} | {refused} | {moves} | {games / seconds:.0f} | {memory} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
