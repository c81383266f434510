"""Attacks `chuhe serve` from many connections while one user plays and newcomers arrive. For each attack, measures the
user's times, the newcomers' luck and the server's memory. Also plays on many pages whose games are saved on a slow disk.

    python3 -m tests.outside.web.hostile ENGINE [ATTACK ...] [--seconds 60] [--connections 300] [--memory 512]

`--memory 0` is for servers that do not know the option. The attackers run on the same machine, in one other process of
lower priority, and connect from its address in the network; the users connect from the loopback address. Needs the
environment of setup.sh.
"""

import asyncio
import functools
import json
import os
import pathlib
import random
import resource
import socket
import struct
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

import websockets

from .. import common
from ..common import check, engine_parser
from .client import Page
from .load import memory_mb, spread
from .server import Server

TOKEN = "0123456789abcdef0123"
LARGE = 8 << 20
MOVE_MAX_MS = 100


class Attacker:
    """A connection of an attacker, opened again whenever the server closes it."""

    def __init__(self, port, end):
        self.address, self.port, self.end, self.stream = own_address(), port, end, None

    async def run(self, attack):
        while time.time() < self.end:
            try:
                if attack is calm:
                    return
                await self.open()
                await attack(self)
            except (OSError, EOFError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)
            finally:
                if self.stream:
                    self.stream.close()

    async def open(self):
        self.stream = stream = socket.socket()
        stream.setblocking(False)
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await asyncio.get_running_loop().sock_connect(stream, (self.address, self.port))

    async def send(self, data):
        await asyncio.get_running_loop().sock_sendall(self.stream, data if isinstance(data, bytes) else data.encode())

    async def receive(self):
        data = await asyncio.get_running_loop().sock_recv(self.stream, 65536)
        if not data:
            raise EOFError
        return data

    async def wait_until_closed(self):
        """Reads what the server sends until it closes the connection or the time is over."""
        while (left := self.end - time.time()) > 0:
            try:
                await asyncio.wait_for(self.receive(), left)
            except TimeoutError:
                return

    def head(self, method, path, *headers):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.address}:{self.port}", f"Authorization: Bearer {TOKEN}", *headers]
        return "\r\n".join(lines) + "\r\n\r\n"

    def post(self, path, body):
        """The head of a request with this body."""
        return self.head("POST", path, "Content-Type: application/json", f"Content-Length: {len(body)}")

    async def open_page(self):
        await self.send(self.head("GET", "/ws", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                                  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: chuhe.1"))
        if b" 101 " not in await self.receive():
            raise EOFError

    async def send_frame(self, data, opcode=1, final=True):
        await self.send(frame(data, opcode, final))


@functools.cache
def frame(data, opcode, final):
    """A frame of a WebSocket. All attackers share it, because hundreds of copies of 8 MB would fill this machine."""
    data = data if isinstance(data, bytes) else data.encode()
    head = bytes([opcode | 0x80 * final])
    length = len(data)
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 65536:
        head += b"\xfe" + struct.pack(">H", length)
    else:
        head += b"\xff" + struct.pack(">Q", length)
    return head + b"\0\0\0\0" + data


async def calm(attacker):
    """Does not even connect, so that the users are measured alone."""


# Attackers without the token.

async def idle(attacker):
    """Does nothing."""
    await attacker.wait_until_closed()


async def slow_heads(attacker):
    """Sends the head of a request, a byte a second."""
    for byte in "GET / HTTP/1.1\r\nX: " + "x" * 10_000:
        await attacker.send(byte)
        await asyncio.sleep(1)


async def unread(attacker):
    """Sends requests and reads no answer."""
    while time.time() < attacker.end:
        await attacker.send("GET /assets/x HTTP/1.1\r\nHost: evil\r\n\r\n" * 100)


async def junk(attacker):
    """Sends nonsense, and comes back."""
    await attacker.send(b"\x16\x03\x01" + bytes(100) + b"\r\n\r\n")
    await attacker.receive()


# Attackers with the token.

async def slow_bodies(attacker):
    """Announces a body, and sends a byte a second."""
    await attacker.send(attacker.head("POST", "/api/judge", "Content-Type: application/json", "Content-Length: 1000"))
    for _ in range(1000):
        await attacker.send("x")
        await asyncio.sleep(1)


FRAGMENT = b"x" * (LARGE - 16)


async def fragments(attacker):
    """Sends a message of 8 MB that never ends, and pings."""
    await attacker.open_page()
    await attacker.send_frame(FRAGMENT, final=False)
    while time.time() < attacker.end:
        await attacker.send_frame(b"", opcode=9)
        await asyncio.sleep(5)


VARIATIONS = "[Event \"x\"]\n\nh2e2 " + "(b2e2)" * (LARGE // 6 - 100) + "*\n"
CONVERT = json.dumps({"name": "a.pgn", "text": VARIATIONS, "to": "pgn"}).encode()
READ = json.dumps({"id": 1, "do": "read", "text": VARIATIONS})
OBJECTS = json.dumps({"id": 1, "do": "read", "x": [{"": 0}] * (LARGE // 12)})
LIST = json.dumps({"id": 1, "do": "read", "text": ("h2e2 h9g7 e2h2 g7h9 " * 20 + "\n") * 100})


async def conversions(attacker):
    """Asks for the conversion of 1,400,000 variations, and leaves."""
    await attacker.send(attacker.post("/api/convert", CONVERT))
    await attacker.send(CONVERT)
    await asyncio.wait_for(attacker.receive(), 5)


async def readings(attacker):
    """Sends games with 1,400,000 variations, and messages of as many objects, on a page."""
    await attacker.open_page()
    while time.time() < attacker.end:
        await attacker.send_frame(READ)
        await attacker.send_frame(OBJECTS)


async def unread_pages(attacker):
    """Asks for long answers on a page, and reads none."""
    await attacker.open_page()
    while time.time() < attacker.end:
        await attacker.send_frame(LIST)


async def visits(attacker):
    """Opens a page, sends a request and leaves."""
    await attacker.open_page()
    await attacker.send_frame(json.dumps({"id": 1, "do": "analyse.stop"}))
    await attacker.receive()


ATTACKS = [calm, idle, slow_heads, unread, junk, slow_bodies, fragments, conversions, readings, unread_pages, visits]


async def attack(port, names, connections, end):
    allow_connections()
    chosen = [attack for attack in ATTACKS if attack.__name__ in names]
    attackers = [Attacker(port, end).run(chosen[number % len(chosen)]) for number in range(connections)]
    await asyncio.wait([asyncio.create_task(attacker) for attacker in attackers], timeout=end - time.time())


def attack_apart(*arguments):
    # On machines of their own, the attackers would take no time from the server and the users.
    os.nice(10)
    asyncio.run(attack(*arguments))


def own_address():
    """The address of this machine in its network, or the loopback address if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


def allow_connections():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


# The users.

async def play(server, shown, end):
    """Plays until the end. Returns the times of all moves, in milliseconds."""
    page, times = await Page.open(server.address, **shown), []
    state = await page.begin(level=0)
    while time.time() < end:
        state, took = await page.move(state)
        times.append(took)
        if state["finish"]:
            state = await page.begin(level=0)
        await asyncio.sleep(0.05)
    await page.close()
    return times


async def arrive(server, shown, end):
    """Opens a page every second. Returns how many were admitted, and how many tried."""
    admitted = tried = 0
    while time.time() < end:
        tried += 1
        try:
            page = await asyncio.wait_for(Page.open(server.address, **shown), 5)
            admitted += await asyncio.wait_for(page.refused("analyse.stop"), 5) is None
            await page.close()
        except (OSError, EOFError, TimeoutError, websockets.exceptions.WebSocketException):
            pass
        await asyncio.sleep(1)
    return admitted, tried


async def measure(chosen, names, apart):
    arguments = ["--listen", "0.0.0.0", "--token", TOKEN, "--cloud", "none"]
    arguments += ["--client-memory", str(chosen.memory)] if chosen.memory else []
    with Server(chosen.engine, *arguments, folder=chosen.folder) as server:
        server.address = f"http://127.0.0.1:{server.port}/"
        shown = {"additional_headers": {"Authorization": f"Bearer {TOKEN}"}}
        before, begun = memory_mb(server), time.time()
        end = begun + chosen.seconds
        running = apart.submit(attack_apart, server.port, names, chosen.connections, end)
        user = asyncio.create_task(play(server, shown, end))
        newcomers = asyncio.create_task(arrive(server, shown, end))
        try:
            times = sorted(await asyncio.wait_for(user, chosen.seconds + 60))
        except Exception as error:
            times = []
            print(f"      the user lost the game: {error!r}")
        admitted, tried = await newcomers
        memory = memory_mb(server, "VmHWM") if server.process.poll() is None else float("inf")
        await asyncio.wrap_future(running)
    name = names[0] if len(names) == 1 else "all"
    late = times[int(len(times) * 0.99)] if times else float("inf")
    most = before + chosen.memory if chosen.memory else float("inf")
    check(f"{name}: moves {spread(times) if times else 'none'}", late < MOVE_MAX_MS)
    check(f"{name}: {admitted} of {tried} newcomers admitted", admitted == tried)
    check(f"{name}: memory {before:.0f} MB before, {memory:.0f} MB at most", memory <= most)


# A slow disk.

SLOW_SYNC = """#include <time.h>
static int wait_for_disk(void) { struct timespec time = {0, 100000000}; return nanosleep(&time, 0); }
int fsync(int file) { return wait_for_disk(); }
int fdatasync(int file) { return wait_for_disk(); }
"""


async def measure_saves(chosen, pages):
    """Plays on many pages at once while every `fsync` takes 100 ms."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder, "slow.c"), pathlib.Path(folder, "slow.so")
        source.write_text(SLOW_SYNC)
        common.call("cc", "-shared", "-fPIC", "-o", library, source)
        os.environ["LD_PRELOAD"] = str(library)
        server = Server(chosen.engine, "--cloud", "none", folder=chosen.folder)
        del os.environ["LD_PRELOAD"]
    times = []

    async def play_alone():
        page = await Page.open(server.address)
        state = await page.ask("play.new", side="both")
        for _ in range(10):
            since = time.perf_counter()
            answer = await page.ask("play.move", move=random.choice(state["position"]["legal"]))
            times.append((time.perf_counter() - since) * 1000)
            state = answer.get("state", answer)
        await page.close()

    with server:
        await asyncio.gather(*(play_alone() for _ in range(pages)))
    check(f"{pages} pages on a slow disk: moves {spread(times)}", max(times) < 1000)


async def main():
    parser = engine_parser(__doc__)
    parser.add_argument("attacks", nargs="*", help="the attacks, or `all` for all at once; by default each, and all at once")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--connections", type=int, default=300)
    parser.add_argument("--memory", type=int, default=512, help="the server's memory for clients, in MB")
    parser.add_argument("--folder", help="a folder for the server's games, such as /dev/shm if the disk is busy")
    chosen = parser.parse_args()
    allow_connections()
    all_names = [attack.__name__ for attack in ATTACKS]
    groups = [all_names[1:] if name == "all" else [name] for name in chosen.attacks or [*all_names, "all"]]
    if not chosen.attacks:
        for pages in (1, 5, 20):
            await measure_saves(chosen, pages)
    for names in groups:
        with ProcessPoolExecutor(1) as apart:
            await measure(chosen, names, apart)
    print(f"{check.failures} failed")
    sys.exit(check.failures > 0)


if __name__ == "__main__":
    asyncio.run(main())
