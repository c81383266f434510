"""Checks reviews on the page of `chuhe serve`; called by `serve`."""

from selenium.webdriver.common.keys import Keys

from ..common import check
from .browser import OTHER_SCREENS, picture, set_screen

GAME = '[Red "李来群"]\n[Black "Wang"]\n[Event "A match"]\n[Result "1-0"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 1-0\n\n'
PUZZLE = ('[Red "Someone"]\n[FEN "3akab2/4n4/4b1c2/p3p4/r8/9/P3P4/1R2C1N2/9/3AKA3 b - - 0 1"]\n\n'
          "1... a5b5 2. b2b5 *\n\n")
HOSTILE = '[Red "<img src=x onerror=alert(1)>"]\n\n1. h2e2 *\n\n'
BROKEN = '[Red "Broken"]\n\n1. xyzzy *\n\n'
# Red loses a cannon and then a rook.
LOST = ('[Red "李来群"]\n[Black "Wang"]\n[Result "0-1"]\n\n1. h2e2 {usual} h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. g3g4 c6c5 '
        '5. e2e6 (5. b0c2 {[%cal Gb0c2] quiet}) c7e6 6. h0h6 a9a8 7. h6g6 0-1\n\n')
# A common phone.
PHONE = (390, 844)
MANY = 60
# Searches are slow in a test build.
PATIENCE_S = 120


def text(page, selector):
    return page.run(f"document.querySelector(`{selector}`)?.textContent || ''")


def shown(selector):
    return f"document.querySelector(`{selector}`)?.getClientRects().length > 0"


def leave_review(page):
    """Leaves the current review, which may still be open from before a reload."""
    other = "#review-head [data-do=other]"
    page.until("the form for a file is shown", f"({shown(other)} && document.querySelector('{other}').click(), {shown('#review-text')})")


def paste(page, games):
    leave_review(page)
    page.choose("#review-effort", "quick")
    page.choose("#review-text", games)
    page.do("text", "#review-file")


def check_one_game(page, folder):
    page.press("#modes [data-mode=review]")
    leave_review(page)
    page.narrow("a new review")
    picture(page, folder / f"review-new-{page.name.replace(' ', '-')}.png")
    paste(page, GAME)
    page.until("the progress is shown", "document.getElementById('review-far')?.textContent.includes('/') || /\\d/.test(document.getElementById('review-far')?.textContent || '') || document.querySelectorAll('#moves button').length === 6")
    page.until("the game is annotated and opens by itself", "document.querySelectorAll('#moves button').length === 6", PATIENCE_S)
    check(f"{page.name}: the graph, both accuracies and the grades are shown", page.run(
        "document.querySelectorAll('#graph polyline').length === 1"
        " && [...document.querySelectorAll('.player .accuracy')].every((it) => it.textContent.includes('%'))"
        " && document.querySelectorAll('#summary tr').length === 9"))
    check(f"{page.name}: the turning points are listed", page.run(
        "document.getElementById('summary').textContent.includes(words().turningPoints)"))
    page.press("#moves [data-ply='6']")
    check(f"{page.name}: a click on a move goes to its position", page.run(
        "document.querySelector('#moves [aria-current]').dataset.ply") == "6")
    if page.run("document.querySelector('#detail [data-line]') !== null"):
        before = page.run("document.getElementById('pieces').innerHTML")
        page.press("#detail [data-line]")
        check(f"{page.name}: a line is played on the board", page.run("document.getElementById('pieces').innerHTML") != before)
        page.run("document.activeElement.blur()")
        page.key(Keys.ESCAPE)
        check(f"{page.name}: Escape leaves the line", page.run("document.getElementById('pieces').innerHTML") == before)
    page.press("#mistake-back")
    page.press("#first")
    # On the right, or on the left if the board is still turned after earlier games.
    page.tap("b5" if page.is_turned() else "h5")
    page.until("a tap on the forward half of the board steps forward", "document.querySelector('#moves [aria-current]')?.dataset.ply === '1'")
    page.narrow("a reviewed game")
    picture(page, folder / f"review-game-{page.name.replace(' ', '-')}.png")
    for width, height, touch in OTHER_SCREENS:
        set_screen(page.driver, width, height, "dark", touch=touch)
        page.narrow("a reviewed game")
        picture(page, folder / f"review-game-{page.name.replace(' ', '-')}-{width}.png")
    width, height, touch = page.size
    set_screen(page.driver, width, height, "light", touch=touch)


