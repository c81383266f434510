"""Tests endgame tables."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import chuhe
from chuhe import Board, Engine, Limit, Tables

MATE = "3k5/9/9/9/9/9/9/9/9/R3K4 w"
FAR = "4k4/9/9/9/9/9/9/9/3K5/R8 w"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "new"
    assert Tables.generate("KRKA", "kpk", folder=folder, jobs=1) == ["KRK", "KRKA", "KPK"]
    return folder


@pytest.fixture(scope="module")
def tables(folder: Path) -> Tables:
    return Tables(folder)


def test_positions_have_results(tables: Tables) -> None:
    assert tables.classes == ["KPK", "KRK", "KRKA"] and tables.pieces_max == 4 and "3" in repr(tables)
    value = tables.probe(Board(MATE))
    assert value is not None and (value.result, value.sign, value.plies) == ("win", 1, 1)
    assert "win" in repr(value) and "1" in str(value)
    draw = tables.probe(Board("3k5/9/9/9/9/9/9/9/9/4K4 w"))
    assert draw is not None and (draw.result, draw.sign, draw.plies) == ("draw", 0, None)
    black = tables.probe(Board("3k5/9/9/9/9/9/9/9/9/R3K4 b"))
    assert black is not None and black.sign == -1 and black < draw < value and value == max(black, value, draw)
    assert hash(value) == hash(tables.probe(Board(MATE)))
    board = Board(MATE)
    board.push("a0d0")
    mated = tables.probe(board)
    assert mated is not None and (mated.result, mated.plies) == ("loss", 0) and board.is_game_over()
    # The tables also cover positions with colours swapped.
    swapped = tables.probe(Board("r3k4/9/9/9/9/9/9/9/9/3K5 b"))
    assert swapped is not None and swapped.plies == 1


def test_every_move_has_what_the_position_after_it_has(tables: Tables) -> None:
    board = Board(FAR)
    value, moves = tables.probe(board), tables.probe_moves(board)
    assert value is not None and value.plies is not None and value.plies > 1 and moves is not None
    assert {move for move, _ in moves} == set(board.legal_moves) and moves[0][1] == value
    assert [found for _, found in moves] == sorted((found for _, found in moves), reverse=True)
    for move, found in moves:
        after = board.copy()
        after.push(move)
        reply = tables.probe(after)
        assert reply is not None and reply.sign == -found.sign
        if found.plies is not None:
            assert reply.plies == found.plies - 1
    line = tables.line(board)
    assert len(line) == value.plies and line[: 1] == [moves[0][0]] and tables.line(board, 2) == line[:2]
    board.push_text(" ".join(map(str, line)))
    assert board.result() == "1-0"


def test_what_no_table_has(tables: Tables) -> None:
    start = Board()
    assert tables.probe(start) is None and tables.probe_moves(start) is None and tables.line(start) == []
    # A capture of the rook leads to bare kings, which need no table. With one more piece, the position has no table.
    assert tables.probe(Board("3k5/9/9/9/9/9/9/9/4r4/R3K4 w")) is None
    with pytest.raises(chuhe.TablesError, match="KCK"):
        tables.info("KCK")
    with pytest.raises(chuhe.TablesError, match="KCK"):
        tables.check("KCK")


def test_tables_tell_of_themselves_and_are_proved(tables: Tables, folder: Path) -> None:
    info = tables.info("krk")
    assert info["class"] == "KRK" and info["bytes"] == (folder / "KRK.chtb").stat().st_size
    assert len(info["sides"]) == 2 and info["sides"][0]["wins"] > 0 and "perpetual check" in info["rules"]
    told: list[tuple[int, int]] = []
    positions, wrong = tables.check("KRKA", jobs=2, progress=lambda *step: told.append(step))
    assert wrong == [] and positions == sum(
        side[name]
        for side in tables.info("KRKA")["sides"]
        for name in ("wins", "wins_by_ban", "draws", "losses_by_ban", "losses")
    )
    assert told and all(0 <= done <= all_ == info_entries(tables, "KRKA") for done, all_ in told)
    with pytest.raises(ZeroDivisionError):
        tables.check("KRKA", progress=lambda done, all_: 1 // 0)


def info_entries(tables: Tables, name: str) -> int:
    entries = tables.info(name)["entries"]
    assert isinstance(entries, int)
    return entries


def test_tables_that_are_there_are_kept(folder: Path) -> None:
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert Tables.generate("KRKA", folder=folder) == []
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == before


def test_wrong_wishes_are_refused(tmp_path: Path, tables: Tables) -> None:
    for classes, options in [
        ([], {}), (["KRKQ"], {}), (["KK"], {}), (["RK"], {}), (["KRK"], {"jobs": 1025}), (["KRK"], {"memory": 0}),
        (["KRK"], {"jobs": 100_000}),
    ]:
        with pytest.raises(chuhe.Error):
            Tables.generate(*classes, folder=tmp_path / "new", **options)
    assert not (tmp_path / "new").exists()
    with pytest.raises(chuhe.Error):
        Tables()
    with pytest.raises(chuhe.Error, match="letter|piece"):
        tables.check("XYZ")
    with pytest.raises(TypeError):
        tables.probe(MATE)  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        tables.line(Board(MATE), -1)
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError):
        Tables.generate("KRK", folder=tmp_path / "file")


def test_folders_without_sound_tables(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        Tables(tmp_path / "nowhere")
    with pytest.raises(chuhe.TablesError):
        Tables(tmp_path)
    whole = (folder / "KRK.chtb").read_bytes()
    for name, data in [
        ("KRK.chtb", b"this is no table at all, but long enough"), ("KRK.chtb", whole[:100]), ("KRK.chtb", b""),
        ("KPK.chtb", whole), ("KRK.chtb", whole[:30] + b"?" + whole[31:]),
    ]:
        bad = tmp_path / "bad"
        bad.mkdir()
        (bad / name).write_bytes(data)
        with pytest.raises(chuhe.TablesError, match=name):
            Tables(bad)
        (bad / name).unlink()
        bad.rmdir()
    assert Tables(folder, folder).classes == ["KPK", "KRK", "KRKA"], "the first folder takes precedence"


def test_a_damaged_block_is_found_when_it_is_read(tmp_path: Path, folder: Path) -> None:
    """Data after the header is checked only when it is read."""
    data = bytearray((folder / "KRK.chtb").read_bytes())
    header = 12 + int.from_bytes(data[8:12], "little") + 4
    for at in range(header, header + 40):
        data[at] ^= 0xFF
    (tmp_path / "KRK.chtb").write_bytes(data)
    tables = Tables(tmp_path)
    with pytest.raises(chuhe.TablesError, match="KRK.chtb"):
        tables.check("KRK")
    with pytest.raises(chuhe.TablesError, match="KRK.chtb"):
        for square in "bcdefghi":
            for rank in range(10):
                for turn in "wb":
                    try:
                        board = Board("/".join(
                            "3k5" if row == 9 else "4K4" if row == 0 else
                            f"{'abcdefghi'.index(square) or ''}R{8 - 'abcdefghi'.index(square) or ''}" if row == rank else "9"
                            for row in range(9, -1, -1)
                        ) + f" {turn}")
                    except chuhe.FenError:
                        continue
                    tables.probe(board)
    with Engine(hash=1) as engine:
        with pytest.raises(chuhe.EngineError):
            engine.configure(tables=str(tmp_path / "nowhere"))
        assert engine.options["tables"] == ""


def test_the_engine_knows_tables(folder: Path, tables: Tables) -> None:
    value = tables.probe(Board(FAR))
    assert value is not None
    with Engine(hash=1, tables=str(folder)) as engine:
        (line,) = engine.analyse(Board(FAR), Limit(nodes=200))
        assert line.score.mate_plies == value.plies


def test_threads_ask_at_the_same_time(tables: Tables) -> None:
    found: set[int | None] = set()

    def ask() -> None:
        for _ in range(500):
            value = tables.probe(Board(MATE))
            found.add(None if value is None else value.plies)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {1}


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_work_that_is_interrupted_goes_on_later(tmp_path: Path, folder: Path) -> None:
    def press(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)

    with pytest.raises(KeyboardInterrupt):
        Tables.generate("KRKA", folder=tmp_path, jobs=1, progress=press)
    told: list[tuple[str, str, int, int]] = []

    def fail(*step: object) -> None:
        told.append(step)  # type: ignore[arg-type]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Tables.generate("KRKA", folder=tmp_path, jobs=2, progress=fail)
    assert len(told) == 1 and told[0][0] in ("KRK", "KRKA") and told[0][2] <= told[0][3]
    Tables.generate("KRKA", folder=tmp_path, jobs=2)
    for name in ("KRK", "KRKA"):
        assert (tmp_path / f"{name}.chtb").read_bytes() == (folder / f"{name}.chtb").read_bytes()
