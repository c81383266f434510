"""Tests watching matches on the page of `chuhe serve` in a real browser: a finished match and a running one, on a phone
and a desktop, in both languages, light and dark.

    python3 -m tests.outside.web.watch ENGINE [FOLDER]    pictures of the page go to the folder

Needs Debian's chromium and chromium-driver, npm, and the environment of setup.sh.
"""

import base64
import pathlib
import signal
import subprocess
import tempfile

from selenium.webdriver.common.keys import Keys

from ..common import check, program, start
from .browser import (
    MARKUP, OTHER_SCREENS, arguments, check_fingers, check_log, end, open_browser, picture, set_screen, views)
from .serve import Served, check_axe, check_names, install_axe
from .server import Server

GAMES_OVER = 12
OUTCOMES = {"en": ["1-0", "0-1", "1/2-1/2"], "zh": ["红胜", "黑胜", "和棋"]}


def match(engine, folder, rounds, limit, *words):
    """Starts a match between two settings of the engine; the second has a name that must be shown as plain text."""
    command = [engine, "match", "--out", folder, "--engine", f"cmd={engine}", "name=楚河", limit,
               "--engine", f"cmd={engine}", f"name={MARKUP}", limit, "--each", "timemargin=9000",
               "--rounds", rounds, "--maxmoves", 40, "--sprt", "elo0=0", "elo1=40", "alpha=0.001", "beta=0.001", *words]
    return start(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def open_match(page, name):
    page.press("#modes [data-mode=watch]")
    if page.run("!document.getElementById('match').hidden"):
        page.do("close", "#match")
    page.until("the matches are listed", "document.querySelectorAll('[data-folder]').length === 2")
    page.narrow("the list of matches")
    picture(page, page.folder / f"watch-list-{page.label}.png")
    page.press(f"[data-folder$='/{name}']")
    page.until(f"the match {name}", "document.querySelectorAll('#standings tbody tr').length === 2")


def check_over(page):
    """A finished match: its table, its test, and its games."""
    open_match(page, "over")
    names = page.run("[...document.querySelectorAll('#standings .engine')].map((it) => it.textContent)")
    check(f"{page.name}: names are shown as text {names}", sorted(names) == sorted(["楚河", MARKUP]))
    check(f"{page.name}: names are not rendered as markup", not page.run("document.querySelector('img') || document.title === 'hit'"))
    page.until("both bounds of the test are drawn", "document.querySelectorAll('#llr [data-bound]').length === 2")
    check(f"{page.name}: the state of the test is described in words", f"{GAMES_OVER}" in page.find("#test-text").text)
    page.until("all games are listed", f"document.querySelectorAll('[data-game]').length === {GAMES_OVER}")
    check(f"{page.name}: the listed games have results", any(word in page.find("[data-game='3']").text for word in OUTCOMES[page.language()]))
    page.press("[data-game='3']")
    page.until("a game can be opened", "document.querySelector('#shown-game').textContent.includes('3') && document.querySelectorAll('#moves button').length > 10")
    page.press("#first")
    check(f"{page.name}: the game opens at its start", page.run("document.querySelector(`#pieces [data-at=e0]`) !== null && !document.querySelector('#moves [aria-current]')"))
    page.run("document.activeElement.blur()")
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check(f"{page.name}: keys step through the game", page.run("document.querySelector('#moves [aria-current]').dataset.ply") == "3")
    page.press("#moves [data-ply='5']")
    page.run("document.getElementById('game-number').value = 7")
    page.do("find")
    page.until("a game can be opened by its number", "document.querySelector('[data-game][aria-current]')?.dataset.game === '7'")
    plies = page.run("document.querySelectorAll('#moves button').length")
    page.do("analyse", "#shown-game")
    page.until("the game can be opened in the analysis", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#rows .pair [data-node]').length > 10")
    page.press("#end")
    page.until("with all of its moves", f"new URLSearchParams(location.hash.split('?')[1]).get('moves')?.split(',').length === {plies}")
    page.press("#modes [data-mode=watch]")
    page.until("the Back button leads to the match", "document.querySelector('#shown-game').textContent.includes('7')")


def check_running(page):
    """A running match: boards that advance, a clock, and a game followed live."""
    open_match(page, "running")
    page.until("two boards", "document.querySelectorAll('#boards [data-board]').length === 2")
    page.until("a game is followed live", "document.querySelector('#shown-game .live') && document.querySelectorAll('#moves button').length > 2")
    before = page.run("document.querySelectorAll('#moves button').length")
    page.until("the followed game advances", f"document.querySelectorAll('#moves button').length !== {before}")
    page.until("the boards show clocks", "/\\d/.test(document.querySelector('[data-clock=red]').textContent)")
    page.press("#boards [data-board]:last-of-type")
    page.until("another board can be followed", "document.querySelector('#boards [aria-pressed=true]') === document.querySelector('#boards [data-board]:last-of-type')")
    # A game that has just begun has no earlier position to show.
    page.until("the followed game has moves", "document.querySelectorAll('#moves button').length > 2")
    page.press("#back")
    ply = page.run("document.querySelector('#moves [aria-current]')?.dataset.ply")
    page.until("an earlier position stays on the board while new moves arrive", f"document.querySelector('#moves [aria-current]')?.dataset.ply === '{ply}'")
    page.press("#end")
    games = page.run("document.querySelector('#match-games h2').textContent")
    page.until("a game ends", f"document.querySelector('#match-games h2').textContent !== '{games}'")
    page.narrow("a running match")


def whole(page, path):
    """Takes a picture of the whole page."""
    width, height = page.run("[innerWidth, document.documentElement.scrollHeight]")
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    taken = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
    path.write_bytes(base64.b64decode(taken["data"]))


def show(page, axe, what):
    """Takes pictures on all screens, and runs the accessibility checks."""
    check_axe(page, axe, what)
    for width, height, touch in [*OTHER_SCREENS, page.size]:
        for theme in ("dark", "light") if width == page.size[0] else ("dark",):
            set_screen(page.driver, width, height, theme, touch=touch)
            page.narrow(f"{what}, {width} wide")
            whole(page, page.folder / f"watch-{what}-{width}-{page.label}-{theme}.png")
        if touch:
            check_fingers(page, f"{page.name}: {what}, {width} wide")
    set_screen(page.driver, *page.size[:2], "dark", touch=page.size[2])
    check_axe(page, axe, f"{what}, dark")
    set_screen(page.driver, *page.size[:2], "light", touch=page.size[2])


def main():
    options = arguments(__doc__, type=program)
    engine, folder, axe = options.engine, options.folder, install_axe()
    with tempfile.TemporaryDirectory() as matches:
        over, running = (pathlib.Path(matches) / name for name in ("over", "running"))
        match(engine, over, GAMES_OVER // 2, "nodes=200").wait()
        playing = match(engine, running, 500, "tc=5+0.1", "--concurrency", "2")
        try:
            with open_browser() as driver, Server(engine, "--watch", matches) as server:
                for size, language in views(options):
                    page = Served(driver, server.address, size, language)
                    page.folder, page.size, page.label = folder, size, f"{size[0]}-{language}"
                    check_over(page)
                    show(page, axe, "over")
                    check_running(page)
                    show(page, axe, "running")
                    check_names(page)
                playing.send_signal(signal.SIGINT)
                playing.wait()
                page.until("the match is interrupted", "!document.querySelectorAll('#boards [data-board]').length")
                check_log(driver, "favicon")
        finally:
            if playing.poll() is None:
                playing.kill()
    end(folder)


if __name__ == "__main__":
    main()