def check_story(page, folder):
    """What decided the game comes first; any move can be tried, and the analysis keeps everything."""
    paste(page, LOST)
    page.until("the game is annotated", "document.querySelectorAll('#moves button').length === 13 && document.querySelector('#review-work')?.textContent === ''", PATIENCE_S)
    cards = page.run("[...document.querySelectorAll('#story .moment')].map((it) => [it.dataset.ply, it.querySelector('span').textContent, it.querySelectorAll('svg use').length])")
    check(f"{page.name}: one to three moments are told, each with a board {cards}", 1 <= len(cards) <= 3 and all(len(text) > 15 and uses > 28 for _, text, uses in cards))
    check(f"{page.name}: both accuracies stand with them", page.run("[...document.querySelectorAll('#story .side b')].filter((it) => it.textContent.includes('%')).length") == 2)
    if not page.touch:
        check(f"{page.name}: they come first", page.run("document.getElementById('story').getBoundingClientRect().bottom <= document.getElementById('detail').getBoundingClientRect().top"))
    picture(page, folder / f"review-story-{page.name.replace(' ', '-')}.png")
    page.press("#story .moment")
    page.until("a touch leads to the move", f"document.querySelector('#moves [aria-current]')?.dataset.ply === '{cards[0][0]}'")
    width, height, touch = page.size
    set_screen(page.driver, *PHONE, "light", touch=True)
    page.run("(scrollTo(0, 0), window.dispatchEvent(new Event('resize')))")
    parts = page.run("['board', 'detail', 'moves'].map((id) => { const {top, bottom, left, right} = document.getElementById(id).getBoundingClientRect(); return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth; })")
    check(f"{page.name}: on a phone, board, sentence and moves are seen together {parts}", parts == [True] * 3)
    seen = page.run("(([list, at]) => at.left >= list.left - 1 && at.right <= list.right + 1)([document.getElementById('moves'), document.querySelector('#moves [aria-current]')].map((it) => it.getBoundingClientRect()))")
    check(f"{page.name}: so is the move shown", seen)
    page.narrow("a review on a phone")
    picture(page, folder / f"review-phone-{page.name.replace(' ', '-')}.png")
    page.press("#first")
    check(f"{page.name}: at the start, a phone shows the moments under the board", page.run("document.querySelectorAll('#detail [data-ply]').length") == len(cards))
    picture(page, folder / f"review-phone-start-{page.name.replace(' ', '-')}.png")
    page.run("(document.documentElement.style.fontSize = '32px', window.dispatchEvent(new Event('resize')))")
    page.narrow("a review on a phone with large text")
    picture(page, folder / f"review-phone-large-{page.name.replace(' ', '-')}.png")
    page.run("(document.documentElement.style.fontSize = '', 0)")
    set_screen(page.driver, width, height, "light", touch=touch)

    turned = page.is_turned()
    page.press("#first")
    page.until("moves can be tried", "document.querySelector('#pieces [data-at=b0]') !== null")
    page.drag("b0", "c2")
    page.until("a try is judged by the engine", "document.querySelector('#detail [data-do=leave]') !== null && /%/.test(document.querySelector('#detail .score')?.textContent ?? '')", PATIENCE_S)
    check(f"{page.name}: it is on the board", page.run("document.querySelector('#pieces [data-at=c2]') !== null && document.querySelector('#pieces [data-at=b0]') === null"))
    picture(page, folder / f"review-try-{page.name.replace(' ', '-')}.png")
    page.drag("h9", "g7")
    page.until("and so is the reply", "document.querySelectorAll('#detail .line [data-line]').length === 2 && document.querySelector('#pieces [data-at=g7]') !== null")
    page.do("leave", "#detail")
    page.until("a button leads back to the game", "document.querySelector('#detail [data-do=leave]') === null && document.querySelector('#pieces [data-at=b0]') !== null")
    page.drag("h2", "e2")
    page.until("the game's own move is a step", "document.querySelector('#moves [aria-current]')?.dataset.ply === '1'")
    check(f"{page.name}: the board was not turned", page.is_turned() == turned)
    page.do("analyse", "#review-actions")
    page.until("the analysis has the game and what was tried", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#rows .pair [data-node]').length === 13 && document.querySelectorAll('#rows [data-fold]').length === 2")
    text = page.run("[document.getElementById('rows').textContent, document.getElementById('players-bottom').textContent, document.getElementById('players-top').textContent].join()")
    check(f"{page.name}: with names, comments and grades", all(part in text for part in ["usual", "??", "李来群", "Wang"]))
    page.more("empty")
    page.press("#modes [data-mode=review]")


def check_export(page):
    page.run("""(window.saved = null, URL.createObjectURL = (blob) => {
        blob.text().then((text) => { window.saved = text; }); return 'data:,'; })""")
    page.do("page", "#review-actions")
    page.until("the page is exported", "window.saved && window.saved.startsWith('<!doctype html>') && window.saved.includes('炮二平五')")


def check_to_analysis(page):
    page.press("#moves [data-ply='3']")
    page.do("analyse", "#review-actions")
    page.until("the position is analysed", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#rows [data-node]').length === 6")
    check(f"{page.name}: the analysis starts from the move shown", page.run(
        "[...document.querySelectorAll('#rows [data-node]')].findIndex((it) => it.getAttribute('aria-current') === 'true')") == 2)
    page.do("review", "#tree-actions")
    page.until("an analysed game can be reviewed", "document.body.dataset.mode === 'review' && document.querySelector('#review-actions [data-do=make]') !== null && document.querySelector('#review-work').textContent === ''", PATIENCE_S)


def check_collection(page, folder):
    paste(page, HOSTILE + PUZZLE + BROKEN + GAME * MANY)
    page.until("a list", "document.querySelectorAll('#review-list .row').length === 50")
    check(f"{page.name}: names are not rendered as markup", page.run(
        "document.querySelectorAll('#review-list img').length === 0"
        " && document.querySelector('#review-list .row').textContent.includes('<img src=x')"))
    check(f"{page.name}: a broken game cannot be opened", page.run(
        "document.querySelector('#review-list [data-game=\"3\"]').disabled"))
    page.narrow("a list of games")
    page.press("#review-list [data-from='51']")
    page.until("the last page of the list is shown", "document.querySelectorAll('#review-list .row').length === 13")
    page.choose("#review-goto", "3")
    page.until("entering a game number shows the first games again", "document.querySelectorAll('#review-list .row').length === 50")
    page.do("all", "#review-head")
    page.until("the review of all games starts", shown("[data-do=stop]"))
    page.press("#review-list [data-game='2']")
    page.until("an opened game is annotated first", f"{shown('[data-do=make]')} && document.querySelectorAll('#moves button').length === 2", PATIENCE_S)
    page.do("list", "#review-head")
    page.until("the list shows accuracies", "document.querySelector('#review-list [data-game=\"2\"] .worth')?.textContent.includes('%')")
    picture(page, folder / f"review-list-{page.name.replace(' ', '-')}.png")
    page.do("stop", "#review-head")
    page.until("the work stops", f"!({shown('[data-do=stop]')})")


def check_reload(page):
    page.driver.refresh()
    page.until("the review is back after a reload", "document.querySelectorAll('#review-list .row').length === 50")


def check_puzzles(page, folder):
    page.press("#review-list [data-game='2']")
    page.until("the game", shown("[data-do=make]"))
    page.do("make", "#review-actions")
    page.until("a puzzle is found", "document.querySelectorAll('#list button').length === 1", PATIENCE_S)
    page.do("hint", "#review-actions")
    check(f"{page.name}: a hint is shown", page.run("document.querySelectorAll('#marks path[stroke=\"#8637b4\"]').length === 1"))
    page.tap("e2")
    page.until("the pieces can be moved", "document.querySelectorAll('[data-goal]').length > 0")
    page.tap("f2")
    page.until("a wrong move is reported", "document.querySelector('#task .wrong') !== null")
    picture(page, folder / f"review-puzzle-{page.name.replace(' ', '-')}.png")
    page.drag("b2", "b5")
    page.until("the right move solves the puzzle", "document.querySelector('#task .right') !== null && document.querySelector('#list .solved') !== null")
    page.do("again", "#review-actions")
    page.do("solution", "#review-actions")
    check(f"{page.name}: the solution is shown", page.run("document.querySelector('#task b')?.textContent.length > 2"))
    page.narrow("puzzles")


def check_review(page, folder):
    page.press("#modes [data-mode=review]")
    check_story(page, folder)
    check_one_game(page, folder)
    check_export(page)
    check_to_analysis(page)
    check_collection(page, folder)
    check_reload(page)
    check_puzzles(page, folder)
