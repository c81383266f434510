"""Checks what a player meets first on the page of `chuhe serve`: the board on which a move starts a game, the coach,
motion, the choice of pieces, and what the page remembers; on a phone and a desktop, in both languages.

    python3 -m tests.outside.web.first ENGINE [FOLDER]

Has the same requirements as `serve`; pictures go to the folder.
"""

import time

from selenium.webdriver.common.keys import Keys

from ..common import check
from .browser import arguments, check_fingers, check_log, end, open_browser, picture, set_screen, views
from .serve import CONNECTED, begin, check_axe, install_axe, prepare
from .server import Server
from .traps import BLUNDER, Tried, on_screen, play_from, same, shown

LIVE = "document.querySelectorAll('#pieces use').length === 32 && !document.getElementById('new-game').hidden"
MY_TURN = "document.querySelector('.player.turn')?.dataset.side"
# Records, for each frame, whether the red rook is on f4.
WATCH = """(window.seen = [], (function look() {
    seen.push(Boolean(document.querySelector('#pieces [data-at=f4]')?.getAttribute('href').endsWith('R')));
    requestAnimationFrame(look);
})())"""
FOCUS = "document.activeElement === document.body ? 'nothing' : document.activeElement.id || document.activeElement.dataset.do || document.activeElement.tagName"


def fresh(page, language):
    """Opens the page as on a first visit."""
    page.run("(localStorage.clear(), sessionStorage.clear())")
    page.load_in(page.url)
    if page.language() != language:
        page.press("#language")


def check_first_visit(page, folder, axe):
    page.until("a live board is shown", LIVE)
    check(f"{page.name}: the whole board is on the screen", on_screen(page, "#board"))
    check(f"{page.name}: other pieces are offered", page.find("#offer").is_displayed())
    page.narrow("the first screen")
    check_axe(page, axe, "the first screen")
    picture(page, folder / f"first-{page.name.replace(' ', '-')}.png")
    page.press("#offer [data-set=pictures]")
    page.until("the offer has been taken", "document.getElementById('offer').hidden && document.querySelector('#pieces use').getAttribute('href').startsWith('#pictures')")
    page.load_in(page.url)
    page.until("the pieces stay", "document.querySelector('#pieces use').getAttribute('href').startsWith('#pictures')")
    check(f"{page.name}: the offer is gone for good", not page.find("#offer").is_displayed())
    check(f"{page.name}: the strip is on the screen", on_screen(page, "#new-game button, #new-game select, #new-game label"))
    picture(page, folder / f"first-pictures-{page.name.replace(' ', '-')}.png")


def check_looks(page, folder, axe):
    page.run("document.getElementById('settings').focus()")
    page.press("#settings")
    check(f"{page.name}: every look has a picture", page.run("[...document.querySelectorAll('.looks .look')].every((it) => it.querySelector('svg').getBoundingClientRect().width > 40)"))
    check_axe(page, axe, "the settings")
    picture(page, folder / f"first-settings-{page.name.replace(' ', '-')}.png")
    page.press("[name=chosen-pieces][value=simplified]")
    page.until("simplified characters", "document.querySelector('#pieces [data-at=h0]').getAttribute('href') === '#simplified-N' && document.getElementById('simplified-N').querySelectorAll('path').length === 1")
    same(page, "the focus stays on the choice", "simplified", page.run("document.activeElement.value"))
    page.press("[name=chosen-pieces][value=disc]")
    page.press("#choices-close")
    same(page, "the focus returns to the button", "settings", page.run(FOCUS))


def check_lessons(page, folder, axe):
    page.do("lessons", "#new-game")
    check(f"{page.name}: each piece has a small board", page.run("document.querySelectorAll('.lessons figure svg').length") == 7)
    page.narrow("how the pieces move")
    check_axe(page, axe, "how the pieces move")
    picture(page, folder / f"first-lessons-{page.name.replace(' ', '-')}.png")
    page.press("#sheet-close")


