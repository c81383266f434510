"""Checks that former usability problems on the page of `chuhe serve` do not return, on a phone and a desktop, in both
languages.

    python3 -m tests.outside.web.traps ENGINE|ADDRESS [FOLDER]

Has the same requirements as `serve`; pictures go to the folder.
"""

import contextlib
import tempfile
import time

from ..common import check
from .browser import arguments, check_log, end, open_browser, picture, set_screen, views
from .serve import CONNECTED, Served, begin, moves, paste
from .server import Server
from .watch import match

# Black captures the rook that moves to f4.
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
    """Starts a game from a position."""
    page.press("#modes [data-mode=analyse]")
    page.until("the analysis", "document.body.dataset.mode === 'analyse'")
    paste(page, fen)
    pieces = sum(c.isalpha() for c in fen.split()[0])
    page.until("the position is shown", f"document.querySelectorAll('#pieces use').length === {pieces} && document.querySelector('[data-do=playFrom]').disabled === false")
    page.do("playFrom")
    begin(page, **choices)


def check_takeover(page, engine_url):
    """The newest page takes over the game, and the old one reports that; no clock runs unless a page shows the game."""
    begin(page, strength="level 0", clock="10m+5s")
    page.drag("h2", "e2")
    page.until("a move is answered", "document.querySelectorAll('#moves button').length === 2")
    before, address, first = moves(page), page.run("location.href"), page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.load_in(address)
    page.until("another page takes the game over", "document.querySelectorAll('#moves button').length === 2")
    same(page, "its moves are unchanged", before, moves(page))
    check(f"{page.name}: the clocks are shown", page.run("/\\d:\\d\\d/.test(document.querySelector('[data-clock=red]').textContent)"))
    second = page.driver.current_window_handle
    page.driver.switch_to.window(first)
    page.until("the old page reports the takeover", "document.getElementById('status').textContent.includes(words().taken)")
    page.do("takeBack", "#status")
    page.until("the old page can take the game back", "document.querySelectorAll('#moves button').length === 2")
    page.driver.switch_to.window(second)
    page.until("the other page reports that as well", "document.getElementById('status').textContent.includes(words().taken)")
    page.driver.close()
    page.driver.switch_to.window(first)
    clock = "document.querySelector('[data-clock=red]').textContent"
    read = page.run(clock)
    page.driver.get("about:blank")
    # Longer than a busy machine takes to reopen the page.
    time.sleep(15)
    page.driver.get(address)
    page.until("the game is back", "document.querySelectorAll('#moves button').length === 2 && /\\d:\\d\\d/.test(document.querySelector('[data-clock=red]').textContent)")
    seconds = [int(text.split(":")[0]) * 60 + int(text.split(":")[1]) for text in (read, page.run(clock))]
    check(f"{page.name}: no clock ran while no page showed the game {seconds}", 0 <= seconds[0] - seconds[1] < 10)


def check_still_board(page, folder):
    """The board does not move when a message appears."""
    play_from(page, BLUNDER, strength="level 3", clock="", coach=True)
    page.run("scrollTo(0, 0)")
    before = place_of(page, "#board")
    page.do("hint")
    page.until("a hint is shown", "document.querySelectorAll('#marks path[stroke=\"#8637b4\"]').length >= 1")
    same(page, "a hint does not move the board", before, place_of(page, "#board"))
    check(f"{page.name}: the hint is on the screen", on_screen(page, "#status"))
    page.drag("f0", "f4")
    page.until("a warning", shown("[data-do=anyway]"), 60)
    same(page, "a warning does not move the board", before, place_of(page, "#board"))
    check(f"{page.name}: the warning's buttons are on the screen", on_screen(page, "[data-do=anyway], [data-do=drop]"))
    board, sheet = place_of(page, "#board"), place_of(page, "#status")
    check(f"{page.name}: the warning does not cover the board {board} {sheet}", sheet[0] >= board[0] + board[3] or sheet[1] >= board[1] + board[2])
    picture(page, folder / f"trap-warning-{page.name.replace(' ', '-')}.png")
    page.do("drop")
    page.until("no warning", "!document.querySelector('[data-do=anyway]')")
    page.do("askResign")
    page.press("#sheet [data-answer=resign]")
    page.until("the end", "document.querySelector('[data-do=rematch]') !== null")
    same(page, "the result does not move the board", before, place_of(page, "#board"))


