"""Plays a game in Xiangqi Lab on a virtual screen, with the engine on both sides, over UCI.

    python3 -m tests.outside.hosts.xiangqilab ENGINE XIANGQILAB [--moves 20]
"""

import json
import sys
import time

from ..common import START
from .record import Failure, board_of, end, legal_moves, play
from .window import mouse_main

# The positions of the controls, in the order of the clicks, as Tk lays them out.
GAMES = dict(standard_setup=(80, 153), play_vs_ai=(613, 15))
PLAY = dict(ai_plays_red=(73, 15), ai_plays_black=(187, 15), start_ai=(338, 15))
# The engine clears a large hash table before every move.
PATIENCE_S = 60


def session(screen, arguments):
    # The first start writes the settings, all of which must be present.
    settings = screen.folder / "xiangqilab" / "config.json"
    screen.start(arguments.host)
    screen.wait("the settings", lambda: settings.exists() and settings.stat().st_size)
    time.sleep(1)  # for the rest of the file
    end(screen.host)
    config = json.loads(settings.read_text())
    config["engine"] |= dict(engine_path=str(screen.recorded(arguments.engine)), search_time_seconds=0.3)
    settings.write_text(json.dumps(config))
    screen.start(arguments.host)
    screen.wait("a window", lambda: len(set(pixel for row in screen.picture()[::10] for pixel in row)) > 2)
    for places in GAMES, PLAY:
        time.sleep(2)  # for the buttons
        for place in places.values():
            screen.click(*place)
    talk = screen.wait("an engine", screen.talks)[0]
    board = board_of(START)
    answers = 0
    while answers < arguments.moves and legal_moves(board):
        number = answers + 1
        position = screen.wait(f"question {number}", lambda: talk.heard("position")[answers:], PATIENCE_S)
        if board_of(position[0]).key() != board.key():
            raise Failure(f"Xiangqi Lab is at {position[0]} instead of {board.fen()}")
        best = screen.wait(f"answer {number}", lambda: talk.said("bestmove")[answers:], PATIENCE_S)
        play(board, best[0].split()[1])
        answers += 1
    return f"xiangqilab: {answers} moves of the engine" + ("" if legal_moves(board) else ", to the end of the game")


if __name__ == "__main__":
    sys.exit(mouse_main(session, __doc__))
