"""Fixtures that all tests share."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --update, which rewrites the golden files."""
    parser.addoption("--update", action="store_true", help="rewrite the golden files")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Return whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update"))
