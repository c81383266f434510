"""Generates new tactical positions, each with a single winning move, and compares engines on them.

    python3 -m tests.outside.tactics make ENGINE SOURCE... --seed N --out NAME [--count N] [--scan N] [--shallow N]
                           [--deep N] [--verify N] [--shallow-engine ENGINE] [--verify-engine ENGINE] [--jobs N]
    python3 -m tests.outside.tactics run FILE ENGINE... (--movetime MS | --nodes N) [--out FILE]

ENGINE describes an engine as for `chuhe match --engine`, in quotes:
  "cmd=target/release/chuhe proto=ucci name=chuhe option.hashsize=16"
  "cmd=fairy-stockfish proto=uci coord=1 option.UCI_Variant=xiangqi option.Hash=16"
With coord=1, its ranks are 1 to 10. SOURCE is a folder or file written by `chuhe datagen`, or a list of FENs, made from
any games by `chuhe convert GAMES --to fen --positions all`. In a list, a game continues while each line is one move
after the line before.

`make` writes NAME.jsonl and NAME.epd. It takes from each game the first position, if there is one, at which
- the score of a quick search (--scan, 1000 nodes) is within ±400 and begins to rise: for the same player, it is at
  least 130 centipawns higher after two plies of the game, or 250 after four (--scan 0 omits this condition, for lists
  of unrelated positions);
- a deep search (200,000 nodes) finds a mate in 3 to 9 moves, or a score of at least 0 that is at least 300 centipawns
  above that of a shallow search (2000 nodes), which itself must be within ±1000;
- the shallow search chooses another move; and
- a deeper search (1,000,000 nodes, two lines, starting from an empty table) finds the same move and a win again, and
  scores every other move at least 200 centipawns lower and below 1000.
The same seed, engines, numbers and sources produce the same positions. Never both tune and test with the same set.

`run` gives each position to all engines before the next position, alternating which engine comes first, always as a new
game. FILE is JSONL with `fen` and `best`, or EPD with `bm`.
"""

import collections
import concurrent.futures
import itertools
import json
import math
import os
import pathlib
import random
import shlex
import sys
import threading

from .common import parser
from .engine import EngineClient
from .games_file import shuffled

MATE = 30000
"""The value of a checkmate; a mate in n moves is worth 2 n - 1 plies less."""
MATE_MOVES = range(3, 10)
RISES = (2, 130), (4, 250)
"""The score rises if, after so many plies, it is higher by so many centipawns."""
PIECE, GAP, OPEN, WON = 300, 200, 400, 1000
PATIENCE_S = 600


class Engine:
    """An engine described by settings. It returns moves with ranks 0 to 9, as used in this file."""

    def __init__(self, words, options=()):
        settings = dict(word.split("=", 1) for word in shlex.split(words))
        self.name = settings.pop("name", pathlib.Path(settings["cmd"]).name)
        protocol = settings.pop("proto", "uci")
        self._ranks_from = int(settings.pop("coord", 0))
        command = shlex.quote(settings.pop("cmd")) + " " + settings.pop("args", "")
        self.client = EngineClient(command, self.name, protocol)
        for key, value in [*settings.items(), *options]:
            if not key.startswith("option."):
                sys.exit(f"{self.name}: unknown setting {key}")
            key = key.removeprefix("option.")
            self.client.send(f"setoption {key} {value}" if protocol == "ucci"
                             else f"setoption name {key} value {value}")
        # In the form that `chuhe match` uses: ElephantEye ignores `movetime` alone.
        self.move_time = "time {0} movestogo 1 movetime {0}" if protocol == "ucci" else "movetime {0}"

    def search(self, fen, limits):
        """Searches a position as a new game. Returns the move (None if there is no legal one), the value and first move
        of each line by rank, and the time in milliseconds."""
        self.client.new_game()
        answer, infos, seconds = self.client.search(fen, (), limits, PATIENCE_S)
        lines = {}
        for words in infos:
            if {"score", "pv"} <= set(words) and not {"lowerbound", "upperbound"} & set(words):
                number = int(words[words.index("multipv") + 1]) if "multipv" in words else 1
                lines[number] = (value(words), self._read(words[words.index("pv") + 1]))
        move = None if answer[0] == "nobestmove" or answer[1] in ("(none)", "0000") else self._read(answer[1])
        return move, lines, 1000 * seconds

    def _read(self, move):
        """Converts a move to ranks from 0: h10g8 becomes h9g7 if the engine counts ranks from 1."""
        second = 2 if move[2].isalpha() else 3
        ends = move[:second], move[second:].rstrip("+#")
        return "".join(f"{end[0]}{int(end[1:]) - self._ranks_from}" for end in ends)


def value(words):
    """The score of an info line, from the point of view of the side to move."""
    kind, number = words[words.index("score") + 1:][:2]
    if kind != "mate":
        return int(number if kind == "cp" else kind)
    moves = int(number)
    return MATE + 1 - 2 * moves if moves > 0 else -MATE - 2 * moves


