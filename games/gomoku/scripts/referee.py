#!/usr/bin/env python3
"""Plays two gomoku engines against each other over the Piskvork protocol, with its own implementation of the rules.

    referee.py --games 100 --time 200 "chuhe-gomoku" "cd rapfi && ./pbrain-rapfi"

Games come in pairs that share an opening, with colours reversed. One side can force a win from most random openings,
so most such pairs come out even; --openings therefore reads balanced ones from a file in Piskvork's format. Each line
holds one opening as offsets from the centre, such as "0,0, 1,0, 1,3", to be rotated and mirrored at random. An engine
that makes an illegal move, takes too long or exits loses the game, and the fault is counted. The rules are implemented
here from their definitions alone and share no code with the engine.
"""

import argparse
import math
import os
import random
import selectors
import subprocess
import sys
import time

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
RULE_NUMBERS = {"freestyle": 0, "standard": 1, "renju": 4}


class Board:
    """Stones as a dictionary from (x, y) to 1 for Black and 2 for White."""

    def __init__(self, size, rule):
        self.size, self.rule, self.stones = size, rule, {}

    def inside(self, x, y):
        return 0 <= x < self.size and 0 <= y < self.size

    def run(self, x, y, dx, dy):
        """The stones of one colour in a row through a point."""
        colour, run = self.stones[x, y], [(x, y)]
        for sign in (1, -1):
            cx, cy = x + sign * dx, y + sign * dy
            while self.stones.get((cx, cy)) == colour:
                run.append((cx, cy))
                cx, cy = cx + sign * dx, cy + sign * dy
        return frozenset(run)

    def exact(self, colour):
        return self.rule == "standard" or (self.rule == "renju" and colour == 1)

    def is_five(self, x, y):
        lengths = [len(self.run(x, y, dx, dy)) for dx, dy in DIRECTIONS]
        if self.exact(self.stones[x, y]):
            return 5 in lengths
        return max(lengths) >= 5

    def along(self, x, y, dx, dy, reach):
        """Empty points on a line near a point."""
        for step in range(-reach, reach + 1):
            point = (x + step * dx, y + step * dy)
            if self.inside(*point) and point not in self.stones:
                yield point

    def fours(self, x, y, dx, dy):
        """The sets of four black stones on a line through a point that one more stone would extend to exactly five."""
        found = set()
        for point in self.along(x, y, dx, dy, 5):
            self.stones[point] = 1
            run = self.run(x, y, dx, dy)
            if len(run) == 5 and point in run:
                found.add(run - {point})
            del self.stones[point]
        return found

    def is_straight_four(self, x, y, dx, dy):
        run = self.run(x, y, dx, dy)
        if len(run) != 4:
            return False
        ends = 0
        for point in self.along(x, y, dx, dy, 5):
            self.stones[point] = 1
            ends += self.run(x, y, dx, dy) == run | {point}
            del self.stones[point]
        return ends == 2

    def is_three(self, x, y, dx, dy):
        """Whether one more stone that is not a foul makes a straight four with the stone on a point."""
        for point in list(self.along(x, y, dx, dy, 4)):
            self.stones[point] = 1
            good = point in self.run(x, y, dx, dy) and self.is_straight_four(x, y, dx, dy)
            good = good and not self.is_five(*point) and not self.is_foul(*point)
            del self.stones[point]
            if good:
                return True
        return False

    def is_foul(self, x, y):
        """Whether the black stone on a point is forbidden in renju."""
        if self.is_five(x, y):
            return False
        if any(len(self.run(x, y, dx, dy)) > 5 for dx, dy in DIRECTIONS):
            return True
        if sum(len(self.fours(x, y, dx, dy)) for dx, dy in DIRECTIONS) >= 2:
            return True
        return sum(self.is_three(x, y, dx, dy) for dx, dy in DIRECTIONS) >= 2


class Failure(Exception):
    """An engine's fault, such as an illegal move, that loses the game."""


