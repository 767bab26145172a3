"""Which documents there are, and what they use: raw files, testbeds and figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sitegen import judging, urls
from sitegen.drawn import Figure
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
    return listed(its, its.documents.reports)


def listed(its: Written, names: Iterable[str]) -> tuple[Listed, ...]:
    """Return some reports, the newest first."""
    some = ((name, its.documents.reports[name]) for name in names)
    return listing.newest_first(
        [
            (one.date, Listed(one.title, urls.report(name), one.summary, one.date))
            for name, one in some
        ]
    )


def runs_by_report(its: Written) -> dict[str, set[str]]:
    """Return for each report the runs whose values its links lead to."""
    return {
        name: {run for judged in its.judged[one.path] for run in judging.runs(judged.found)}
        for name, one in its.documents.reports.items()
    }


def reports_by_testbed(its: Written) -> dict[str, tuple[Listed, ...]]:
    """Return for each testbed the reports with a value of it, or of one that lies in it."""
    found: dict[str, dict[str, None]] = {}
    for name, runs in runs_by_report(its).items():
        for path in {its.lab.runs[run].file.testbed for run in runs}:
            for testbed in its.lab.around(path):
                found.setdefault(testbed, {})[name] = None
    return {path: listed(its, names) for path, names in found.items()}


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
