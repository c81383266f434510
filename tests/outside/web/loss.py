"""Checks that the page of `chuhe serve` loses no work and gives none away; called by `expected`."""

import json
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from ..common import check
from .browser import picture
from .serve import CONNECTED, begin, moves, paste

ABOUT = "document.getElementById('about').textContent"
NAME = "new URLSearchParams(location.hash.split('?')[1]).get('name')"
OWN_MOVES = "document.querySelectorAll('#rows .pair [data-node]').length"
READY = "document.querySelector('[data-do=playFrom]')?.disabled === false"
TWO_GAMES = '[Red "A"]\n\n1. h2e2 h9g7 *\n\n[Red "B"]\n\n1. b2e2 h9g7 *\n'


def analyse(page):
    page.press("#modes [data-mode=analyse]")
    page.more("empty")
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
    players = "[...document.querySelectorAll('.player .name')].map((it) => it.textContent).join()"
    names = page.run(players)
    page.driver.refresh()
    page.until(f"the game has its players after a reload {names}", f"{CONNECTED} && {OWN_MOVES} >= 2 && {players} === {json.dumps(names)}")


def check_removed(page):
    """Removed moves can be restored."""
    analyse(page)
    paste(page, "1. h2e2 {central} h9g7 2. h0g2 i9h9 *")
    page.until("the game is shown", f"{OWN_MOVES} === 4 && {READY}")
    page.key(Keys.HOME, Keys.ARROW_RIGHT, Keys.DELETE)
    page.until("the moves are removed", f"{OWN_MOVES} === 0 && document.querySelector('#about button') !== null")
    page.press("#about button")
    page.until("they are restored with their comments", f"{OWN_MOVES} === 4 && document.getElementById('tree').textContent.includes('central')")


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
    check(f"{page.name}: its moves are the same", [text.split(" ")[-1] for text in moves(stranger, "#rows .pair [data-node]")][1:] == [text.split(" ")[-1] for text in before][1:])
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
    stranger.do("more", "#tree-actions")
    check(f"{page.name}: the edit buttons are off", stranger.run("document.querySelector('#tree-actions [data-do=comment]').disabled && ['remove', 'rename'].every((it) => document.querySelector(`#sheet [data-answer=${it}]`).disabled)"))
    stranger.press("#sheet-close")
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
    at = "[...document.querySelectorAll('#rows .pair [data-node]')].findIndex((it) => it.getAttribute('aria-current')) + 1"
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
    page.do("more", "#tree-actions")
    page.choose("#format", "pgn")
    page.do("copy", "#exchange")
    page.until("the export contains the result", "/1-0/.test(document.getElementById('copied').value) && /Li/.test(document.getElementById('copied').value)")
    page.press("#sheet-close")
    name = page.run(NAME)
    paste(page, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")
    page.until("a set-up position is saved", f"document.querySelectorAll('#pieces use').length === 3 && ![null, '{name}'].includes({NAME})")


def check_saved(page, server, folder_of_pictures):
    """Saved analyses can be searched, renamed, and deleted with a way back."""
    folder = server.data / "analyses"
    for name in ["Horses", "Cannons", *(f"Study {n}" for n in range(8))]:
        (folder / f"{name}.pgn").write_text(f'[Red "Li"]\n[Black "{name}"]\n\n1. h2e2 h9g7 *\n')

    def row(name, action):
        return f"#saved .saved[data-text*='{name}'] [data-answer^={action}]"

    def show():
        analyse(page)
        page.more("kept")
        page.until("the analyses are listed", "document.querySelectorAll('#saved > li').length >= 10")

    show()
    page.find("#saved-search").send_keys("cannon li")
    page.until("only what matches the search is listed", "[...document.querySelectorAll('#saved > li:not([hidden])')].map((it) => it.querySelector('b').textContent).join() === 'Cannons'")
    picture(page, folder_of_pictures / f"expected-saved-{page.name.replace(' ', '-')}.png")
    page.press(row("Cannons", "rename"))
    page.choose("#sheet-text", "Guns")
    page.press("#sheet [type=submit]")
    page.until("it is renamed", "document.querySelector(`#saved .saved[data-text*='Guns']`) !== null")
    check(f"{page.name}: the file has its new name", (folder / "Guns.pgn").exists() and not (folder / "Cannons.pgn").exists())
    page.find("#saved-search").clear()
    page.press(row("Horses", "delete"))
    page.until("the deleted one can be restored in the list", "document.querySelectorAll('#saved [data-answer^=restore]').length === 1")
    page.press("#saved [data-answer^=restore]")
    page.until("it is restored", f"document.querySelector(`{row('Horses', 'open')}`) !== null")
    page.press(row("Horses", "delete"))
    page.press("#sheet-close")
    page.until("it can be restored after the list was closed", "document.querySelector('#about button') !== null")
    check(f"{page.name}: it is not deleted yet", (folder / "Horses.pgn").exists())
    page.press("#about button")
    show()
    page.press(row("Horses", "open"))
    page.until("it is opened", f"{NAME} === 'Horses' && {OWN_MOVES} === 2")
    page.more("kept")
    page.until("the analyses are listed again", "document.querySelectorAll('#saved > li').length >= 10")
    page.press(row("Horses", "delete"))
    page.press("#sheet-close")
    page.until("the analysis shown is closed", f"{NAME} === null && {OWN_MOVES} === 0")
    page.driver.refresh()
    page.until("the page is there again", CONNECTED)
    check(f"{page.name}: it is deleted when the page is left", not (folder / "Horses.pgn").exists())
    for file in folder.glob("Study *.pgn"):
        file.unlink()
    (folder / "Guns.pgn").unlink()


def check_large(page):
    """A file beyond the limit is refused with the reason, and the connection stays."""
    analyse(page)
    page.driver.execute_script("""const clipboardData = new DataTransfer();
        clipboardData.setData("text", "1. h2e2 *\\n".repeat(900000));
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}))""")
    page.until("a large text is refused with the reason", f"{ABOUT} === format(words().tooLarge, {{mb: 8}})")
    page.more("empty")
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
    page.do("other", "#review-head")
    page.until("ending a review is confirmed", "document.getElementById('sheet').open && document.querySelector('#sheet [data-answer=discard]')")
    page.press("#sheet-close")
    page.until("the review goes on", "(document.getElementById('review-list').textContent.match(/\\d%/g) ?? []).length === 4 && document.querySelectorAll('#review-list [data-game]').length === 2", 120)


def check_reviews(page, server):
    """A review is saved by itself, and found again after a restart of the server."""
    check_double_click(page)
    page.until("the review is saved", "location.hash.includes('review=review')")
    page.press("#review-list [data-game='2']")
    page.until("a reviewed game is shown", "document.querySelectorAll('#moves button').length === 2 && location.hash.includes('game=2')")
    address = page.run("location.href")
    summary = page.run("document.getElementById('summary').textContent")
    server.stop()
    page.until("the page reports the stopped server", f"{ABOUT}.length > 10")
    server.start()
    page.until("the page is connected again", CONNECTED)
    page.load_in(address)
    page.until("the reviewed game is shown again", "document.querySelectorAll('#moves button').length === 2 && location.hash.includes('game=2')")
    check(f"{page.name}: nothing is searched again", page.run("document.getElementById('summary').textContent") == summary and not page.run("document.getElementById('review-progress')"))
    page.do("other", "#review-head")
    check(f"{page.name}: leaving a saved review asks nothing", not page.run("document.getElementById('sheet').open"))
    page.do("kept", "#review-file")
    page.until("the review is listed", "document.querySelector('#saved [data-answer^=open]') !== null")
    check(f"{page.name}: the list shows how many games are reviewed", page.run("document.querySelector('#saved .row').textContent.includes('2')"))
    page.press("#saved [data-answer^=open]")
    page.until("it opens with its results", "(document.getElementById('review-list').textContent.match(/\\d%/g) ?? []).length === 4")
    page.press("#modes [data-mode=play]")
    page.anew()
    page.do("puzzles", "#play-actions")
    page.until("the first puzzle", "location.hash.includes('puzzles=bundled') && location.hash.includes('puzzle=1')")
    page.load_in(page.run("location.href").replace("puzzle=1", "puzzle=2"))
    page.until("the second puzzle is shown although the session has a review", "location.hash.includes('puzzles=bundled&puzzle=2') && document.querySelectorAll('#pieces use').length > 2")
    page.driver.refresh()
    page.until("the page is connected again", CONNECTED)
    time.sleep(1)
    check(f"{page.name}: the puzzle is there after a reload", page.run("location.hash.includes('puzzles=bundled&puzzle=2') && document.getElementById('task').textContent.length > 10"))