def check_phases(page, folder):
    """After the end of a game, the buttons for the next step are shown, and all of them are visible."""
    shows = page.run("[...document.querySelectorAll('#play-actions button')].map((it) => it.dataset.do)")
    same(page, "buttons after the end of a game", ["review", "rematch", "new", "more"], shows)
    check(f"{page.name}: all buttons are on the screen", on_screen(page, "#play-actions button"))
    picture(page, folder / f"trap-end-{page.name.replace(' ', '-')}.png")
    page.do("rematch")
    page.until("another game", "document.querySelector('[data-do=askResign]') !== null")
    shows = page.run("[...document.querySelectorAll('#play-actions button')].map((it) => it.dataset.do)")
    same(page, "buttons during a game", ["undo", "hint", "askResign", "more"], shows)
    check(f"{page.name}: all buttons are on the screen", on_screen(page, "#play-actions button"))
    check(f"{page.name}: links to other games are hidden", not page.find("#other-games").is_displayed())


def check_coach(page):
    """The coach shows the score of the position, and no move."""
    page.anew()
    begin(page, strength="level 0", clock="", coach=True)
    page.until("the coach shows the score", "!document.getElementById('bar').hidden && /[+−]?\\d\\.\\d\\d/.test(document.getElementById('status').textContent)", 60)
    text = page.run("document.getElementById('status').textContent")
    check(f"{page.name}: the coach reveals no move {text!r}", not page.run("/[CHREAKP]\\d[.+-]\\d|[炮马车兵相仕帅][一二三四五六七八九]|[a-i]\\d[a-i]\\d/.test(document.getElementById('status').textContent)"))


def check_kept_analysis(page):
    """An analysis survives a reload, has a name, and can be opened again."""
    page.press("#modes [data-mode=analyse]")
    page.more("empty")
    page.until("the start position is shown", "document.querySelectorAll('#rows [data-node]').length === 0 && document.querySelector('[data-do=playFrom]').disabled === false")
    page.drag("h2", "e2")
    page.until("the analysis is saved automatically", "location.hash.includes('name=analysis')")
    same(page, "its name is readable", False, page.run("/\\d{6} [0-9a-f]{6}/.test(document.querySelector('#tree .kept').textContent)"))
    page.load_in(page.run("location.href"))
    page.until("the analysis is back after a reload", "document.querySelectorAll('#rows [data-node]').length === 1")
    name = f"Mine {page.name} {time.time_ns()}"
    page.more("rename")
    page.run(f"(document.getElementById('sheet-text').value = '{name}')")
    page.press("#sheet [type=submit]")
    page.until("the analysis has its new name", f"document.querySelector('#tree .kept')?.textContent === '{name}'")
    page.more("empty")
    page.until("a new analysis starts", "document.querySelectorAll('#rows [data-node]').length === 0")
    page.more("kept")
    page.until("the list contains the analysis", f"[...document.querySelectorAll('#sheet .row b')].some((it) => it.textContent === '{name}')")
    page.run(f"[...document.querySelectorAll('#sheet .row')].find((it) => it.textContent.includes('{name}')).click()")
    page.until("the analysis can be opened again", f"document.querySelectorAll('#rows [data-node]').length === 1 && document.querySelector('#tree .kept').textContent === '{name}'")


def check_comments(page):
    page.press("#rows [data-node]")
    page.until("a move", "document.querySelector('#tree [aria-current]') && !document.querySelector('[data-do=comment]').disabled")
    page.do("comment", "#tree-actions")
    page.press("#comment [data-glyph='1']")
    page.find("#comment-text").send_keys("central")
    page.until("a comment and a glyph are shown", "document.querySelector('#rows .said')?.textContent === 'central' && document.querySelector('#rows .glyph')?.textContent === '!'")
    check(f"{page.name}: the pane for the comment does not cover the board", page.run("(([board, pane]) => pane.top >= board.bottom || pane.left >= board.right)(['board', 'comment'].map((id) => (scrollTo(0, 0), document.getElementById(id).getBoundingClientRect())))"))
    page.do("close", "#comment")
    check(f"{page.name}: the focus goes back to the button", page.run("document.activeElement.dataset.do") == "comment")


