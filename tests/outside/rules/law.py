"""A second, slow implementation of the Asian repetition law, with switches for other interpretations.

It explains disagreements: the switches that turn chuhe's verdict into another judge's show what the two disagree about.
"""

import collections
import itertools

from .board import Board, after, hunters, is_tied, lies_between, reaches

SWITCHES = {
    "minor": "an advisor or elephant also chases a protected rook, horse or cannon",
    "through": "undermining counts even along the line through the attacker",
    "undermined": "a standing attack is not new when its victim loses its protection",
    "released": "a standing attack is not new when the attacker is untied",
    "victims": "a victim that was already attacked is not chased anew by another piece",
    "tied": "a piece tied to its king still attacks",
    "pinned": "a protector tied to its king still protects",
    "tether": "a protector tied by the attacker itself protects nothing, although the capture unties it",
    "file": "the only piece of its side, besides the king, on the file of both kings is tied in any case",
    "retreat": "a rook or cannon that retreats along its line of attack attacks anew",
    "stiff": "a tied piece cannot capture its attacker, even along the line between them",
    "king": "a king protects squares on which it would be attacked",
    "files": "a king protects squares on which it would be attacked, unless the other king attacks them",
    "before": "protection is determined before the capture",
    "moved": "only the piece that moves chases",
    "quiet": "a move that checks chases nothing",
    "suspended": "an attack delayed by a check is new after the check",
    "like": "a piece never chases one of its own kind",
    "exchange": "a piece chases one of its own kind, even if the latter could capture it",
    "officers": "advisors and elephants cannot be victims",
    "castle": "advisors and elephants do not chase",
    "rooks": "a protected rook cannot be a victim",
    "uncover": "a piece that has moved to where its next move would discover a check attacks everything anew",
    "entry": "the move that led to the first of the three positions must chase as well",
}


