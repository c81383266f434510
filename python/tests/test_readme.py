"""The examples of the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.S)


def test_the_first_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[0], "README.md", "exec"), {})  # noqa: S102
    assert len(capsys.readouterr().out.splitlines()) > 15


@pytest.mark.parametrize("number", range(1, len(BLOCKS)))
def test_the_others_are_python(number: int) -> None:
    body = "".join(f"    {line}\n" for line in BLOCKS[number].splitlines())
    compile(f"async def example():\n{body}", "README.md", "exec")
