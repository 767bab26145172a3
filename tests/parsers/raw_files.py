"""The raw files that tests cut and damage: the fixtures of all parsers, and those of results/."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sitegen.results import FileReading, read_file

ROOT = Path(__file__).parents[2]


class RawFile(NamedTuple):
    """A raw file: what it is called in the names of tests, its name, its bytes, its sidecar."""

    id: str
    name: str
    content: bytes
    sidecar: str | None

    def read(self, content: bytes) -> FileReading:
        """Return what the file yields if it holds `content`."""
        return read_file(self.name, content, self.sidecar)

    def chance(self) -> random.Random:
        """Return numbers that are the same in each run of the tests."""
        return random.Random(self.id)


def _raw_file(path: Path, name: str) -> RawFile:
    sidecar = path.with_name(f"{path.name}.yaml")
    text = sidecar.read_text("utf-8") if sidecar.exists() else None
    return RawFile(name, path.name, path.read_bytes(), text)


def raw_files() -> list[RawFile]:
    """Return all fixtures of parsers, and all raw files of the reports."""
    corpus = ROOT / "tests" / "corpus"
    fixtures = [
        _raw_file(path, f"{path.parent.parent.name}/{path.parent.name}")
        for path in sorted(corpus.glob("*/*/input.*"))
        if path.suffix != ".yaml"
    ]
    results = ROOT / "results"
    return fixtures + [
        _raw_file(path, path.relative_to(results).as_posix())
        for path in sorted(results.rglob("*"))
        if path.is_file() and path.suffix != ".yaml"
    ]


Sampled = Callable[[int, int], int]
"""How many of all possible cases are tried: those of a usual run, or all with --torture."""
