"""Produces games that end in a repetition, for judges: from random walks, altered examples, and games between
engines."""

import json
import pathlib
import re

import pyffish

from ..common import DATA, START, openings
from ..engine import EngineClient
from .board import SQUARES, Board, after, is_legal, quiet_moves, reaches
from .judge import VARIANT, from_pyffish, to_pyffish

LETTERS = "AABBNNRRCCPPaabbnnrrccpp"
ENGINE_PLIES = 90
SPARSE = 18


def legal(fen, moves=()):
    played = [to_pyffish(move) for move in moves]
    return [from_pyffish(move) for move in pyffish.legal_moves(VARIANT, fen, played)]


def can_stand(piece, square):
    """Whether a piece can ever reach a square."""
    file, rank = "abcdefghi".index(square[0]), int(square[1])
    rank = rank if piece.isupper() else 9 - rank
    kind = piece.upper()
    if kind == "K":
        return 3 <= file <= 5 and rank <= 2
    if kind == "A":
        return (file, rank) in ((3, 0), (5, 0), (4, 1), (3, 2), (5, 2))
    if kind == "B":
        return (file, rank) in ((2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4))
    return kind != "P" or rank >= 5 or (rank >= 3 and file % 2 == 0)


def is_sound(fen):
    """Whether a position is possible, pyffish accepts it, and the side to move cannot capture the king."""
    board = Board(fen)
    stands = all(can_stand(piece, square) for square, piece in board.cells.items())
    pieces = list(board.cells.values())
    few = all(pieces.count(piece) <= (5 if piece in "Pp" else 1 if piece in "Kk" else 2) for piece in pieces)
    if not (stands and few) or pyffish.validate_fen(fen, VARIANT) != 1:
        return False
    board.red = not board.red
    kings = [square for square, piece in board.cells.items() if piece in "Kk"]
    if len(kings) != 2:
        return False
    captures = {move[2:] for move in legal(board.fen(), [])}
    return pyffish.gives_check(VARIANT, board.fen(), []) is False and not captures & set(kings)


def starts():
    """The positions of the shared test files."""
    fens = []
    for name in ("rules_cases.jsonl", "tactics.jsonl", "perft.jsonl"):
        lines = (DATA / name).read_text(encoding="utf-8").splitlines()
        fens += [json.loads(line)["fen"] for line in lines]
    return fens + openings()


def random_start(rng, pool):
    """A known position, possibly after a few random moves, as its FEN, the moves and the board."""
    fen, moves = rng.choice(pool), []
    for _ in range(rng.choice((0, 0, 1, 2, 5, 9))):
        choice = legal(fen, moves)
        if choice:
            moves.append(rng.choice(choice))
    board = Board(fen)
    for move in moves:
        board.play(move)
    return fen, moves, board


def random_step(rng, board):
    """A random move of a random piece that captures nothing; None if there is no such move."""
    squares = [square for square, piece in board.cells.items() if piece.isupper() == board.red]
    rng.shuffle(squares)
    return next((rng.choice(moves) for moves in (quiet_moves(board, square) for square in squares) if moves), None)


def cycle(rng, start):
    """A random cycle of two to four moves that returns to a position, each side moving one piece; None if the attempt
    fails."""
    board, line, homes, places = start, [], [None, None], [None, None]
    steps = rng.choice((2, 2, 2, 3, 4))
    for ply in range(2 * steps):
        side = ply % 2
        if ply < 2:
            move = random_step(rng, board)
        elif ply < 2 * steps - 2:
            choice = quiet_moves(board, places[side])
            move = rng.choice(choice) if choice else None
        else:
            move = places[side] + homes[side]
            move = move if homes[side] not in board.cells and is_legal(board, move) else None
        if move is None:
            return None
        homes[side] = homes[side] or move[:2]
        places[side] = move[2:]
        board = after(board, move)
        line.append(move)
    return line if board.key() == start.key() else None


def walks(rng):
    """Two cycles, usually the same, from a known position after a few random moves."""
    pool = starts()
    while True:
        fen, before, board = random_start(rng, pool)
        first = next(filter(None, (cycle(rng, board) for _ in range(8))), None)
        if first is None:
            continue
        second = first if rng.random() < 0.8 else cycle(rng, board)
        if second:
            yield "walk", fen, before + first + second


