"""The page of a piece of hardware: data sheet, standing among others, results, uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from sitegen import tables, urls, vocabulary
from sitegen.dataset import ids
from sitegen.diagnostics import Diagnostic, Position
from sitegen.drawn import Figure
from sitegen.hardware import KINDS, Hardware, coverage
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.names import words as name_words
from sitegen.pages import cite, figure, sheet, tabled
from sitegen.pages.cite import Card
from sitegen.pages.evidence import Evidence, Group
from sitegen.pages.figure import FigureView
from sitegen.pages.prose import LinkView
from sitegen.pages.tabled import TableView
from sitegen.pages.testbed import Listed
from sitegen.query import Query
from sitegen.record import Gap, Record

BESIDE = ("cpu", "user-cpu", "system-cpu", "size", "time", "count")
"""Quantities that say how a result came about; their tables are folded away."""


@dataclass(frozen=True, slots=True)
class HardwarePage:
    """What the template of a hardware page gets."""

    title: str
    summary: str
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
    compare: str
    values: int
    testbeds: tuple[Listed, ...]
    runs: tuple[Listed, ...]
    reports: tuple[Listed, ...]
    findings: tuple[Diagnostic, ...]
    evidence: tuple[Group, ...]


def view(
    its: Hardware,
    lab: Lab,
    names: Names,
    figures: Sequence[Figure],
    prose: tuple[str, tuple[LinkView, ...], tuple[object, ...]],
    reports: Sequence[Listed],
    findings: Sequence[Diagnostic],
    evidence: Evidence,
) -> HardwarePage:
    """Return the view of a piece of hardware, with the prose of its document already resolved."""
    records = lab.dataset.by_hardware.get(its.id, ())
    known = coverage(its)
    drawn = tuple(figure.view(one, evidence, names) for one in figures)
    by_quantity = _by_quantity(records)
    gaps = [gap for gap in lab.dataset.gaps if its.id in ids(gap.columns)]
    shown = {
        quantity: _table(its, quantity, chosen, gaps, names, evidence)
        for quantity, chosen in by_quantity.items()
    }
    html, links, blocks = prose
    return HardwarePage(
        title=its.title,
        summary=its.summary,
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
        tables=tuple(table for name, table in shown.items() if name not in BESIDE),
        folded=tuple(table for name, table in shown.items() if name in BESIDE),
        compare=f"{urls.COMPARE}#{urlencode({'s': f'hardware:{its.id}'})}" if records else "",
        values=len(records),
        testbeds=tuple(_testbeds(its, lab)),
        runs=tuple(_runs(records, lab, names)),
        reports=tuple(reports),
        findings=tuple(findings),
        evidence=evidence.groups,
    )


def _by_quantity(records: Iterable[Record]) -> dict[str, list[Record]]:
    order = list(vocabulary.QUANTITIES)
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(str(record.columns["quantity"]), []).append(record)
    return dict(sorted(found.items(), key=lambda one: order.index(one[0])))


def _table(
    its: Hardware,
    quantity: str,
    records: Sequence[Record],
    gaps: Iterable[Gap],
    names: Names,
    evidence: Evidence,
) -> TableView:
    words = vocabulary.QUANTITIES[quantity].label
    query = Query(
        id=f"{its.id}-all-{quantity}",
        kind="table",
        position=Position(its.position.path),
        title=words[0].upper() + words[1:],
        rows=("testbed",),
        columns=("operation",),
    )
    own = [gap for gap in gaps if gap.columns.get("quantity") == quantity]
    table, _ = tables.build(query, records, names, own, extend=True)
    return tabled.view(table, evidence, names)


def _testbeds(its: Hardware, lab: Lab) -> Iterable[Listed]:
    using = [path for path, one in lab.testbeds.items() if any(p.id == its.id for p in one.parts)]
    for path in sorted(using):
        if not any(path.startswith(other + "/") for other in using):
            yield Listed(lab.testbed_title(path), urls.testbed(path), lab.testbeds[path].summary)


def _runs(records: Iterable[Record], lab: Lab, names: Names) -> Iterable[Listed]:
    for name in dict.fromkeys(record.run for record in records):
        entry = lab.runs[name]
        version = f" {entry.run.version}" if entry.run.version else ""
        title = names.testbeds.get(entry.file.testbed, entry.file.testbed)
        yield Listed(f"{entry.run.tool}{version}: {title}", urls.run(name), "")
