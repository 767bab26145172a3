"""What the innermost loops make has all of its fields: nothing else counts them there."""

from __future__ import annotations

from pathlib import Path

from sitegen.diagnostics import Position
from sitegen.identify import read
from sitegen.record import Measurement, Record
from sitegen.results import read_file
from sitegen.unwrap import unwrap

FIO = Path(__file__).parent / "corpus" / "fio" / "suite-json" / "input.json"


def test_measurements_records_and_their_positions_are_whole() -> None:
    content = FIO.read_bytes()
    source, _ = unwrap("fio.json", content)
    assert source is not None
    (run,) = read(source).runs
    assert {len(one) for one in run.measurements} == {len(Measurement._fields)}
    records = read_file("fio.json", content).records
    assert {len(one) for one in records} == {len(Record._fields)}
    assert {len(one.position) for one in records} == {len(Position._fields)}
