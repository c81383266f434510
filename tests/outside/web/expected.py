"""Tests features of the page of `chuhe serve` that `traps` does not cover, on a phone and a desktop, in both languages.
Among them are games between two people, endgame tables, the cloud, and a page that opens without its server.

    python3 -m tests.outside.web.expected ENGINE [FOLDER]

Has the same requirements as `serve`; pictures go to the folder.
"""

import contextlib
import http.server
import tempfile
import threading
import time
import urllib.parse

from ..common import call, check
from . import loss
from .browser import SCREENS, arguments, check_fingers, check_log, end, open_browser, picture, views
from .explorer import make_database
from .friend import check_friends
from .serve import begin, check_axe, install_axe, moves, paste
from .server import Server
from .traps import Tried, on_screen

ENDGAME = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
# Red leaves a cannon where a pawn captures it.
# Both sides give a cannon for a horse. In place of the first move, there are two that mirror each other.
LOST = '[Red "Li"]\n[Black "Wang"]\n\n1. h2h9 i9h9 2. h0g2 b7b0 3. a0b0 a9a7 *\n'


class Cloud(http.server.BaseHTTPRequestHandler):
    """A server that answers like chessdb.cn and records its requests."""

    asked = []

    def do_GET(self):
        Cloud.asked.append(urllib.parse.urlparse(self.path).query)
        body = b"move:h2e2,score:7,rank:2,note:! (20-00),winrate:50.41|move:b0c2,score:-3,rank:1,note:* (10-00),winrate:49.80\0"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def check_two_people(page, folder):
    page.press("#modes [data-mode=play]")
    page.anew()
    page.run("document.querySelector('[name=side][value=both]').click()")
    check(f"{page.name}: no strength can be chosen", not page.find("#strength").is_displayed())
    begin(page, side="both", clock="10m+5s")
    for count, (start, to) in enumerate([("h2", "e2"), ("h9", "g7"), ("h0", "g2")], 1):
        page.drag(start, to)
        page.until(f"move {count}", f"document.querySelectorAll('#moves button').length === {count}")
    page.until("the status shows whose turn it is", "document.getElementById('status').textContent.startsWith(format(words().turnOf, {side: words().black}))")
    check(f"{page.name}: neither player is called 'you'", page.run("[...document.querySelectorAll('.player .name')].map((it) => it.textContent).join() === [words().black, words().red].join()"))
    check(f"{page.name}: Red stays at the bottom", not page.is_turned())
    page.do("undo")
    page.until("one move is taken back", "document.querySelectorAll('#moves button').length === 2")
    picture(page, folder / f"expected-both-{page.name.replace(' ', '-')}.png")
    before, address = moves(page), page.run("location.href")
    page.load_in(address)
    page.until("the game is back after a reload", "document.querySelectorAll('#moves button').length === 2 && document.getElementById('status').textContent.startsWith(format(words().turnOf, {side: words().red}))")
    check(f"{page.name}: its moves are unchanged", before == moves(page))
    page.menu("save")
    page.until("the menu item asks for confirmation", "document.getElementById('sheet').open && document.getElementById('sheet-text')")
    page.press("#sheet-close")
    page.menu("draw")
    page.until("both players are asked", "document.getElementById('sheet').open && document.querySelector('#sheet [data-answer=agree]')")
    page.press("#sheet [data-answer=agree]")
    page.until("the players agree to a draw", "document.querySelector('[data-do=rematch]') !== null")
    page.do("rematch")
    page.until("a rematch is again for two people", "document.querySelector('[data-do=askResign]') && document.getElementById('status').textContent.startsWith(format(words().turnOf, {side: words().red}))")
    page.do("askResign")
    check(f"{page.name}: the question names the player who resigns", page.run("document.getElementById('sheet-title').textContent.includes(words().red)"))
    page.press("#sheet [data-answer=resign]")
    page.until("Black wins", "document.querySelector('[data-do=rematch]') !== null")