def check_first_move(page, folder):
    """A move starts a game at the last settings; the user plays the side of the piece."""
    prepare(page, strength="level 0", clock="10m+5s")
    page.tap("h2")
    page.until("a tap shows a piece's destinations", "document.querySelectorAll('[data-goal]').length === 12")
    page.tap("e2")
    page.until("a move starts a game and is answered", "document.querySelectorAll('#moves button').length === 2")
    same(page, "it is the move that was made", "h2e2", page.run("location.hash.startsWith('#play') && document.querySelector('#pieces [data-at=e2]') && 'h2e2'"))
    check(f"{page.name}: at the last settings", page.run("/\\d:\\d\\d/.test(document.querySelector('[data-clock=red]').textContent) && document.querySelector('#players-top .name').textContent === format(words().engineLevel, {n: 0})"))
    page.menu("new")
    page.until("the board waits for another game", LIVE)
    picture(page, folder / f"first-back-{page.name.replace(' ', '-')}.png")
    page.do("close")
    page.until("the game is still there", "document.querySelectorAll('#moves button').length === 2")
    page.menu("new")
    page.until("the board waits for another game", LIVE)
    page.tap("h7")
    page.until("black pieces show their destinations, too", "document.querySelectorAll('[data-goal]').length === 12")
    page.tap("e7")
    page.until("with a black piece, the user plays Black, after the engine's move", "document.querySelectorAll('#moves button').length >= 2", 60)
    check(f"{page.name}: Black is at the bottom", page.is_turned())
    page.menu("new")
    page.press("[name=side][value=red]")
    page.until("the board is turned back", "document.getElementById('edge').dataset.below === 'red'")
    # A move with the keyboard alone.
    page.walk(*[Keys.ARROW_DOWN] * 9, *[Keys.ARROW_LEFT] * 8, *[Keys.ARROW_UP] * 3, Keys.ENTER, Keys.ARROW_UP, Keys.ENTER)
    page.until("the keyboard starts a game as well", "document.querySelectorAll('#moves button').length === 2")
    page.run("(document.getElementById('live').textContent = '')")
    page.key(Keys.ARROW_RIGHT)
    page.until("points are named as on the edge", "document.getElementById('live').textContent.startsWith(format(words().point, {file: 8, row: 5}))")


def check_coach(page, folder):
    """A piece lands at once and stays where it was put; only the button takes it back."""
    play_from(page, BLUNDER, strength="level 3", clock="", coach=True)
    page.until("the coach knows the position", "/\\d\\.\\d\\d/.test(document.getElementById('status').textContent)", 60)
    page.run(WATCH)
    page.drag("f0", "f4")
    page.until("a warning", shown("[data-do=anyway]"), 60)
    time.sleep(0.3)
    seen = page.run("seen")
    since = seen.index(True) if True in seen else len(seen)
    check(f"{page.name}: the piece landed and stayed ({since} of {len(seen)} frames before it)", since < len(seen) and all(seen[since:]))
    picture(page, folder / f"first-coach-{page.name.replace(' ', '-')}.png")
    page.driver.refresh()
    page.until("the warning survives a reload", f"{CONNECTED} && {shown('[data-do=anyway]')} && document.querySelector('#pieces [data-at=f4]')", 60)
    page.do("drop")
    page.until("the button takes the piece back", "document.querySelector('#pieces [data-at=f0]') && !document.querySelector('[data-do=anyway]')")
    same(page, "the focus is on the board", "board", page.run(FOCUS))
    page.drag("f0", "f4")
    page.until("the warning again", shown("[data-do=anyway]"), 60)
    page.do("anyway")
    page.until("the move is played", "document.querySelectorAll('#moves button').length === 2", 60)


