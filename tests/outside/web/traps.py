"""What used to trap people on the page of `chuhe serve`, a check for each, on a phone and a desktop, in both languages.

    python3 -m tests.outside.web.traps ENGINE|ADDRESS [FOLDER]

Needs what `serve` needs; pictures go to the folder.
"""

import contextlib
import tempfile
import time

from ..common import check
from .browser import arguments, check_log, end, open_browser, picture, set_screen
from .serve import CONNECTED, SCREENS, Served, begin, moves, paste
from .server import Server
from .watch import match

# Black takes the rook that moves to f4.
BLUNDER = "3k5/9/9/9/9/r8/9/9/9/4KR3 w - - 0 1"
QUIET = '[Red "A"]\n[Black "B"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 *\n'


def shown(selector):
    return f"Boolean(document.querySelector(`{selector}`)?.getClientRects().length)"


def same(page, what, one, other):
    check(f"{page.name}: {what} {'' if one == other else (one, other)}", one == other)


def place_of(page, selector):
    return page.run(f"(({{top, left, width, height}}) => [top, left, width, height].map(Math.round))(document.querySelector(`{selector}`).getBoundingClientRect())")


def on_screen(page, selector):
    return page.run(f"[...document.querySelectorAll(`{selector}`)].every((it) => {{ const {{top, bottom, left, right}} = it.getBoundingClientRect(); return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth; }})")


def play_from(page, fen, **choices):
    """Begins a game from a position."""
    page.press("#modes [data-mode=analyse]")
    page.until("the analysis", "document.body.dataset.mode === 'analyse'")
    paste(page, fen)
    pieces = sum(c.isalpha() for c in fen.split()[0])
    page.until("the position", f"document.querySelectorAll('#pieces use').length === {pieces} && document.querySelector('[data-do=playFrom]').disabled === false")
    page.do("playFrom")
    begin(page, **choices)


def check_takeover(page, engine_url):
    """1: the newest page has the game, and the old one says so; no clock runs that no page shows."""
    begin(page, strength="level 0", clock="10m+5s")
    page.drag("h2", "e2")
    page.until("a move and its answer", "document.querySelectorAll('#moves button').length === 2")
    before, address, first = moves(page), page.run("location.href"), page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.load_in(address)
    page.until("another page takes the game over", "document.querySelectorAll('#moves button').length === 2")
    same(page, "as it was", before, moves(page))
    check(f"{page.name}: with its clocks", page.run("/\\d:\\d\\d/.test(document.querySelector('[data-clock=red]').textContent)"))
    second = page.driver.current_window_handle
    page.driver.switch_to.window(first)
    page.until("the old page says so", "document.getElementById('status').textContent.includes(words().taken)")
    page.do("takeBack", "#status")
    page.until("and can take it back", "document.querySelectorAll('#moves button').length === 2")
    page.driver.switch_to.window(second)
    page.until("which the other one says, too", "document.getElementById('status').textContent.includes(words().taken)")
    page.driver.close()
    page.driver.switch_to.window(first)
    clock = "document.querySelector('[data-clock=red]').textContent"
    read = page.run(clock)
    page.driver.get("about:blank")
    # Longer than a busy machine takes to open the page again.
    time.sleep(15)
    page.driver.get(address)
    page.until("the game again", "document.querySelectorAll('#moves button').length === 2 && /\\d:\\d\\d/.test(document.querySelector('[data-clock=red]').textContent)")
    seconds = [int(text.split(":")[0]) * 60 + int(text.split(":")[1]) for text in (read, page.run(clock))]
    check(f"{page.name}: no clock ran while no page showed the game {seconds}", 0 <= seconds[0] - seconds[1] < 10)


