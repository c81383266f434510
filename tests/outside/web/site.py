"""Tests the page that works without `chuhe serve`, from a static web server and on a phone: first every view, then
everything again without a network. Also tests saving, exporting and importing data.

    python3 -m tests.outside.web.site SITE [FOLDER]     SITE comes from scripts/site.sh; pictures go to the folder

Needs Debian's chromium and chromium-driver, and the environment of setup.sh.
"""

import json
import pathlib
import shutil
import tempfile
import time

from ..common import check
from .browser import arguments, check_log, end, open_browser
from .games import MY_TURN, check_gomoku, played, tap_square, visit
from .games import begin as begin_board
from .package import served
from .review import check_collection, check_one_game, check_puzzles
from .serve import Served, begin, check_analyse, moves

PHONE = (375, 667, True)
FIRST_MOVE_MAX_S = 20
KEPT = """const done = arguments[0];
    const request = indexedDB.open('chuhe');
    request.onsuccess = () => {
        const all = request.result.transaction('kept').objectStore('kept').getAllKeys();
        all.onsuccess = () => done(all.result);
    };"""


def check_first_move(page, throttle):
    """Measures the time from opening the page to the engine's first move, with the processor slowed down."""
    page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": throttle})
    start = time.monotonic()
    page.run("sessionStorage.clear()")
    page.load()
    page.until("the page is ready", "document.body.dataset.mode && document.getElementById('about').textContent === ''")
    there = time.monotonic() - start
    begin(page, side="black", strength="level 6", clock="")
    page.until("the engine has moved", "document.querySelectorAll('#moves button').length === 1")
    moved = time.monotonic() - start
    page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 1})
    check(f"{page.name}: slowed down {throttle} times: ready after {there:.1f} s, the first move after {moved:.1f} s", moved <= FIRST_MOVE_MAX_S)


def check_game(page):
    page.anew()
    begin(page, strength="level 3", clock="10m+5s")
    page.drag("h2", "e2")
    page.until("a move is answered", "document.querySelectorAll('#moves button').length === 2")
    before = moves(page)
    page.load()
    page.until("the game is back after a reload", "document.querySelectorAll('#moves button').length === 2")
    check(f"{page.name}: its moves are unchanged", moves(page) == before)
    page.do("hint")
    page.until("a hint is shown", "document.querySelectorAll('#marks path[stroke=\"#8637b4\"]').length === 1")
    page.drag("b0", "c2")
    page.until("the game continues", "document.querySelectorAll('#moves button').length === 4")


def no_axe(*_):
    """`serve` already checks the same pages with axe."""


def check_uses(page, folder):
    check_game(page)
    check_analyse(page)
    check_one_game(page, folder)
    check_collection(page, folder)
    check_puzzles(page, folder)
    check_gomoku(page, "en", folder, no_axe)
    visit(page, "draughts", "en")
    begin_board(page, "white", variant="international", level="2")
    page.until("a game of draughts starts", MY_TURN)
    tap_square(page, 32)
    tap_square(page, 28)
    played(page, "a move of draughts is answered", 2)
    page.load()


def kept_paths(page):
    return page.driver.execute_async_script(KEPT)


def check_kept(page):
    """Everything saved can be exported and imported as one file; what cannot be saved is reported."""
    check(f"{page.name}: games are saved in the browser", any(path.startswith("games/") for path in kept_paths(page)))
    page.run("""(window.saved = null, window.createObjectURL = URL.createObjectURL, URL.createObjectURL = (blob) => {
        blob.text().then((text) => { window.saved = text; }); return 'data:,'; })""")
    page.press("#kept-out")
    page.until("everything saved is exported as one file", "window.saved !== null")
    page.run("URL.createObjectURL = window.createObjectURL")
    saved = json.loads(page.run("window.saved"))
    check(f"{page.name}: the file contains everything saved", sorted(path for path, *_ in saved["kept"]) == sorted(kept_paths(page)))

    def load(content):
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            page.run("document.getElementById('about').textContent = ''")
            page.driver.find_element("css selector", "#choices input[type=file]").send_keys(file.name)
            time.sleep(1)

    path, text, at = next(entry for entry in saved["kept"] if entry[0].startswith("games/"))
    load(json.dumps({**saved, "kept": [["games/from a file.pgn", text, at], [path, "[Red \"older\"]", at - 1]]}))
    check(f"{page.name}: games are imported from a file", "games/from a file.pgn" in kept_paths(page))
    now = page.driver.execute_async_script(KEPT.replace("getAllKeys()", f"get({json.dumps(path)})"))
    check(f"{page.name}: an older game replaces nothing", now["text"] == text)
    load('{"form": "something else"}')
    page.until("a file without saved games is refused", "document.getElementById('about').textContent === 'This file contains no games saved by this page.'")

    page.run("IDBObjectStore.prototype.put = function () { this.transaction.abort(); }")
    begin(page, strength="level 3", clock="")
    page.drag("h2", "e2")
    page.until("a game that could not be saved is reported", "document.getElementById('about').textContent.startsWith('The browser did not save the last change')")
    page.load()


def check_offline(page, url, server, folder):
    page.driver.get(url)
    page.until("the service worker is active", "navigator.serviceWorker.controller !== null")
    server.shutdown()
    server.server_close()
    start = time.monotonic()
    page.load()
    page.until("the page opens without a network", "document.body.dataset.mode && document.getElementById('about').textContent === ''")
    check(f"{page.name}: after {time.monotonic() - start:.1f} s", True)
    check_uses(page, folder)


def check_other_build(driver, site, folder):
    """The same checks with the library for browsers in which WebAssembly cannot wait for promises."""
    with tempfile.TemporaryDirectory() as copy:
        copied = pathlib.Path(copy) / "site"
        shutil.copytree(site, copied)
        (plain,) = copied.glob("assets/*/npm/src/chuhe-page.wasm")
        shutil.copy(plain.with_name("chuhe-page-asyncify.wasm"), plain)
        with served(copied) as (url, _):
            check_uses(Served(driver, url, PHONE, "en"), folder)


def main():
    options = arguments(__doc__, metavar="SITE")
    site = pathlib.Path(options.engine)
    Served.ending = ".html"
    with served(site) as (url, server), open_browser() as driver:
        page = Served(driver, url, PHONE, "en")
        check_first_move(page, 1)
        check_first_move(page, 4)
        check_uses(page, options.folder)
        check_kept(page)
        check_offline(page, url, server, options.folder)
        if options.release:
            check_other_build(driver, site, options.folder)
        check_log(driver, "net::ERR")
    end(options.folder)


if __name__ == "__main__":
    main()
