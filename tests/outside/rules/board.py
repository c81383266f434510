"""The board as a dictionary, with slow but simple move rules, for checking games."""


class Board:
    """Letters by square, and the side to move."""

    def __init__(self, fen):
        placement, side = fen.split()[:2]
        self.red = side != "b"
        self.cells = {}
        for rank, row in zip(range(9, -1, -1), placement.split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.cells["abcdefghi"[file] + str(rank)] = letter
                    file += 1

    def key(self):
        return self.red, tuple(sorted(self.cells.items()))

    def play(self, move):
        """Plays a move; returns the captured piece or None."""
        taken = self.cells.get(move[2:])
        self.cells[move[2:]] = self.cells.pop(move[:2])
        self.red = not self.red
        return taken

    def fen(self):
        rows = []
        for rank in range(9, -1, -1):
            row = "".join(self.cells.get(file + str(rank), ".") for file in "abcdefghi")
            for gap in range(9, 0, -1):
                row = row.replace("." * gap, str(gap))
            rows.append(row)
        return "/".join(rows) + (" w" if self.red else " b") + " - - 0 1"


SQUARES = {file + str(rank): (number, rank) for number, file in enumerate("abcdefghi") for rank in range(10)}


def coordinates(square):
    return SQUARES[square]


def square_at(file, rank):
    return "abcdefghi"[file] + str(rank)


def after(board, move):
    then = Board.__new__(Board)
    then.red, then.cells = board.red, dict(board.cells)
    then.play(move)
    return then


def is_tied(board, square):
    """Whether the king would be attacked if the piece on a square were absent."""
    without = after(board, square + square)
    del without.cells[square]
    red = board.cells[square].isupper()
    return bool(set(hunters(without, red)) - set(hunters(board, red)))


def lies_between(square, a, b):
    (f, r), (af, ar), (bf, br) = map(coordinates, (square, a, b))
    if ar == br:
        return r == ar and min(af, bf) < f < max(af, bf)
    return af == bf == f and min(ar, br) < r < max(ar, br)


def hunters(board, red, kings=True):
    """The pieces that attack a side's king."""
    king = next(s for s, piece in board.cells.items() if piece == ("K" if red else "k"))
    found = [s for s, piece in board.cells.items() if piece.isupper() != red and reaches(board, s, king)]
    other = next(s for s, piece in board.cells.items() if piece == ("k" if red else "K"))
    if kings and king[0] == other[0] and pieces_between(board, king, other) == 0:
        found.append(other)
    return found


def pieces_between(board, a, b):
    """The number of pieces between two squares on a common line; None if they share no line."""
    (af, ar), (bf, br) = coordinates(a), coordinates(b)
    if (af == bf) == (ar == br):
        return None
    step_f, step_r = (bf > af) - (bf < af), (br > ar) - (br < ar)
    count, file, rank = 0, af + step_f, ar + step_r
    while (file, rank) != (bf, br):
        count += square_at(file, rank) in board.cells
        file, rank = file + step_f, rank + step_r
    return count


def reaches(board, a, b):
    """Whether the piece on `a` can move to `b` by its own rule of movement."""
    piece = board.cells[a]
    red, kind = piece.isupper(), piece.upper()
    (af, ar), (bf, br) = coordinates(a), coordinates(b)
    across, along = abs(bf - af), abs(br - ar)
    in_palace = 3 <= bf <= 5 and (br <= 2 if red else br >= 7)
    if kind == "K":
        return across + along == 1 and in_palace
    if kind == "A":
        return (across, along) == (1, 1) and in_palace
    if kind == "B":
        eye = square_at((af + bf) // 2, (ar + br) // 2)
        return (across, along) == (2, 2) and (br < 5) == red and eye not in board.cells
    if kind == "N":
        if (across, along) == (2, 1):
            return square_at((af + bf) // 2, ar) not in board.cells
        return (across, along) == (1, 2) and square_at(af, (ar + br) // 2) not in board.cells
    if kind == "P":
        is_forward = across == 0 and br - ar == (1 if red else -1)
        return is_forward or (along == 0 and across == 1 and (ar < 5) != red)
    screens = 0 if kind == "R" or b not in board.cells else 1
    return pieces_between(board, a, b) == screens


def is_legal(board, move):
    piece, target = board.cells.get(move[:2]), board.cells.get(move[2:], " ")
    if piece is None or piece.isupper() != board.red or target in "Kk":
        return False
    if target != " " and target.isupper() == board.red:
        return False
    return reaches(board, move[:2], move[2:]) and not hunters(after(board, move), board.red)


def quiet_moves(board, square):
    """The legal moves of one piece that capture nothing."""
    moves = [square + to for to in SQUARES if to not in board.cells and reaches(board, square, to)]
    return [move for move in moves if is_legal(board, move)]
