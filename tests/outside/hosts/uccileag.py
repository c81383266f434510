"""Plays a match in ElephantEye's league runner: the engine against another one, over UCCI.

    python3 -m tests.outside.hosts.uccileag ENGINE UCCILEAG [--opponent eleeye] [--games 20]

Without an opponent, the engine plays against itself. Nothing is uploaded, because the settings contain no address.
"""

import re
import shutil
import sys

from .matches import Draw, games_of, judge, openings
from .record import Failure, main, match_parser

# The minutes per game and seconds per move. The runner shortens both: each of its seconds lasts SCALE milliseconds.
MINUTES, SECONDS, SCALE = 1, 1, 100
STOPPING_MS = 500
# Every engine runs at the lowest priority, and the machine may be busy.
OPTIONS = "setoption moveoverhead 300\n"
ROUNDS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DRAWS = [Draw("超过自然限着作和", quiet=100)]
PATIENCE_S = 120


def result(path):
    """The result of a game, and the comment at its end."""
    text = path.read_text("gb18030")
    found = re.search(r'\[Result "(\S+)"\]', text)
    reason = re.findall(r"\{([^{}]*)\}", text)
    if not found or found[1] == "*" or not reason:
        raise Failure(f"{path.name} is not over: {text[-500:]}")
    return found[1], reason[-1]


def session(place, arguments):
    # The program looks for its settings in its own folder.
    program = shutil.copy(arguments.host, place.folder / "league")
    ours = place.recorded(arguments.engine, "ours")
    theirs = place.recorded(arguments.opponent or arguments.engine, "theirs")
    (place.folder / "options").write_text(OPTIONS)
    rounds = (arguments.games + 1) // 2
    settings = ["[League]", f"Roundrobins={rounds}", "Processors=1",
                f"InitialTime={MINUTES}", f"IncrementalTime={SECONDS}", f"StoppingTime={STOPPING_MS}",
                f"StandardCpuTime={SCALE}", *(f"Position={fen}" for fen in openings(rounds)),
                "[Teams]", f"Team=OUR,ours,2000,20,{ours},options", f"Team=THE,theirs,2000,20,{theirs},options"]
    (place.folder / "UCCILEAG.INI").write_text("\r\n".join(settings) + "\r\n")
    place.start(program)
    place.finish(PATIENCE_S * 2 * rounds)
    names = [f"{teams}{number}.PGN" for number in ROUNDS[:rounds] for teams in ("OUR-THE", "THE-OUR")]
    found = [result(place.folder / name) for name in names]
    return judge("uccileag", games_of(place.talks("ours")), games_of(place.talks("theirs")), found, DRAWS)


if __name__ == "__main__":
    sys.exit(main(session, match_parser(__doc__, help="an even number, 72 at most").parse_args()))
