"""Numbers and units in the cells of described tables."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sitegen.units import AMBIGUOUS
from tests.parsers.tables import read, shown

ONE = "columns: [{column: jobs}, {operation: read, quantity: bandwidth, unit: MB/s}]"
BARE = "columns: [{column: jobs}, {operation: read, quantity: bandwidth}]"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,917.43", 1917430000),
        ("1.917,43", 1917430000),
        ("1'917.43", 1917430000),
        ("1,234,567", 1234567000000),
        ("1.234.567", 1234567000000),
        ("3,14", 3140000),
        ("12.345", 12345000),
        ("0,345", 345000),
        (".5", 500000),
        ("1.5e3", 1500000000),
        ("+7", 7000000),
    ],
)
def test_a_number_with_one_reading_is_read(written: str, value: int) -> None:
    reading = read(f"1;{written}\n", f"separator: semicolon\nformat: csv\n{ONE}")
    assert shown(reading) == f"read.bandwidth {value} B/s ({written} MB/s, line 1), jobs 1\n"


def test_a_number_that_can_be_read_in_two_ways_is_not_chosen_silently() -> None:
    assert shown(read("1;12,345 MB/s\n2;12,345\n3;1 917,43\n", ONE)) == dedent("""\
        t.txt:1: ambiguous-number: '12,345 MB/s' can be 12.345 or 12345, and no other number decides
        t.txt:2: ambiguous-number: '12,345' can be 12.345 or 12345, and no other number decides
        t.txt:3: ambiguous-number: '1 917,43' can be 1917.43, or several cells, and no other \
