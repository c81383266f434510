"""Compares the speed of this package with that of pyffish and cchess, alternating between them, and checks that they
agree. Run by hand:

    pip install pyffish cchess && python compare_peers.py [SECONDS]
"""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cchess  # type: ignore[import-not-found]
import pyffish  # type: ignore[import-not-found]

import chuhe

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"
ROUNDS = 7


def rate(work: Callable[[], int], seconds: float) -> float:
    """The number of units of work done per second."""
    done, since = 0, time.perf_counter()
    while (took := time.perf_counter() - since) < seconds:
        done += work()
    return done / took


def in_turns(works: dict[str, Callable[[], int]], seconds: float) -> None:
    """Prints each program's median rate per second, and the median, lowest and highest ratio of the first program's
    rate to it."""
    rates: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(ROUNDS):
        names = list(works) if turn % 2 == 0 else list(works)[::-1]
        for name in names:
            rates[name].append(rate(works[name], seconds))
    ours, *others = works
    print(f"  {ours}: {statistics.median(rates[ours]):,.0f} per second")
    for name in others:
        ratios = sorted(mine / theirs for mine, theirs in zip(rates[ours], rates[name]))
        median = statistics.median(rates[name])
        print(f"  {name}: {median:,.0f} per second; {ours} is {statistics.median(ratios):.1f} times as fast ({ratios[0]:.1f} to {ratios[-1]:.1f})")


def fairy(move: chuhe.Move) -> str:
    """A move in pyffish's notation, with ranks from 1."""
    squares = (move.from_square, move.to_square)
    return "".join(f"{square[0]}{int(square[1]) + 1}" for square in squares)


def pyffish_perft(fen: str, depth: int) -> int:
    moves = pyffish.legal_moves("xiangqi", fen, [])
    if depth == 1:
        return len(moves)
    return sum(pyffish_perft(pyffish.get_fen("xiangqi", fen, [move]), depth - 1) for move in moves)


def python_perft(board: chuhe.Board, depth: int) -> int:
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += python_perft(board, depth - 1)
        board.pop()
    return nodes


def cchess_legal(board: cchess.ChessBoard) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    moves = board.create_moves()
    return [move for move in moves if board.is_valid_move(*move) and not board.is_checked_move(*move)]


def cchess_perft(board: cchess.ChessBoard, depth: int) -> int:
    moves = cchess_legal(board)
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        after = board.copy()
        after.move(*move)
        after.next_turn()
        nodes += cchess_perft(after, depth - 1)
    return nodes


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    fens = [game.start.fen for game in chuhe.Collection(DATA / "openings.fen")][:100]
    boards = [chuhe.Board(fen) for fen in fens]
    theirs = [cchess.ChessBoard(fen) for fen in fens]
    for fen, board, other in zip(fens, boards, theirs):
        assert sorted(map(fairy, board.legal_moves)) == sorted(pyffish.legal_moves("xiangqi", fen, []))
        assert len(cchess_legal(other)) == len(board.legal_moves), fen

    print(f"legal moves of {len(fens)} positions, in positions per second")
    in_turns(
        {
            "chuhe": lambda: sum(1 for board in boards if board.legal_moves),
            "pyffish": lambda: sum(1 for fen in fens if pyffish.legal_moves("xiangqi", fen, [])),
            "cchess": lambda: sum(1 for board in theirs[:5] if cchess_legal(board)),
        },
        seconds,
    )

    start = chuhe.START_FEN
    assert pyffish_perft(start, 2) == cchess_perft(cchess.ChessBoard(start), 2) == python_perft(chuhe.Board(), 2) == 1920
    print("perft of the start position with every move made from Python, in nodes per second")
    in_turns(
        {
            "chuhe": lambda: python_perft(chuhe.Board(), 3),
            "pyffish": lambda: pyffish_perft(start, 2),
            "cchess": lambda: cchess_perft(cchess.ChessBoard(start), 1),
        },
        seconds,
    )
    print(f"perft 4 in one call: {rate(lambda: chuhe.Board().perft(4), seconds):,.0f} nodes per second")

    games = [[str(move) for move in game.moves] for game in chuhe.Collection(DATA / "games.pgn", DATA / "pyffish.pgn")
             if game.start.fen == chuhe.START_FEN]
    games = [moves for moves in games if moves][:50]
    shifted = [[fairy(chuhe.Move(move)) for move in moves] for moves in games]

    def replay_ours() -> int:
        for moves in games:
            board = chuhe.Board()
            for move in moves:
                board.push(move)
            board.fen
        return len(games)

    def replay_pyffish() -> int:
        for moves in shifted:
            pyffish.get_fen("xiangqi", start, moves)
        return len(shifted)

    def replay_cchess() -> int:
        for moves in games[:3]:
            board = cchess.ChessBoard(start)
            for move in moves:
                board.move_iccs(move)
                board.next_turn()
            board.to_fen()
        return 3

    print(f"replay of {len(games)} games, in games per second")
    in_turns({"chuhe": replay_ours, "pyffish": replay_pyffish, "cchess": replay_cchess}, seconds)

    print("legal moves while other threads hold the GIL, in calls per second over all threads")
    board = chuhe.Board()
    for count in [1, 2, 4]:
        calls = [0] * count
        over = threading.Event()

        def call(number: int) -> None:
            while not over.is_set():
                board.legal_moves
                calls[number] += 1

        threads = [threading.Thread(target=call, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        over.set()
        for thread in threads:
            thread.join()
        print(f"  {count} threads: {sum(calls) / seconds:,.0f}; slowest thread {min(calls) / seconds:,.0f}")


if __name__ == "__main__":
    main()
