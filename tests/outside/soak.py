"""Plays thousands of quick games under extreme settings, and has pyffish judge all of them again.

    python3 -m tests.outside.soak target/release/chuhe --out soak --scale 1 --jobs 2
    python3 -m tests.outside.soak target/release/chuhe --out soak --eleeye path/to/eleeye --only 'ElephantEye'

Needs pyffish. The same command with the same folder resumes after an interruption. Opponents that are not installed are
skipped. Prints a row for each setting, and exits with 1 after a crash, an illegal move, a time loss of chuhe, or a
difference between verdicts without a known reason.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

import pyffish

from .common import OPENINGS, engine_parser, journal, result, start, status
from .rules.board import Board
from .rules.judge import VARIANT, to_pyffish
from .rules.law import SWITCHES, Law, readings

MOVE_LIMIT_PLIES = 120
# pyffish ends a game after 50 moves without a capture; chuhe ends it after 60.
PYFFISH_LIMIT_PLIES = 100
SAMPLE_S = 0.5
OTHER_READING = "another reading of the law of repetition"

Setting = collections.namedtuple("Setting", "name ours theirs each games")
"""`ours` and `theirs` are settings as for --engine; an empty `theirs` means the same program with the settings of
`ours`."""

UCI, UCCI = ("proto=uci",), ("proto=ucci",)
SELF = "self"


def settings():
    """All settings, with the number of games for each at scale 1."""
    def self_play(name, games, each, ours, theirs=None):
        return Setting(name, tuple(ours), (SELF, *(ours if theirs is None else theirs)), tuple(each), games)

    def against(rival, name, games, each, ours):
        return Setting(f"{name}, against {rival}", tuple(ours), (rival,), tuple(each), games)

    clock = "timemargin=500"
    return [
        self_play("UCCI, 100 nodes", 1500, ["nodes=100"], [*UCCI, "option.hashsize=16"]),
        self_play("UCI, 100 nodes", 1500, ["nodes=100"], [*UCI, "option.Hash=16"]),
        self_play("UCI against UCCI, 2 threads, 200 nodes", 800, ["nodes=200"],
                  [*UCI, "option.Threads=2"], [*UCCI, "option.threads=2"]),
        self_play("UCI against UCCI, 4 threads, 400 nodes", 400, ["nodes=400"],
                  [*UCI, "option.Threads=4"], [*UCCI, "option.threads=4"]),
        self_play("MultiPV 3, 200 nodes", 800, ["nodes=200"], [*UCI, "option.MultiPV=3"], [*UCCI, "option.multipv=3"]),
        self_play("table of 1 MB, 500 nodes", 600, ["nodes=500"], [*UCI, "option.Hash=1"]),
        self_play("table of 1 GB, 100 nodes", 40, ["nodes=100"], [*UCI, "option.Hash=1024"]),
        self_play("table of 4 GB against 1 MB, 100 nodes", 10, ["nodes=100"], [*UCI, "option.Hash=4096"], [*UCCI, "option.hashsize=1"]),
        self_play("table of 8 GB against 1 MB, 100 nodes", 4, ["nodes=100"], [*UCI, "option.Hash=8192"], [*UCCI, "option.hashsize=1"]),
        self_play("clock of 1 ms, then 0 ms", 1500, ["tc=0.001+0", "timemargin=500"], UCI, UCCI),
        self_play("clock of 1 ms, then 0 ms, 2 threads", 400, ["tc=0.001+0", "timemargin=500"],
                  [*UCI, "option.Threads=2"], [*UCCI, "option.threads=2"]),
        self_play("clock of 0.1 s + 10 ms", 150, ["tc=0.1+0.01", clock], UCI, UCCI),
        self_play("clock of 0.1 s + 10 ms, pondering", 150, ["tc=0.1+0.01", clock, "ponder=on"], UCI, UCCI),
        self_play("clock of 50 ms + 2 ms, pondering, 2 threads, MultiPV 3", 300, ["tc=0.05+0.002", clock, "ponder=on"],
                  [*UCI, "option.Threads=2", "option.MultiPV=3"], [*UCCI, "option.threads=2", "option.multipv=3"]),
        self_play("10 moves in 50 ms", 300, ["tc=10/0.05", clock], UCI, UCCI),
        self_play("1 move in 3 ms", 300, ["tc=1/0.003", clock], UCI, UCCI),
        self_play("5 ms a move", 400, ["st=0.005", clock], UCI, UCCI),
        self_play("a clock of a day + 1 h, 100 nodes", 500, ["tc=1440:0+3600", "nodes=100"], UCI, UCCI),
        against("fairy-stockfish", "UCCI, 5 ms a move", 300, ["st=0.005", clock], [*UCCI, "option.hashsize=16"]),
        against("fairy-stockfish", "UCI, 1 thread, 0.1 s + 10 ms", 60, ["tc=0.1+0.01", clock], UCI),
        against("fairy-stockfish", "UCI, 2 threads, pondering, 50 ms + 2 ms", 100, ["tc=0.05+0.002", clock], [*UCI, "option.Threads=2", "ponder=on"]),
        against("ElephantEye", "UCCI, 5 ms a move", 400, ["st=0.005", clock], [*UCCI, "option.hashsize=16"]),
        against("ElephantEye", "UCI, 0.1 s + 10 ms", 60, ["tc=0.1+0.01", clock], UCI),
    ]


class Watch(threading.Thread):
    """Watches the memory of a match's engines during the match."""

    def __init__(self, match, program):
        super().__init__(daemon=True)
        self.match, self.program = match, program
        self.first, self.last, self.peak, self.match_peak = {}, {}, 0, 0
        self.over = threading.Event()

    def run(self):
        while not self.over.wait(SAMPLE_S):
            self.match_peak = max(self.match_peak, status(self.match, "VmHWM"))
            for process in children(self.match):
                try:
                    if os.readlink(f"/proc/{process}/exe") != str(self.program):
                        continue
                except OSError:
                    continue
                now = status(process)
                self.peak = max(self.peak, status(process, "VmHWM"))
                seen = self.first.setdefault(process, [])
                # In the first seconds, memory grows because the transposition table is being filled.
                if len(seen) < 20:
                    seen.append(now)
                self.last[process] = now or self.last.get(process, 0)

    def growth_kb(self):
        """The maximum growth of an engine's memory in kB, from its first ten seconds to its end."""
        return max((self.last[process] - max(seen) for process, seen in self.first.items() if len(seen) == 20), default=0)


