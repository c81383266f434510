"""Tests the examples in the README."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from mypy import api

import chuhe

TEXT = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.S)


def test_the_first_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[0], "README.md", "exec"), {})  # noqa: S102
    assert len(capsys.readouterr().out.splitlines()) > 15


def test_the_example_of_databases_books_and_tables_runs(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = (block for block in BLOCKS if "Database.create" in block)
    (tmp_path / "games").mkdir()
    shutil.copy(data / "games.pgn", tmp_path / "games")
    one = '[Red "胡荣华"]\n[Date "1975.??.??"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n'
    (tmp_path / "games" / "one.pgn").write_text(one, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {"chuhe": chuhe})  # noqa: S102
    said = capsys.readouterr().out
    assert said.startswith("3 games; 0 were already there; 0 are broken\n1975.??.?? 胡荣华 None 4 [Move('h2e2')")
    assert "炮二平五" in said and "mate in" in said and len(said.splitlines()) == 7


def test_the_examples_pass_a_strict_type_checker(tmp_path: Path) -> None:
    body = "".join(f"    {line}\n" for block in BLOCKS for line in block.splitlines())
    program = tmp_path / "examples.py"
    program.write_text(f"import chuhe\n\nasync def examples() -> None:\n{body}", encoding="utf-8")
    said, errors, code = api.run(["--strict", "--config-file=", f"--cache-dir={tmp_path}", str(program)])
    assert code == 0, said + errors
