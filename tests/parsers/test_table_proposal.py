"""The sidecar that is proposed for a file with a table in it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen import sidecar
from sitegen.parsers.table import parse, propose
from sitegen.results import read_file
from sitegen.unwrap import unwrap
from tests.parsers.tables import shown

CORPUS = Path(__file__).parents[1] / "corpus" / "table"
INPUTS = sorted(path for path in CORPUS.glob("*/input.*") if path.suffix != ".yaml")
X4500 = Path(__file__).parents[2] / "results" / "x4500" / "read-test.txt"


def proposed(raw: str | bytes) -> str:
    """Return the table of the sidecar proposed for a file; what is said above it is left out."""
    source, _ = unwrap("t.txt", raw if isinstance(raw, bytes) else dedent(raw).encode())
    assert source is not None
    return dedent(propose(source).partition("\ntable:\n")[2])


def read_as_proposed(raw: str) -> str:
    content = dedent(raw).encode()
    source, _ = unwrap("t.txt", content)
    assert source is not None
    return shown(read_file("t.txt", content, propose(source)))


def test_headings_and_units_say_what_columns_hold() -> None:
    raw = """\
        bs,Threads,Rand. read IOPS,Seq write (MB/s),read p99 (us),comment,score
        4k,1,1000,80.5,12,first,3
        64k,8,2000,81,15,,4
    """
    assert proposed(raw) == dedent("""\
          - format: csv
            separator: comma
            units:  # the table does not say whether these are by 1000 or by 1024
              k: KiB
            columns:
              - {heading: bs, column: block_size}  # 'bs': 4k, 64k
              - {heading: Threads, column: threads}  # 'Threads': 1, 8
              - {heading: Rand. read IOPS, operation: rand-read, quantity: iops}  # \
'Rand. read IOPS': 1000, 2000
              - {heading: Seq write (MB/s), operation: seq-write, quantity: bandwidth}  # \
'Seq write (MB/s)': 80.5, 81
              - {heading: read p99 (us), operation: read, quantity: latency, statistic: p99}  # \
'read p99 (us)': 12, 15
              - {heading: comment, skip: true}  # 'comment': first, nothing
              - {heading: score, skip: true}  # 'score': 3, 4
    """)
    assert read_as_proposed(raw) == dedent("""\
        rand-read.iops 1000 op/s (1000 IOPS, line 2), block_size 4096, threads 1
        seq-write.bandwidth 80500000 B/s (80.5 MB/s, line 2), block_size 4096, threads 1, assumed
        read.latency.p99 1.2e-05 s (12 us, line 2), block_size 4096, threads 1
        rand-read.iops 2000 op/s (2000 IOPS, line 3), block_size 65536, threads 8
        seq-write.bandwidth 81000000 B/s (81 MB/s, line 3), block_size 65536, threads 8, assumed
        read.latency.p99 1.5e-05 s (15 us, line 3), block_size 65536, threads 8
    """)


def test_row_labels_are_given_a_meaning_each() -> None:
    raw = """\
        |                | card A | card B |
        |----------------|-------:|-------:|
        | 4k read IOPS   |   1926 |   2139 |
        | write KB/s     |     10 |     20 |
        | weather        |     10 |     20 |
    """
    assert proposed(raw) == dedent("""\
          - format: markdown
            units:  # the table does not say whether these are by 1000 or by 1024
              KB/s: KiB/s
            columns:
              - labels:  # each is guessed from its words
                  4k read IOPS: {operation: rand-read, quantity: iops, unit: IOPS}
                  write KB/s: {operation: write, quantity: bandwidth, unit: KB/s}
                  weather: {skip: true}
              - {workload.series: card A}  # 'card A': 1926, 10
              - {workload.series: card B}  # 'card B': 2139, 20
    """)


def test_the_wrapped_table_of_the_x4500_is_found_by_what_its_rows_come_to() -> None:
    text = X4500.read_bytes()
    assert proposed(text) == dedent("""\
          - format: whitespace
            reflow: true
            header: Read Test RAID Level Max Readahead (KB) RAID Chunksize Max Readahead on Disks \
