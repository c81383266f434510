"""Relays the lines between a host and its engine and records them. Run as a script: relay.py RECORD COMMAND..."""

import contextlib
import os
import subprocess
import sys
import threading
import time


def relay(record, command):
    """Writes every line to a file of this process before passing it on."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    file = open(f"{record}-{time.time():.3f}.talk", "wb", buffering=0)

    def pass_on(source, mark, target):
        with contextlib.suppress(BrokenPipeError):
            for line in source:
                file.write(mark + line)
                target.write(line)
                target.flush()
            target.close()

    threading.Thread(target=pass_on, args=(sys.stdin.buffer, b"> ", child.stdin), daemon=True).start()
    pass_on(child.stdout, b"< ", sys.stdout.buffer)
    # The host must see how the engine exited, while the other thread may still be waiting for the host.
    os._exit(child.wait() & 0xff)


if __name__ == "__main__":
    relay(sys.argv[1], sys.argv[2:])
