#!/usr/bin/env python3
"""Plays a match between two draughts programs in the international game, refereed by py-draughts (PyPI).

    referee.py --first "hub:target/release/chuhe-draughts" --second py:turbo --games 100 --time 0.1

A program is given as `hub:COMMAND` (Hub protocol, version 2), `hub1:COMMAND` (version 1, as used by Scan 2.0), or
`py:turbo` or `py:simple`, the engines of py-draughts. Parameters may follow after `;`, as in
"hub:chuhe-draughts;evaluation=parts"; `dir=FOLDER` sets the folder in which the command runs. Each opening of random
moves is played twice, with colours reversed. A program that makes an illegal move, exits, or exceeds the time by more
than the tolerance loses; such games are counted as faults.
"""

import argparse
import math
import random
import select
import shlex
import subprocess
import sys
import time

from draughts.boards.standard import Board
from draughts.engines.hub import board_to_hub_position, parse_hub_line
from draughts.engines.simple import SimpleEngine
from draughts.engines.turbo import TurboEngine
from draughts.models import Color

# The longest time that an engine may take to start, including loading its tables, in seconds.
PATIENCE = 60.0


def name_of(move):
    captured = [square + 1 for square in sorted(move.captured_list)]
    squares = [move.square_list[0] + 1, move.square_list[-1] + 1] + captured
    return ("x" if captured else "-").join(map(str, squares))


def normal(text):
    if "x" not in text:
        return text
    begin, end, *captured = text.split("x")
    return "x".join([begin, end] + sorted(captured, key=int))


class Fault(Exception):
    pass


