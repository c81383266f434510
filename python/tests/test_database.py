"""Tests databases of games."""

from __future__ import annotations

import datetime
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import chuhe
from chuhe import Board, Database, Game, Move

GAMES = """[Event "五羊杯"]
[Date "1982.05.01"]
[Red "胡榮華"]
[Black "柳大华"]

1. 炮二平五 {[%eval 0.40]} 马8进7 {the usual reply} 2. 马二进三 (2. 马八进七) 2... 车9平8 1-0

[Event "Cup"]
[Date "1990.??.??"]
[Red "柳大华"]
[Black "Hu Ronghua"]

1. h2e2 h9g7 2. g3g4 1/2-1/2

[Red "Nobody"]

1. b2e2 b9c7 2. e2e6 0-1

[Black "HU RONGHUA"]

1. h2e2 h9g7 2. g3g4 1/2-1/2

[Event "Broken"]

1. h2e2 h9g7 2. a0a9 1-0

[FEN "3k5/9/9/9/9/9/9/9/4r4/R3K4 w - - 0 1"]

1. e0f0 e1e5 2. a0a1 *
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of the games in `GAMES`."""
    games, path = tmp_path / "games.pgn", tmp_path / "games.db"
    games.write_text(GAMES, encoding="utf-8")
    with Database.create(path) as database:
        database.import_files(games)
    return path


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    with Database(path) as database:
        yield database


