"""What stands at the head of a page that is, or rests on, something that was withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sitegen import urls, withdrawn
from sitegen.content import Report
from sitegen.lab import Lab
from sitegen.record import Record
from sitegen.tables import Table
from sitegen.withdrawal import Withdrawal

if TYPE_CHECKING:
    from sitegen.site import Written

MOST = 5
"""How many things that were withdrawn a page names."""

_REPLACED = "has been replaced by later results."
_WORDS = {"report": "report", "hardware": "page of", "testbed": "testbed", "run": "raw file"}


class Banner(NamedTuple):
    """Something that was withdrawn or replaced, why, and what takes its place.

    It is `own` if it is the page itself, or what the page is a part of.
    """

    status: str
    kind: str
    title: str
    address: str
    reason: str
    successor: str
    successor_address: str
    own: bool


def document(its: Written, path: str) -> tuple[Banner, ...]:
    """Return the banners of a document: its own, and those of what its claims and blocks use."""
    found = [one for link in its.judged[path] for one in withdrawn.of_link(link, its.lab)]
    for made in its.figures.blocks.get(path, ()):
        found += of_records(its, made.figure.records if made.figure else ())
        found += of_records(its, measured(made.table) if made.table else ())
    return banners(its, _own(its, path), found)


def part(its: Written, path: str, records: Iterable[Record]) -> tuple[Banner, ...]:
    """Return the banners of a chart or table of a document."""
    return banners(its, _own(its, path), of_records(its, records))


def runs(its: Written, path: str, names: Iterable[str]) -> tuple[Banner, ...]:
    """Return the banners of a document that is about runs."""
    return banners(its, _own(its, path), its.lab.withdrawals(names))


def measured(table: Table) -> list[Record]:
    """Return the records that stand in a table."""
    cells = (cell.sample for row in table.rows for cell in row.cells)
    return [record for sample in cells if sample for record in sample.records]


def of_records(its: Written, records: Iterable[Record]) -> list[Withdrawal]:
    """Return the withdrawals of runs that records are of."""
    return its.lab.withdrawals(record.run for record in records)


def banners(
    its: Written, own: Withdrawal | None, others: Iterable[Withdrawal] = ()
) -> tuple[Banner, ...]:
    """Return the banners for what a page is and for what it rests on."""
    found = dict.fromkeys(one for one in others if one != own)
    known = its.lab, its.documents.reports
    first = [_banner(*known, own, own=True)] if own else []
    return (*first, *(_banner(*known, one, own=False) for one in list(found)[:MOST]))


def words(one: Withdrawal, lab: Lab) -> tuple[str, str, str, str, str]:
    """Return what is said of hardware, a testbed or a raw file where several stand together.

    That is its status, its kind, its title and address, and all else.
    """
    its = _banner(lab, {}, one, own=True)
    what = "was withdrawn: do not rely on it." if its.status == "retracted" else _REPLACED
    why = its.reason + ("" if its.reason[-1:] in (*".!?", "") else ".")
    see = f"See {its.successor}." if its.successor else ""
    said = " ".join(filter(None, (what, why, see)))
    return f"{its.status.capitalize()}.", f"The {its.kind}", its.title, its.address, said


def _own(its: Written, path: str) -> Withdrawal | None:
    document = its.documents.all[path]
    if document.kind == "report":
        return its.documents.reports[document.id].withdrawal
    return its.lab.hardware[document.id].withdrawal if document.kind == "hardware" else None


def _banner(lab: Lab, reports: Mapping[str, Report], one: Withdrawal, *, own: bool) -> Banner:
    title, address = _named(lab, reports, one.kind, one.id)
    successor = _named(lab, reports, one.kind, one.successor) if one.successor else ("", "")
    kind = _WORDS[one.kind]
    return Banner(one.status, kind, title, address, one.reason, *successor, own)


def _named(lab: Lab, reports: Mapping[str, Report], kind: str, name: str) -> tuple[str, str]:
    """Return the title and the address of a thing; the address of an unknown one is empty."""
    if kind == "report":
        known = reports.get(name)
        return (known.title, urls.report(name)) if known else (name, "")
    if kind == "hardware":
        page = lab.hardware.get(name)
        return (page.title, urls.hardware(name)) if page else (name, "")
    if kind == "testbed":
        title = lab.testbed_title(name)
        return title, urls.testbed(name) if name in lab.testbeds else ""
    known_run = name in lab.runs or any(file.id == name for file in lab.files.values())
    return name, urls.run(name) if known_run else ""
