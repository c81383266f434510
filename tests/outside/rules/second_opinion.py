"""A second judge for `chuhe match --second-opinion`: the rules as pyffish has them.

Reads a game a line as JSON and answers with a line of JSON each: who has won after the last move, whether the game is
over then, and, if so, the first move that was illegal or the move after which the game was over before.
"""

import json
import sys

from .judge import Game


def winner(game, points):
    """Red, black or None, from the points of the side to move: 1, 1/2 or 0."""
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
