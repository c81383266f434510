"""Has the engine play whole games against itself through the `cchess` package, over UCCI and UCI.

cchess is an unusual client: it uses CRLF line ends, sends positions without counters, sets options with UCI syntax in
both protocols, and parses info lines strictly.
"""

import sys
import time

import cchess

from .common import engine_parser

MAX_PLIES = 120


class GameError(Exception):
    """A fault that a user of cchess would see."""


def wait_for_answer(engine, seconds):
    """The best-move action of a search, and the actions of its finished iterations."""
    deadline = time.monotonic() + seconds
    iterations = []
    while time.monotonic() < deadline:
        action = engine.get_action()
        if action is None:
            time.sleep(0.002)
        elif action["action"] == "info_move":
            iterations.append(action)
        elif action["action"] in ("bestmove", "dead", "draw"):
            return action, iterations
    raise GameError("no answer")


def check_lines(board, iterations):
    """Checks that cchess can replay every line."""
    for action in iterations:
        trial = board.copy()
        for text in action.get("moves", []):
            if trial.move_iccs(text) is None:
                raise GameError(f"cchess rejects {text} of: {action['raw_msg']}")
            trial.next_turn()


def play(engine, limits):
    """Plays until a side has no move or `MAX_PLIES` is reached; returns the moves."""
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    record = []
    while not board.no_moves() and len(record) < MAX_PLIES:
        engine.go_from(board.to_fen(), limits)
        action, iterations = wait_for_answer(engine, 20)
        if action["action"] != "bestmove":
            raise GameError(f"{action['raw_msg']} although there are moves")
        if not iterations:
            raise GameError("no line before the best move")
        if "score" not in action and "mate" not in action:
            raise GameError("the best move is not the first move of a shown line")
        check_lines(board, iterations)
        move = board.move_iccs(action["move"])
        if move is None:
            raise GameError(f"cchess rejects the move {action['move']}")
        record.append(move.to_text())
        board.next_turn()
    if board.no_moves():
        engine.go_from(board.to_fen(), limits)
        action, _ = wait_for_answer(engine, 5)
        if action["action"] != "dead":
            raise GameError(f"{action['raw_msg']} although there is no move")
    return record


def check_stop(engine):
    """Checks that an endless search ends on stop."""
    engine.go_from(cchess.FULL_INIT_FEN, {"infinite": ""})
    time.sleep(0.3)
    engine.stop_thinking()
    action, _ = wait_for_answer(engine, 2)
    if action["action"] != "bestmove":
        raise GameError("no best move after stop")


def run(engine, binary, limits):
    if not engine.load(str(binary)) or not engine.wait_for_ready():
        raise GameError("no handshake")
    engine.set_option("Threads", 1)
    check_stop(engine)
    record = play(engine, limits)
    engine.quit()
    try:
        code = engine.process.wait(2)
    finally:
        engine.running = False
    # cchess sends an engine signal 15 after `bye`.
    if code not in (0, -15):
        raise GameError(f"exit code {code}")
    return record


def main():
    arguments = engine_parser(__doc__)
    arguments.add_argument("--depth", type=int, default=4)
    options = arguments.parse_args()
    failed = False
    for engine in (cchess.UcciEngine(), cchess.UciEngine()):
        name = type(engine).__name__
        try:
            record = run(engine, options.engine, {"depth": options.depth})
        except (GameError, cchess.CChessException, OSError) as error:
            print(f"{name}: FAIL {error}")
            failed = True
        else:
            print(f"{name}: {len(record)} plies: {' '.join(record[:6])} .. {' '.join(record[-4:])}")
        finally:
            if getattr(engine, "process", None) and engine.process.poll() is None:
                engine.process.kill()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
