"""Fixtures that all tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

from sitegen.project import Project

# How long an example takes says more about what else the machine does than about our code.
settings.register_profile("sitegen", deadline=None)
settings.load_profile("sitegen")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --update, which rewrites the golden files, and --torture, which tries all cases."""
    parser.addoption("--update", action="store_true", help="rewrite the golden files")
    parser.addoption("--torture", action="store_true", help="damage files in every way; hours")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Return whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def sampled(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """Return how many of many cases are tried: the first number, or the second with --torture."""
    torture = bool(request.config.getoption("--torture"))
    return lambda few, many: many if torture else few


@pytest.fixture(autouse=True, scope="session")
def _own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the command keep drawn charts where the tests of a session share them, as if by hand."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CI", raising=False)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


MakeProject = Callable[[Mapping[str, str | bytes]], Project]


@pytest.fixture
def project(tmp_path: Path) -> MakeProject:
    """Return a function that writes files, given by path, and returns their project."""

    def make(files: Mapping[str, str | bytes]) -> Project:
        for path, content in files.items():
            place = tmp_path / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content.encode() if isinstance(content, str) else content)
        return Project(tmp_path, tmp_path / "site")

    return make
