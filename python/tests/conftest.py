"""What several tests use."""

from __future__ import annotations

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"


@pytest.fixture
def data() -> Path:
    """The folder of test data of the library."""
    return DATA