def mate_moves(score):
    """The number of moves in which the side to move mates, by its score; None if the score is not such a mate."""
    return (MATE + 1 - score) // 2 if score > MATE - 1000 else None


# Making


class Maker:
    """Chooses positions; each thread has its own engines."""

    def __init__(self, options):
        self.options = options
        self._engines = threading.local()

    def _engine(self, role):
        mine = self._engines.__dict__
        if role not in mine:
            words = {"shallow": self.options.shallow_engine, "verify": self.options.verify_engine}.get(role)
            mine[role] = Engine(words or self.options.engine, (("option.MultiPV", 2),) if role == "verify" else ())
        return mine[role]

    def choose(self, game):
        """Returns the record of the first position of a game that is accepted, if there is one, and the reasons for
        rejecting others, with their numbers."""
        reasons = collections.Counter()
        scores = [self._scan(fen) for _, fen in game] if self.options.scan else []
        for ply, (source, fen) in enumerate(game):
            record, why = None, "the score does not rise"
            if not scores or rises(scores[ply:]):
                record, why = self._judge(fen)
            if record:
                return {**record, "source": source}, reasons
            reasons[why] += 1
        return None, reasons

    def _scan(self, fen):
        """The score of a quick search; a player without a legal move has lost."""
        _, lines, _ = self._engine("deep").search(fen, f"nodes {self.options.scan}")
        return lines[1][0] if 1 in lines else -MATE

    def _judge(self, fen):
        """Returns a record, or None and the reason for rejection."""
        missed, lines, _ = self._engine("shallow").search(fen, f"nodes {self.options.shallow}")
        if 1 not in lines or abs(lines[1][0]) >= WON:
            return None, "the position is decided"
        before = lines[1][0]
        move, lines, _ = self._engine("deep").search(fen, f"nodes {self.options.deep}")
        if why := no_win(lines[1][0], before):
            return None, why
        if move == missed:
            return None, "the shallow search also finds the move"
        again, lines, _ = self._engine("verify").search(fen, f"nodes {self.options.verify}")
        if 2 not in lines:
            return None, "there is only one legal move"
        best, second = lines[1][0], lines[2][0]
        if again != move or no_win(best, before):
            return None, "the deeper search disagrees"
        if best < second + GAP or second >= WON:
            return None, "another move is good as well"
        return {"fen": fen, "best": [move], "mate": mate_moves(best), "score": best, "second": second,
                "missed": missed, "missed_score": before}, None


def rises(scores):
    """Whether the first of the scores in successive positions is that of an open position and rises for the mover."""
    return abs(scores[0]) < OPEN and any(
        then >= scores[0] + rise for plies, rise in RISES for then in scores[plies:plies + 1])


def no_win(score, before):
    """The reason why a score indicates neither the win of a piece nor a mate of suitable length; None if it indicates
    either."""
    mate = mate_moves(score)
    if mate is None and (score < before + PIECE or score < 0):
        return "no piece is won"
    if mate is not None and mate not in MATE_MOVES:
        return "the mate is too short or too long"
    return None


def make(options):
    maker = Maker(options)
    games = shuffled(options.source, random.Random(options.seed))
    counts = collections.Counter()
    taken = set()
    try:
        with (open(f"{options.out}.jsonl", "w", encoding="utf-8") as records,
              open(f"{options.out}.epd", "w", encoding="utf-8") as epd,
              concurrent.futures.ThreadPoolExecutor(options.jobs) as pool):
            # A few at a time, in order, so that the set does not depend on the number of threads.
            while len(taken) < options.count and (batch := list(itertools.islice(games, 4 * options.jobs))):
                for record, reasons in pool.map(maker.choose, batch):
                    counts += reasons
                    placement = record and " ".join(record["fen"].split()[:2])
                    if record and placement not in taken and len(taken) < options.count:
                        taken.add(placement)
                        write({"id": f"s{options.seed}-{len(taken):04}", **record}, records, epd)
    except KeyboardInterrupt:
        # The positions found so far are in the files.
        pass
    print(f"{len(taken)} positions of {len(taken) + counts.total()} examined; the others were rejected:")
    for why, count in counts.most_common():
        print(f"{count:8} {why}")


def write(record, records, epd):
    """Writes a position to both files."""
    print(json.dumps(record), file=records, flush=True)
    placement = " ".join(record["fen"].split()[:2])
    note = f"mate in {record['mate']}" if record["mate"] else f"{record['score']} cp"
    print(f"{placement} - - bm {record['best'][0]}; id \"{record['id']}\"; c0 \"{note}\";", file=epd, flush=True)


# Running


