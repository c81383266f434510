"""A second judge for `chuhe match --second-opinion`, with the rules of pyffish.

Reads one game per line as JSON and answers each with a line of JSON: the winner after the last move, whether the game
is then over, and, if it applies, the first illegal move or the move after which the game was already over.
"""

import json
import sys

from .judge import Game


def winner(game, points):
    """Red, black or None, computed from the points of the side to move: 1, 1/2 or 0."""
    if points == 0.5:
        return None
    return "red" if game.red_to_move() == (points == 1) else "black"


def opinion(record):
    game = Game(record["fen"])
    for number, move in enumerate(record["moves"], 1):
        verdict = game.verdict()
        if verdict is not None:
            points, reason = verdict
            return {"winner": winner(game, points), "over": True, "reason": reason, "over_at": number - 1}
        try:
            game.play(move)
        except ValueError:
            return {"illegal": number}
    verdict = game.verdict()
    if verdict is None:
        return {"over": False}
    points, reason = verdict
    return {"winner": winner(game, points), "over": True, "reason": reason}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(opinion(json.loads(line))), flush=True)