def check_still_board(page, folder):
    """2: the board stays where it is while something is said."""
    play_from(page, BLUNDER, strength="level 3", clock="", coach=True)
    page.run("scrollTo(0, 0)")
    before = place_of(page, "#board")
    page.do("hint")
    page.until("a hint", "document.querySelectorAll('#marks path[stroke=\"#8637b4\"]').length >= 1")
    same(page, "a hint leaves the board where it is", before, place_of(page, "#board"))
    check(f"{page.name}: and is on the screen", on_screen(page, "#status"))
    page.drag("f0", "f4")
    page.until("a warning", shown("[data-do=anyway]"), 60)
    same(page, "a warning leaves the board where it is", before, place_of(page, "#board"))
    check(f"{page.name}: its buttons are on the screen", on_screen(page, "[data-do=anyway], [data-do=drop]"))
    board, sheet = place_of(page, "#board"), place_of(page, "#status")
    check(f"{page.name}: and not over the board {board} {sheet}", sheet[0] >= board[0] + board[3] or sheet[1] >= board[1] + board[2])
    picture(page, folder / f"trap-warning-{page.name.replace(' ', '-')}.png")
    page.do("drop")
    page.until("no warning", "!document.querySelector('[data-do=anyway]')")
    page.do("askResign")
    page.press("#sheet [data-answer=resign]")
    page.until("the end", "document.querySelector('[data-do=rematch]') !== null")
    same(page, "the result leaves the board where it is", before, place_of(page, "#board"))


def check_phases(page, folder):
    """8: after the end the buttons are those for what comes next, all in sight."""
    shows = page.run("[...document.querySelectorAll('#play-actions button')].map((it) => it.dataset.do)")
    same(page, "after the end", ["review", "rematch", "new", "more"], shows)
    check(f"{page.name}: in sight", on_screen(page, "#play-actions button"))
    picture(page, folder / f"trap-end-{page.name.replace(' ', '-')}.png")
    page.do("rematch")
    page.until("another game", "document.querySelector('[data-do=askResign]') !== null")
    shows = page.run("[...document.querySelectorAll('#play-actions button')].map((it) => it.dataset.do)")
    same(page, "in a game", ["undo", "hint", "askResign", "more"], shows)
    check(f"{page.name}: in sight", on_screen(page, "#play-actions button"))
    check(f"{page.name}: other games are not in the way", not page.find("#other-games").is_displayed())


def check_coach(page):
    """3: the coach says what the position is worth, and no move."""
    page.anew()
    begin(page, strength="level 0", clock="", coach=True)
    page.until("what it is worth", "!document.getElementById('bar').hidden && /[+−]?\\d\\.\\d\\d/.test(document.getElementById('status').textContent)", 60)
    text = page.run("document.getElementById('status').textContent")
    check(f"{page.name}: no move is told {text!r}", not page.run("/[CHREAKP]\\d[.+-]\\d|[炮马车兵相仕帅][一二三四五六七八九]|[a-i]\\d[a-i]\\d/.test(document.getElementById('status').textContent)"))


def check_kept_analysis(page):
    """4: an analysis is there after a reload, has a name, and can be opened again."""
    page.press("#modes [data-mode=analyse]")
    page.do("empty")
    page.until("the start", "document.querySelectorAll('#tree button').length === 0 && document.querySelector('[data-do=playFrom]').disabled === false")
    page.drag("h2", "e2")
    page.until("it is kept by itself", "location.hash.includes('name=analysis')")
    same(page, "under a name for people", False, page.run("/\\d{6} [0-9a-f]{6}/.test(document.querySelector('#tree .kept').textContent)"))
    page.load_in(page.run("location.href"))
    page.until("a reload finds it", "document.querySelectorAll('#tree button').length === 1")
    name = f"Mine {page.name} {time.time_ns()}"
    page.do("rename")
    page.run(f"(document.getElementById('sheet-text').value = '{name}')")
    page.press("#sheet [type=submit]")
    page.until("it has a name", f"document.querySelector('#tree .kept')?.textContent === '{name}'")
    page.do("empty")
    page.until("another one", "document.querySelectorAll('#tree button').length === 0")
    page.do("kept")
    page.until("the list", f"[...document.querySelectorAll('#sheet .row b')].some((it) => it.textContent === '{name}')")
    page.run(f"[...document.querySelectorAll('#sheet .row')].find((it) => it.textContent.includes('{name}')).click()")
    page.until("it is opened again", f"document.querySelectorAll('#tree button').length === 1 && document.querySelector('#tree .kept').textContent === '{name}'")


