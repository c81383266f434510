"""Runs a server, a long analysis of one position and an analysis of many games for hours, and watches their memory.

    python3 -m tests.outside.endure measure target/release/chuhe games.pgn --hours 6 --out memory.json
    python3 -m tests.outside.endure draw memory.json memory.svg
    python3 -m tests.outside.endure measure target/release/chuhe games.pgn --only serve --rest-every 20 --out serve.json

`games.pgn` must have enough games for the whole time. Needs websockets; drawing needs matplotlib. Measuring exits with
1 if anything failed: a request with a wrong answer, a program that ended, or a number of threads or open files that
keeps growing. Memory is reported, not judged. Periodically all clients leave the server idle until it has freed their
memory, to show how much memory it retains.
"""

import asyncio
import base64
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from .common import measure_and_draw, openings, pyplot, status
from .web.client import Page
from .web.server import Server

SAMPLE_S = 10
PATIENCE_S = 120
# Growth before this time is ignored: the server keeps the session of a closed page for 5 minutes.
WARM_S = 400
# The number of seconds for which the server is left idle.
REST_S = 420
POSITIONS = openings()
SOUND = 200
REFUSED = 400


class Failure(Exception):
    """The program misbehaved."""


def state(process):
    """A process's memory in MB, number of threads and number of open files."""
    return dict(mb=status(process) / 1024, threads=status(process, "Threads"), files=len(os.listdir(f"/proc/{process}/fd")))


class Tally:
    """The work done so far, by name, and whether clients must leave the server idle."""

    def __init__(self):
        self.counts, self.failures = {}, []
        self.busy = asyncio.Event()
        self.busy.set()

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def fail(self, text):
        self.failures.append(text)
        print(text, file=sys.stderr, flush=True)


# The server.

