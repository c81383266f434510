"""Tests the npm package in a real browser, from a server without special headers. Tests both interfaces in both builds
of the library, and measures how long a search continues after a stop.

    python3 -m tests.outside.web.package [STOPS]

Needs the library, from web/npm/build.sh, Debian's chromium and chromium-driver, and the environment of setup.sh.
"""

import contextlib
import functools
import http.server
import os
import pathlib
import re
import sys
import threading

from ..common import check
from .browser import check_log, open_browser

ROOT = pathlib.Path(__file__).resolve().parents[3] / "web" / "npm"
# The bench of the native program, from the last entry of the ledger.
LEDGER = (ROOT.parents[1] / "docs/inside/strength.md").read_text()
# Skips rejected changes, because their bench is not that of the program.
BENCH = re.findall(r"^\| \d{4}-\d\d-\d\d \| \w+ \| (\d+) \|(?!.*\| left out)", LEDGER, re.MULTILINE)[-1]
STOP_MAX_MS = 50
# The limit if other processes keep all cores busy.
BUSY_STOP_MAX_MS = 500

LINES = """const [build, stops, done] = arguments;
import('/src/index.js').then(async ({lines}) => {
    const talk = lines({build});
    const heard = (line) => new Promise((resolve) => talk.addMessageListener(function hear(said) {
        if (!line.test(said)) return;
        talk.removeMessageListener(hear);
        resolve(said);
    }));
    const ask = (text, line) => { const answer = heard(line); talk.postMessage(text); return answer; };
    await ask('uci', /^uciok$/);
    const speed = heard(/^Nodes\/second/);
    const bench = `${await ask('bench', /^Nodes searched/)}, ${await speed}`;
    const times = [];
    for (let at = 0; at < stops; at++) {
        talk.postMessage('position startpos');
        await ask('go infinite', /^info depth [3-9] /);
        await new Promise((resolve) => setTimeout(resolve, 20 + 7 * (at % 30)));
        const begin = performance.now();
        await ask('stop', /^bestmove [a-i]/);
        times.push(performance.now() - begin);
    }
    talk.terminate();
    done({bench, times});
}).catch((error) => done({error: String(error)}));"""

VALUES = """const [build, done] = arguments;
import('/src/index.js').then(async ({load, Board, Engine, convert, annotate}) => {
    await load();
    const board = new Board();
    const played = board.play('炮二平五 H8+7');
    const engine = await Engine.start({build});
    const depths = [];
    for await (const {depth} of engine.analyse(board, {depth: 6})) depths.push(depth);
    const {move} = await engine.analyse(board, {movetime: 200}).best;
    engine.end();
    const {games} = await convert('1. h2e2 h9g7 *', 'moves-chinese', {name: 'a.pgn'});
    const {moves} = await annotate('1. h2e2 h9g7 *', {nodes: 500});
    done({played, depths, legal: board.legal.includes(move), text: games[0].text.trim(), classes: moves.length});
}).catch((error) => done({error: String(error)}));"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """Serves the folder on a free port, as any static web host does."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", server
        server.shutdown()


def main():
    stops = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with served(ROOT) as (address, _), open_browser() as driver:
        driver.set_script_timeout(600)
        driver.get(address + "package.json")
        check("the page is not cross-origin isolated", not driver.execute_script("return crossOriginIsolated"))
        for build in ("plain", "asyncify"):
            found = driver.execute_async_script(LINES, build, stops)
            check(f"{build}: the bench equals that of the native program {found.get('error') or found['bench']}", BENCH in found.get("bench", ""))
            times = sorted(found.get("times", []))
            middle, worst = (times[len(times) // 2], times[-1]) if times else (0, float("inf"))
            most = BUSY_STOP_MAX_MS if os.getloadavg()[0] > os.cpu_count() else STOP_MAX_MS
            print(f"{build}: the longest: {[round(it, 1) for it in times[-5:]]}")
            check(f"{build}: {stops} stops took {middle:.1f} ms, at most {worst:.1f} ms", worst <= most)
            found = driver.execute_async_script(VALUES, build)
            expected = {"played": ["h2e2", "h9g7"], "depths": [1, 2, 3, 4, 5, 6], "legal": True, "text": "炮二平五 马８进７", "classes": 2}
            check(f"{build}: values {found}", found == expected)
        check_log(driver, "favicon")
    print(f"{check.failures} failed")
    sys.exit(check.failures > 0)


if __name__ == "__main__":
    main()
