"""A UCCI engine as a child process, with a measured clock."""

import collections
import queue
import shlex
import subprocess
import threading
import time


class EngineError(Exception):
    """The engine broke the protocol, died, or did not answer."""


class EngineClient:
    """Speaks UCCI with the engine started by a command line."""

    def __init__(self, command, name):
        self.name = name
        # The last lines only: for reports, not for a whole match.
        self.dialogue = collections.deque(maxlen=40)
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, bufsize=1, errors="replace")
        threading.Thread(target=self._read, daemon=True).start()
        self.send("ucci")
        while (line := self._next(time.monotonic() + 10)) != "ucciok":
            if line.startswith("option usemillisec "):
                self.send("setoption usemillisec true")

    def new_game(self):
        self.send("setoption newgame")
        self.send("isready")
        self._wait_for("readyok", 10)

    def think(self, fen, moves, limits, patience):
        """Searches; returns (move, or None for no move; principal variations; seconds used).

        Raises EngineError when no answer comes within `patience` seconds.
        """
        position = f"position fen {fen}"
        if moves:
            position += " moves " + " ".join(moves)
        start = time.monotonic()
        self.send(position)
        self.send(f"go {limits}")
        lines = []
        while True:
            words = self._next(start + patience).split()
            if words[:1] == ["info"] and "pv" in words:
                lines.append(words[words.index("pv") + 1:])
            elif words[:1] == ["nobestmove"]:
                return None, lines, time.monotonic() - start
            elif words[:1] == ["bestmove"] and len(words) > 1:
                if "ponder" in words:
                    lines.append([words[1], words[words.index("ponder") + 1]])
                return words[1], lines, time.monotonic() - start

    def quit(self):
        """Ends the engine; raises EngineError unless it says bye and exits with 0 in time."""
        self.send("quit")
        self._wait_for("bye", 2)
        try:
            code = self._process.wait(2)
        except subprocess.TimeoutExpired:
            raise EngineError(f"{self.name} does not exit") from None
        if code != 0:
            raise EngineError(f"{self.name} exits with {code}")

    def kill(self):
        self._process.kill()
        self._process.wait()

    def send(self, line):
        self.dialogue.append(f"> {line}")
        try:
            self._process.stdin.write(line + "\n")
        except OSError:
            raise EngineError(f"{self.name} does not read") from None

    def _wait_for(self, word, patience):
        deadline = time.monotonic() + patience
        while self._next(deadline) != word:
            pass

    def _next(self, deadline):
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineError(f"{self.name} does not answer") from None
        if line is None:
            raise EngineError(f"{self.name} died")
        self.dialogue.append(f"< {line}")
        return line

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)
