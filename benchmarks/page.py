"""A page as every generator is given it: prose as Markdown, numbers ready.

The other generators read no raw file, convert no unit and check nothing: each number comes to them
as the text to be shown, which is a handicap in their favour. They have the same pages to make: a
report with five linked numbers, two tables and two bar charts as SVG; a page for each piece of
hardware with a table of what was measured on it; a page for each raw file with its values and its
numbered lines; and a list of each of the three.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

Row = Mapping[str, object]
"""One number: what, value, printed, page, line, and the length of its bar of at most 400."""

SECTIONS = ("reports", "hardware", "runs")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: where it is, as `reports/rig-00000`, and what stands on it.

    `links` are title and address of the pages that a list of a section names; `hardware` are the
    addresses of the hardware that a report is about.
    """

    address: str
    title: str
    body: str = ""
    charts: tuple[tuple[Row, ...], ...] = ()
    tables: tuple[tuple[Row, ...], ...] = ()
    raw: str = ""
    links: tuple[tuple[str, str], ...] = ()
    hardware: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """Return whether it is the list of a section."""
        return self.address in SECTIONS

    def numbers(self) -> dict[str, object]:
        """Return all but the prose, as it goes into JSON."""
        return {
            "title": self.title,
            "charts": self.charts,
            "tables": self.tables,
            "raw": self.raw,
            "links": self.links,
        }


def with_sentence(page: Page, sentence: str) -> Page:
    """Return a page with one more sentence."""
    return dataclasses.replace(page, body=f"{page.body}\n\n{sentence}")


def with_result(all_pages: Mapping[str, Page], rig: str, number: int) -> list[Page]:
    """Return the pages that a new raw file of a rig makes or changes.

    These are its own page, that of the report and those of its hardware with one more number each,
    and the list of raw files.
    """
    old = all_pages[f"runs/{rig}/mirrored/fio-1"]
    new = dataclasses.replace(
        old, address=f"{old.address}-new-{number}", title=f"{old.title} {number}"
    )
    report = all_pages[f"reports/{rig}"]
    listed = all_pages["runs"]
    row = {**old.tables[0][0], "page": f"/{new.address}/"}
    return [
        new,
        dataclasses.replace(
            report,
            charts=tuple((*one, row) for one in report.charts),
            tables=tuple((*one, row) for one in report.tables),
        ),
        *(
            dataclasses.replace(one, tables=((*one.tables[0], row),))
            for one in (all_pages[address] for address in report.hardware)
        ),
        dataclasses.replace(listed, links=(*listed.links, (new.title, new.address))),
    ]
