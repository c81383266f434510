"""Checks the opening explorer on the page of `chuhe serve`; called by `serve`."""

import pathlib

from selenium.webdriver.common.keys import Keys

from ..common import call, check
from .browser import MARKUP, OTHER_SCREENS, set_screen
from .review import PATIENCE_S, paste

GAMES = f"""[Event "Final"]
[Date "2019.05.01"]
[Red "王天一"]
[Black "{MARKUP}"]

1. h2e2 {{[%eval 0.35]}} h9g7 {{[%eval 0.41]}} 2. h0g2 1-0

[Event "A cup of a very long name, played in a town with an even longer name, at a time of which nobody knows"]
[Date "2021.03.??"]
[Red "Li"]
[Black "Wang"]

1. b2e2 b9c7 {{[%eval 0.21]}} 2. b0c2 h9g7 0-1

[Red "Li"]
[Black "Zhao"]

1. h2e2 h7e7 1/2-1/2

[Date "2020.??.??"]

1. g3g4 g6g5 1/2-1/2

1. c3c4 b7e7 *
"""
REVIEWED = "1. h2e2 h9g7 2. h0g2 i9h9 1-0"
ROWS = "document.querySelectorAll('#explorer .openings button').length"
READY = "document.getElementById('explorer-body').getAttribute('aria-busy') === 'false'"


def make_database(engine, folder):
    """Creates a database of these games and returns its path."""
    games, database = pathlib.Path(folder) / "opening-games.pgn", pathlib.Path(folder) / "openings.db"
    games.write_text(GAMES)
    call(engine, "-q", "db", "import", database, games)
    return str(database)


def names(page):
    return page.run("[...document.querySelectorAll('#explorer .openings button .name')].map((it) => it.textContent)")


def rows(page, what, count):
    page.until(what, f"{READY} && {ROWS} === {count}")


def check_bars(page):
    widths = page.run("""[...document.querySelectorAll('#explorer button svg.results')].map((bar) =>
        [...bar.querySelectorAll('rect')].map((rect) => parseInt(rect.getAttribute('width'))))""")
    check(f"{page.name}: bars show won, drawn and lost games {widths}",
          widths[0] == [33, 33, 33] and all(99 <= sum(bar) <= 101 for bar in widths))
    seen = page.run("""[...document.querySelectorAll('#explorer .openings button')].every((row) => {
        const box = row.getBoundingClientRect();
        return [...row.children].every((it) => it.getBoundingClientRect().right <= box.right + 1 && it.scrollWidth <= it.clientWidth + 1
          || !it.clientWidth);
      })""")
    check(f"{page.name}: each row is fully visible", seen)


def check_moves(page):
    page.press("#modes [data-mode=analyse]")
    page.more("empty")
    rows(page, "moves from the start are listed, mirror images as one", 2)
    check(f"{page.name}: the most frequent move is first {names(page)}", names(page)[0] == "炮二平五")
    check_bars(page)
    label = page.run("document.querySelector('#explorer .openings button').getAttribute('aria-label')")
    check(f"{page.name}: a row's label contains everything that it shows: {label}", all(part in label for part in ["炮二平五", "3", "60 %", "33 %", "+0.35", "2021"]))
    page.press("#explorer .openings button")
    page.until("a click plays the move", "document.querySelector('#rows [data-node]')?.textContent.includes('炮二平五') && document.querySelector('#pieces [data-at=e2]') !== null")
    rows(page, "the replies are listed", 2)
    check(f"{page.name}: scores stay from Red's point of view", page.run("document.querySelector('#explorer .openings .worth:not(:empty)') && document.querySelector('#explorer .openings button .worth').textContent") == "+0.31")
    page.run("document.querySelector('#explorer .openings button').focus()")
    page.key(Keys.ENTER)
    page.until("Enter plays a move as well", "document.querySelectorAll('#rows .pair [data-node]').length === 2")
    rows(page, "the replies to the second move are listed", 1)
    check(f"{page.name}: the focus moves to the new list", page.run("document.activeElement === document.querySelector('#explorer .openings button')"))
    page.press("#first")
    rows(page, "the moves from the start are listed again", 2)
    # The legal moves may arrive later than the rows.
    page.until("it is Red's turn again", "document.querySelector('.player.turn')?.dataset.side === 'red'")
    page.drag("a0", "a1")
    page.until("an unknown position is reported as unknown", f"{READY} && document.getElementById('explorer-body').textContent.includes(words().openingUnknown.database)")


