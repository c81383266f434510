"""A client for `chuhe serve` that uses a WebSocket, as the page does."""

import asyncio
import json
import random
import time

import websockets

PATIENCE_S = 60


class Refused(Exception):
    """A refusal by the server, with its code."""


class Page:
    """A page's WebSocket."""

    @classmethod
    async def open(cls, address, **options):
        self = cls()
        url = address.replace("http", "ws", 1).split("?")[0] + "ws"
        self.socket = await websockets.connect(
            url, subprotocols=["chuhe.1"], compression=None, max_size=None, open_timeout=PATIENCE_S, **options)
        self.asked, self.notices, self.last = {}, asyncio.Queue(), 0
        self.hello = json.loads(await self.socket.recv())
        self.reading = asyncio.create_task(self.read())
        return self

    async def read(self):
        try:
            async for text in self.socket:
                message = json.loads(text)
                if "re" in message:
                    answer = self.asked.pop(message["re"], None)
                    if answer:
                        answer.set_result(message)
                else:
                    self.notices.put_nowait((time.perf_counter(), message))
        except websockets.exceptions.ConnectionClosed:
            pass
        finally:
            for answer in self.asked.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("the connection is lost"))
            self.notices.put_nowait((time.perf_counter(), None))

    async def ask(self, do, **fields):
        self.last += 1
        answer = self.asked[self.last] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": self.last, "do": do, **fields}))
        message = await asyncio.wait_for(answer, PATIENCE_S)
        if "error" in message:
            raise Refused(message["error"]["code"])
        return message["ok"]

    async def refused(self, do, **fields):
        try:
            await self.ask(do, **fields)
        except Refused as error:
            return str(error)
        return None

    async def notice(self, is_it):
        """Waits for the next notice that satisfies a condition; returns the notice and its arrival time."""
        while True:
            at, message = await asyncio.wait_for(self.notices.get(), PATIENCE_S)
            if message is None:
                raise ConnectionError("the connection is lost")
            if is_it(message):
                return at, message

    async def begin(self, **fields):
        return await self.ask("play.new", side="red", rules="asian", **fields)

    async def move(self, state):
        """Plays a random legal move. Returns the state after the engine's answer, and the time it took, in milliseconds."""
        while not self.notices.empty():
            self.notices.get_nowait()
        move = random.choice(state["position"]["legal"])
        since = time.perf_counter()
        state = await self.ask("play.move", move=move)
        if not state["finish"]:
            at, notice = await self.notice(lambda it: it["on"] == "play" and "state" in it and (
                it["state"]["finish"] or it["state"]["position"]["side"] == "red" and not it["state"]["thinks"]))
            return notice["state"], (at - since) * 1000
        return state, (time.perf_counter() - since) * 1000

    async def close(self):
        await self.socket.close()
