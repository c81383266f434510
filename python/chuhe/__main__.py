"""The whole program: ``python -m chuhe`` is the same as ``chuhe``."""

from __future__ import annotations

import signal
import sys

from ._native import run_program


def main() -> int:
    """Runs the program with the words of the command line, and returns its exit code."""
    # The program handles these signals itself; Python's own handler would wait for the end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(["chuhe", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
