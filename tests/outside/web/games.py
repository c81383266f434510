"""Checks gomoku and draughts on the pages of `chuhe serve`; called by `serve`."""

import functools
import json
import urllib.request

from selenium.webdriver.common.keys import Keys

from ..common import check
from .browser import OTHER_SCREENS, check_fingers, picture, set_screen

READY = "document.getElementById('board').getAttribute('aria-label') && language"
MOVES = "[...document.querySelectorAll('#record li span:not(.number)')].map((it) => it.textContent)"
MY_TURN = "document.querySelector('#status .lead')?.textContent.startsWith(words().yourMove)"
# Black has two open rows of two that cross on h8.
CROSSING = "g8 a1 f8 a15 h7 o1 h6 o15"
FOUR = "h8 a1 h9 a3 h10 a5 h11 a7"
# Two of White's captures begin and end on the same squares.
TWO_WAYS = {"variant": "english", "person": "white", "moves": "11-15 23-19 7-11 19-16 12x19 27-23 15-18",
            "ends": [23, 7], "between": 16, "move": "23x16x7"}


def tap_square(page, square, rows=10, is_turned=False):
    """Taps a square of draughts, given by its number."""
    row, place = divmod(square - 1, rows // 2)
    column = 2 * place + (0 if row % 2 else 1)
    page.tap((rows - 1 - column, rows - 1 - row) if is_turned else (column, row))


def visit(page, game, language, kept=None):
    """Opens the page of a game, with or without a stored game."""
    # The game is stored from another page, because an open page of the game might overwrite it.
    page.driver.get(page.url)
    value = json.dumps(json.dumps(kept)) if kept else "'{}'"
    page.run(f"localStorage.setItem('chuhe-{game}', {value})")
    page.driver.get(f"{page.url}{game}{page.ending}")
    page.until(f"the page of {game}", READY)
    if page.language() != language:
        page.press("#language")


def kept(person, moves, **choices):
    return {"game": {"choices": choices, "person": person, "seed": 1, "moves": moves.split()}}


def begin(page, side, **choices):
    page.run(f"document.querySelector(`[name=side][value={side}]`).click()")
    for name, value in choices.items():
        page.choose(f"#{name}", value)
    page.press("#new-game [type=submit]")
    page.until("a game begins", "document.getElementById('new-game').hidden")


def played(page, what, count):
    page.until(what, f"{MOVES}.length === {count} && {MY_TURN}")


def check_gomoku(page, language, folder, check_axe):
    visit(page, "gomoku", language)
    check(f"{page.name}: the form for a new game is shown", page.find("#new-game").is_displayed())
    page.narrow("a new game of gomoku")
    check_axe(page, "a new game of gomoku")
    begin(page, "black", rule="renju", size="15", level="low")
    page.until("my turn", MY_TURN)
    page.tap((7, 7))
    played(page, "a tap places a stone, and the engine answers", 2)
    check(f"{page.name}: the last stone is marked", page.run("document.querySelectorAll('#last').length") == 1)
    page.press("#back")
    page.until("an earlier position can be shown", "document.querySelectorAll('#board [data-at]').length === 1 && document.getElementById('status').textContent === words().earlier")
    page.press("#end")
    page.until("the latest position can be shown again", f"document.querySelectorAll('#board [data-at]').length === 2 && {MY_TURN}")
    page.press("#settings")
    page.press("[name=chosen-board][value=paper]")
    check(f"{page.name}: the choice of board applies here as well", page.run("document.getElementById('choices').open && getComputedStyle(document.querySelector('#board .wood')).fill === 'rgb(251, 250, 245)'"))
    page.press("[name=chosen-board][value=wood]")
    page.press("#choices-close")
    page.tap((7, 7))
    page.until("an occupied point is refused", "document.getElementById('about').textContent === format(words().taken, {point: 'h8'})")
    check(f"{page.name}: a refused move changes nothing", len(page.run(MOVES)) == 2)
    free = page.run("[[0, 0], [0, 14], [14, 0]].find(([x, y]) => !document.querySelector(`#board [data-at='${'abcdefghijklmno'[x]}${15 - y}']`))")
    page.drag((7, 12), tuple(free))
    played(page, "a finger may slide to the intended point", 4)
    name = f"{'abcdefghijklmno'[free[0]]}{15 - free[1]}"
    check(f"{page.name}: the stone is placed where the finger was lifted", page.run(MOVES)[2] == name)
    page.do("undo")
    played(page, "two stones are taken back", 2)
    page.run("document.getElementById('board').focus()")
    page.run("(document.getElementById('live').textContent = '')")
    for _ in range(14):
        page.key(Keys.ARROW_LEFT)
    for _ in range(14):
        page.key(Keys.ARROW_DOWN)
    page.until("arrow keys move across the board and announce the point", "document.getElementById('live').textContent.startsWith('a1')")
    page.key(Keys.ENTER)
    played(page, "Enter places a stone", 4)
    before = page.run(MOVES)
    page.driver.refresh()
    played(page, "the game is back after a reload", 4)
    check(f"{page.name}: its moves are unchanged", page.run(MOVES) == before)
    page.do("copy")
    check(f"{page.name}: the moves can be copied", page.run("document.getElementById('copied').value.trim()") == " ".join(before))
    check_axe(page, "a game of gomoku")
    picture(page, folder / f"gomoku-{page.size[0]}-{language}.png")

    visit(page, "gomoku", language, kept("black", CROSSING, side="black", rule="renju", size="15", level="low"))
    page.until("a forbidden point is marked", f"document.querySelectorAll('#board [data-foul=double-three]').length === 1 && {MY_TURN}")
    page.tap((7, 7))
    page.until("a forbidden point is refused with the reason", "document.getElementById('about').textContent === format(words().forbidden, {point: 'h8', foul: words().fouls['double-three']})")
    visit(page, "gomoku", language, kept("black", FOUR, side="black", rule="standard", size="15", level="low"))
    page.until("the position with four in a row is shown", MY_TURN)
    page.tap((7, 3))
    page.until("five in a row wins and is marked", "document.getElementById('row') && document.getElementById('status').textContent.startsWith(words().won)")
    check_axe(page, "a won game")
    picture(page, folder / f"gomoku-won-{page.size[0]}-{language}.png")
    page.do("undo")
    played(page, "moves of a finished game can be taken back", 8)
    page.do("new")
    begin(page, "white", size="20", level="full")
    played(page, "the engine moves first on the large board", 1)
    check(f"{page.name}: the large board is 20 by 20", page.run("document.querySelectorAll('#board text').length") == 40)


@functools.cache
def whole_draughts(url):
    """A game between the program and itself, requested outside the browser, which limits scripts to half a minute."""
    moves = ""
    while True:
        fields = {"variant": "english", "level": 1, "seed": 3, "moves": moves}
        request = urllib.request.Request(f"{url}api/draughts/move", json.dumps(fields).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as said:
            answer = json.load(said)
        moves = " ".join(answer["moves"])
        if not answer["side"]:
            return {"moves": moves, "ending": answer["ending"]}


def check_draughts(page, language, folder, check_axe):
    visit(page, "draughts", language)
    page.narrow("a new game of draughts")
    begin(page, "white", variant="international", level="2")
    page.until("my turn", MY_TURN)
    tap_square(page, 32)
    page.until("a tap shows a piece's destinations", "[...document.querySelectorAll('#board [data-goal]')].map((it) => it.dataset.goal).sort().join() === '27,28'")
    tap_square(page, 41)
    page.until("a piece without moves is reported", "document.getElementById('about').textContent === format(words().cannotMove, {square: 41})")
    tap_square(page, 32)
    tap_square(page, 28)
    played(page, "a move is answered", 2)
    check(f"{page.name}: the last move is marked", page.run("document.querySelectorAll('#last').length") == 1)
    before = page.run(MOVES)
    page.driver.refresh()
    played(page, "the game is back after a reload", 2)
    check(f"{page.name}: its moves are unchanged", page.run(MOVES) == before)
    page.do("undo")
    played(page, "two moves are taken back", 0)

    visit(page, "draughts", language, kept("white", "32-28 19-23", side="white", variant="international", level="1"))
    page.until("a piece that must capture is marked", f"document.querySelectorAll('#board [data-must]').length === 1 && {MY_TURN}")
    check(f"{page.name}: the status reports the forced capture", page.run("words().mustCapture") in page.find("#status").text)
    tap_square(page, 33)
    page.until("other pieces are refused", "document.getElementById('about').textContent === words().othersCapture")
    tap_square(page, 28)
    tap_square(page, 19)
    played(page, "a capture is answered", 4)
    page.do("copy")
    check(f"{page.name}: the game can be copied as PDN", '[GameType "20"]' in page.run("document.getElementById('copied').value"))
    check_axe(page, "a game of draughts")
    picture(page, folder / f"draughts-{page.size[0]}-{language}.png")

    for choice in ("board", "button"):
        visit(page, "draughts", language, kept(TWO_WAYS["person"], TWO_WAYS["moves"], side="white", variant=TWO_WAYS["variant"], level="1"))
        page.until("a capture with two routes is offered", MY_TURN)
        rows, is_turned = (8 if TWO_WAYS["variant"] == "english" else 10), TWO_WAYS["person"] == "black"
        for square in TWO_WAYS["ends"]:
            tap_square(page, square, rows, is_turned)
        page.until("both routes are offered", "document.querySelectorAll('#status [data-do=choose]').length === 2")
        if choice == "board":
            tap_square(page, TWO_WAYS["between"], rows, is_turned)
        else:
            page.press(f"#status [data-move='{TWO_WAYS['move']}']")
        count = len(TWO_WAYS["moves"].split())
        page.until(f"the route is chosen on the {choice}", f"{MOVES}[{count}] === '{TWO_WAYS['move']}'")

    page.do("new")
    begin(page, "white", variant="english", level="3")
    played(page, "Black moves first in English draughts", 1)
    page.do("new")
    begin(page, "black", variant="source", level="3")
    played(page, "the engine moves first", 1)
    check(f"{page.name}: Black is at the bottom", page.run("document.getElementById('players-bottom').dataset.side") == "black")
    end = whole_draughts(page.url)
    visit(page, "draughts", language, kept("black", end["moves"], side="black", variant="english", level="1"))
    page.until(f"the status shows how the game ended: {end['ending']}", f"document.getElementById('status').textContent.endsWith(words().draughtsEndings['{end['ending']}'])")
    picture(page, folder / f"draughts-over-{page.size[0]}-{language}.png")


def check_trouble(page, language):
    """A stored game that cannot be continued is reported, and a new game can start."""
    visit(page, "gomoku", language, kept("black", "h8 h8", side="black", rule="renju", size="15", level="low"))
    page.until("an invalid stored game is reported", "document.getElementById('about').textContent.startsWith(words().forgotten) && !document.getElementById('new-game').hidden")
    visit(page, "gomoku", language, kept("black", "<img>", side="black", rule="go", size="99", level="low"))
    page.until("unreadable stored data is ignored", "!document.getElementById('new-game').hidden && document.getElementById('status').hidden")
    # The browser is expected to report the refusal.
    said = [entry["message"] for entry in page.driver.get_log("browser") if "422" not in entry["message"]]
    check(f"{page.name}: the browser reports no other errors {said}", not said)


def check_board_games(page, language, folder, check_axe):
    """`check_axe` takes the page and a description of its contents."""
    width, height, touch = page.size
    page.until("links lead to the other games", "document.querySelectorAll('#other-games a').length === 2")
    check_gomoku(page, language, folder, check_axe)
    check_draughts(page, language, folder, check_axe)
    for game in ("gomoku", "draughts"):
        page.driver.get(f"{page.url}{game}")
        page.until("the game is shown again", f"{READY} && document.querySelector('#status .lead')")
        for screen in OTHER_SCREENS + [page.size]:
            for theme in ("dark", "light"):
                set_screen(page.driver, screen[0], screen[1], theme, touch=screen[2])
                page.narrow(f"{game} on {screen[0]}x{screen[1]}")
                picture(page, folder / f"{game}-{screen[0]}-{theme}-{language}.png")
            if screen[2]:
                check_fingers(page, f"{page.name}: {game} on {screen[0]}x{screen[1]}")
        set_screen(page.driver, width, height, "dark", touch=touch)
        check_axe(page, f"the dark page of {game}")
        set_screen(page.driver, width, height, "light", touch=touch)
    check_trouble(page, language)
    page.load()
