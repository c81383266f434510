#!/usr/bin/env python3
"""Tunes search parameters by SPSA, with short matches between two settings slightly to either side of the current one.

Usage: spsa.py ENGINE NAME... [--games N] [--nodes N] [--pairs N] [--concurrency N] [--step X] [--rate X]
           [--seed N] [--out FILE]

ENGINE is a build with `--features tunable`; each NAME is a parameter of crates/engine/src/search/params.rs. Each
iteration moves every parameter up or down at random by its step. One engine plays with these changes, the other with
the opposite ones, and all parameters then move slightly towards those of the winner. Steps shrink during the run. The
state is saved after every iteration, and the same command resumes from it; at the end, the values for params.rs are
printed. Method: Spall, "Implementation of the simultaneous perturbation algorithm", 1998, with the constants in the
form that chess engines use (perturbation in the last iteration, and the fraction of it by which values move).
"""

import argparse
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


def declared():
    """The search parameters: name to value, minimum and maximum."""
    text = (ROOT / "crates/engine/src/search/params.rs").read_text(encoding="utf-8")
    rows = re.findall(r"^    (\w+) = (-?\d+), (-?\d+)\.\.=(-?\d+);", text, re.M)
    return {name: tuple(map(int, numbers)) for name, *numbers in rows}


def engine(path, name, values):
    words = ",".join(f"{key}={value}" for key, value in values.items())
    return ["--engine", "cmd=env", f"args=CHUHE_PARAMS={words} {path}", f"name={name}"]


def play(options, plus, minus, seed):
    """The points of `plus` minus those of `minus`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            options.engine, "match", "--quiet",
            *engine(options.engine, "plus", plus), *engine(options.engine, "minus", minus),
            "--each", f"nodes={options.nodes}", "option.hashsize=16",
            "--openings", f"file={options.openings}", "order=random", "--srand", str(seed),
            "--rounds", str(options.pairs), "--concurrency", str(options.concurrency),
            "--out", f"{folder}/match",
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        result = json.loads(pathlib.Path(folder, "match/result.json").read_text(encoding="utf-8"))
    games = result["encounters"][0]["games"]
    return games["wins"] - games["losses"]


def main():
    numbers = declared()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", type=lambda path: str(pathlib.Path(path).resolve(strict=True)))
    parser.add_argument("names", nargs="+", choices=sorted(numbers), metavar="NAME")
    parser.add_argument("--games", type=int, default=4800, help="in all")
    parser.add_argument("--nodes", type=int, default=5000, help="a move")
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games per iteration")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count(), help="games at a time (default: core count)")
    parser.add_argument("--step", type=float, default=0.12, help="last perturbation, as a fraction of the range")
    parser.add_argument("--rate", type=float, default=0.005, help="fraction of the step to move per point at the end")
    parser.add_argument("--openings", default=str(ROOT / "tests/data/openings.fen"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("spsa.json"))
    options = parser.parse_args()

    iterations = max(options.games // (2 * options.pairs), 1)
    state = {"iteration": 0, "values": {name: float(numbers[name][0]) for name in options.names}}
    if options.out.exists():
        state = json.loads(options.out.read_text(encoding="utf-8"))
        if set(state["values"]) != set(options.names):
            sys.exit(f"{options.out} belongs to another run; move it away or choose another file with --out")
    settle = 0.1 * iterations
    while state["iteration"] < iterations:
        step = state["iteration"] + 1
        rng = random.Random(f"{options.seed}:{step}")
        plus, minus, moves = {}, {}, {}
        for name in options.names:
            _, least, most = numbers[name]
            last = options.step * (most - least)
            reach = last * (iterations / step) ** GAMMA
            gain = options.rate * last * ((settle + iterations) / (settle + step)) ** ALPHA
            sign = rng.choice((-1, 1))
            for values, way in ((plus, sign), (minus, -sign)):
                value = state["values"][name] + way * reach
                # Rounds up or down at random so that small steps are not lost.
                values[name] = min(max(math.floor(value + rng.random()), least), most)
            moves[name] = sign * gain
        points = play(options, plus, minus, options.seed * 1_000_003 + step)
        for name, move in moves.items():
            _, least, most = numbers[name]
            state["values"][name] = min(max(state["values"][name] + points * move, least), most)
        state["iteration"] = step
        options.out.write_text(json.dumps(state, indent=1), encoding="utf-8")
        if step % 10 == 0 or step == iterations:
            shown = " ".join(f"{name}={value:.1f}" for name, value in state["values"].items())
            print(f"{step}/{iterations} {shown}", file=sys.stderr, flush=True)
    for name in options.names:
        print(f"{name} = {round(state['values'][name])} (was {numbers[name][0]})")


if __name__ == "__main__":
    main()
