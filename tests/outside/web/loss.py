"""Checks that the page of `chuhe serve` loses no work and gives none away; called by `expected`."""

import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from ..common import check
from .browser import picture
from .serve import CONNECTED, begin, moves, paste

ABOUT = "document.getElementById('about').textContent"
NAME = "new URLSearchParams(location.hash.split('?')[1]).get('name')"
OWN_MOVES = "document.querySelectorAll('#tree > button').length"
READY = "document.querySelector('[data-do=playFrom]')?.disabled === false"
TWO_GAMES = '[Red "A"]\n\n1. h2e2 h9g7 *\n\n[Red "B"]\n\n1. b2e2 h9g7 *\n'


def analyse(page):
    page.press("#modes [data-mode=analyse]")
    page.do("empty")
    page.until("an empty analysis", f"{OWN_MOVES} === 0 && {READY}")


def check_explorer_game(page, server):
    """A game from the explorer replaces what is on the board, but not the saved analysis."""
    analyse(page)
    page.drag("h2", "e2")
    page.until("the analysis is saved", f"{NAME} !== null && {READY}")
    name = page.run(NAME)
    page.press("#explorer .openings button")
    page.until("a move from the explorer is played", f"{OWN_MOVES} === 2")
    # The move is not saved yet.
    page.until("games are listed", "document.getElementById('explorer-body').getAttribute('aria-busy') === 'false' && document.querySelector('#explorer .list button')")
    page.press("#explorer .list button")
    page.until("the game is shown", f"{OWN_MOVES} >= 2 && {NAME} !== '{name}'")
    time.sleep(1.5)
    kept = (server.data / "analyses" / f"{name}.pgn").read_text()
    check(f"{page.name}: the saved analysis keeps both of its moves {kept[-40:]!r}", kept.split("]")[-1].count("-") == 2)


def check_reload(page):
    """A move is kept even if the page is reloaded right after it."""
    analyse(page)
    page.drag("h2", "e2")
    page.until("the analysis is saved", f"{NAME} !== null && {READY}")
    page.drag("h9", "g7")
    page.driver.refresh()
    page.until("the last move before a reload is kept", f"{CONNECTED} && {OWN_MOVES} === 2")


def check_sharing(page, stranger, folder):
    """The address of a game or an analysis lets others look and copy, but not change or take it."""
    page.press("#modes [data-mode=play]")
    page.anew()
    begin(page, strength="level 0", clock="10m+5s", coach=False)
    page.drag("h2", "e2")
    page.until("a move is answered", "document.querySelectorAll('#moves button').length === 2 && location.hash.includes('game=')")
    game, before = page.run("location.href"), moves(page)
    stranger.load_in(game)
    stranger.until("someone else's game is shown", f"document.body.dataset.mode === 'analyse' && {OWN_MOVES} === 2 && !document.getElementById('viewed').hidden")
    check(f"{page.name}: its moves are the same", [text.split(" ")[-1] for text in moves(stranger, "#tree > button")][1:] == [text.split(" ")[-1] for text in before][1:])
    picture(stranger, folder / f"expected-viewed-{page.name.replace(' ', '-')}.png")
    stranger.narrow("someone else's game")
    stranger.until("its legal moves", READY)
    stranger.drag("b0", "c2")
    stranger.until("it cannot be changed", f"{ABOUT}.length > 10 && {OWN_MOVES} === 2")
    stranger.key("a")
    check(f"{page.name}: the player keeps the game", page.run("!document.querySelector('[data-do=takeBack]')") and moves(page) == before)
    page.drag("b0", "c2")
    page.until("the player plays on", "document.querySelectorAll('#moves button').length === 4")
    stranger.do("copyView")
    stranger.until("a copy is continued", "document.body.dataset.mode === 'play' && document.querySelectorAll('#moves button').length === 2 && location.hash.includes('game=')")
    check(f"{page.name}: the copy has its own name", stranger.run("location.href") != game)
    stranger.drag("h0", "g2")
    stranger.until("the copy goes on", "document.querySelectorAll('#moves button').length === 4")
    check(f"{page.name}: the game is unchanged by its copy", len(moves(page)) == 4 and moves(page) != moves(stranger))

    analyse(page)
    page.drag("h2", "e2")
    page.until("the analysis is saved", f"{NAME} !== null")
    address = page.run("location.href")
    stranger.load_in(address)
    stranger.until("someone else's analysis is shown", f"{OWN_MOVES} === 1 && !document.getElementById('viewed').hidden && {READY}")
    check(f"{page.name}: the edit buttons are off", stranger.run("['comment', 'remove', 'rename'].every((it) => document.querySelector(`#tree-actions [data-do=${it}]`).disabled)"))
    stranger.do("copyView")
    stranger.until("the copy is an analysis of its own", f"document.getElementById('viewed').hidden && {NAME} !== null && location.href !== '{address}'")
    stranger.drag("h9", "g7")
    stranger.until("the copy can be changed", f"{OWN_MOVES} === 2")
    page.load_in(address)
    page.until("the author finds the analysis unchanged", f"{OWN_MOVES} === 1 && document.getElementById('viewed').hidden")


