"""What the innermost loop makes of measurements, by whole columns, is what each says by itself."""

from __future__ import annotations

from pathlib import Path

from sitegen import records
from sitegen.diagnostics import Diagnostic, Position
from sitegen.identify import read
from sitegen.record import Measurement, Record, Run, Source
from sitegen.results import read_file
from sitegen.unwrap import unwrap

FIO = Path(__file__).parent / "corpus" / "fio" / "suite-json" / "input.json"


def test_measurements_records_and_their_positions_are_whole() -> None:
    content = FIO.read_bytes()
    source, _ = unwrap("fio.json", content)
    assert source is not None
    (run,) = read(source).runs
    assert {len(one) for one in run.measurements} == {len(Measurement._fields)}
    made = read_file("fio.json", content).records
    assert {len(one) for one in made} == {len(Record._fields)}
    assert {len(one.position) for one in made} == {len(Position._fields)}


SOURCE = Source("a.txt", ["a", "b"], [3, 8])
SMALL, LARGE = {"block_size": 4096}, {"block_size": 1048576}


def test_what_is_no_record_is_named_and_the_others_stay() -> None:
    measurements = [
        Measurement("seq-read", "bandwidth", "1.5", "MiB/s", 0, "1.5 MB/s", workload=SMALL),
        Measurement("seq-read", "bandwidth", "7", "op/s", 0, "7"),
        Measurement("seq-read", "bandwidth", "1.5.2", "MiB/s", 1, "1.5.2"),
        Measurement("seq-read", "iops", "-2", "op/s", 1, "-2"),
        Measurement("seq-read", "latency", "3", "ms", 1, "3 ms", "p99", LARGE, {"pool": "x"}),
    ]
    findings: list[Diagnostic] = []
    made = records.of(SOURCE, 2, Run("tool", "", 0, 1, measurements), None, findings)
    assert made == [
        Record(
            1572864,
            "B/s",
            {
                "run": 2,
                "tool": "tool",
                "workload.block_size": 4096,
                "operation": "seq-read",
                "quantity": "bandwidth",
            },
            Position("a.txt", 3),
            "1.5 MB/s",
            meant="MiB/s",
        ),
        Record(
            0.003,
            "s",
            {
                "run": 2,
                "tool": "tool",
                "workload.block_size": 1048576,
                "operation": "seq-read",
                "quantity": "latency",
                "statistic": "p99",
                "testbed.pool": "x",
            },
            Position("a.txt", 8),
            "3 ms",
            meant="ms",
        ),
    ]
    assert [str(one) for one in findings] == [
        "a.txt:3: error[unknown-metric]: seq-read.bandwidth is measured in B/s, not in op/s",
        "a.txt:8: error[bad-number]: '1.5.2' is not a number",
        "a.txt:8: error[impossible-value]: '-2': operations per second cannot be negative",
    ]


def test_a_run_of_many_values_has_the_records_of_each_by_itself() -> None:
    kinds = [("iops", "op/s", ""), ("latency", "us", "mean"), ("latency", "us", "p99.9")]
    measurements = []
    for n in range(2000):
        quantity, unit, statistic = kinds[n % 3]
        load = (SMALL, LARGE)[n // 7 % 2]
        measurements.append(
            Measurement("rand-read", quantity, str(n), unit, n % 2, f"{n}", statistic, load)
        )
    run = Run("tool", "1.0", 0, 1, measurements, date="2026-01-02", workload={"jobs": 4})
    alone = [
        record
        for one in measurements
        for record in records.of(SOURCE, 1, run._replace(measurements=[one]), None, [])
    ]
    assert records.of(SOURCE, 1, run, None, []) == alone
    assert [one.value for one in alone[:5]] == [0, 1e-06, 2e-06, 3, 4e-06]
