"""Tests other engines, which run in processes of their own."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import chuhe
from chuhe import Arena, Board, Engine, EngineSettings, Limit, cluster
from chuhe.cluster import LocalWorkers
from chuhe.cluster.driver import ClusterError

FAULT = Path(__file__).resolve().parents[2] / "target" / "debug" / "examples" / "fault_engine"
"""An engine with every fault that is asked for; `run.sh` builds it."""


def chuhe_process(**settings: object) -> Engine:
    return Engine.process(sys.executable, args=["-m", "chuhe"], **settings)  # type: ignore[arg-type]


def fault(args: str = "", **settings: object) -> Engine:
    return Engine.process(FAULT, args=f"--score 'cp 0' {args}", **settings)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The register of engines, which is empty at first."""
    path = tmp_path / "engines.toml"
    monkeypatch.setenv("CHUHE_ENGINES", str(path))
    return path


def processes(mark: str) -> list[str]:
    """The processes with a mark in their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "cmdline").read_bytes() and "fault_engine" in os.readlink(process / "exe"):
                found.append(process.name)
        except OSError:
            pass
    return found


def wait_for(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def told(lines: list[chuhe.Info]) -> list[tuple[object, ...]]:
    return [(line.depth, line.multipv, str(line.score), line.bound, line.nodes, line.pv) for line in lines]


def test_chuhe_in_another_process_finds_the_same(data: Path) -> None:
    fens = [line for line in (data / "openings.fen").read_text().splitlines() if line and line[0] != "#"][:12]
    with Engine() as own, chuhe_process() as other:
        assert other.name == own.name == f"chuhe {chuhe.__version__}"
        for fen in fens:
            for multipv, limit in [(1, Limit(nodes=2000)), (3, Limit(depth=5))]:
                own.new_game()
                other.new_game()
                board = Board(fen)
                assert told(other.analyse(board, limit, multipv=multipv)) == told(own.analyse(board, limit, multipv=multipv))
                one, two = own.play(board, limit), other.play(board, limit)
                assert (one.move, one.ponder) == (two.move, two.ponder)
                move = board.legal_moves[-1]
                assert other.play(board, Limit(depth=2), searchmoves=[move]).move == move
        game = next(iter(chuhe.Collection(data / "games.pgn")))
        alone = chuhe.annotate(game, Limit(nodes=300), jobs=1)
        for jobs in (1, 2):
            assert chuhe.annotate(game, Limit(nodes=300), jobs=jobs, engine=other).report() == alone.report()


def test_a_search_is_watched_stopped_and_awaited() -> None:
    async def watch(engine: Engine) -> None:
        async with engine.analysis(Board()) as analysis:
            async for info in analysis:
                if info.depth >= 4:
                    break
        assert analysis.is_over
        assert (await engine.play_async(Board(), Limit(nodes=500))).move is not None

    with chuhe_process() as engine:
        with engine.analysis(Board()) as analysis:
            assert next(analysis).pv
            with pytest.raises(chuhe.EngineError, match="is searching"):
                engine.play(Board(), Limit(depth=1))
            engine.stop()
            assert analysis.result.move is not None
        asyncio.run(asyncio.wait_for(watch(engine), 60))
        assert engine.play(Board(), Limit(movetime=50)).move is not None
        assert engine.play(Board(), Limit(red_time=500, black_time=500)).move is not None
    with pytest.raises(chuhe.EngineError, match="closed"):
        engine.play(Board(), Limit(depth=1))


def test_what_an_engine_does_not_know_is_refused() -> None:
    with chuhe_process(options={"Hash": 8, "Threads": 2}) as engine:
        assert engine.name.endswith(" (Hash=8, Threads=2)")
        assert engine.options == {"hash": 0, "threads": 1, "multipv": 1}
        engine.configure(multipv=2)
        assert len(engine.analyse(Board(), Limit(depth=3))) == 2 and engine.options["multipv"] == 2
        for name, options in [
            ("rules", {"rules": "chinese"}),
            ("own_book", {"own_book": True}),
            ("level", {"level": 3}),
            ("hash: `options` sets Hash already", {"hash": 4}),
            ("MultiPV=900: expected a whole number from 1 to 128", {"multipv": 900}),
            ("multipv must be a whole number", {"multipv": "many"}),
        ]:
            with pytest.raises(chuhe.EngineError if name[0] != "m" else chuhe.Error, match=name):
                engine.configure(**options)  # type: ignore[arg-type]
        with pytest.raises(chuhe.EngineError, match="soft_nodes is for the engine of this package"):
            engine.play(Board(), Limit(soft_nodes=100))
        with pytest.raises(chuhe.EngineError, match="seed is for the engine of this package"):
            engine.new_game(seed=3)
        with pytest.raises(chuhe.EngineError, match="hash: `options` sets Hash already"):
            chuhe.annotate(chuhe.Game.from_moves("h2e2"), Limit(depth=1), hash=4, engine=engine)
    with fault() as engine, pytest.raises(chuhe.EngineError, match="unknown option `MultiPV`"):
        engine.analyse(Board(), Limit(depth=1), multipv=3)
    with Engine() as own, pytest.raises(chuhe.EngineError, match="Engine.process"):
        chuhe.annotate(chuhe.Game.from_moves("h2e2"), engine=own)


@pytest.mark.parametrize(
    ("program", "settings", "why"),
    [
        ("no-such-engine", {}, "unknown engine 'no-such-engine'; expected the path of a program, or a name from"),
        ("./no-such-engine", {}, "did not start: No such file"),
        (__file__, {}, "did not start: "),
        ("cat", {}, "no complete greeting"),
        (str(FAULT), {"options": {"Hsah": 1}}, "unknown option `Hsah`"),
        (str(FAULT), {"args": "--score 'cp 900'"}, "from Red's point of view"),
        (str(FAULT), {"args": "'open"}, "every quote closed"),
        (str(FAULT), {"proto": "cecp"}, "ucci, uci or auto"),
        (str(FAULT), {"args": "--mode exit-at-start"}, "did not start: exit status: 3; no licence"),
    ],
)
def test_an_engine_that_cannot_be_used_is_refused(program: str, settings: dict[str, object], why: str) -> None:
    with pytest.raises(chuhe.EngineError, match=why):
        Engine.process(program, **settings)  # type: ignore[arg-type]


def test_a_crash_is_made_good_once() -> None:
    with fault("--mode exit-on-go --at 2") as engine:
        # The search that fails is tried once more, with a new process.
        assert all(engine.play(Board(), Limit(depth=1)).move for _ in range(3))
    for mode, why in [("exit-on-go", "Frail: crash: exit status: 1; out of memory"), ("nonsense", 'illegal move: "castle"')]:
        with fault(f"--mode {mode} --name Frail") as engine, pytest.raises(chuhe.EngineError, match=why):
            engine.play(Board(), Limit(depth=1))


def test_the_process_ends_with_the_object() -> None:
    mark = f"python-{os.getpid()}"
    engine = fault(f"--marker {mark}")
    engine.play(Board(), Limit(depth=1))
    assert len(processes(mark)) == 1
    engine.close()
    assert not processes(mark)
    engine = fault(f"--marker {mark}")
    engine.play(Board(), Limit(depth=1))
    del engine
    gc.collect()
    assert not processes(mark)


SCRIPT = """
import sys, time
import chuhe
engine = chuhe.Engine.process(sys.argv[1], args=sys.argv[2])
print("ready", flush=True)
try:
    engine.analysis(chuhe.Board()).result
