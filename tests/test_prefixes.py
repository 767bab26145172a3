"""Output whose lines begin with a task, a host or the mark of a remark is read without that."""

from __future__ import annotations

import pytest

from tests.parsers.output import read, values

IOZONE = """\
\tRecord Size 1024 kB
\tFile size set to 8388608 kB
              kB  reclen    write  rewrite    read    reread
         8388608    1024   181234   191802   201344   202117

iozone test complete.
"""
STREAM = """\
-------------------------------------------------------------
STREAM version $Revision: 5.10 $
-------------------------------------------------------------
Function    Best Rate MB/s  Avg time     Min time     Max time
Copy:           {copy}     0.012987     0.012899     0.013105
Scale:          12100.5     0.013357     0.013223     0.013544
Add:            13400.9     0.018021     0.017909     0.018243
Triad:          13380.2     0.018055     0.017937     0.018187
-------------------------------------------------------------
Solution Validates: avg error less than 1.000000e-13 on all three arrays
-------------------------------------------------------------
"""


def prefixed(text: str, prefix: str) -> str:
    """Return a text with a prefix in front of each line."""
    return "".join(f"{prefix}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize("prefix", ["0: ", " 3: ", "[1,0]<stdout>:", "rig-7: ", "n01.lab: ", "# "])
@pytest.mark.parametrize("text", [IOZONE, STREAM.format(copy="12404.1")], ids=["iozone", "stream"])
def test_lines_that_all_have_a_prefix_are_read_without_it(text: str, prefix: str) -> None:
    whole, found = read(text), read(f"$ run it\n{prefixed(text, prefix)}\ndone\n")
    assert [(one.metric, one.value, one.written) for one in found.records] == [
        (one.metric, one.value, one.written) for one in whole.records
    ]
    assert [one.position.line - 1 for one in found.records] == [
        one.position.line for one in whole.records
    ]
    assert found.diagnostics == whole.diagnostics


def test_the_lines_of_two_hosts_that_print_at_once_are_put_together() -> None:
    first, second = (STREAM.format(copy=copy).splitlines() for copy in ("12404.1", "11404.2"))
    mixed = "".join(f"n01: {one}\nn02: {other}\n" for one, other in zip(first, second, strict=True))
    found = read(mixed)
    assert [run.tool for run in found.runs] == ["STREAM", "STREAM"]
    assert [
        (one.value, one.position.line) for one in found.records if one.metric == "copy.bandwidth"
    ] == [(12404100000, 9), (11404200000, 10)]


def test_a_block_in_which_one_printer_has_a_single_line_is_left_as_it_is() -> None:
    assert values(prefixed(IOZONE, "0: ").replace("0: \tFile", "1: \tFile")) == []
