"""A table that was wrapped anywhere comes back as it was, or a finding says that it does not."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Sequence
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.results import FileReading
from tests.parsers.tables import read

Rows = Sequence[Sequence[str]]

PLAIN = st.decimals(0, 10**7, places=3).map(lambda number: f"{number.normalize():f}")
GROUPED = st.decimals(0, 10**7, places=2).map(lambda number: f"{number:,.2f}")
WHOLE = st.integers(0, 10**6).map(str)
LONE = st.integers(1000, 10**6).map(lambda number: f"{number:,}")
NUMBERS = st.one_of(PLAIN, WHOLE, GROUPED, LONE)


@st.composite
def tables(draw: st.DrawFn) -> Rows:
    """Return the cells of a table of numbers."""
    width = draw(st.integers(2, 5))
    return draw(st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=1, max_size=6))


def as_csv(rows: Rows, separator: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(rows)
    return text.getvalue()


def as_markdown(rows: Rows) -> str:
    lines = [["a"] * len(rows[0]), ["--"] * len(rows[0]), *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in lines)


def as_html(rows: Rows) -> str:
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table>\n{''.join(f'<tr>{row}</tr>{chr(10)}' for row in cells)}</table>\n"


def as_text(rows: Rows) -> str:
    return "".join(f"{' '.join(row)}\n" for row in rows)


WRITERS = {
    "csv": as_csv,
    "tsv": lambda rows: as_csv(rows, "\t"),
    "markdown": as_markdown,
    "html": as_html,
    "whitespace": as_text,
}


def cut(text: str, width: int) -> str:
    """Return text with its lines cut after `width` characters, as a terminal does."""
    lines = []
    for line in text.splitlines():
        lines += [line[at : at + width] for at in range(0, len(line), width)]
    return "\n".join(lines) + "\n"


def wrapped(text: str, width: int) -> str:
    """Return text with its lines wrapped at blanks, as a mail program does."""
    lines = (textwrap.fill(line, width, break_long_words=False) for line in text.splitlines())
    return "\n".join(lines) + "\n"


def flowed(text: str, width: int) -> str:
    """Return text as one paragraph."""
    return textwrap.fill(" ".join(text.split()), width, break_long_words=False) + "\n"


def read_back(raw: str, form: str, rows: Rows, keys: str = "") -> FileReading:
    columns = "".join(
        f"  - {{operation: read, quantity: latency, statistic: p{place}, unit: s}}\n"
        for place in range(1, len(rows[0]) + 1)
    )
    return read(raw, f"format: {form}\n{keys}columns:\n{columns}")


def same_or_said(reading: FileReading, rows: Rows) -> bool:
    """Return whether all values came back, or an error says that something is wrong."""
    written = [Decimal(cell.replace(",", "")) for row in rows for cell in row]
    values = [Decimal(str(record.value)) for record in reading.records]
    errors = [one for one in reading.diagnostics if one.severity == "error"]
    return values == written or bool(errors)


@settings(max_examples=60, deadline=None)
@given(tables(), st.sampled_from(sorted(WRITERS)))
def test_a_table_written_in_any_format_is_read_back(rows: Rows, form: str) -> None:
    clear = [[cell if "." in cell else cell.replace(",", "") for cell in row] for row in rows]
    reading = read_back(WRITERS[form](clear), form, clear)
    assert [Decimal(str(one.value)) for one in reading.records] == [
        Decimal(cell.replace(",", "")) for row in clear for cell in row
    ]
    assert reading.diagnostics == ()


@settings(max_examples=200, deadline=None)
@given(
    tables(),
    st.sampled_from(sorted(WRITERS)),
    st.sampled_from([cut, wrapped, flowed]),
    st.integers(1, 60),
)
def test_a_table_that_was_wrapped_is_the_same_or_said_to_be_broken(
    rows: Rows, form: str, how: object, width: int
) -> None:
    assert callable(how)
    assert same_or_said(read_back(how(WRITERS[form](rows), width), form, rows), rows)


@settings(max_examples=200, deadline=None)
@given(
    tables(),
    st.sampled_from(["csv", "tsv", "whitespace"]),
    st.sampled_from([cut, wrapped, flowed]),
    st.integers(1, 60),
)
def test_wrapped_rows_that_are_counted_are_the_same_or_said_to_be_broken(
    rows: Rows, form: str, how: object, width: int
) -> None:
    assert callable(how)
    raw = how(WRITERS[form](rows), width)
    assert same_or_said(read_back(raw, form, rows, f"reflow: true\ncount: {len(rows)}\n"), rows)


@settings(max_examples=100, deadline=None)
@given(tables(), st.sampled_from([wrapped, flowed]), st.integers(1, 60))
def test_words_wrapped_between_cells_lose_nothing(rows: Rows, how: object, width: int) -> None:
    assert callable(how)
    clear = [[cell if "." in cell else cell.replace(",", "") for cell in row] for row in rows]
    raw = how(as_text(clear), width)
    reading = read_back(raw, "whitespace", clear, f"reflow: true\ncount: {len(clear)}\n")
    assert [Decimal(str(one.value)) for one in reading.records] == [
        Decimal(cell.replace(",", "")) for row in clear for cell in row
    ]
