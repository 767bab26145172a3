"""How a table is written, where the sidecar does not say it."""

from __future__ import annotations

import re

from sitegen.record import Source
from sitegen.table_description import Table

_PIPES = re.compile(r"^[ \t]*[|│┃].*[|│┃]|^[ \t]*:?-{2,}:?[ \t]*[|+]", re.MULTILINE)


def form_of(source: Source, table: Table) -> str:
    """Return the format of a table by what the file holds and the sidecar asks for."""
    text = source.text
    start = text.lstrip()[:1]
    if any(column.pointer is not None for column in table.columns):
        return "json"
    if "<table" in source.html.casefold():
        return "html"
    if start in ("{", "["):
        return "json"
    if not table.header and not table.reflow and _PIPES.search(text):
        return "markdown"
    if table.reflow:
        # Between the cells of wrapped CSV there is no blank anywhere.
        return "csv" if "," in text and len(text.split()) <= len(source.lines) else "whitespace"
    lines = [line for line in source.lines if line.strip()]
    width = max(2, len(table.columns) if table.whole else 2)
    for form, marks in (("tsv", "\t"), ("csv", table.separator or ",;")):
        # Commas may also stand in numbers: rows of CSV have one between each two cells at least.
        if any(
            sum(line.count(mark) + 1 >= width for line in lines) > len(lines) / 2 for mark in marks
        ):
            return form
    return "whitespace"
