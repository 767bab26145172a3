"""HD Tune: tables in HTML pages."""

from __future__ import annotations

from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag

from sitegen.record import Source


def html_tables(source: Source) -> Iterator[list[list[tuple[str, int]]]]:
    """Yield each table of a page that speaks of transfer rates: rows of texts with their lines."""
    most = len(source.lines)
    for table in BeautifulSoup(source.html, "html.parser").find_all("table"):
        if "transfer rate" not in table.get_text().lower():
            continue
        yield [
            [
                (cell.get_text(" ", strip=True), min(cell.sourceline or 1, most) - 1)
                for cell in row.find_all(["td", "th"])
            ]
            for row in table.find_all("tr")
            if isinstance(row, Tag)
        ]
