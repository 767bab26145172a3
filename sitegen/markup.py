"""The HTML of what pages have very much of: rows of tables, lines of raw files.

A template takes about twenty times as long for the same, of which most goes into calls. All else
is in the templates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from sitegen.pages.evidence import Group, Place, Row, Shown
    from sitegen.pages.raw_lines import Line
    from sitegen.pages.run import Value
    from sitegen.pages.tabled import CellView, TableView

Link = Callable[[str], str]
"""Returns the link to an address of the site, from the page at hand."""

DOUBT = '<sup class="doubt" role="img" aria-label="doubted">?</sup>'
"""Stands behind a number that a check doubts; the words of the finding are in its evidence."""


def escape(text: object) -> str:
    """Return text for an element or an attribute of HTML."""
    found = str(text)
    if "&" in found:
        found = found.replace("&", "&amp;")
    if "<" in found or ">" in found:
        found = found.replace("<", "&lt;").replace(">", "&gt;")
    if '"' in found or "'" in found:
        found = found.replace('"', "&#34;").replace("'", "&#39;")
    return found


def table_rows(its: TableView, link: Link) -> Markup:
    """Return the rows of a table of results; their first cells are headings."""
    found = []
    for row in its.rows:
        cells = [_heading(one, link) for one in row[: its.heads]]
        cells += [_cell(one, link) for one in row[its.heads :]]
        found.append(f"<tr>{''.join(cells)}</tr>")
    return Markup("\n".join(found))


_QUANTITY = re.compile(r"[\d.,]+ \S+")


def _heading(its: CellView, link: Link) -> str:
    whole = ' class="whole"' if _QUANTITY.fullmatch(its.text) else ""
    return f'<th scope="row"{whole}>{_linked(its.text, its.address, link)}</th>'


def _cell(its: CellView, link: Link) -> str:
    best = " best" if its.best else ""
    sort = f' data-v="{escape(its.sort)}"' if its.sort is not None else ""
    if its.number:
        mark = f"<small>{escape(its.mark)} </small>" if its.mark else ""
        inside = mark + _number(its.number, link)
    else:
        missing = "missing" if its.missing else ""
        inside = f'<span class="{missing}">{_linked(its.text, its.address, link)}</span>'
    return f'<td class="num{best}"{sort}>{inside}</td>'


def _number(its: Shown, link: Link) -> str:
    state = f" {its.state}" if its.state else ""
    doubt = DOUBT if its.doubted else ""
    return (
        f'<a class="n{state}" href="{escape(link(its.address))}" data-e="{its.evidence}">'
        f"{escape(its.text)}</a>{doubt}"
    )


def _linked(text: str, address: str, link: Link) -> str:
    words = escape(text)
    return f'<a href="{escape(link(address))}">{words}</a>' if address else words


def evidence_bodies(groups: Iterable[Group], link: Link) -> Markup:
    """Return the bodies of the list of evidence that a page ends with, one for each group."""
    found = []
    for one in groups:
        on = f"{_linked(one.on, one.testbed, link)}<br>" if one.testbed else ""
        found.append(
            "<tbody>\n"
            f'<tr><th scope="rowgroup" colspan="5">{on}<small>{escape(one.measured)}</small></th>'
            f"</tr>\n{_evidence_rows(one.rows, link)}\n</tbody>"
        )
    return Markup("\n".join(found))


def _evidence_rows(rows: Iterable[Row], link: Link) -> str:
    """Return rows of the list of evidence."""
    found = []
    for one in rows:
        note = f" <small>{escape(one.note)}</small>" if one.note else ""
        doubts = "".join(f' <small class="doubt">{escape(its)}</small>' for its in one.doubts)
        load = f" <small>{escape(one.load)}</small>" if one.load else ""
        places = ", ".join(_place(its, link) for its in one.raw)
        found.append(
            f'<tr id="{one.id}"><td>{escape(one.label)}{load}</td>'
            f'<td class="num">{escape(one.shown)}</td>'
            f"<td>{escape(one.printed)}{note}{doubts}</td><td>{escape(one.also)}</td>"
            f"<td>{places}</td></tr>"
        )
    return "\n".join(found)


def _place(its: Place, link: Link) -> str:
    return _linked(its.text, its.address, link)


def value_rows(values: Iterable[Value], cases: bool, loads: bool) -> Markup:
    """Return rows for the values of a run; what they are of is told where any value has it."""
    found = []
    for one in values:
        doubt = DOUBT if one.doubted else ""
        note = f'<small class="why">{escape(one.note)}</small>' if one.note else ""
        case = f"<td>{escape(one.case)}</td>" if cases else ""
        load = f"<td>{escape(one.workload)}</td>" if loads else ""
        line = f'<a href="#L{one.line}">{one.line}</a>'
        found.append(
            f'<tr><th scope="row">{escape(one.metric)}</th>'
            f'<td class="num"><a class="n" href="#L{one.line}">{escape(one.value)}</a>{doubt}{note}'
            f"</td><td><code>{escape(one.printed)}</code></td><td>{line}</td>{case}{load}</tr>"
        )
    return Markup("\n".join(found))


def raw_lines(lines: Iterable[Line]) -> Markup:
    """Return the lines of a raw file, each with its number as anchor."""
    found = []
    for its in lines:
        if its.state == "gap":
            found.append(f'<span class="line quiet">      … {escape(its.text)}</span>')
            continue
        state = f" {its.state}" if its.state else ""
        number = f'<a href="#L{its.number}">{its.number}</a>'
        found.append(
            f'<span class="line{state}" id="L{its.number}">{number}{escape(its.text)}</span>'
        )
    return Markup("".join(found))
