"""Plays a match over UCCI between the engine under test and another engine, with pyffish as the referee.

Every opening is played twice, with colours reversed. Fails if the engine under test plays an illegal move, shows an
illegal line, crashes, does not answer, exceeds its time, or scores too little. Faults of the opponent only lose its
games.
"""

import math
import random
import sys
from pathlib import Path

from .common import OPENINGS, parser
from .engine import EngineClient, EngineError
from .rules.judge import Game


class Player:
    """An engine, its clock and its faults."""

    def __init__(self, command, name, time_control):
        self.command = command
        self.client = EngineClient(command, name)
        self.name = name
        self.base, self.increment = time_control
        self.clock = self.base
        self.faults = []

    def new_game(self):
        self.clock = self.base
        self.client.new_game()

    def restart(self):
        self.client.kill()
        self.client = EngineClient(self.command, self.name)

    def move(self, game, other, margin):
        """Returns the move played; raises EngineError for any fault."""
        limits = (f"time {ms(self.clock)} increment {ms(self.increment)} "
                  f"opptime {ms(other.clock)} oppincrement {ms(other.increment)}")
        move, lines, used = self.client.think(game.fen, game.moves, limits, self.clock + 10)
        if used > self.clock + margin:
            raise EngineError(f"{self.name} used {used:.3f} s of {self.clock:.3f} s")
        self.clock = max(0.0, self.clock - used) + self.increment
        for line in lines:
            if (illegal := game.first_illegal(line)) is not None:
                raise EngineError(f"{self.name} shows {illegal} in the line {' '.join(line)}")
        try:
            game.play(move or "none")
        except ValueError as error:
            raise EngineError(f"{self.name}: {error}") from None
        return move


def ms(seconds):
    return round(seconds * 1000)


def play(red, black, fen, options):
    """Plays one game; returns Red's points, the reason and the game."""
    game = Game(fen)
    red.new_game()
    black.new_game()
    while len(game.moves) < options.max_plies:
        mover, other = (red, black) if game.red_to_move() else (black, red)
        ended = game.verdict()
        if ended:
            points, reason = ended
            return (points if mover is red else 1 - points), reason, game
        try:
            mover.move(game, other, options.margin / 1000)
        except EngineError as error:
            mover.faults.append(str(error))
            return float(mover is black), f"fault: {error}", game
    return 0.5, f"{options.max_plies} plies", game


def elo(score):
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def summary(results):
    """Wins, draws, losses and the Elo difference with its 95 % interval."""
    counts = {points: results.count(points) for points in (1.0, 0.5, 0.0)}
    mean = sum(results) / len(results)
    # Half a game is added to the wins, the draws and the losses, so that even a clean sweep has an error above 0.
    total = len(results) + 1.5
    centre = (sum(results) + 0.75) / total
    variance = sum((n + 0.5) * (points - centre) ** 2 for points, n in counts.items()) / total
    low, high = (elo(mean + sign * 1.96 * math.sqrt(variance / total)) for sign in (-1, 1))
    return (f"+{counts[1.0]} ={counts[0.5]} -{counts[0.0]}, score {mean:.1%}, "
            f"Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]")


def time_control(text):
    base, _, increment = text.partition("+")
    return float(base), float(increment or 0)


def parse_arguments():
    options = parser(__doc__)
    options.add_argument("engine", help="command line of the engine under test")
    options.add_argument("--opponent", default="fairy-stockfish", help="command line of the opponent")
    options.add_argument("--games", type=int, default=4)
    options.add_argument("--tc", type=time_control, default=(2.0, 0.02), metavar="SECONDS+INCREMENT")
    options.add_argument("--opponent-tc", type=time_control, help="a different time control for the opponent")
    options.add_argument("--min-score", type=float, default=0.0, help="minimum score, 0 to 1")
    options.add_argument("--margin", type=float, default=100, metavar="MS",
                        help="allowance for pipes and scheduling, not charged to any clock")
    options.add_argument("--max-plies", type=int, default=300)
    options.add_argument("--openings", type=Path, default=OPENINGS, metavar="FILE")
    options.add_argument("--seed", type=int, default=1, help="chooses among the openings")
    return options.parse_args()


def main():
    options = parse_arguments()
    tested = Player(options.engine, "engine", options.tc)
    opponent = Player(options.opponent, "opponent", options.opponent_tc or options.tc)
    openings = [line for line in options.openings.read_text().splitlines() if "/" in line]
    random.Random(options.seed).shuffle(openings)
    results = []
    for number in range(options.games):
        opening = openings[number // 2 % len(openings)]
        is_red = number % 2 == 0
        red, black = (tested, opponent) if is_red else (opponent, tested)
        points, reason, game = play(red, black, opening, options)
        results.append(points if is_red else 1 - points)
        print(f"game {number + 1}: engine {'red' if is_red else 'black'}, {results[-1]} points, "
              f"{len(game.moves)} plies, {reason}", flush=True)
        if tested.faults:
            print("  moves:", " ".join(game.moves))
            print("  dialogue:", *tested.client.dialogue, sep="\n    ")
            break
        if reason.startswith("fault"):
            # The opponent may have crashed or lost track of the game.
            opponent.restart()
    print(f"engine against {options.opponent}: {summary(results)}")
    try:
        tested.client.quit()
    except EngineError as error:
        tested.faults.append(str(error))
    opponent.client.kill()
    for fault in tested.faults:
        print(f"FAULT {fault}")
    score = sum(results) / len(results)
    if score < options.min_score:
        print(f"FAIL the score {score:.1%} is below {options.min_score:.1%}")
    return 1 if tested.faults or score < options.min_score else 0


if __name__ == "__main__":
    sys.exit(main())
