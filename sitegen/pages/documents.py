"""The pages of what people wrote: the index, reports and hardware."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from sitegen import feeds, judging, names, urls
from sitegen.diagnostics import Diagnostic, Position, tally
from sitegen.figures import Made
from sitegen.page import File, Page, Unit
from sitegen.pages import (
    banners,
    cite,
    compare,
    document_links,
    figure,
    hardware,
    listing,
    lists,
    plain,
    report,
    sheet,
    tabled,
    usage,
)
from sitegen.pages.evidence import Evidence
from sitegen.pages.prose import LinkView
from sitegen.pages.report import BlockView, CompareBlockView, ReportPage, TestbedBlockView
from sitegen.pages.results import Cases
from sitegen.pages.testbed import Differs, Listed

if TYPE_CHECKING:
    from sitegen.site import Written

_VERDICTS = {
    "holds": ("holds", "hold"),
    "direction": ("holds in its direction", "hold in their direction"),
    "fails": ("fails", "fail"),
    "contradiction": ("rests on contradictory data", "rest on contradictory data"),
    "no-data": ("has no data", "have no data"),
    "disputed": (
        "is a number of a source that its data do not bear out",
        "are numbers of a source that its data do not bear out",
    ),
}
"""What the first page says of one claim with a verdict, and of several."""


Findings = Mapping[str, Sequence[Diagnostic]]
"""Findings by the path of the file that they are about."""


class _Known(NamedTuple):
    """What the pages of all documents look for: cases, findings by file, runs by report."""

    cases: Cases
    about: Findings
    used: Callable[[], Mapping[str, set[str]]]


def units(its: Written, about: Findings) -> Iterator[tuple[str, Unit]]:
    """Yield the path of each document with what makes its pages, that of the index last.

    `about` are the findings by file. Links between documents that lead nowhere are noted. A folder
    of pages that has no document is known by its name.
    """
    known = _Known(Cases(), about, cache(partial(usage.runs_by_report, its)))
    for path, document in its.documents.all.items():
        if document.kind != "index":
            at, make = usage.address(its, path), partial(_pages, its, path, known)
            of = partial(_of, its, path, known) if document.kind == "hardware" else None
            yield path, Unit((at,), make, of)
    for name, one in its.documents.pages.items():
        if not one.path:
            yield name, Unit((urls.plain(name),), partial(_folder, its, name))
    yield its.documents.index.path, Unit(("index.html",), partial(_first, its))


def _of(its: Written, path: str, known: _Known) -> object:
    """Return what the page of a piece of hardware is made of."""
    prose, name = its.prose[path], its.documents.all[path].id
    if any(link.kind in ("document", "image") for link in prose.links):
        return object()  # other documents decide where these lead to
    own = prose, its.judged[path], its.figures.blocks.get(path, ()), its.figures.standings[name]
    return its.ground, its.lab, own, _naming(its, name, known.used()), known.about.get(path, ())


def _pages(
    its: Written, path: str, known: _Known, findings: list[Diagnostic]
) -> Iterator[Page | File]:
    document = its.documents.all[path]
    evidence = Evidence(its.lab, binary=its.words.binary)
    links = document_links.links(its, path, evidence, findings)
    blocks = tuple(_block(its, made, evidence) for made in its.figures.blocks.get(path, ()))
    html = its.prose[path].html
    if document.kind == "report":
        view: object = _report(its, path, html, links, blocks, evidence, known.about, findings)
        yield Page(urls.report(document.id), "report.html", view, path)
    elif document.kind == "hardware":
        view = hardware.view(
            its.lab.hardware[document.id],
            its.lab,
            its.words,
            its.figures.standings.get(document.id, ()),
            (html, links, blocks),
            _naming(its, document.id, known.used()),
            banners.runs(its, path, its.lab.dataset.runs_with.get(document.id, ())),
            known.about.get(path, ()),
            evidence,
            known.cases,
        )
        yield Page(urls.hardware(document.id), "hardware.html", view, path)
        if view.all_runs:
            yield from lists.runs_with(its, its.lab.hardware[document.id])
    elif document.kind == "page":
        body = plain.Body(html, links, blocks, its.prose[path].headings)
        said = known.about.get(path, ())
        view = plain.view(its.documents.pages, document.id, body, said, evidence)
        yield Page(urls.plain(document.id), "page.html", view, path)


def _folder(its: Written, name: str, _: list[Diagnostic]) -> Iterator[Page | File]:
    evidence = Evidence(its.lab, binary=its.words.binary)
    view = plain.view(its.documents.pages, name, plain.Body(), (), evidence)
    yield Page(urls.plain(name), "page.html", view, name)


def _first(its: Written, findings: list[Diagnostic]) -> Iterator[Page | File]:
    yield Page(urls.INDEX, "index.html", _index(its, findings), its.documents.index.path)


def _block(its: Written, made: Made, evidence: Evidence) -> BlockView:
    if made.table:
        view = tabled.view(made.table, evidence, its.words)
        return BlockView("table", view._replace(cite=f"{urls.table(made.table.id)}#cite"))
    if made.figure:
        return BlockView("chart", figure.view(made.figure, evidence, its.words))
    if made.testbed:
        return BlockView("testbed", _testbed(its, made))
    if made.compare and made.compared:
        title = made.compare.title or "Compare these side by side"
        to = urls.compare(compare.subjects(made.compare.runs, its.lab))
        table = tabled.view(made.compared, evidence, its.words, titled=False)
        return BlockView("compare", CompareBlockView(made.compare.id, title, to, table))
    return BlockView("problem", made.problem)


def _testbed(its: Written, made: Made) -> TestbedBlockView:
    assert made.testbed
    one = its.lab.testbeds[made.testbed.path]
    below = its.lab.below(one.path)
    return TestbedBlockView(
        made.testbed.id,
        made.testbed.title or one.title,
        made.testbed.caption or one.summary,
        urls.testbed(one.path),
        sheet.testbed_groups(one, its.lab),
        tuple(Listed(other.title, urls.testbed(other.path), "") for other in below),
        tuple(
            Differs(names.words(name.removeprefix("testbed.")),
                    tuple(values[other.path] for other in below))
            for name, values in sheet.differing(below).items()
        ),
    )  # fmt: skip


def _report(
    its: Written,
    path: str,
    html: str,
    links: tuple[LinkView, ...],
    blocks: tuple[BlockView, ...],
    evidence: Evidence,
    about: Findings,
    findings: list[Diagnostic],
) -> ReportPage:
    one = its.documents.reports[its.documents.all[path].id]
    judged = its.judged[path]
    names = dict.fromkeys(name for link in judged for name in judging.runs(link.found))
    entries = [its.lab.runs[name] for name in names]
    told = {path, *(entry.file.path for entry in entries)}
    told.update(*(made.files for made in its.figures.blocks.get(path, ())))
    hardware_ids = [name for name in one.hardware if name in its.lab.hardware]
    headline, blocks = report.apart(one.headline, blocks)
    if one.headline and headline is None:
        message = f"no table '{one.headline}' in this report to stand at its head"
        findings.append(Diagnostic(Position(path), "bad-value", message))
    return ReportPage(
        title=one.title,
        summary=one.summary,
        date=one.date,
        authors=one.authors,
        status=one.status,
        banners=banners.document(its, path),
        picture=_card(its, path),
        source=one.source,
        chips=report.chips(
            [(its.lab.hardware[name].title, urls.hardware(name)) for name in hardware_ids]
        ),
        verdicts=report.verdicts(judged),
        headline=headline,
        html=html,
        links=links,
        blocks=blocks,
        runs=tuple(
            Listed(
                f"{entry.run.tool} {entry.run.version}".strip()
                + f": {its.words.testbeds.get(entry.file.testbed, entry.id)}",
                urls.run(entry.id),
                "",
            )
            for entry in entries
        ),
        findings=tuple(
            one
            for file in sorted(told)
            for one in about.get(file, ())
            if one.code not in ("claim-mismatch", "too-fast")
        ),
        evidence=evidence.groups,
    )


def _card(its: Written, path: str) -> cite.Card | None:
    """Return the first picture that a document shows, for links to it."""
    figures = (made.figure for made in its.figures.blocks.get(path, ()))
    return next(filter(None, map(cite.card, figures)), None)


def _naming(its: Written, name: str, used: Mapping[str, set[str]]) -> tuple[Listed, ...]:
    """Return the reports that name a piece of hardware, or use a value measured with it."""
    runs = its.lab.dataset.runs_with.get(name, ())
    return usage.listed(
        its,
        (
            slug
            for slug, one in its.documents.reports.items()
            if name in one.hardware or not used[slug].isdisjoint(runs)
        ),
    )


def _index(its: Written, findings: list[Diagnostic]) -> listing.IndexPage:
    index = its.documents.index
    evidence = Evidence(its.lab, binary=its.words.binary)
    known = index.path in its.prose
    html = its.prose[index.path].html if known else ""
    links: tuple[LinkView, ...] = (
        document_links.links(its, index.path, evidence, findings) if known else ()
    )
    blocks: Sequence[BlockView] = [
        _block(its, made, evidence) for made in its.figures.blocks.get(index.path, ())
    ]
    counts: Counter[str] = Counter(
        one.claim.verdict for judged in its.judged.values() for one in judged if one.counts
    )
    verdicts: Mapping[str, int] = {
        words[counts[verdict] > 1]: counts[verdict]
        for verdict, words in _VERDICTS.items()
        if counts[verdict]
    }
    lab, pages = its.lab, its.documents.pages
    return listing.IndexPage(
        title=its.settings.title or index.title or "Lab",
        summary=index.summary,
        html=html,
        links=links,
        blocks=tuple(blocks),
        counts=(
            listing.Count(len(its.documents.reports), "report", "", urls.REPORTS),
            listing.Count(len(lab.hardware), "hardware page", "", urls.HARDWARE),
            listing.Count(len(lab.testbeds), "testbed", "", urls.TESTBEDS),
            listing.Count(len(lab.runs), "run", "", urls.RUNS),
            listing.Count(len(lab.dataset.records), "value", "", urls.DATA),
        ),
        pages_title=pages[""].title if pages else "",
        pages=plain.shelves(pages, ""),
        reports=usage.reports(its),
        results=tuple(
            Listed(one.title, one.address, one.summary, one.date)
            for one in feeds.newest(feeds.results(its))
        ),
        changed=listing.changed(lab.files.values(), its.history, binary=its.words.binary),
        hardware=listing.hardware_shelves(lab.hardware, lab.dataset),
        verdicts=verdicts,
        findings=tally(its.findings),
    )
