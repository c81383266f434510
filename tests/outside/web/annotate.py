"""Tests the pages of `chuhe annotate` and `chuhe puzzles` in a real browser.

    python3 -m tests.outside.web.annotate ENGINE [FOLDER]    pictures of the page go to the folder

Needs Debian's chromium and chromium-driver, and the environment of setup.sh.
"""

import time

from selenium.webdriver.common.keys import Keys

from ..common import DATA, call, check
from .browser import Page, arguments, check_fingers, check_log, end, open_browser, picture, set_screen

GAMES = DATA / "games.pgn"
PLIES = 146
SIZE_MAX = 1_000_000
OPEN_MAX_MS = 1000
# The last one is in landscape orientation.
PHONES = [(320, 568, "small phone"), (375, 667, "phone"), (640, 360, "phone on its side")]


def pieces_of(fen):
    """The pieces of a FEN in the form of `Page.pieces`."""
    pieces = []
    for rank, row in zip(range(9, -1, -1), fen.split()[0].split("/")):
        file = 0
        for it in row:
            if not it.isdigit():
                pieces.append(f"{'abcdefghi'[file]}{rank}{it}")
            file += int(it) if it.isdigit() else 1
    return ",".join(sorted(pieces))


def check_stepping(page, data):
    fens = [position["fen"].split()[0] for position in data["positions"]]

    def shows(ply):
        return page.ply() == ply and page.pieces() == pieces_of(fens[ply])

    check("the game begins at the start position", shows(0))
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check("the right arrow key steps forward", shows(3))
    page.key(Keys.ARROW_LEFT)
    check("the left arrow key steps back", shows(2))
    page.key(Keys.END)
    check("End goes to the last move", shows(PLIES))
    page.key(Keys.ARROW_RIGHT)
    check("the right arrow key stops at the last move", shows(PLIES))
    page.key(Keys.HOME)
    check("Home goes to the start position", shows(0))
    page.click("#board", 0.75, 0.5)
    page.click("#board", 0.75, 0.5)
    check("clicks on the right half of the board step forward", shows(2))
    page.click("#board", 0.25, 0.5)
    check("clicks on the left half of the board step back", shows(1))
    for button, ply in [("#forward", 2), ("#back", 1), ("#end", PLIES), ("#first", 0)]:
        page.click(button)
        check(f"the button {button} works", shows(ply))
    page.click("#moves button[data-ply='17']")
    check("a click in the list of moves goes to the move", shows(17))
    page.run("(location.hash = '#33')")
    time.sleep(0.2)
    check("a ply in the address goes to its position", shows(33))


def check_graph(page, data):
    page.click("#graph", 0.5, 0.5)
    check("a click in the middle of the graph goes to the middle of the game", abs(page.ply() - PLIES / 2) <= 1)
    bad = [move["ply"] for move in data["moves"] if move["class"] in ("mistake", "blunder", "missed_mate")]
    check("the game has several mistakes", len(bad) > 3)
    circles = page.run("[...document.querySelectorAll('#graph circle[r=\"5\"]')].map((c) => Number(c.dataset.ply))")
    check("each mistake is marked in the graph", circles == bad)
    # A mark that no later mark covers.
    alone = [ply for ply in bad if all(other == ply or abs(other - ply) > 3 for other in bad)]
    page.click(f"#graph circle[data-ply='{alone[0]}']")
    check("a click on a mark in the graph goes to its move", page.ply() == alone[0])
    arrows = page.run("[...document.querySelectorAll('#marks path')].map((p) => p.dataset.arrow).join()")
    check("arrows show the move played and the better one", arrows == "played,best")
    page.key(Keys.HOME, Keys.ARROW_DOWN)
    check("the down arrow key goes to the first mistake", page.ply() == bad[0])
    page.click("#mistake-next")
    check("the button goes to the next mistake", page.ply() == bad[1])
    page.key(Keys.ARROW_UP)
    check("the up arrow key goes to the previous mistake", page.ply() == bad[0])


