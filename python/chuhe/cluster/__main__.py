"""``python -m chuhe.cluster``: the same work on the command line."""

from __future__ import annotations

import argparse
import shlex
import sys

from chuhe.arena import EngineSettings
from chuhe.engine import Limit
from chuhe.errors import Error

from . import jobs
from .driver import Report
from .sinks import OrderedFile
from .workers import LocalWorkers, RayWorkers, Workers


def count(text: str) -> int:
    """A number such as 500, 20k or 3m."""
    factor = {"k": 1000, "m": 1_000_000}.get(text[-1:].lower(), 1)
    return int(text[:-1] if factor > 1 else text) * factor


def numbers(text: str) -> range:
    """From A up to, but not including, B."""
    first, last = map(int, text.split(".."))
    if not 0 <= first < last:
        raise ValueError(text)
    return range(first, last)


def part(text: str) -> tuple[int, int]:
    """One part of several."""
    number, of = map(int, text.split("/"))
    if not 1 <= number <= of:
        raise ValueError(text)
    return number, of


def parser() -> argparse.ArgumentParser:
    """The command line."""
    main = argparse.ArgumentParser(prog="python -m chuhe.cluster", description="Work of many processes or machines.")
    work = main.add_subparsers(required=True, metavar="WORK")

    def command(name: str, about: str) -> argparse.ArgumentParser:
        made = work.add_parser(name, help=about, description=about)
        made.set_defaults(work=name)
        group = made.add_argument_group("workers")
        group.add_argument("--workers", type=int, metavar="N", help="how many; one for each core unless told")
        group.add_argument("--ray", nargs="?", const="", metavar="ADDRESS",
                           help="workers of a Ray cluster: the one at ADDRESS, or one of this machine")
        group.add_argument("--patience", type=float, metavar="S", help="end a worker that says nothing for so long")
        return made

    def limits(made: argparse.ArgumentParser) -> None:
        made.add_argument("--nodes", type=count, metavar="N", help="nodes for each position")
        made.add_argument("--depth", type=int, metavar="PLIES")
        made.add_argument("--time", type=float, metavar="S", help="seconds for each position")

    def files(made: argparse.ArgumentParser) -> None:
        made.add_argument("inputs", nargs="+", metavar="IN", help="files and folders of games or positions")
        made.add_argument("-o", "--out", required=True, metavar="FILE")
        made.add_argument("--from", dest="format", metavar="FORMAT", help="the format of the files")
        made.add_argument("--fresh", action="store_true", help="write over a file that has results already")
        made.add_argument("--skip-finished", action="store_true",
                          help="leave a file with all results as it is, whatever made it")
        made.add_argument("--part", type=part, metavar="K/N", help="one of N parts of the work, from 1/N to N/N")

    made = command("analyze", "Search positions; the results are those of chuhe analyze --json.")
    files(made)
    limits(made)
    made.add_argument("--positions", choices=["first", "last", "all"], default="last", help="of each game")
    made.add_argument("--multipv", type=int, default=1, metavar="N")
    made.add_argument("--shard", type=int, default=16, metavar="N", help="positions in a piece of work")

    made = command("annotate", "Annotate games, as PGN or JSON.")
    files(made)
    limits(made)
    made.add_argument("--notation", default="iccs", choices=["iccs", "wxf", "chinese", "traditional"])
    made.add_argument("--json", action="store_true", help="a line of JSON for each game")

    made = command("datagen", "Play games as training data; the files are those of chuhe datagen.")
    made.add_argument("-o", "--out", required=True, metavar="FOLDER")
    made.add_argument("--files", type=numbers, required=True, metavar="A..B", help="files of 50 games each, from 0")
    made.add_argument("--nodes", type=count, default=2500, metavar="N")
    made.add_argument("--soft-nodes", type=count, metavar="N")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--openings", metavar="FILE")

    made = command("match", "Play a match, with a sequential test if asked for.")
    made.add_argument("--engine", action="append", required=True, metavar="'KEY=VALUE ...'",
                      help="the words of chuhe match for an engine, as one argument; cmd= is this package if left out")
    made.add_argument("-o", "--out", required=True, metavar="FOLDER")
    made.add_argument("--rounds", type=count, required=True, metavar="N")
    made.add_argument("--openings", metavar="FILE")
    made.add_argument("--shuffle", type=int, metavar="SEED")
    made.add_argument("--sprt", metavar="'elo0=0 elo1=5'")
    made.add_argument("--fresh", action="store_true")
    return main


def workers_of(args: argparse.Namespace) -> Workers:
    """The requested workers."""
    if args.ray is None:
        return LocalWorkers(args.workers)
    return RayWorkers(args.ray or None, args.workers)


def do(args: argparse.Namespace) -> tuple[Report, str]:
    """Does the work. Returns its report and further messages."""
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
        limit = Limit(time=args.time, depth=args.depth, nodes=args.nodes)
        shared = {"format": args.format, "fresh": args.fresh, "part": args.part, "workers": workers, **patience}
        if args.work == "annotate":
            chosen = None if limit.is_endless() else limit
            return jobs.annotate(args.inputs, args.out, chosen, notation=args.notation, report=args.json, **shared), ""
        return jobs.analyze(args.inputs, args.out, limit, positions=args.positions,
                            options={"multipv": args.multipv}, shard=args.shard, **shared), ""


def engine_of(words: str) -> EngineSettings:
    """An engine from words as in ``chuhe match``."""
    return EngineSettings.of_words(shlex.split(words))


def told(summary: dict[str, object]) -> str:
    """The result of a match in one line."""
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
    """Exit codes: 0 done, 1 failed, 2 an invalid command line, 130 interrupted."""
    args = parser().parse_args()
    if getattr(args, "skip_finished", False) and OrderedFile.is_finished(args.out):
        print(f"{args.out} is there already", file=sys.stderr)
        return 0
    try:
        report, more = do(args)
    except KeyboardInterrupt:
        print("interrupted; the same command resumes the work", file=sys.stderr)
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