number decides
    """)


@pytest.mark.parametrize(("other", "value"), [("801.34", 12345000000), ("801,3", 12345000)])
def test_another_number_of_the_table_shows_the_decimal_mark(other: str, value: int) -> None:
    first = shown(read(f"1;12,345\n2;{other}\n", ONE)).splitlines()[0]
    assert first == f"read.bandwidth {value} B/s (12,345 MB/s, line 1), jobs 1"


def test_numbers_that_show_both_decimal_marks_decide_nothing() -> None:
    found = shown(read("1;12,345\n2;801.34\n3;801,34\n4;12.345\n", ONE)).splitlines()
    assert found[2:] == [
        "t.txt:1: ambiguous-number: '12,345' can be 12.345 or 12345, and no other number decides",
        "t.txt:4: ambiguous-number: '12.345' can be 12.345 or 12345, and no other number decides",
    ]


@pytest.mark.parametrize(("mark", "value"), [("point", 12345000000), ("comma", 12345000)])
def test_the_sidecar_can_state_the_decimal_mark(mark: str, value: int) -> None:
    found = shown(read("1;12,345\n2;1 000 000\n", f"decimal: {mark}\n{ONE}"))
    assert found == dedent(f"""\
        read.bandwidth {value} B/s (12,345 MB/s, line 1), jobs 1
        read.bandwidth 1000000000000 B/s (1 000 000 MB/s, line 2), jobs 2
    """)


def test_a_stated_decimal_mark_holds_for_every_number() -> None:
    assert shown(read("1;12.5\n", f"decimal: comma\n{ONE}")) == (
        "t.txt:1: bad-number: '12.5' is not a number with the decimal mark ','\n"
    )


def test_a_proof_decides_how_numbers_are_read() -> None:
    raw = """\
        time;rate
        16,689;1 917,43
        16.689;1,917.43
        16,689;1'917.43
        16,689;1.918,43
    """
    table = """
        columns:
          - {operation: seq-read, quantity: time, unit: s}
          - {operation: seq-read, quantity: bandwidth, unit: MB/s}
        proof: {product: [1, 2], equals: 32000 MB}
    """
    reading = read(raw, table)
    assert {record.value for record in reading.records} == {16.689, 1917430000}
    assert [record.position.line for record in reading.records] == [2, 2, 3, 3, 4, 4]
    assert reading.records[1].note == "16,689 s × 1 917,43 MB/s = 32000 MB"
    assert str(reading.diagnostics[0]) == (
        "t.txt:5: error[does-not-add-up]: "
        "16,689 s × 1.918,43 MB/s is 32016.7 MB, not 32000 MB\n"
        "  hint: the row gives no values; its numbers stand on line 5"
    )


@pytest.mark.parametrize(
    ("time", "rate", "certainty"),
    [
        ("3.000", "8.000 MB/s", "proved"),
        ("3", "8 MB/s", "assumed"),
        ("3.0", "7.99 MB/s", "assumed"),
    ],
)
def test_a_proof_shows_the_base_of_a_unit_only_if_its_numbers_are_fine_enough(
    time: str, rate: str, certainty: str
) -> None:
    table = """
        columns:
          - {operation: read, quantity: time, unit: s}
          - {operation: read, quantity: bandwidth}
        proof: {product: [1, 2], equals: 24 MB}
    """
    assert [one.certainty for one in read(f"{time};{rate}\n", table).records] == [
        "exact",
        certainty,
    ]


@pytest.mark.parametrize(
    ("cell", "value", "certainty"),
    [
        ("5 MiB/s", 5242880, "exact"),
        ("5 KiB/sec", 5120, "exact"),
        ("5 MB/s", 5000000, "assumed"),
        ("5MB/sec", 5000000, "assumed"),
        ("1.4 GB/s", 1400000000, "assumed"),
        ("640 kB/s", 640000, "assumed"),
        ("5000 bytes/s", 5000, "exact"),
    ],
)
def test_the_unit_in_a_cell_counts_and_a_decimal_one_is_said_to_be_assumed(
    cell: str, value: int, certainty: str
) -> None:
    (record,) = read(f"1;{cell}\n", BARE).records
    assert (record.value, record.unit, record.certainty) == (value, "B/s", certainty)
    assert ("nothing says what is meant" in record.note) == (certainty == "assumed")


@pytest.mark.parametrize("word", ["KB/s", "K/sec"])
def test_a_unit_word_of_1000_or_1024_must_be_explained(word: str) -> None:
    decimal, binary = AMBIGUOUS[word]
    (found,) = read(f"1;5 {word}\n", BARE).diagnostics
    assert str(found) == (
        f"t.txt:1: error[ambiguous-number]: '5 {word}' is in {word}, "
        f"which can be {decimal} (1000) or {binary} (1024)\n"
        f"  hint: say which in the sidecar: units: {{{word}: {binary}}}"
    )
    values = []
    for unit in (decimal, binary):
        (record,) = read(f"1;5 {word}\n", f"units: {{{word}: {unit}}}\n{BARE}").records
        assert record.certainty == "exact"
        assert record.note == f"{word} means {unit} here"
        assert record.written == f"5 {word}"
        values.append(record.value)
    assert values == [5000, 5120]


def test_the_unit_stands_in_the_heading_where_no_cell_has_one() -> None:
    raw = "jobs,read (MiB/s),4k read IOPS,latency [us],CPU %,'wait, ms'\n1,5,900,12,35,7\n"
    table = """
        columns:
          - {column: jobs}
          - {operation: read, quantity: bandwidth}
          - {operation: read, quantity: iops}
          - {operation: read, quantity: latency}
          - {operation: read, quantity: cpu}
          - {operation: read, quantity: time}
    """
    assert shown(read(raw.replace("'", '"'), table)) == dedent("""\
        read.bandwidth 5242880 B/s (5 MiB/s, line 2), jobs 1
        read.iops 900 op/s (900 IOPS, line 2), jobs 1
        read.latency 1.2e-05 s (12 us, line 2), jobs 1
        read.cpu 0.35 1 (35 %, line 2), jobs 1
        read.time 0.007 s (7 ms, line 2), jobs 1
    """)


def test_a_number_without_any_unit_is_not_taken_for_bytes() -> None:
    assert shown(read("1;5\n", BARE)) == (
        "t.txt:1: bad-number: '5' has no unit, nor has the heading one\n"
    )


def test_suffixes_that_change_from_row_to_row_keep_their_rank() -> None:
    table = f"units: {{kB/sec: KiB/s, MB/sec: MiB/s}}\n{BARE}"
    reading = read("1;640.00 kB/sec\n2;1.4 GB/s\n3;100 MB/sec\n", table)
    assert [record.value for record in reading.records] == [655360, 1400000000, 104857600]


def test_the_unit_of_a_key_is_never_assumed() -> None:
    raw = "4 KiB;5\n16 MB;6\n64k;7\n8;9\n"
    table = """
        columns:
          - {column: block_size}
          - {operation: read, quantity: iops, unit: op/s}
    """
    assert shown(read(raw, table)) == dedent("""\
        read.iops 5 op/s (5 op/s, line 1), block_size 4096
        t.txt:2: ambiguous-number: '16 MB' is in MB, which can be MB (1000) or MiB (1024)
        t.txt:3: bad-number: 'k' in '64k' is not a unit
        t.txt:4: bad-number: '8' is not a size, as workload.block_size is
    """)
    table = dedent(table).replace("block_size", "block_size, unit: KiB")
    reading = read(raw, f"units: {{MB: MiB, k: KiB}}\n{table}")
    assert [record.columns["workload.block_size"] for record in reading.records] == [
        4096,
        16 * 2**20,
        65536,
        8192,
    ]


def test_keys_have_the_types_of_their_columns() -> None:
    raw = "bs,jobs,time,level,chunk,name\n4 KiB,8,2 min,10,64 KiB,x\n4 KiB,8.5,2 min,1+0,64,y\n"
    table = """
        columns:
          - {column: block_size}
          - {column: jobs}
          - {column: runtime}
          - {column: testbed.raid.level}
          - {column: testbed.raid.chunk, unit: KiB}
          - {heading: name, column: series, values: {X: first}}
          - {at: 2, operation: read, quantity: count}
    """
    assert shown(read(raw, table)) == dedent("""\
        read.count 8 1 (8, line 2), testbed.raid.chunk 65536, testbed.raid.level 10, \
block_size 4096, jobs 8, runtime 120, series first
        t.txt:3: bad-number: '8.5' is not a count, as workload.jobs is
    """)
