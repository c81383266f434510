"""Checks the server for the browser board on a slow disk, and while it is temporarily stopped."""

import asyncio
import importlib.util
import random
import signal
import time

from ..web.server import Server
from .checks import LeftOut, check, demand
from .slow_disks import SlowDisk

CLOCK_S = 60


def page_class():
    if not importlib.util.find_spec("websockets"):
        raise LeftOut("needs websockets")
    from ..web.client import Page

    return Page


def moves(state):
    return [move["move"] for move in state["moves"]]


def used_s(state):
    """The time in seconds that both sides have used."""
    return sum(CLOCK_S - state["clocks"][side] / 1000 for side in ("red_ms", "black_ms"))


@check
def slow_disk_server(engine, material, scratch):
    """A server that saves its games on a slow disk: acknowledged moves survive kill -9, and no clock is charged for the
    disk."""
    Page = page_class()

    async def go(disk):
        longest = disk_s = most_used = 0
        chance = random.Random(5)
        with Server(engine, "--threads", "1", folder=disk.folder) as server:
            for number in range(6):
                page = await Page.open(server.address)
                state = await page.begin(level=0, clock=f"{CLOCK_S}s")
                before = disk.waits()[0]
                for _ in range(chance.randint(2, 6)):
                    begun = time.monotonic()
                    state, _ = await page.move(state)
                    longest = max(longest, time.monotonic() - begun)
                disk_s += disk.waits()[0] - before
                most_used = max(most_used, used_s(state))
                told = state
                # The kill comes during another move, acknowledged or not.
                task = asyncio.create_task(page.move(state))
                await asyncio.sleep(chance.uniform(0, 1))
                if task.done():
                    told, _ = task.result()
                server.kill()
                await asyncio.gather(task, return_exceptions=True)
                server.start()
                page = await Page.open(server.address)
                state = await page.ask("play.load", name=told["saved"])
                kept, wanted = moves(state), moves(told)
                demand(kept[:len(wanted)] == wanted and len(kept) <= len(wanted) + 2, f"game {number + 1}: {kept} instead of {wanted}")
                await page.close()
            begun = time.monotonic()
            server.stop()
            demand(server.process.returncode == 0, f"Ctrl-C: code {server.process.returncode}")
            ended = time.monotonic() - begun
        return longest, disk_s, most_used, ended

    with SlowDisk(scratch, "--hang-every", 25) as disk:
        longest, disk_s, most_used, ended = asyncio.run(go(disk))
    demand(most_used < max(5, disk_s / 20), f"clocks: {most_used:.1f} s were used in a game, the disk took {disk_s:.0f} s in all")
    return (f"6 games, each killed in mid-move; the slowest answer {longest:.1f} s; the disk took {disk_s:.0f} s in all, "
            f"the players used at most {most_used:.1f} s in a game; Ctrl-C {ended:.1f} s")


@check
def stopped_server(engine, material, scratch):
    """A server stopped for 1.5 and 6 s during a search: the page stays connected and gets its answer, and other pages
    are admitted."""
    Page = page_class()

    async def go():
        waits = []
        with Server(engine, "--threads", "1", folder=scratch) as server:
            page = await Page.open(server.address)
            state = await page.begin(level=5)
            for seconds in (1.5, 6):
                task = asyncio.create_task(page.move(state))
                await asyncio.sleep(0.1)
                server.process.send_signal(signal.SIGSTOP)
                other = asyncio.create_task(Page.open(server.address))
                await asyncio.sleep(seconds)
                demand(not other.done(), "it was not stopped")
                server.process.send_signal(signal.SIGCONT)
                begun = time.monotonic()
                count = len(moves(state))
                state, _ = await task
                waits.append(time.monotonic() - begun)
                demand(len(moves(state)) == count + 2, f"{len(moves(state))} moves after {count}")
                await (await other).close()
            # A closed page returns to its game.
            session = page.hello["session"]
            await page.close()
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(1.5)
            server.process.send_signal(signal.SIGCONT)
            page = await Page.open(server.address)
            again = await page.ask("resume", session=session)
            demand(moves(again["play"]) == moves(state), f"resume: {again}")
            server.stop()
            demand(server.process.returncode == 0, f"Ctrl-C: code {server.process.returncode}")
        return waits

    waits = asyncio.run(go())
    return f"answers came {' and '.join(f'{seconds:.1f} s' for seconds in waits)} after SIGCONT"