def check_comments(page):
    page.press("#tree button")
    page.until("a move", "document.querySelector('#tree [aria-current]') && !document.querySelector('[data-do=comment]').disabled")
    page.do("comment")
    page.press("#sheet [name=glyph][value='1']")
    page.run("(document.getElementById('comment-text').value = 'central')")
    page.press("#sheet [data-answer=set]")
    page.until("a comment and a glyph", "document.querySelector('#tree .said')?.textContent === 'central' && document.querySelector('#tree .glyph')?.textContent === '!'")


def check_history(page, url):
    """5: what is shown has an address; back and forward lead through them; a changed address is followed."""
    # In a tab of its own: the browser keeps some tens of places, and goes back too far when they are full.
    before = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    set_screen(page.driver, *page.size[:2], "light", touch=page.touch)
    page.load_in(url + "#analyse?moves=h2e2,h9g7,h0g2&ply=2")
    page.until("an address is followed", "document.querySelectorAll('#tree button').length === 3 && document.querySelectorAll('#tree button')[1].getAttribute('aria-current') === 'true'")
    page.press("#modes [data-mode=review]")
    page.press("#modes [data-mode=watch]")
    page.run("history.back()")
    page.until("back", "document.body.dataset.mode === 'review'")
    page.run("history.back()")
    page.until("and back", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#tree button').length === 3")
    page.run("history.forward()")
    page.until("and forward", "document.body.dataset.mode === 'review'")
    # A page that is loaded anew in the middle of its history keeps what comes after it.
    page.run("history.back()")
    page.until("back", "document.body.dataset.mode === 'analyse'")
    page.driver.refresh()
    page.until("it is loaded anew", f"{CONNECTED} && document.querySelectorAll('#tree button').length === 3")
    page.run("history.forward()")
    page.until("and goes forward", "document.body.dataset.mode === 'review'")
    page.run("(location.hash = '#analyse?fen=3k5/9/9/9/9/9/9/9/R8/4K4+w+-+-+0+1&moves=a1a9')")
    page.until("a changed address", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#tree button').length === 1 && document.querySelectorAll('#pieces use').length === 3")
    page.do("share")
    address = page.run("document.querySelector('#share-line, #share-page').value")
    check(f"{page.name}: what is shared is the line {address}", "moves=a1a9" in address and "fen=3k5/9" in address)
    page.press("#sheet-close")
    page.load_in(address)
    page.until("which opens again", "document.querySelectorAll('#tree button').length === 1 && document.querySelectorAll('#pieces use').length === 3")
    page.driver.close()
    page.driver.switch_to.window(before)


def check_remembered(page, language):
    """6: what was chosen is there the next time; the language is that of the browser, the notation that of the language."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    for accepts, expected in [("zh-CN,zh;q=0.9", "zh"), ("en-GB,en;q=0.8", "en")]:
        page.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": accepts}})
        page.run("localStorage.clear()")
        page.load_in(page.url + "#analyse?moves=h2e2")
        page.until("a move", "document.querySelectorAll('#tree button').length === 1")
        same(page, f"{accepts} gets its language", expected, page.language())
        same(page, "with its notation", {"zh": "1. 炮二平五", "en": "1. C2.5"}[expected], page.run("document.querySelector('#tree button').textContent"))
    page.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    page.press("#settings")
    page.press("#notations [data-notation=move]")
    page.choose("#chosen-pieces", "letters")
    page.choose("#chosen-board", "green")
    page.press("#theme")
    page.press("#choices-close")
    page.press("#flip")
    state = "[document.documentElement.dataset.theme, document.documentElement.dataset.board, document.querySelector('#pieces use').getAttribute('href').slice(0, 8), document.querySelector('#tree button').textContent, document.getElementById('edge').dataset.below]"
    before = page.run(state)
    check(f"{page.name}: settings are taken {before}", before[1:] == ["green", "#letters", "1. h2e2", "black"])
    page.load_in(page.url + "#analyse?moves=h2e2")
    page.until("a move again", "document.querySelectorAll('#tree button').length === 1")
    same(page, "and remembered", before, page.run(state))
    # Nothing flashes: they are there before the modules.
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/assets/main.js*"]})
    page.driver.get("about:blank")
    page.driver.get(page.url)
    first = page.run("[document.documentElement.dataset.theme, document.documentElement.dataset.board, getComputedStyle(document.body).visibility]")
    same(page, "without the modules", [before[0], "green", "visible"], first)
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    # The browser tells of the blocked one, as it should.
    said = [entry["message"] for entry in page.driver.get_log("browser") if "ERR_BLOCKED_BY_CLIENT" not in entry["message"]]
    check(f"{page.name}: the browser complains of nothing else {said}", not said)
    page.run("localStorage.clear()")
    page.load_in(page.url)
    if page.language() != language:
        page.press("#language")


def check_edge(page, language):
    """7: the edge of the board is as the moves are written."""
    files = page.run("[...document.querySelectorAll('#edge text')].map((it) => it.textContent).join('')")
    expected = "".join(a + b for a, b in zip("九八七六五四三二一" if language == "zh" else "987654321", "１２３４５６７８９" if language == "zh" else "123456789"))
    same(page, "the edge of the board", expected, files)


def check_lines(page, folder):
    """9: lines of the engine can be read, looked at and walked; arrows cover no character; the last move is seen."""
    page.load_in(page.url + "#analyse?moves=h2e2")
    page.until("a position", "document.querySelectorAll('#tree button').length === 1 && document.querySelector('[data-do=playFrom]').disabled === false")
    check(f"{page.name}: the last move is marked", page.run("document.querySelectorAll('#last circle').length === 2 && Number(document.querySelectorAll('#last circle')[1].getAttribute('r')) > 45"))
    page.choose("#line-count", "2")
    page.do("engine")
    page.until("long lines", "document.querySelectorAll('#lines li').length === 2 && document.querySelectorAll('#lines li:first-child .pv button').length > 7", 60)
    page.do("engine")
    page.do("engine")
    page.until("lines", "document.querySelectorAll('#lines li:first-child .pv button').length > 7", 60)
    begins = page.run("[...document.querySelectorAll('#marks [data-arrow]')].map((it) => Number(it.getAttribute('d').match(/^M([\\d.]+)/)[1]))")
    check(f"{page.name}: arrows begin outside of the piece {begins}", begins and all(it >= 45 for it in begins))
    page.press("#lines [data-do=whole]")
    page.until("a line can be read whole", "(([pv]) => pv.scrollHeight <= pv.clientHeight + 1 && [...pv.children].every((it) => it.getBoundingClientRect().right <= innerWidth))(document.querySelectorAll('#lines .whole .pv'))")
    picture(page, folder / f"trap-lines-{page.name.replace(' ', '-')}.png")
    if not page.touch:
        before = page.pieces()
        # The lines may be drawn anew at any moment, so not by an element.
        page.mouse("mouseMoved", *page.run("(({left, top, width, height}) => [left + width / 2, top + height / 2])(document.querySelectorAll('#lines .whole [data-line]')[2].getBoundingClientRect())"), 0)
        page.until("a move under the mouse is seen on the board", f"[...document.querySelectorAll('#pieces use')].map((u) => u.dataset.at + u.getAttribute('href').slice(-1)).sort().join() !== '{before}'")
    page.press("#lines [data-count='2']")
    page.until("a line is walked", "document.querySelectorAll('#tree button').length === 3")
    page.do("engine")


def check_puzzles(page, folder):
    """10: where there is no puzzle the page says what would be one, and has others."""
    page.press("#modes [data-mode=review]")
    if page.run(shown("#review-head [data-do=other]")):
        page.do("other", "#review-head")
    page.choose("#review-effort", "quick")
    page.choose("#review-text", QUIET)
    page.do("text", "#review-file")
    # The moves of a game before may still be there, but nothing can be made of them.
    page.until("the game", "document.querySelectorAll('#moves button').length === 6 && document.querySelector('#review-actions [data-do=make]')", 120)
    page.do("make", "#review-actions")
    page.until("what would be a puzzle", "document.getElementById('task').textContent.includes(words().whatQualifies)", 120)
    page.do("bundled", "#task")
    page.until("those of the program", "document.querySelectorAll('#list button').length > 30 && document.querySelector('#task .task') !== null")
    page.until("with its moves", "document.querySelectorAll('#pieces use').length > 4")
    picture(page, folder / f"trap-puzzles-{page.name.replace(' ', '-')}.png")
    address = page.run("location.href")
    check(f"{page.name}: a puzzle has an address {address}", "puzzles=bundled&puzzle=1" in address)


def check_watch(page, folder):
    """9: all columns of a match are seen on a desktop."""
    page.press("#modes [data-mode=watch]")
    page.until("a match", "document.querySelector('[data-folder]') !== null")
    page.press("[data-folder]")
    page.until("its table", "document.querySelectorAll('.wide-table tbody tr').length === 2")
    page.narrow("a match")
    if not page.touch:
        check(f"{page.name}: all columns are seen", page.run("(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.wide-table'))"))
    picture(page, folder / f"trap-watch-{page.name.replace(' ', '-')}.png")


def check_words(page):
    """11: words for people instead of those of programs."""
    page.press("#modes [data-mode=analyse]")
    page.do("setup")
    page.do("clear", "#setup")
    page.until("a reason", "document.getElementById('problem').textContent.length > 3")
    text = page.run("document.getElementById('problem').textContent")
    check(f"{page.name}: in words {text!r}", "placement" not in text and "expected" not in text)
    page.do("cancel", "#setup")
    page.press("#modes [data-mode=play]")
    page.do("games") if page.run("Boolean(document.querySelector('#play-actions [data-do=games]'))") else page.menu("games")
    page.until("saved games", "document.querySelectorAll('#sheet .row').length > 0")
    names = page.run("[...document.querySelectorAll('#sheet .row b')].map((it) => it.textContent)")
    check(f"{page.name}: games have names for people {names[:2]}", not any(name.startswith("game 20") for name in names))
    page.press("#sheet-close")
    page.run("(window.prompt = () => { throw new Error('prompt'); })")


def check_board(page):
    """What people expect of a board: arrows and rings by the right button, moves ahead of the turn, what was captured."""
    page.press("#modes [data-mode=play]")
    page.anew()
    begin(page, strength="level 20", clock="")
    page.until("the board", "document.querySelectorAll('#pieces use').length === 32")
    if not page.touch:
        for start, to in [("a3", "c5"), ("e4", "e4")]:
            (x, y), (to_x, to_y) = page.spot(start), page.spot(to)
            for kind, at in [("mousePressed", (x, y)), ("mouseReleased", (to_x, to_y))]:
                page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": at[0], "y": at[1], "button": "right", "buttons": 2, "clickCount": 1})
        page.until("an arrow and a ring are drawn", "document.querySelectorAll('#marks [data-arrow=drawn]').length === 1 && document.querySelectorAll('#marks [data-ring=e4]').length === 1")
    page.drag("h2", "h9")
    page.drag("b0", "c2")
    page.until("a move that was made ahead is marked or played", "document.querySelector('#marks [data-arrow=ahead]') || document.querySelectorAll('#moves button').length >= 3")
    page.until("and played in its turn", "document.querySelectorAll('#moves button').length >= 3", 60)
    check(f"{page.name}: what was captured is beside the name", page.run("document.querySelectorAll('#players-bottom .captured use').length >= 1"))


class Tried(Served):
    def load_in(self, address):
        self.driver.get("about:blank")
        self.driver.get(address)
        self.until("a connection", CONNECTED)


def main():
    options = arguments(__doc__, metavar="ENGINE|ADDRESS")
    folder = options.folder
    with open_browser() as driver, contextlib.ExitStack() as stack:
        url = options.engine
        if not url.startswith("http://"):
            matches = stack.enter_context(tempfile.TemporaryDirectory())
            match(url, f"{matches}/one", 2, "nodes=500").wait(120)
            url = stack.enter_context(Server(url, "--watch", matches)).address
        for size in SCREENS:
            for language in ("en", "zh"):
                page = Tried(driver, url, size, language)
                page.run("localStorage.clear()")
                page.load_in(url)
                if page.language() != language:
                    page.press("#language")
                check_edge(page, language)
                check_takeover(page, url)
                check_still_board(page, folder)
                check_phases(page, folder)
                check_coach(page)
                check_kept_analysis(page)
                check_comments(page)
                check_history(page, url)
                check_lines(page, folder)
                check_puzzles(page, folder)
                check_watch(page, folder)
                check_words(page)
                check_board(page)
                check_remembered(page, language)
        check_log(driver)
    end(folder)


if __name__ == "__main__":
    main()
