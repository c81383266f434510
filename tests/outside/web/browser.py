"""Opens pages in a real browser, and contains code shared by all checks of pages.

Needs selenium, Debian's chromium and chromium-driver.
"""

import contextlib
import pathlib
import shutil
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from ..common import check, parser

# Provides scripts with `words()` and `format`, from the modules that a served page has already loaded.
WORDS = """const done = arguments[0];
    const names = performance.getEntriesByType('resource').map(({name}) => name);
    const name = names.find((it) => it.endsWith('/page/board-words.js')) ?? names.find((it) => it.endsWith('/page/words.js'));
    Promise.all([import(name), import(new URL('../shared/words.js', name))])
        .then(([{words}, {format}]) => { Object.assign(window, {words, format}); done(); });"""
# The minimum height in pixels of a button on a touch screen.
FINGER = 32
# Phone and desktop: their widths, heights, and whether they are touch screens.
SCREENS = [(375, 667, True), (1280, 800, False)]
# Further screens on which nothing may be cut off: their widths, heights, and whether they are touch screens.
OTHER_SCREENS = [(320, 568, True), (667, 375, True), (768, 1024, True)]
# Markup that a page must show as plain text.
MARKUP = "<img src=x onerror=document.title='hit'>"


class Page:
    def __init__(self, driver, url):
        self.driver = driver
        self.url = url
        driver.get(url)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def run(self, script):
        if "words()" in script and not self.driver.execute_script("return Boolean(window.words)"):
            self.driver.execute_async_script(WORDS)
        return self.driver.execute_script("return " + script)

    def key(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def click(self, selector, x=None, y=None):
        """Clicks an element, optionally at given fractions of its width and height."""
        element = self.find(selector)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        actions = ActionChains(self.driver)
        if x is None:
            actions.move_to_element(element)
        else:
            size = element.size
            actions.move_to_element_with_offset(
                element, (x - 0.5) * size["width"], (y - 0.5) * size["height"])
        actions.click().perform()

    def ply(self):
        return self.run("Number(document.querySelector('#moves [aria-current]')?.dataset.ply ?? 0)")

    def data(self):
        return self.run("JSON.parse(document.getElementById('data').textContent)")

    def language(self):
        return self.run("document.documentElement.lang").split("-")[0]

    def is_turned(self):
        return self.run("document.getElementById('edge').dataset.below === 'black'")

    def place(self, at):
        """The coordinates of a point in the board's drawing."""
        file, rank = ord(at[0]) - ord("a"), int(at[1])
        return [(8 - file) * 100, rank * 100] if self.is_turned() else [file * 100, (9 - rank) * 100]

    def view(self):
        """The visible part of the board's drawing."""
        return [float(it) for it in self.run("document.getElementById('board').getAttribute('viewBox')").split()]

    def pieces(self):
        script = "[...document.querySelectorAll('#pieces use')].map((u) => u.dataset.at + u.getAttribute('href').slice(-1)).sort().join()"
        return self.run(script)


@contextlib.contextmanager
def open_browser():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # Debian's own driver, if present: selenium would search for another one on the network.
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    # The default of half a minute is too short for axe on a busy machine.
    driver.set_script_timeout(120)
    try:
        yield driver
    finally:
        driver.quit()


def set_screen(driver, width, height, theme, touch=False):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
    features = [{"name": "prefers-color-scheme", "value": theme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def picture(page, path):
    page.run("window.scrollTo(0, 0)")
    page.driver.save_screenshot(str(path))


def check_fingers(page, what):
    script = """[...document.querySelectorAll('button, a')].filter((it) => it.offsetParent)
        .filter((it) => it.getBoundingClientRect().height < FINGER).map((it) => it.id || it.textContent).join()"""
    small = page.run(script.replace("FINGER", str(FINGER)))
    check(f"{what}: every button is large enough for a finger {small}", small == "")


def check_log(driver, expected=None):
    """Checks that the browser has reported no errors except the expected ones."""
    said = [entry["message"] for entry in driver.get_log("browser") if not expected or expected not in entry["message"]]
    check(f"the browser reports no errors {said}", not said)


def arguments(description, **engine):
    """The command line: the engine, and the folder for pictures."""
    options = parser(description)
    options.add_argument("engine", **engine)
    options.add_argument("folder", nargs="?", type=pathlib.Path, help="for pictures of the page")
    options.add_argument("--release", action="store_true", help="test what only a release needs as well")
    options = options.parse_args()
    options.folder = (options.folder or pathlib.Path(tempfile.mkdtemp())).resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    return options


def views(options):
    """Screens and languages: the phone in English and the desktop in Chinese; before a release, all four pairs."""
    every = [(size, language) for size in SCREENS for language in ("en", "zh")]
    return every if options.release else [every[0], every[-1]]


def end(folder):
    print(f"{check.failures} failed; pictures in {folder}")
    sys.exit(check.failures > 0)
