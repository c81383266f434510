#!/usr/bin/env python3
"""Goes through the pages of `chuhe annotate` and `chuhe puzzles` in a real browser.

Needs Debian's chromium, chromium-driver and python3-selenium.
    browser.py ENGINE [FOLDER]    pictures of the page go to the folder
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

GAMES = pathlib.Path(__file__).parents[2] / "tests/data/games.pgn"
PLIES = 146
SIZE_MAX = 1_000_000
OPEN_MAX_MS = 1000
# Gives a script `words()`, from the module that a served page has loaded already.
WORDS = """const done = arguments[0];
    const {name} = performance.getEntriesByType('resource').find(({name}) => /\\/assets\\/(board-)?words\\.js/.test(name));
    import(name).then(({words}) => { window.words = words; done(); });"""
# How high a button is at least where fingers are to hit it, in pixels.
FINGER = 32
# The last one lies on its side.
PHONES = [(320, 568, "small phone"), (375, 667, "phone"), (640, 360, "phone on its side")]


def check(what, is_true):
    print(("ok    " if is_true else "FAIL  ") + what)
    check.failures += not is_true


check.failures = 0


class Page:
    def __init__(self, driver, url):
        self.driver = driver
        self.url = url
        driver.get(url)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def run(self, script):
        if "words()" in script and not self.driver.execute_script("return Boolean(window.words)"):
            self.driver.execute_async_script(WORDS)
        return self.driver.execute_script("return " + script)

    def key(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def click(self, selector, x=None, y=None):
        """Clicks an element, at parts of its width and height if given."""
        element = self.find(selector)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        actions = ActionChains(self.driver)
        if x is None:
            actions.move_to_element(element)
        else:
            size = element.size
            actions.move_to_element_with_offset(
                element, (x - 0.5) * size["width"], (y - 0.5) * size["height"])
        actions.click().perform()

    def ply(self):
        return self.run("Number(document.querySelector('#moves [aria-current]')?.dataset.ply ?? 0)")

    def data(self):
        return self.run("JSON.parse(document.getElementById('data').textContent)")

    def language(self):
        return self.run("document.documentElement.lang").split("-")[0]

    def is_turned(self):
        return self.run("document.getElementById('upright').style.display === 'none'")

    def place(self, at):
        """Where a point is in the drawing of the board."""
        file, rank = ord(at[0]) - ord("a"), int(at[1])
        return [(8 - file) * 100, rank * 100] if self.is_turned() else [file * 100, (9 - rank) * 100]

    def view(self):
        """What is seen of the drawing of the board."""
        return [float(it) for it in self.run("document.getElementById('board').getAttribute('viewBox')").split()]

    def pieces(self):
        script = "[...document.querySelectorAll('#pieces use')].map((u) => u.dataset.at + u.getAttribute('href').slice(-1)).sort().join()"
        return self.run(script)


def pieces_of(fen):
    """The pieces of a FEN as `Page.pieces` names them."""
    pieces = []
    for rank, row in zip(range(9, -1, -1), fen.split()[0].split("/")):
        file = 0
        for it in row:
            if not it.isdigit():
                pieces.append(f"{'abcdefghi'[file]}{rank}{it}")
            file += int(it) if it.isdigit() else 1
    return ",".join(sorted(pieces))


def open_browser():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # Debian's own, if it is there: selenium would look for another one in the net.
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def set_screen(driver, width, height, theme, touch=False):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
    features = [{"name": "prefers-color-scheme", "value": theme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def picture(page, path):
    page.run("window.scrollTo(0, 0)")
    page.driver.save_screenshot(str(path))


def check_stepping(page, data):
    fens = [position["fen"].split()[0] for position in data["positions"]]

    def shows(ply):
        return page.ply() == ply and page.pieces() == pieces_of(fens[ply])

    check("it begins at the start", shows(0))
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check("right arrow steps", shows(3))
    page.key(Keys.ARROW_LEFT)
    check("left arrow steps back", shows(2))
    page.key(Keys.END)
    check("End goes to the end", shows(PLIES))
    page.key(Keys.ARROW_RIGHT)
    check("and no further", shows(PLIES))
    page.key(Keys.HOME)
    check("Home goes to the start", shows(0))
    page.click("#board", 0.75, 0.5)
    page.click("#board", 0.75, 0.5)
    check("clicks on the right half step", shows(2))
    page.click("#board", 0.25, 0.5)
    check("clicks on the left half step back", shows(1))
    for button, ply in [("#forward", 2), ("#back", 1), ("#end", PLIES), ("#first", 0)]:
        page.click(button)
        check(f"the button {button} works", shows(ply))
    page.click("#moves button[data-ply='17']")
    check("a click in the list of moves goes there", shows(17))
    page.run("(location.hash = '#33')")
    time.sleep(0.2)
    check("the address goes there", shows(33))


def check_graph(page, data):
    page.click("#graph", 0.5, 0.5)
    check("a click in the middle of the graph goes to the middle", abs(page.ply() - PLIES / 2) <= 1)
    bad = [move["ply"] for move in data["moves"] if move["class"] in ("mistake", "blunder", "missed_mate")]
    check("the game has mistakes to look at", len(bad) > 3)
    circles = page.run("[...document.querySelectorAll('#graph circle[r=\"5\"]')].map((c) => Number(c.dataset.ply))")
    check("each is marked in the graph", circles == bad)
    # One that no later mark covers.
    alone = [ply for ply in bad if all(other == ply or abs(other - ply) > 3 for other in bad)]
    page.click(f"#graph circle[data-ply='{alone[0]}']")
    check("a click on a mark goes there", page.ply() == alone[0])
    arrows = page.run("[...document.querySelectorAll('#marks path')].map((p) => p.dataset.arrow).join()")
    check("arrows show the move and the better one", arrows == "played,best")
    page.key(Keys.HOME, Keys.ARROW_DOWN)
    check("the down arrow finds the first mistake", page.ply() == bad[0])
    page.click("#mistake-next")
    check("the button finds the next", page.ply() == bad[1])
    page.key(Keys.ARROW_UP)
    check("the up arrow goes back", page.ply() == bad[0])


def check_lines(page):
    before = page.pieces()
    played = "document.querySelector('#detail [data-line][aria-current]')?.dataset.count"
    page.click("#detail .line button")
    check("a click on the better line shows it", page.pieces() != before and page.run(played) == "1")
    page.key(Keys.ARROW_RIGHT)
    check("the arrow goes along it", page.run(played) == "2")
    page.key(Keys.ESCAPE)
    check("Escape leaves it", page.pieces() == before and page.run(played) is None)


def check_switches(page):
    def first():
        return page.run("document.querySelector('#moves button').firstChild.textContent")

    names = [first()]
    for name in ["wxf", "move"]:
        page.click(f"[data-notation='{name}']")
        names.append(first())
    page.click("[data-notation='chinese']")
    check(f"moves in three notations: {names}", names == ["炮八平六", "C8.6", "b2d2"])
    theme = page.run("document.documentElement.dataset.theme")
    page.click("#theme")
    check("light and dark", page.run("document.documentElement.dataset.theme") != theme)
    page.click("#theme")
    page.click("#language")
    check("Chinese", "准确率" in page.find("#summary").text)
    page.click("#language")
    top = page.find("#players-top").get_attribute("data-side")
    page.key("f")
    check("the board turns", page.find("#players-top").get_attribute("data-side") != top)
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
    check("a swipe to the left steps", page.ply() == start + 1)
    swipe(120, 300)
    check("a swipe to the right steps back", page.ply() == start)


def check_narrow(page, what):
    """That nothing sticks out sideways, in both languages."""
    for _ in range(2):
        page.run("document.getElementById('language').click()")
        language = page.run("document.documentElement.lang")
        width, room = page.run("[document.documentElement.scrollWidth, innerWidth]")
        check(f"{what}, {language}: nothing sticks out of {room}", width <= room)


def check_in_sight(page, what, height):
    """That the board and its buttons are on the screen as it opens."""
    page.run("window.scrollTo(0, 0)")
    nav = page.find("nav").rect
    check(f"{what}: the board and its buttons are in sight", nav["y"] + nav["height"] <= height)


def check_fingers(page, what):
    script = """[...document.querySelectorAll('button, a')].filter((it) => it.offsetParent)
        .filter((it) => it.getBoundingClientRect().height < FINGER).map((it) => it.id || it.textContent).join()"""
    small = page.run(script.replace("FINGER", str(FINGER)))
    check(f"{what}: a finger hits every button {small}", small == "")


def check_on_its_side(page, panel):
    check_in_sight(page, "phone on its side", 360)
    board, detail = page.find("#left").rect, page.find(panel).rect
    check("and the text beside it", detail["x"] >= board["x"] + board["width"] and detail["y"] < 260)


def check_puzzles(driver, url, folder):
    set_screen(driver, 1280, 900, "light")
    driver.get("about:blank")
    page = Page(driver, url + "#2")
    data = page.data()
    check("there are puzzles", len(data["puzzles"]) > 1)

    def tap(point):
        x, y = page.place(point)
        left, top, width, height = page.view()
        page.click("#board", (x - left) / width, (y - top) / height)

    def said(word):
        return word in page.find("#task").text

    index = "Number(document.querySelector('#list [aria-current]').dataset.index)"
    check("the address says which", page.run(index) == 1)
    page.click("#hint")
    check("the first hint names a piece", said("Move the"))
    page.click("#hint")
    check("the second shows where to", len(page.run("[...document.querySelectorAll('#marks path')]")) == 2)
    page.click("#again")
    solution = [move["move"] for move in data["puzzles"][1]["solution"]]
    own = solution[0][:2]
    tap(own)
    others = page.run("[...document.querySelectorAll('#pieces use')].map((u) => u.dataset.at)")
    free = next(f"{file}{rank}" for file in "abcdefghi" for rank in range(10) if f"{file}{rank}" not in others)
    if own + free != solution[0]:
        tap(free)
        check("a wrong move is told", said("That is not it."))
        tap(own)
    tap(solution[0][2:])
    for move in solution[2::2]:
        check("a right move is answered", said("Right, go on."))
        tap(move[:2])
        tap(move[2:])
    check("the puzzle is solved", said("Solved.") and page.find("#list .solved").text.startswith("2"))
    page.click("#next" if len(data["puzzles"]) > 2 else "#previous")
    check("another one comes", page.run(index) != 1 and not page.run("document.querySelector('#task .right, #task .wrong')"))
    page.click("#solution")
    check("its solution is told on request", said("Solution"))
    picture(page, folder / "puzzles.png")
    for width, height, what in PHONES:
        set_screen(driver, width, height, "dark", touch=True)
        check_narrow(page, f"puzzles, {what}")
        check_fingers(page, f"puzzles, {what}")
        check_in_sight(page, f"puzzles, {what}", height)
        picture(page, folder / f"puzzles-{width}.png")
    check_on_its_side(page, "#task")


def main():
    engine = sys.argv[1]
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pages" / "games-0002.html"
    command = [engine, "annotate", str(GAMES), "--game", "2", "--nodes", "20000", "--out", f"{file.parent}/"]
    subprocess.run(command, check=True)
    puzzles = folder / "puzzles.html"
    subprocess.run([engine, "puzzles", str(GAMES), "--nodes", "3000", "--out", str(puzzles)], check=True)
    size = file.stat().st_size
    check(f"{PLIES} plies in {size} bytes", size < SIZE_MAX)
    driver = open_browser()
    try:
        set_screen(driver, 1280, 900, "light")
        page = Page(driver, file.as_uri())
        took = page.run("performance.getEntriesByType('navigation')[0].loadEventEnd")
        check(f"it opens in {took:.0f} ms", 0 < took < OPEN_MAX_MS)
        data = page.data()
        check_stepping(page, data)
        check_graph(page, data)
        picture(page, folder / "light.png")
        check_lines(page)
        check_switches(page)
        loaded = page.run("performance.getEntriesByType('resource').map((r) => r.name).join()")
        check(f"nothing was loaded {loaded}", loaded == "")
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
        check("a link leads to the index", driver.current_url.endswith("index.html"))
        check_narrow(page, "index")
        set_screen(driver, 320, 640, "light", touch=True)
        check_narrow(page, "index on a small phone")
        check_fingers(page, "index on a small phone")
        picture(page, folder / "index.png")
        page.click("#games a")
        check("and back", driver.current_url.endswith("games-0002.html"))
        check_puzzles(driver, puzzles.as_uri(), folder)
        said = [entry["message"] for entry in driver.get_log("browser")]
        check(f"the browser complains of nothing {said}", not said)
    finally:
        driver.quit()
    print(f"{check.failures} failed; pictures in {folder}")
    sys.exit(check.failures > 0)


if __name__ == "__main__":
    main()
