"""What several tests use."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

# A shell that starts the tests in the background ignores SIGINT, and children inherit that: then nothing here could be
# interrupted.
signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"


@pytest.fixture
def data() -> Path:
    """The folder of test data of the library."""
    return DATA
