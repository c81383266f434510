"""Plays a match in the fork of cutechess-cli for xiangqi: the engine against another one, over UCI with ranks 1-10.

    python3 -m tests.outside.hosts.cutechess ENGINE CUTECHESS-CLI [--opponent fairy-stockfish] [--games 20]

Without an opponent, the engine plays against itself.
"""

import re
import sys

from .matches import Draw, games_of, judge, openings
from .record import main, match_parser

# The seconds per game and the increment per move for each side; and the time margin in milliseconds, for a busy
# machine.
CLOCK, MARGIN_MS = "2+0.05", 3000
MAX_MOVES = 120
DRAWS = [Draw("fifty moves", quiet=100), Draw("adjudication", plies=2 * MAX_MOVES)]
PATIENCE_S = 60


def session(place, arguments):
    (place.folder / "openings.epd").write_text("\n".join(openings((arguments.games + 1) // 2)) + "\n")
    ours = place.recorded(arguments.engine, "ours")
    theirs = place.recorded(arguments.opponent or arguments.engine, "theirs")
    place.start(
        arguments.host, "-variant", "xiangqi",
        "-engine", "name=ours", f"cmd={ours}", "-engine", "name=theirs", f"cmd={theirs}",
        "-each", "proto=uci", f"tc={CLOCK}", f"timemargin={MARGIN_MS}",
        "-games", arguments.games, "-repeat", "-maxmoves", MAX_MOVES,
        "-openings", "file=openings.epd", "format=epd", "-ratinginterval", 0)
    place.finish(PATIENCE_S * arguments.games)
    log = (place.folder / "host.log").read_text()
    found = re.findall(r"^Finished game \d+ \(.*\): (\S+) \{(.*)\}$", log, re.MULTILINE)
    return judge("cutechess", games_of(place.talks("ours")), games_of(place.talks("theirs")), found, DRAWS)


if __name__ == "__main__":
    sys.exit(main(session, match_parser(__doc__).parse_args()))
