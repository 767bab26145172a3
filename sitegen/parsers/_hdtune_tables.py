"""HD Tune: its results typed as a table, HTML or Markdown, with a drive in each column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.record import Source

LABEL = (
    r"(?i:Transfer Rate Minimum|Transfer Rate Maximum|Transfer Rate Average|Access Time|Burst Rate|"
    r"CPU Usage)"
)
_LABEL = re.compile(LABEL)
_FIGURE = re.compile(r"(\d[\d.,]*)\s*(?:MB/s(?:ec)?|ms|%)")


class Text(NamedTuple):
    """What a cell holds, and the index of its line."""

    text: str
    line: int


class Column(NamedTuple):
    """One drive: its name, its figures with their labels and lines, and the lines of the table."""

    name: str
    cells: list[tuple[str, str, int]]
    first: int
    last: int


def columns(source: Source) -> Iterator[list[Column]]:
    """Yield the columns of each table of HD Tune's results."""
    tables = list(_markdown(source.lines))
    if source.html:
        # BeautifulSoup takes a tenth of a second to import, and most results are text.
        from sitegen.parsers._hdtune_html import html_tables

        tables += [
            [[Text(*cell) for cell in row] for row in table] for table in html_tables(source)
        ]
    for rows in tables:
        labelled = [row for row in rows if row and _LABEL.fullmatch(row[0].text)]
        if len(labelled) < 3:
            continue
        head = rows[0] if rows[0] and not _LABEL.fullmatch(rows[0][0].text) else []
        first, last = rows[0][0].line, max(cell.line for cell in labelled[-1])
        found = []
        for place in range(1, max(map(len, labelled))):
            name = head[place].text if place < len(head) else ""
            cells = [
                (row[0].text.lower(), match[1], row[place].line)
                for row in labelled
                if place < len(row) and (match := _FIGURE.fullmatch(row[place].text))
            ]
            if cells:
                found.append(Column(name, cells, first, last))
        yield found


def _markdown(lines: Sequence[str]) -> Iterator[list[list[Text]]]:
    rows: list[list[Text]] = []
    for index, line in enumerate(lines):
        if "|" in line:
            cells = line.strip().strip("|").split("|")
            if not all(cell.strip(" :-") == "" for cell in cells):
                rows.append([Text(" ".join(cell.split()), index) for cell in cells])
        elif rows:
            yield rows
            rows = []
    if rows:
        yield rows
