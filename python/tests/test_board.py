"""Tests positions, moves and verdicts."""

from __future__ import annotations

import copy
import pickle
import threading
import time

import pytest

import chuhe
from chuhe import Board, Move

MIDDLE = "r1bak1bnr/4a4/nc2c4/p1p1p1p1p/9/2P6/P3P1P1P/1CN1B2C1/9/R2AKABNR w - - 6 4"


def test_start() -> None:
    board = Board()
    assert board.fen == chuhe.START_FEN
    assert board.turn == "red" and board.ply == 0 and board.move_number == 1
    assert len(board.legal_moves) == 44 and len(board.legal_captures) == 2
    assert board.piece_at("e0") == "K" and board.piece_at("e4") is None
    assert len(board.pieces()) == 32 and board.pieces()["h9"] == "n"
    assert board.king("black") == "e9"
    assert str(board).splitlines()[0].split() == ["9", *"rnbakabnr"]


def test_moves_in_all_notations() -> None:
    board = Board()
    for text in ["h2e2", "H2-E2", "C2.5", "炮二平五", "Che2"]:
        assert board.parse(text) == Move("h2e2")
    move = Move("h2e2")
    texts = {n: board.text(move, n) for n in ("coordinates", "iccs", "wxf", "chinese", "traditional")}
    assert texts == {
        "coordinates": "h2e2", "iccs": "H2-E2", "wxf": "C2.5", "chinese": "炮二平五", "traditional": "炮二平五"
    }
    assert board.line(["h2e2", "H8+7", "马二进三"], "chinese") == ["炮二平五", "马８进７", "马二进三"]


def test_push_and_pop() -> None:
    board = Board()
    assert board.push_text("1. 炮二平五 H8+7, h0g2") == [Move("h2e2"), Move("h9g7"), Move("h0g2")]
    assert board.peek() == Move("h0g2") and board.root == Board()
    fen = board.fen
    with pytest.raises(chuhe.MoveTextError) as error:
        board.push_text("i9h9 e2e6 nonsense")
    assert error.value.text == "nonsense" and error.value.number == 3
    assert board.fen == fen
    assert [board.pop() for _ in range(3)] == [Move("h0g2"), Move("h9g7"), Move("h2e2")]
    assert board == Board()
    with pytest.raises(IndexError):
        board.pop()


def test_illegal_moves_say_why() -> None:
    board = Board()
    with pytest.raises(chuhe.IllegalMoveError, match="black's|black ") as error:
        board.push("a9a8")
    assert error.value.move == "a9a8" and error.value.fen == board.fen
    with pytest.raises(chuhe.IllegalMoveError):
        board.push(Move("e0e5"))
    with pytest.raises(chuhe.MoveTextError):
        board.push("炮九平一")
    with pytest.raises(TypeError):
        board.push(7)  # type: ignore[arg-type]
    with pytest.raises(chuhe.Error, match="pair of squares"):
        Move("z9")
    assert not board.is_legal("e0e5") and board.is_legal("b0c2")


def test_bad_fens() -> None:
    for fen in ["", "9/9/9", "4k4/9/9/9/9/9/9/9/9/4K4 w", chuhe.START_FEN.replace("k", "9"), "x" * 100_000]:
        with pytest.raises(chuhe.FenError):
            Board(fen)
    assert Board("https://example.org/?fen=3k5/9/9/9/9/9/9/9/9/R3K4_b").turn == "black"


def test_equality_copy_and_pickle() -> None:
    one, other = Board(), Board()
    one.push_text("b0c2 b9c7 h0g2")
    other.push_text("h0g2 b9c7 b0c2")
    assert one == other and one.key == other.key and one.moves != other.moves
    # A key that changes while it is in a dictionary would never be found again.
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
    assert one != Board() and one != "board"
    for twin in [copy.copy(one), copy.deepcopy(one), one.copy(), pickle.loads(pickle.dumps(one))]:
        assert twin == one and twin.moves == one.moves
        twin.pop()
        assert len(one.moves) == 3
    move = Move("b0c2")
    assert pickle.loads(pickle.dumps(move)) == move and len({move, Move("B0-C2")}) == 1
    assert sorted([Move("b0c2"), Move("a0a1")])[0] == Move("a0a1")
    assert Move("b0c2").mirror() == Move("h0g2") and Move("b0c2").flip() == Move("b9c7")


def test_checks_attacks_and_exchanges() -> None:
    board = Board("3k5/8R/9/9/9/9/9/9/9/R3K4 w")
    assert board.gives_check("a0a9") and not board.is_check
    board.push("a0a9")
    assert board.is_check and board.checkers == ["a9"] and board.legal_moves == []
    start = Board()
    assert start.attackers("red", "h9") == ["h2"] and start.attackers("black", "h0") == ["h7"]
    assert start.attackers("red", "a0") == []
    assert start.is_capture("h2h9") and start.see("h2e2") == 0
    start.push_text("h2e2 h9g7 h0g2 i9h9")
    assert start.see("e2e6") < 0, "a horse takes the cannon back"
    with pytest.raises(chuhe.Error):
        start.attackers("green", "a0")  # type: ignore[arg-type]


def test_verdicts() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/9/R2K5 w")
    assert not board.is_game_over() and board.result() == "*"
    board.push_text("a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9 e9e8")
    verdict = board.judge()
    assert verdict and verdict.winner == "black" and verdict.result == "0-1"
    assert verdict.reason == "perpetual check" and str(verdict).startswith("red_loses by perpetual check")
    assert verdict.report()["cycle"]["red"] == "perpetual_check"
    assert board.is_game_over("chinese") and board.result("computer") == "0-1"
    mated = Board("3k5/R8/9/9/9/9/9/9/8R/4K4 w")
    mated.push("i1i9")
    assert mated.judge().reason == "checkmate"
    with pytest.raises(chuhe.Error, match="rule"):
        board.judge("nobody's")  # type: ignore[arg-type]


def test_perft() -> None:
    assert [Board().perft(depth) for depth in range(4)] == [1, 44, 1920, 79666]
    assert Board().perft(4, threads=2) == 3_290_240
    counts = Board().divide(3)
    assert sum(counts.values()) == 79666 and set(counts) == set(Board().legal_moves)
    with pytest.raises(chuhe.Error):
        Board().perft(31)
    with pytest.raises(OverflowError):
        Board().perft(-1)


def test_perft_leaves_python_alone() -> None:
    beats = 0
    over = threading.Event()

    def beat() -> None:
        nonlocal beats
        while not over.wait(0.01):
            beats += 1

    thread = threading.Thread(target=beat)
    thread.start()
    since = time.perf_counter()
    Board(MIDDLE).perft(5)
    took = time.perf_counter() - since
    over.set()
    thread.join()
    assert beats > took * 100 * 0.3


def test_pictures() -> None:
    board = Board()
    board.push("h2e2")
    svg = board.svg(arrows=["h9g7:blue", Move("b9c7")], marks=["e4", "e6:#102030"])
    assert svg.startswith("<svg") and "#102030" in svg
    assert board._repr_svg_().count("<svg") == 1
    assert "炮" in board.diagram(pieces="chinese")
    for wrong in [{"arrows": ["h9"]}, {"marks": ["z1"]}, {"arrows": ["h9g7:no"]}]:
        with pytest.raises(chuhe.Error):
            board.svg(**wrong)  # type: ignore[arg-type]


def test_a_game_has_an_end() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/9/R2K5 w")
    with pytest.raises(chuhe.IllegalMoveError, match="10000 plies"):
        for _ in range(10_001):
            board.push(board.legal_moves[0])
    assert len(board.moves) == 10_000