def read(path):
    """The positions in a file: FEN, best moves, whether it is a mate (if known), id."""
    positions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("{"):
            record = json.loads(line)
            positions.append((record["fen"], record["best"], record.get("mate") is not None, record["id"]))
        elif line.strip() and not line.startswith("#"):
            placement, side, _, _, operations = line.split(maxsplit=4)
            operations = dict(part.split(maxsplit=1) for part in operations.split(";") if part.strip())
            if "bm" not in operations:
                sys.exit(f"{path}: line {number}: bm is missing")
            mate = operations.get("c0", "").startswith('"mate')
            name = operations.get("id", str(number)).strip('"')
            positions.append((f"{placement} {side} - - 0 1", operations["bm"].split(), mate, name))
    return positions


def wilson(solved, count):
    """The 95 % confidence interval of a percentage."""
    z, share = 1.96, solved / count
    middle = share + z * z / (2 * count)
    width = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return tuple(100 * (middle + sign * width) / (1 + z * z / count) for sign in (-1, 1))


def paired(first, second):
    """The difference between two engines on the same positions: the numbers solved by each alone, the difference in
    percentage points with its 95 % interval, and the p-value."""
    alone = sum(a and not b for a, b in zip(first, second)), sum(b and not a for a, b in zip(first, second))
    count, gap, differing = len(first), alone[0] - alone[1], sum(alone)
    error = math.sqrt(differing - gap * gap / count) / count
    tail = sum(math.comb(differing, k) for k in range(min(alone) + 1)) / 2 ** differing
    interval = [100 * (gap / count + sign * 1.96 * error) for sign in (0, -1, 1)]
    return alone, interval, min(1, 2 * tail)


def run(options):
    positions = read(options.file)
    engines = [Engine(words) for words in options.engine]
    if len({engine.name for engine in engines}) < len(engines):
        sys.exit("two engines have the same name")
    solved = {engine.name: [] for engine in engines}
    spent = collections.Counter()
    with open(options.out, "w", encoding="utf-8") if options.out else open(os.devnull, "w", encoding="utf-8") as out:
        for turn, (fen, best, _, name) in enumerate(positions):
            start = turn % len(engines)
            for engine in engines[start:] + engines[:start]:
                limits = f"nodes {options.nodes}" if options.nodes else engine.move_time.format(options.movetime)
                move, lines, used = engine.search(fen, limits)
                solved[engine.name].append(move in best)
                spent[engine.name] += used
                print(json.dumps({"id": name, "engine": engine.name, "move": move, "solved": move in best,
                                  "ms": round(used, 1), "score": lines.get(1, (None,))[0]}), file=out)
    for engine in engines:
        engine.client.quit()
    limit = f"{options.nodes} nodes" if options.nodes else f"{options.movetime} ms"
    count = len(positions)
    mates = [mate for *_, mate, _ in positions]
    print(f"{count} positions, {sum(mates)} of them mates; {limit} each, engines alternating\n")
    for engine in engines:
        right = solved[engine.name]
        low, high = wilson(sum(right), count)
        print(f"{engine.name}: {sum(right)} solved, {100 * sum(right) / count:.1f} % [{low:.1f}, {high:.1f}];"
              f" mates {sum(a and b for a, b in zip(right, mates))}, others"
              f" {sum(a and not b for a, b in zip(right, mates))}; {spent[engine.name] / count:.1f} ms")
    print()
    for first, second in itertools.combinations(engines, 2):
        alone, (gap, low, high), p = paired(solved[first.name], solved[second.name])
        print(f"{first.name} - {second.name}: {gap:+.1f} % [{low:+.1f}, {high:+.1f}];"
              f" alone {alone[0]} and {alone[1]}, p = {p:.2g}")


def main():
    arguments = parser(__doc__)
    commands = arguments.add_subparsers(required=True)
    maker = commands.add_parser("make", help="make positions")
    maker.add_argument("engine", help="searches")
    maker.add_argument("source", nargs="+", type=pathlib.Path)
    maker.add_argument("--seed", type=int, required=True)
    maker.add_argument("--out", required=True, metavar="NAME")
    maker.add_argument("--count", type=int, default=100, help="positions wanted")
    maker.add_argument("--scan", type=int, default=1000, metavar="NODES")
    maker.add_argument("--shallow", type=int, default=2000, metavar="NODES")
    maker.add_argument("--deep", type=int, default=200_000, metavar="NODES")
    maker.add_argument("--verify", type=int, default=1_000_000, metavar="NODES")
    maker.add_argument("--shallow-engine", metavar="ENGINE", help="engine whose shallow search must miss the move")
    maker.add_argument("--verify-engine", metavar="ENGINE", help="engine that must confirm the move")
    maker.add_argument("--jobs", type=int, default=1)
    maker.set_defaults(call=make)
    runner = commands.add_parser("run", help="compare engines")
    runner.add_argument("file", type=pathlib.Path)
    runner.add_argument("engine", nargs="+")
    limit = runner.add_mutually_exclusive_group(required=True)
    limit.add_argument("--movetime", type=int, metavar="MS")
    limit.add_argument("--nodes", type=int)
    runner.add_argument("--out", metavar="FILE", help="write every answer to FILE, as JSONL")
    runner.set_defaults(call=run)
    options = arguments.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
