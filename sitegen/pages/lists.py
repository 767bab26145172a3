"""The pages that list everything of a kind, in parts where that is much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from sitegen import urls
from sitegen.diagnostics import Diagnostic
from sitegen.hardware import Hardware
from sitegen.page import Page, Unit
from sitegen.pages import checks, claims, hardware, listing, paging, usage
from sitegen.pages.listing import Shelf
from sitegen.pages.testbed import Listed

if TYPE_CHECKING:
    from sitegen.site import Written

T = TypeVar("T")

_MARKUP = 150
"""About how many bytes an entry of a list has beside its words and its address."""


def units(its: Written) -> Iterator[Unit]:
    """Yield what makes each list: of what there is, of claims, and of findings."""
    lab = its.lab
    lists: tuple[tuple[str, str, str, Callable[[], Iterable[Shelf]]], ...] = (
        (urls.HARDWARE, "Hardware", "Everything that has a page, by kind.",
         lambda: listing.hardware_shelves(lab.hardware, lab.dataset)),
        (urls.TESTBEDS, "Testbeds", "What was measured on, and what differs between the cases.",
         lambda: listing.testbed_shelves(lab)),
        (urls.RUNS, "Raw files", "Every file under results/, whole, with the values read from it.",
         lambda: listing.run_shelves(lab)),
        (urls.CHARTS, "Charts", "Every chart, with the page that it stands on.",
         lambda: listing.chart_shelves(usage.figures_in(its))),
        (urls.REPORTS, "Reports", "What was found, with every number linked to its evidence.",
         lambda: (Shelf("", usage.reports(its)),)),
    )  # fmt: skip
    for one in lists:
        yield Unit(one[:1], partial(_list, *one))
    yield Unit((urls.CLAIMS,), lambda _: _claims(its))
    yield findings(its)


def _list(
    address: str,
    title: str,
    summary: str,
    shelves: Callable[[], Iterable[Shelf]],
    _: list[Diagnostic],
) -> Iterator[Page]:
    flat = [(shelf.title, one) for shelf in shelves() for one in shelf.pages]
    for number, part, pager in _parts(address, flat, _size):
        shown = tuple(
            Shelf(name, tuple(one for _, one in group))
            for name, group in groupby(part, key=lambda entry: entry[0])
        )
        view = listing.ListPage(title, summary, shown, pager)
        yield Page(paging.address(address, number), "list.html", view, title, number == 1)


def runs_with(its: Written, one: Hardware) -> Iterator[Page]:
    """Yield the list of all runs with a piece of hardware."""
    address = urls.hardware_runs(one.id)
    records = its.lab.dataset.by_hardware[one.id]
    runs = its.lab.dataset.runs_with[one.id]
    entries = [("", listed) for listed in hardware.run_entries(runs, its.lab)]
    title = f"Runs with {one.title}"
    summary = f"{len(entries):,} runs with {len(records):,} values: each is on the page of its run."
    for number, part, pager in _parts(address, entries, _size):
        view = listing.ListPage(title, summary, (Shelf("", tuple(e for _, e in part)),), pager)
        source = one.position.path
        yield Page(paging.address(address, number), "list.html", view, source, False)


def _parts(
    address: str, entries: Sequence[T], size: Callable[[T], int]
) -> Iterator[tuple[int, tuple[T, ...], paging.Pager | None]]:
    """Yield number, entries and way to the others of each page of a list."""
    parts = paging.parts(entries, size)
    for number, part in enumerate(parts, 1):
        yield number, part, paging.pager(address, number, len(parts))


def _size(entry: tuple[str, Listed]) -> int:
    one = entry[1]
    words = (*entry[:1], one.title, one.address, one.summary, one.size)
    return _MARKUP + sum(len(text.encode()) for text in words)


def _claims(its: Written) -> Iterator[Page]:
    documents = [
        claims.Checked(title, address, its.prose[path], its.judged[path])
        for path, title, address in usage.titles(its)
    ]
    rows = claims.rows(documents)
    for number, part, pager in _parts(urls.CLAIMS, rows, claims.size):
        view = claims.view(rows, part, pager)
        yield Page(paging.address(urls.CLAIMS, number), "claims.html", view, "claims", number == 1)


def findings(its: Written) -> Unit:
    """Return what makes the page of all findings, and those of codes of which there are many."""
    return Unit((urls.CHECKS,), lambda _: _findings(its))


def _findings(its: Written) -> Iterator[Page]:
    yield Page(urls.CHECKS, "checks.html", checks.view(its.findings), "checks")
    for code, own in checks.long(its.findings).items():
        address = urls.check(code)
        for number, part, pager in _parts(address, own, checks.size):
            view = checks.one(code, len(own), part, pager)
            yield Page(paging.address(address, number), "check.html", view, "checks", False)
