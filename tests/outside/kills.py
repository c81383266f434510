"""Kills commands at random points of their work, and lets them go on in the way that is documented for each.

Every round begins with nothing, is killed a few times (`kill -9`, at moments spread evenly over the time that the whole
work takes), and is then let run to its end. After every kill, what was finished before has to be there still, unchanged;
at the end the result has to be that of a run that nobody killed, byte for byte where that is promised.

    python3 -m tests.outside.kills target/release/chuhe                            1000 kills, over all commands
    python3 -m tests.outside.kills target/release/chuhe --command match --kills 50 --seed 7

Prints a table, and exits with 1 if anything was lost, doubled or otherwise wrong.
"""

import collections
import functools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid

from .common import call, duel, engine_parser, journal, marked, marking, openings, result, start

MOST_KILLS = 5
"""Kills of one round, at most: work that begins anew each time has to end as well."""
AFTERLIFE_S = 5
"""How long the engines of a match that was killed may take to notice."""


class Material:
    """What the commands work on: positions and games, made by the program itself when they are first needed."""

    def __init__(self, engine, folder):
        self.engine, self.folder = engine, folder

    @functools.cached_property
    def positions(self):
        path = self.folder / "positions.fen"
        path.write_text("\n".join(openings()[:400]) + "\n")
        return path

    @functools.cached_property
    def settings(self):
        path = self.folder / "settings.toml"
        path.write_text("epochs = 6\nbatch = 2048\n")
        return path

    @functools.cached_property
    def games(self):
        call(self.engine, "datagen", "--out", self.folder / "games", "--games", 1200, "--nodes", 20)
        return self.folder / "games"

    @functools.cached_property
    def few(self):
        call(self.engine, "datagen", "--out", self.folder / "few", "--games", 50, "--nodes", 30, "--seed", 2)
        return self.folder / "few"

    @functools.cached_property
    def pgn(self):
        call(*duel(self.engine, self.folder / "played", ["nodes=60"], ["nodes=40"], "--rounds", 8))
        return self.folder / "played" / "games.pgn"


class Work:
    """A command, and what of its result has to outlive a kill. `finished` and `result` are pairs of a name and a value."""

    tells_passes = False
    """What is told is a stage of the work that cannot be seen from outside."""

    def __init__(self, material):
        self.material, self.engine = material, material.engine

    def prepare(self, folder):
        """What lies in the folder before."""

    def finished(self, folder):
        """What counts as finished in the midst of the work."""
        return self.result(folder)

    def announced(self, text):
        """What a run that was killed had told to be finished, by name."""
        return set()

    def told_again(self, before, now):
        """What this run told anew although an earlier one had told it."""
        return set()

    def is_whole(self, folder):
        """Whether all was done when it was killed, and the next run does it anew."""
        return False

    def may_stand(self, folder, whole):
        """A fault that can be seen in what a kill left, or None. `whole` is the result of a run that was not killed."""


def files(folder, pattern):
    return [(path.name, path.read_bytes()) for path in sorted(folder.glob(pattern))]


class Match(Work):
    name = "match"

    def command(self, folder):
        return duel(self.engine, folder / "match", ["nodes=60"], ["nodes=40"],
                    "--rounds", 16, "--jobs", 2, "--ratinginterval", 1)

    def finished(self, folder):
        found = []
        for game in journal(folder / "match"):
            moves = [(move["mv"], move.get("nodes")) for move in game["moves"]]
            found.append((f"game {game['number'] + 1}", json.dumps([game["engines"], game["fen"], moves, game["winner"], game["reason"]])))
        return found

    def result(self, folder):
        pgn = (folder / "match" / "games.pgn").read_text()
        games = re.sub(r' ?\d+\.\d+s|\[(Date|UTCTime) ".*"\]', "", pgn).split("[Game ")
        rounds = [(re.search(r'\[Round "(.*?)"\]', game).group(1), " ".join(game.split())) for game in games[1:]]
        scores = result(folder / "match")
        return self.finished(folder) + rounds + [("games", json.dumps(scores.get("games", scores.get("finished"))))]

    def announced(self, text):
        return set(re.findall(r"^\d+/\d+ (game \d+):.*\n", text, re.M))


class Analyze(Work):
    name = "analyze"

    def command(self, folder):
        return [self.engine, "analyze", self.material.positions, "--nodes", 4000, "--jobs", 2, "--out", folder / "out.jsonl"]

    def result(self, folder):
        path = folder / "out.jsonl"
        lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
        return [(f"position {json.loads(line)['number']}", line) for line in lines]


class Annotate(Work):
    name = "annotate"

    def command(self, folder):
        return [self.engine, "annotate", self.material.pgn, "--all", "--nodes", 150, "--jobs", 2, "--out", f"{folder}/pages/"]

    def finished(self, folder):
        return files(folder, "pages/games-*.html")

    def result(self, folder):
        return files(folder, "pages/*")