class Engine:
    def __init__(self, command, options):
        self.options = options
        self.process = subprocess.Popen(
            command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.buffer, self.slowest = b"", 0.0

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\r\n" for line in lines).encode())
            self.process.stdin.flush()
        except OSError as error:
            raise Failure("crash") from error

    def line(self, seconds):
        """The engine's next line that answers a command."""
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" in self.buffer:
                line, self.buffer = self.buffer.split(b"\n", 1)
                line = line.decode(errors="replace").strip()
                if line and line.split()[0].upper() not in ("MESSAGE", "DEBUG", "SUGGEST"):
                    return line
            if not self.selector.select(max(0, deadline - time.monotonic())):
                raise Failure("time")
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise Failure("crash")
            self.buffer += data

    def start(self):
        options = self.options
        self.send(f"START {options.size}")
        if not self.line(20).upper().startswith("OK"):
            raise Failure("crash")
        self.send(
            f"INFO timeout_turn {options.time}", "INFO timeout_match 0", "INFO time_left 2147483647",
            f"INFO max_memory {options.memory << 20}", "INFO game_type 1",
            *([f"INFO max_node {options.nodes}"] if options.nodes else []),
            f"INFO rule {RULE_NUMBERS[options.rule]}",
        )

    def move(self, *lines):
        # Some engines miss a command that arrives immediately after their answer.
        time.sleep(0.02)
        begin = time.monotonic()
        self.send(*lines)
        answer = self.line(10 + self.options.time / 1000)
        took = time.monotonic() - begin
        self.slowest = max(self.slowest, took)
        if took * 1000 > self.options.time + self.options.tolerance:
            raise Failure("time")
        try:
            x, y = answer.split(",")
            return int(x), int(y)
        except ValueError:
            raise Failure(f"illegal: {answer[:60]}") from None

    def close(self):
        try:
            self.send("END")
            self.process.wait(2)
        except (Failure, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def opening(options, chance):
    """Random stones of alternating colours around the centre, none of them a foul or a five."""
    board, moves, middle = Board(options.size, options.rule), [], options.size // 2
    while len(moves) < options.stones:
        point = (middle + chance.randint(-3, 3), middle + chance.randint(-3, 3))
        if point in board.stones:
            continue
        colour = len(moves) % 2 + 1
        board.stones[point] = colour
        if board.is_five(*point) or options.rule == "renju" and colour == 1 and board.is_foul(*point):
            del board.stones[point]
            continue
        moves.append(point)
    return moves


def turned(line, options, chance):
    """An opening from a file, rotated and mirrored at random; one that leaves the board is shifted onto it."""
    numbers = [int(number) for number in line.replace(",", " ").split()]
    points = list(zip(numbers[::2], numbers[1::2]))
    if chance.random() < 0.5:
        points = [(y, x) for x, y in points]
    flip_x, flip_y = chance.choice((1, -1)), chance.choice((1, -1))
    middle = options.size // 2
    points = [(middle + flip_x * x, middle + flip_y * y) for x, y in points]
    shifts = []
    for axis in (0, 1):
        values = [point[axis] for point in points]
        shifts.append(max(0, -min(values)) - max(0, max(values) - options.size + 1))
    return [(x + shifts[0], y + shifts[1]) for x, y in points]


def play(engines, moves, options):
    """Plays a game in which the first engine moves first.

    Returns the index of the winner, or None for a draw; how the game ended; and the moves.
    """
    board, moves = Board(options.size, options.rule), list(moves)
    for index, point in enumerate(moves):
        board.stones[point] = index % 2 + 1
    has_board = [False, False]
    turn = 0
    while len(board.stones) < options.size ** 2:
        engine, colour = engines[turn], len(moves) % 2 + 1
        try:
            if not has_board[turn]:
                has_board[turn] = True
                if moves:
                    lines = [
                        f"{x},{y},{1 if board.stones[x, y] == colour else 2}" for x, y in moves
                    ]
                    point = engine.move("BOARD", *lines, "DONE")
                else:
                    point = engine.move("BEGIN")
            else:
                point = engine.move("TURN %d,%d" % moves[-1])
            if not board.inside(*point) or point in board.stones:
                raise Failure(f"illegal: {point}")
        except Failure as failure:
            return 1 - turn, str(failure), moves
        moves.append(point)
        board.stones[point] = colour
        if board.is_five(*point):
            return turn, "five", moves
        if options.rule == "renju" and colour == 1 and board.is_foul(*point):
            return 1 - turn, "foul", moves
        turn = 1 - turn
    return None, "full", moves


def wilson(score, games):
    """Wilson's 95 % confidence interval for a score."""
    z, share = 1.96, score / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engines", nargs=2, help="shell commands; the score is the first one's")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=int, default=200, help="time per move, in milliseconds")
    parser.add_argument("--tolerance", type=int, default=300, help="allowed excess over --time, in milliseconds")
    parser.add_argument("--nodes", type=int, help="INFO max_node, for engines that support it; use with a long --time")
    parser.add_argument("--memory", type=int, default=350, help="memory per engine, in MB")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--rule", choices=RULE_NUMBERS, default="freestyle")
    parser.add_argument("--stones", type=int, default=4, help="number of stones in a random opening")
    parser.add_argument("--openings", help="an openings file; openings are used in order")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="do not print a line for each game")
    parser.add_argument("--record", help="append the games to this file")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    lines = []
    if options.openings:
        with open(options.openings, encoding="utf-8") as file:
            lines = [line for line in file.read().splitlines() if line.strip()]
    wins, draws, losses, ends, slowest = 0, 0, 0, {}, [0.0, 0.0]
    for game in range(options.games):
        if game % 2 == 0:
            line = lines[game // 2 % len(lines)] if lines else None
            stones = turned(line, options, chance) if line else opening(options, chance)
        order = (0, 1) if game % 2 == 0 else (1, 0)
        engines = [Engine(options.engines[index], options) for index in order]
        try:
            for engine in engines:
                engine.start()
            winner, end, moves = play(engines, stones, options)
        finally:
            for engine in engines:
                engine.close()
        for index, engine in zip(order, engines):
            slowest[index] = max(slowest[index], engine.slowest)
        winner = None if winner is None else order[winner]
        wins, draws, losses = wins + (winner == 0), draws + (winner is None), losses + (winner == 1)
        if end not in ("five", "full"):
            end = f"{end} of {'second' if winner == 0 else 'first'}"
        ends[end] = ends.get(end, 0) + 1
        if options.record:
            with open(options.record, "a", encoding="utf-8") as file:
                result = "1/2" if winner is None else str(winner)
                file.write(f"{order[0]} {result} " + " ".join(f"{x},{y}" for x, y in moves) + "\n")
        if not options.quiet:
            print(f"{game + 1}: +{wins} ={draws} -{losses}  {end}, {len(moves)} stones", flush=True)
    score = wins + draws / 2
    low, high = wilson(score, options.games)
    print(f"+{wins} ={draws} -{losses} of {options.games}: {100 * score / options.games:.1f} % "
          f"[{100 * low:.1f}, {100 * high:.1f}]; ends: {ends}; "
          f"slowest answers: {slowest[0]:.3f} s, {slowest[1]:.3f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
