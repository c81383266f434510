"""Plays games in QBoard on a virtual screen: a simulated beginner plays Red with the mouse, and the engine plays Black
over UCCI.

    python3 -m tests.outside.hosts.qboard ENGINE QBOARD [--moves 20]

QBoard supports UCI as well, but starts every game over UCI from the start position of chess.
"""

import sys
import time

from .window import games, mouse_main, rounds

# The positions of the controls, in the order of the clicks, and of the board, as Qt lays them out.
NEW_GAME, BLACK, OK = (28, 19), (512, 250), (472, 455)
POINT, STEP = (42, 81), 66
SETTINGS = """[%General]
GameVariant=Xiangqi
PieceStyle=Asian
EngineOutput=Verbose
UseEngine1Depth=true
Engine1Depth=5
"""


def session(screen, arguments):
    folder = screen.folder / "QBoard"
    folder.mkdir()
    (folder / "QBoard.ini").write_text(SETTINGS)
    (folder / "QBoardEngines.xml").write_text(
        '<?xml version="1.0"?><Engines><Engine EngineName="engine" GameVariant="Xiangqi" EngineProtocol="UCCI" '
        f'EnginePath="{screen.recorded(arguments.engine)}" EngineOptions=""/></Engines>')

    def click(square):
        file, rank = "abcdefghi".index(square[0]), int(square[1])
        screen.click(POINT[0] + STEP * file, POINT[1] + STEP * (9 - rank))

    def game(moves):
        before = len(screen.talks())
        screen.start(arguments.host)
        windows = screen.windows()
        screen.wait("a window", lambda: len(screen.windows()) > len(windows))
        time.sleep(2)  # for the buttons
        screen.click(*NEW_GAME)
        screen.wait("the choice of players", lambda: len(screen.windows()) > len(windows) + 1)
        time.sleep(1)
        # The mouse wheel switches from the human player to the engine.
        screen.click(*BLACK, button=5)
        screen.click(*OK)
        talk = screen.wait("an engine", lambda: screen.talks()[before:])[0]
        screen.wait("the engine's greeting", lambda: talk.said("readyok"))
        answers = 0
        for answers, _ in enumerate(rounds(screen, talk, click), 1):
            if answers == moves:
                break
        return answers

    return games("qboard", screen, arguments.moves, game)


if __name__ == "__main__":
    sys.exit(mouse_main(session, __doc__))