class Process:
    def __init__(self, command, folder):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, cwd=folder)
        self.rest = b""

    def say(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Fault(f"is gone: {error}") from error

    def line(self, until):
        while b"\n" not in self.rest:
            left = until - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            if not ready:
                raise Fault("does not answer")
            data = self.process.stdout.read1(65536)
            if not data:
                raise Fault("has ended")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode(errors="replace").strip()

    def until(self, command, seconds):
        end = time.monotonic() + seconds
        while True:
            line = self.line(end)
            if line.startswith("error"):
                raise Fault(line)
            if line.split(" ")[0] == command:
                return line

    def close(self):
        try:
            self.say("quit")
            self.process.wait(5)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()


class Hub:
    """The Hub protocol, version 2."""

    def __init__(self, command, folder, parameters):
        self.process = Process(command, folder)
        self.process.say("hub")
        self.process.until("wait", PATIENCE)
        for name, value in parameters.items():
            self.process.say(f'set-param name={name} value="{value}"')
        self.process.say("init")
        self.process.until("ready", PATIENCE)

    def begin(self):
        self.process.say("new-game")

    def move(self, first, names, board, seconds, patience):
        moves = f' moves="{" ".join(names)}"' if names else ""
        self.process.say(f"pos pos={first}{moves}")
        self.process.say(f"level move-time={seconds}")
        self.process.say("go think")
        return parse_hub_line(self.process.until("done", patience))[1].get("move", "")

    def close(self):
        self.process.close()


class OldHub(Hub):
    """The Hub protocol, version 1. Positions are sent without moves, so the program cannot detect repetitions."""

    def __init__(self, command, folder, parameters):
        self.process = Process(command, folder)
        self.process.say("hub")
        self.process.until("wait", PATIENCE)
        for name, value in parameters.items():
            self.process.say(f"set {name} {value}")
        self.process.say("init")
        self.process.until("ready", PATIENCE)

    def begin(self):
        self.process.say("new")

    def move(self, first, names, board, seconds, patience):
        position = board_to_hub_position(board)
        self.process.say(f"pos {position[0].lower()}{position[1:]}")
        self.process.say(f"time {round(seconds * 1000)}")
        self.process.say("go")
        return self.process.until("move", patience).split(" ")[1]


class Python:
    def __init__(self, kind, _folder, _parameters):
        self.kind = kind

    def begin(self):
        self.engine = None

    def move(self, first, names, board, seconds, patience):
        if self.engine is None:
            self.engine = self.kind(depth_limit=None, time_limit=seconds)
        return name_of(self.engine.get_best_move(board))

    def close(self):
        pass


def program(text):
    kind, rest = text.split(":", 1)
    command, *words = rest.split(";")
    parameters = dict(word.split("=", 1) for word in words)
    folder = parameters.pop("dir", None)
    if kind == "py":
        return Python({"turbo": TurboEngine, "simple": SimpleEngine}[command], folder, parameters)
    return {"hub": Hub, "hub1": OldHub}[kind](command, folder, parameters)


def opening(dice, plies):
    """Random moves without captures, so that neither side starts ahead."""
    while True:
        board, names = Board(), []
        for _ in range(plies):
            move = dice.choice(board.legal_moves)
            names.append(name_of(move))
            board.push(move)
        if not any("x" in name for name in names) and not board.legal_moves[0].captured_list:
            return names


def play(programs, names, arguments):
    """Plays a game. Returns 0 if White lost, 1 if Black lost or 0.5 for a draw; any fault; and the number of plies."""
    board, first = Board(), board_to_hub_position(Board())
    names = list(names)
    for name in names:
        board.push(next(move for move in board.legal_moves if name_of(move) == name))
    for player in programs:
        player.begin()
    while True:
        side = 0 if board.turn == Color.WHITE else 1
        legal = board.legal_moves
        if not legal:
            return side, None, len(names)
        if board.is_draw or len(names) >= arguments.plies:
            return 0.5, None, len(names)
        begin = time.monotonic()
        try:
            patience = arguments.time + arguments.tolerance + 5
            text = programs[side].move(first, names, board, arguments.time, patience)
        except Fault as fault:
            return side, f"{fault}", len(names)
        took = time.monotonic() - begin
        move = next((move for move in legal if name_of(move) == normal(text)), None)
        if move is None:
            return side, f"plays {text}, which is illegal", len(names)
        if took > arguments.time + arguments.tolerance:
            return side, f"takes {took:.2f} s", len(names)
        names.append(name_of(move))
        board.push(move)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", required=True)
    parser.add_argument("--second", required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.1, help="time per move, in seconds")
    parser.add_argument("--tolerance", type=float, default=1.0, help="allowed excess over --time, in seconds")
    parser.add_argument("--opening", type=int, default=4, help="number of random plies in an opening")
    parser.add_argument("--plies", type=int, default=300, help="plies after which a game is drawn")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    first, second = program(arguments.first), program(arguments.second)
    wins = draws = losses = faults = 0
    for number in range(arguments.games):
        if number % 2 == 0:
            names = opening(dice, arguments.opening)
        is_white = number % 2 == 0
        white_and_black = [first, second] if is_white else [second, first]
        result, fault, plies = play(white_and_black, names, arguments)
        # `play` gives 0 if White has lost and 1 if Black has.
        points = 0.5 if result == 0.5 else float((result == 1) == is_white)
        wins, draws, losses = wins + (points == 1), draws + (points == 0.5), losses + (points == 0)
        if fault:
            faults += 1
            print(f"game {number + 1}: {'White' if result == 0 else 'Black'} {fault}")
            sys.stdout.flush()
            first.close(), second.close()
            first, second = program(arguments.first), program(arguments.second)
        print(f"game {number + 1}: {points} in {plies} plies, +{wins} ={draws} -{losses}", flush=True)
    count = wins + draws + losses
    mean = (wins + draws / 2) / count
    error = 1.96 * math.sqrt(max((wins + draws / 4) / count - mean * mean, 0) / count)
    print(f"+{wins} ={draws} -{losses}, {100 * mean:.1f} % ± {100 * error:.1f}, {faults} faults")
    first.close(), second.close()


if __name__ == "__main__":
    main()
