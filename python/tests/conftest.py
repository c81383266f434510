"""Fixtures and settings shared by the tests."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

# A shell that starts the tests in the background makes them and their child processes ignore SIGINT, so that the tests
# could not interrupt anything.
signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"


@pytest.fixture
def data() -> Path:
    """The folder with the library's test data."""
    return DATA
