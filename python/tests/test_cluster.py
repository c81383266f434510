"""Tests work by many processes: no result is lost or duplicated, and the output is byte for byte that of one
machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import chuhe
from chuhe import EngineSettings, Limit, cluster
from chuhe.cluster import LocalWorkers
from chuhe.cluster.__main__ import count
from chuhe.cluster.driver import ClusterError, run
from chuhe.cluster.shards import Shard
from chuhe.cluster.sinks import OrderedFile


def program(*words: str) -> bytes:
    return subprocess.run([sys.executable, "-m", "chuhe", *words], check=True, capture_output=True).stdout


def echo(text: str) -> bytes:
    return text.encode()


def die_once(text: str, mark: str) -> bytes:
    """Kills its worker, but only on the first call."""
    if not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return text.encode()


def hang_once(text: str, mark: str) -> bytes:
    if not os.path.exists(mark):
        Path(mark).touch()
        time.sleep(600)
    return text.encode()


def stop_once(text: str, mark: str) -> bytes:
    """Suspends its worker on the first call, as on a machine that is swapping; the worker is not dead and could
    continue."""
    if not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return text.encode()


def always_die() -> bytes:
    os._exit(3)


def refuse() -> bytes:
    raise ValueError("no")


@pytest.mark.parametrize(("text", "number"), [("500", 500), ("20k", 20_000), ("1.5M", 1_500_000), ("1e6", 1_000_000)])
def test_counts_may_have_suffixes_and_exponents(text: str, number: int) -> None:
    assert count(text) == number


@pytest.mark.parametrize("text", ["", "k", "-1", "1.5", "1/1", "x"])
def test_other_texts_are_no_counts(text: str) -> None:
    with pytest.raises(ValueError):
        count(text)


def texts(count: int) -> Iterator[Shard]:
    return (Shard(number, echo, (f"{number}\n",), 1) for number in range(count))


EXPECTED = "".join(f"{number}\n" for number in range(40)).encode()


def test_results_come_in_order_and_once(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with LocalWorkers(2) as workers:
        report = run(texts(40), workers, OrderedFile(out, {"a": 1}), window=5)
    assert out.read_bytes() == EXPECTED and report.shards == 40
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    with pytest.raises(ClusterError, match="not empty"):
        OrderedFile(out, {"a": 1})


def test_workers_that_die_or_hang_cost_nothing(tmp_path: Path) -> None:
    shards = list(texts(40))
    shards[7] = Shard(7, die_once, ("7\n", str(tmp_path / "died")), 1)
    shards[11] = Shard(11, hang_once, ("11\n", str(tmp_path / "hung")), 1)
    shards[19] = Shard(19, stop_once, ("19\n", str(tmp_path / "stopped")), 1)
    out = tmp_path / "out"
    with LocalWorkers(2) as workers:
        report = run(iter(shards), workers, OrderedFile(out, {}), patience=3)
    assert out.read_bytes() == EXPECTED and report.lost == 3


def test_what_cannot_be_done_is_said_and_what_was_done_stays(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with LocalWorkers(2) as workers:
        for bad, why in [(refuse, "ValueError: no"), (always_die, "3 workers")]:
            shards = [*texts(10), Shard(10, bad, (), 1), *list(texts(12))[11:]]
            with pytest.raises(ClusterError, match=why):
                run(iter(shards), workers, OrderedFile(out, {}))
            assert out.read_bytes() == EXPECTED[: len(out.read_bytes())]
        with pytest.raises(ClusterError, match="other settings: a"):
            OrderedFile(out, {"a": 1})
        report = run(texts(40), workers, OrderedFile(out, {}))
    assert out.read_bytes() == EXPECTED and report.skipped > 0


def test_a_torn_end_is_cut_off(tmp_path: Path) -> None:
    out = tmp_path / "out"
    sink = OrderedFile(out, {})
    for number in range(3):
        sink.add(number, f"{number}\n".encode())
    sink.close()
    with open(out, "ab") as file:
        file.write(b"half a res")
    with open(sink.note_path, "ab") as file:
        file.write(b'{"shard": 3, "e')
    with LocalWorkers(1) as workers:
        run(texts(40), workers, OrderedFile(out, {}))
    assert out.read_bytes() == EXPECTED


def test_two_runs_do_not_collect_in_one_place(tmp_path: Path) -> None:
    first = OrderedFile(tmp_path / "out", {})
    with pytest.raises(ClusterError, match="another run"):
        OrderedFile(tmp_path / "out", {})
    first.close()


def test_positions_are_searched_as_by_the_program(tmp_path: Path, data: Path) -> None:
    out, files = tmp_path / "out.jsonl", [str(data / "openings.fen"), str(data / "games.pgn")]
    whole = program("analyze", *files, "--nodes", "300", "--multipv", "2", "--jobs", "2", "--json")
    with LocalWorkers(2) as workers:
        cluster.analyze(files, out, Limit(nodes=300), options={"multipv": 2}, shard=7, workers=workers)
        assert out.read_bytes() == whole
        parts = []
        for number in range(1, 4):
            path = tmp_path / f"part-{number}"
            cluster.analyze(files, path, Limit(nodes=300), options={"multipv": 2}, shard=7, workers=workers,
                            part=(number, 3))
            parts.append(path.read_bytes())
        with pytest.raises(ClusterError, match="no part 4 of 3"):
            cluster.analyze(files, tmp_path / "none", Limit(nodes=300), workers=workers, part=(4, 3))
    assert all(parts) and b"".join(parts) == whole


def test_a_driver_that_is_killed_goes_on(tmp_path: Path, data: Path) -> None:
    out, files = tmp_path / "out.jsonl", str(data / "openings.fen")
    words = ["analyze", files, "--nodes", "3000", "--shard", "3", "-o", str(out), "--workers", "2"]
    command = [sys.executable, "-m", "chuhe.cluster", *words]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE)
    while not (out.exists() and out.stat().st_size > 3000) and driver.poll() is None:
        time.sleep(0.02)
    driver.kill()
    driver.wait()
    # Unfinished work is resumed, even if finished work is skipped.
    again = [*command, "--skip-finished"]
    done = subprocess.run(again, capture_output=True, text=True)
    assert done.returncode == 0 and "shards skipped" in done.stderr, done.stderr
    whole = program("analyze", files, "--nodes", "3000", "--json")
    assert out.read_bytes() == whole
    skipped = subprocess.run(again, capture_output=True, text=True)
    assert skipped.returncode == 0 and "is already complete" in skipped.stderr, skipped.stderr
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 1 and "is not empty" in refused.stderr
    assert out.read_bytes() == whole


def test_a_full_disk_loses_nothing(tmp_path: Path, data: Path) -> None:
    out, files = tmp_path / "out.jsonl", str(data / "openings.fen")
    words = ["-m", "chuhe.cluster", "analyze", files, "--nodes", "300", "--shard", "3", "-o", str(out), "--workers", "1"]
    full = subprocess.run(["bash", "-c", 'ulimit -f 8; exec "$@"', "-", sys.executable, *words], capture_output=True, text=True)
    assert full.returncode == 1 and full.stderr.startswith("error: "), full.stderr
    assert 0 < out.stat().st_size <= 8 * 1024
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
    assert done.returncode == 0 and "shards skipped" in done.stderr, done.stderr
    assert out.read_bytes() == program("analyze", files, "--nodes", "300", "--json")


def test_what_makes_no_sense_leaves_nothing_behind(tmp_path: Path, data: Path) -> None:
    files = [data / "openings.fen"]
    with pytest.raises(chuhe.Error, match="limit"):
        cluster.analyze(files, tmp_path / "out", Limit())
    with pytest.raises(chuhe.Error, match="MultiPV"):
        cluster.analyze(files, tmp_path / "out", Limit(nodes=9), options={"multipv": 0})
    with pytest.raises(chuhe.Error, match="at least 1"):
        cluster.analyze(files, tmp_path / "out", Limit(nodes=9), shard=0)
    with pytest.raises(chuhe.Error, match="jobs"):
        cluster.play_match([EngineSettings(name=name, nodes=9) for name in "ab"], tmp_path / "out", jobs=2)
    with pytest.raises(chuhe.Error, match="limit"):
        cluster.annotate([data / "games.pgn"], tmp_path / "out", Limit(mate=3))
    (tmp_path / "folder").mkdir()
    with pytest.raises(chuhe.Error, match="folder"):
        cluster.analyze(files, tmp_path / "folder", Limit(nodes=9))
    with pytest.raises(OSError):
        cluster.analyze(files, tmp_path / "none" / "out", Limit(nodes=9))
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_games_are_annotated(tmp_path: Path, data: Path) -> None:
    out = tmp_path / "out.pgn"
    with LocalWorkers(2) as workers:
        report = cluster.annotate([data / "games.pgn"], out, Limit(nodes=50), workers=workers)
    games = list(chuhe.Collection(out))
    wanted = [game for game in chuhe.Collection(data / "games.pgn") if game.moves]
    assert [game.moves for game in games] == [game.moves for game in wanted] and report.shards >= len(games)
    alone = chuhe.annotate(wanted[0], Limit(nodes=50))
    assert alone.pgn() in out.read_text()


def test_data_is_that_of_the_program(tmp_path: Path) -> None:
    program("-q", "datagen", "--out", str(tmp_path / "one"), "--files", "1..3", "--nodes", "20", "--seed", "5")
    with LocalWorkers(2) as workers:
        cluster.datagen(tmp_path / "many", range(1, 3), nodes=20, seed=5, workers=workers)
        again = cluster.datagen(tmp_path / "many", range(0, 3), nodes=20, seed=5, workers=workers)
        assert again.skipped == 2 and again.shards == 1
        with pytest.raises(ClusterError, match="another run"):
            cluster.datagen(tmp_path / "many", range(3, 4), nodes=20, seed=6, workers=workers)
    # A file left by a shorter run is replaced; a file of another run is refused.
    program("-q", "datagen", "--out", str(tmp_path / "short"), "--games", "4", "--nodes", "20", "--seed", "5")
    (short,) = (tmp_path / "short").iterdir()
    before = short.read_bytes()
    with LocalWorkers(1) as workers:
        with pytest.raises(ClusterError, match="another run"):
            cluster.datagen(tmp_path / "short", range(0, 1), nodes=20, seed=6, workers=workers)
        assert short.read_bytes() == before
        cluster.datagen(tmp_path / "short", range(0, 1), nodes=20, seed=5, workers=workers)
    assert short.read_bytes() == (tmp_path / "many" / short.name).read_bytes()
    for path in sorted((tmp_path / "one").iterdir()):
        assert path.read_bytes() == (tmp_path / "many" / path.name).read_bytes()


def test_a_match_is_played_by_many_and_stops_when_decided(tmp_path: Path, data: Path) -> None:
    strong, weak = EngineSettings(nodes=2000, name="strong"), EngineSettings(nodes=20, name="weak")
    book = data / "openings.fen"
    with LocalWorkers(2) as workers:
        report, summary = cluster.play_match(
            [strong, weak], tmp_path / "match", rounds=200, openings=book, sprt=(0, 100), workers=workers
        )
    assert report.stopped and summary["sprt"]["accepted"] == "H1" and summary["played"] < 200
    numbers = [int(game.tags["Round"].split(".")[0]) for game in chuhe.Collection(tmp_path / "match" / "games.pgn")]
    assert len(numbers) == summary["played"]


def test_ctrl_c_ends_everything(tmp_path: Path, data: Path) -> None:
    out = tmp_path / "out"
    words = ["analyze", str(data / "games.pgn"), "--movetime", "30000", "--positions", "all", "-o", str(out), "--workers", "1"]
    driver = subprocess.Popen([sys.executable, "-m", "chuhe.cluster", *words], stderr=subprocess.PIPE, text=True)
    threading.Timer(4, driver.send_signal, [signal.SIGINT]).start()
    _, said = driver.communicate(timeout=60)
    assert driver.returncode == 130 and "to resume" in said