def check_restart(page, server, folder):
    """A page whose server was stopped reconnects by itself, and its game continues."""
    page.press("#modes [data-mode=play]")
    page.anew()
    begin(page, strength="level 0", clock="10m+5s", coach=True)
    page.drag("h2", "e2")
    page.until("a move is answered", "document.querySelectorAll('#moves button').length === 2", 60)
    server.stop()
    page.until("the page reports the stopped server", f"{ABOUT} === `${{words().ended.shutdown}} ${{words().reconnecting}}`")
    picture(page, folder / f"expected-stopped-{page.name.replace(' ', '-')}.png")
    time.sleep(3)
    server.start()
    page.until("the page is connected again", CONNECTED)
    page.until("the clocks and the coach are back", "/^(9:[345]|10:0)/.test(document.querySelector('[data-clock=red]').textContent) && !document.getElementById('bar').hidden")
    page.until("it is Red's turn", "document.querySelector('.player.turn')?.dataset.side === 'red'")
    page.drag("b0", "c2")
    page.until("the game goes on", "document.querySelectorAll('#moves button').length === 4 || document.querySelector('[data-do=anyway]')", 60)


def check_steps(page):
    """After a click on the board, the arrow keys and the wheel still step; after Tab, the keys move the cursor."""
    analyse(page)
    paste(page, "1. h2e2 h9g7 2. h0g2 i9h9 *")
    page.until("the game is shown", f"{OWN_MOVES} === 4 && {READY}")
    at = "[...document.querySelectorAll('#tree > button')].findIndex((it) => it.getAttribute('aria-current')) + 1"
    page.tap("e5")
    page.key(Keys.ARROW_RIGHT)
    page.key(Keys.ARROW_RIGHT)
    page.until("the arrow keys step after a click on the board", f"{at} === 2")
    if not page.touch:
        x, y = page.spot("e5")
        for deltas, ply in [([100], 3), ([20, 20, 20], 4), ([-100, -100], 2)]:
            for delta in deltas:
                page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta})
            page.until(f"the wheel steps to ply {ply}", f"{at} === {ply}")
    page.walk(Keys.ARROW_LEFT)
    page.until("the keys move the cursor of a board reached with Tab", f"{at} === 2 && document.getElementById('live').textContent.length > 3")


def check_results(page):
    """A pasted result is exported, and a set-up position is saved before any move."""
    analyse(page)
    paste(page, '[Red "Li"]\n\n1. h2e2 h9g7 1-0')
    page.until("the game is saved", f"{OWN_MOVES} === 2 && {NAME} !== null")
    page.choose("#format", "pgn")
    page.do("copy", "#exchange")
    page.until("the export contains the result", "/1-0/.test(document.getElementById('copied').value) && /Li/.test(document.getElementById('copied').value)")
    name = page.run(NAME)
    paste(page, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")
    page.until("a set-up position is saved", f"document.querySelectorAll('#pieces use').length === 3 && ![null, '{name}'].includes({NAME})")


def check_large(page):
    """A file beyond the limit is refused with the reason, and the connection stays."""
    analyse(page)
    page.driver.execute_script("""const clipboardData = new DataTransfer();
        clipboardData.setData("text", "1. h2e2 *\\n".repeat(900000));
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}))""")
    page.until("a large text is refused with the reason", f"{ABOUT} === format(words().tooLarge, {{mb: 8}})")
    page.do("empty")
    page.until("the page is still connected", READY)


def check_double_click(page):
    """A second click on *Review all games* discards nothing, and discarding is confirmed."""
    page.press("#modes [data-mode=review]")
    if page.run("Boolean(document.querySelector('#review-head [data-do=other]')?.getClientRects().length)"):
        page.do("other", "#review-head")
        if page.run("document.getElementById('sheet').open"):
            page.press("#sheet [data-answer=discard]")
    page.choose("#review-effort", "usual")
    page.choose("#review-text", TWO_GAMES)
    page.do("text", "#review-file")
    page.until("the games are listed", "document.querySelectorAll('#review-list [data-game]').length === 2 && document.querySelector('[data-do=all]')")
    button = page.find("[data-do=all]")
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    ActionChains(page.driver).move_to_element(button).click().pause(0.2).click().perform()
    check(f"{page.name}: a double click asks nothing and discards nothing", page.run("!document.getElementById('sheet').open && document.querySelectorAll('#review-list [data-game]').length === 2"))
    page.until("a game is reviewed", "/\\d%/.test(document.getElementById('review-list').textContent)", 120)
    page.do("other", "#review-head")
    page.until("discarding a review is confirmed", "document.getElementById('sheet').open && document.querySelector('#sheet [data-answer=discard]')")
    page.press("#sheet-close")
    page.until("the review is kept", "document.querySelectorAll('#review-list [data-game]').length === 2")