(KB) Max Time (s) Read Bandwidth (MB/s)
            count: 30  # so many rows are found
            columns:
              - {skip: true}  # cells: 0, 5
              - {skip: true}  # cells: 65536, 4096, 2816
              - {skip: true}  # cells: 64, 256, 1024
              - {skip: true}  # cells: 256, 512, 65536
              - {operation: read, quantity: time, statistic: max, unit: s}  # \
'Max Time (s)': 16.689, 21.269, 17.967
              - {operation: read, quantity: bandwidth, unit: MB/s, certainty: assumed, \
note: MB/s taken by powers of 1000}  # 'Read Bandwidth (MB/s)': 1,917.43, 1,504.54, 1,781.04
            proof: {product: [5, 6], equals: 32000 MB}  # so in each of 30 rows
    """)


def test_rate_and_iops_show_the_size_of_a_request() -> None:
    raw = """\
        test read (MB/s) read (IOPS)
        a 281.610 68752.4
        b 100.000 24414.1
        c 1.000 244.1
    """
    assert "proof: {quotient: [2, 3], equals: 4096 B}" in proposed(raw.replace("read (", "read("))


def test_a_table_in_the_middle_of_words_is_cut_out() -> None:
    raw = """\
        We measured this.

        Size Read Write
        4 KiB 5 MiB/s 6 MiB/s
        8 KiB 7 MiB/s 8 MiB/s

        It was cold.
    """
    assert proposed(raw) == dedent("""\
          - format: whitespace
            header: Size Read Write
            until: It was cold.
            columns:
              - {column: block_size}  # 'Size': 4 KiB, 8 KiB
              - {operation: read, quantity: bandwidth}  # 'Read': 5 MiB/s, 7 MiB/s
              - {operation: write, quantity: bandwidth}  # 'Write': 6 MiB/s, 8 MiB/s
    """)


def test_records_of_json_are_found_by_their_pointers() -> None:
    raw = '{"host": "a", "jobs": [{"bs": "4 KiB", "read": {"iops": 5}}, {"bs": "8 KiB"}]}'
    assert proposed(raw) == dedent("""\
          - format: json
            records: /jobs/*
            columns:
              - {pointer: /bs, column: block_size}  # 'bs': 4 KiB, 8 KiB
              - {pointer: /read/iops, operation: read, quantity: iops, unit: iops}  # \
'read iops': 5, nothing
    """)


def test_where_nothing_is_recognised_it_is_said() -> None:
    assert proposed("Hello,\nI have no numbers.\n") == ""
    source, _ = unwrap("t.txt", b"a b\n1 2\n3 4\n")
    assert source is not None
    text = propose(source)
    assert text.startswith("# No table of measurements is recognised in this file.")
    assert "#       - {skip: true}  # 'a': 1, 3" in text
    assert sidecar.load(text, "t.txt.yaml") == (sidecar.Sidecar(), [])


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.parent.name)
def test_a_proposal_is_a_sidecar_that_can_be_read(path: Path) -> None:
    source, _ = unwrap(path.name, path.read_bytes())
    assert source is not None
    found, problems = sidecar.load(propose(source), path.name)
    assert found is not None
    assert problems == []


CELLS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=8
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(CELLS, min_size=2, max_size=4),
    st.lists(
        st.lists(CELLS | st.integers(0, 99).map(str), min_size=2, max_size=4),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([",", "\t", " | ", "  "]),
)
def test_whatever_stands_in_a_table_the_proposal_can_be_read(
    head: list[str], rows: list[list[str]], separator: str
) -> None:
    raw = "\n".join(separator.join(row) for row in [head, ["--"] * len(head), *rows])
    source, _ = unwrap("t.txt", raw.encode())
    if source is None:
        return
    found, problems = sidecar.load(propose(source), "t.txt.yaml")
    assert problems == []
    assert found is not None
    list(parse(source, found.table or ()))