def check_history(page, url):
    """Every view has an address; the browser's Back and Forward buttons lead through the addresses; editing the address
    opens its view."""
    # In a new tab: the browser limits the length of a tab's history, and goes back too far when the history is full.
    before = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    set_screen(page.driver, *page.size[:2], "light", touch=page.touch)
    page.load_in(url + "#analyse?moves=h2e2,h9g7,h0g2&ply=2")
    page.until("an address is followed", "document.querySelectorAll('#rows [data-node]').length === 3 && document.querySelectorAll('#rows [data-node]')[1].getAttribute('aria-current') === 'true'")
    page.press("#modes [data-mode=review]")
    page.press("#modes [data-mode=watch]")
    page.run("history.back()")
    page.until("the Back button leads to the analysis again", "document.body.dataset.mode === 'review'")
    page.run("history.back()")
    page.until("the Back button leads to the analysis", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#rows [data-node]').length === 3")
    page.run("history.forward()")
    page.until("and forward", "document.body.dataset.mode === 'review'")
    # A page reloaded in the middle of its history keeps the later entries.
    page.run("history.back()")
    page.until("the Back button leads to the analysis again", "document.body.dataset.mode === 'analyse'")
    page.driver.refresh()
    page.until("the page is loaded again", f"{CONNECTED} && document.querySelectorAll('#rows [data-node]').length === 3")
    page.run("history.forward()")
    page.until("the Forward button leads to the review", "document.body.dataset.mode === 'review'")
    page.run("(location.hash = '#analyse?fen=3k5/9/9/9/9/9/9/9/R8/4K4+w+-+-+0+1&moves=a1a9')")
    page.until("a changed address is followed", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#rows [data-node]').length === 1 && document.querySelectorAll('#pieces use').length === 3")
    page.do("share")
    address = page.run("document.querySelector('#share-line, #share-page').value")
    check(f"{page.name}: the shared address contains the line {address}", "moves=a1a9" in address and "fen=3k5/9" in address)
    page.press("#sheet-close")
    page.load_in(address)
    page.until("the shared address opens the line", "document.querySelectorAll('#rows [data-node]').length === 1 && document.querySelectorAll('#pieces use').length === 3")
    page.driver.close()
    page.driver.switch_to.window(before)


def check_remembered(page, language):
    """Choices are remembered; the default language is that of the browser, and the default notation is that of the
    language."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    for accepts, expected in [("zh-CN,zh;q=0.9", "zh"), ("en-GB,en;q=0.8", "en")]:
        page.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": accepts}})
        page.run("localStorage.clear()")
        page.load_in(page.url + "#analyse?moves=h2e2")
        page.until("a move is played", "document.querySelectorAll('#rows [data-node]').length === 1")
        same(page, f"{accepts} selects its language", expected, page.language())
        same(page, "the notation follows the language", {"zh": "炮二平五", "en": "C2.5"}[expected], page.run("document.querySelector('#rows [data-node]').textContent"))
    page.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    page.press("#settings")
    page.press("#notations [data-notation=move]")
    page.press("[name=chosen-pieces][value=letters]")
    page.press("[name=chosen-board][value=green]")
    page.press("#theme")
    page.press("#choices-close")
    page.press("#flip")
    state = "[document.documentElement.dataset.theme, document.documentElement.dataset.board, document.querySelector('#pieces use').getAttribute('href').slice(0, 8), document.querySelector('#rows [data-node]').textContent, document.getElementById('edge').dataset.below]"
    before = page.run(state)
    check(f"{page.name}: settings take effect {before}", before[1:] == ["green", "#letters", "h2e2", "black"])
    page.load_in(page.url + "#analyse?moves=h2e2")
    page.until("a move is played again", "document.querySelectorAll('#rows [data-node]').length === 1")
    same(page, "settings are remembered", before, page.run(state))
    # The settings apply before the modules are loaded, so that nothing flashes.
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/page/main.js"]})
    page.driver.get("about:blank")
    page.driver.get(page.url)
    first = page.run("[document.documentElement.dataset.theme, document.documentElement.dataset.board, getComputedStyle(document.body).visibility]")
    same(page, "settings apply before the modules load", [before[0], "green", "visible"], first)
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    # The browser is expected to report the blocked module.
    said = [entry["message"] for entry in page.driver.get_log("browser") if "ERR_BLOCKED_BY_CLIENT" not in entry["message"]]
    check(f"{page.name}: the browser reports no other errors {said}", not said)
    page.run("localStorage.clear()")
    page.load_in(page.url)
    if page.language() != language:
        page.press("#language")


def check_edge(page, language):
    """The labels at the edge of the board match the notation."""
    files = page.run("[...document.querySelectorAll('#edge text')].map((it) => it.textContent).join('')")
    expected = "".join(a + b for a, b in zip("九八七六五四三二一" if language == "zh" else "987654321", "１２３４５６７８９" if language == "zh" else "123456789"))
    same(page, "the labels at the edge match the notation", expected, files)


def check_lines(page, folder):
    """The engine's lines can be read, previewed and stepped through; arrows cover no character; the last move is
    marked."""
    page.load_in(page.url + "#analyse?moves=h2e2")
    page.until("the position is shown", "document.querySelectorAll('#rows [data-node]').length === 1 && document.querySelector('[data-do=playFrom]').disabled === false")
    check(f"{page.name}: the last move is marked", page.run("document.querySelectorAll('#last circle').length === 2 && Number(document.querySelectorAll('#last circle')[1].getAttribute('r')) > 45"))
    page.choose("#line-count", "2")
    page.do("engine")
    page.until("long lines are shown", "document.querySelectorAll('#lines li').length === 2 && document.querySelectorAll('#lines li:first-child .pv button').length > 7", 60)
    page.do("engine")
    page.do("engine")
    page.until("lines are shown again", "document.querySelectorAll('#lines li:first-child .pv button').length > 7", 60)
    begins = page.run("[...document.querySelectorAll('#marks [data-arrow]')].map((it) => Number(it.getAttribute('d').match(/^M([\\d.]+)/)[1]))")
    check(f"{page.name}: arrows begin outside the piece {begins}", begins and all(it >= 45 for it in begins))
    page.press("#lines [data-do=whole]")
    page.until("a line can be read completely", "(([pv]) => pv.scrollHeight <= pv.clientHeight + 1 && [...pv.children].every((it) => it.getBoundingClientRect().right <= innerWidth))(document.querySelectorAll('#lines .whole .pv'))")
    picture(page, folder / f"trap-lines-{page.name.replace(' ', '-')}.png")
    if not page.touch:
        before = page.pieces()
        # The click uses coordinates, because the lines may be redrawn at any moment.
        page.mouse("mouseMoved", *page.run("(({left, top, width, height}) => [left + width / 2, top + height / 2])(document.querySelectorAll('#lines .whole [data-line]')[2].getBoundingClientRect())"), 0)
        page.until("a move under the mouse is shown on the board", f"[...document.querySelectorAll('#pieces use')].map((u) => u.dataset.at + u.getAttribute('href').slice(-1)).sort().join() !== '{before}'")
    page.press("#lines [data-count='2']")
    page.until("a line can be stepped through", "document.querySelectorAll('#rows [data-node]').length === 3")
    page.do("engine")


def check_puzzles(page, folder):
    """For a game without puzzles, the page explains what counts as a puzzle, and offers built-in ones."""
    page.press("#modes [data-mode=review]")
    if page.run(shown("#review-head [data-do=other]")):
        page.do("other", "#review-head")
    page.choose("#review-effort", "quick")
    page.choose("#review-text", QUIET)
    page.do("text", "#review-file")
    # The moves of an earlier game may still be shown, but no puzzles can be made from them.
    page.until("the reviewed game is shown", "document.querySelectorAll('#moves button').length === 6 && document.querySelector('#review-actions [data-do=make]')", 120)
    page.do("make", "#review-actions")
    page.until("the page explains what qualifies as a puzzle", "document.getElementById('task').textContent.includes(words().whatQualifies)", 120)
    page.do("bundled", "#task")
    page.until("the built-in puzzles are listed", "document.querySelectorAll('#list button').length > 30 && document.querySelector('#task .task') !== null")
    page.until("a puzzle's position is shown", "document.querySelectorAll('#pieces use').length > 4")
    picture(page, folder / f"trap-puzzles-{page.name.replace(' ', '-')}.png")
    address = page.run("location.href")
    check(f"{page.name}: a puzzle has an address {address}", "puzzles=bundled&puzzle=1" in address)
    page.drag("e1", "f2")
    page.until("a solved puzzle leads to the next", "document.querySelector('#review-actions [data-do=next]') !== null")
    page.do("next", "#review-actions")
    page.until("the next puzzle is shown", "location.hash.endsWith('puzzle=2') && document.querySelector('#review-actions [data-do=next]') === null")


def check_watch(page, folder):
    """All columns of a match are visible on a desktop."""
    page.press("#modes [data-mode=watch]")
    page.until("a match", "document.querySelector('[data-folder]') !== null")
    page.press("[data-folder]")
    page.until("the match table is shown", "document.querySelectorAll('.wide-table tbody tr').length === 2")
    page.narrow("a match")
    if not page.touch:
        check(f"{page.name}: all columns are visible", page.run("(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.wide-table'))"))
    picture(page, folder / f"trap-watch-{page.name.replace(' ', '-')}.png")


def check_words(page):
    """The page uses plain words instead of technical terms."""
    page.press("#modes [data-mode=analyse]")
    page.more("setup")
    page.do("clear", "#setup")
    page.until("a reason", "document.getElementById('problem').textContent.length > 3")
    text = page.run("document.getElementById('problem').textContent")
    check(f"{page.name}: the reason is in plain words {text!r}", "placement" not in text and "expected" not in text)
    page.do("cancel", "#setup")
    page.press("#modes [data-mode=play]")
    page.do("games") if page.run("Boolean(document.querySelector('#play-actions [data-do=games]'))") else page.menu("games")
    page.until("saved games", "document.querySelectorAll('#sheet .row').length > 0")
    names = page.run("[...document.querySelectorAll('#sheet .row b')].map((it) => it.textContent)")
    check(f"{page.name}: games have readable names {names[:2]}", not any(name.startswith("game 20") for name in names))
    page.press("#sheet-close")
    page.run("(window.prompt = () => { throw new Error('prompt'); })")


def check_board(page):
    """The board has the usual features: arrows and rings drawn with the right button, premoves, and captured pieces."""
    page.press("#modes [data-mode=play]")
    page.anew()
    begin(page, strength="level 20", clock="")
    page.until("the board is ready", "document.querySelectorAll('#pieces use').length === 32")
    if not page.touch:
        for start, to in [("a3", "c5"), ("e4", "e4")]:
            (x, y), (to_x, to_y) = page.spot(start), page.spot(to)
            for kind, at in [("mousePressed", (x, y)), ("mouseReleased", (to_x, to_y))]:
                page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": at[0], "y": at[1], "button": "right", "buttons": 2, "clickCount": 1})
        page.until("an arrow and a ring are drawn", "document.querySelectorAll('#marks [data-arrow=drawn]').length === 1 && document.querySelectorAll('#marks [data-ring=e4]').length === 1")
    page.drag("h2", "h9")
    page.drag("b0", "c2")
    page.until("a premove is marked or played", "document.querySelector('#marks [data-arrow=ahead]') || document.querySelectorAll('#moves button').length >= 3")
    page.until("a premove is played in its turn", "document.querySelectorAll('#moves button').length >= 3", 60)
    check(f"{page.name}: captured pieces are shown next to the name", page.run("document.querySelectorAll('#players-bottom .captured use').length >= 1"))


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
        for size, language in views(options):
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
