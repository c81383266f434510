"""Tests the program against faults of machines and neighbouring processes, such as full disks, memory limits, stopped
processes, closed pipes and rogue engines.

    python3 -m tests.outside.faults target/release/chuhe                 everything
    python3 -m tests.outside.faults target/release/chuhe --only disk     checks whose names contain this

Disks and control groups need root, for small file systems in memory; slow disks need mfusepy and libfuse3, clock jumps
need the library from Debian's `libfaketime`, and stopped servers need websockets. Checks whose requirements are missing
are reported as skipped. Prints a row for each check, and exits with 1 if any failed.
"""

import pathlib
import signal
import sys
import tempfile

from . import control_groups, disks, injections, memory, neighbours, rogues, servers, signals, slow_disks, stops
from ..common import engine_parser
from ..kills import Material
from .checks import CHECKS, Fault, LeftOut

ROOMS = (disks, slow_disks, stops, signals, injections, servers, memory, control_groups, neighbours, rogues)


def name_of(function):
    return function.__name__.replace("_", " ")


def main():
    parser = engine_parser(__doc__)
    parser.add_argument("--only", default="", help="only checks whose names contain this")
    args = parser.parse_args()
    checks = [function for function in CHECKS if args.only.replace("_", " ") in name_of(function)]
    if not checks:
        parser.error(f"no check's name contains {args.only!r}")
    # After `&` or `nohup`, the signal is ignored, and every command started here would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        material = Material(args.engine, scratch)
        print("| check | promise | outcome |\n|---|---|---|")
        for function in sorted(checks, key=lambda function: ROOMS.index(sys.modules[function.__module__])):
            try:
                outcome = f"held: {function(args.engine, material, scratch)}"
            except LeftOut as reason:
                outcome = f"skipped: {reason}"
            except Fault as fault:
                outcome, failed = f"**FAILED**: {fault}", failed + 1
            print(f"| {name_of(function)} | {' '.join(function.__doc__.split())} | {outcome} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
