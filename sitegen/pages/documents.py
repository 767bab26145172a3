"""The pages of what people wrote: the index, reports and hardware, with links between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sitegen import judging, names, prose, urls
from sitegen.diagnostics import Diagnostic, tally
from sitegen.drawn import Figure
from sitegen.figures import Made
from sitegen.judging import Judged
from sitegen.nearest import did_you_mean
from sitegen.pages import cite, figure, hardware, listing, raw_links, report, sheet, tabled
from sitegen.pages import prose as text
from sitegen.pages.evidence import Evidence
from sitegen.pages.prose import LinkView
from sitegen.pages.report import BlockView, CompareBlockView, ReportPage, TestbedBlockView
from sitegen.pages.run import Quote, Use
from sitegen.pages.testbed import Differs, Listed

if TYPE_CHECKING:
    from sitegen.site import Page, Written

PICTURES = ("png", "jpg", "jpeg", "gif", "webp", "avif")
"""Endings of pictures that can be shown; an SVG could hold scripts."""

_VERDICTS = {
    "holds": "hold",
    "direction": "hold in their direction",
    "fails": "fail",
    "contradiction": "rest on contradictory data",
    "no-data": "have no data",
    "disputed": "are numbers of a source that its data do not bear out",
}


def address(its: Written, path: str) -> str:
    """Return the address of the page of a document."""
    document = its.documents.all[path]
    if document.kind == "report":
        return urls.report(document.id)
    return urls.hardware(document.id) if document.kind == "hardware" else urls.INDEX


def titles(its: Written) -> Iterator[tuple[str, str, str]]:
    """Yield path, title and address of each document."""
    for path, document in its.documents.all.items():
        yield path, document.title, address(its, path)


def reports(its: Written) -> tuple[Listed, ...]:
    """Return all reports, the newest first."""
    return listing.newest_first(
        [
            (one.date, Listed(one.title, urls.report(name), one.summary, one.date))
            for name, one in its.documents.reports.items()
        ]
    )


def reports_on(its: Written, uses: Callable[[Judged], bool]) -> tuple[Listed, ...]:
    """Return the reports that have a link of which `uses` is true."""
    found = []
    for name, one in its.documents.reports.items():
        if any(map(uses, its.judged[one.path])):
            found.append((one.date, Listed(one.title, urls.report(name), one.summary, one.date)))
    return listing.newest_first(found)


def uses(its: Written) -> dict[str, list[Use]]:
    """Return where each raw file is used, by its id: reports with their claims, and charts."""
    found: dict[str, list[Use]] = {}
    for path, title, to in titles(its):
        quotes: dict[str, dict[Quote, None]] = {}
        for one in its.judged[path]:
            for name in judging.runs(one.found) if one.counts else ():
                quote = Quote(one.claim.text, one.claim.verdict)
                quotes.setdefault(its.lab.runs[name].file.id, {})[quote] = None
        for name, stated in quotes.items():
            found.setdefault(name, []).append(Use(title, to, tuple(stated)))
        for made in its.figures.blocks.get(path, ()):
            if made.figure:
                use = Use(made.figure.chart.title, urls.chart(made.figure.id), ())
                for name in dict.fromkeys(record.run for record in made.figure.records):
                    found.setdefault(its.lab.runs[name].file.id, []).append(use)
    return found


def figures_in(its: Written) -> Iterator[tuple[Figure, str, str]]:
    """Yield each figure with address and title of the page that it belongs to."""
    for path, title, to in titles(its):
        for one in its.figures.blocks.get(path, ()):
            if one.figure:
                yield one.figure, to, title
    for name, figures in its.figures.standings.items():
        for figure_ in figures:
            yield figure_, urls.hardware(name), its.lab.hardware[name].title


def pages(its: Written, findings: list[Diagnostic]) -> Iterator[Page]:
    """Yield the pages of all documents, noting links between them that lead nowhere."""
    from sitegen.site import Page

    for path, document in its.documents.all.items():
        evidence = Evidence(its.lab, binary=its.words.binary)
        links = _links(its, path, evidence, findings)
        blocks = tuple(_block(its, made, evidence) for made in its.figures.blocks.get(path, ()))
        html = its.prose[path].html
        if document.kind == "report":
            view: object = _report(its, path, html, links, blocks, evidence)
            yield Page(urls.report(document.id), "report.html", view, path)
        elif document.kind == "hardware":
            view = hardware.view(
                its.lab.hardware[document.id],
                its.lab,
                its.words,
                its.figures.standings.get(document.id, ()),
                (html, links, blocks),
                _naming(its, document.id),
                [one for one in its.findings if one.position.path == path],
                evidence,
            )
            yield Page(urls.hardware(document.id), "hardware.html", view, path)
    yield Page(urls.INDEX, "index.html", _index(its, findings), its.documents.index.path)


def _links(
    its: Written, path: str, evidence: Evidence, findings: list[Diagnostic]
) -> tuple[LinkView, ...]:
    others = {}
    for number, link in enumerate(its.prose[path].links):
        if link.kind in ("document", "image"):
            find = _document if link.kind == "document" else _picture
            to = find(its, path, link.target)
            if isinstance(to, str):
                others[number] = to
            else:
                findings.append(Diagnostic(link.position, "broken-link", *to))
    return text.views(its.prose[path].links, its.judged[path], others, evidence)


def _document(its: Written, path: str, target: str) -> str | tuple[str, str]:
    """Return the address that a link to another document leads to, or what is wrong with it."""
    place = prose.locate(target, path)
    if place is None:
        return f"'{target}' leads out of the project", "link to files below content/ and results/"
    file, anchor = place
    if file in its.lab.files:
        return raw_links.address(its.lab.files[file], anchor, its.lab)
    if file not in its.documents.all:
        return f"no document '{file}'", did_you_mean(file, its.documents.all)
    if anchor:
        known = {one.id for one in its.prose[file].headings} | _block_ids(its, file)
        if anchor not in known:
            hint = did_you_mean(anchor, known) or "it has no anchors: link to the page itself"
            return f"'{file}' has no anchor '#{anchor}'", hint
    return address(its, file) + (f"#{anchor}" if anchor else "")


def _picture(its: Written, path: str, target: str) -> str | tuple[str, str]:
    """Return the address of a picture, or why it cannot be shown."""
    place = prose.locate(target, path)
    if place is None:
        return f"'{target}' leads out of the project", "keep pictures below content/"
    if place[0] in its.pictures:
        return urls.picture(place[0])
    ending = place[0].rpartition(".")[2].lower()
    if ending not in PICTURES:
        return f"'{target}' is no picture that can be shown", f"use one of {', '.join(PICTURES)}"
    return f"no picture '{place[0]}'", did_you_mean(place[0], its.pictures)


def pictures(its: Written) -> dict[str, bytes]:
    """Return the pictures that documents show, by their address."""
    shown = (
        prose.locate(link.target, path)
        for path, one in its.prose.items()
        for link in one.links
        if link.kind == "image"
    )
    return {
        urls.picture(place[0]): its.pictures[place[0]]
        for place in shown
        if place and place[0] in its.pictures
    }


def _block_ids(its: Written, path: str) -> set[str]:
    found = set()
    for made in its.figures.blocks.get(path, ()):
        for one in (made.table, made.figure, made.testbed, made.compare):
            if one:
                found.add(one.id)
    return found


def _block(its: Written, made: Made, evidence: Evidence) -> BlockView:
    if made.table:
        view = tabled.view(made.table, evidence, its.words)
        return BlockView("table", view._replace(cite=f"{urls.table(made.table.id)}#cite"))
    if made.figure:
        return BlockView("chart", figure.view(made.figure, evidence, its.words))
    if made.testbed:
        return BlockView("testbed", _testbed(its, made))
    if made.compare:
        chosen = "&".join(f"s={'run' if path in its.lab.runs else 'testbed'}:{path}"
                          for path in made.compare.runs)  # fmt: skip
        title = made.compare.title or "Compare these side by side"
        return BlockView(
            "compare", CompareBlockView(made.compare.id, title, f"{urls.COMPARE}#{chosen}")
        )
    return BlockView("problem", made.problem)


def _testbed(its: Written, made: Made) -> TestbedBlockView:
    assert made.testbed
    one = its.lab.testbeds[made.testbed.path]
    below = [
        other for path, other in sorted(its.lab.testbeds.items()) if path.startswith(one.path + "/")
    ]
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
) -> ReportPage:
    one = its.documents.reports[its.documents.all[path].id]
    judged = its.judged[path]
    names = dict.fromkeys(name for link in judged for name in judging.runs(link.found))
    entries = [its.lab.runs[name] for name in names]
    hardware_ids = [name for name in one.hardware if name in its.lab.hardware]
    return ReportPage(
        title=one.title,
        summary=one.summary,
        date=one.date,
        authors=one.authors,
        status=one.status,
        banner=cite.banner(its, urls.report(one.id)),
        picture=_card(its, path),
        source=one.source,
        chips=report.chips(
            [(its.lab.hardware[name].title, urls.hardware(name)) for name in hardware_ids]
        ),
        verdicts=report.verdicts(judged),
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
            for one in its.findings
            if one.position.path in {path, *(entry.file.path for entry in entries)}
            and one.code not in ("claim-mismatch", "too-fast")
        ),
        evidence=evidence.groups,
    )


def _card(its: Written, path: str) -> cite.Card | None:
    """Return the first picture that a document shows, for links to it."""
    figures = (made.figure for made in its.figures.blocks.get(path, ()))
    return next(filter(None, map(cite.card, figures)), None)


def _naming(its: Written, name: str) -> tuple[Listed, ...]:
    """Return the reports that name a piece of hardware, or use a value measured with it."""
    runs = {record.run for record in its.lab.dataset.by_hardware.get(name, ())}
    found = []
    for slug, one in its.documents.reports.items():
        used = (run for link in its.judged[one.path] for run in judging.runs(link.found))
        if name in one.hardware or not runs.isdisjoint(used):
            found.append((one.date, Listed(one.title, urls.report(slug), one.summary, one.date)))
    return listing.newest_first(found)


def _index(its: Written, findings: list[Diagnostic]) -> listing.IndexPage:
    index = its.documents.index
    evidence = Evidence(its.lab, binary=its.words.binary)
    known = index.path in its.prose
    html = its.prose[index.path].html if known else ""
    links: tuple[LinkView, ...] = _links(its, index.path, evidence, findings) if known else ()
    blocks: Sequence[BlockView] = [
        _block(its, made, evidence) for made in its.figures.blocks.get(index.path, ())
    ]
    counts: Counter[str] = Counter(
        one.claim.verdict for judged in its.judged.values() for one in judged if one.counts
    )
    verdicts: Mapping[str, int] = {
        words: counts[verdict] for verdict, words in _VERDICTS.items() if counts[verdict]
    }
    lab = its.lab
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
        reports=reports(its),
        hardware=listing.hardware_shelves(lab.hardware, lab.dataset),
        verdicts=verdicts,
        findings=tally(its.findings),
    )
