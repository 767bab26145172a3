"""Rows that a mail program has wrapped are read whole, or not at all, and never as other values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sitegen.parsers._wrapped import whole
from sitegen.record import Source
from sitegen.results import FileReading, read_file

CORPUS = Path(__file__).parents[1] / "corpus"
TOOLS = (
    "dbench",
    "diskspd",
    "elbencho",
    "filebench",
    "fs_mark",
    "io500",
    "ior",
    "iperf",
    "iperf3",
    "mdtest",
    "openssl",
    "rados_bench",
    "sevenzip",
    "stress_ng",
    "tiobench",
    "unixbench",
)
TEXTS = sorted(
    path
    for tool in TOOLS
    for path in (CORPUS / tool).glob("*/input.*")
    if path.suffix in (".txt", ".log", ".out") and b"\0" not in path.read_bytes()
)
WIDTHS = (72, 76, 80)


def wrapped(text: str, width: int) -> str:
    """Return a text as a mail program wraps it: at the last blank that keeps to the width."""
    lines = []
    for line in text.splitlines():
        rest = line
        while len(rest) > width and (cut := rest.rfind(" ", 0, width + 1)) > 0:
            if not rest[:cut].strip():
                break
            lines.append(rest[:cut])
            rest = rest[cut:].lstrip()
        lines.append(rest)
    return "\n".join(lines) + "\n"


def values(reading: FileReading) -> set[tuple[str, object]]:
    """Return what is published, whatever the load."""
    return {(record.metric, record.value) for record in reading.records}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "path", TEXTS, ids=lambda path: f"{path.parent.parent.name}/{path.parent.name}"
)
def test_a_wrapped_output_gives_no_other_value(path: Path, width: int) -> None:
    content = path.read_bytes()
    text = wrapped(content.decode(), width)
    before, after = read_file("mail.txt", content), read_file("mail.txt", text.encode())
    assert values(after) <= values(before)
    if values(after) < values(before):
        assert after.diagnostics


ROWS = re.compile(r"\s*row(?: \d+){4}\s*")


def source(*lines: str) -> Source:
    return Source("mail.txt", lines, tuple(range(1, len(lines) + 1)))


def test_a_row_is_joined_on_its_first_line() -> None:
    first = "row 1 " + "2".rjust(50, "2")
    made = whole(source("text", first, "3333 4", "text"), ROWS)
    assert list(made.lines) == ["text", f"{first} 3333 4", "", "text"]


def test_a_line_with_room_for_the_next_word_was_not_wrapped() -> None:
    given = source("row 1 2", "3 4")
    assert whole(given, ROWS) is given


def test_a_row_below_a_row_is_one_of_its_own() -> None:
    given = source("row " + " ".join(["1" * 15] * 4), "row 1 2 3 4")
    assert whole(given, ROWS) is given
