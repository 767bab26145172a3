"""Each file in the corpus is read as the expected.txt beside it says.

A case is a folder `tests/corpus/<parser>/<case>/` with `input.<ext>` (a real file, unedited),
`expected.txt` (what it yields; rewritten by `pytest --update` and read in the diff) and
`origin.toml`: where the file is from, the tool's version and command, and a few values that
were read by hand.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sitegen.parsers import NAMES
from sitegen.results import FileReading, read_file
from sitegen.show import as_text

CORPUS = Path(__file__).parent / "corpus"
CASES = sorted(path.parent.relative_to(CORPUS) for path in CORPUS.glob("*/*/origin.toml"))


def raw_file(case: Path) -> Path:
    """Return the raw file of a case."""
    (found,) = (path for path in (CORPUS / case).glob("input*") if path.suffix != ".yaml")
    return found


def reading(case: Path) -> FileReading:
    """Return what the raw file of a case yields, with its sidecar."""
    raw = raw_file(case)
    sidecar = raw.with_name(raw.name + ".yaml")
    return read_file(raw.name, raw.read_bytes(), sidecar.read_text() if sidecar.exists() else None)


def like(found: FileReading, want: Mapping[str, Any]) -> list[tuple[float, str]]:
    """Return the values, with their units, of the metric and workload of one read by hand."""
    return [
        (record.value, record.unit)
        for record in found.records
        if record.metric == want["metric"]
        and all(
            record.columns.get(f"workload.{k}") == v for k, v in want.get("workload", {}).items()
        )
    ]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_real_file_yields_what_is_expected(case: Path, update: bool) -> None:
    found = reading(case)
    golden = CORPUS / case / "expected.txt"
    if update:
        golden.write_text(as_text(found), "utf-8")
    assert as_text(found) == golden.read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_values_read_by_hand_are_among_them(case: Path) -> None:
    origin = tomllib.loads((CORPUS / case / "origin.toml").read_text("utf-8"))
    found = reading(case)
    assert origin["source"]
    assert origin["version"]
    for want in origin.get("read", []):
        values = like(found, want)
        assert any(
            unit == want["unit"] and math.isclose(value, want["value"], rel_tol=1e-12)
            for value, unit in values
        ), f"{want['metric']} = {want['value']} {want['unit']} is not among {values}"
    for want in origin.get("fact", []):
        facts = {fact.column: fact.value for fact in found.facts}
        assert facts.get(want["column"]) == want["value"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_value_read_by_hand_would_be_among_them_with_1000_taken_for_1024(case: Path) -> None:
    origin = tomllib.loads((CORPUS / case / "origin.toml").read_text("utf-8"))
    found = reading(case)
    for want in origin.get("read", []):
        for power in (-3, -2, -1, 1, 2, 3):
            wrong = want["value"] * 1.024**power
            assert not any(
                wrong and math.isclose(value, wrong, rel_tol=1e-12)
                for value, _ in like(found, want)
            ), f"{want['metric']} = {want['value']} {want['unit']}"


def test_every_parser_is_tried_on_real_files() -> None:
    assert {case.parts[0] for case in CASES} >= set(NAMES)
