"""Runs an engine as a child process, over UCCI or UCI, and measures its times."""

import collections
import queue
import shlex
import subprocess
import threading
import time


class EngineError(Exception):
    """The engine broke the protocol, died, or did not answer."""


class EngineClient:
    """A client of the engine started by a command line, in the protocol "ucci" or "uci"."""

    def __init__(self, command, name, protocol="ucci"):
        self.name = name
        self._protocol = protocol
        # Keeps only the last lines, for reports.
        self.dialogue = collections.deque(maxlen=40)
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, bufsize=1, errors="replace")
        threading.Thread(target=self._read, daemon=True).start()
        self.send(protocol)
        while (line := self._next(time.monotonic() + 10)) != f"{protocol}ok":
            if line.startswith("option usemillisec "):
                self.send("setoption usemillisec true")

    def new_game(self):
        self.send("setoption newgame" if self._protocol == "ucci" else "ucinewgame")
        self.send("isready")
        self._wait_for("readyok", 10)

    def think(self, fen, moves, limits, patience):
        """Searches; returns (move, or None for no move; principal variations; seconds used).

        Raises EngineError if no answer comes within `patience` seconds.
        """
        answer, infos, seconds = self.search(fen, moves, limits, patience)
        lines = [words[words.index("pv") + 1:] for words in infos if "pv" in words]
        if answer[0] == "nobestmove" or answer[1] == "(none)":
            return None, lines, seconds
        if "ponder" in answer:
            lines.append([answer[1], answer[answer.index("ponder") + 1]])
        return answer[1], lines, seconds

    def search(self, fen, moves, limits, patience):
        """Searches; returns (words of the answer, words of every info line, seconds used).

        Raises EngineError if no answer comes within `patience` seconds.
        """
        position = f"position fen {fen}"
        if moves:
            position += " moves " + " ".join(moves)
        start = time.monotonic()
        self.send(position)
        self.send(f"go {limits}")
        infos = []
        while True:
            words = self._next(start + patience).split()
            if words[:1] == ["info"]:
                infos.append(words)
            elif words[:1] == ["nobestmove"] or (words[:1] == ["bestmove"] and len(words) > 1):
                return words, infos, time.monotonic() - start

    def quit(self):
        """Quits the engine; raises EngineError unless it exits in time with code 0, after a bye in UCCI."""
        self.send("quit")
        if self._protocol == "ucci":
            self._wait_for("bye", 2)
        try:
            code = self._process.wait(2)
        except subprocess.TimeoutExpired:
            raise EngineError(f"{self.name} does not exit") from None
        if code != 0:
            raise EngineError(f"{self.name} exits with code {code}")

    def kill(self):
        self._process.kill()
        self._process.wait()

    def send(self, line):
        self.dialogue.append(f"> {line}")
        try:
            self._process.stdin.write(line + "\n")
        except OSError:
            raise EngineError(f"{self.name} does not read its input") from None

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