class Law:
    """Gives verdicts with some switches on."""

    def __init__(self, switches=()):
        self.on = frozenset(switches)

    def verdict(self, fen, moves):
        """The verdict at the third occurrence of the last position; None if it has not occurred three times."""
        boards, board = [Board(fen)], Board(fen)
        for move in moves:
            board = after(board, move)
            boards.append(board)
        stood = [i for i, earlier in enumerate(boards) if earlier.key() == board.key()]
        if len(stood) < 3:
            return None
        levels = [self._level(boards, moves, stood[-3], red) for red in (True, False)]
        if levels[0] == levels[1]:
            return "draw"
        return "red_loses" if levels[0] > levels[1] else "black_loses"

    def _level(self, boards, moves, start, red):
        own = [i for i in range(start, len(moves)) if boards[i].red == red]
        if all(hunters(boards[i + 1], not red) for i in own):
            return 2
        if "entry" in self.on and start > 0 and boards[start - 1].red == red:
            own.append(start - 1)
        common = None
        for i in own:
            chased = {self._at_the_end(moves, i, x) for x in self._chased(boards[i], boards[i + 1], moves[i])}
            common = chased if common is None else common & chased
            if not common:
                return 0
        return 1

    @staticmethod
    def _at_the_end(moves, i, square):
        for move in moves[i + 1:]:
            if move[:2] == square:
                square = move[2:]
        return square

    def _chased(self, before, now, move):
        red = before.red
        if "quiet" in self.on and hunters(now, not red):
            return
        for x in self._victims(now, red):
            attackers = [a for a in self._attackers(now, red) if self._counts(now, a, x)]
            if "victims" in self.on and any(
                    self._counts(before, a, x) for a in self._attackers(before, red)):
                continue
            if any(self._is_new(before, move, a, x) for a in attackers):
                yield x
            elif "uncover" in self.on and self._is_taken_with_check(before, now, x):
                yield x

    def _is_new(self, before, move, a, x):
        if "moved" in self.on and a != move[2:]:
            return False
        if "retreat" in self.on and a == move[2:] and before.cells[move[:2]].upper() in "RC" \
                and lies_between(move[:2], a, x):
            return True
        a = move[:2] if a == move[2:] else a
        if "suspended" in self.on and hunters(before, before.red, kings=False):
            return True
        if self._counts(before, a, x):
            return False
        if "undermined" in self.on and self._capture(before, a, x):
            return False
        if "released" in self.on and reaches(before, a, x) and not self._capture(before, a, x):
            return False
        return "through" in self.on or not self._held_through(before, a, x)

    def _is_taken_with_check(self, before, now, x):
        for a in self._attackers(now, before.red):
            is_here_already = now.cells[a] == before.cells.get(a) and uncovers_check(before, a)
            then = None if is_here_already or not uncovers_check(now, a) else self._capture(now, a, x)
            if then and not any(then.cells[p] in "Kk" for p in self._protectors(now, then, x)):
                return True
        return False

    def _attackers(self, board, red):
        barred = "KP" + ("AB" if "castle" in self.on else "")
        return [s for s, piece in board.cells.items()
                if piece.isupper() == red and piece.upper() not in barred]

    def _victims(self, board, red):
        for square, piece in list(board.cells.items()):
            kind = piece.upper()
            is_home_pawn = kind == "P" and (int(square[1]) < 5) == piece.isupper()
            barred = "officers" in self.on and kind in "AB"
            if piece.isupper() != red and kind != "K" and not is_home_pawn and not barred:
                yield square

    def _capture(self, board, a, x):
        """The board after a capture; None if the capture is illegal."""
        if not reaches(board, a, x):
            return None
        then, red = after(board, a + x), board.cells[a].isupper()
        if "tied" not in self.on and set(hunters(then, red)) - set(hunters(board, red)):
            return None
        return then

    def _counts(self, board, a, x):
        then = self._capture(board, a, x)
        if not then:
            return False
        hunter, prey = board.cells[a].upper(), board.cells[x].upper()
        if hunter in "NC" and prey == "R" and "rooks" not in self.on:
            return True
        if hunter in "AB" and prey in "RNC" and "minor" in self.on:
            return True
        if hunter == prey and ("like" in self.on or (
                "exchange" not in self.on and self._takes_first(board, x, a))):
            return False
        return not self._protectors(board, then, x)

    def _takes_first(self, board, x, a):
        return self._capture(board, x, a) and not ("stiff" in self.on and is_tied(board, x))

    def _protectors(self, board, then, x):
        red = not then.cells[x].isupper()
        found = []
        for square, piece in then.cells.items():
            if piece.isupper() != red:
                continue
            if "before" in self.on:
                # With this switch, a protector need only reach the victim's square before the capture.
                if square in board.cells and reaches(board, square, x):
                    found.append(square)
                continue
            if not reaches(then, square, x):
                continue
            end = after(then, square + x)
            exposed = set(hunters(end, red))
            if piece.upper() == "K":
                if "king" in self.on:
                    exposed = set()
                elif "files" in self.on:
                    exposed = {h for h in exposed if end.cells[h].upper() == "K"}
            else:
                exposed = set() if "pinned" in self.on else exposed - set(hunters(board, red))
            is_held = piece.upper() != "K" and (
                ("tether" in self.on and is_tied(board, square))
                or ("file" in self.on and is_alone_on_file(board, square)))
            if not exposed and not is_held:
                found.append(square)
        return found

    def _held_through(self, board, a, x):
        then = self._capture(board, a, x)
        protectors = self._protectors(board, then, x) if then else []
        return bool(protectors) and all(
            then.cells[p].upper() in "RC" and lies_between(a, x, p) for p in protectors)


def uncovers_check(board, square):
    """Whether the other king would be attacked if the piece on a square were absent."""
    without = after(board, square + square)
    del without.cells[square]
    red = not board.cells[square].isupper()
    return bool(set(hunters(without, red)) - set(hunters(board, red)))


def is_alone_on_file(board, square):
    """Whether the piece on a square stands on the file of both kings with no other piece of its side except the
    king."""
    red = board.cells[square].isupper()
    files = {s[0] for s, piece in board.cells.items() if piece in "Kk"}
    own = [s for s, piece in board.cells.items() if s[0] in files and piece.isupper() == red and piece not in "Kk"]
    return len(files) == 1 and own == [square]


def readings(fen, moves, verdict, allowed):
    """The switches each of which alone leads to a verdict; if there are none, the pairs that do."""
    for count in (1, 2):
        found = [switches for switches in itertools.combinations(allowed, count)
                 if Law(switches).verdict(fen, moves) == verdict]
        if found:
            return found
    return []


def classes(disagreements, allowed=tuple(SWITCHES)):
    """Sorts the disagreements (fen, moves, verdict) of one judge by as few readings as possible: (reading or None,
    members), largest class first.

    Repeatedly picks, among the allowed switches, the reading that explains most of the remaining disagreements.
    """
    left = [(row, set(readings(*row, allowed))) for row in disagreements]
    sorted_out = []
    while left:
        votes = collections.Counter(itertools.chain.from_iterable(found for _, found in left))
        best = votes.most_common(1)[0][0] if votes else None
        members = [row for row, found in left if best is None or best in found]
        sorted_out.append((best, members))
        left = [(row, found) for row, found in left if best is not None and best not in found]
    return sorted(sorted_out, key=lambda item: -len(item[1]))
