"""Tests the analysis on the page of `chuhe serve` with a study of 200,000 moves, and that nothing added to a move is lost.

    python3 -m tests.outside.web.study ENGINE [FOLDER]     pictures go to the folder

Needs Debian's chromium and chromium-driver, and the environment of setup.sh.
"""

import os
import statistics

from selenium.webdriver.common.keys import Keys

from ..common import check
from .browser import OTHER_SCREENS, arguments, check_fingers, check_log, end, open_browser, picture, set_screen, views
from .serve import CONNECTED, paste
from .server import Server
from .traps import Tried

NODES = 200_000
# The target, and the limit at which the test fails, for the median step until the next frame is ready.
STEP_TARGET_MS = 50
STEP_MAX_MS = 250
STEPS = 60
MAIN_PLIES = 400
NAME = "new URLSearchParams(location.hash.split('?')[1]).get('name')"
READY = "document.querySelector('[data-do=playFrom]')?.disabled === false"
OWN = "#rows .pair [data-node]"
# Moves back and forth that stay legal whatever the others do: those of the main line, and those of the variations.
MAIN = ["h0g2", "h9g7", "g2h0", "g7h9"]
LINES = [["b0c2", "b9c7", "c2b0", "c7b9"], ["a0a1", "a9a8", "a1a0", "a8a9"], ["b0a2", "b9a7", "a2b0", "a7b9"], ["i0i1", "i9i8", "i1i0", "i8i9"], ["e0e1", "e9e8", "e1e0", "e8e9"]]
# Steps through the game with a key, and measures the time until the frame that shows the step can be drawn.
MEASURE = """const [key, steps, done] = arguments;
    const times = [];
    const step = () => {
        if (times.length === steps) return done(times);
        const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - start); step(); }));
    };
    step();"""


def line(moves, start, count):
    """`count` plies of a cycle of four moves; `start` is the ply at which it begins."""
    first = start % 2
    return [moves[(at + first) % 4] if first == 0 else [moves[1], moves[0], moves[3], moves[2]][at % 4] for at in range(count)]


def study(nodes):
    """A game with variations, some of which have variations, as PGN; and the number of its moves."""
    each = (nodes - MAIN_PLIES) // (MAIN_PLIES * len(LINES))
    words, count = [], 0
    for ply in range(MAIN_PLIES):
        words.append(MAIN[ply % 4])
        count += 1
        for at, moves in enumerate(LINES):
            inner = each // 4 if at == 0 else 0
            own = line(moves, ply, each - inner)
            text = own[:1]
            if inner:
                text += [own[1], "(", *line(LINES[3], ply + 1, inner), ")", *own[2:]]
            else:
                text += own[1:]
            words += ["(", *text, ")"]
            count += each
    return '[Red "Li"]\n[Black "Wang"]\n\n' + " ".join(words) + " *\n", count


def processor_ms(page):
    """The processor time that the page's main thread has used for tasks."""
    metrics = page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return 1000 * next(it["value"] for it in metrics if it["name"] == "TaskDuration")


def drop(page, name, text):
    page.driver.execute_script("""const data = new DataTransfer();
        data.items.add(new File([arguments[1]], arguments[0]));
        dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}))""", name, text)


def check_large(page, folder):
    """A large study opens, and a step in it takes no longer than in a small one."""
    text, count = study(NODES)
    page.press("#modes [data-mode=analyse]")
    page.until("the analysis", READY)
    page.run("(window.begun = performance.now(), window.shown = 0)")
    page.driver.execute_script("""new MutationObserver(() => { window.shown ||= document.querySelectorAll('#rows [data-fold]').length > 5 ? performance.now() : 0; })
        .observe(document.getElementById('rows'), {childList: true, subtree: true})""")
    drop(page, "study.pgn", text)
    page.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    page.until(f"a study of {count} moves in {len(text)} bytes opens", f"window.shown && {READY}", 120)
    print(f"{page.name}: opened after {page.run('window.shown - window.begun') / 1000:.1f} s (load {os.getloadavg()[0]:.1f})")
    drawn = page.run("document.querySelectorAll('#rows *').length")
    check(f"{page.name}: only the moves in view are drawn ({drawn} elements)", drawn < 1500)
    for where, keys in [("forward", [Keys.HOME]), ("back from the end", [Keys.END]), ("in a variation", [Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_DOWN])]:
        page.run("document.activeElement.blur()")
        for key in keys:
            page.key(key)
        key = "ArrowLeft" if "back" in where else "ArrowRight"
        before = processor_ms(page)
        times = page.driver.execute_async_script(MEASURE, key, STEPS)
        own = (processor_ms(page) - before) / STEPS
        median, worst = statistics.median(times), max(times)
        print(f"{page.name}: a step {where} takes {median:.0f} ms, at most {worst:.0f} ms, and {own:.0f} ms of processor time"
              f" (target {STEP_TARGET_MS} ms, load {os.getloadavg()[0]:.1f})")
        check(f"{page.name}: steps {where} are fast enough", min(median, own) < STEP_MAX_MS)
        box, at = page.run("[document.getElementById('rows'), document.querySelector('#rows [aria-current]')].map((it) => it && [it.getBoundingClientRect().top, it.getBoundingClientRect().bottom])")
        check(f"{page.name}: the move shown is in view {where} {at} in {box}", at is not None and at[0] >= box[0] - 1 and at[1] <= box[1] + 1)
    picture(page, folder / f"study-{page.name.replace(' ', '-')}.png")
    page.key(Keys.END)
    page.run("document.getElementById('rows').scrollTop = 0")
    page.until("the rows at the top are drawn after scrolling", "document.querySelector('#rows .pair .number')?.textContent === '1.'")


