"""Runs a host on a virtual screen, with a simulated player who uses the mouse. Needs Xvfb and xdotool."""

import os
import random
import struct
import subprocess

from ..common import START
from ..rules.board import after, reaches
from .record import Failure, Place, board_of, end, host_parser, legal_moves, main, play

WORTH = dict(k=100, r=9, c=4.5, n=4, b=2, a=2, p=1)


class Screen(Place):
    """A folder with its own virtual screen."""

    def __enter__(self):
        super().__enter__()
        # Xvfb picks a free display, writes its number to the pipe, and keeps the picture in a file. It must outlive its
        # clients.
        read, write = os.pipe()
        self.spawn(["Xvfb", "-displayfd", write, "-screen", "0", "1280x1000x24", "-noreset",
                    "-fbdir", self.folder],
                   "xvfb.log", pass_fds=[write])
        os.close(write)
        with open(read) as number:
            self.environment["DISPLAY"] = ":" + number.readline().strip()
        return self

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=self.environment, text=True, capture_output=True)
        return done.stdout.split()

    def click(self, x, y, button=1):
        self.xdotool("mousemove", x, y, "sleep", 0.05, "click", button, "sleep", 0.05)

    def windows(self):
        """The visible windows: the host's main window, and its messages."""
        return self.xdotool("search", "--onlyvisible", "--maxdepth", 1, "--name", "")

    def picture(self):
        """The rows of the screen, as a list of (blue, green, red, 0) each; the file is an XWD with 32 bits per
        pixel."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])
        start, width, height, stride = header[0] + 12 * header[19], header[4], header[5], header[12]
        rows = (data[start + row * stride:][:4 * width] for row in range(height))
        return [list(struct.iter_unpack("4B", row)) for row in rows]


# The simulated player.

def person(board):
    """The move of a beginner who sees only captures and recaptures. The game must last for some time."""
    def worth(move):
        then = after(board, move)
        reply = max((gain(then, reply) for reply in legal_moves(then) if reply[2:] in then.cells), default=0)
        return WORTH.get(board.cells.get(move[2:], "").lower(), 0) - max(reply, 0)

    moves = legal_moves(board)
    random.shuffle(moves)
    return max(moves, key=worth, default=None)


def gain(board, move):
    """The value of the captured piece, minus that of the moved piece if it can be recaptured."""
    moving, taken = (WORTH.get(board.cells.get(square, "").lower(), 0) for square in (move[:2], move[2:]))
    then = after(board, move)
    others = [square for square, piece in then.cells.items() if piece.isupper() == then.red]
    return taken - moving * any(reaches(then, square, move[2:]) for square in others)


# Games between the simulated player and the engine.

def rounds(screen, talk, click, tells_answers=False):
    """Plays a game against the engine with the mouse, and yields the board after every answer.

    A host sends the engine the board once it has accepted a mouse move; some also do so after an answer.
    """
    board, plies = board_of(START), 0

    def told(move, who):
        """Waits until the host sends a move to the engine."""
        position = screen.wait(f"the host to accept {move} by the {who}", lambda: talk.heard("position")[plies:])[0]
        if board_of(position).key() != board.key():
            raise Failure(f"the host is at {position} instead of {board.fen()}")

    answers = 0
    while move := person(board):
        play(board, move)
        click(move[:2])
        click(move[2:])
        told(move, "mouse")
        plies += 1
        if not legal_moves(board):
            return
        best = screen.wait(f"the answer to {move}", lambda: talk.said("bestmove")[answers:])
        if len(best) > 1:
            raise Failure("more answers than requests")
        answer = best[0].split()[1]
        play(board, answer)
        answers += 1
        if tells_answers:
            told(answer, "engine")
            plies += 1
        yield board


def games(name, screen, moves, game):
    """Plays games, restarting the host for each, until the engine has made enough moves; returns the line to print."""
    made = number = 0
    while made < moves:
        made += game(moves - made)
        number += 1
        end(screen.host)
    return f"{name}: {made} moves of the engine in {number} game{'s' * (number > 1)}"


def mouse_main(session, description):
    """The main function for games played with the mouse."""
    options = host_parser(description)
    options.add_argument("--moves", type=int, default=20, help="number of engine moves to wait for")
    return main(session, options.parse_args(), Screen)
