import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, connect, curve, limits, on, sources } from "#serve/connection.js";
import { gameText } from "#serve/exchange.js";

const sockets = [];
class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor(address, protocol) {
    super();
    Object.assign(this, { address: String(address), protocol });
    sockets.push(this);
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  hear(message) { this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) })); }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}
const kept = new Map([["chuhe-session", "old"]]);
const HELLO = { on: "hello", session: "new", limits: { lines: 4 }, sources: ["book"], wdl: { win_at: 200, spread: 100 } };
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

test("a connection resumes its session, and each answer reaches the right caller", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, {
    WebSocket: Socket, location: { href: "https://host/page#play" },
    sessionStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  });
  const states = [];
  on("state", ({ name }) => states.push(name));
  await assert.rejects(ask("read"), /Connection lost/);
  connect();
  const [first] = sockets;
  assert.deepEqual([first.address, first.protocol], ["wss://host/ws", "chuhe.1"]);

  first.hear(HELLO);
  assert.deepEqual(first.sent, [{ id: 1, do: "resume", session: "old" }]);
  first.hear({ re: 1, error: { code: "unknown", text: "gone" } });
  await turn();
  assert.equal(kept.get("chuhe-session"), "new");
  assert.deepEqual(first.sent[1], { id: 2, do: "language", language: "en" });
  first.hear({ re: 2, ok: {} });
  await turn();
  assert.deepEqual([states, limits, sources, curve], [["open"], HELLO.limits, ["book"], HELLO.wdl]);

  const [one, two] = [ask("read", { text: "a" }), ask("write")];
  first.hear({ re: 4, ok: { name: "b" } });
  first.hear({ re: 3, error: { code: "illegal", text: "no game" } });
  await assert.rejects(one, { message: "no game", code: "illegal" });
  assert.deepEqual(await two, { name: "b" });

  const open = ask("read");
  first.close();
  await assert.rejects(open, /Connection lost/);
  assert.deepEqual(states, ["open", "lost"]);
  context.mock.timers.tick(300);
  assert.equal(sockets.length, 2);

  sockets[1].hear({ on: "end", reason: "idle" });
  sockets[1].close();
  context.mock.timers.tick(10_000);
  assert.deepEqual([sockets.length, states.at(-1)], [2, "over"]);
});

test("a list shows a game's players, or else its number", () => {
  const START = { start: "", moves: [] };
  assert.equal(gameText({ ...START, tags: { Red: "A", Event: "Cup", Date: "2020" }, result: "1-0" }, 0), "1. A – ? · Cup · 2020 · 1-0");
  assert.equal(gameText(START, 4), "5. Game 5 · *");
});
