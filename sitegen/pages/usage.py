"""Which documents there are, and what they use: raw files, testbeds and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sitegen import judging, urls
from sitegen.drawn import Figure
from sitegen.judging import Judged
from sitegen.pages import compare, listing, prose, sentences
from sitegen.pages.compare import Declared
from sitegen.pages.run import Quote, Use
from sitegen.pages.testbed import Listed

if TYPE_CHECKING:
    from sitegen.site import Written


def address(its: Written, path: str) -> str:
    """Return the address of the page of a document."""
    document = its.documents.all[path]
    if document.kind == "report":
        return urls.report(document.id)
    if document.kind == "page":
        return urls.plain(document.id)
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
        around = sentences.of(its.prose[path], its.judged[path])
        for one in its.judged[path]:
            for name in judging.runs(one.found) if one.counts else ():
                before, behind = around.get(one.number, ("", ""))
                claim, place = one.claim, f"{to}#{prose.place(one.number)}"
                quote = Quote(before, claim.text, behind, claim.verdict, place)
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


def comparisons(its: Written) -> list[Declared]:
    """Return the comparisons that documents make."""
    found = []
    for path, title, to in titles(its):
        for made in its.figures.blocks.get(path, ()):
            if one := made.compare:
                ids = compare.subjects(one.runs, its.lab)
                called = one.title or compare.title(ids, its.words)
                found.append(Declared(called, f"{to}#{one.id}", title, urls.compare(ids)))
    return found
