"""A random walk of user actions over two windows of one browser, with reloads, other addresses, and restarts and kills of
the server. Every move, comment and tag that a window once showed as saved must be found again.

    python3 -m tests.outside.web.walk ENGINE [--actions 10000] [--seed 1]

Needs Debian's chromium and chromium-driver, and the environment of setup.sh. Prints the counts, and each loss with the
actions before it; exits with 1 if there was any.
"""

import collections
import json
import random
import sys
import time

from ..common import check, engine_parser
from .browser import open_browser, set_screen
from .server import Server

# How many actions a window does before the walk chooses again: another window, a reload, a restart.
TURN = 12
# How long a window may take to settle, in seconds.
SETTLES_S = 20

# Runs in the page: does actions chosen at random, and returns what it did and what it showed as saved.
WALKER = r"""
const [seed, count, done] = arguments;
window.randomWalk ??= (async () => {
  const {name} = performance.getEntriesByType("resource").find(({name}) => /\/page\/words\.js$/.test(name));
  const load = (path) => import(new URL(path, name));
  const [analyse, kept, tree, modes, connection, {reader}] = await Promise.all(
    ["analyse.js", "kept.js", "tree.js", "modes.js", "connection.js", "../shared/reader.js"].map(load));
  return {analyse, kept, tree, modes, connection, reader};
})();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
(async () => {
  const {analyse, kept, tree, modes, connection, reader} = await window.randomWalk;
  let state = seed;
  const random = (n) => { state = (state * 1103515245 + 12345) & 0x7fffffff; return Math.floor((state / 0x80000000) * n); };
  const any = (list) => list[random(list.length)];
  const all = (selector, below = document) => [...below.querySelectorAll(selector)];
  const shown = (it) => it.getClientRects().length > 0 && !it.disabled;
  const seen = [], log = [];

  // What the page shows as saved: the game on the board, and the analysis.
  const note = () => {
    if (!connection.isConnected()) return;
    const place = modes.readAddress(location.hash);
    if (place.name === "play" && place.place.game) {
      const moves = all("#moves [data-ply]").map((it) => it.textContent.replace(/^[\d.…\s]+/, "").trim().split(/\s+/)[0]);
      seen.push({shelf: "games", name: place.place.game, moves});
    }
    if (kept.name()) {
      const {start, tags, tree: line} = analyse.written();
      seen.push({shelf: "analyses", name: kept.name(), start, tags, line, isPending: kept.isPending()});
    }
  };

  const point = (at) => {
    const board = document.getElementById("board"), box = board.getBoundingClientRect();
    const [left, top, width] = board.getAttribute("viewBox").split(" ").map(Number);
    const file = at.charCodeAt(0) - 97, rank = Number(at[1]);
    const [x, y] = reader.flipped ? [(8 - file) * 100, rank * 100] : [file * 100, (9 - rank) * 100];
    const scale = box.width / width;
    return {clientX: box.left + (x - left) * scale, clientY: box.top + (y - top) * scale};
  };
  const tap = (at) => {
    for (const kind of ["pointerdown", "pointerup"]) {
      document.getElementById("board").dispatchEvent(new PointerEvent(kind, {...point(at), bubbles: true, pointerId: 1, button: 0, isPrimary: true}));
    }
  };
  const actions = {
    async move() {
      const pieces = all("#pieces [data-at]");
      for (let tries = 0; pieces.length && tries < 12; tries++) {
        tap(any(pieces).dataset.at);
        const goals = all("[data-goal]");
        if (goals.length) return tap(any(goals).dataset.goal);
      }
    },
    key() {
      document.body.dispatchEvent(new KeyboardEvent("keydown", {key: any(["ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End", "f"]), bubbles: true}));
    },
    wheel() {
      document.getElementById("board").dispatchEvent(new WheelEvent("wheel", {deltaY: any([-100, 100]), bubbles: true, cancelable: true}));
    },
    mode() {
      any(all("#modes [data-mode]").filter(shown)).click();
    },
    async button() {
      const buttons = all("[data-do]").filter((it) => shown(it) && !DENIED.includes(it.dataset.do));
      if (!buttons.length) return;
      const [pressed, before] = [any(buttons), all("#moves [data-ply]").length];
      log.push(pressed.dataset.do);
      pressed.click();
      // Until the server has answered, the page shows the moves that were taken back.
      for (let waits = 0; pressed.dataset.do === "undo" && all("#moves [data-ply]").length === before && waits < 60; waits++) await sleep(50);
    },
    tree() {
      const nodes = all("[data-node]").filter(shown);
      if (nodes.length) any(nodes).click();
    },
    remark() {
      const text = document.getElementById("comment-text"), glyphs = all("#comment [data-glyph]").filter(shown);
      if (!text || !shown(text)) return all("#tree-actions [data-do=comment]").find(shown)?.click();
      if (glyphs.length && random(2)) return any(glyphs).click();
      text.value = `Walk ${random(1e9)}`;
      text.dispatchEvent(new Event("input", {bubbles: true}));
    },
    begin() {
      const submit = document.querySelector("#new-game [type=submit]");
      if (submit && shown(submit)) submit.click();
    },
    paste() {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", any(["1. h2e2 h9g7 2. h0g2 i9h9 *", '[Red "Walker"]\n[Black "Runner"]\n\n1. b2e2 {a word} b9c7 (1... h9g7 $1 2. b0c2) 2. b0c2 a9b9 1-0', "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"]));
      document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
    },
    async pause() { await sleep(1000); },
  };
  const DENIED = ["file", "download", "open", "chooseFile", "copy", "pageFile", "begin", "stop", "resign", "invite", "draws"];
  const WEIGHTS = {move: 34, key: 8, wheel: 3, mode: 6, button: 24, tree: 6, remark: 4, begin: 8, paste: 2, pause: 1};
  const weighted = Object.entries(WEIGHTS).flatMap(([name, n]) => Array(n).fill(name));

  // Answers a dialog: writes a text, presses one of its buttons, or closes it.
  const answer = () => {
    const sheet = document.getElementById("sheet");
    const field = sheet.querySelector("textarea, input[type=text], input:not([type])");
    const buttons = all("[data-answer], [data-glyph]", sheet).filter((it) => shown(it) && !/^(delete|open|file|rename|resign)/.test(it.dataset.answer ?? ""));
    if (field && !field.readOnly && random(4)) {
      field.value = `Walk ${random(1e9)}`;
      field.dispatchEvent(new Event("input", {bubbles: true}));
      field.dispatchEvent(new Event("change", {bubbles: true}));
      const submit = sheet.querySelector("[type=submit]") ?? any(buttons);
      log.push("write");
      submit ? submit.click() : document.getElementById("sheet-close").click();
    } else if (buttons.length && random(5)) {
      const pressed = any(buttons);
      log.push(`answer ${pressed.dataset.answer ?? "glyph"}`);
      pressed.click();
    } else {
      document.getElementById("sheet-close").click();
    }
  };

  for (let n = 0; n < count; n++) {
    note();
    if (document.getElementById("sheet").open) {
      answer();
    } else if (document.getElementById("choices")?.open) {
      document.getElementById("choices-close").click();
    } else {
      const name = any(weighted);
      log.push(name);
      await actions[name]();
    }
    await sleep(20 + random(40));
  }
  await sleep(60);
  note();
  done({seen, log});
})().catch((error) => done({seen: [], log: [`error ${error.stack}`]}));
"""

