"""Tests the engine in this process."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

import chuhe
from chuhe import Board, Engine, Limit, Score

MATE = "3k5/8R/9/9/9/9/9/9/9/R3K4 w - - 0 1"


def test_play_and_analyse() -> None:
    with Engine(hash=4) as engine:
        result = engine.play(Board(MATE), Limit(depth=4))
        assert result.move is not None and result.info is not None
        assert result.info.score == Score(mate=1) and result.info.score.mate == 1
        lines = engine.analyse(Board(), Limit(nodes=3000), multipv=3)
        assert [line.multipv for line in lines] == [1, 2, 3]
        assert lines[0].score >= lines[1].score >= lines[2].score
        assert len({line.pv[0] for line in lines}) == 3 and lines[0].nps > 0
        assert len(engine.analyse(Board(), Limit(depth=3))) == 1, "`multipv` applies to one call only"
        only = engine.play(Board(), Limit(depth=3), searchmoves=["a0a1"])
        assert str(only.move) == "a0a1"
        black = Board()
        black.push("h2e2")
        (line,) = engine.analyse(black, Limit(depth=4), multipv=1)
        assert line.red_score == -line.score and sum(line.score.wdl) == 1000


@pytest.mark.parametrize("name", ["depth", "nodes", "soft_nodes", "mate", "movestogo"])
def test_limits_out_of_range_are_named(name: str) -> None:
    for value in (2**70, -1):
        with pytest.raises(chuhe.Error, match=f"^{name} must be a whole number from 0 to \\d+, not {value}$"):
            Limit(**{name: value})
    assert Limit(nodes=2**64 - 1).nodes == 2**64 - 1


def test_a_position_without_moves() -> None:
    board = Board(MATE)
    board.push("a0a9")
    with Engine(hash=1) as engine:
        result = engine.play(board, Limit(depth=3))
        assert result.move is None and result.info is not None and result.info.score.mate == 0


def test_the_same_seed_gives_the_same_search() -> None:
    def search() -> tuple[int, list[chuhe.Move]]:
        with Engine(seed=7, hash=4) as engine:
            (line,) = engine.analyse(Board(), Limit(depth=8))
            return line.nodes, line.pv

    assert search() == search()


def test_limits() -> None:
    with Engine(hash=1) as engine:
        since = time.perf_counter()
        engine.play(Board(), Limit(movetime=200))
        assert 0.05 < time.perf_counter() - since < 5
        engine.play(Board(), Limit(red_time=1000, red_increment=100, black_time=1000))
        with pytest.raises(chuhe.EngineError, match="limit"):
            engine.play(Board(), Limit())
        for wrong in [Limit(movetime=-1.0), Limit(movetime=float("nan")), Limit(movetime=1e300)]:
            with pytest.raises(chuhe.Error):
                engine.play(Board(), wrong)
        with pytest.raises(chuhe.IllegalMoveError):
            engine.play(Board(), Limit(depth=1), searchmoves=["a0a9"])


def test_options() -> None:
    with Engine(threads=2, level=3, rules="chinese") as engine:
        assert engine.options["threads"] == 2 and engine.options["level"] == 3
        assert engine.options["rules"] == "chinese" and engine.options["elo"] is None
        engine.configure(elo=1500, level=None, hash=2)
        assert engine.options["elo"] == 1500 and engine.options["level"] is None
        with pytest.raises(chuhe.EngineError, match="Threads is 300"):
            engine.configure(threads=300, hash=8)
        assert engine.options["hash"] == 2, "all options are set or none"
        with pytest.raises(chuhe.EngineError, match="unknown option"):
            engine.configure(hash_mb=2)  # type: ignore[call-arg]
        with pytest.raises(chuhe.EngineError, match="/nowhere"):
            engine.configure(eval_file="/nowhere")
    with pytest.raises(chuhe.EngineError, match="closed"):
        engine.play(Board(), Limit(depth=1))


def test_an_endless_search_is_watched_and_stopped() -> None:
    with Engine(hash=1) as engine:
        with engine.analysis(Board()) as analysis:
            depths = []
            for info in analysis:
                depths.append(info.depth)
                if info.depth >= 6:
                    break
            with pytest.raises(chuhe.EngineError, match="searching"):
                engine.analysis(Board())
        assert depths == sorted(depths) and analysis.is_over
        assert analysis.result.move in Board().legal_moves
        engine.play(Board(), Limit(depth=1))


def test_a_search_nobody_holds_ends() -> None:
    with Engine(hash=1) as engine:
        engine.analysis(Board())
        assert engine.play(Board(), Limit(depth=2)).move is not None


def test_several_engines_in_threads() -> None:
    found: dict[int, list[chuhe.Move]] = {}

    def search(number: int) -> None:
        with Engine(seed=1, hash=1) as engine:
            found[number] = engine.analyse(Board(), Limit(nodes=20_000))[0].pv

    threads = [threading.Thread(target=search, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(pv == found[0] for pv in found.values())


def test_asynchronously() -> None:
    async def main() -> None:
        beats = 0

        async def beat() -> None:
            nonlocal beats
            while True:
                await asyncio.sleep(0.01)
                beats += 1

        heart = asyncio.create_task(beat())
        with Engine(hash=1) as one, Engine(hash=1) as other:
            first, second = await asyncio.gather(
                one.play_async(Board(), Limit(movetime=300)), other.play_async(Board(), Limit(movetime=300))
            )
            assert first.move is not None and second.move is not None
            assert beats >= 5
            async with one.analysis(Board()) as analysis:
                async for info in analysis:
                    if info.depth >= 5:
                        break
            assert analysis.is_over
            # Cancelling a task also stops its search.
            task = asyncio.create_task(one.play_async(Board(), Limit(movetime=600_000)))
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            for _ in range(100):
                try:
                    one.analysis(Board(), Limit(depth=1))
                    break
                except chuhe.EngineError:
                    await asyncio.sleep(0.05)
            else:
                raise AssertionError("the search has not stopped")
        heart.cancel()

    asyncio.run(asyncio.wait_for(main(), 60))


def test_scores() -> None:
    assert Score(cp=10) < Score(cp=20) < Score(mate=5) < Score(mate=1)
    assert Score(mate=-1) < Score(mate=-5) < Score(cp=-3000)
    assert -Score(cp=10) == Score(cp=-10) and -Score(mate=2) != Score(mate=2)
    assert Score(cp=0).expectation == 0.5 and str(Score(cp=35)) == "+0.35"
    assert Score(mate_plies=3).mate == 2 and int(Score(mate_plies=3)) == 29_997
    for wrong in [{}, {"cp": 1, "mate": 1}, {"cp": 10**6}, {"mate": 10**6}]:
        with pytest.raises(chuhe.Error):
            Score(**wrong)