def check_lookups(page, folder):
    page.press("#modes [data-mode=analyse]")
    page.more("empty")
    page.until("the start", "document.querySelector('[data-do=playFrom]').disabled === false")
    asked = len(Cloud.asked)
    page.do("engine")
    page.until("the engine shows a line", "document.querySelectorAll('#lines li').length > 0")
    page.do("engine")
    check(f"{page.name}: the cloud is not queried unasked", len(Cloud.asked) == asked)
    page.press("[data-do=lookup][data-whom=cloud]")
    page.until("the cloud's moves are shown", "document.querySelectorAll('.known [data-known]').length === 2 && document.querySelector('.known .worth').textContent === '+0.07'")
    check(f"{page.name}: the cloud is queried once, with learning off", len(Cloud.asked) == asked + 1 and "learn=0" in Cloud.asked[-1])
    picture(page, folder / f"expected-cloud-{page.name.replace(' ', '-')}.png")
    page.press(".known [data-known]")
    page.until("a move from the cloud can be played", "document.querySelectorAll('#rows [data-node]').length === 1 && document.querySelector('.known') === null")
    page.press("[data-do=lookup][data-whom=tables]")
    page.until("the page reports that no table covers the position", "document.querySelector('#known [role=status]')?.textContent.length > 5")
    paste(page, ENDGAME)
    page.until("the endgame is on the board", "document.querySelectorAll('#pieces use').length === 3 && document.querySelector('[data-do=playFrom]').disabled === false")
    page.press("[data-do=lookup][data-whom=tables]")
    page.until("the tables' results are shown", "document.querySelectorAll('.known [data-known]').length > 10 && /\\d/.test(document.querySelector('.known .faint').textContent)")
    page.narrow("lookups")


def check_contest(page, folder):
    page.press("#modes [data-mode=watch]")
    if page.run("Boolean(document.querySelector('#match [data-do=close]')?.getClientRects().length)"):
        page.do("close", "#match")
    page.until("there is a button to start a match", "document.querySelector('#matches [data-do=begin]') !== null")
    page.do("begin", "#matches")
    picture(page, folder / f"expected-match-{page.name.replace(' ', '-')}.png")
    for field, value in [("match-one", "20"), ("match-other", "19"), ("match-count", "100"), ("match-limit", "movetime 100")]:
        page.choose(f"#{field}", value)
    page.press("#sheet [data-answer=begin]")
    page.until("the new match is shown live", "document.querySelector('#match .lead')?.textContent.match(/level|级/) && document.querySelector('#boards [data-board]') !== null", 60)
    page.until("the game on the board advances", "document.querySelectorAll('#moves button').length > 6", 60)
    picture(page, folder / f"expected-live-{page.name.replace(' ', '-')}.png")
    page.do("stop", "#match")
    page.until("ending a match is confirmed", "document.getElementById('sheet').open && document.querySelector('#sheet [data-answer=stop]')")
    page.press("#sheet [data-answer=stop]")
    page.until("the match can be stopped", "document.querySelector('#match').textContent.includes(words().stages.stopped)", 60)
    check(f"{page.name}: a stopped match has no stop button", not page.run("document.querySelector('#match [data-do=stop]')"))
    page.do("resume", "#match")
    page.until("the match goes on", "document.querySelector('#match [data-do=stop]') !== null && document.querySelector('#boards [data-board]') !== null", 60)
    page.do("stop", "#match")
    page.press("#sheet [data-answer=stop]")
    page.until("the match is stopped again", "document.querySelector('#match [data-do=resume]') !== null", 60)


def check_learning(page, folder):
    page.press("#modes [data-mode=review]")
    if page.run("Boolean(document.querySelector('#review-head [data-do=other]')?.getClientRects().length)"):
        page.do("other", "#review-head")
    page.choose("#review-effort", "quick")
    page.choose("#review-text", LOST)
    page.do("text", "#review-file")
    page.until("the reviewed game is shown", "document.querySelectorAll('#moves button').length === 6 && document.querySelector('#review-actions [data-do=learn]')", 120)
    page.do("learn", "#review-actions")
    page.until("the user chooses a side", "document.getElementById('sheet').open && document.querySelector('#sheet [data-answer=red]')")
    check(f"{page.name}: or both", page.run("document.querySelector('#sheet [data-answer=both]') !== null"))
    picture(page, folder / f"expected-sides-{page.name.replace(' ', '-')}.png")
    page.press("#sheet [data-answer=red]")
    page.until("a mistake is presented as a task", "document.querySelector('#task .task')?.textContent.length > 5 && document.querySelectorAll('#list button').length >= 1")
    check(f"{page.name}: only Red's mistakes are presented", page.run("document.getElementById('players-bottom').dataset.side === 'red'"))
    picture(page, folder / f"expected-learn-{page.name.replace(' ', '-')}.png")
    page.press("#list button")
    page.until("the task of the first move", "document.querySelector('#pieces [data-at=h9]') !== null")
    page.drag("h2", "h9")
    page.until("the mistake itself is not accepted", "document.querySelector('#task .wrong') !== null", 60)
    page.do("again", "#review-actions")
    page.do("solution", "#review-actions")
    page.until("the better move can be shown", "document.querySelector('#task b') !== null")
    other = "b2" if page.run("document.querySelector('#task b').textContent").startswith("炮二") else "h2"
    page.do("again", "#review-actions")
    page.drag(other, "e2")
    page.until("a move that is as good is accepted", f"document.querySelector('#task .right') !== null && document.querySelector('#pieces [data-at={other}]') === null", 60)
    picture(page, folder / f"expected-good-{page.name.replace(' ', '-')}.png")
    page.do("back", "#review-head")
    page.until("the button leads back to the game", "document.querySelectorAll('#moves button').length === 6 && !document.getElementById('moves').hidden")


