"""Fits the win-draw-loss model (`Wdl` in crates/engine/src/search/info.rs) to games from `chuhe datagen`.

    python3 -m tests.outside.wdl GAMES... [--limit CP] [--count N]

GAMES are folders or files written by `chuhe datagen`, played by the engine whose scores the model describes. Every
searched position with a score within ±--limit (default 2500) counts once, with the result for its side to move.
Prints the two constants with maximum likelihood, then the counted results next to the curve, as in
docs/reference/annotation.md.
"""

import collections
import itertools
import math
import pathlib

from .common import parser
from .games_file import files_of, read


def chances(score, win_at, spread):
    """The probabilities of a win and a loss."""
    return [1 / (1 + math.exp((win_at - view) / spread)) for view in (score, -score)]


def counted(paths, limit, most):
    """Wins, draws and losses by score, and the number of games."""
    games = itertools.islice((game for file in files_of(paths) for game in read(file)), most)
    table, number = collections.defaultdict(lambda: [0, 0, 0]), 0
    for number, game in enumerate(games, 1):
        red = " b" not in game.start
        for ply, (_, score) in enumerate(game.plies):
            if score is not None and abs(score) <= limit:
                mover = 1 if red == (ply % 2 == 0) else -1
                table[score][1 - mover * game.winner] += 1
    return table, number


def loss(table, win_at, spread):
    """The negative logarithm of the likelihood."""
    total = 0.0
    for score, (won, drawn, lost) in table.items():
        win, lose = chances(score, win_at, spread)
        total -= won * math.log(win) + lost * math.log(lose) + drawn * math.log(max(1 - win - lose, 1e-12))
    return total


def fit(table):
    """The constants with the smallest loss, found with ever smaller steps in all directions."""
    best, step = (200.0, 150.0), 64.0
    least = loss(table, *best)
    while step > 0.05:
        around = [(best[0] + x * step, best[1] + y * step) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        tried = [(loss(table, *point), point) for point in around if point[0] > 0 and point[1] > 1]
        if min(tried)[0] < least:
            least, best = min(tried)
        else:
            step /= 2
    return best


def main():
    arguments = parser(__doc__)
    arguments.add_argument("games", nargs="+", type=pathlib.Path)
    arguments.add_argument("--limit", type=int, default=2500)
    arguments.add_argument("--count", type=int, help="maximum number of games")
    options = arguments.parse_args()
    table, games = counted(options.games, options.limit, options.count)
    win_at, spread = fit(table)
    print(f"{games} games, {sum(map(sum, table.values()))} positions: WIN_AT {win_at:.1f}, SPREAD {spread:.1f}\n")
    print("| score | positions | won | drawn | lost | counted | curve |\n|---|---|---|---|---|---|---|")
    for middle in (0, 50, 100, 150, 200, 300, 400, 600, 800):
        reach = 25 if middle < 200 else 50
        rows = [results for score, results in table.items() if abs(score - middle) <= reach]
        if not rows:
            continue
        shares = [100 * sum(column) / sum(map(sum, rows)) for column in zip(*rows)]
        win, lose = chances(middle, win_at, spread)
        positions = f"{sum(map(sum, rows)):,}".replace(",", " ")
        print(f"| {middle} | {positions} | " + " | ".join(f"{share:.1f} %" for share in shares)
              + f" | {shares[0] + shares[1] / 2:.1f} | {50 * (1 + win - lose):.1f} |")


if __name__ == "__main__":
    main()