except KeyboardInterrupt:
    print("interrupted", flush=True)
if sys.argv[3] == "goes on":
    print(engine.play(chuhe.Board(), chuhe.Limit(nodes=100)).move, flush=True)
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_the_process_ends_with_python(end: signal.Signals) -> None:
    mark = f"python-{os.getpid()}-{end}"
    args = f"--score 'cp 0' --mode answer-after-stop --marker {mark}"
    with subprocess.Popen([sys.executable, "-c", SCRIPT, str(FAULT), args, ""], stdout=subprocess.PIPE, text=True) as python:
        assert python.stdout is not None and python.stdout.readline() == "ready\n"
        wait_for(lambda: processes(mark))
        python.send_signal(end)
        assert (python.stdout.read() == "interrupted\n") == (end == signal.SIGINT)
    wait_for(lambda: not processes(mark))


def test_ctrl_c_ends_a_search_but_not_the_engine() -> None:
    words = [sys.executable, "-c", SCRIPT, sys.executable, "-m chuhe", "goes on"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as python:
        assert python.stdout is not None and python.stdout.readline() == "ready\n"
        time.sleep(0.5)
        python.send_signal(signal.SIGINT)
        assert python.stdout.readline() == "interrupted\n" and len(python.stdout.readline()) == 5
    assert python.returncode == 0


def test_ctrl_c_ends_a_start() -> None:
    mark = f"python-{os.getpid()}-start"
    words = [sys.executable, "-c", SCRIPT, str(FAULT), f"--mode hang-at-start --marker {mark}", ""]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as python:
        wait_for(lambda: processes(mark))
        since = time.monotonic()
        python.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in python.communicate()[1] and time.monotonic() - since < 3
    wait_for(lambda: not processes(mark))


def test_names_of_the_register(register: Path) -> None:
    words = [sys.executable, "-m", "chuhe", "engines", "add", "mine", str(FAULT), "args=--score 'cp 0' --name Mine"]
    subprocess.run(words, check=True, capture_output=True)
    with Engine.process("mine") as engine:
        assert engine.name == "Mine" and engine.play(Board(), Limit(depth=1)).move is not None
    with pytest.raises(chuhe.EngineError, match="unknown engine 'other'; .* one of the names mine"):
        Engine.process("other")
    settings = [EngineSettings(conf="mine", depth=1, name="A"), EngineSettings.of_words(["mine", "depth=1", "name=B"])]
    with Arena(settings, rounds=1, games=1) as arena:
        assert arena.names == ["A", "B"] and arena.play()["played"] == 1
    with pytest.raises(chuhe.MatchError, match="unknown engine 'other'"):
        Arena([EngineSettings(conf="other", depth=1)] * 2)
    register.write_text("[mine")
    with pytest.raises(chuhe.EngineError, match="engines.toml: TOML parse error"):
        Engine.process("mine")


def test_workers_use_the_same_engine(tmp_path: Path, data: Path, register: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, limit = [data / "openings.fen"], Limit(nodes=200)
    program = tmp_path / "engine.sh"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m chuhe "$@"\n')
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with LocalWorkers(2) as workers:
        cluster.analyze(files, "own", limit, options={"multipv": 2}, workers=workers)
        with Engine.process("./engine.sh") as engine:
            report = cluster.analyze(files, "other", limit, options={"multipv": 2}, engine=engine, workers=workers)
        assert Path("own").read_bytes() == Path("other").read_bytes() and report.lost == 0
        cluster.annotate([data / "games.pgn"], "own.pgn", Limit(nodes=50), workers=workers)
        with Engine.process("./engine.sh") as engine:
            cluster.annotate([data / "games.pgn"], "other.pgn", Limit(nodes=50), engine=engine, workers=workers)
            assert Path("own.pgn").read_bytes() == Path("other.pgn").read_bytes()
            with pytest.raises(chuhe.EngineError, match="rules is for the engine of this package"):
                cluster.analyze(files, "none", limit, options={"rules": "chinese"}, engine=engine, workers=workers)
            assert not Path("none").exists()
            # Between the start here and the start by the workers, the program is replaced.
            program.write_text(program.read_text() + "# another\n")
            with pytest.raises(ClusterError, match="a worker has a different engine: chuhe .*, program "):
                cluster.analyze(files, "none", limit, options={}, engine=engine, workers=LocalWorkers(1))


def test_a_run_goes_on_with_the_same_engine_only(tmp_path: Path, data: Path, register: Path) -> None:
    program, positions, out = tmp_path / "engine", tmp_path / "five.fen", tmp_path / "out"
    positions.write_text(f"{chuhe.START_FEN}\n" * 5)
    shutil.copy(FAULT, program)
    subprocess.run([sys.executable, "-m", "chuhe", "engines", "add", "frail", str(program)], check=True, capture_output=True)

    def run(mode: str = "") -> subprocess.CompletedProcess[str]:
        engine = f"frail args=\"--score 'cp 0' {mode}\""
        words = ["analyze", str(positions), "--depth", "1", "--shard", "1", "-o", str(out), "--workers", "1"]
        command = [sys.executable, "-m", "chuhe.cluster", *words, "--engine", engine]
        return subprocess.run(command, capture_output=True, text=True)

    # One process introduces itself here and one to the worker; then each shard starts one.
    broken = run(f"--mode exit-at-start --from 5 --starts {tmp_path}/starts")
    assert broken.returncode == 1 and "no licence" in broken.stderr, broken.stderr
    before, size = program.read_bytes(), out.stat().st_size
    assert size > 0
    program.write_bytes(before + b"\0")
    refused = run()
    assert refused.returncode == 1 and "with other settings: program" in refused.stderr and out.stat().st_size == size, refused.stderr
    program.write_bytes(before)
    done = run()
    assert done.returncode == 0 and "shards skipped: 2" in done.stderr, done.stderr
    assert out.read_text().count('"engine":"double"') == 5
