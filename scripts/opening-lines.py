#!/usr/bin/env python3
"""Generates lines of opening moves, from which scripts/default-book.sh plays games for the default book.

    scripts/opening-lines.py ENGINE [OPENINGS] > lines.moves

Writes one line of moves per game. Some lines form a tree: from the start position on, the moves that the engine
considers nearly as good as its best move, more of them early and fewer later. OPENINGS is a file of FENs a few plies
from the start; for each of them, a line that leads to it is written if one is found that the engine considers free of
mistakes. The same engine generates the same lines.
"""

import subprocess
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
# For each ply of the tree: the nodes per search, the maximum number of moves, and the number of centipawns by which a
# move may be worse than the best.
TREE = [(150_000, 8, 45), (100_000, 5, 35), (60_000, 4, 30), (40_000, 3, 25), (40_000, 3, 20), (30_000, 2, 20),
        (30_000, 2, 15), (30_000, 2, 15)]
# The number of centipawns by which a move on the way to an opening may be worse than the best, and the nodes and lines
# of the search that decides this.
MISTAKE, MISTAKE_NODES, MISTAKE_LINES = 60, 30_000, 14
# The number of positions examined on the way to one opening.
PATIENCE = 60_000


class Engine:
    """Runs an engine over UCI."""

    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.known = {}
        self.ask("uci", "uciok")

    def ask(self, line, end):
        print(line, file=self.process.stdin, flush=True)
        lines = []
        for line in self.process.stdout:
            lines.append(line.split())
            if lines[-1] and lines[-1][0] == end:
                return lines
        sys.exit("the engine has exited")

    def moves(self, position, nodes, lines):
        """The best moves with their scores in centipawns for the side to move, best first. Earlier searches do not
        affect them."""
        question = (text(position), nodes, lines)
        if question not in self.known:
            self.ask(f"setoption name MultiPV value {lines}\nucinewgame\nisready", "readyok")
            answer = self.ask(f"position fen {question[0]}\ngo nodes {nodes}", "bestmove")
            found = {}
            for words in answer:
                if "pv" in words:
                    score = words[words.index("score") + 1 :]
                    value = int(score[1]) if score[0] == "cp" else (1 if int(score[1]) > 0 else -1) * 30_000
                    found[int(words[words.index("multipv") + 1])] = (words[words.index("pv") + 1], value)
            self.known[question] = [found[number] for number in sorted(found)]
        return self.known[question]


def parse(fen):
    """Parses a FEN: the pieces by square (file, rank), and whether Red is to move."""
    placement, side = fen.split()[:2]
    board = {}
    for rank, row in zip(range(9, -1, -1), placement.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    return board, side == "w"


def text(position):
    board, red = position
    rows = []
    for rank in range(9, -1, -1):
        row, gap = "", 0
        for file in range(9):
            letter = board.get((file, rank))
            if letter is None:
                gap += 1
                continue
            row += (str(gap) if gap else "") + letter
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows) + (" w" if red else " b")


def play(position, move):
    board, red = position
    board = dict(board)
    squares = [(ord(move[at]) - ord("a"), int(move[at + 1])) for at in (0, 2)]
    board[squares[1]] = board.pop(squares[0])
    return board, not red


def mirrored(position):
    board, red = position
    return {(8 - file, rank): letter for (file, rank), letter in board.items()}, red


def key(position):
    """A key that a position shares with its mirror image."""
    return min(text(position), text(mirrored(position)))


def tree(engine):
    """Lines of a tree of good moves. A position reached by two lines is expanded only once."""
    lines, seen = [([], (parse(START + " w")))], set()
    for nodes, most, margin in TREE:
        longer = []
        for line, position in lines:
            moves = engine.moves(position, nodes, most)
            took = False
            for move, score in moves:
                after = play(position, move)
                if score >= moves[0][1] - margin and key(after) not in seen:
                    seen.add(key(after))
                    longer.append((line + [move], after))
                    took = True
            if not took:
                longer.append((line, position))
        lines = longer
    return [line for line, _ in lines]


