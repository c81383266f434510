"""Plays games in gmchess on a virtual screen: a simulated beginner plays Red with the mouse, and the engine plays Black
over UCCI.

    python3 -m tests.outside.hosts.gmchess ENGINE GMCHESS [--moves 20]
"""

import sys

from .record import Failure, in_check, legal_moves
from .window import games, mouse_main, rounds

# The size of the board in the setting "big", and the positions of its first point and of the button below it.
SIZE = 521
POINT, STEP = 32, 57
BUTTON = 42, 610


def corner(screen):
    """The corner of the board, in the first row of the screen with a long enough run of wood-coloured pixels."""
    for y, row in enumerate(screen.picture()):
        wood = "".join("x" if red > green > blue + 30 else " " for blue, green, red, _ in row)
        if (x := wood.find("x" * SIZE)) >= 0:
            return x, y
    return None


def session(screen, arguments):
    (screen.folder / "gmchess").mkdir()
    # The engine is found through the PATH, because gmchess truncates long paths. The book in gmchess is off, because it
    # would answer instead of the engine.
    (screen.folder / "gmchess" / "config").write_text(
        f"engine_name={screen.recorded(arguments.engine).name}\nengine_depth=5\nusebook=0\n"
        "desktop_size=1\nthemes=wood\n")

    def game(moves):
        before = len(screen.talks())
        screen.start(arguments.host)
        left, top = screen.wait("the board", lambda: corner(screen))
        screen.click(left + BUTTON[0], top + BUTTON[1])
        talk = screen.wait("an engine", lambda: screen.talks()[before:])[0]
        screen.wait("the engine's greeting", lambda: talk.said("ucciok"))
        windows, answers = screen.windows(), 0

        def click(square):
            file, rank = "abcdefghi".index(square[0]), int(square[1])
            screen.click(left + POINT + STEP * file, top + POINT + STEP * (9 - rank))

        for answers, board in enumerate(rounds(screen, talk, click, tells_answers=True), 1):
            if legal_moves(board) and screen.windows() != windows:
                # gmchess also reports mate if only an elephant can help.
                if not in_check(board):
                    raise Failure("gmchess shows a message")
                return answers
            if answers == moves:
                return answers
        screen.wait("gmchess to report that the game is over", lambda: screen.windows() != windows)
        return answers

    return games("gmchess", screen, arguments.moves, game)


if __name__ == "__main__":
    sys.exit(mouse_main(session, __doc__))
