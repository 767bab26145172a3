"""Pages that list other pages: the index, reports, hardware, testbeds, raw files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import urls
from sitegen.dataset import Dataset
from sitegen.diagnostics import Tally
from sitegen.drawn import Figure
from sitegen.hardware import KINDS, Hardware
from sitegen.history import History
from sitegen.lab import Lab, RawFile
from sitegen.pages import in_words
from sitegen.pages.paging import Pager
from sitegen.pages.testbed import Listed
from sitegen.record import Record
from sitegen.results import read_file

CHANGED = 6
"""How many changed raw files the first page names."""

_NAMED = 3
"""How many changed numbers of each it names."""


class Shelf(NamedTuple):
    """A heading with the pages under it, and the page that lists only those, if there is one."""

    title: str
    pages: tuple[Listed, ...]
    address: str = ""


@dataclass(frozen=True, slots=True)
class ListPage:
    """What the template of a list gets."""

    title: str
    summary: str
    shelves: tuple[Shelf, ...]
    pager: Pager | None = None


class Count(NamedTuple):
    """A number of things on the site, and the page that lists them."""

    number: int
    one: str
    many: str
    address: str


@dataclass(frozen=True, slots=True)
class IndexPage:
    """What the template of the first page gets."""

    title: str
    summary: str
    html: str
    links: tuple[object, ...]
    blocks: tuple[object, ...]
    counts: tuple[Count, ...]
    pages_title: str
    pages: tuple[Shelf, ...]
    reports: tuple[Listed, ...]
    results: tuple[Listed, ...]
    changed: tuple[Listed, ...]
    hardware: tuple[Shelf, ...]
    verdicts: Mapping[str, int]
    findings: Tally


def results(number: int) -> str:
    """Return '1 result', '49 results', or that there is none."""
    return f"{number:,} result{'' if number == 1 else 's'}" if number else "no results"


def hardware_shelves(hardware: Mapping[str, Hardware], dataset: Dataset) -> tuple[Shelf, ...]:
    """Return the hardware by kind; within a kind, what has most results first."""
    found: dict[str, list[tuple[int, str, Listed]]] = {}
    for name, its in hardware.items():
        number = len(dataset.by_hardware.get(name, ()))
        listed = Listed(its.title, urls.hardware(name), its.summary, results(number))
        found.setdefault(its.kind, []).append((-number, its.title.casefold(), listed))
    return tuple(
        Shelf(KINDS[kind].plural, tuple(listed for *_, listed in sorted(found[kind])))
        for kind in KINDS
        if kind in found
    )


def testbed_shelves(lab: Lab) -> tuple[Shelf, ...]:
    """Return the outermost testbeds with those that lie in them."""
    shelves = []
    for path in lab.outermost(lab.testbeds):
        its = lab.testbeds[path]
        whole = Listed(
            lab.testbed_title(path),
            urls.testbed(path),
            its.summary,
            results(len(lab.dataset.under(path))),
        )
        inner = (
            Listed(
                one.title,
                urls.testbed(one.path),
                one.summary,
                results(len(lab.dataset.under(one.path))),
            )
            for one in lab.below(path)
        )
        shelves.append(Shelf(whole.title, (whole, *inner)))
    return tuple(shelves)


def run_shelves(lab: Lab) -> tuple[Shelf, ...]:
    """Return the raw files by testbed."""
    found: dict[str, list[Listed]] = {}
    for file in lab.files.values():
        tools = ", ".join(dict.fromkeys(run.tool for run in file.reading.runs))
        listed = Listed(
            file.path.removeprefix("results/"),
            urls.run(file.id),
            tools or "not identified",
            results(len(file.reading.records)) if file.reading.records else "",
        )
        found.setdefault(lab.testbed_title(file.testbed) or "No testbed", []).append(listed)
    return tuple(Shelf(title, tuple(pages)) for title, pages in found.items())


def chart_shelves(figures: Iterable[tuple[Figure, str, str]]) -> tuple[Shelf, ...]:
    """Return the charts by the page that they stand on, each given with its address and title."""
    found: dict[tuple[str, str], list[Listed]] = {}
    for one, address, title in figures:
        listed = Listed(one.chart.title, urls.chart(one.id), "", "")
        found.setdefault((title, address), []).append(listed)
    return tuple(Shelf(title, tuple(pages)) for (title, _), pages in found.items())


def changed(
    files: Iterable[RawFile], history: History, *, binary: bool = False
) -> tuple[Listed, ...]:
    """Return the raw files that were changed after they came, with the numbers, the last first."""
    found = []
    for file in files:
        its = history.get(file.path)
        if its and its.last > its.first:
            name = file.path.removeprefix("results/")
            said = _numbers(file, its.before, binary) if its.before is not None else ""
            said = said or f"In the repository since {its.first}."
            found.append((its.last, Listed(name, urls.run(file.id), said, its.last)))
    return newest_first(found)


def _numbers(file: RawFile, before: bytes, binary: bool) -> str:
    """Return which values of a file are others than in what it held before, in words."""
    old = _values(read_file(file.path, before).records)
    new = _values(file.reading.records)
    known = [(old[key], new[key]) for key in new if key in old]
    if not known:
        return ""  # it is read with a sidecar, or was no result
    others = [(one, two) for one, two in known if one.value != two.value]
    said = [
        f"{in_words.metric(two)}: {in_words.plain(one.value, one, binary=binary)}"
        f" \u2192 {in_words.plain(two.value, two, binary=binary)}"
        for one, two in others[:_NAMED]
    ]
    counts = [(len(others[_NAMED:]), "more changed"), (len(new.keys() - old.keys()), "new"),
              (len(old.keys() - new.keys()), "gone")]  # fmt: skip
    said += [f"{count:,} {word}" for count, word in counts if count]
    return f"{'; '.join(said)}." if said else ""


def _values(records: Iterable[Record]) -> dict[tuple[object, ...], Record]:
    """Return records by what they are of; of those alike, by their place among these."""
    found: dict[tuple[object, ...], Record] = {}
    for one in records:
        what, place = tuple(sorted(one.columns.items())), 0
        while (*what, place) in found:
            place += 1
        found[*what, place] = one
    return found


def newest_first(pages: Sequence[tuple[str, Listed]]) -> tuple[Listed, ...]:
    """Return pages by their date, the newest first, those without a date last."""
    return tuple(listed for _, listed in sorted(pages, key=lambda one: one[0], reverse=True))