def motion(page, reduced):
    features = [{"name": "prefers-color-scheme", "value": "light"}, {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def check_motion(page):
    count = """(window.began = [], Element.prototype.animate = new Proxy(Element.prototype.animate, {apply(target, it, given) {
        began.push(it.classList.contains('gone') ? 'gone' : it.dataset.at); return Reflect.apply(target, it, given); }}))"""
    page.run(count)
    for reduced in (False, True):
        motion(page, reduced)
        page.anew()
        begin(page, strength="level 0", clock="")
        page.run("(began.length = 0)")
        page.drag("b2", "b9")
        page.until("a capture is answered", "document.querySelectorAll('#moves button').length === 2")
        began = page.run("began")
        if reduced:
            same(page, "nothing moves if less motion is preferred", [], began)
        else:
            check(f"{page.name}: the piece settles once, the captured one fades, and the answer slides {began}", began.count("b9") >= 1 and began.count("gone") >= 1 and len(began) <= 4)
    motion(page, False)
    page.until("captured pieces do not stay", "document.querySelectorAll('#board .gone').length === 0")


def check_end(page, folder):
    page.do("askResign")
    page.press("#sheet [data-answer=resign]")
    page.until("the end", "document.querySelector('[data-do=rematch]') !== null")
    check(f"{page.name}: the board is dimmed, and nothing else reports the end", page.run("document.getElementById('table').classList.contains('over') && document.getElementById('about').textContent === ''"))
    check(f"{page.name}: the focus has not fallen off the page {page.run(FOCUS)}", page.run(FOCUS) != "nothing")
    time.sleep(1)
    picture(page, folder / f"first-end-{page.name.replace(' ', '-')}.png")


def check_memory(page, folder):
    page.do("new", "#play-actions")
    page.until("the last game and the results are shown", f"{LIVE} && {shown('[data-do=reviewLast]')} && document.querySelectorAll('.record tbody tr').length > 0")
    check(f"{page.name}: so is the game that was left", page.find("[data-do=goOn]").is_displayed())
    text = page.run("document.getElementById('memory').textContent")
    check(f"{page.name}: in plain words {text!r}", "chuhe 0" not in text and "Person" not in text and ".pgn" not in text)
    check(f"{page.name}: the loss is counted", page.run("document.querySelector('.record td:last-child').textContent !== '–'"))
    page.run("document.getElementById('memory').scrollIntoView()")
    page.driver.save_screenshot(str(folder / f"first-memory-{page.name.replace(' ', '-')}.png"))
    page.do("goOn")
    page.until("the game goes on", "document.getElementById('new-game').hidden && document.querySelectorAll('#moves button').length > 0")
    page.menu("new")
    page.do("reviewLast")
    page.until("the last game is reviewed", "document.body.dataset.mode === 'review' && document.querySelectorAll('#moves button').length > 0", 120)
    page.press("#modes [data-mode=play]")


PASTE = """(((data) => { data.setData('text', 'nothing'); dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true})); })(new DataTransfer()))"""


def check_toasts(page):
    page.run("(window.setTimeout = new Proxy(setTimeout, {apply(target, it, [act, ms, ...rest]) { return Reflect.apply(target, it, [act, ms > 3000 ? 2000 : ms, ...rest]); }}))")
    page.press("#modes [data-mode=analyse]")
    page.run(PASTE)
    page.until("a message", "document.getElementById('about').textContent !== ''")
    page.until("it leaves by itself", "document.getElementById('about').textContent === ''")
    page.driver.refresh()
    page.until("a connection", CONNECTED)
    page.run(PASTE)
    page.until("a message", "document.getElementById('about').textContent !== ''")
    page.press("#about .close")
    page.until("it can be closed", "document.getElementById('about').textContent === ''")
    page.press("#modes [data-mode=play]")


def check_large_text(page, folder):
    """Text of twice the size breaks no screen."""
    page.anew()
    page.run("document.documentElement.style.setProperty('font-size', '200%')")
    for mode in ("play", "analyse", "review", "watch"):
        page.press(f"#modes [data-mode={mode}]")
        time.sleep(0.3)
        page.narrow(f"large text in {mode}")
        picture(page, folder / f"first-large-{mode}-{page.name.replace(' ', '-')}.png")
    page.run("document.documentElement.style.removeProperty('font-size')")
    page.press("#modes [data-mode=play]")


def main():
    options = arguments(__doc__, metavar="ENGINE")
    folder, axe = options.folder, install_axe()
    with open_browser() as driver, Server(options.engine) as server:
        for size, language in views(options):
            page = Tried(driver, server.address, size, language)
            fresh(page, language)
            check_first_visit(page, folder, axe)
            check_looks(page, folder, axe)
            check_lessons(page, folder, axe)
            if page.touch:
                check_fingers(page, page.name)
            check_first_move(page, folder)
            check_coach(page, folder)
            check_motion(page)
            check_end(page, folder)
            check_memory(page, folder)
            check_toasts(page)
            check_large_text(page, folder)
            set_screen(driver, *size[:2], "dark", touch=size[2])
            page.load_in(server.address)
            check_axe(page, axe, "the dark board that waits for a game")
            picture(page, folder / f"first-dark-{page.name.replace(' ', '-')}.png")
        check_log(driver)
    end(folder)


if __name__ == "__main__":
    main()
