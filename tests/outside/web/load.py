"""Tests `chuhe serve` under load: response times, many pages at once, hostile clients, and a crash with games in
progress.

    python3 -m tests.outside.web.load ENGINE            everything, on an idle machine, with limits on times
    python3 -m tests.outside.web.load ENGINE --quick    a little of everything; times are only reported

Needs the environment of setup.sh, and, for the first paint, Debian's chromium and chromium-driver.
"""

import asyncio
import json
import resource
import socket
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import websockets

from .. import common
from ..common import check, engine_parser
from .client import PATIENCE_S, Page
from .server import Server

ANSWER_MAX_MS = 60
STOP_MAX_MS = 100
# The maximum ratio between the largest and the smallest number of answers for pages that play all the time.
FAIR = 1.5
TOKEN = "0123456789abcdef0123"
STEADY_S = 0.2


def milliseconds(since):
    return (time.perf_counter() - since) * 1000


def spread(times):
    times = sorted(times)
    return (f"{statistics.median(times):.1f} ms (median), {times[int(len(times) * 0.99)]:.1f} ms (99th percentile), "
            f"{times[-1]:.1f} ms (maximum); measurements: {len(times)}")


# Response times.

async def check_answers(server, limits, moves):
    page = await Page.open(server.address)
    times = []
    state = await page.begin(level=0)
    for _ in range(moves):
        state, took = await page.move(state)
        times.append(took)
        if state["finish"]:
            state = await page.begin(level=0)
    check(f"level 0 answers a move, including its search, in {spread(times)}", not limits or max(times) < ANSWER_MAX_MS)
    stops = [await stop_time(page) for _ in range(max(moves // 10, 3))]
    check(f"a search running alone stops in {spread(stops)}", not limits or max(stops) < STOP_MAX_MS)
    await page.close()
    beside = []
    for _ in range(max(moves // 10, 3)):
        since = time.perf_counter()
        await asyncio.to_thread(request, server, "POST", "/api/analyze", body='{"movetime": 200}')
        beside.append(milliseconds(since) - 200)
    check(f"a search of 200 ms exceeds its time by {spread(beside)}", not limits or max(beside) < ANSWER_MAX_MS)


async def stop_time(page):
    """Searches for a moment once its turn has come; returns the time that a stop takes, in milliseconds."""
    await page.ask("analyse.position", fen=common.START, moves=["h2e2"])
    key = (await page.ask("analyse.start", multipv=1))["key"]
    is_own = lambda it: it["on"] == "analyse" and it["key"] == key
    await page.notice(lambda it: is_own(it) and ("lines" in it or it.get("done")))
    await asyncio.sleep(STEADY_S)
    since = time.perf_counter()
    await page.ask("analyse.stop")
    at, _ = await page.notice(lambda it: is_own(it) and it.get("done"))
    return (at - since) * 1000


# Many pages.

def memory_mb(server, field="VmRSS"):
    return common.status(server.process.pid, field) / 1024


async def play(address, pages, seconds):
    """Plays on this many pages at once. Returns the time of each answer in milliseconds, the number of answers to each
    page, and the errors."""
    crowd = await asyncio.gather(*(Page.open(address) for _ in range(pages)))
    end = time.perf_counter() + seconds
    waits, answers = [], []

    async def play_on(page):
        state, answered = await page.begin(level=3), 0
        while time.perf_counter() < end:
            state, took = await page.move(state)
            if time.perf_counter() < end:
                waits.append(took)
                answered += 1
            if state["finish"]:
                state = await page.begin(level=3)
        answers.append(answered)

    ends = await asyncio.gather(*map(play_on, crowd), return_exceptions=True)
    await asyncio.gather(*(page.close() for page in crowd))
    return waits, answers, [repr(end) for end in ends if end is not None]


def play_apart(*arguments):
    return asyncio.run(play(*arguments))


async def check_crowd(engine, limits, pages, seconds):
    """Nine out of ten pages play without a pause; the others repeatedly analyse and stop.

    The playing pages are in a separate process, because reading their messages would delay the others' clocks.
    """
    with Server(engine, "--sessions", str(pages)) as server, ProcessPoolExecutor(1) as apart:
        empty = memory_mb(server)
        analysts = await asyncio.gather(*(Page.open(server.address) for _ in range(max(pages // 10, 1))))
        players = asyncio.wrap_future(apart.submit(play_apart, server.address, pages - len(analysts), seconds))
        end = time.perf_counter() + seconds
        stops = []

        async def analyse(page):
            while time.perf_counter() < end:
                stops.append(await stop_time(page))

        ends = await asyncio.gather(*map(analyse, analysts), return_exceptions=True)
        memory = memory_mb(server, "VmHWM")
        waits, answers, lost = await players
        lost += [repr(end) for end in ends if end is not None]
        check(f"{pages} pages at once for {seconds} s; connections lost: {len(lost)} {lost[:3]}", not lost)
        check(f"a search among many pages stops in {spread(stops)}", not limits or max(stops) < STOP_MAX_MS)
        print(f"      {len(waits)} moves were answered, each in {spread(waits)}")
        low, high = min(answers, default=0), max(answers, default=0)
        is_fair = low > 0 and high <= FAIR * low + 1
        check(f"the queue is fair: each playing page got between {low} and {high} answers", not limits or is_fair)
        print(f"      memory: {empty:.0f} MB without clients, {memory:.0f} MB at most")
        await asyncio.gather(*(page.close() for page in analysts))


async def check_full(engine):
    with Server(engine, "--sessions", "2") as server:
        pages = [await Page.open(server.address) for _ in range(3)]
        said = [await page.refused("analyse.check", fen="") for page in pages]
        check("a page beyond the limit is refused with a reason", said.count("busy") == 1 and said[2] == "busy")
        await asyncio.gather(*(page.close() for page in pages))


# Hostile clients.

def connect(server):
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)


def request(server, method, path, headers=(), body=None, host=None):
    """The response to a request that is sent exactly as written."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'localhost:{server.port}'}", "Connection: close", *headers]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body.encode())}"]
    with connect(server) as stream:
        stream.sendall(("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode())
        answer = b""
        try:
            while piece := stream.recv(65536):
                answer += piece
        except ConnectionError:
            pass
    return answer.decode(errors="replace")


def status(answer):
    words = answer.split(" ", 2)
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


UPGRADE = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
TRICKS = [
    "/../../../../etc/passwd", "/assets/../../../../etc/passwd", "/assets/%2e%2e%2f%2e%2e%2fetc/passwd",
    "/assets/..%5c..%5cetc%5cpasswd", "/assets//etc/passwd", "/assets/0/page/%00main.js", "//etc/passwd", "/assets/0/page/main.js/../../x",
    "/games", "/data", "/assets/", "/ws/../etc/passwd", "http://evil.example/", "*", "/" + "a" * 20000,
]


def check_strangers(engine):
    with Server(engine) as server:
        ask = lambda path, *headers, **more: status(request(server, "GET", path, headers, **more))
        for path in ["/", "/ws", "/api/openapi.json", "/assets/0/page/main.js"]:
            check(f"a foreign host name is refused at {path}", ask(path, host=f"evil.example:{server.port}") == 421)
            check(f"a foreign origin is refused at {path}", ask(path, "Origin: http://evil.example") == 403)
        foreign = ask("/ws", *UPGRADE, "Origin: http://evil.example", "Connection: Upgrade")
        check("a foreign origin gets no WebSocket", foreign == 403)
        answers = {path: request(server, "GET", path) for path in TRICKS}
        served = [path[:40] for path, answer in answers.items() if status(answer) < 400 or "root:" in answer]
        check(f"path tricks expose nothing {served}", not served)
        check("the page is still served", ask("/") == 200)
    with Server(engine, "--listen", "127.0.0.1", "--token", TOKEN) as server:
        for path in ["/", "/ws", "/assets/0/page/main.js", "/api/openapi.json"]:
            wrong = [[], ["Authorization: Bearer 0123456789abcdef0124"], [f"Cookie: chuhe-{server.port}=x"]]
            refused = [status(request(server, "GET", path, headers)) for headers in wrong]
            check(f"no client is admitted without the token at {path}", refused == [401] * 3)
        check("the page opens with the token", status(request(server, "GET", "/", [f"Authorization: Bearer {TOKEN}"])) == 200)


async def check_messages(server):
    good = await Page.open(server.address)
    state = await good.begin(level=0)
    page = await Page.open(server.address)
    page.last = 100
    junk = ["", "{", "null", "[]", "\u0000", '{"id":1}', '{"id":-1,"do":"play.new"}', '{"id":1,"do":"nothing"}', "[" * 60000,
            '{"id":1,"do":"play.move","move":{}}', '{"id":1e999,"do":"play.new"}', '{"do":"' + "x" * 60000 + '"}', '"\\ud800"']
    for text in junk:
        await page.socket.send(text)
    check("malformed messages are answered and do no harm", await page.refused("play.undo") == "not-now")
    too_long = await page.refused("analyse.check", fen="x" * 100_000)
    check("a long message is refused", too_long == "too-large")
    try:
        await page.socket.send("x" * (9 << 20))
        await asyncio.wait_for(page.socket.wait_closed(), PATIENCE_S)
    except (ConnectionError, websockets.exceptions.ConnectionClosed):
        pass
    check(f"a giant message ends its connection: {page.socket.close_code}", page.socket.close_code in (1006, 1009))
    state, took = await good.move(state)
    check(f"other pages are unaffected: next answer after {took:.0f} ms", True)
    await good.close()


async def check_slow_readers(server, count):
    """Opens pages that send many requests and read nothing."""
    before = memory_mb(server)
    game = "[Event \"?\"]\n\n" + " ".join(["h2e2 h9g7 e2h2 g7h9"] * 200) + " *\n\n"
    text = json.dumps({"id": 1, "do": "read", "text": game * 20})
    slow = []
    for _ in range(count):
        page = await Page.open(server.address)
        page.socket.transport.pause_reading()
        slow.append(page)

    async def flood(page):
        try:
            while True:
                await page.socket.send(text)
        except (ConnectionError, websockets.exceptions.ConnectionClosed):
            pass

    floods = [asyncio.create_task(flood(page)) for page in slow]
    good = await Page.open(server.address)
    state, times, end = await good.begin(level=0), [], time.perf_counter() + PATIENCE_S
    while time.perf_counter() < end and not (len(times) > 10 and all(task.done() for task in floods)):
        state, took = await good.move(state)
        times.append(took)
        if state["finish"]:
            state = await good.begin(level=0)
        await asyncio.sleep(0.1)
    check(f"with {count} pages that send many requests and read nothing, moves are answered in {spread(times)}", bool(times))
    check("the pages that read nothing are disconnected", all(task.done() for task in floods))
    print(f"      memory: {before:.0f} MB before them, {memory_mb(server, 'VmHWM'):.0f} MB at most")
    for task in floods:
        task.cancel()
    await good.close()


async def check_flood(server, limits, count):
    """Opens as many silent connections as possible."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    page = await Page.open(server.address)
    state, times = await page.begin(level=0), []
    silent, refused = [], 0
    for number in range(count):
        try:
            stream = socket.socket()
            stream.setblocking(False)
            stream.connect_ex(("127.0.0.1", server.port))
            silent.append(stream)
        except OSError:
            refused += 1
        if number % (count // 20) == 0:
            state, took = await page.move(state)
            times.append(took)
            if state["finish"]:
                state = await page.begin(level=0)
    check(f"{len(silent)} silent connections tried ({refused} refused by the system): moves are answered in {spread(times)}",
          len(silent) > count // 2 and (not limits or max(times) < 1000))
    print(f"      memory: {memory_mb(server, 'VmHWM'):.0f} MB at most")
    for stream in silent:
        stream.close()
    since = time.perf_counter()
    while True:
        try:
            other = await Page.open(server.address)
            await other.begin(level=0)
            break
        except (OSError, websockets.exceptions.WebSocketException, EOFError):
            if milliseconds(since) > PATIENCE_S * 1000:
                return check("another page is admitted after they have left", False)
            await asyncio.sleep(0.05)
    check(f"another page is admitted {milliseconds(since):.0f} ms after they have left", True)
    await page.close()
    await other.close()


# Crashes the server during games.

async def check_death(engine, pages):
    with Server(engine, "--sessions", str(pages), "--listen", "127.0.0.1", "--token", TOKEN) as server:
        shown = {"additional_headers": {"Authorization": f"Bearer {TOKEN}"}}
        games, kept = [], []
        for page in await asyncio.gather(*(Page.open(server.address, **shown) for _ in range(pages))):
            games.append((page, await page.begin(level=0)))
        for page, state in games:
            state, _ = await page.move(state)
            kept.append((page.hello["session"], state))
        server.kill()
        server.start()
        check("after kill -9, no client is admitted without the token", status(request(server, "GET", "/")) == 401)
        lost = 0
        for session, before in kept:
            page = await Page.open(server.address, **shown)
            old = await page.refused("resume", session=session)
            state = await page.ask("play.load", name=before["saved"])
            same = [move["move"] for move in state["moves"]] == [move["move"] for move in before["moves"]]
            lost += not (same and old == "unknown" and state["position"] == before["position"])
        check(f"of {pages} games in play, {lost} are lost", lost == 0)


def check_first_paint(server):
    from . import browser, serve

    with browser.open_browser() as driver:
        serve.check_first_load(driver, server.address)


async def main():
    arguments = engine_parser(__doc__)
    arguments.add_argument("--quick", action="store_true", help="little of everything, and no limits on times")
    chosen = arguments.parse_args()
    limits = not chosen.quick
    many = lambda all, few: all if limits else few
    with Server(chosen.engine) as server:
        if limits:
            check_first_paint(server)
        await check_answers(server, limits, many(200, 20))
    await check_crowd(chosen.engine, limits, many(200, 20), many(60, 5))
    await check_full(chosen.engine)
    await asyncio.to_thread(check_strangers, chosen.engine)
    with Server(chosen.engine) as server:
        await check_messages(server)
        await check_slow_readers(server, many(20, 3))
    with Server(chosen.engine) as server:
        await check_flood(server, limits, many(10_000, 500))
    await check_death(chosen.engine, many(50, 10))
    print(f"{check.failures} failed")
    sys.exit(check.failures > 0)


if __name__ == "__main__":
    asyncio.run(main())
