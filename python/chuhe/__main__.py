"""The whole program: ``python -m chuhe`` runs ``chuhe``."""

from __future__ import annotations

import signal
import sys

from ._native import run_program


def main() -> int:
    """Runs the program with the command-line arguments, and returns its exit code."""
    # The program handles these signals itself; Python's own handler would act only after the program has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_program(["chuhe", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
