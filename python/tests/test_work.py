"""Tests annotations, matches and training data."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import chuhe
from chuhe import Arena, EngineSettings, Game, Limit, annotate

np = pytest.importorskip("numpy")
from chuhe import data as training  # noqa: E402


def test_a_game_is_annotated() -> None:
    game = Game.from_moves("h2e2 h9g7 h0g2 i9h9 e2e6 g7e6")
    seen: list[tuple[int, int]] = []
    annotation = annotate(game, Limit(nodes=500), jobs=2, progress=lambda done, all: seen.append((done, all)))
    assert sorted(seen) == [(done, 7) for done in range(1, 8)]
    assert len(annotation.moves) == 6 and len(annotation.red_scores) == 7
    # The cannon captures a pawn that a horse protects.
    assert annotation.moves[4].grade in ("mistake", "blunder") and annotation.moves[4].loss_cp > 100
    assert annotation.moves[4].side == "red" and annotation.opening is not None
    assert annotation.report()["moves"][0]["move"] == "h2e2"
    record = next(iter(chuhe.Collection.from_text(annotation.pgn("chinese"))))
    assert record.moves == game.moves and any(len(node.children) > 1 for node in record.root.mainline())
    assert annotation.html().startswith("<!") and annotation.best_line(0)
    with pytest.raises(ValueError):
        annotate(Game())
    with pytest.raises(ZeroDivisionError):
        annotate(game, Limit(nodes=500), progress=lambda done, all: 1 // 0)


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    engines = [EngineSettings(nodes=100, name="one"), EngineSettings(nodes=50, name="two")]
    folder = tmp_path / "match"
    with Arena(engines, rounds=2, folder=folder) as arena:
        assert arena.scheduled == 4 and arena.names == ["one", "two"]
        for game in arena:
            assert game.result in ("1-0", "0-1", "1/2-1/2") and len(game.moves) > 5
            assert game.game().board().fen
            break
        assert not arena.is_over
    with Arena(engines, rounds=2, folder=folder, sprt=(0, 10)) as arena:
        before = len(arena.games)
        assert before >= 1
        rest = list(arena)
        assert len(rest) == 4 - before and arena.is_over
        assert arena.summary["played"] == 4 and arena.sprt is not None and -3 < arena.sprt["llr"] < 3
    assert (folder / "games.pgn").exists()


def test_matches_that_cannot_be() -> None:
    with pytest.raises(chuhe.MatchError):
        Arena([EngineSettings(nodes=100)])
    with pytest.raises(chuhe.MatchError, match="no time control"):
        Arena([EngineSettings(), EngineSettings()])
    with pytest.raises(chuhe.MatchError):
        Arena([EngineSettings("/nowhere/engine", nodes=1), EngineSettings(nodes=1)])


def test_training_data(tmp_path: Path) -> None:
    command = ["datagen", "--out", str(tmp_path / "data"), "--games", "6", "--nodes", "50", "--seed", "3", "--jobs", "1"]
    subprocess.run([sys.executable, "-m", "chuhe", "-q", *command], check=True)
    games = list(training.games(tmp_path / "data"))
    assert len(games) == 6
    whole = list(training.batches(tmp_path / "data", size=10**6, scored=False))
    assert len(whole) == 1 and len(whole[0]) == sum(len(game) for game, _ in games)
    batch = whole[0]
    assert batch.planes().shape == (len(batch), 14, 10, 9)
    assert (batch.planes().sum(axis=(1, 2, 3)) >= 2).all()
    # The rows are the games' positions, from the point of view of the side to move.
    row = 0
    for number, (game, scores) in enumerate(games):
        board = game.start
        for move, score in zip(game.moves, scores):
            assert (batch.boards[row].reshape(-1) == np.frombuffer(bytes(board._codes()), np.uint8)).all()
            assert training.move_of(batch.moves[row], board) == move
            assert training.number_of(move, board) == batch.moves[row]
            assert batch.scores[row] == (training.NO_SCORE if score is None else score)
            assert batch.checks[row] == board.is_check and batch.games[row] == number
            won = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[game.outcome]
            assert batch.results[row] == (won if board.turn == "red" else -won)
            assert batch.captures[row] == board.is_capture(move)
            board.push(move)
            row += 1
    scored = list(training.batches(tmp_path / "data", size=100, shuffle=1))
    assert sum(map(len, scored)) == (batch.scores != training.NO_SCORE).sum()
    assert all(len(part) == 100 for part in scored[:-1])
    assert training.planes(chuhe.Board())[6].sum() == 5
    (tmp_path / "bad.games").write_bytes(b"nothing")
    with pytest.raises(chuhe.ReadError, match="bad.games"):
        list(training.batches(tmp_path / "bad.games"))


def test_the_program_is_in_the_package() -> None:
    def run(*words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "chuhe", *words], input=text, capture_output=True, text=True)

    assert run("--version").stdout == f"chuhe {chuhe.__version__}\n"
    assert run("perft", "x").returncode == 2
    said = run(text="uci\nposition startpos\ngo nodes 100\nquit\n").stdout
    assert "uciok" in said and "bestmove" in said