def check_collection(page):
    """Several files dropped together form one collection, whichever view is open."""
    page.press("#modes [data-mode=play]")
    page.driver.execute_script("""const data = new DataTransfer();
        for (const [name, text] of [["one.pgn", "1. h2e2 h9g7 *"], ["two.txt", "b2e2 h9g7 b0c2"], ["three.pgn", "1. h0g2 *\\n\\n1. c3c4 *"]]) data.items.add(new File([text], name));
        dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}))""")
    page.until("the games of all files are listed", "document.body.dataset.mode === 'review' && document.querySelectorAll('#review-list [data-game]').length === 4", 60)


def check_offline(driver, server, size, language, folder):
    """The page is cached, and opens when the server cannot be reached."""
    page = Tried(driver, server.address, size, language)
    page.until("the service worker is active", "navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready.then(() => true)")
    page.load_in(server.address)
    time.sleep(2)
    server.kill()
    driver.get("about:blank")
    driver.get(server.address)
    page.until("the page opens without its server", "document.querySelectorAll('#pieces use').length === 32 && document.getElementById('about').textContent.length > 5")
    check(f"{page.name}: the page reports the lost connection", page.run("document.getElementById('about').textContent === words().lost"))
    picture(page, folder / f"expected-offline-{page.name.replace(' ', '-')}.png")
    driver.get(server.address + "gomoku")
    page.until("the other games open as well", "document.querySelectorAll('#kinds a').length === 3 && document.getElementById('board').children.length > 3")
    server.start()
    driver.get(server.address)


def main():
    options = arguments(__doc__, metavar="ENGINE")
    folder = options.folder
    axe = install_axe()
    double = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Cloud)
    threading.Thread(target=double.serve_forever, daemon=True).start()
    with open_browser() as driver, open_browser() as other, contextlib.ExitStack() as stack:
        tables = stack.enter_context(tempfile.TemporaryDirectory())
        call(options.engine, "tables", "gen", "KRK", "--folder", tables)
        database = make_database(options.engine, tables)
        server = Server(options.engine, "--db", database, "--cloud", f"http://127.0.0.1:{double.server_port}", "--tables", tables)
        stack.enter_context(server)
        for size, language in views(options):
            page = Tried(driver, server.address, size, language)
            check_two_people(page, folder)
            check_lookups(page, folder)
            check_axe(page, axe, "what tables know")
            check_contest(page, folder)
            check_axe(page, axe, "a match that was begun here")
            check_learning(page, folder)
            check_collection(page)
            loss.check_explorer_game(page, server)
            loss.check_reload(page)
            loss.check_removed(page)
            loss.check_sharing(page, Tried(other, server.address, size, language), folder)
            loss.check_steps(page)
            loss.check_results(page)
            loss.check_large(page)
            loss.check_saved(page, server, folder)
            if page.touch:
                check_fingers(page, page.name)
        check_log(driver)
        # The browser is expected to report errors here.
        loss.check_restart(page, server, folder)
        loss.check_reviews(page, server)
        for size, language in views(options):
            def open_page(driver, address, size=size, language=language):
                return Tried(driver, address, size, language)
            check_friends(options.engine, (driver, other), open_page, folder, lambda page, what: check_axe(page, axe, what))
        check_offline(driver, server, SCREENS[0], "en", folder)
    double.shutdown()
    end(folder)


if __name__ == "__main__":
    main()
