"""Runs a host with engines, records their dialogues with it, and checks its games against the rules.

Most other modules here use it to drive one host: they take the built engine and host as arguments, print one line, and,
after a failure, print the end of the dialogue and exit with 1.
"""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from ..common import START, parser, start
from ..rules.board import SQUARES, Board, hunters, is_legal

RELAY = pathlib.Path(__file__).with_name("relay.py")
NEW_GAME = ("ucinewgame", "uxinewgame", "setoption newgame")


class Failure(Exception):
    """A fault that a user of the host would see."""


# Conversations.

class Talk:
    """The lines of one engine process: those from the host begin with `> `, those from the engine with `< `."""

    def __init__(self, path):
        self.path = path

    def lines(self):
        # The last line may be incomplete.
        return [line.strip() for line in self.path.read_text(errors="replace").split("\n")[:-1]]

    def heard(self, word):
        return [line[2:] for line in self.lines() if line.startswith(f"> {word}")]

    def said(self, word):
        return [line[2:] for line in self.lines() if line.startswith(f"< {word}")]

    def games(self):
        """The searches in every game as (position, answer), except ponder searches after a wrong guess."""
        return self._searches()[0]

    def unanswered(self):
        """The positions of unanswered searches, except those still pondering."""
        return [position for position, pondering in self._searches()[1] if not pondering]

    def _searches(self):
        games, position, asked = [[]], None, []
        for line in self.lines():
            words = line.split()[1:] or [""]
            if line.startswith("< "):
                if words[0] in ("bestmove", "nobestmove") and asked:
                    question, pondering = asked.pop(0)
                    if pondering != "wrong":
                        games[-1].append((question, words[1] if words[1:] else words[0]))
            elif line[2:] in NEW_GAME:
                games.append([])
            elif words[0] in ("position", "fen", "startpos"):
                position = line[2:]
            elif words[0] == "go":
                asked.append([position, "ponder" in words])
            elif words[0] == "ponderhit" and asked:
                asked[-1][1] = False
            elif words[0] == "stop":
                # A search for a wrong guess is still answered, and the answer is ignored.
                for question in asked:
                    question[1] = question[1] and "wrong"
        return [game for game in games if game], asked

    def counts_from_one(self):
        """Whether both sides count ranks from 1, as hosts that support many variants do."""
        return bool(self.heard("setoption name UCI_Variant value xiangqi")) and not self.heard("fen ")


def from_one(text):
    """Converts moves with ranks 1-10 to ranks 0-9."""
    return re.sub(r"\b([a-i])(10|[1-9])([a-i])(10|[1-9])\b",
                  lambda move: f"{move[1]}{int(move[2]) - 1}{move[3]}{int(move[4]) - 1}", text)


# The rules.

def board_of(position):
    """The board for `position fen ... moves ...`. Extra blanks are skipped, and E and H are accepted for B and N.

    The legality of the moves is not checked.
    """
    fen, _, moves = position.removeprefix("position").strip().removeprefix("fen").partition("moves")
    pieces, _, rest = fen.strip().partition(" ")
    board = Board(START if pieces == "startpos" else f"{pieces.translate(str.maketrans('ehEH', 'bnBN'))} {rest}")
    for move in moves.split():
        if move[:2] not in board.cells:
            raise Failure(f"{move} has no piece to move in {position}")
        board.play(move)
    return board


def play(board, move):
    if not is_legal(board, move):
        raise Failure(f"{move} is not a legal move in {board.fen()}")
    board.play(move)


def in_check(board):
    return bool(hunters(board, board.red))


def legal_moves(board):
    own = [square for square, piece in board.cells.items() if piece.isupper() == board.red]
    return [square + to for square in sorted(own) for to in SQUARES if is_legal(board, square + to)]


# The host.

class Place:
    """A folder for a host's settings and records; all processes started in it end with the `with` block."""

    def __enter__(self):
        self._stack = contextlib.ExitStack()
        self.folder = pathlib.Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self.environment = os.environ | dict(
            HOME=str(self.folder), LC_ALL="C.UTF-8", XDG_CONFIG_HOME=str(self.folder), XDG_DATA_HOME=str(self.folder),
            # Debian installs games in a folder that is not always on the PATH.
            PATH=f"{self.folder}:{os.environ['PATH']}:/usr/games")
        return self

    def __exit__(self, *error):
        self._stack.close()

    def recorded(self, engine, name="engine"):
        """Creates a program in the folder that runs the engine and records the dialogue; returns its path."""
        program = self.folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{RELAY}" "{program}" "{absolute(engine)}"\n')
        program.chmod(0o755)
        return program

    def talks(self, name="engine"):
        """The recorded dialogues of such a program, one for each time the host started it."""
        return [Talk(path) for path in sorted(self.folder.glob(f"{name}-*.talk"))]

    def spawn(self, command, log, **more):
        with open(self.folder / log, "wb") as output:
            process = start(*command, stdout=output, stderr=output, cwd=self.folder, env=self.environment,
                            start_new_session=True, **more)
        self._stack.callback(end, process)
        return process

    def start(self, *command):
        """Starts the host."""
        self.host = self.spawn(command, "host.log")

    def wait(self, what, ready, seconds=30):
        """Waits until `ready` returns a true value, and returns that value."""
        end = time.monotonic() + seconds
        while not (found := ready()):
            if self.host.poll() is not None:
                raise Failure(f"the host exited with code {self.host.returncode}")
            if time.monotonic() > end:
                raise Failure(f"timed out waiting for {what}")
            time.sleep(0.1)
        return found

    def finish(self, seconds):
        """Waits until the host exits."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            if code := self.host.wait(seconds):
                raise Failure(f"the host exited with code {code}")
            return
        raise Failure(f"the host is still running after {seconds} s")

    def report(self):
        """The ends of the dialogues and the output, for a failure report."""
        files = [self.folder / "host.log", *sorted(self.folder.glob("*.talk"))[-4:]]
        ends = {path.name: path.read_text(errors="replace")[-2000:] for path in files if path.exists()}
        return "\n".join(f"--- {name}\n{end}" for name, end in ends.items())


def end(process):
    """Ends a process and all processes it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def absolute(program):
    """The absolute path of a program, or its bare name if it is found on the PATH."""
    return str(pathlib.Path(program).resolve()) if os.sep in program else program


def host_parser(description, **host):
    """The parser for the arguments; `host` describes the second one."""
    made = parser(description)
    made.add_argument("engine", type=absolute)
    made.add_argument("host", type=absolute, **{"help": "the host, already built", **host})
    return made


def match_parser(description, **games):
    """The parser for a match against another engine, by default the engine itself."""
    made = host_parser(description)
    made.add_argument("--opponent", type=absolute)
    made.add_argument("--games", type=int, default=20, **games)
    return made


def main(session, arguments, place=Place):
    """Runs `session(place, arguments)`, prints what it returns or what failed, and returns the exit code."""
    with place() as here:
        try:
            print(session(here, arguments))
        except Failure as failure:
            print(f"FAIL {failure}\n{here.report()}")
            return 1
    return 0
