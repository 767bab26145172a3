"""A table that is cut off at any line gives what it gave, or a finding and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.record import Record
from sitegen.results import FileReading, read_file

CASES = sorted((Path(__file__).parents[1] / "corpus" / "table").iterdir())


def _raw(case: Path) -> Path:
    (raw,) = (path for path in case.glob("input.*") if path.suffix != ".yaml")
    return raw


def read(case: Path, lines: int | None = None) -> FileReading:
    raw = _raw(case)
    sidecar = raw.with_name(f"{raw.name}.yaml").read_text("utf-8")
    kept = raw.read_text("utf-8").splitlines(keepends=True)[:lines]
    return read_file(raw.name, "".join(kept).encode(), sidecar)


def values(records: tuple[Record, ...]) -> set[object]:
    return {(one.metric, one.value, one.position, tuple(one.columns.items())) for one in records}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_line_at_which_a_table_is_cut_off_gives_another_value(case: Path) -> None:
    whole = values(read(case).records)
    length = len(_raw(case).read_text("utf-8").splitlines())
    for lines in range(length):
        cut = read(case, lines)
        assert values(cut.records) == whole or cut.diagnostics
        assert values(cut.records) <= whole
