"""Takes the README's pictures: the page of `chuhe serve` and an annotated game, in both languages, light and dark.

    python3 -m tests.outside.web.pictures ENGINE [FOLDER]     FOLDER is docs/pictures by default

Needs Debian's chromium and chromium-driver, a font with Chinese characters, and the environment of setup.sh.
"""

import io
import pathlib
import tempfile

from PIL import Image

from ..common import DATA, ROOT, call, engine_parser
from .browser import Page, open_browser, set_screen
from .serve import Served, paste
from .server import Server

SIZE = (1200, 760)
COLOURS = 224
SIZE_MAX = 120_000
LINE = "h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 g3g4 c6c5 h0h6 h7i7 h6g6 i7i8"
# A position with several book moves.
SHOWN = 2
THEMES = ["light", "dark"]
# The languages of the page, with the suffixes of the pictures' names.
LANGUAGES = {"en": "", "zh": "-zh"}


def save(page, path):
    """Saves the window as a small PNG."""
    page.run("(document.activeElement.blur(), window.scrollTo(0, 0))")
    picture = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path}: {size} bytes")
    if size > SIZE_MAX:
        raise SystemExit(f"{path} is larger than {SIZE_MAX} bytes")


def served(driver, address, language, folder):
    page = Served(driver, address, (*SIZE, False), language)
    page.press("#modes [data-mode=analyse]")
    paste(page, LINE)
    page.until("the moves", f"document.querySelectorAll('#rows .pair [data-node]').length === {len(LINE.split())}")
    page.more("sweep")
    page.until("the graph", "document.getElementById('engine-switch').getAttribute('aria-pressed') === 'false'", 120)
    page.press("#first")
    for _ in range(SHOWN):
        page.press("#forward")
    page.choose("#line-count", "3")
    page.do("engine")
    page.until("three lines are shown", "document.querySelectorAll('#lines li').length === 3", 60)
    page.until("the search is deep enough", "parseInt(document.getElementById('facts').textContent.match(/\\d+/)) > 14", 120)
    for theme in THEMES:
        set_screen(driver, *SIZE, theme)
        save(page, folder / f"board-{theme}{LANGUAGES[language]}.png")


def annotated(driver, engine, language, folder, work):
    file = work / f"{language}.html"
    call(engine, "--lang", language, "annotate", DATA / "games.pgn", "--nodes", "20k", "-o", file)
    for theme in THEMES:
        set_screen(driver, *SIZE, theme)
        page = Page(driver, f"file://{file}")
        page.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true}))")
        save(page, folder / f"review-{theme}{LANGUAGES[language]}.png")


def main():
    options = engine_parser(__doc__)
    options.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "docs" / "pictures")
    options = options.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work, open_browser() as driver, Server(options.engine) as server:
        for language in LANGUAGES:
            served(driver, server.address, language, options.folder)
            annotated(driver, options.engine, language, options.folder, pathlib.Path(work))


if __name__ == "__main__":
    main()
