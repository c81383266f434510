"""Plays a match in XBoard on a virtual screen: the engine over UCCI against itself over UCI, both through UCI2WB.

    python3 -m tests.outside.hosts.xboard ENGINE [XBOARD [UCI2WB]] [--games 20] [--seconds 4]

Pondering is on, as is usual in XBoard. Needs Xvfb, XBoard and UCI2WB, all available in Debian.
"""

import re
import sys
import time

from .matches import Draw, games_of, judge, openings
from .record import Failure, end, host_parser, main
from .window import Screen

# The number of moves to be played in the seconds on the clock. XBoard passes the adapters increments in whole seconds
# only.
MOVES = 20
# XBoard declares a draw after this many moves. Apart from that, it judges only mates, stalemates and repetitions.
DRAW_MOVES = 60
DRAWS = [Draw("long game", plies=2 * DRAW_MOVES)]
QUIET_S = 15


def results(path):
    """The result of every finished game, and the comment before it."""
    text = path.read_text() if path.exists() else ""
    return [(result, reason) for reason, result in re.findall(r"\{([^{}]*)\} (1-0|0-1|1/2-1/2)\s*(?=\[Event|\Z)", text)]


def match(screen, arguments, number, first, games):
    """Starts XBoard once; returns the games of both engines and their results. The last game may have stalled."""
    ucci, uci = (screen.recorded(arguments.engine, f"{name}{number}") for name in ("ucci", "uci"))
    saved, adapter = screen.folder / f"{number}.pgn", f"{arguments.uci2wb} -var xiangqi"
    screen.start(
        arguments.host, "-variant", "xiangqi", "-fcp", f"{adapter} -x {ucci}", "-scp", f"{adapter} -c {uci}",
        "-matchGames", games, "-timeControl", f"0:{arguments.seconds:02}", "-movesPerSession", MOVES,
        # Each position is used for two games, one with each colour.
        "-loadPositionFile", f"{first}.fen", "-loadPositionIndex", -2,
        "-adjudicateDrawMoves", DRAW_MOVES, "-popupExitMessage", "false", "-popupMoveErrors", "false",
        "-soundProgram", "true", "-saveGameFile", saved, "-pgnExtendedInfo", "true")

    def talks():
        return [*screen.talks(f"ucci{number}"), *screen.talks(f"uci{number}")]

    def over():
        spoke = max(talk.path.stat().st_mtime for talk in talks())
        return len(results(saved)) >= games or time.time() - spoke > QUIET_S

    screen.wait("the engines", talks)
    screen.wait("the end of the match", over, 600 * games)
    end(screen.host)
    found = results(saved)
    return *(games_of(screen.talks(f"{name}{number}"))[:len(found)] for name in ("ucci", "uci")), found


def session(screen, arguments):
    positions = openings((arguments.games + 1) // 2)
    ucci, uci, found, stalled = [], [], [], 0
    while (games := arguments.games - len(found)) > 0:
        # XBoard writes elephants and horses as E and H.
        rest = "\n".join(positions[len(found) // 2:]).translate(str.maketrans("bnBN", "ehEH"))
        (screen.folder / f"{len(found)}.fen").write_text(rest.replace(" e ", " b ") + "\n")
        more = match(screen, arguments, stalled, len(found), games)
        for all_games, part in zip((ucci, uci, found), more):
            all_games += part
        if len(found) < arguments.games:
            # UCI2WB may lose answers, because its two threads share a variable. The game then stalls, and the match is
            # restarted.
            last = [talk for name in ("ucci", "uci") for talk in screen.talks(f"{name}{stalled}")[-1:]]
            waiting = [position for talk in last for position in talk.unanswered()]
            if waiting or stalled > arguments.games:
                raise Failure(f"game {len(found) + 1} has stalled; without an answer: {waiting}")
            stalled += 1
    return judge("xboard", ucci, uci, found, DRAWS) + f"; {stalled} more in which the adapter lost an answer"


if __name__ == "__main__":
    options = host_parser(__doc__, nargs="?", default="xboard", help="XBoard")
    options.add_argument("uci2wb", nargs="?", default="uci2wb")
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--seconds", type=int, default=4, help=f"for {MOVES} moves [default: 4]")
    sys.exit(main(session, options.parse_args(), Screen))