def children(process):
    try:
        tasks = [path.read_text() for path in pathlib.Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:
        return set()
    return {int(word) for task in tasks for word in task.split()}


def rejudge(game):
    """pyffish's objection to a game in the journal; None if there is none."""
    fen, moves = game["fen"], [to_pyffish(move["mv"]) for move in game["moves"]]
    try:
        pyffish.get_san_moves(VARIANT, fen, moves)
    except ValueError as error:
        return f"a move is illegal: {error}"
    board, quiet = Board(fen), 0
    seen = collections.defaultdict(list)
    for number, move in enumerate(game["moves"]):
        key = board.key()
        seen[key].append(number)
        if len(seen[key]) >= 3 and pyffish.is_optional_game_end(VARIANT, fen, moves[:number])[0]:
            return f"over after ply {number} by repetition or move limit"
        quiet = 0 if board.play(move["mv"]) else quiet + 1
    reason, winner = game["reason"], game["winner"]
    rule = reason.get("rule") if isinstance(reason, dict) else None
    stuck = not pyffish.legal_moves(VARIANT, fen, moves)
    if rule in ("checkmate", "stalemate") or stuck:
        fair = stuck and winner == ("black" if board.red else "red")
    elif rule == "move_count":
        fair = quiet >= MOVE_LIMIT_PLIES and winner is None
    elif rule in ("repetition", "perpetual_check", "perpetual_chase", "perpetual_attack"):
        first = 0
        if quiet >= PYFFISH_LIMIT_PLIES:
            # pyffish would declare this game drawn by its own move limit, so it gets only the moves of the repetition.
            first = seen[board.key()][-2]
        ended, value = pyffish.is_optional_game_end(VARIANT, fen_after(fen, moves[:first]), moves[first:])
        points = {0: None}.get(value, "red" if (value > 0) == board.red else "black")
        fair = ended and points == winner
        if not fair and ended and is_a_reading(fen, [move["mv"] for move in game["moves"]], winner, points):
            return OTHER_READING
    else:
        # After insufficient material, a resignation or an engine's fault, only the legality of the moves can be judged.
        fair = not stuck
    return None if fair else f"pyffish disagrees with {rule}, winner {winner}"


def fen_after(fen, moves):
    """A position after some moves, without its history."""
    board, side = pyffish.get_fen(VARIANT, fen, moves).split()[:2]
    return f"{board} {side} - - 0 1" if moves else fen


def is_a_reading(fen, moves, winner, other):
    """Whether the second implementation of the law agrees with chuhe, and pyffish's verdict follows from a known
    reading of the law."""
    names = {"red": "black_loses", "black": "red_loses", None: "draw"}
    return Law().verdict(fen, moves) == names[winner] and bool(readings(fen, moves, names[other], tuple(SWITCHES)))


def rivals(args):
    """The commands of the other engines that are installed."""
    path = f"{os.environ.get('PATH', '')}:/usr/games"
    fairy = shutil.which("fairy-stockfish", path=path)
    eleeye = args.eleeye or shutil.which("eleeye", path=path)
    found = {"fairy-stockfish": (f"cmd={fairy}", "proto=ucci", "option.Hash=16")} if fairy else {}
    if eleeye:
        found["ElephantEye"] = (f"cmd={pathlib.Path(eleeye).resolve()}", "proto=ucci", "option.hashsize=16")
    return found


def play(setting, number, args, others):
    """Plays a setting; returns the arguments for its judge, or the faults."""
    engine, folder = args.engine, args.out / f"{number + 1:02}"
    rival, words = setting.theirs[0], setting.theirs[1:]
    theirs = (f"cmd={engine}", *words) if rival == SELF else others[rival]
    rounds = max(1, round(setting.games * args.scale / 2))
    command = [engine, "match", "-q", "--engine", f"cmd={engine}", "name=ours", *setting.ours,
               "--engine", *theirs, "name=theirs", "--each", *setting.each, "--openings", f"file={OPENINGS}", "order=random",
               "--srand", number + 1, "--rounds", rounds, "--jobs", args.jobs, "--out", folder, "--ratinginterval", 0,
               # A busy machine needs time to clear a table of several gigabytes.
               "--ping-ms", 60_000]
    begun = time.monotonic()
    process = start(*command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    watch = Watch(process.pid, engine)
    watch.start()
    complaint = process.communicate()[1].decode(errors="replace")
    watch.over.set()
    watch.join()
    seconds = time.monotonic() - begun
    if process.returncode:
        return None, [f"{setting.name}: the match exited with code {process.returncode}: {complaint[-500:]}"]
    memory = dict(peak_mb=watch.peak / 1024, growth_mb=watch.growth_kb() / 1024, match_mb=watch.match_peak / 1024)
    return (setting, folder, rival, memory, seconds), []


def judge(setting, folder, rival, memory, seconds):
    """The table row of a setting, and its faults."""
    games, score = journal(folder), result(folder)
    # In self-play, both engines are chuhe.
    ours = score["engines"] if rival == SELF else score["engines"][:1]
    time_losses = sum(engine["time_losses"] for engine in ours)
    faults = collections.Counter()
    for engine in ours:
        faults.update(engine["faults"])
    illegal = sum(count for name, count in faults.items() if "illegal" in name)
    verdicts = [(game["number"] + 1, rejudge(game)) for game in games]
    read_otherwise = sum(verdict == OTHER_READING for _, verdict in verdicts)
    wrong = [f"{setting.name}, game {number}: {verdict}" for number, verdict in verdicts if verdict not in (None, OTHER_READING)]
    illegal += sum("illegal" in text for text in wrong)
    rest = sum(faults.values()) - sum(count for name, count in faults.items() if "illegal" in name or "time" in name)
    row = dict(name=setting.name, games=len(games), plies=score["plies"], faults=rest, illegal=illegal,
               time_losses=time_losses, slowest_ms=max(engine["slowest_ms"] for engine in ours), disputed=len(wrong), read_otherwise=read_otherwise,
               seconds=seconds, **memory)
    complaints = [f"{setting.name}: {count} times {name}" for name, count in faults.items()]
    return row, complaints + wrong


def show(row):
    print(f"| {row['name']} | {row['games']} | {row['faults']} | {row['illegal']} | {row['time_losses']} | "
          f"{row['slowest_ms']:.0f} ms | {row['disputed']} | {row['read_otherwise']} | {row['peak_mb']:.0f} MB | {row['growth_mb']:+.1f} MB | "
          f"{row['seconds']:.0f} s |", flush=True)


def main():
    parser = engine_parser(__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the matches")
    parser.add_argument("--scale", type=float, default=1, help="factor on the number of games [default: 1, about 10,000 games]")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time [default: 2]")
    parser.add_argument("--eleeye", help="path of ElephantEye, if it is not on the PATH")
    parser.add_argument("--only", help="only settings whose names contain this")
    args = parser.parse_args()
    others = rivals(args)
    print("| setting | games | crashes and other faults | illegal moves | time losses | slowest move | disputed | read otherwise | "
          "peak memory | growth | time |\n|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    rows, faults = [], []

    def note(row, complaints):
        if row:
            show(row)
            rows.append(row)
        for complaint in complaints:
            print(f"  {complaint}", file=sys.stderr, flush=True)
        faults.extend(complaints)
        (args.out / "soak.json").write_text(json.dumps({"rows": rows, "faults": faults}, indent=1))

    # The games of a setting are judged while those of the next setting are played.
    with concurrent.futures.ProcessPoolExecutor(1) as judges:
        judged = collections.deque()
        for number, setting in enumerate(settings()):
            if setting.theirs[0] not in (SELF, *others) or (args.only and args.only not in setting.name):
                continue
            played, complaints = play(setting, number, args, others)
            if played:
                judged.append(judges.submit(judge, *played))
            else:
                note(None, complaints)
            while judged and judged[0].done():
                note(*judged.popleft().result())
        for future in judged:
            note(*future.result())
    print(f"{sum(row['games'] for row in rows)} games, {sum(row['plies'] for row in rows)} plies")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