def check_lines(page):
    before = page.pieces()
    played = "document.querySelector('#detail [data-line][aria-current]')?.dataset.count"
    page.click("#detail .line button")
    check("a click on the better line shows its first move", page.pieces() != before and page.run(played) == "1")
    page.key(Keys.ARROW_RIGHT)
    check("the right arrow key steps along the better line", page.run(played) == "2")
    page.key(Keys.ESCAPE)
    check("Escape leaves the better line", page.pieces() == before and page.run(played) is None)


def check_switches(page):
    def first():
        return page.run("document.querySelector('#moves button').firstChild.textContent")

    names = [first()]
    for name in ["move", "chinese"]:
        page.click(f"[data-notation='{name}']")
        names.append(first())
    check(f"moves are available in three notations, WXF first in English: {names}", names == ["C8.6", "b2d2", "炮八平六"])
    theme = page.run("document.documentElement.dataset.theme")
    page.click("#theme")
    check("the button switches between light and dark", page.run("document.documentElement.dataset.theme") != theme)
    page.click("#theme")
    page.click("#language")
    check("Chinese", "准确率" in page.find("#summary").text)
    page.click("#language")
    top = page.find("#players-top").get_attribute("data-side")
    page.key("f")
    check("the board can be turned", page.find("#players-top").get_attribute("data-side") != top)
    page.key("f")


def check_touch(page):
    start = page.ply()
    board = page.find("#board").rect
    y = board["y"] + board["height"] / 2

    def swipe(x_from, x_to):
        event = "Input.dispatchTouchEvent"
        page.driver.execute_cdp_cmd(event, {"type": "touchStart", "touchPoints": [{"x": x_from, "y": y}]})
        page.driver.execute_cdp_cmd(event, {"type": "touchMove", "touchPoints": [{"x": x_to, "y": y}]})
        page.driver.execute_cdp_cmd(event, {"type": "touchEnd", "touchPoints": []})

    swipe(300, 120)
    check("a swipe to the left steps forward", page.ply() == start + 1)
    swipe(120, 300)
    check("a swipe to the right steps back", page.ply() == start)


def check_narrow(page, what):
    """Checks that nothing exceeds the width of the screen, in both languages."""
    for _ in range(2):
        page.run("document.getElementById('language').click()")
        language = page.run("document.documentElement.lang")
        width, room = page.run("[document.documentElement.scrollWidth, innerWidth]")
        check(f"{what}, {language}: nothing exceeds the width of {room}", width <= room)


def check_in_sight(page, what, height):
    """Checks that the board and its buttons are visible when the page opens."""
    page.run("window.scrollTo(0, 0)")
    nav = page.find("nav").rect
    check(f"{what}: the board and its buttons are visible at once", nav["y"] + nav["height"] <= height)


def check_on_its_side(page, panel):
    check_in_sight(page, "phone on its side", 360)
    board, detail = page.find("#left").rect, page.find(panel).rect
    check("the text is beside the board", detail["x"] >= board["x"] + board["width"] and detail["y"] < 260)


