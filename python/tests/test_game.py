"""Tests games, trees of moves, and game files."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import chuhe
from chuhe import Collection, Game, Move

PGN = """[Event "Test"]
[Red "胡荣华"]
[Black "柳大华"]
[Result "1-0"]

{A game.} 1. 炮二平五 {The usual.} 马８进７ ( 炮８平５ {Also seen.} 2. 马二进三 ) ( {Or} 马２进３ $2 )
2. 马二进三 车９平８ 1-0
"""


def game() -> Game:
    (only,) = Collection.from_text(PGN)
    return only


def test_a_tree_is_read() -> None:
    read = game()
    assert read.tags["Red"] == "胡荣华" and read.outcome == "1-0" and len(read) == 4
    assert read.root.comment == "A game."
    first = read.root.next
    assert first is not None and first.move == Move("h2e2") and first.comment == "The usual."
    main, second, third = first.children
    assert [str(node.move) for node in first.children] == ["h9g7", "h7e7", "b9c7"]
    assert second.comment == "Also seen." and second.next is not None and second.next.move == Move("h0g2")
    assert third.starting_comment == "Or" and third.glyphs == [2]
    assert main.board().fen.split()[1] == "w" and main.ply == 2 and main.parent is first
    assert read.end.path() == read.moves
    assert read.opening is not None and read.opening[1].startswith("中炮")


def test_a_tree_is_written_as_it_was_read() -> None:
    read = game()
    before = read.copy()
    assert read == before and read.to_string() == before.to_string()
    read.root  # The game is now written from the tree in Python.
    assert read == before
    (again,) = Collection.from_text(read.to_string("pgn", "chinese"))
    assert again == before
    assert pickle.loads(pickle.dumps(read)) == before and copy.deepcopy(read) == before


def test_a_tree_is_changed() -> None:
    made = Game(tags={"Red": "甲"})
    line = made.root.add_line(["h2e2", "马8进7"])
    assert line.ply == 2 and line.game is made
    other = made.root.add("b2e2", "The other one.", [5])
    assert made.moves == [Move("h2e2"), Move("h9g7")]
    assert made.root.add("b2e2") is other and other.comment == "The other one."
    other.promote()
    assert made.moves == [Move("b2e2")]
    made.push("h9g7")
    assert made.to_string("moves") == "b2e2 h9g7\n"
    assert made.losses("moves")["variations"] == 1 and made.losses("pgn") == {}
    line.remove()
    with pytest.raises(ValueError, match="removed"):
        line.board()
    with pytest.raises(chuhe.IllegalMoveError):
        made.root.add("a0a9")
    with pytest.raises(ValueError):
        made.outcome = "2-0"  # type: ignore[assignment]


def test_boards_of_a_game() -> None:
    read = game()
    boards = list(read.boards())
    assert len(boards) == 5 and boards[0] == read.start and boards[-1] == read.board()
    assert read.board(2) == boards[2] and read.board().moves == read.moves
    with pytest.raises(IndexError):
        read.board(5)
    board = read.board()
    assert Game.from_board(board).moves == board.moves


def test_games_are_saved_as_a_whole(tmp_path: Path) -> None:
    for ending in ["pgn", "xqf", "dhtmlxq", "moves", "fen"]:
        path = tmp_path / f"game.{ending}"
        game().save(path)
        (read,) = Collection(path)
        assert ending == "fen" or read.moves == game().moves
    path = tmp_path / "old.pgn"
    path.write_text("old")
    broken = game()
    broken.tags["no good"] = "?"
    with pytest.raises(chuhe.Error, match="tag"):
        broken.save(path, fresh=True)
    with pytest.raises(FileExistsError, match=r"old\.pgn already exists; use fresh=True to overwrite it"):
        game().save(path)
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 6
    game().save(path, fresh=True)
    assert next(iter(Collection(path))).moves == game().moves
    with pytest.raises(chuhe.Error, match="format"):
        game().save(tmp_path / "game.doc")
    with pytest.raises(chuhe.WriteError):
        game().to_bytes("cbl")
    with pytest.raises(OSError):
        game().save(tmp_path / "nowhere" / "game.pgn")
    gb = game().to_bytes("pgn", "chinese", encoding="gb18030")
    assert next(iter(Collection.from_bytes(gb))).tags["Red"] == "胡荣华"
    cyrillic = '[Red "Каспаров"]\n\n1. h2e2 *\n'.encode("cp1251")
    assert next(iter(Collection.from_bytes(cyrillic, encoding="cp1251"))).tags["Red"] == "Каспаров"
    with pytest.raises(ValueError, match="unknown encoding"):
        Collection.from_bytes(cyrillic, encoding="klingon")


def test_broken_games_come_with_what_can_be_read(tmp_path: Path) -> None:
    text = "[Event \"1\"]\n\n1. h2e2 h9g7 2. a0a9 *\n\n[Event \"2\"]\n\n1. h2e2 *\n"
    path = tmp_path / "games.pgn"
    path.write_text(text)
    collection = Collection(path)
    broken, whole = collection
    assert len(broken) == 2 and whole.errors == [] and len(whole) == 1
    (error,) = broken.errors
    assert collection.errors == [error] and error.game is broken
    assert error.number == 1 and error.line == 3 and error.path == str(path)

    games = iter(Collection(path, strict=True))
    with pytest.raises(chuhe.ReadError):
        next(games)
    assert next(games).tags["Event"] == "2"
    with pytest.raises(StopIteration):
        next(games)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Collection(tmp_path / "none.pgn")
    with pytest.raises(chuhe.ReadError):
        Collection(tmp_path)
    with pytest.raises(chuhe.ReadError):
        Collection.from_bytes(b"\x00\x01\x02")
    (tmp_path / "empty.pgn").write_text("")
    collection = Collection(tmp_path / "empty.pgn")
    assert list(collection) == [] and len(collection.errors) == 1
    with pytest.raises(ValueError):
        Collection()


@pytest.mark.parametrize("name", ["games.pgn", "pyffish.pgn", "openings.fen"])
def test_games_survive_every_format(data: Path, name: str) -> None:
    games = list(Collection(data / name))
    assert len(games) >= 2
    for read in games[:50]:
        assert read.board().moves == read.moves
        for format in ["pgn", "xqf", "dhtmlxq", "moves"]:
            for notation in ["iccs", "wxf", "chinese"]:
                written = read.to_bytes(format, notation)  # type: ignore[arg-type]
                (again,) = Collection.from_bytes(written, f"game.{format}")
                assert again.moves == read.moves and again.start.fen.split()[:2] == read.start.fen.split()[:2]
        read.root  # The tree in Python loses nothing.
        (again,) = Collection.from_text(read.to_string())
        assert again == read


def test_nesting_has_an_end() -> None:
    text = "1. h2e2 " + "( 1. b2e2 {again} " * 400 + ")" * 400 + " *"
    (read,) = Collection.from_text(text)
    assert len(read.root.children) == 401 and read.copy() == read
    made = Game()
    node = made.root
    for _ in range(510):
        first, second = node.board().legal_moves[:2]
        node.add(first)
        node = node.add(second)
    with pytest.raises(chuhe.WriteError, match="nested"):
        made.to_string()
