"""The page of a piece of hardware: data sheet, standing among others, results, uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sitegen import urls
from sitegen.diagnostics import Diagnostic
from sitegen.drawn import Figure
from sitegen.hardware import KINDS, Hardware, coverage
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.names import words as name_words
from sitegen.pages import cite, figure, listing, results, sheet
from sitegen.pages.banners import Banner
from sitegen.pages.cite import Card
from sitegen.pages.evidence import Evidence, Proof
from sitegen.pages.figure import FigureView
from sitegen.pages.prose import LinkView
from sitegen.pages.results import Cases
from sitegen.pages.tabled import TableView
from sitegen.pages.testbed import Listed
from sitegen.record import Record
from sitegen.samples import samples

ROOM = 66_000
"""How many bytes the numbers of a page may take; of more, the best are shown."""

_LEAST = 24_000
"""For the tables is at least this room, however much the pictures take."""

_MANY = 1_000
"""Of more results than this the best are shown, even if repeats would take little room."""

RUNS = 10
"""How many runs a page names."""

_MARK = 650
"""About how many bytes a number takes in a picture and in the table below it."""


@dataclass(frozen=True, slots=True)
class HardwarePage:
    """What the template of a hardware page gets."""

    title: str
    summary: str
    banners: tuple[Banner, ...]
    kind: str
    vendor: str
    year: str
    source: str
    specs: tuple[sheet.Entry, ...]
    limits: tuple[sheet.Entry, ...]
    recorded: int
    asked: int
    missing: tuple[str, ...]
    html: str
    links: tuple[LinkView, ...]
    blocks: tuple[object, ...]
    figures: tuple[FigureView, ...]
    picture: Card | None
    tables: tuple[TableView, ...]
    folded: tuple[TableView, ...]
    chosen: bool
    rest: bool
    compare: str
    values: int
    testbeds: tuple[Listed, ...]
    runs: tuple[Listed, ...]
    number: int
    all_runs: str
    reports: tuple[Listed, ...]
    findings: tuple[Diagnostic, ...]
    evidence: Proof


def view(
    its: Hardware,
    lab: Lab,
    names: Names,
    figures: Sequence[Figure],
    prose: tuple[str, tuple[LinkView, ...], tuple[object, ...]],
    reports: Sequence[Listed],
    banners: tuple[Banner, ...],
    findings: Sequence[Diagnostic],
    evidence: Evidence,
    cases: Cases,
) -> HardwarePage:
    """Return the view of a piece of hardware, with the prose of its document already resolved."""
    records = lab.dataset.by_hardware.get(its.id, ())
    known = coverage(its)
    drawn = tuple(figure.view(one, evidence, names) for one in figures)
    chosen = _chosen(its, records, figures, cases)
    gaps = results.gaps(its, lab)
    if len(chosen) < len(records):
        gaps = results.among(gaps, chosen)
    shown = {
        quantity: results.table(its, quantity, own, gaps, names, evidence)
        for quantity, own in results.by_quantity(chosen).items()
    }
    runs = lab.dataset.runs_with.get(its.id, ())
    html, links, blocks = prose
    return HardwarePage(
        title=its.title,
        summary=its.summary,
        banners=banners,
        kind=KINDS[its.kind].plural,
        vendor=its.vendor,
        year=its.year,
        source=its.source,
        specs=sheet.entries(its.specs),
        limits=sheet.limits(its.limits),
        recorded=len(known.recorded),
        asked=len(known.recorded) + len(known.missing),
        missing=tuple(map(name_words, known.missing)),
        html=html,
        links=links,
        blocks=blocks,
        figures=drawn,
        picture=next(filter(None, map(cite.card, figures)), None),
        tables=tuple(table for name, table in shown.items() if name not in results.BESIDE),
        folded=tuple(table for name, table in shown.items() if name in results.BESIDE),
        chosen=len(chosen) < len(results.main(records)),
        rest=len(chosen) < len(records),
        compare=urls.compare([f"hardware:{its.id}"]) if records else "",
        values=len(records),
        testbeds=tuple(_testbeds(its, lab)),
        runs=tuple(run_entries(runs[:RUNS], lab)),
        number=len(runs),
        all_runs=urls.hardware_runs(its.id) if len(runs) > RUNS else "",
        reports=tuple(reports),
        findings=tuple(findings),
        evidence=evidence.groups,
    )


def _chosen(
    its: Hardware, records: Sequence[Record], figures: Sequence[Figure], cases: Cases
) -> Sequence[Record]:
    """Return the results that there is room for beside the pictures; all of them, if possible."""
    drawn = [sample for one in figures for sample in samples(one.records)]
    others = [one for one in drawn if its.id not in one.record.columns.values()]
    room = max(_LEAST, ROOM - results.size(others) - _MARK * len(drawn))
    if len(records) <= _MANY and results.size(samples(records)) <= room:
        return records
    return results.telling(cases.of(records), room)


def _testbeds(its: Hardware, lab: Lab) -> Iterable[Listed]:
    using = [path for path, one in lab.testbeds.items() if any(p.id == its.id for p in one.parts)]
    for path in lab.outermost(using):
        yield Listed(lab.testbed_title(path), urls.testbed(path), lab.testbeds[path].summary)


def run_entries(runs: Iterable[str], lab: Lab) -> Iterable[Listed]:
    """Yield an entry for each of some runs: its tool, its testbed, how much it holds."""
    for name in runs:
        entry = lab.runs[name]
        version = f" {entry.run.version}" if entry.run.version else ""
        title = lab.testbed_title(entry.file.testbed)
        # Several runs of a tool on a testbed are told apart by the names of their files.
        size = f"{name.rpartition('/')[2]}, {listing.results(len(lab.dataset.by_run[name]))}"
        yield Listed(f"{entry.run.tool}{version}: {title}", urls.run(name), "", size)
