"""An engine that plays a move or two and then misbehaves; `rogues` lists the kinds of misbehaviour. This file is run as
a script."""

import os
import signal
import sys
import time


def rogue(mode):
    eaten = []

    def say(text):
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    if mode == "deaf":
        time.sleep(300)
    if mode == "forks" and os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(300)
        os._exit(0)
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if word == "ucci":
            say("id name rogue\nucciok")
        elif word == "isready":
            say("readyok")
        elif word == "quit" and mode == "quits":
            time.sleep(300)
        elif word == "quit":
            break
        elif word == "go":
            wrong = {
                "hangs": lambda: time.sleep(300), "closes": lambda: (os.close(1), time.sleep(300)),
                "rubbish": lambda: (sys.stdout.buffer.write(bytes(range(256)) * 40 + b"\n"), sys.stdout.flush(), time.sleep(300)),
                "illegal": lambda: say("bestmove a0a9"), "two": lambda: say("bestmove h2e2\nbestmove h2e2\nbestmove a0a9"),
                "endless": lambda: [sys.stdout.write("x" * 65536) for _ in iter(int, 1)],
                "floods": lambda: [say("info depth 1 score 1 pv h2e2\n" * 1000) for _ in iter(int, 1)],
                "dies": lambda: os.kill(os.getpid(), signal.SIGSEGV), "stops": lambda: os.kill(os.getpid(), signal.SIGSTOP),
                "late": lambda: (time.sleep(4), say("bestmove h2e2")),
                "eats": lambda: [eaten.append(b"x" * (1 << 20)) for _ in iter(int, 1)],
                "forks": lambda: os._exit(3), "quits": lambda: say("bestmove a0a9"),
            }
            wrong[mode]()


if __name__ == "__main__":
    rogue(sys.argv[1])