def steps(board, red):
    """The moves of a side, except the king's and ignoring checks: enough to find a way through an opening."""
    for (file, rank), letter in list(board.items()):
        if letter.isupper() != red:
            continue
        kind = letter.upper()
        home = (lambda r: r <= 4) if red else (lambda r: r >= 5)
        targets = []
        if kind in "RC":
            for df, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                f, r, screen = file + df, rank + dr, False
                while 0 <= f <= 8 and 0 <= r <= 9:
                    there = board.get((f, r))
                    if not screen and there is None:
                        targets.append((f, r))
                    elif there is not None:
                        if kind == "R" or screen:
                            targets.append((f, r))
                            break
                        screen = True
                    f, r = f + df, r + dr
        elif kind == "N":
            for df, dr in ((1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)):
                leg = (file + int(df / 2), rank + int(dr / 2))
                if leg not in board:
                    targets.append((file + df, rank + dr))
        elif kind == "B":
            for df in (2, -2):
                for dr in (2, -2):
                    if (file + df // 2, rank + dr // 2) not in board and home(rank + dr):
                        targets.append((file + df, rank + dr))
        elif kind == "A":
            for df in (1, -1):
                for dr in (1, -1):
                    if 3 <= file + df <= 5 and (0 <= rank + dr <= 2 or 7 <= rank + dr <= 9):
                        targets.append((file + df, rank + dr))
        elif kind == "P":
            targets.append((file, rank + (1 if red else -1)))
            if not home(rank):
                targets += [(file + 1, rank), (file - 1, rank)]
        for f, r in targets:
            if 0 <= f <= 8 and 0 <= r <= 9:
                there = board.get((f, r))
                if there is None or there.isupper() != red:
                    yield f"{chr(97 + file)}{rank}{chr(97 + f)}{r}"


def ways(target, plies):
    """Lines of the given number of plies from the start to a position."""
    looked = 0

    def missing(board, red):
        return sum(1 for square, letter in target.items() if letter.isupper() == red and board.get(square) != letter)

    def go(position, line):
        nonlocal looked
        looked += 1
        board, red = position
        left = plies - len(line)
        if looked > PATIENCE or missing(board, red) > (left + 1) // 2 or missing(board, not red) > left // 2:
            return
        if left == 0:
            if board == target:
                yield line
            return
        # First tries moves that bring a piece to its target.
        moves = sorted(steps(board, red))
        moves.sort(key=lambda move: missing(play(position, move)[0], red))
        for move in moves:
            yield from go(play(position, move), line + [move])

    yield from go(parse(START + " w"), [])


def is_sound(engine, line):
    position = parse(START + " w")
    for move in line:
        moves = dict(engine.moves(position, MISTAKE_NODES, MISTAKE_LINES))
        if moves.get(move, -40_000) < max(moves.values()) - MISTAKE:
            return False
        position = play(position, move)
    return True


def main():
    engine = Engine(sys.argv[1])
    lines = tree(engine)
    print(f"{len(lines)} lines in the tree", file=sys.stderr)
    if len(sys.argv) > 2:
        found = openings = 0
        with open(sys.argv[2], encoding="utf-8") as file:
            for fen in file:
                if not fen.strip() or fen.startswith("#"):
                    continue
                openings += 1
                board, red = parse(fen)
                plies = 2 * (int(fen.split()[5]) - 1) + (0 if red else 1)
                tried = 0
                for line in ways(board, plies):
                    tried += 1
                    if is_sound(engine, line):
                        lines.append(line)
                        found += 1
                        break
                    if tried == 6:
                        break
        print(f"found lines to {found} of {openings} openings", file=sys.stderr)
    for line in lines:
        print(" ".join(line))


if __name__ == "__main__":
    main()
