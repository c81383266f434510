"""Judges games with the library pyffish, so that neither engine judges its own game."""

import re

import pyffish

from ..common import START

VARIANT = "xiangqi"


def to_pyffish(move):
    """Converts a move with ranks 0-9 to ranks 1-10; raises ValueError for anything else."""
    match = re.fullmatch(r"([a-i])(\d)([a-i])(\d)", move)
    if not match:
        raise ValueError(f"not a move: {move}")
    return f"{match[1]}{int(match[2]) + 1}{match[3]}{int(match[4]) + 1}"


def from_pyffish(move):
    """Converts a move with ranks 1-10 to ranks 0-9."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move)


def red_to_move(fen, moves):
    return (fen.split()[1] != "b") == (len(moves) % 2 == 0)


class Game:
    """A game in progress. Moves have ranks 0-9."""

    def __init__(self, fen=START, moves=()):
        self.fen = fen
        self.moves = []
        self._played = []
        for move in moves:
            self.play(move)

    def red_to_move(self):
        return red_to_move(self.fen, self.moves)

    def legal_moves(self):
        return [from_pyffish(move) for move in self._legal()]

    def play(self, move):
        """Plays a move; raises ValueError if it is not legal."""
        translated = to_pyffish(move)
        if translated not in self._legal():
            raise ValueError(f"illegal move: {move}")
        self.moves.append(move)
        self._played.append(translated)

    def first_illegal(self, line):
        """The first move of a line that cannot be played from the current position, or None."""
        trial = Game(self.fen, ())
        trial.moves, trial._played = list(self.moves), list(self._played)
        for move in line:
            try:
                trial.play(move)
            except ValueError:
                return move
        return None

    def verdict(self):
        """None while the game continues, otherwise (points of the side to move, reason)."""
        if not self._legal():
            return 0.0, "no legal move"
        ended, value = pyffish.is_optional_game_end(VARIANT, self.fen, self._played)
        if not ended:
            return None
        if value == 0:
            return 0.5, "repetition or move limit"
        return (1.0 if value > 0 else 0.0), "perpetual check or chase"

    def _legal(self):
        return pyffish.legal_moves(VARIANT, self.fen, self._played)
