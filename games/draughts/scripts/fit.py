#!/usr/bin/env python3
"""Fits the weights of the patterns to positions from games.

    fit.py --variant normal --out weights.bin positions.txt ...

The example `self_play` writes the positions. A position's target is a mixture of its game's result and the search's
score; the fit minimizes the cross entropy between the target and the logistic function of the evaluation. Requires
NumPy.
"""

import argparse
import math

import numpy as np

ROWS = {"normal": 10, "source": 10, "english": 8}
PIECES = {"normal": 40, "source": 30, "english": 24}
EXTRAS = 7
# The advantage, in hundredths of a man, at which the odds of winning are e to 1.
SCALE = 120.0


def read(paths, squares):
    """Reads boards from the point of view of the side to move (0: free; 1, 2: own man, king; 3, 4: the opponent's),
    results in half points, and scores of the search."""
    length = 1 + squares + 1 + 1 + 1 + 6 + 1
    data = b"".join(open(path, "rb").read() for path in paths)
    lines = np.frombuffer(data[: len(data) // length * length], dtype=np.uint8).reshape(-1, length)
    white = lines[:, 0] == ord("W")
    code = np.zeros(256, dtype=np.uint8)
    for letter, number in zip(b"wWbB", (1, 2, 3, 4)):
        code[letter] = number
    boards = code[lines[:, 1 : 1 + squares]]
    exchange = np.array([0, 3, 4, 1, 2], dtype=np.uint8)
    boards[~white] = exchange[boards[~white][:, ::-1]]
    results = (lines[:, squares + 2] - ord("0")).astype(np.float32)
    digits = (lines[:, squares + 5 : squares + 10] - ord("0")).astype(np.int32)
    values = digits @ np.array([10000, 1000, 100, 10, 1])
    values[lines[:, squares + 4] == ord("-")] *= -1
    return boards, results, values


def groups(boards, rows):
    """The index of the pattern in each group."""
    width = rows // 2
    digit = np.array([0, 1, 0, 2, 0], dtype=np.int32)[boards]
    found = []
    for row in range(rows - 2):
        for column in range(width - 1):
            index = np.zeros(len(boards), dtype=np.int32)
            for step in range(3):
                for side in range(2):
                    index = index * 3 + digit[:, (row + step) * width + column + side]
            found.append(index + 729 * len(found))
    return np.stack(found, axis=1)


def neighbour(square, rows, down, right):
    row, index = divmod(square, rows // 2)
    column = 2 * index + (row % 2 == 0)
    row, column = row + down, column + right
    if not (0 <= row < rows and 0 <= column < rows):
        return None
    return row * (rows // 2) + column // 2


def threatened(boards, rows, flying, backwards):
    """The number of own pieces that the other side could jump."""
    man, king = 3, 4
    mine = (boards == 1) | (boards == 2)
    free = boards == 0
    hit = np.zeros(boards.shape, dtype=bool)
    for square in range(boards.shape[1]):
        for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            behind = neighbour(square, rows, down, right)
            before = neighbour(square, rows, -down, -right)
            if behind is None or before is None:
                continue
            # The attacker moves by (down, right); the opponent's men move down.
            attack = boards[:, before] == king
            if backwards or down == 1:
                attack |= boards[:, before] == man
            if flying:
                line = free[:, before]
                far = neighbour(before, rows, -down, -right)
                while far is not None:
                    attack |= line & (boards[:, far] == king)
                    line = line & free[:, far]
                    far = neighbour(far, rows, -down, -right)
            hit[:, square] |= mine[:, square] & free[:, behind] & attack
    return hit.sum(axis=1)


def extras(boards, rows, variant):
    width = rows // 2
    squares = np.arange(rows * width)
    row, column = squares // width, 2 * (squares % width) + (squares // width % 2 == 0)
    diagonal = row + column == rows - 1
    edge = (column == 0) | (column == rows - 1)
    difference = lambda of: of(1, 2).astype(np.float32) - of(3, 4)
    flying, backwards = variant != "english", variant == "normal"
    found = [
        np.ones(len(boards), dtype=np.float32),
        difference(lambda man, king: (boards == man).sum(axis=1)),
        difference(lambda man, king: (boards == king).sum(axis=1)),
        difference(lambda man, king: (boards == king).any(axis=1)),
        difference(lambda man, king: (boards[:, diagonal] == king).any(axis=1)),
        difference(lambda man, king: (boards[:, edge] == king).sum(axis=1)),
        threatened(boards, rows, flying, backwards),
    ]
    return np.stack(found, axis=1).astype(np.float32)


def fit(index, extra, stage, target, epochs, decay):
    """Minimizes the cross entropy with Adam. All weights are in units of SCALE."""
    random = np.random.default_rng(1)
    size = int(index.max()) + 1
    size = max(size, 729 * index.shape[1])
    count, width = index.shape
    weights = np.zeros((EXTRAS + size, 2), dtype=np.float64)
    weights[1] = 100 / SCALE
    weights[2] = 250 / SCALE
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    batch, step = 8192, 0
    for epoch in range(epochs):
        rate = 0.01 * 0.5 * (1 + math.cos(math.pi * epoch / epochs)) + 1e-5
        order, loss = random.permutation(count), 0.0
        for begin in range(0, count - batch + 1, batch):
            chosen = order[begin : begin + batch]
            places, more, share = index[chosen], extra[chosen], stage[chosen]
            both = weights[EXTRAS + places].sum(axis=1) + more @ weights[:EXTRAS]
            logit = both[:, 0] * share + both[:, 1] * (1 - share)
            guess = 1 / (1 + np.exp(-logit))
            wanted = target[chosen]
            loss -= (wanted * np.log(guess + 1e-9) + (1 - wanted) * np.log(1 - guess + 1e-9)).sum()
            error = (guess - wanted) / batch
            gradient = np.zeros_like(weights)
            for side, part in ((0, error * share), (1, error * (1 - share))):
                gradient[:EXTRAS, side] = more.T @ part
                spread = np.repeat(part, width)
                gradient[EXTRAS:, side] = np.bincount(places.ravel(), spread, size)
            gradient[EXTRAS:] += decay * weights[EXTRAS:]
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        print(f"epoch {epoch + 1}: {loss / (count // batch * batch):.5f}", flush=True)
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", choices=sorted(ROWS), required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--decay", type=float, default=1e-7)
    parser.add_argument("--trust", type=float, default=0.5, help="the search score's weight in the target, from 0 to 1")
    parser.add_argument("positions", nargs="+")
    arguments = parser.parse_args()
    rows = ROWS[arguments.variant]
    boards, results, values = read(arguments.positions, rows * rows // 2)
    print(f"{len(boards)} positions")
    stage = np.minimum((boards != 0).sum(axis=1) / PIECES[arguments.variant], 1.0)
    thought = 1 / (1 + np.exp(-values / SCALE))
    target = (1 - arguments.trust) * results / 2 + arguments.trust * thought
    extra = extras(boards, rows, arguments.variant)
    weights = fit(groups(boards, rows), extra, stage, target, arguments.epochs, arguments.decay)
    numbers = np.clip(np.rint(weights * SCALE * 10), -32768, 32767).astype("<i2")
    print("weights of the other features, full and empty board:", numbers[:EXTRAS].tolist())
    numbers.tofile(arguments.out)


if __name__ == "__main__":
    main()
