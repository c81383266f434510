"""Tests opening books."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import chuhe
from chuhe import Board, Book, BookBuilder, Collection, Database, Engine, Game, Limit

LINES = [("h2e2 h9g7 h0g2", "1-0", 6, 2001), ("g3g4 g6g5 b0c2", "1/2-1/2", 3, 1990), ("g0e2 b7d7", "0-1", 1, 2020)]


def games() -> list[Game]:
    return [
        Game.from_moves(line, tags={"Red": "Xu", "Black": "Lü", "Date": f"{year}.01.01"}, outcome=outcome)  # type: ignore[arg-type]
        for line, outcome, count, year in LINES
        for _ in range(count)
    ]


@pytest.fixture
def book(tmp_path: Path) -> Book:
    builder = BookBuilder()
    assert all(builder.add(game) for game in games())
    return builder.save(tmp_path / "my.book")


def test_a_book_tells_how_moves_fared(book: Book, tmp_path: Path) -> None:
    moves = book.moves(Board())
    assert [str(found.move) for found in moves] == ["h2e2", "g3g4", "g0e2"]
    first = moves[0]
    assert (first.games, first.wins, first.draws, first.losses) == (6, 6, 0, 0)
    assert (first.points, first.years, first.score) == (1.0, (2001, 2001), None)
    assert moves[1].points == 0.5 and moves[2].losses == 1 and first.weight > moves[1].weight
    assert "h2e2" in repr(first) and first == book.moves(Board())[0] and first != moves[1]
    assert (book.position_count, book.move_count, book.has_games) == (6, 8, True)
    assert book.byte_count == (tmp_path / "my.book").stat().st_size
    mirrored = Board()
    mirrored.push("b2e2")
    assert [str(found.move) for found in book.moves(mirrored)] == ["b9c7"], "mirror images share an entry"
    mirrored.push("a9a8")
    assert book.moves(mirrored) == [] and book.choose(mirrored) is None


def test_moves_are_chosen_by_weight_and_seed(book: Book) -> None:
    def counts(variety: str) -> Counter[str]:
        chosen = [book.choose(Board(), variety, seed) for seed in range(1000)]  # type: ignore[arg-type]
        return Counter(str(found.move) for found in chosen if found is not None)

    assert counts("none") == {"h2e2": 1000}
    medium, huge = counts("medium"), counts("huge")
    total = sum(found.weight for found in book.moves(Board()))
    for found in book.moves(Board()):
        assert abs(medium[str(found.move)] - 1000 * found.weight / total) < 60
        # The third move has no weight, because it lost its games.
        assert abs(huge[str(found.move)] - (500 if found.weight else 0)) < 60
    assert len({str(book.choose(Board(), "huge").move) for _ in range(100)}) > 1  # type: ignore[union-attr]
    with pytest.raises(chuhe.Error, match="variety"):
        book.choose(Board(), "some")  # type: ignore[arg-type]
    for wrong in (-1, 2**64, "x"):
        with pytest.raises((OverflowError, TypeError)):
            book.choose(Board(), seed=wrong)  # type: ignore[arg-type]


def test_a_move_back_is_not_chosen(tmp_path: Path) -> None:
    builder = BookBuilder()
    builder.add(Game.from_moves("e0e1 e9e8 e1e0 e8e9", outcome="1/2-1/2"))
    book = builder.save(tmp_path / "to-and-fro.book")
    board = Board()
    board.push_text("e0e1 e9e8 e1e0")
    assert [str(found.move) for found in book.moves(board)] == ["e8e9"] and book.choose(board) is None


def test_games_are_taken_as_asked(tmp_path: Path, data: Path) -> None:
    def made(name: str, **wanted: object) -> tuple[list[bool], Book]:
        builder = BookBuilder(**wanted)  # type: ignore[arg-type]
        taken = [builder.add(game) for game in games()]
        return taken, builder.save(tmp_path / f"{name}.book", 1)

    assert sum(made("years", years=(1990, 2001))[0]) == 9
    assert sum(made("results", results=["0-1", "1/2-1/2"])[0]) == 4
    taken, book = made("player", player="lü")
    assert all(taken) and book.moves(Board()) == [], "Black's moves alone"
    assert made("plies", plies=1)[1].move_count == 3
    builder = BookBuilder()
    assert not builder.add(Game.from_moves("h2e2")), "its result is unknown"
    for game in games():
        builder.add(game)
    assert [str(found.move) for found in builder.save(tmp_path / "few.book", min_games=2).moves(Board())] == ["h2e2", "g3g4"]
    for again in (lambda: builder.add(games()[0]), lambda: builder.save(tmp_path / "again.book")):
        with pytest.raises(chuhe.BookError, match="written"):
            again()
    assert not (tmp_path / "again.book").exists()
    # Games from files and games from databases give the same book.
    one, other = BookBuilder(), BookBuilder()
    for game in Collection(data / "games.pgn"):
        one.add(game)
    with Database.create(tmp_path / "games.db") as database:
        database.import_files(data / "games.pgn")
        for found in database.search():
            other.add(found)
    one.save(tmp_path / "one.book")
    other.save(tmp_path / "other.book")
    assert (tmp_path / "one.book").read_bytes() == (tmp_path / "other.book").read_bytes()


def test_wrong_wishes_are_refused(tmp_path: Path) -> None:
    for wrong in [{"plies": 0}, {"results": ["*"]}, {"results": ["won"]}, {"years": (2000, 1990)}]:
        with pytest.raises(chuhe.Error):
            BookBuilder(**wrong)  # type: ignore[arg-type]
    builder = BookBuilder()
    with pytest.raises(TypeError, match="Game"):
        builder.add("h2e2")  # type: ignore[arg-type]
    builder.add(games()[0])
    with pytest.raises(OSError):
        builder.save(tmp_path / "nowhere" / "a.book")
    with pytest.raises(OSError):
        builder.save(tmp_path)
    (tmp_path / "a.book").write_text("mine")
    with pytest.raises(FileExistsError, match="fresh=True"):
        builder.save(tmp_path / "a.book")
    assert (tmp_path / "a.book").read_text() == "mine"
    assert builder.save(tmp_path / "a.book", fresh=True).move_count == 3, "a failed write keeps the collected moves"


def test_books_of_the_program_and_of_others(book: Book, tmp_path: Path) -> None:
    default = Book.default()
    assert default.has_games and len(default.moves(Board())) >= 4 and default.moves(Board())[0].score is not None
    command = ["book", "convert", str(tmp_path / "my.book"), "-o", str(tmp_path / "BOOK.DAT")]
    subprocess.run([sys.executable, "-m", "chuhe", "-q", *command], check=True)
    dat = Book(tmp_path / "BOOK.DAT")
    assert not dat.has_games and dat.position_count is None
    weights = {str(found.move): found.weight for found in dat.moves(Board())}
    own = {str(found.move): found.weight for found in book.moves(Board())}
    assert own.pop("g0e2") == 0 and weights == {**weights, **own}, "moves without a weight are left out"
    assert dat.moves(Board())[0].points is None


def test_files_that_are_no_books(book: Book, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none.book"):
        Book(tmp_path / "none.book")
    with pytest.raises(OSError):
        Book(tmp_path)
    (tmp_path / "text.book").write_text("this is no book")
    (tmp_path / "empty.book").write_bytes(b"")
    whole = (tmp_path / "my.book").read_bytes()
    (tmp_path / "cut.book").write_bytes(whole[:-5])
    (tmp_path / "turned.book").write_bytes(whole[:-30] + bytes([whole[-30] ^ 1]) + whole[-29:])
    for name in ("text", "empty", "cut", "turned"):
        with pytest.raises(chuhe.BookError, match=f"{name}.book"):
            Book(tmp_path / f"{name}.book")
    with Database.create(tmp_path / "games.obk"):
        with pytest.raises(chuhe.BookError):
            Book(tmp_path / "games.obk")
    with pytest.raises(TypeError):
        book.moves("no board")  # type: ignore[arg-type]


def test_the_engine_plays_from_a_book_and_analyses_without(book: Book, tmp_path: Path) -> None:
    path = str(tmp_path / "my.book")
    with Engine(hash=1, own_book=True, book_file=path, book_variety="none") as engine:
        result = engine.play(Board(), Limit(nodes=500))
        assert str(result.move) == "h2e2" and result.info is not None and result.info.nodes == 0
        assert engine.analyse(Board(), Limit(nodes=500))[0].nodes > 0, "an analysis searches"
        assert engine.options["own_book"] and engine.options["book_file"] == path
        engine.configure(own_book=False)
        searched = engine.play(Board(), Limit(nodes=500)).info
        assert searched is not None and searched.nodes > 0
        with pytest.raises(chuhe.EngineError, match="none.book"):
            engine.configure(book_file=str(tmp_path / "none.book"))
        with pytest.raises(chuhe.Error, match="book_variety"):
            engine.configure(book_variety="some")  # type: ignore[arg-type]
        assert engine.options["book_file"] == path
