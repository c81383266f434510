#!/usr/bin/env python3
"""Tunes search parameters by SPSA, with pairs of games between two settings slightly to either side of the current one.

Usage: spsa.py ENGINE NAME... [--pairs N] [--nodes N] [--concurrency N] [--step X] [--rate X] [--out FILE]

ENGINE is a build with `--features tunable`; each NAME is a parameter of crates/engine/src/search/params.rs. Each pair
moves every parameter up or down at random by its step. One engine plays with these changes, the other with the opposite
ones, and all parameters then move slightly towards those of the winner. Steps shrink during the run. Several pairs are
played at a time, and a new one starts from the current values as soon as another ends, so that no core waits. The state
is saved after every pair, and the same command resumes from it; at the end, the values for params.rs are printed.
Method: Spall, "Implementation of the simultaneous perturbation algorithm", 1998, with the constants in the form that
chess engines use (perturbation in the last iteration, and the fraction of it by which values move).
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALPHA, GAMMA = 0.602, 0.101


def positive(text):
    """A whole number of at least 1, for argparse."""
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, not {text}")
    return int(text)


def declared():
    """The search parameters: name to value, minimum and maximum."""
    text = (ROOT / "crates/engine/src/search/params.rs").read_text(encoding="utf-8")
    rows = re.findall(r"^    (\w+) = (-?\d+), (-?\d+)\.\.=(-?\d+);", text, re.M)
    return {name: tuple(map(int, numbers)) for name, *numbers in rows}


def engine(path, name, values):
    words = ",".join(f"{key}={value}" for key, value in values.items())
    return ["--engine", "cmd=env", f"args=CHUHE_PARAMS={words} {path}", f"name={name}"]


def play(options, plus, minus, moves):
    """Plays a pair of games. Returns the points of `plus` minus those of `minus`, and the moves of the values."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            options.engine, "match", "--quiet",
            *engine(options.engine, "plus", plus), *engine(options.engine, "minus", minus),
            "--each", f"nodes={options.nodes}", "option.hashsize=16",
            "--openings", f"file={options.openings}", "order=random", "--srand", str(random.getrandbits(32)),
            "--rounds", "1", "--concurrency", "1", "--out", f"{folder}/match",
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        result = json.loads(pathlib.Path(folder, "match/result.json").read_text(encoding="utf-8"))
    games = result["encounters"][0]["games"]
    return games["wins"] - games["losses"], moves


def perturbed(options, numbers, values, number):
    """The settings of pair `number`, to either side of the values, and how far a point moves each value."""
    plus, minus, moves = {}, {}, {}
    settle = 0.1 * options.pairs
    for name, value in values.items():
        _, least, most = numbers[name]
        last = options.step * (most - least)
        reach = last * (options.pairs / number) ** GAMMA
        gain = options.rate * last * ((settle + options.pairs) / (settle + number)) ** ALPHA
        sign = random.choice((-1, 1))
        for setting, way in ((plus, sign), (minus, -sign)):
            # Rounds up or down at random so that small steps are not lost.
            setting[name] = min(max(math.floor(value + way * reach + random.random()), least), most)
        moves[name] = sign * gain
    return plus, minus, moves


def save(path, state):
    """Replaces the saved state as a whole, so that an interruption leaves the old one."""
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps(state, indent=1), encoding="utf-8")
    new.replace(path)


def main():
    numbers = declared()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=lambda path: str(pathlib.Path(path).resolve(strict=True)))
    parser.add_argument("names", nargs="+", choices=sorted(numbers), metavar="NAME")
    parser.add_argument("--pairs", type=positive, default=2400, help="pairs of games in all")
    parser.add_argument("--nodes", type=positive, default=5000, help="a move")
    parser.add_argument("--concurrency", type=positive, default=os.cpu_count(), help="pairs at a time (default: core count)")
    parser.add_argument("--step", type=float, default=0.12, help="last perturbation, as a fraction of the range")
    parser.add_argument("--rate", type=float, default=0.005, help="fraction of the step to move per point at the end")
    parser.add_argument("--openings", default=str(ROOT / "tests/data/openings.fen"))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("spsa.json"))
    options = parser.parse_args()

    state = {"pairs": 0, "values": {name: float(numbers[name][0]) for name in options.names}}
    if options.out.exists():
        state = json.loads(options.out.read_text(encoding="utf-8"))
        if "pairs" not in state or set(state["values"]) != set(options.names):
            sys.exit(f"{options.out} belongs to another run; move it away or choose another file with --out")
    values = state["values"]
    with concurrent.futures.ThreadPoolExecutor(options.concurrency) as pool:
        running = set()
        while state["pairs"] < options.pairs:
            while len(running) < min(options.concurrency, options.pairs - state["pairs"]):
                number = state["pairs"] + len(running) + 1
                running.add(pool.submit(play, options, *perturbed(options, numbers, values, number)))
            ended, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for pair in ended:
                points, moves = pair.result()
                for name, move in moves.items():
                    _, least, most = numbers[name]
                    values[name] = min(max(values[name] + points * move, least), most)
                state["pairs"] += 1
                if state["pairs"] % 100 == 0 or state["pairs"] == options.pairs:
                    shown = " ".join(f"{name}={value:.1f}" for name, value in values.items())
                    print(f"{state['pairs']}/{options.pairs} {shown}", file=sys.stderr, flush=True)
            save(options.out, state)
    for name in options.names:
        print(f"{name} = {round(state['values'][name])} (was {numbers[name][0]})")


if __name__ == "__main__":
    main()
