"""Tests workers on a real Ray cluster on this machine, with the nodes in separate processes."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ray = pytest.importorskip("ray")

from chuhe import Limit, cluster  # noqa: E402
from chuhe.cluster import RayWorkers  # noqa: E402

from test_cluster import EXPECTED, die_once, hang_once, program, stop_once, texts  # noqa: E402

# A port outside the range that Ray uses for workers.
PORT = 6391


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two nodes with one CPU each."""
    folder = tmp_path_factory.mktemp("ray")
    # Runs in the foreground so that the tests can end it; `ray stop` would end all clusters on the machine.
    start = [str(Path(sys.executable).parent / "ray"), "start", "--block", "--disable-usage-stats", "--num-cpus", "1"]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    address = f"127.0.0.1:{PORT}"
    head = ["--head", "--port", str(PORT), "--include-dashboard", "false", "--temp-dir", str(folder)]
    nodes = []
    with open(folder / "said", "wb") as said:
        for words in [head, ["--address", address]]:
            nodes.append(subprocess.Popen([*start, *words], env=here, stdout=said, stderr=said))
            wait_for_port()
    yield address
    for node in reversed(nodes):
        node.terminate()
    for node in nodes:
        node.wait(60)


def wait_for_port() -> None:
    """Waits until the head accepts connections."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", PORT), 1):
            return
        time.sleep(0.2)
    raise AssertionError("the head has not started")


def test_bytes_of_one_machine(address: str, tmp_path: Path, data: Path) -> None:
    out, files = tmp_path / "out.jsonl", str(data / "openings.fen")
    with RayWorkers(address) as workers:
        cluster.analyze([files], out, Limit(nodes=500), shard=8, workers=workers)
        # The second node may only just have joined.
        assert 1 <= workers.count() <= 2
    assert out.read_bytes() == program("analyze", files, "--nodes", "500", "--json")


def test_workers_that_die_or_hang(address: str, tmp_path: Path) -> None:
    from chuhe.cluster.driver import run
    from chuhe.cluster.shards import Shard
    from chuhe.cluster.sinks import OrderedFile

    shards = list(texts(40))
    shards[7] = Shard(7, die_once, ("7\n", str(tmp_path / "died")), 1)
    shards[11] = Shard(11, hang_once, ("11\n", str(tmp_path / "hung")), 1)
    shards[19] = Shard(19, stop_once, ("19\n", str(tmp_path / "stopped")), 1)
    out = tmp_path / "out"
    with RayWorkers(address) as workers:
        report = run(iter(shards), workers, OrderedFile(out, {}), patience=5)
    assert out.read_bytes() == EXPECTED and report.lost == 3


def test_a_driver_that_is_killed_goes_on(address: str, tmp_path: Path, data: Path) -> None:
    out, files = tmp_path / "out.jsonl", str(data / "openings.fen")
    words = ["analyze", files, "--nodes", "3000", "--shard", "3", "-o", str(out), "--ray", address]
    command = [sys.executable, "-m", "chuhe.cluster", *words]
    driver = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while not (out.exists() and out.stat().st_size > 3000) and driver.poll() is None:
        time.sleep(0.02)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and "shards skipped" in done.stderr, done.stderr
    assert out.read_bytes() == program("analyze", files, "--nodes", "3000", "--json")
