"""Tests the choice of other engines on the page of `chuhe serve`, in a real browser, with engines that work and fail.

    python3 -m tests.outside.web.engines ENGINE [FOLDER]     pictures go to the folder

Needs cargo for the engine that fails, Debian's chromium and chromium-driver, and the environment of setup.sh.
"""

import asyncio
import json
import os
import signal

from ..common import ROOT, call, check
from .browser import arguments, check_fingers, check_log, end, open_browser, picture, views
from .client import Page as Client
from .serve import CONNECTED, LINE, Served, paste
from .server import Server

WAIT_S = 60
LINES = "document.querySelectorAll('#{} li').length"
FACTS = "document.getElementById('{}').textContent"


def fault_engine():
    """The arena's double, which fails on demand."""
    manifest = ROOT / "Cargo.toml"
    built = call("cargo", "build", "--quiet", "--example", "fault_engine", "--message-format", "json", "--manifest-path", manifest)
    messages = [json.loads(line) for line in built.splitlines()]
    return next(it["executable"] for it in messages if it.get("target", {}).get("name") == "fault_engine" and it.get("executable"))


def offered(page, name):
    return page.run(f"[...document.querySelectorAll('#{name} option')].map((it) => it.textContent).join()")


def check_nothing_to_choose(driver, engine, size, language):
    with Server(engine) as server:
        page = Served(driver, server.address, size, language)
        choosers = "document.querySelectorAll('#opponent, #engine-first, #engine-second, #review-engine, [data-do=options]').length"
        check(f"{page.name}: without other engines, there is nothing to choose in a new game", page.run(choosers) == 0)
        for mode in ["analyse", "review"]:
            page.press(f"#modes [data-mode={mode}]")
            check(f"{page.name}: and nothing in the mode {mode}", page.run(choosers) == 0)
        # A page that looks for its server in vain reports errors.
        driver.get("about:blank")


def check_analysis(page, folder):
    page.press("#modes [data-mode=analyse]")
    paste(page, LINE)
    page.until("the moves", "document.querySelectorAll('#rows .pair [data-node]').length === 6")
    check(f"{page.name}: the engines are offered", offered(page, "engine-first") == "chuhe,second,gone,crash")
    page.choose("#engine-second", "second")
    page.do("engine")
    page.until("both engines show lines", f"{LINES.format('lines')} > 0 && {LINES.format('lines-2')} > 0", WAIT_S)
    page.until("each has its arrow", """(() => {
        const marks = [...document.querySelectorAll('#marks [data-arrow]')];
        return marks.length === 2 || (marks.length === 1 && marks[0].getAttribute('stroke') !== '#fff');
    })()""")
    check(f"{page.name}: each engine is named", page.run(f"{FACTS.format('facts')}.startsWith('chuhe') && {FACTS.format('facts-2')}.includes('Hash=8')"))
    page.do("options", "#engine")
    page.until("options", "document.getElementById('option-multipv') !== null")
    page.choose("#option-multipv", "2")
    page.press("#sheet [data-answer=set]")
    page.until("the first engine shows two lines", f"{LINES.format('lines')} === 2 && {LINES.format('lines-2')} === 1", WAIT_S)
    page.press("[data-do=options][data-place='1']")
    page.until("options of the second engine", "document.getElementById('option-multipv') !== null")
    check(f"{page.name}: an option that the server sets is not offered", not page.run("document.getElementById('option-hash')"))
    page.press("#sheet-close")
    page.until("the analysis names its engines", "document.getElementById('tree').textContent.includes('Hash=8')")
    picture(page, folder / f"engines-{page.size[0]}.png")
    page.press("#end")
    page.until("both show lines at the end", f"{LINES.format('lines')} > 0 && {LINES.format('lines-2')} > 0", WAIT_S)
    page.press("#lines-2 [data-count='1']")
    page.until("a line of the second engine is played", "document.querySelectorAll('#rows [data-node]').length === 7", WAIT_S)
    page.until("both search on", f"{LINES.format('lines')} > 0 && {LINES.format('lines-2')} > 0", WAIT_S)
    page.choose("#engine-second", "gone")
    page.until("why an engine does not start", f"{FACTS.format('facts-2')}.includes('gone') && document.querySelector('#facts-2 .alert')", WAIT_S)
    page.until("the first engine goes on", f"{LINES.format('lines')} > 0", WAIT_S)
    page.choose("#engine-second", "crash")
    page.until("why an engine crashed", f"document.querySelector('#facts-2 .alert')?.textContent.includes('crash')", WAIT_S)
    check(f"{page.name}: the moves are kept", page.run("document.querySelectorAll('#rows [data-node]').length") == 7)
    if page.touch:
        check_fingers(page, page.name)
    page.narrow("two engines")
    page.do("engine")
    page.load()
    page.press("#modes [data-mode=analyse]")
    page.more("kept")
    page.press("#sheet .row")
    page.until("the saved analysis names its engines", "document.getElementById('tree').textContent.includes('Hash=8')")
    page.choose("#engine-second", "-")


