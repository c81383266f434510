import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, connect, curve, hurry, limits, on, sources } from "../../page/connection.js";
import { gameText } from "../../page/exchange.js";

const sockets = [];
class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor(address, protocol) {
    super();
    Object.assign(this, { address: String(address), protocol });
    sockets.push(this);
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  hear(message) {
    this.readyState = 1;
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}
const kept = new Map([["chuhe-session", "old"]]);
const HELLO = { on: "hello", session: "new", limits: { multipv: 4, file_bytes: 300 }, sources: ["book"], wdl: { win_at: 200, spread: 100 } };
const turn = () => new Promise((resolve) => { setImmediate(resolve); });
const storage = (kept) => ({ getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) });
const mine = new Map();

// Answers the requests of a page that reconnects.
async function greet(socket) {
  socket.hear(HELLO);
  for (let at = 0; at < 3; at++) {
    await turn();
    socket.hear({ re: socket.sent.at(-1).id, ok: {} });
  }
  await turn();
}

test("a connection resumes its session, and each answer reaches the right caller", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, {
    WebSocket: Socket, location: { href: "https://host/page#play" },
    sessionStorage: storage(kept), localStorage: storage(mine),
  });
  const states = [];
  on("state", ({ name, reason }) => states.push(reason ? `${name} by ${reason}` : name));
  await assert.rejects(ask("read"), /Connection lost/);
  connect();
  const [first] = sockets;
  assert.deepEqual([first.address, first.protocol], ["wss://host/ws", "chuhe.1"]);

  first.hear(HELLO);
  assert.deepEqual(first.sent, [{ id: 1, do: "resume", session: "old" }]);
  first.hear({ re: 1, error: { code: "unknown", text: "gone" } });
  await turn();
  assert.equal(kept.get("chuhe-session"), "new");
  const secret = mine.get("chuhe-owner");
  assert.match(secret, /^[0-9a-f]{32}$/);
  assert.deepEqual(first.sent[1], { id: 2, do: "owner", secret });
  first.hear({ re: 2, ok: {} });
  await turn();
  assert.deepEqual(first.sent[2], { id: 3, do: "language", language: "en" });
  first.hear({ re: 3, ok: {} });
  await turn();
  assert.deepEqual([states, limits, sources, curve], [["open"], HELLO.limits, ["book"], HELLO.wdl]);

  const [one, two] = [ask("read", { text: "a" }), ask("write")];
  first.hear({ re: 5, ok: { name: "b" } });
  first.hear({ re: 4, error: { code: "illegal", text: "no game" } });
  await assert.rejects(one, { message: "no game", code: "illegal" });
  assert.deepEqual(await two, { name: "b" });

  const sent = first.sent.length;
  await assert.rejects(ask("read", { text: "楚".repeat(100) }), /too large/);
  assert.equal(first.sent.length, sent, "the server would close the connection");

  const open = ask("read");
  first.close();
  await assert.rejects(open, /Connection lost/);
  assert.deepEqual(states, ["open", "lost"]);
  context.mock.timers.tick(300);
  assert.equal(sockets.length, 2);

  await greet(sockets[1]);
  assert.equal(sockets[1].sent[1].secret, secret, "it is the same browser");

  // A stopped server is expected back, however long that takes.
  sockets[1].hear({ on: "end", reason: "shutdown" });
  for (let at = 1; at < 20; at++) {
    sockets[at].close();
    context.mock.timers.tick(10_000);
    assert.equal(sockets.length, at + 2);
  }
  assert.deepEqual(states.slice(2, 5), ["open", "lost by shutdown", "lost"]);
  sockets[20].close();
  hurry();
  assert.equal(sockets.length, 22, "at once");
  connect();
  assert.equal(sockets.length, 22, "one connection at a time");
  await greet(sockets[21]);

  for (const reason of ["idle", "elsewhere"]) {
    sockets.at(-1).hear({ on: "end", reason });
    sockets.at(-1).close();
    const count = sockets.length;
    context.mock.timers.tick(60_000);
    hurry();
    assert.deepEqual([sockets.length, states.at(-1)], [count, `over by ${reason}`]);
    connect();
    await greet(sockets.at(-1));
  }
});

test("a list shows a game's players, or else its number", () => {
  const START = { start: "", moves: [] };
  assert.equal(gameText({ ...START, tags: { Red: "A", Event: "Cup", Date: "2020" }, result: "1-0" }, 0), "1. A – Black · Cup · 2020 · 1-0");
  assert.equal(gameText(START, 4), "5. Game 5 · *");
});