class Datagen(Work):
    name = "datagen"

    def command(self, folder):
        return [self.engine, "datagen", "--out", folder / "games", "--games", 200, "--nodes", 30, "--jobs", 2]

    def result(self, folder):
        return files(folder, "games/*.games")


class Train(Work):
    name = "train"
    tells_passes = True

    def command(self, folder):
        return [self.engine, "train", self.material.settings, self.material.games, "--out", folder / "my.nn", "--jobs", 2,
                "--plot", folder / "my.svg"]

    def result(self, folder):
        return files(folder, "my.nn")

    def announced(self, text):
        return {int(number) for number in re.findall(r"^pass (\d+): .* positions/s\n", text, re.M)}

    def finished(self, folder):
        return []

    def told_again(self, before, now):
        """Passes are finished when they are told; the next run has to begin after them."""
        return before & now

    def is_whole(self, folder):
        # A round begins without a network, and the checkpoint goes last.
        return (folder / "my.nn").exists() and not (folder / "my.nn.checkpoint").exists()


class Book(Work):
    name = "book make"

    def prepare(self, folder):
        call(self.engine, "book", "make", self.material.few, "--out", folder / "my.book")
        self.old = (folder / "my.book").read_bytes()

    def command(self, folder):
        return [self.engine, "book", "make", *[self.material.games] * 24, "--fresh", "--out", folder / "my.book"]

    def finished(self, folder):
        return []

    def result(self, folder):
        return files(folder, "my.book")

    def may_stand(self, folder, whole):
        book = (folder / "my.book").read_bytes()
        return None if book in (self.old, whole[0][1]) else "the book is neither the old one nor the new one"


class Tables(Work):
    name = "tables gen"

    def command(self, folder):
        return [self.engine, "tables", "gen", "KRKAB", "KNKAB", "KCPK", "--folder", folder / "tables", "--jobs", 2]

    def result(self, folder):
        return files(folder, "tables/*.chtb")

    def announced(self, text):
        return {f"{name}.chtb" for name in re.findall(r"^(K\w+) +made$", text, re.M)}


class Import(Work):
    name = "db import"

    def command(self, folder):
        return [self.engine, "db", "import", folder / "my.db", self.material.games, self.material.pgn]

    def exported(self, folder):
        if not (folder / "my.db").exists():
            return []
        # Until the import is finished the export says so on stderr, and has the games that are stored.
        done = subprocess.run([self.engine, "db", "export", folder / "my.db", "--to", "moves"], capture_output=True, check=False)
        return sorted(done.stdout.split(b"\n"))

    def finished(self, folder):
        return [(line, b"") for line in self.exported(folder) if line]

    def result(self, folder):
        checked = subprocess.run([self.engine, "db", "check", folder / "my.db"], capture_output=True, check=False)
        return self.finished(folder) + [("sound", str(checked.returncode).encode())]


WORKS = (Match, Analyze, Annotate, Datagen, Train, Book, Tables, Import)


class Run:
    """A process of a command, with its output in a file, so that what it had said by the time of a kill is known."""

    def __init__(self, command, log):
        self.mark = uuid.uuid4().hex
        self.log, self.begun = log, time.monotonic()
        with log.open("wb") as output:
            self.process = start(*command, stdout=output, stderr=subprocess.STDOUT, env=marking(self.mark), start_new_session=True)

    def said(self):
        return self.log.read_text(errors="replace")

    def kill_after(self, seconds, with_children):
        """Kills it, unless it ends before; whether it was killed."""
        try:
            self.process.wait(max(0.0, self.begun + seconds - time.monotonic()))
            return False
        except subprocess.TimeoutExpired:
            if with_children:
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()
            return self.process.returncode == -signal.SIGKILL

    def outlived(self):
        """The processes that it started and that outlive it."""
        end = time.monotonic() + AFTERLIFE_S
        while (left := marked(self.mark)) and time.monotonic() < end:
            time.sleep(0.02)
        return left


class Tally:
    """What became of one command."""

    def __init__(self, name):
        self.name, self.kills, self.rounds = name, 0, 0
        self.lost, self.doubled, self.other = [], [], []

    def compare(self, whole, found, where):
        wanted, here = collections.Counter(name for name, _ in whole), collections.Counter(name for name, _ in found)
        lost, doubled = wanted - here, here - wanted
        self.lost += [f"{where}: {name} is missing" for name in lost]
        self.doubled += [f"{where}: {name} is there {here[name]} times" for name in doubled]
        values = dict(whole)
        self.other += [f"{where}: {name} differs" for name, value in found if name in values and values[name] != value]