def check_crash(page, server):
    """Kills the engine in the middle of a search: it is started again, and the page shows its lines."""
    page.choose("#engine-first", "second")
    page.do("engine")
    page.until("the engine shows a line", f"{LINES.format('lines')} > 0", WAIT_S)
    children = call("pgrep", "-P", server.process.pid).split()
    check(f"{page.name}: the engine's process runs {children}", len(children) > 0)
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    page.press("#back")
    page.until("the engine is back", f"{LINES.format('lines')} > 0", WAIT_S)
    check(f"{page.name}: without a fault to show", not page.run("document.querySelector('#facts .alert')"))
    page.do("engine")
    page.choose("#engine-first", "")


def check_play(page):
    page.press("#modes [data-mode=play]")
    if not page.find("#new-game").is_displayed():
        page.menu("new")
    page.choose("#opponent", "second")
    check(f"{page.name}: only chuhe has levels", not page.find("#strength").is_displayed())
    page.press("#new-game [type=submit]")
    page.until("the opponent is named", "[...document.querySelectorAll('.player .name')].some((it) => it.textContent.includes('Hash=8'))", WAIT_S)
    page.drag("h2", "e2")
    page.until("the engine answers", "document.querySelectorAll('#moves button').length === 2", WAIT_S)
    page.menu("new")
    page.choose("#opponent", "gone")
    page.press("#new-game [type=submit]")
    page.until("why the game cannot begin", "document.getElementById('about').textContent.includes('gone')", WAIT_S)
    page.do("close")
    check(f"{page.name}: the game is still there", page.run("document.querySelectorAll('#moves button').length") == 2)
    page.menu("new")
    page.choose("#opponent", "")
    check(f"{page.name}: chuhe has levels", page.find("#strength").is_displayed())
    page.do("close")


def check_review(page):
    page.press("#modes [data-mode=review]")
    page.choose("#review-effort", "quick")
    page.choose("#review-engine", "second")
    page.choose("#review-text", LINE)
    page.do("text")
    page.until("the game is reviewed", "document.getElementById('summary').textContent.length > 10", 120)
    check(f"{page.name}: the review names its engine", page.run("document.getElementById('review-head').textContent.includes('Hash=8')"))


async def check_names(address, program):
    """A page that names a program, a path or arguments is refused."""
    page = await Client.open(address)
    await page.ask("analyse.position", fen="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    for name in [program, "/bin/sh", "../gone", "cmd=/bin/sh", "SECOND", ""]:
        codes = {
            await page.refused("engine", name=name), await page.refused("analyse.start", multipv=1, engine=name),
            await page.refused("play.new", side="red", engine=name), await page.refused("review.start", text=LINE, engine=name)}
        check(f"an engine named {name!r} is refused {codes}", codes == {"unknown"})
    for fields in [{"cmd": "/bin/sh"}, {"args": "-c id"}, {"option": {"EvalFile": "/etc/passwd"}}]:
        code = await page.refused("analyse.start", multipv=1, engine="second", **fields)
        check(f"{fields} is refused ({code})", code == "malformed")
    await page.close()


def main():
    options = arguments(__doc__)
    fault = fault_engine()
    engines = [
        "--engine", f"cmd={options.engine}", "name=second", "option.Hash=8",
        "--engine", "cmd=/nowhere/engine", "name=gone", "--engine", f"cmd={fault}", "args=--mode exit-on-go", "name=crash"]
    with open_browser() as driver:
        for size, language in views(options):
            check_nothing_to_choose(driver, options.engine, size, language)
            with Server(options.engine, *engines) as server:
                asyncio.run(check_names(server.address, options.engine))
                page = Served(driver, server.address, size, language)
                page.until("the engines are known", f"{CONNECTED} && document.getElementById('opponent')")
                check_analysis(page, options.folder)
                check_crash(page, server)
                check_play(page)
                check_review(page)
                driver.get("about:blank")
                check_log(driver)
    end(options.folder)


if __name__ == "__main__":
    main()