# Waits in the page until everything is saved, and returns what the page then holds.
SETTLE = r"""
const done = arguments[0];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
(async () => {
  const {kept, connection} = await window.randomWalk ?? {};
  const end = Date.now() + SETTLES_MS;
  while (Date.now() < end) {
    if (!kept || (connection.isConnected() && !kept.isPending())) break;
    await sleep(50);
  }
  done(true);
})().catch(() => done(false));
"""

# Reads a stored file in the page, in the form in which the walker has seen it.
READ = r"""
const [shelf, name, done] = arguments;
(async () => {
  const {tree, connection, reader} = await window.randomWalk;
  try {
    const {games: [game]} = await connection.ask("view", {shelf, name});
    const root = tree.newRoot();
    if (game.tree) tree.addLine(root, game.tree);
    const moves = tree.follow(root).slice(1).map(({move}) => move[reader.notation]);
    done({start: game.start, tags: {...game.tags, ...(game.result && game.result !== "*" && {Result: game.result})}, line: tree.line(root), moves});
  } catch (error) { done({error: String(error.message)}); }
})();
"""


def nodes(line, before=()):
    """The moves of a tree, each as its path with its comment, glyphs and marks."""
    found = {(before, line.get("comment", ""))} if line.get("comment") else set()
    path = before
    for move in line["moves"]:
        rest = json.dumps({key: value for key, value in move.items() if key not in ("move", "variations")}, sort_keys=True)
        for variation in move.get("variations", []):
            found |= nodes(variation, path)
        path = (*path, move["move"])
        found.add((path, rest))
    return found


def missing(seen, stored):
    """What was shown as saved but is not stored."""
    if "moves" in seen:
        return [] if stored["moves"][:len(seen["moves"])] == seen["moves"] else [f"moves {seen['moves']}; stored: {stored['moves']}"]
    tags = {tag: value for tag, value in seen["tags"].items() if stored["tags"].get(tag) != value}
    lost = sorted(nodes(seen["line"]) - nodes(stored["line"]))
    return ([f"start {seen['start']}"] if seen["start"] != stored["start"] else []) + [f"tag {it}" for it in tags.items()] + [f"move {it}" for it in lost]


