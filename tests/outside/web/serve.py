"""Tests the page of `chuhe serve` in a real browser: playing and analysing, on a phone and a desktop, in both
languages, light and dark. Checks usability with a keyboard or a screen reader as well, with axe-core.

    python3 -m tests.outside.web.serve ENGINE [FOLDER]     with a server of its own; pictures go to the folder
    python3 -m tests.outside.web.serve ADDRESS [FOLDER]    with a running server, so without the checks that
                                                           restart it or need a database

Needs Debian's chromium and chromium-driver, npm, and the environment of setup.sh.
"""

import contextlib
import os
import pathlib
import tempfile
import time

from selenium.webdriver.common.keys import Keys

from ..common import call, check
from .browser import (
    MARKUP, OTHER_SCREENS, SCREENS, Page, arguments, check_fingers, check_log, end, open_browser, picture, set_screen, views)
from .explorer import check_explorer, make_database
from .games import check_board_games
from .review import check_review
from .server import Server

SIZE_MAX = 450_000
PAINT_MAX_MS = 200
# The limit if other processes keep all cores busy.
BUSY_PAINT_MAX_MS = 1000
LOADS = 5
WAIT_S = 30
AXE = "axe-core@4.11.0"
LINE = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
CONNECTED = "document.body.dataset.mode && document.getElementById('about').textContent === ''"
MATED = '[FEN "3k5/8R/9/9/9/9/9/9/R8/4K4 w"]\n\n1. a1a9 1-0'
ENDGAME = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"


class Served(Page):
    # The suffix of the addresses of the other pages; `site` overrides it.
    ending = ""

    def __init__(self, driver, url, size, language):
        self.size = size
        width, height, self.touch = size
        self.name = f"{width}x{height} {language}"
        set_screen(driver, width, height, "light", touch=self.touch)
        super().__init__(driver, url)
        self.until("the page is connected", CONNECTED)
        # Another window would have a new session.
        self.run("sessionStorage.clear()")
        self.load()
        if self.language() != language:
            self.press("#language")
        # Moves look the same in both languages.
        self.press("#notations [data-notation=chinese]")
        self.until("a connection", CONNECTED)

    def load(self):
        self.driver.get("about:blank")
        self.driver.get(self.url)

    def until(self, what, script, patience_s=WAIT_S):
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            if self.run(script):
                return check(f"{self.name}: {what}", True)
            time.sleep(0.05)
        said = self.run("['about', 'status', 'facts', 'moves'].map((id) => document.getElementById(id)?.textContent).join(' | ')")
        return check(f"{self.name}: {what} (page text: {said})", False)

    def on(self, selector, action, *values):
        """Runs an action on the first element that matches, as soon as there is one."""
        script = f"const [selector, value] = arguments, it = document.querySelector(selector); if (it) {{ {action}; }} return it !== null;"
        end = time.monotonic() + WAIT_S
        while not self.driver.execute_script(script, selector, *values):
            assert time.monotonic() < end, f"{self.name}: there is no {selector}"
            time.sleep(0.05)

    def press(self, selector):
        """Clicks an element from within the page, wherever it is."""
        self.on(selector, "it.click()")

    def do(self, name, root=""):
        self.press(f"{root} [data-do='{name}']")

    def menu(self, name):
        """Clicks an item in the menu of the game."""
        self.do("more", "#play-actions")
        self.press(f"#sheet [data-answer={name}]")

    def more(self, name):
        """Clicks an item in the menu of the analysis."""
        self.do("more", "#tree-actions")
        self.press(f"#sheet [data-answer={name}]")

    def anew(self):
        """Shows the board on which another game can begin."""
        if self.run("Boolean(document.querySelector('#play-actions [data-do=new]'))"):
            self.do("new", "#play-actions")
        elif self.run("Boolean(document.querySelector('#play-actions [data-do=more]'))"):
            self.menu("new")

    def choose(self, selector, value):
        self.on(selector, "it.value = value; it.dispatchEvent(new Event('change', {bubbles: true}))", value)

    def spot(self, at):
        """The window coordinates of a point on the board, given by its name, or on other boards by column and row."""
        place = self.place(at) if isinstance(at, str) else [100 * part for part in at]
        return self.run(f"""(() => {{
            const [x, y] = {place};
            const board = document.getElementById('board');
            board.scrollIntoView({{block: 'nearest'}});
            const box = board.getBoundingClientRect();
            const [left, top, width] = board.getAttribute('viewBox').split(' ').map(Number);
            const scale = box.width / width;
            return [box.left + (x - left) * scale, box.top + (y - top) * scale];
        }})()""")

    def touches(self, kind, *points):
        points = [{"x": x, "y": y} for x, y in points]
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def touch_down(self, point):
        """Puts a finger on the board, as soon as the page can feel it: until a frame that shows the board is on the
        screen, for example after a dialog was closed, the browser does not pass touches on to the page."""
        self.run("""(window.felt ?? document.addEventListener('pointerdown', (event) => {
            window.felt = Boolean(event.target.closest('#board')); }, true), window.felt = false)""")
        end = time.monotonic() + WAIT_S
        while True:
            self.touches("touchStart", point)
            if self.run("window.felt"):
                return
            self.touches("touchEnd")
            assert time.monotonic() < end, f"{self.name}: the page feels no finger at {point}"
            time.sleep(0.05)

    def mouse(self, kind, x, y, buttons):
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1})

    def drag(self, start, end):
        """Drags from one point to another with a finger or the mouse, or taps if the points are the same."""
        (x, y), (to_x, to_y) = self.spot(start), self.spot(end)
        middle = ((x + to_x) / 2, (y + to_y) / 2)
        if self.touch:
            self.touch_down((x, y))
            if start != end:
                self.touches("touchMove", middle)
                self.touches("touchMove", (to_x, to_y))
            self.touches("touchEnd")
        else:
            self.mouse("mousePressed", x, y, 1)
            if start != end:
                self.mouse("mouseMoved", *middle, 1)
                self.mouse("mouseMoved", to_x, to_y, 1)
            self.mouse("mouseReleased", to_x, to_y, 0)

    def tap(self, at):
        self.drag(at, at)

    def walk(self, *keys):
        # The keys move the cursor if the focus arrived by Tab.
        self.key(Keys.TAB)
        self.run("document.getElementById('board').focus()")
        self.key(*keys)

    def narrow(self, what):
        # On a phone, the inner width grows with the contents.
        width, room = self.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        wide = "" if width <= room else self.run("""[...document.querySelectorAll('body *')]
            .filter((it) => it.getClientRects().length && it.getBoundingClientRect().right > innerWidth + 1)
            .filter((it) => { while ((it = it.parentElement) !== document.body) if (getComputedStyle(it).overflowX !== 'visible') return false; return true; })
            .map((it) => `${it.tagName} ${it.id} ${it.textContent.trim().slice(0, 20)}`).slice(0, 8).join("; ")""")
        check(f"{self.name}: {what}: nothing exceeds the width of {room} {wide}", width <= room)


