"""ATTO: figures that people type out of its window."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

NAME = "ATTO Disk Benchmark 2.47\n"
ROWS = "0.5 KB  2,000  3,000\n1 KB  4,000  6,000\n2 KB  8,000  12,000\n"
HEAD = "Transfer Size  Write (KB/sec)  Read (KB/sec)\n"


def test_the_head_says_which_column_is_which() -> None:
    assert values(NAME + HEAD + ROWS)[:2] == [
        ("seq-write.bandwidth", 2_000_000),
        ("seq-read.bandwidth", 3_000_000),
    ]
    swapped = "Size  Read KB/s  Write KB/s\n"
    assert values(NAME + swapped + ROWS)[:2] == [
        ("seq-read.bandwidth", 2_000_000),
        ("seq-write.bandwidth", 3_000_000),
    ]


def test_the_base_of_kb_is_assumed_and_transfer_sizes_are_powers_of_two() -> None:
    assert shown(NAME + HEAD + ROWS, only="2,000 KB/s") == (
        "  seq-write.bandwidth 2000000 B/s  (2,000 KB/s, line 3) block_size=512 [assumed: ATTO "
        "does not say what KB/s is; taken as a power of 1000, with 1024 it would be 2.4 % more]\n"
        "  seq-read.bandwidth 12000000 B/s  (12,000 KB/s, line 5) block_size=2048 [assumed: ATTO "
        "does not say what KB/s is; taken as a power of 1000, with 1024 it would be 2.4 % more]\n"
    )


def test_commas_that_nothing_decides_are_not_guessed() -> None:
    text = NAME + HEAD + ROWS.replace("0.5 KB", "512 B")
    assert values(text) == []
    assert findings(text).count("ambiguous-number") == 6


def test_figures_without_a_unit_are_not_guessed() -> None:
    text = NAME + "Size  Write  Read\n" + ROWS
    assert values(text) == []
    assert findings(text).count("neither the head nor the cell") == 3


def test_another_table_of_the_page_is_not_the_benchmark() -> None:
    assert "unidentified-file" in findings(HEAD + ROWS)
    years = "1999  2000  3000\n1998  4000  6000\n1997  8000  9000\n"
    assert values(NAME + "Year  Write KB/s  Read KB/s\n" + years) == []