def check_puzzles(driver, url, folder):
    set_screen(driver, 1280, 900, "light")
    driver.get("about:blank")
    page = Page(driver, url + "#2")
    data = page.data()
    check("the page contains puzzles", len(data["puzzles"]) > 1)

    def tap(point):
        x, y = page.place(point)
        left, top, width, height = page.view()
        page.click("#board", (x - left) / width, (y - top) / height)

    def said(word):
        return word in page.find("#task").text

    index = "Number(document.querySelector('#list [aria-current]').dataset.index)"
    check("the address selects the puzzle", page.run(index) == 1)
    page.click("#hint")
    check("the first hint names a piece", said("Move the"))
    page.click("#hint")
    check("the second hint shows the destination", len(page.run("[...document.querySelectorAll('#marks path')]")) == 2)
    page.click("#again")
    solution = [move["move"] for move in data["puzzles"][1]["solution"]]
    own = solution[0][:2]
    tap(own)
    others = page.run("[...document.querySelectorAll('#pieces use')].map((u) => u.dataset.at)")
    free = next(f"{file}{rank}" for file in "abcdefghi" for rank in range(10) if f"{file}{rank}" not in others)
    if own + free != solution[0]:
        tap(free)
        check("a wrong move is reported", said("That is not the right move."))
        tap(own)
    tap(solution[0][2:])
    for move in solution[2::2]:
        check("a right move is confirmed", said("Right. Go on."))
        tap(move[:2])
        tap(move[2:])
    check("the last move solves the puzzle", said("Solved.") and page.find("#list .solved").text.startswith("2"))
    page.click("#next" if len(data["puzzles"]) > 2 else "#previous")
    check("the next puzzle appears", page.run(index) != 1 and not page.run("document.querySelector('#task .right, #task .wrong')"))
    page.click("#solution")
    check("its solution is shown on request", said("Solution"))
    picture(page, folder / "puzzles.png")
    for width, height, what in PHONES:
        set_screen(driver, width, height, "dark", touch=True)
        check_narrow(page, f"puzzles, {what}")
        check_fingers(page, f"puzzles, {what}")
        check_in_sight(page, f"puzzles, {what}", height)
        picture(page, folder / f"puzzles-{width}.png")
    check_on_its_side(page, "#task")


def main():
    options = arguments(__doc__)
    engine, folder = options.engine, options.folder
    file = folder / "pages" / "games-0002.html"
    call(engine, "annotate", GAMES, "--game", 2, "--nodes", 20_000, "--out", f"{file.parent}/")
    puzzles = folder / "puzzles.html"
    call(engine, "puzzles", GAMES, "--nodes", 3000, "--out", puzzles)
    size = file.stat().st_size
    check(f"{PLIES} plies in {size} bytes", size < SIZE_MAX)
    with open_browser() as driver:
        set_screen(driver, 1280, 900, "light")
        page = Page(driver, file.as_uri())
        took = page.run("performance.getEntriesByType('navigation')[0].loadEventEnd")
        check(f"the page opens in {took:.0f} ms", 0 < took < OPEN_MAX_MS)
        data = page.data()
        check_stepping(page, data)
        check_graph(page, data)
        picture(page, folder / "light.png")
        check_lines(page)
        check_switches(page)
        loaded = page.run("performance.getEntriesByType('resource').map((r) => r.name).join()")
        check(f"the page loads nothing from elsewhere {loaded}", loaded == "")
        set_screen(driver, 1280, 900, "dark")
        picture(page, folder / "dark.png")
        set_screen(driver, 390, 844, "light", touch=True)
        driver.get("about:blank")
        page = Page(driver, file.as_uri() + "#16")
        check_touch(page)
        check_narrow(page, "phone")
        picture(page, folder / "phone.png")
        for width, height, what in PHONES:
            set_screen(driver, width, height, "dark" if width > height else "light", touch=True)
            check_narrow(page, what)
            check_fingers(page, what)
            check_in_sight(page, what, height)
            picture(page, folder / f"phone-{width}.png")
        check_on_its_side(page, "#detail")
        page.click("#up")
        check("a link on the page leads to the index", driver.current_url.endswith("index.html"))
        check_narrow(page, "index")
        set_screen(driver, 320, 640, "light", touch=True)
        check_narrow(page, "index on a small phone")
        check_fingers(page, "index on a small phone")
        picture(page, folder / "index.png")
        page.click("#games a")
        check("the index leads back to the game", driver.current_url.endswith("games-0002.html"))
        check_puzzles(driver, puzzles.as_uri(), folder)
        check_log(driver)
    end(folder)


if __name__ == "__main__":
    main()