def listing(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def finish(work, folder, scratch):
    """Lets a run come to its end; how it ended, or None if all is well."""
    run = Run(work.command(folder), scratch / "log")
    code = run.process.wait()
    return run, None if code == 0 else f"it ended with {code}: {run.said()[-400:]}"


def kill_round(work, whole, names, whole_s, chance, tally, kills_left, scratch):
    """One round: kills, then a run to the end."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
    work.prepare(folder)
    tally.rounds += 1
    finished, told, is_over = [], set(), False
    for number in range(min(kills_left, chance.randint(1, MOST_KILLS))):
        moment, with_children = chance.uniform(0, whole_s), chance.random() < 0.3
        where = f"round {tally.rounds}, kill {number + 1} at {moment:.3f} s"
        run = Run(work.command(folder), scratch / "log")
        was_killed = run.kill_after(moment, with_children)
        said = work.announced(run.said())
        tally.lost += [f"{where}: {name} was told before" for name in work.told_again(told, said)]
        told |= said
        if not was_killed:
            is_over = True
            if run.process.returncode:
                tally.other.append(f"{where}: it ended with {run.process.returncode}: {run.said()[-400:]}")
            break
        tally.kills += 1
        if left := run.outlived():
            tally.other.append(f"{where}: processes {left} outlive it")
            for process in left:
                os.kill(process, signal.SIGKILL)
        try:
            now = work.finished(folder)
        except (OSError, ValueError) as error:
            tally.other.append(f"{where}: what is left cannot be read: {error}")
            break
        here = collections.Counter(now)
        tally.lost += [f"{where}: {name!r} was there before" for name, _ in (collections.Counter(finished) - here)]
        if not work.tells_passes:
            tally.lost += [f"{where}: {name} was told, but is not there" for name in told - {name for name, _ in now}]
        if fault := work.may_stand(folder, whole):
            tally.other.append(f"{where}: {fault}")
        finished = now
        if work.is_whole(folder):
            told = set()
    where = f"round {tally.rounds}, at the end"
    if not is_over:
        run, fault = finish(work, folder, scratch)
        again = work.told_again(told, work.announced(run.said()))
        tally.lost += [f"{where}: {name} was told before" for name in again]
        tally.other += [f"{where}: {fault}"] if fault else []
    tally.compare(whole, work.result(folder), where)
    if listing(folder) != names:
        tally.other.append(f"{where}: the files are {listing(folder)}, not {names}")
    shutil.rmtree(folder)


def kill_often(work, kills, chance, scratch):
    """Kills a command so many times."""
    tally, times, whole, names = Tally(work.name), [], None, None
    for _ in range(3):
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        work.prepare(folder)
        begun = time.monotonic()
        _, fault = finish(work, folder, scratch)
        times.append(time.monotonic() - begun)
        if fault:
            sys.exit(f"{work.name}, not killed: {fault}")
        if whole is not None and collections.Counter(whole) != collections.Counter(work.result(folder)):
            sys.exit(f"{work.name} has different results without any kill")
        whole, names = work.result(folder), listing(folder)
        shutil.rmtree(folder)
    tally.whole_s = sorted(times)[1]
    while tally.kills < kills:
        kill_round(work, whole, names, tally.whole_s, chance, tally, kills - tally.kills, scratch)
    return tally


def main():
    parser = engine_parser(__doc__)
    parser.add_argument("--command", action="append", choices=[work.name for work in WORKS], help="only these; may be repeated")
    parser.add_argument("--kills", type=int, default=1000, help="in all [default: 1000]")
    parser.add_argument("--seed", type=int, default=1, help="decides the moments, as parts of the whole time [default: 1]")
    args = parser.parse_args()
    chosen = [work for work in WORKS if not args.command or work.name in args.command]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        material = Material(args.engine, scratch)
        print("| command | whole run | kills | rounds | lost | doubled | other faults |\n|---|---|---|---|---|---|---|")
        faults, sums = [], collections.Counter()
        for number, kind in enumerate(chosen):
            kills = args.kills // len(chosen) + (number < args.kills % len(chosen))
            tally = kill_often(kind(material), kills, random.Random(f"{args.seed} {kind.name}"), scratch)
            row = dict(kills=tally.kills, rounds=tally.rounds, lost=len(tally.lost), doubled=len(tally.doubled),
                       other=len(tally.other))
            sums.update(row)
            print(f"| `{tally.name}` | {tally.whole_s:.1f} s |", *(f"{n} |" for n in row.values()), flush=True)
            for fault in (tally.lost + tally.doubled + tally.other)[:20]:
                print(f"  {tally.name}, {fault}", file=sys.stderr, flush=True)
            faults += tally.lost + tally.doubled + tally.other
        print("| all | |", *(f"{sums[key]} |" for key in ("kills", "rounds", "lost", "doubled", "other")))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
