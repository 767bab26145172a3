"""Values that no tool can have measured are refused, each with a finding."""

from __future__ import annotations

from tests.parsers.tables import read

TABLE = """
    format: csv
    columns:
      - {column: jobs}
      - {operation: read, quantity: iops, unit: op/s}
      - {operation: read, quantity: temperature, unit: °C}
"""


def test_a_value_below_zero_or_beyond_all_measure_is_refused() -> None:
    reading = read(f"1,-3,-4\n2,{'9' * 30},20\n3,300,21\n", TABLE)
    assert [(one.metric, one.value) for one in reading.records] == [
        ("read.temperature", -4),
        ("read.temperature", 20),
        ("read.iops", 300),
        ("read.temperature", 21),
    ]
    assert [str(one) for one in reading.diagnostics] == [
        "t.txt:1: error[impossible-value]: '-3 op/s' is no operations per second",
        f"t.txt:2: error[impossible-value]: '{'9' * 30}': no value that a tool measures is that"
        " large",
    ]


def test_a_number_of_very_many_digits_is_no_number() -> None:
    reading = read(f"1,{'9' * 400},20\n2,200,21\n", TABLE)
    assert [one.value for one in reading.records if one.metric == "read.iops"] == [200]
    assert str(reading.diagnostics[0]) == (
        "t.txt:1: error[bad-number]: a number of 400 digits is none that a tool measured\n"
        "  hint: copy the file again"
    )