def moves(page, selector="#moves button"):
    return page.run(f"[...document.querySelectorAll(`{selector}`)].map((it) => it.textContent)")


def prepare(page, **choices):
    """Chooses the settings of the next game."""
    coach = choices.pop("coach", False)
    page.press(f"[name=side][value={choices.pop('side', 'red')}]")
    for name, value in choices.items():
        page.choose(f"#{name}", value)
    page.do("settings", "#new-game")
    page.on("#coach", "if (it.checked !== value) it.click()", coach)
    page.press("#sheet [data-answer=done]")


def begin(page, **choices):
    prepare(page, **choices)
    page.press("#new-game [type=submit]")
    page.until("a game begins", "!document.getElementById('status').hidden && document.getElementById('new-game').hidden")


def check_play(page):
    check(f"{page.name}: a board for a new game is shown", page.find("#board").is_displayed() and page.find("#new-game").is_displayed())
    page.narrow("new game")
    begin(page, strength="level 6", clock="10m+5s")
    page.until("the clocks", "/\\d:\\d\\d/.test(document.querySelector('[data-clock=red]').textContent)")
    page.tap("h2")
    page.until("a tap shows a piece's destinations", "document.querySelectorAll('[data-goal]').length === 12")
    page.tap("e2")
    page.until("a move is answered", "document.querySelectorAll('#moves button').length === 2")
    check(f"{page.name}: the move is listed", moves(page)[0] == "炮二平五")
    page.until("it is Red's turn again", "document.querySelector('.player.turn')?.dataset.side === 'red'")
    page.drag("b0", "c2")
    page.until("a dragged move is answered", "document.querySelectorAll('#moves button').length === 4")
    page.narrow("game")
    page.press("#first")
    check(f"{page.name}: the start position is shown", page.run("document.querySelector(`#pieces [data-at=h2]`) !== null"))
    page.press("#end")
    page.do("undo")
    page.until("two plies are taken back", "document.querySelectorAll('#moves button').length === 2")
    page.walk(Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    page.run("(document.getElementById('live').textContent = '')")
    page.key(Keys.ARROW_UP)
    page.until("arrow keys move across the board and announce the point", "document.getElementById('live').textContent.length > 3")
    page.until("my turn", "document.querySelector('.player.turn')?.dataset.side === 'red'")
    page.do("hint")
    page.until("a first hint is shown", "document.querySelectorAll('#marks path[stroke=\"#8637b4\"]').length === 1")
    page.do("hint")
    page.until("a second hint is shown", "document.querySelectorAll('#marks path[stroke=\"#8637b4\"]').length === 2")
    page.menu("coach")
    page.until("the coach shows its bar", "!document.getElementById('bar').hidden")
    page.menu("draw")
    over = "document.querySelector('[data-do=rematch]') !== null"
    page.until("the draw offer is answered", f"[words().drawDeclined, words().drawTaken].some((text) => document.getElementById('status').textContent.includes(text)) || {over}")
    if not page.run(over):
        page.do("askResign")
        page.press("#sheet [data-answer=resign]")
    page.until("the game is over", over)
    page.menu("games")
    page.until("saved games", "document.querySelectorAll('#sheet .row').length > 0")
    page.press("#sheet-close")


def check_keys(page):
    """Plays a whole move with the keyboard alone."""
    page.anew()
    begin(page, strength="level 0", clock="")
    page.tap("e0")
    page.tap("e5")
    page.walk(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    page.until("Enter selects a pawn", "document.querySelectorAll('[data-goal]').length === 1")
    page.key(Keys.ARROW_UP, Keys.ENTER)
    page.until("Enter plays the pawn's move", "document.querySelectorAll('#moves button').length === 2")


def check_black(page):
    page.anew()
    begin(page, side="black", strength="elo 500", clock="")
    page.until("the engine moves first", "document.querySelectorAll('#moves button').length === 1")
    check(f"{page.name}: Black is at the bottom", page.run("document.getElementById('players-bottom').dataset.side") == "black")


def paste(page, text):
    page.do("more", "#tree-actions")
    page.choose("#pasted", text)
    page.do("read")


def check_analyse(page):
    page.press("#modes [data-mode=analyse]")
    check(f"{page.name}: only the analysis is shown", not page.find("#play-actions").is_displayed())
    page.more("empty")
    page.until("legal moves", "document.querySelector('[data-do=playFrom]').disabled === false")
    page.drag("h2", "e2")
    page.until("a move is played", "document.querySelector('#rows [data-node]')?.textContent.includes('炮二平五')")
    page.press("#back")
    page.until("back", "document.querySelector('#pieces [data-at=h2]') && !document.querySelector('[data-do=playFrom]').disabled")
    page.tap("b0")
    page.tap("c2")
    page.until("a second move becomes a variation", "document.querySelectorAll('#rows .variation [data-node]').length === 1")
    page.more("promote")
    page.until("the variation is promoted to the main line", "document.querySelector('#rows .pair [data-node]').textContent.includes('马八进七')")
    page.choose("#line-count", "3")
    page.do("engine")
    page.until("three lines are shown", "document.querySelectorAll('#lines li').length === 3")
    page.until("each line has an arrow", "document.querySelectorAll('#marks [data-arrow]').length === 3")
    check(f"{page.name}: depth and speed are shown", "/s" in page.find("#facts").text)
    page.narrow("analysis")
    page.press("#lines [data-count='2']")
    page.until("a line is played on the board", "document.querySelectorAll('#rows .pair [data-node]').length === 3")
    page.until("the new position is searched", "document.querySelectorAll('#lines li').length > 0")
    page.do("engine")
    page.until("the engine can be switched off", "document.querySelectorAll('#lines li').length === 0")
    paste(page, LINE)
    page.until("pasted moves are read", "document.querySelectorAll('#rows .pair [data-node]').length === 6")
    page.more("sweep")
    page.until("the graph is drawn", "document.querySelectorAll('#graph polyline').length === 1 && document.querySelector('#graph polyline').getAttribute('points').split(' ').length === 7")
    page.until("the graph is complete and the engine off", "document.getElementById('engine-switch').getAttribute('aria-pressed') === 'false'")
    paste(page, MATED)
    page.until("a finished game is pasted", "document.querySelectorAll('#rows .pair [data-node]').length === 1")
    page.more("sweep")
    page.until("the graph includes the end of the game", "document.getElementById('engine-switch').getAttribute('aria-pressed') === 'false' && !document.getElementById('graph').classList.contains('useless')")
    page.press("#end")
    page.until("the page shows how the game ended", "document.getElementById('facts').textContent.length > 10 && document.getElementById('bar-score').textContent === '1–0'")
    paste(page, LINE)
    page.until("the earlier moves are back", "document.querySelectorAll('#rows .pair [data-node]').length === 6")
    page.press("#first")
    page.run("document.getElementById('board').blur()")
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check(f"{page.name}: arrow keys step through the moves", page.run("document.querySelector('#tree [aria-current]').dataset.node") is not None)
    page.do("more", "#tree-actions")
    page.choose("#format", "moves")
    page.do("copy")
    page.until("the moves can be copied", "document.getElementById('copied').value.replaceAll('-', '').toLowerCase().includes('h2e2')")
    page.press("#sheet-close")


def check_setup(page, axe):
    page.more("setup")
    page.do("clear", "#setup")
    page.until("an empty board is refused with a reason", "document.getElementById('problem').textContent.length > 5 && document.getElementById('use').disabled")
    for kind, at in [("K", "e0"), ("k", "d9"), ("R", "a0")]:
        page.press(f"#palette [data-kind={kind}]")
        page.tap(at)
    page.until("a valid position is accepted", "!document.getElementById('use').disabled")
    page.narrow("set up")
    check_axe(page, axe, "setting up")
    page.press("#use")
    page.until("the position is analysed", "document.getElementById('setup').hidden && document.querySelectorAll('#pieces use').length === 3")
    paste(page, ENDGAME)
    page.until("a pasted FEN is read", "document.querySelectorAll('#pieces use').length === 4 && !document.querySelector('[data-do=playFrom]').disabled")
    page.do("playFrom")
    page.until("a game can start from the position", "document.getElementById('begins')?.value === 'analysis'")


def check_names(page):
    """Checks that every control has a name and that the focus moves from top to bottom."""
    nameless = page.run("""[...document.querySelectorAll('button, input, select, textarea, a, svg[tabindex]')]
        .filter((it) => it.getClientRects().length && !(it.textContent.trim() || it.getAttribute('aria-label') || it.labels?.length))
        .map((it) => it.outerHTML.slice(0, 80)).join()""")
    check(f"{page.name}: every control has a name {nameless}", nameless == "")
    page.run("(document.activeElement.blur(), scrollTo(0, 0), window.focused = [document.body])")
    for _ in range(12):
        page.key(Keys.TAB)
        page.run("focused.push(document.activeElement)")
    order = page.run("""focused.map((it, at) => at === 0 || it === document.body ? "body"
        : (focused[at - 1].compareDocumentPosition(it) & 4 ? "" : "<< ") + (it.id || it.textContent))""")
    in_order = not any(name.startswith("<<") for name in order)
    check(f"{page.name}: the focus follows the order of the page {order}", in_order and len(set(order)) > 8)


def install_axe():
    with tempfile.TemporaryDirectory() as folder:
        call("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, AXE)
        return (pathlib.Path(folder) / "node_modules/axe-core/axe.min.js").read_text()


def check_axe(page, axe, what):
    if not page.run("typeof axe === 'object'"):
        page.driver.execute_script(axe)
    found = page.driver.execute_async_script("""const done = arguments[0];
        axe.run(document, {resultTypes: ['violations']}).then(({violations}) => done(violations.map((it) =>
          ({id: it.id, impact: it.impact, where: it.nodes.slice(0, 3).map((node) => node.html.slice(0, 100))}))))""")
    bad = [it for it in found if it["impact"] in ("serious", "critical")]
    rest = ", ".join(it["id"] for it in found if it not in bad)
    check(f"{page.name}: axe finds no serious problem in {what} {bad}" + (f" (minor: {rest})" if rest else ""), not bad)


def check_first_load(driver, url):
    set_screen(driver, 375, 667, "light", touch=True)
    paints = []
    for _ in range(LOADS):
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        driver.get("about:blank")
        driver.get(url)
        time.sleep(1)
        paints.append(driver.execute_script("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    # The browser has only just started.
    load = os.getloadavg()[0]
    most = BUSY_PAINT_MAX_MS if load > os.cpu_count() else PAINT_MAX_MS
    check(f"first paint after {min(paints):.0f} ms (load {load:.1f})", min(paints) <= most)
    size = driver.execute_script("""return ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
        .reduce((sum, it) => sum + it.decodedBodySize, 0)""")
    check(f"the page has {size} bytes", 40_000 < size < SIZE_MAX)
    foreign = driver.execute_script("return performance.getEntriesByType('resource').map((it) => it.name).filter((name) => !name.startsWith(location.origin))")
    check(f"nothing is loaded from elsewhere {foreign}", not foreign)


def check_reload(page):
    """Checks that a reloaded page continues its game."""
    before = moves(page)
    page.load()
    page.until("the game is back after a reload", f"document.querySelectorAll('#moves button').length === {len(before)}")
    check(f"{page.name}: its moves are unchanged", moves(page) == before)


def check_text(page):
    """Checks that text in games is shown as plain text."""
    paste(page, f'[Red "{MARKUP}"]\n[Event "{MARKUP}"]\n\n1. h2e2 {{{MARKUP}}} h9g7 *')
    page.until("a game containing markup is read", "document.querySelectorAll('#rows .pair [data-node]').length === 2")
    shown = page.run("[...document.querySelectorAll('.player .name')].map((it) => it.textContent)")
    check(f"{page.name}: markup is shown as text", MARKUP in shown)
    check(f"{page.name}: markup is not rendered", not page.run("document.querySelector('img') || document.title === 'hit'"))


def check_restart(page, server):
    """Checks that a game survives when its server stops or is killed."""
    begin(page, strength="level 6", clock="")
    page.drag("h2", "e2")
    page.until("a move is answered", "document.querySelectorAll('#moves button').length === 2")
    before = moves(page)
    server.kill()
    page.until("the page reports the lost server", "document.getElementById('about').textContent === words().lost")
    server.start()
    page.until("the page connects to the restarted server", CONNECTED)
    page.until("the game is back", "document.querySelectorAll('#moves button').length === 2")
    check(f"{page.name}: the moves are unchanged", moves(page) == before)
    page.drag("b0", "c2")
    page.until("the game continues", "document.querySelectorAll('#moves button').length === 4")


def check_uses(page, axe, folder, size, language):
    def show(width, height, theme, touch):
        set_screen(page.driver, width, height, theme, touch=touch)

    name = f"{size[0]}-{language}"
    check_axe(page, axe, "a new game")
    check_play(page)
    check_keys(page)
    check_axe(page, axe, "a game")
    picture(page, folder / f"play-{name}.png")
    show(size[0], size[1], "dark", size[2])
    check_axe(page, axe, "the dark game")
    picture(page, folder / f"play-{name}-dark.png")
    show(size[0], size[1], "light", size[2])
    check_reload(page)
    check_black(page)
    check_analyse(page)
    check_names(page)
    check_axe(page, axe, "the analysis")
    if page.touch:
        check_fingers(page, page.name)
    for width, height, touch in OTHER_SCREENS:
        show(width, height, "dark", touch)
        page.narrow("analysis")
        picture(page, folder / f"analyse-{width}-{language}.png")
    check_axe(page, axe, "the dark analysis")
    show(size[0], size[1], "light", size[2])
    picture(page, folder / f"analyse-{name}.png")
    check_text(page)
    check_setup(page, axe)


def main():
    options = arguments(__doc__, metavar="ENGINE|ADDRESS")
    target, folder, server = options.engine, options.folder, None
    axe = install_axe()
    with open_browser() as driver, contextlib.ExitStack() as stack:
        if not target.startswith("http://"):
            server = stack.enter_context(Server(target, "--db", make_database(target, folder)))
        url = server.address if server else target
        check_first_load(driver, url)
        for size, language in views(options):
            page = Served(driver, url, size, language)
            check_uses(page, axe, folder, size, language)
            if server:
                check_explorer(page, folder, lambda page, what: check_axe(page, axe, what))
            check_review(page, folder)
            check_axe(page, axe, "puzzles")
            check_board_games(page, language, folder, lambda page, what: check_axe(page, axe, what))
        check_log(driver)
        if server:
            # The browser is expected to report the lost connection.
            check_restart(Served(driver, url, SCREENS[0], "en"), server)
    end(folder)


if __name__ == "__main__":
    main()