def check_sources(page):
    page.press("#first")
    rows(page, "the database", 2)
    page.press("#explorer [data-at=book]")
    page.until("the built-in book is shown", f"{READY} && {ROWS} > 3 && document.querySelector('#explorer [data-at=book]').getAttribute('aria-pressed') === 'true'")
    page.narrow("the book")
    page.press("#explorer [data-at=database]")
    rows(page, "the database is shown again", 2)
    page.press("#explorer summary")
    page.press("#forward")
    page.until("the explorer can be closed", "document.querySelectorAll('#tree [aria-current]').length === 1 && !document.getElementById('explorer').open")
    page.press("#explorer summary")
    page.until("and opened", f"document.getElementById('explorer').open && {READY}")


def check_games(page):
    page.more("empty")
    rows(page, "the start", 2)
    page.until("the games are loaded", "document.querySelectorAll('#explorer .list button').length === 5")
    shown = page.run("[...document.querySelectorAll('#explorer .list button')].map((it) => it.textContent)")
    check(f"{page.name}: games from the position are listed, with names as plain text", len(shown) == 5 and MARKUP in shown[0])
    check(f"{page.name}: names are not rendered as markup", not page.run("document.querySelector('img') || document.title === 'hit'"))
    page.press("#explorer .openings button")
    rows(page, "the replies to a move are listed", 2)
    page.press("#explorer .list [data-at='1']")
    page.until("a game opens at the position", "document.querySelectorAll('#rows .pair [data-node]').length === 4 && document.querySelector('#tree [aria-current]').textContent.includes('炮八平五')")
    check(f"{page.name}: the opened game shows its players", "Wang" in page.run("[...document.querySelectorAll('.player .name')].map((it) => it.textContent).join()"))


def check_review(page):
    """Goes from a reviewed game to the analysis of another move."""
    page.press("#modes [data-mode=review]")
    paste(page, REVIEWED)
    page.until("a game is under review", "document.querySelectorAll('#moves button').length === 4", PATIENCE_S)
    page.press("#first")
    rows(page, "the explorer is shown next to a reviewed game", 2)
    page.press("#explorer .openings li:nth-child(2) button")
    page.until("another move opens in the analysis", "document.body.dataset.mode === 'analyse' && document.querySelectorAll('#rows .variation [data-node]').length === 1")
    page.press("#modes [data-mode=play]")
    check(f"{page.name}: the explorer is hidden during a game", not page.find("#explorer").is_displayed())


def check_explorer(page, folder, check_axe):
    """`check_axe` takes the page and a description of its contents."""
    size = page.size
    check_moves(page)
    check_sources(page)
    check_games(page)
    page.more("empty")
    rows(page, "the moves from the start are listed again", 2)
    name = page.name.replace(" ", "-")
    for width, height, touch in OTHER_SCREENS + [size]:
        for theme in ("dark", "light"):
            set_screen(page.driver, width, height, theme, touch=touch)
            page.narrow(f"the explorer on {width}x{height}")
            page.run("document.getElementById('explorer').scrollIntoView()")
            page.driver.save_screenshot(str(folder / f"explorer-{width}-{theme}-{name}.png"))
        check_bars(page)
    check_axe(page, "the explorer")
    set_screen(page.driver, size[0], size[1], "dark", touch=size[2])
    check_axe(page, "the dark explorer")
    set_screen(page.driver, size[0], size[1], "light", touch=size[2])
    check_review(page)