def check_folds(page):
    """Variations are folded, except the one that contains the position shown; arrow keys lead through them."""
    paste(page, "1. h2e2 (1. b0c2 b9c7 2. c3c4 {quiet} (2. g3g4)) h9g7 2. h0g2 *")
    page.until("the game is shown", f"document.querySelectorAll('{OWN}').length === 3 && {READY}")
    folded, inside = "document.querySelectorAll('#rows [aria-expanded=false]').length", "document.querySelectorAll('#rows .variation [data-node]').length"
    check(f"{page.name}: the variation is folded", page.run(f"{folded} === 1 && {inside} === 0"))
    page.press("#rows [aria-expanded=false]")
    page.until("a touch opens it, but not the one inside", f"{folded} === 1 && {inside} === 3")
    page.press("#rows [aria-expanded=true]")
    page.until("another touch folds it", f"{folded} === 1 && {inside} === 0")
    page.run("document.getElementById('line-count').focus()")
    page.key(Keys.END)
    page.until("a list of choices leaves the keys to the game", f"[...document.querySelectorAll('{OWN}')].at(-1).getAttribute('aria-current') === 'true'")
    page.press("#first")
    page.tap("e5")
    page.key(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    page.until("keys step into the variation after a click on the board, which opens it", f"{inside} === 3 && document.querySelector('#rows .variation [aria-current]') !== null")
    page.key(Keys.END, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.until("and out of it", "document.querySelector('#rows [aria-current]') === null && document.querySelector('#pieces [data-at=h2]') !== null")


def right_drag(page, start, to, modifiers=0):
    (x, y), (to_x, to_y) = page.spot(start), page.spot(to)
    for kind, at in [("mousePressed", (x, y)), ("mouseReleased", (to_x, to_y))]:
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": at[0], "y": at[1], "button": "right", "buttons": 2, "clickCount": 1, "modifiers": modifiers})


DRAWN = "[document.querySelectorAll('#marks [data-arrow=drawn]').length, document.querySelectorAll('#marks [data-ring]').length].join()"


def check_remarks(page, server, folder):
    """Comments, glyphs and drawings survive stepping, a reload, the file, and an export."""
    page.more("empty")
    page.until("an empty analysis", f"document.querySelectorAll('{OWN}').length === 0 && {READY}")
    page.drag("h2", "e2")
    page.until("a move", f"document.querySelectorAll('{OWN}').length === 1 && {READY}")
    page.do("comment", "#tree-actions")
    for glyph in (5, 16, 146):
        page.press(f"#comment [data-glyph='{glyph}']")
    page.find("#comment-text").send_keys("central 中炮")
    if page.touch:
        page.do("draws", "#comment")
        page.drag("e3", "e6")
        page.tap("e6")
        page.do("draws", "#comment")
        colours = "Y"
    else:
        right_drag(page, "e3", "e6", 8)
        right_drag(page, "e6", "e6")
        colours = "R"
    page.until("an arrow and a ring are drawn", f"{DRAWN} === '1,1'")
    picture(page, folder / f"study-comment-{page.name.replace(' ', '-')}.png")
    if page.touch:
        check_fingers(page, f"{page.name}: the comment")
    shown = page.run("(([board, pane]) => pane.top >= board.bottom || pane.left >= board.right)(['board', 'comment'].map((id) => document.getElementById(id).getBoundingClientRect()))")
    check(f"{page.name}: the pane for the comment leaves the board visible", shown)
    page.do("close", "#comment")
    page.press("#back")
    page.until("another position shows none of it", f"{DRAWN} === '0,0'")
    page.press("#forward")
    page.until("they are back with the move", f"{DRAWN} === '1,1'")
    page.until("the analysis is saved", f"{NAME} !== null")
    name = page.run(NAME)
    expected = [f"[%cal {colours}e3e6]", "[%csl Ye6]", "central 中炮", "$5", "$16", "$146"]
    file = server.data / "analyses" / f"{name}.pgn"
    page.load_in(page.run("location.href"))
    page.until("everything is back after a reload", f"{CONNECTED} && document.querySelector('#rows .glyph')?.textContent === '!?±N' && document.querySelector('#rows .said')?.textContent === 'central 中炮' && {DRAWN} === '1,1'")
    text = file.read_text()
    check(f"{page.name}: the file contains all of it {text[-120:]!r}", all(part in text for part in expected))
    page.do("more", "#tree-actions")
    page.choose("#format", "pgn")
    page.do("copy", "#exchange")
    page.until("it is exported", "document.getElementById('copied').value.includes('[%cal')")
    text = page.run("document.getElementById('copied').value")
    check(f"{page.name}: the export contains all of it", all(part in text for part in expected))
    page.press("#sheet-close")
    paste(page, text.replace("[%cal ", "[%cal Gh0g2,"))
    page.until("the export can be opened again, with drawings of other programs", f"{NAME} !== '{name}' && document.querySelector('#rows .glyph')?.textContent === '!?±N'")
    page.press("#end")
    page.until("its drawings are shown", f"{DRAWN} === '2,1'")
    page.do("comment", "#tree-actions")
    page.do("erase", "#comment")
    page.press("#comment [data-glyph='16']")
    page.until("drawings and glyphs can be erased", f"{DRAWN} === '0,0' && document.querySelector('#rows .glyph')?.textContent === '!?N'")
    page.do("close", "#comment")


def check_still(page):
    """Nothing moves while the engine thinks and finds its lines."""
    paste(page, "1. h2e2 h9g7 2. h0g2 i9h9 *")
    page.until("the game is shown", f"document.querySelectorAll('{OWN}').length === 4 && {READY}")
    page.choose("#line-count", "3")
    places = "JSON.stringify(['engine', 'tree', 'graph', 'tree-actions', 'board'].map((id) => { const {top, left, width, height} = document.getElementById(id).getBoundingClientRect(); return [id, top, left, width, height].map((it) => it.toFixed?.(0) ?? it); }))"
    before = page.run(places)
    page.do("engine")
    page.until("three lines are shown", "document.querySelectorAll('#lines li').length === 3", 60)
    check(f"{page.name}: nothing moved when the engine began", page.run(places) == before)
    for _ in range(4):
        page.press("#forward")
        page.until("lines are shown again", "document.querySelectorAll('#lines li').length > 0", 60)
        check(f"{page.name}: nothing moved at the next move", page.run(places) == before)
    page.do("engine")
    page.until("the engine is off", "document.getElementById('engine-switch').getAttribute('aria-pressed') === 'false'")
    check(f"{page.name}: nothing moved when it ended", page.run(places) == before)


def check_pane(page):
    """The move shown stays in view when the pane for its comment takes room from the moves."""
    paste(page, "1. " + " ".join(MAIN * 8) + " *")
    page.until("the game is shown", f"document.querySelectorAll('{OWN}').length > 10 && {READY}")
    page.run("document.activeElement.blur()")
    page.key(*[Keys.ARROW_RIGHT] * 22)
    page.do("comment", "#tree-actions")
    page.until("the move is in view next to its comment", "(([box, at]) => at && at.top >= box.top - 1 && at.bottom <= box.bottom + 1)([document.getElementById('rows'), document.querySelector('#rows [aria-current]')].map((it) => it?.getBoundingClientRect()))")
    page.do("close", "#comment")
    page.press("#first")


def check_large_text(page, folder):
    """On a phone, text of twice the size exceeds no screen."""
    if not page.touch:
        return
    page.run("(document.documentElement.style.fontSize = '32px', window.dispatchEvent(new Event('resize')))")
    page.narrow("the analysis with large text")
    picture(page, folder / f"study-large-text-{page.name.replace(' ', '-')}.png")
    page.do("comment", "#tree-actions")
    page.narrow("a comment with large text")
    page.do("close", "#comment")
    page.run("(document.documentElement.style.fontSize = '', window.dispatchEvent(new Event('resize')))")


def main():
    options = arguments(__doc__)
    with open_browser() as driver, Server(options.engine) as server:
        for size, language in views(options):
            page = Tried(driver, server.address, size, language)
            page.press("#modes [data-mode=analyse]")
            page.until("the analysis", READY)
            check_folds(page)
            check_remarks(page, server, options.folder)
            check_still(page)
            check_pane(page)
            check_large_text(page, options.folder)
            for width, height, touch in OTHER_SCREENS:
                set_screen(driver, width, height, "dark", touch=touch)
                page.narrow(f"an analysis on {width}x{height}")
                picture(page, options.folder / f"study-{width}-{language}.png")
            set_screen(driver, size[0], size[1], "light", touch=size[2])
            check_large(page, options.folder)
        check_log(driver, "Throttling navigation")
    end(options.folder)


if __name__ == "__main__":
    main()
