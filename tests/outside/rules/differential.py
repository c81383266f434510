"""Compares `chuhe judge` with outside judges on games that end in a repetition.

Every game is written to a file with all verdicts, for `classes.py`. Under the Asian rules, each of chuhe's
verdicts is also compared with `law.py`, a second implementation of the law.

pyffish always takes part. `--uci NAME=COMMAND` adds a UCI engine of the Pikafish family, whose verdict is derived from
the score that it gives to the last move; `--pipe NAME=COMMAND` adds a program that answers each line `FEN|moves` with a
verdict.
"""

import itertools
import json
import random
import shlex
import subprocess
import tempfile

import pyffish

from . import law, repetitions
from ..common import parser, start
from ..engine import EngineClient
from .judge import VARIANT, red_to_move, to_pyffish

PATIENCE_S = 60


def loser_word(red):
    return "red_loses" if red else "black_loses"


def judge_all(command, rules, games):
    """The verdict of `chuhe judge` on the end of each game, as (verdict, reason)."""
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="utf-8") as file:
        for _, fen, moves in games:
            file.write(f'[Event "?"]\n[FEN "{fen}"]\n\n{" ".join(moves)} *\n\n')
        file.flush()
        command = [*shlex.split(command), "judge", "--json", "--rules", rules, "--draw-moves", "0"]
        result = subprocess.run([*command, file.name], check=True, stdout=subprocess.PIPE, text=True)
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    return [(report["verdict"], report["reason"]) for report in reports]


class Pyffish:
    """Fairy-Stockfish's verdict, through its Python library."""

    name = "pyffish"

    def verdict(self, fen, moves):
        played = [to_pyffish(move) for move in moves]
        ended, value = pyffish.is_optional_game_end(VARIANT, fen, played)
        if not ended or value == 0:
            return "draw" if ended else "ongoing"
        return loser_word(red_to_move(fen, moves) == (value < 0))


class Uci:
    """An engine that is allowed to play only the last move, so that a mate score is a verdict."""

    def __init__(self, name, command):
        self.name, self._engine = name, EngineClient(command, name, "uci")
        for option in ("Strict Three Fold value true", "Sixty Move Rule value false"):
            self._engine.send(f"setoption name {option}")

    def verdict(self, fen, moves):
        self._engine.new_game()
        _, infos, _ = self._engine.search(fen, moves[:-1], f"depth 1 searchmoves {moves[-1]}", PATIENCE_S)
        scores = [words[words.index("score") + 1:][:2] for words in infos if "score" in words]
        if not scores or scores[-1][0] == "cp":
            return "draw"
        return loser_word(red_to_move(fen, moves[:-1]) == (int(scores[-1][1]) <= 0))


class Pipe:
    """A program that answers line by line."""

    def __init__(self, name, command):
        self.name = name
        self._process = start(*shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def verdict(self, fen, moves):
        self._process.stdin.write(f"{fen}|{' '.join(moves)}\n")
        return self._process.stdout.readline().strip()


def distinct(games):
    """The games without duplicates."""
    seen = set()
    for kind, fen, moves in games:
        if (key := (fen, *moves)) not in seen:
            seen.add(key)
            yield kind, fen, moves


def main():
    options = parser(__doc__)
    options.add_argument("engine", help="the command that starts chuhe")
    options.add_argument("--player", help="the engine that plays the games, by default chuhe itself")
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--kinds", default="walks,hunts,variations,games", help="recorded: the games in the --pgn files")
    options.add_argument("--pgn", action="append", default=[], metavar="FILE")
    options.add_argument("--rules", default="asian")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--uci", action="append", default=[], metavar="NAME=COMMAND")
    options.add_argument("--pipe", action="append", default=[], metavar="NAME=COMMAND")
    options.add_argument("--out", required=True, help="file for every ending, as JSON lines")
    arguments = options.parse_args()

    rng = random.Random(arguments.seed)
    makers = {
        "walks": lambda: repetitions.walks(rng),
        "hunts": lambda: repetitions.hunts(rng),
        "variations": lambda: repetitions.variations(rng),
        "games": lambda: repetitions.engine_games(rng, arguments.player or arguments.engine),
        "recorded": lambda: repetitions.recorded_games(arguments.pgn),
    }
    kinds = arguments.kinds.split(",")
    games = []
    for kind in kinds:
        games += itertools.islice(distinct(makers[kind]()), arguments.games // len(kinds))
    judges = [Pyffish()]
    judges += [Uci(*pair.split("=", 1)) for pair in arguments.uci]
    judges += [Pipe(*pair.split("=", 1)) for pair in arguments.pipe]
    verdicts = judge_all(arguments.engine, arguments.rules, games)
    with open(arguments.out, "w", encoding="utf-8") as file:
        for (kind, fen, moves), (ours, reason) in zip(games, verdicts, strict=True):
            if reason in ("checkmate", "stalemate", "dead_material"):
                continue
            if arguments.rules == "asian" and law.Law().verdict(fen, moves) != ours:
                print(f"the second implementation of the law differs: {fen} moves {' '.join(moves)}")
            theirs = {judge.name: judge.verdict(fen, moves) for judge in judges}
            ending = {"kind": kind, "fen": fen, "moves": moves, "ours": ours, "reason": reason, "theirs": theirs}
            file.write(json.dumps(ending) + "\n")


if __name__ == "__main__":
    main()