def post(server, path, body):
    """The status and body of a response."""
    request = urllib.request.Request(f"{server.address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def requests(games):
    """Valid and invalid requests by programs, each with the expected status."""
    fen = random.choice(POSITIONS)
    text = random.choice(games)
    return [
        ("api/analyze", {"fen": fen, "nodes": 20_000, "multipv": random.randint(1, 4)}, SOUND),
        ("api/analyze", {"fen": "nonsense"}, REFUSED),
        ("api/judge", {"fen": fen, "moves": ""}, SOUND),
        ("api/convert", {"text": text, "name": "a.pgn", "to": "xqf"}, SOUND),
        ("api/convert", {"base64": base64.b64encode(random.randbytes(2000)).decode(), "name": "a.xqf", "to": "pgn"}, None),
        ("api/board.svg", {"fen": fen}, SOUND),
        ("api/explore", {"moves": "h2e2", "source": "book"}, SOUND),
        ("api/gomoku/move", {"moves": "h8 i9", "level": "low"}, SOUND),
        ("api/draughts/move", {"moves": "32-28 19-23", "level": 1}, SOUND),
        ("api/draughts/move", {"moves": "32-99"}, REFUSED),
    ]


async def programs(server, games, tally, over):
    while not over.is_set():
        await tally.busy.wait()
        for path, body, expected in requests(games):
            code, answer = await asyncio.to_thread(post, server, path, body)
            tally.count("requests by programs")
            if code >= 500 or expected and code // 100 != expected // 100:
                tally.fail(f"{path} {json.dumps(body)[:200]}: {code} {answer[:200]!r}")
            await asyncio.sleep(0.3)


async def player(server, tally, over):
    """A page that plays games from start to end, saves them and leaves."""
    while not over.is_set():
        await tally.busy.wait()
        page = await Page.open(server.address)
        play = await page.begin(level=random.randint(0, 3))
        for _ in range(random.randint(1, 60)):
            if play["finish"] or over.is_set():
                break
            play, _ = await page.move(play)
        else:
            await page.ask("play.file")
        tally.count("games played")
        await page.close()


async def analyst(server, tally, over):
    """A page that requests short searches of positions, and sometimes leaves during a search."""
    while not over.is_set():
        await tally.busy.wait()
        page = await Page.open(server.address)
        for _ in range(random.randint(1, 20)):
            await page.ask("analyse.position", fen=random.choice(POSITIONS), moves=[])
            await page.ask("analyse.start", multipv=random.randint(1, 5), threads=1, hash=16)
            # The search may have to give way to others before it finds anything.
            await page.notice(lambda it: it["on"] == "analyse" and (it.get("depth") or it.get("done")))
            tally.count("positions searched for pages")
            await asyncio.sleep(random.random() * 2)
        await page.close()


async def reviewer(server, games, tally, over):
    """A page that requests reviews of games and searches for puzzles."""
    while not over.is_set():
        await tally.busy.wait()
        page = await Page.open(server.address)
        text = "\n".join(random.sample(games, 3))
        review = await page.ask("review.start", name="games.pgn", text=text, nodes=1000)
        if review["games"] is None:
            await page.notice(lambda it: it["on"] == "review" and it.get("state", {}).get("games"))
        job = review["job"]
        wanted = (await page.ask("review.annotate", job=job))["wanted"]
        reviewed = 0
        while reviewed < wanted and not over.is_set():
            _, notice = await page.notice(lambda it: it["on"] == "review")
            if notice.get("row", {}).get("review"):
                tally.count("games reviewed")
                reviewed += 1
        if not over.is_set():
            await page.ask("review.puzzles", job=job)
            await page.ask("review.page", job=job, game=1)
        await page.close()
        await asyncio.sleep(5)


async def vandal(server, tally, over):
    """Connections that send incomplete data or nonsense and leave."""
    heads = [b"GET / HTTP/1.1\r\nHo", b"POST /api/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{", random.randbytes(300), b""]
    while not over.is_set():
        await tally.busy.wait()
        def spoil():
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
                connection.sendall(random.choice(heads))
        try:
            await asyncio.to_thread(spoil)
        except ConnectionError:
            pass
        tally.count("connections cut")
        await asyncio.sleep(1)


# The analyses of one position and of many games.

async def endless(engine, tally, over):
    """An engine that runs endless searches, with occasional stops and changes of options."""
    process = await asyncio.create_subprocess_exec(str(engine), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    async def say(text):
        process.stdin.write(f"{text}\n".encode())
        await process.stdin.drain()

    async def hear(word):
        while True:
            line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_S)
            if not line:
                raise Failure("the engine has exited")
            if line.startswith(word):
                return

    async def work():
        await say("uci")
        await hear(b"uciok")
        await say("setoption name Hash value 64")
        while not over.is_set():
            await say(f"position fen {random.choice(POSITIONS)}")
            await say("go infinite")
            seconds = random.choice([1, 5, 60])
            until = time.monotonic() + seconds
            while time.monotonic() < until and not over.is_set():
                try:
                    await asyncio.wait_for(process.stdout.readline(), 0.5)
                except TimeoutError:
                    pass
            await say("stop")
            await hear(b"bestmove")
            tally.count("endless searches")
        await say("quit")
        if await asyncio.wait_for(process.wait(), PATIENCE_S):
            raise Failure(f"the engine exited with code {process.returncode}")

    return process, asyncio.create_task(work())


async def batch(engine, games, folder, tally, over):
    """An analysis of a game file, interrupted at the end."""
    process = await asyncio.create_subprocess_exec(
        str(engine), "-q", "analyze", str(games), "--positions", "all", "--nodes", "3000", "--jobs", "1", "--out", str(folder / "results.jsonl"))

    async def work():
        await over.wait()
        if process.returncode is not None:
            raise Failure(f"the analysis exited early with code {process.returncode}: it needs more games")
        process.terminate()
        code = await asyncio.wait_for(process.wait(), PATIENCE_S)
        if code not in (0, 130, 143):
            raise Failure(f"the analysis exited with code {code}")
        for path in folder.glob("results.jsonl*"):
            lines = path.read_text().count("\n")
            tally.counts["positions analyzed"] = max(lines, tally.counts.get("positions analyzed", 0))

    return process, asyncio.create_task(work())


async def measure(args):
    tally, over, samples = Tally(), asyncio.Event(), {}
    engine = args.engine
    with args.games.open(errors="replace") as file:
        head = file.read(1 << 20)
    games = re.split(r"\n\n(?=\[)", head)[1:-1]
    if len(games) < 10:
        sys.exit(f"{args.games}: not a PGN file with many games")
    with tempfile.TemporaryDirectory() as folder, Server(engine, "--threads", "1") as server:
        watched, work = {}, []
        if "serve" in args.only:
            watched["serve"] = server.process.pid
            work += [asyncio.create_task(task) for task in (
                programs(server, games, tally, over), player(server, tally, over), player(server, tally, over),
                analyst(server, tally, over), reviewer(server, games, tally, over), vandal(server, tally, over))]
        if "analyze" in args.only:
            analysis, task = await batch(engine, args.games, pathlib.Path(folder), tally, over)
            watched["analyze"] = analysis.pid
            work.append(task)
        if "infinite" in args.only:
            searcher, task = await endless(engine, tally, over)
            watched["go infinite"] = searcher.pid
            work.append(task)
        begun = time.monotonic()
        while (seconds := time.monotonic() - begun) < args.hours * 3600 and not any(task.done() for task in work):
            # Periods of work alternate with periods of rest.
            resting = seconds % (args.rest_every * 60 + REST_S) >= args.rest_every * 60
            (tally.busy.clear if resting else tally.busy.set)()
            for name, process in watched.items():
                try:
                    samples.setdefault(name, []).append(dict(seconds=round(seconds), resting=resting, **state(process)))
                except OSError:
                    tally.fail(f"{name} has ended")
            args.out.write_text(json.dumps(dict(samples=samples, counts=tally.counts, failures=tally.failures)))
            await asyncio.sleep(SAMPLE_S)
        over.set()
        tally.busy.set()
        for task, error in zip(work, await asyncio.gather(*work, return_exceptions=True)):
            if error is not None:
                tally.fail(f"{task.get_coro().__qualname__}: {type(error).__name__} {error}")
        # The memory of closed pages is freed, and the server still answers.
        code, _ = await asyncio.to_thread(post, server, "api/judge", {"moves": "h2e2"})
        if code != SOUND:
            tally.fail(f"the server answers with status {code} at the end")
    if server.process.returncode:
        tally.fail(f"the server exited with code {server.process.returncode}")
    for name, series in samples.items():
        report(name, series, tally)
    args.out.write_text(json.dumps(dict(samples=samples, counts=tally.counts, failures=tally.failures)))
    for name, count in sorted(tally.counts.items()):
        print(f"{name}: {count}")
    sys.exit(1 if tally.failures else 0)


def report(name, series, tally):
    """Reports the growth of a program, and fails if its threads or open files keep growing."""
    end = series[-1]["seconds"]
    warm = [sample for sample in series if sample["seconds"] >= WARM_S]
    half = len(warm) // 2
    before, after = warm[:half], warm[half:]
    if not before:
        return
    most = {key: (max(sample[key] for sample in before), max(sample[key] for sample in after)) for key in ("mb", "threads", "files")}
    texts = [f"at most {first:.1f} {key}, then {then:.1f}" for key, (first, then) in most.items()]
    print(f"{name}, {end / 3600:.2f} h, peaks in the two halves after warming up: " + "; ".join(texts))
    if rests := rested(series):
        print(f"{name}, MB at the end of each rest: " + ", ".join(f"{mb:.1f}" for mb in rests))
    for key in ("threads", "files"):
        first, then = most[key]
        if then > first + 16:
            tally.fail(f"{name}: {key} grew from {first} to {then}")


def rested(series):
    """The memory in MB at the end of each rest."""
    ends = zip(series, [*series[1:], dict(resting=False)])
    return [sample["mb"] for sample, following in ends if sample["resting"] and not following["resting"]]


def draw(args):
    plot = pyplot("memory")
    figure, panel = plot.subplots(figsize=(8, 3.5), layout="constrained")
    for name, series in json.loads(args.report.read_text())["samples"].items():
        panel.plot([sample["seconds"] / 60 for sample in series], [sample["mb"] for sample in series], label=name)
    panel.set(xlabel="minutes", ylabel="memory, MB", ylim=(0, None))
    panel.legend()
    figure.savefig(args.out, metadata={"Date": None})


def main():
    parser, measuring = measure_and_draw(__doc__, lambda args: asyncio.run(measure(args)), draw)
    measuring.add_argument("games", type=pathlib.Path)
    measuring.add_argument("--hours", type=float, default=6)
    measuring.add_argument("--only", nargs="+", choices=["serve", "analyze", "infinite"], default=["serve", "analyze", "infinite"])
    measuring.add_argument("--rest-every", type=float, default=30, help="minutes of work before each seven minutes of rest")
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