def attacked(board, red):
    """The enemy pieces that some piece of a side could capture by its own rule of movement."""
    own = [square for square, piece in board.cells.items() if piece.isupper() == red]
    others = [square for square, piece in board.cells.items() if piece.isupper() != red]
    return {x for x in others if board.cells[x] not in "Kk" and any(reaches(board, a, x) for a in own)}


def hunt(rng, board):
    """A move to and fro that attacks a piece both times, while that piece also moves to and fro; None if none is
    found."""
    for _ in range(12):
        move = random_step(rng, board)
        if move is None:
            return None
        there = after(board, move)
        escapes = [reply for prey in sorted(attacked(there, board.red)) for reply in quiet_moves(there, prey)]
        rng.shuffle(escapes)
        for reply in escapes:
            line = [move, reply, move[2:] + move[:2], reply[2:] + reply[:2]]
            gone = after(there, reply)
            if reply[2:] == move[:2] or not is_legal(gone, line[2]):
                continue
            back = after(gone, line[2])
            if reply[2:] in attacked(back, board.red) and is_legal(back, line[3]):
                return line
    return None


def hunts(rng):
    """Two laps of a hunt from a known position after a few random moves."""
    pool = starts()
    while True:
        fen, before, board = random_start(rng, pool)
        lap = hunt(rng, board)
        if lap:
            yield "hunt", fen, before + 2 * lap


def variations(rng):
    """Examples of the law with up to three pieces added, removed or moved, provided they still end in a repetition."""
    lines = (DATA / "rules_cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    cases = [case for case in cases if case["reps"] >= 3]
    squares = list(SQUARES)
    while True:
        case = rng.choice(cases)
        board = Board(case["fen"])
        for _ in range(rng.randint(1, 3)):
            a, b = rng.choice(squares), rng.choice(squares)
            if rng.random() < 0.35:
                board.cells[b] = rng.choice(LETTERS)
            elif rng.random() < 0.5:
                board.cells.pop(a, None)
            elif a in board.cells:
                board.cells[b] = board.cells.pop(a)
        fen = board.fen()
        if sorted(piece for piece in board.cells.values() if piece in "Kk") != ["K", "k"]:
            continue
        if not is_sound(fen):
            continue
        stood, moves, now = [], [], Board(fen)
        for move in case["moves"]:
            if move[2:] in now.cells or not is_legal(now, move):
                break
            stood.append(now.key())
            moves.append(move)
            now.play(move)
        else:
            if stood.count(now.key()) >= 2:
                yield "variation", fen, moves


def engine_games(rng, command):
    """Games between an engine and itself with few nodes, with occasional random moves, until a position has recurred
    twice."""
    engine = EngineClient(command, "player")
    # In crowded positions, repetitions take a long time to arise.
    pool = [fen for fen in starts() if sum(map(str.isalpha, fen.split()[0])) <= SPARSE]
    while True:
        fen, moves = rng.choice(pool), []
        board = Board(fen)
        stood = [board.key()]
        engine.new_game()
        while len(moves) < ENGINE_PLIES:
            nodes = rng.choice((50, 200, 400))
            move, _, _ = engine.think(fen, moves, f"nodes {nodes}", 900)
            if move is None:
                break
            if rng.random() < 0.03:
                move = rng.choice(legal(fen, moves))
            moves.append(move)
            if board.play(move):
                # No position before a capture recurs. Starting here shortens the game to judge.
                fen, moves, stood = board.fen(), [], []
                if not set("RNCPrncp") & set(board.cells.values()):
                    break
            if stood.count(board.key()) >= 2:
                yield "game", fen, moves
                break
            stood.append(board.key())


def recorded_games(paths):
    """Games from PGN files with moves like H2-E2, up to the third occurrence of a position."""
    for path in paths:
        for text in pathlib.Path(path).read_text(encoding="utf-8").split("[Event ")[1:]:
            tag = re.search(r'^\[FEN "(.+)"\]', text, re.MULTILINE)
            fen = tag[1] if tag else START
            played = re.sub(r"\{.*?\}", "", text.partition("\n\n")[2], flags=re.DOTALL)
            board, moves = Board(fen), []
            stood = [board.key()]
            for start, end in re.findall(r"([A-I]\d)-([A-I]\d)", played):
                moves.append((start + end).lower())
                if board.play(moves[-1]):
                    fen, moves, stood = board.fen(), [], []
                if stood.count(board.key()) >= 2:
                    yield "recorded", fen, moves
                    break
                stood.append(board.key())
