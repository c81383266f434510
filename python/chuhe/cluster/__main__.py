"""``python -m chuhe.cluster``: the command line of :mod:`chuhe.cluster`."""

from __future__ import annotations

import argparse
import shlex
import sys
from fractions import Fraction

from chuhe._native import EngineProcess
from chuhe.arena import EngineSettings
from chuhe.engine import Engine, EngineOptions, Limit
from chuhe.errors import Error

from . import jobs
from .driver import Report
from .sinks import OrderedFile
from .workers import LocalWorkers, RayWorkers, Workers


def count(text: str) -> int:
    """Parses a count such as 500, 20k, 1.5M or 1e6."""
    factor = {"k": 10**3, "m": 10**6, "g": 10**9}.get(text[-1:].lower(), 1)
    number = Fraction(text[:-1] if factor > 1 else text) * factor
    if number.denominator != 1 or number < 0 or "/" in text:
        raise ValueError(text)
    return int(number)


def milliseconds(text: str) -> float:
    """Parses a time such as 500, 500ms, 5s, 2m or 1h; without a unit, it is in milliseconds."""
    for unit, factor in (("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)):
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * factor
    return float(text)


def numbers(text: str) -> range:
    """Parses a range A..B, which excludes B."""
    first, last = map(int, text.split(".."))
    if not 0 <= first < last:
        raise ValueError(text)
    return range(first, last)


def part(text: str) -> tuple[int, int]:
    """Parses a part K/N of the work."""
    number, of = map(int, text.split("/"))
    if not 1 <= number <= of:
        raise ValueError(text)
    return number, of


def parser() -> argparse.ArgumentParser:
    """Builds the parser of the command line."""
    main = argparse.ArgumentParser(prog="python -m chuhe.cluster", description="Spread work over many processes.")
    work = main.add_subparsers(required=True, metavar="WORK")

    def command(name: str, about: str) -> argparse.ArgumentParser:
        made = work.add_parser(name, help=about, description=about)
        made.set_defaults(work=name)
        group = made.add_argument_group("workers")
        group.add_argument("--workers", type=int, metavar="N", help="number of workers [default: one per core]")
        group.add_argument("--ray", nargs="?", const="", metavar="ADDRESS",
                           help="use the Ray cluster at ADDRESS, or by default one on this machine")
        group.add_argument("--patience", type=float, metavar="S", help="end a worker that is silent for S seconds")
        return made

    def limits(made: argparse.ArgumentParser) -> None:
        made.add_argument("--nodes", type=count, metavar="N", help="nodes per position")
        made.add_argument("--depth", type=int, metavar="PLIES")
        made.add_argument("--movetime", type=milliseconds, metavar="TIME",
                          help="time per position, in milliseconds or with a unit, such as 500ms or 5s")
        made.add_argument("--engine", metavar="'KEY=VALUE ...'",
                          help="another engine that searches, as one argument: a name from chuhe engines or cmd=PROGRAM, "
                               "and settings as in chuhe match")

    def files(made: argparse.ArgumentParser) -> None:
        made.add_argument("inputs", nargs="+", metavar="IN", help="files or folders of games or positions")
        made.add_argument("-o", "--out", required=True, metavar="FILE")
        made.add_argument("--from", dest="format", metavar="FORMAT", help="file format [default: detected]")
        made.add_argument("--fresh", action="store_true", help="overwrite a file that already contains results")
        made.add_argument("--skip-finished", action="store_true",
                          help="do nothing if FILE is complete, whatever settings produced it")
        made.add_argument("--part", type=part, metavar="K/N", help="do part K of N of the work, from 1/N to N/N")

    made = command("analyze", "Search positions; the output is that of chuhe analyze --json.")
    files(made)
    limits(made)
    made.add_argument("--positions", choices=["first", "last", "all"], default="last",
                          help="positions of each game to search")
    made.add_argument("--multipv", type=int, metavar="N")
    made.add_argument("--shard", type=int, default=16, metavar="N", help="positions per shard")

    made = command("annotate", "Annotate games, as PGN or JSON.")
    files(made)
    limits(made)
    made.add_argument("--notation", default="iccs", choices=["iccs", "wxf", "chinese", "traditional"])
    made.add_argument("--json", action="store_true", help="write a line of JSON for each game")

    made = command("datagen", "Play games for training data; the files are those that chuhe datagen writes.")
    made.add_argument("-o", "--out", required=True, metavar="FOLDER")
    made.add_argument("--files", type=numbers, required=True, metavar="A..B",
                          help="files of 50 games each, from number A up to, but not including, B; the first is 0")
    made.add_argument("--nodes", type=count, default=2500, metavar="N")
    made.add_argument("--soft-nodes", type=count, metavar="N")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--openings", metavar="FILE")

    made = command("match", "Play a match, optionally with a sequential test.")
    made.add_argument("--engine", action="append", required=True, metavar="'KEY=VALUE ...'",
                      help="an engine's settings as in chuhe match, as one argument; without cmd=, the engine is that of this package")
    made.add_argument("-o", "--out", required=True, metavar="FOLDER")
    made.add_argument("--rounds", type=count, required=True, metavar="N")
    made.add_argument("--openings", metavar="FILE")
    made.add_argument("--shuffle", type=int, metavar="SEED")
    made.add_argument("--sprt", metavar="'elo0=0 elo1=5'")
    made.add_argument("--fresh", action="store_true")
    return main


def workers_of(args: argparse.Namespace) -> Workers:
    """The workers that the arguments request."""
    if args.ray is None:
        return LocalWorkers(args.workers)
    return RayWorkers(args.ray or None, args.workers)


def do(args: argparse.Namespace) -> tuple[Report, str]:
    """Does the work, and returns its report and further text to print."""
    patience = {} if args.patience is None else {"patience": args.patience}
    with workers_of(args) as workers:
        if args.work == "datagen":
            return jobs.datagen(args.out, args.files, nodes=args.nodes, soft_nodes=args.soft_nodes, seed=args.seed,
                                openings=args.openings, workers=workers, **patience), ""
        if args.work == "match":
            engines = [engine_of(words) for words in args.engine]
            report, summary = jobs.play_match(engines, args.out, rounds=args.rounds, openings=args.openings,
                                              shuffle=args.shuffle, sprt=args.sprt, workers=workers,
                                              fresh=args.fresh, **patience)
            return report, told(summary)
        limit = Limit(movetime=args.movetime, depth=args.depth, nodes=args.nodes)
        engine = None if args.engine is None else Engine._of(EngineProcess(None, shlex.split(args.engine)))
        shared = {"engine": engine, "format": args.format, "fresh": args.fresh, "part": args.part, "workers": workers, **patience}
        if args.work == "annotate":
            chosen = None if limit.is_endless() else limit
            return jobs.annotate(args.inputs, args.out, chosen, notation=args.notation, report=args.json, **shared), ""
        # The option of another engine may be set among its own.
        options: EngineOptions = {} if args.multipv is None and engine else {"multipv": 1 if args.multipv is None else args.multipv}
        return jobs.analyze(args.inputs, args.out, limit, positions=args.positions, options=options,
                            shard=args.shard, **shared), ""


def engine_of(words: str) -> EngineSettings:
    """An engine given by a text of settings, as in ``chuhe match``."""
    return EngineSettings.of_words(shlex.split(words))


def told(summary: dict[str, object]) -> str:
    """The result of a match as text, with a line for each encounter and one for the sequential test."""
    encounters = summary["encounters"]
    assert isinstance(encounters, list)
    lines = []
    for encounter in encounters:
        games, elo = encounter["games"], encounter.get("elo")
        line = "{} - {}: +{wins} ={draws} -{losses}".format(*encounter["engines"], **games)
        lines.append(line + (f", Elo {elo[0]:+.1f} [{elo[1]}, {elo[2]}]" if elo and elo[0] is not None else ""))
    sprt = summary["sprt"]
    if isinstance(sprt, dict):
        lines.append(f"LLR {sprt['llr']:.2f} [{sprt['lower']:.2f}, {sprt['upper']:.2f}] {sprt['accepted'] or ''}")
    return "\n".join(lines)


def main() -> int:
    """Runs the command line. Exit codes: 0 done, 1 failed, 2 invalid command line, 130 interrupted."""
    args = parser().parse_args()
    if getattr(args, "skip_finished", False) and OrderedFile.is_finished(args.out):
        print(f"{args.out} is already complete", file=sys.stderr)
        return 0
    try:
        report, more = do(args)
    except KeyboardInterrupt:
        print("interrupted; run the same command again to resume", file=sys.stderr)
        return 130
    except (Error, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if more:
        print(more)
    print(report, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
