#!/usr/bin/env python3
"""Holds the program against what machines and neighbours do: full, read-only and slow disks, limits of memory, stopped
processes, clocks that jump, pipes that close, floods of lines, and engines that fork, hang and talk rubbish.

    scripts/faults.py target/release/chuhe                    everything
    scripts/faults.py target/release/chuhe --only disk        checks with this in their names

Disks and control groups need root, for small file systems in memory; slow disks need mfusepy and libfuse3, clocks the
library of Debian's `libfaketime`, a server that is stopped websockets. What is not there is told and left out. Prints a
row for each check, and exits with 1 if one failed. Kills are in `kills.py`. The checks are in `faults`, by subject.
"""

import argparse
import pathlib
import signal
import sys
import tempfile

import kills
from faults import control_groups, disks, memory, neighbours, rogues, servers, slow_disks, stops
from faults.common import CHECKS, Fault, LeftOut

ROOMS = (disks, slow_disks, stops, servers, memory, control_groups, neighbours, rogues)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=pathlib.Path, help="the program chuhe")
    parser.add_argument("--only", default="", help="checks with this in their names")
    args = parser.parse_args()
    # Behind `&` or `nohup` it is ignored, and would be by every command that is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        engine = args.engine.resolve()
        material = kills.Material(engine, scratch)
        print("| check | promise | outcome |\n|---|---|---|")
        for function in sorted(CHECKS, key=lambda function: ROOMS.index(sys.modules[function.__module__])):
            if args.only not in function.__name__:
                continue
            try:
                outcome = f"held: {function(engine, material, scratch)}"
            except LeftOut as reason:
                outcome = f"left out: {reason}"
            except Fault as fault:
                outcome, failed = f"**FAILED**: {fault}", failed + 1
            print(f"| {function.__name__.replace('_', ' ')} | {' '.join(function.__doc__.split())} | {outcome} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--rogue"]:
        rogues.rogue(sys.argv[2])
    else:
        sys.exit(main())