def test_an_import_tells_what_became_of_the_games(tmp_path: Path, data: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.pgn").write_text(GAMES, encoding="utf-8")
    shutil.copy(data / "games.pgn", folder / "b.pgn")
    (folder / "0.txt").write_text("nothing of the kind")
    told: list[tuple[str, int, int]] = []
    with Database.create(tmp_path / "games.db") as database:
        report = database.import_files(folder, progress=lambda *step: told.append(step))
        assert (report.stored, report.doubles, report.broken, report.refused) == (7, 1, 1, 0)
        assert (report.files, report.files_known, report.games, report.is_whole) == (2, 0, 7, False)
        assert report.files_without_games == 1
        (double,) = report.duplicates
        assert (double.path, double.number, double.id) == (str(folder / "a.pgn"), 4, 2)
        (problem,) = report.problems
        assert problem.path == str(folder / "a.pgn") and (problem.number, problem.kept_moves) == (5, 2)
        assert "a0a9" in problem.reason.lower().replace("-", "")
        reading = [step for step in told if step[0] == "reading"]
        size = sum(file.stat().st_size for file in folder.iterdir())
        assert reading[-1] == ("reading", size, size)
        again = database.import_files(folder)
        assert (again.stored, again.files_known, again.games) == (0, 2, 7)
        info = database.info()
        assert (info.games, info.doubles, info.red_wins, info.draws, info.black_wins) == (7, 1, 2, 1, 3)
        assert (info.first_year, info.last_year, info.unindexed) == (1982, 2026, 0)
        assert info.formats == {"pgn": (2, 7)} and info.scored == 1 and info.annotated >= 2
        assert info.bytes > 4096 and info.plies == sum(len(game) for game in database.search())
        assert database.check().is_sound and database.import_files().games == 7
    with Database(tmp_path / "games.db") as database:
        assert database.count() == 7


def test_games_are_found_by_all_that_is_asked(database: Database) -> None:
    def found(**filters: object) -> list[int]:
        return [game.id for game in database.search(**filters)]  # type: ignore[arg-type]

    assert found() == [1, 2, 3, 4, 5] and database.count() == 5
    assert found(player="胡荣华") == [1] == found(red="胡荣华"), "either script"
    assert found(player="柳大") == [1, 2] and found(black="ronghua") == [2] and found(event="cup") == [2]
    assert found(result="0-1") == [3] and found(result="*") == [5] and found(result=None) == found()
    assert found(since=1982, until="1989.12") == [1] and found(since=datetime.date(1982, 5, 2)) == [2]
    board = Board()
    board.push_text("h2e2 h9g7")
    assert found(position=board) == [1, 2, 3, 4] == found(position=board.fen), "the mirror image is found as well"
    assert found(position=Board("3k5/9/9/9/4r4/9/9/9/9/R4K3 w"), result="*") == [5]
    assert found(beginning="炮二平五 马8进7 g3g4") == [2] == found(beginning=[Move("h2e2"), "h9g7", "g3g4"])
    assert found(stretch="h9g7 g3g4") == [2] and found(stretch=["e2e6"]) == [3], "mirror images are found as well"
    assert found(stretch=[Move("h9g7"), "h0g2"]) == [1] and found(material="KRKR") == [5]
    assert found(material="KRKR", material_plies=3) == [5] and found(material="KRKR", material_plies=90) == []
    assert found(opening="no such opening") == [] and found(player="胡", result="0-1") == []
    search = database.search(player="柳", limit=1)
    assert [game.id for game in search] == [1] and search.total == 2
    assert [game.id for game in search] == [1], "a search can be repeated"
    assert found(limit=0) == []


def test_what_is_found_leads_to_the_game(database: Database) -> None:
    first = next(iter(database.search(player="胡荣华")))
    assert (first.red, first.black, first.event, first.round) == ("胡榮華", "柳大华", "五羊杯", None)
    assert (first.date, first.year, first.outcome, len(first)) == ("1982.05.01", 1982, "1-0", 4)
    assert [str(move) for move in first.moves] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert first.file.endswith("games.pgn") and first.number == 1 and first.start == chuhe.START_FEN
    assert first.opening is not None and "中炮" in first.opening[1]
    game = first.game()
    assert isinstance(game, Game) and game.moves == first.moves and game.tags["Red"] == "胡榮華"
    assert game.root.next is not None and len(game.root.next.next.children) == 2  # type: ignore[union-attr]
    assert game.root.next.next.comment == "the usual reply"  # type: ignore[union-attr]
    last = database.game(5)
    assert last is not None and last.start.startswith("3k5/") and last.red is None and last.opening is None
    assert database.game(6) is None and database.game(-1) is None
    broken = database.game(4)
    assert broken is not None and len(broken) == 2 and broken.outcome == "1-0"
    assert "胡榮華" in repr(first)


def test_the_explorer_counts_as_one_does_by_hand(database: Database) -> None:
    start = database.explore(Board())
    assert (start.games, start.wins, start.draws, start.losses, start.ended) == (4, 2, 1, 1, 0)
    (move,) = start.moves
    assert str(move.move) == "h2e2" and move.games == 4 and move.share == 1.0, "b2e2 is its mirror image"
    assert move.points == pytest.approx(2.5 / 4) and move.last_played == "1990.??.??"
    assert (move.scored, move.score_cp) == (1, 40.0)
    board = Board()
    board.push("h2e2")
    assert database.explore(board).wins == 1, "results are from the mover's point of view"
    board.push_text("h9g7")
    counts = Counter(str(game.moves[2]) for game in database.search(position=board) if len(game) > 2)
    found = database.explore(board)
    assert {str(it.move): it.games for it in found.moves} == dict(counts) and found.ended == 1
    nowhere = database.explore(Board("3k5/9/9/9/9/9/9/9/9/R3K4 w"))
    assert nowhere.games == 0 and nowhere.moves == [] and nowhere.points is None


def test_long_results_come_in_order_and_whole(tmp_path: Path) -> None:
    """A search returns more games than are fetched at a time."""
    first, second = Board().legal_moves, "a9a8 b9c7 h9g7 i9i8 a6a5 c6c5 e6e5 g6g5 i6i5 b9a7 h9i7 b7d7 h7f7".split()
    third = "a3a4 c3c4 e3e4 g3g4 i3i4".split()
    lines = [f"1. {a} {b} 2. {c} *" for a in map(str, first) for b in second for c in third if a != c]
    (tmp_path / "many.pgn").write_text("\n\n".join(lines))
    with Database.create(tmp_path / "many.db") as database:
        phases: set[str] = set()
        report = database.import_files(tmp_path / "many.pgn", progress=lambda what, done, all_: phases.add(what))
        assert phases == {"reading", "indexing"}
        assert report.stored + report.doubles == len(lines) and report.stored > 1200
        assert [game.id for game in database.search()] == list(range(1, report.stored + 1))
        board = Board()
        board.push("g3g4")
        by_hand = [game.id for game in database.search() if str(game.moves[0]) in ("g3g4", "c3c4")]
        assert [game.id for game in database.search(position=board)] == by_hand
        start = [game.id for game in database.search(position=Board(), limit=1111)]
        assert start == list(range(1, 1112)) and database.search(position=Board(), limit=3).total == report.stored
        full = "KRRNNCCPPPPPAABBKRRNNCCPPPPPAABB"
        assert [game.id for game in database.search(material=full)] == list(range(1, report.stored + 1))


def test_what_makes_no_sense_is_told_at_once(database: Database) -> None:
    for wrong in [
        {"result": "won"}, {"since": "yesterday"}, {"until": -1}, {"material": "KX"}, {"stretch": ""}, {"beginning": []},
        {"stretch": "炮二平五"}, {"material_plies": 3}, {"position": "no fen"}, {"beginning": "h2e2 h2e2"}, {"limit": -1},
        {"since": 1990, "until": 1989},
    ]:
        with pytest.raises(ValueError):
            database.search(**wrong)  # type: ignore[arg-type]
    for wrong in [{"players": "x"}, {"player": 3}, {"position": 7}, {"nothing": None}, {"material_plies": "x"}]:
        with pytest.raises(TypeError):
            database.search(**wrong)  # type: ignore[arg-type]
    with pytest.raises(chuhe.IllegalMoveError):
        database.search(beginning=["h2e2", "h2e2"])
    with pytest.raises(chuhe.FenError):
        database.count(position="no fen")
    with pytest.raises(TypeError):
        database.explore("no board")  # type: ignore[arg-type]


def test_files_that_are_no_database(tmp_path: Path, path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none.db"):
        Database(tmp_path / "none.db")
    with pytest.raises(OSError):
        Database(tmp_path)
    with pytest.raises(chuhe.DatabaseError, match="games.pgn"):
        Database(tmp_path / "games.pgn")
    with pytest.raises(FileExistsError):
        Database.create(path)
    with pytest.raises(OSError):
        Database.create(tmp_path / "no folder" / "games.db")
    assert not (tmp_path / "none.db").exists()
    with Database(path) as database:
        with pytest.raises(OSError, match="nowhere"):
            database.import_files(tmp_path / "nowhere")
        (tmp_path / "empty").mkdir()
        with pytest.raises(chuhe.ReadError):
            database.import_files(tmp_path / "empty")
        with pytest.raises(chuhe.Error, match="format"):
            database.import_files(tmp_path / "games.pgn", format="doc")  # type: ignore[arg-type]
        (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
        refused = database.import_files(tmp_path / "picture.png")
        assert refused.files_refused == 1 and refused.problems[0].number is None
        assert database.count() == 5


def test_damage_is_told(path: Path) -> None:
    whole = path.read_bytes()
    with Database(path) as database:
        assert database.check().findings == []
    damaged = bytearray(whole)
    for at in range(4096, len(damaged), 64):
        damaged[at] ^= 0x5A
    path.write_bytes(damaged)
    with pytest.raises(chuhe.DatabaseError):
        with Database(path) as database:
            report = database.check()
            assert report.findings and not report.is_sound
            list(database.search())
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(chuhe.DatabaseError):
        with Database(path) as database:
            assert database.check().findings
            [game.game() for game in database.search()]
            database.explore(Board())


def test_a_closed_database_answers_nothing(path: Path) -> None:
    database = Database(path)
    games = iter(database.search())
    next(games)
    search = database.search()
    database.close()
    database.close()
    assert database.is_closed and database.path == str(path) and "games.db" in repr(database)
    for question in (
        database.count, database.info, database.check, lambda: list(search), lambda: database.explore(Board()),
        lambda: database.game(1), lambda: database.import_files(), lambda: search.total,
    ):
        with pytest.raises(chuhe.DatabaseError, match="closed"):
            question()
    with pytest.raises(chuhe.DatabaseError, match="closed"):
        with database:
            database.count()


def test_what_progress_raises_ends_the_work(tmp_path: Path, path: Path) -> None:
    (tmp_path / "more.pgn").write_text("1. c3c4 c6c5 *\n\n1. i3i4 *\n")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with Database(path) as database:
        with pytest.raises(ZeroDivisionError):
            database.import_files(tmp_path / "more.pgn", progress=fail)
        report = database.import_files(tmp_path / "more.pgn")
        assert report.games == 7 and database.info().unindexed == 0 and database.check().is_sound


def test_who_hears_of_the_progress_may_ask(tmp_path: Path) -> None:
    lines = [f"1. {a} {b} *" for a in map(str, Board().legal_moves) for b in ("a9a8", "i9i8", "c6c5", "e6e5", "b9c7", "b9a7")]
    (tmp_path / "many.pgn").write_text("\n\n".join(lines))
    with Database.create(tmp_path / "many.db") as database:
        heard: list[int] = []
        database.import_files(tmp_path / "many.pgn", progress=lambda *_: heard.append(database.count()))
        assert heard[-1] == database.count() >= 256
        heard.clear()
        report = database.check(lambda done, all_: heard.extend([done, all_, database.count()]))
        assert report.is_sound and heard == [256, database.count(), database.count()]
        with pytest.raises(ZeroDivisionError):
            database.check(lambda done, all_: 1 // 0)


def test_the_program_may_go_to_another_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    with Database(path.name) as database:
        (path.parent / "elsewhere").mkdir()
        monkeypatch.chdir(path.parent / "elsewhere")
        (path.parent / "one.pgn").write_text("1. c3c4 c6c5 *\n")
        assert database.import_files("../one.pgn").games == 6 == database.count() and database.check().is_sound
        assert not list(Path.cwd().iterdir())


def test_threads_share_a_database(database: Database) -> None:
    answers: list[object] = []

    def ask() -> None:
        for _ in range(30):
            answers.append((database.count(player="柳"), len(list(database.search())), database.explore(Board()).games))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) == {(2, 5, 4)} and len(answers) == 120


def test_one_process_writes(path: Path) -> None:
    """While one process writes, others can read, but not write."""
    program = (
        "import chuhe, sys\n"
        "def wait(*_):\n"
        "    print('writing', flush=True)\n"
        "    sys.stdin.readline()\n"
        "chuhe.Database(sys.argv[1]).import_files(sys.argv[2], progress=wait)\n"
    )
    other = path.with_name("other.pgn")
    other.write_text("1. c3c4 c6c5 *\n")
    command = [sys.executable, "-c", program, str(path), str(other)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None and writer.stdin is not None
        assert writer.stdout.readline() == "writing\n"
        with Database(path) as database:
            assert database.count(player="柳") == 2
            with pytest.raises(chuhe.DatabaseError):
                database.import_files()
            writer.stdin.close()
            assert writer.wait(60) == 0
            assert database.count() == 6


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_an_import_which_goes_on_later(tmp_path: Path) -> None:
    lines = [f"1. {a} {b} *" for a in map(str, Board().legal_moves) for b in ("a9a8", "i9i8", "c6c5")]
    (tmp_path / "many.pgn").write_text("\n\n".join(lines))
    with Database.create(tmp_path / "many.db") as database:

        def press(*_: object) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)

        with pytest.raises(KeyboardInterrupt):
            database.import_files(tmp_path / "many.pgn", progress=press)
        report = database.import_files(tmp_path / "many.pgn")
        assert report.games == database.count() and database.info().unindexed == 0
        assert database.count() + report.doubles <= len(lines) and database.check().is_sound
