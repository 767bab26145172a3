"""All pages and files of a site, each from its view and its template."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sitegen import drawn, export, feeds, finishing, judging, render, rendering, urls
from sitegen.configuration import Configuration
from sitegen.content import Documents
from sitegen.diagnostics import Diagnostic, Position, by_file, ranked
from sitegen.figures import Figures
from sitegen.finishing import About
from sitegen.history import History
from sitegen.judging import Judged
from sitegen.lab import Lab, RawFile
from sitegen.lock import Locked
from sitegen.moves import Moves
from sitegen.names import Names
from sitegen.page import File, Page, Unit
from sitegen.pages import (
    banners,
    compare,
    data,
    document_links,
    embed,
    lists,
    raw_links,
    run,
    search,
    testbed,
    usage,
)
from sitegen.pages import documents as written
from sitegen.pages import parsers as tools
from sitegen.pages.testbed import Listed
from sitegen.prose import Prose
from sitegen.rendering import Rendered
from sitegen.stages import Stages
from sitegen.testbed import Testbed

_NAVIGATION = (
    ("Testbeds", urls.TESTBEDS),
    ("Compare", urls.COMPARE),
    ("Claims", urls.CLAIMS),
    ("Data", urls.DATA),
    ("Search", urls.SEARCH),
)
"""What stands in the head of every page behind what the lab has written."""


class Written(NamedTuple):
    """All that pages are made of."""

    settings: Configuration
    documents: Documents
    lab: Lab
    words: Names
    prose: Mapping[str, Prose]
    judged: Mapping[str, Sequence[Judged]]
    figures: Figures
    pictures: Mapping[str, bytes]
    history: History
    findings: Sequence[Diagnostic]
    locked: Sequence[Locked]


Last = Callable[[Mapping[str, bytes], Sequence[Diagnostic]], Sequence[Diagnostic]]


class Made(NamedTuple):
    """The files of a site by address, the addresses it publishes, and what is wrong with them.

    `moves` says where addresses lead that have moved. Pictures are still empty, and pages have
    tokens in the place of drawings (`sitegen.pending`).
    """

    files: Mapping[str, bytes]
    addresses: Sequence[str]
    moves: Moves
    findings: Sequence[Diagnostic]


def pages(
    its: Written,
    templates: Path | None,
    last: Last,
    stages: Stages,
    *,
    preview: bool,
    indexed: bool,
    workers: int,
) -> Made:
    """Return a whole site; search engines are asked to stay away if it is not `indexed`.

    `last` completes what is found while pages are made, once all files are there. `stages` is told
    of each page, with its template as its kind. Pages are made in as many processes as there are
    `workers`, if there are enough pages for that.
    """
    findings: list[Diagnostic] = []
    static = render.static_files(templates)
    if not preview:
        del static["static/reload.js"]
    files = dict(static)
    about = _about_site(its, indexed=indexed and not preview)
    site = _site(about, preview=preview) | {"navigation": _navigation(its.documents)}
    renderer = render.Renderer(templates, site, static)
    site_pages: dict[str, Rendered] = {}
    searched, compared = search.entries(its), compare.prepare(its.lab, its.words)
    units = list(_units(its, searched, compared))
    for one in rendering.made(units, renderer, workers if len(units) >= rendering.MANY else 1):
        findings += one.findings
        files |= one.files
        for page in one.pages:
            stages.done(page.address or "the first page", page.template)
            if page.address in site_pages:
                findings.append(_collision(page, site_pages[page.address]))
                continue
            site_pages[page.address] = page
            if isinstance(page.content, Diagnostic):
                findings.append(page.content)
            else:
                files[urls.file_of(page.address)] = page.content
    files |= document_links.pictures(its)
    files |= compare.files(compared, its.lab, its.words)
    files |= embed.files(its, about.title)
    files[search.INDEX] = search.index(searched)
    for figure in its.figures.all:
        files |= drawn.files(figure) | dict.fromkeys(drawn.pictures(figure), b"")
    # GitHub Pages leaves out files whose name begins with a dot or an underscore without this.
    files[".nojekyll"] = b""
    shown = {name: one for name, one in site_pages.items() if isinstance(one.content, bytes)}
    more = finishing.finish(its, about, renderer, shown, files)
    late = last({**files, **more.files}, [*findings, *more.findings])
    if late:
        # What is found only while pages are made stands on the pages that list findings as well.
        again = list(_again(its._replace(findings=ranked([*its.findings, *late])), late))
        for one in rendering.made(again, renderer):
            for page in one.pages:
                if isinstance(page.content, bytes):
                    files[urls.file_of(page.address)] = page.content
                    shown[page.address] = page
        more = finishing.finish(its, about, renderer, shown, files)
    return Made({**files, **more.files}, more.addresses, more.moves, late)


def _collision(page: Rendered, owner: Rendered) -> Diagnostic:
    return Diagnostic(
        Position(page.source),
        "page-collision",
        f"its page would be {page.address}, which is that of {owner.source}",
        "give one of the two another name; the ending does not count",
    )


def _again(its: Written, late: Sequence[Diagnostic]) -> Iterator[Unit]:
    """Yield the first page, the findings, and the documents that late findings are about."""
    paths = {one.position.path for one in late} | {its.documents.index.path}
    yield from (unit for path, unit in written.units(its) if path in paths)
    yield lambda _: lists.findings(its)


def _about_site(its: Written, *, indexed: bool) -> About:
    title = its.settings.title or its.documents.index.title or "Lab"
    made = feeds.feeds(its, title) if indexed else ()
    return About(title, its.settings.base_url, indexed, made)


def _site(about: About, *, preview: bool) -> dict[str, object]:
    return {
        "title": about.title,
        "base_url": about.base_url,
        "indexed": about.indexed,
        "feeds": about.feeds,
        "language": "en",
        "connect": "'self'" if preview else "'none'",
        "preview": preview,
    }


def _navigation(documents: Documents) -> tuple[tuple[str, str], ...]:
    """Return what leads from every page to the lists of the site, as far as there is anything."""
    pages = documents.pages.get("")
    wrote = (
        ("Reports", urls.REPORTS, documents.reports),
        ("Hardware", urls.HARDWARE, documents.hardware),
        (pages.title if pages else "", urls.PAGES, pages),
    )
    return *((title, address) for title, address, any_ in wrote if any_), *_NAVIGATION


def _units(
    its: Written, searched: Sequence[search.Entry], compared: compare.Choices
) -> Iterator[Unit]:
    """Yield what makes each page; what takes longest stands first, where it delays nothing."""
    yield lambda _: _data(its)
    yield from (unit for _, unit in written.units(its))
    about, on = by_file(its.findings), usage.reports_by_testbed(its)
    for path, bed in its.lab.testbeds.items():
        yield partial(_testbed, its, bed, on.get(path, ()), about.get(bed.position.path, ()))
    uses = usage.uses(its)
    cited = raw_links.cited(its)
    for file in its.lab.files.values():
        of = (*about.get(file.path, ()), *about.get(f"{file.path}.yaml", ()))
        yield partial(_run, its, file, uses.get(file.id, ()), cited.get(file.path, ()), of)
    yield from embed.units(its)
    yield lambda _: _lists(its, searched, compared)


def _testbed(
    its: Written,
    bed: Testbed,
    reports: Sequence[Listed],
    about: Sequence[Diagnostic],
    _: list[Diagnostic],
) -> Iterator[Page]:
    below = its.lab.withdrawals(entry.id for entry in its.lab.runs_on(bed.path))
    said = banners.banners(its, bed.withdrawal, below)
    view = testbed.view(bed, its.lab, reports, said, about)
    yield Page(urls.testbed(bed.path), "testbed.html", view, bed.position.path)


def _run(
    its: Written,
    file: RawFile,
    uses: Sequence[run.Use],
    cited: Iterable[int],
    about: Sequence[Diagnostic],
    _: list[Diagnostic],
) -> Iterator[Page]:
    said = banners.banners(its, its.lab.withdrawal(file))
    when = its.history.get(file.path)
    shown = run.view(file, its.lab, uses, cited, said, about, its.words, when)
    citable = embed.cited(shown, file, its.settings.base_url)
    yield Page(urls.run(file.id), "run.html", citable, file.path)


def _lists(
    its: Written, searched: Sequence[search.Entry], compared: compare.Choices
) -> Iterator[Page]:
    yield from lists.pages(its)
    counted = sum(one.counts for judged in its.judged.values() for one in judged)
    yield Page(urls.DATA, "data.html", data.view(its.lab.dataset.records, counted), "data")
    view = compare.view(compared, usage.comparisons(its), its.lab, its.words)
    yield Page(urls.COMPARE, "compare.html", view, "compare")
    listed = tools.tools()
    yield Page(urls.PARSERS, "parsers.html", tools.view(listed), "parsers")
    for tool in listed:
        yield Page(urls.parser(tool.id), "parser.html", tools.page(tool), tool.id)
    yield Page(urls.SEARCH, "search.html", search.view(searched), "search")


def _data(its: Written) -> Iterator[File]:
    records = its.lab.dataset.records
    stated = [
        judging.as_json(path, one)
        for path, judged in sorted(its.judged.items())
        for one in judged
        if one.counts
    ]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in stated)
    yield File("data/records.json", export.as_json(records).encode())
    yield File("data/records.csv", export.as_csv(records).encode())
    yield File("data/claims.json", f"[\n{lines}\n]\n".encode() if stated else b"[]\n")