class Walk:
    def __init__(self, driver, server, seed):
        self.driver, self.server, self.random = driver, server, random.Random(seed)
        self.records, self.latest, self.counts, self.losses = {}, {}, collections.Counter(), 0
        self.last_name, self.log, self.retired = {}, [], set()

    def script(self, text, *values):
        return self.driver.execute_async_script(text, *values)

    def connected(self):
        """Waits until the page is connected."""
        end = time.monotonic() + SETTLES_S
        while time.monotonic() < end:
            if self.driver.execute_script(
                    "return Boolean(document.body?.dataset.mode) && performance.getEntriesByType('resource').some(({name}) => /page\\/words\\.js$/.test(name))"):
                ready = self.script("""const done = arguments[0];
                    const {name} = performance.getEntriesByType('resource').find(({name}) => /\\/page\\/words\\.js$/.test(name));
                    import(new URL('connection.js', name)).then(({isConnected}) => done(isConnected()));""")
                if ready:
                    return
            time.sleep(0.05)
        raise RuntimeError("the page does not connect")

    def take(self, window, found):
        for seen in found["seen"]:
            key = seen.pop("shelf"), seen.pop("name")
            last = self.last_name.get((window, key[0]))
            # Saving under a name that the walker gave replaces what had another name.
            if key[1].startswith("Walk ") and last and last != key and key not in self.records:
                self.records.pop(last, None)
                self.retired.add(last)
            self.last_name[window, key[0]] = key
            self.latest[key] = seen
            if key not in self.retired and not seen.pop("isPending", False):
                self.records[key] = seen
                self.counts["times saved"] += 1
        self.log = (self.log + [f"window {window}: {' '.join(found['log'])}"])[-12:]
        for word in found["log"]:
            if word.startswith("error"):
                self.fail(word)
        self.counts["actions"] += len(found["log"])

    def fail(self, what):
        self.losses += 1
        print(f"LOST: {what}\n  after " + "\n  ".join(self.log), flush=True)

    def verify(self):
        """Compares everything that was shown as saved with what is stored."""
        for (shelf, name), seen in list(self.records.items()):
            stored = self.script(READ, shelf, name)
            self.counts["files compared"] += 1
            if "error" in stored:
                self.fail(f"{shelf}/{name}: {stored['error']}")
            else:
                self.counts["moves compared"] += len(seen["moves"]) if "moves" in seen else len(nodes(seen["line"]))
                # A change that was not yet shown as saved may have been saved since.
                latest = self.latest.get((shelf, name), seen)
                lost = missing(seen, stored)
                if lost and missing(latest, stored):
                    self.fail(f"{shelf}/{name}: {lost}; stored: {stored}")
            if self.losses > 20:
                sys.exit(1)

    def run(self, actions):
        windows = [self.driver.current_window_handle]
        self.driver.switch_to.new_window("window")
        self.driver.get(self.server.address)
        windows.append(self.driver.current_window_handle)
        for window in windows:
            self.driver.switch_to.window(window)
            self.connected()
        report = time.monotonic()
        while self.counts["actions"] < actions:
            at = self.random.randrange(2)
            self.driver.switch_to.window(windows[at])
            self.connected()
            source = WALKER
            self.take(at, self.script(source, self.random.randrange(1 << 30), TURN))
            chance = self.random.random()
            if chance < 0.12:
                self.counts["reloads"] += 1
                self.driver.refresh()
            elif chance < 0.15:
                self.counts["closed windows"] += 1
                self.driver.get("about:blank")
                self.driver.get(self.server.address)
            elif chance < 0.19:
                kind = self.random.choice(["stop", "kill"])
                if kind == "kill":
                    self.script(SETTLE.replace("SETTLES_MS", "3000"))
                self.counts[f"{kind}s of the server"] += 1
                getattr(self.server, kind)()
                self.server.start()
            elif chance < 0.22:
                self.verify_all(windows)
            if time.monotonic() - report > 30:
                report = time.monotonic()
                print(dict(self.counts), flush=True)
        self.verify_all(windows)

    def verify_all(self, windows):
        """Lets both windows settle, and compares everything."""
        for at, window in enumerate(windows):
            self.driver.switch_to.window(window)
            self.connected()
            self.script(SETTLE.replace("SETTLES_MS", "5000"))
            self.take(at, self.script(WALKER, 1, 0))
        self.counts["checks"] += 1
        self.verify()


def main():
    parser = engine_parser(__doc__)
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with Server(chosen.engine) as server, open_browser() as driver:
        set_screen(driver, 1280, 800, "light")
        driver.get(server.address)
        walk = Walk(driver, server, chosen.seed)
        since = time.monotonic()
        walk.run(chosen.actions)
        print(dict(walk.counts), f"{time.monotonic() - since:.0f} s", f"{len(walk.records)} files")
        check("nothing that was shown as saved is lost", walk.losses == 0)
    sys.exit(walk.losses > 0)


if __name__ == "__main__":
    main()
