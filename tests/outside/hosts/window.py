"""A virtual screen with a host on it, and the mouse of a person. Needs Xvfb and xdotool."""

import os
import random
import struct
import subprocess

from ..common import START
from ..rules.board import after, reaches
from .record import Failure, Place, board_of, end, host_parser, legal_moves, main, play

WORTH = dict(k=100, r=9, c=4.5, n=4, b=2, a=2, p=1)


class Screen(Place):
    """A place with a screen of its own."""

    def __enter__(self):
        super().__enter__()
        # Xvfb picks a free display and writes its number, and keeps the picture in a file. Hosts come and go.
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
        """The windows to be seen: the host's own, and the messages of the host."""
        return self.xdotool("search", "--onlyvisible", "--maxdepth", 1, "--name", "")

    def picture(self):
        """The rows of the screen, as a list of (blue, green, red, 0) each: the file is an XWD of 32 bits a pixel."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", data[:100])
        start, width, height, stride = header[0] + 12 * header[19], header[4], header[5], header[12]
        rows = (data[start + row * stride:][:4 * width] for row in range(height))
        return [list(struct.iter_unpack("4B", row)) for row in rows]


# A person.

def person(board):
    """The move of somebody who sees what can be taken, and what can be taken back. It has to last for a while."""
    def worth(move):
        then = after(board, move)
        reply = max((gain(then, reply) for reply in legal_moves(then) if reply[2:] in then.cells), default=0)
        return WORTH.get(board.cells.get(move[2:], "").lower(), 0) - max(reply, 0)

    moves = legal_moves(board)
    random.shuffle(moves)
    return max(moves, key=worth, default=None)


def gain(board, move):
    """What a move takes, less what it loses if it is taken back."""
    moving, taken = (WORTH.get(board.cells.get(square, "").lower(), 0) for square in (move[:2], move[2:]))
    then = after(board, move)
    others = [square for square, piece in then.cells.items() if piece.isupper() == then.red]
    return taken - moving * any(reaches(then, square, move[2:]) for square in others)


# Their games.

def rounds(screen, talk, click, tells_answers=False):
    """Plays a game against the engine with the mouse, and yields the board after every answer.

    A host tells the engine of the board when it has taken a move of the mouse; some do for an answer, too.
    """
    board, plies = board_of(START), 0

    def told(move, who):
        """Waits until the host has told the engine of a move."""
        position = screen.wait(f"the host to take {move} of the {who}", lambda: talk.heard("position")[plies:])[0]
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
            raise Failure("more answers than questions")
        answer = best[0].split()[1]
        play(board, answer)
        answers += 1
        if tells_answers:
            told(answer, "engine")
            plies += 1
        yield board


def games(name, screen, moves, game):
    """Plays games, each in a host just started, until the engine has made so many moves; returns the line to print."""
    made = number = 0
    while made < moves:
        made += game(moves - made)
        number += 1
        end(screen.host)
    return f"{name}: {made} moves of the engine in {number} game{'s' * (number > 1)}"


def mouse_main(session, description):
    """The whole of a game by mouse."""
    options = host_parser(description)
    options.add_argument("--moves", type=int, default=20, help="how many moves of the engine to wait for")
    return main(session, options.parse_args(), Screen)
