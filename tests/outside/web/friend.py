"""Plays a game between two browsers, as two friends do: invitation, moves, proposals, a rematch, a restart; called by
`expected`."""

import time

from ..common import check
from .browser import check_fingers, picture
from .server import Server

TOKEN = "0123456789abcdef0123"
PLIES = "document.querySelectorAll('#moves button').length"
STATUS = "document.getElementById('friend-status').textContent"
GAME = "location.hash.includes('code=')"


def local(link):
    """An address of this machine that works in the browser, wherever the machine is."""
    scheme, rest = link.split("//")
    return f"{scheme}//127.0.0.1:{rest.split(':')[-1]}"


def enter(driver, address):
    """Opens an address with the token, which the server replaces by a cookie."""
    driver.get(address)
    end = time.monotonic() + 20
    while not driver.execute_script("return Boolean(document.body?.dataset.mode)"):
        assert time.monotonic() < end, f"{address} does not open the page"
        time.sleep(0.1)


def check_friends(engine, drivers, open_page, folder, check_axe):
    """Plays between two browsers; `open_page` makes a page of one of them and an address."""
    with Server(engine, "--listen", "0.0.0.0", "--token", TOKEN) as server:
        for driver in drivers:
            enter(driver, local(server.address))
        host, guest = [open_page(driver, local(server.address).split("?")[0]) for driver in drivers]
        host.press("#modes [data-mode=play]")
        host.do("invite")
        host.until("the invitation's form", "document.getElementById('friend-form').getClientRects().length > 0")
        host.narrow("the invitation's form")
        host.choose("#friend-name", "Li <b>")
        host.run("document.querySelector('[name=friend-side][value=red]').click()")
        host.press("#friend-form [type=submit]")
        host.until("an invitation", "document.querySelector('.qr path') !== null && document.getElementById('invitation') !== null")
        check_axe(host, "an invitation")
        picture(host, folder / f"friend-invitation-{host.name.replace(' ', '-')}.png")
        host.narrow("an invitation")
        link = host.run("document.getElementById('invitation').value")
        check(f"{host.name}: the address is one that others can open {link.split('?')[0]}", "0.0.0.0" not in link and "localhost" not in link)

        guest.driver.get("about:blank")
        enter(guest.driver, local(link))
        guest.until("the friend joins", f"document.body.dataset.mode === 'friend' && {GAME}")
        guest.until("the friend sees the host's name", "document.querySelector('.player[data-side=red] .name').textContent === 'Li <b>'")
        check(f"{guest.name}: Black is at the bottom", guest.run("document.getElementById('players-bottom').dataset.side") == "black")
        check(f"{guest.name}: the token is not in the address", TOKEN not in guest.run("location.href"))
        host.until("the invitation is gone", "document.querySelector('.qr') === null")
        host.drag("h2", "e2")
        for page in (host, guest):
            page.until("the first move is on both boards", f"{PLIES} === 1 && document.querySelector('.player.turn').dataset.side === 'black'")
        guest.until("the friend's clock runs", "document.querySelector('[data-clock=black]').classList.contains('runs')")
        guest.drag("h9", "g7")
        host.until("the answer arrives", f"{PLIES} === 2")
        picture(host, folder / f"friend-game-{host.name.replace(' ', '-')}.png")
        host.narrow("a game with a friend")
        if host.touch:
            check_fingers(host, f"{host.name}: a game with a friend")
        check_axe(host, "a game with a friend")

        host.do("undo", "#friend-actions")
        guest.until("the friend is asked", "document.querySelector('#friend-status [data-do=agree]') !== null")
        guest.do("agree", "#friend-status")
        host.until("the move is taken back", f"{PLIES} === 0")
        host.drag("b0", "c2")
        guest.until("another move", f"{PLIES} === 1")
        guest.driver.refresh()
        guest.until("the game is there after a reload", f"{PLIES} === 1 && {STATUS}.length > 3")
        server.stop()
        host.until("the stopped server is reported", "document.getElementById('about').textContent.length > 10")
        server.start()
        for page in (host, guest):
            page.until("the game goes on after a restart", f"document.getElementById('about').textContent === '' && {PLIES} === 1", 60)
        guest.until("it is the friend's turn", "document.querySelector('.player.turn')?.dataset.side === 'black'")
        guest.drag("h9", "g7")
        host.until("the game continues", f"{PLIES} === 2")
        guest.do("resign", "#friend-actions")
        guest.press("#sheet [data-answer=resign]")
        host.until("the game is over", "document.querySelector('#friend-actions [data-do=rematch]') !== null")
        host.do("rematch", "#friend-actions")
        guest.until("a rematch is proposed", "document.querySelector('#friend-status [data-do=agree]') !== null")
        guest.do("agree", "#friend-status")
        host.until("the rematch begins with the sides exchanged", f"{PLIES} === 0 && document.getElementById('players-bottom').dataset.side === 'black'")
        guest.do("leave", "#friend-actions")
        host.until("the friend is away", "document.querySelector('.player[data-side=red]').textContent.includes(words().away)")
        host.do("leave", "#friend-actions")
        host.until("the page is back", "document.body.dataset.mode === 'play'")
