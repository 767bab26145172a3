"""All pages and files of a site, each from its view and its template."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sitegen import drawn, export, feeds, finishing, judging, render, urls
from sitegen.configuration import Configuration
from sitegen.content import Documents
from sitegen.diagnostics import Diagnostic, Position, by_file, ranked
from sitegen.figures import Figures
from sitegen.finishing import About
from sitegen.history import History
from sitegen.judging import Judged
from sitegen.lab import Lab
from sitegen.lock import Locked
from sitegen.moves import Moves
from sitegen.names import Names
from sitegen.pages import (
    banners,
    compare,
    data,
    document_links,
    embed,
    fitting,
    lists,
    raw_links,
    run,
    search,
    testbed,
    usage,
)
from sitegen.pages import documents as written
from sitegen.pages import parsers as tools
from sitegen.prose import Prose
from sitegen.stages import Stages

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


class Page(NamedTuple):
    """A page before it is rendered: where it goes, its template, its view, and its source.

    A page that is there only while much is on the site is not `lasting`: its address is no promise.
    """

    address: str
    template: str
    view: object
    source: str
    lasting: bool = True


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
) -> Made:
    """Return a whole site; search engines are asked to stay away if it is not `indexed`.

    `last` completes what is found while pages are made, once all files are there. `stages` is told
    of each page, with its template as its kind.
    """
    findings: list[Diagnostic] = []
    static = render.static_files(templates)
    if not preview:
        del static["static/reload.js"]
    files = dict(static)
    about = _about_site(its, indexed=indexed and not preview)
    site = _site(about, preview=preview) | {"navigation": _navigation(its.documents)}
    renderer = render.Renderer(templates, site, static)
    owners: dict[str, str] = {}
    rendered: dict[str, Page] = {}
    searched, compared = search.entries(its), compare.prepare(its.lab, its.words)
    for page, made in _rendered(_pages(its, findings, searched, compared), renderer):
        file = urls.file_of(page.address)
        if file in owners:
            findings.append(
                Diagnostic(
                    Position(page.source),
                    "page-collision",
                    f"its page would be {page.address}, which is that of {owners[file]}",
                    "give one of the two another name; the ending does not count",
                )
            )
            continue
        owners[file] = page.source
        stages.done(page.address or "the first page", page.template)
        if isinstance(made, Diagnostic):
            findings.append(made)
        else:
            files[file] = made
            rendered[page.address] = page
    files |= _data(its)
    files |= document_links.pictures(its)
    files |= compare.files(compared, its.lab, its.words)
    files |= embed.files(its, about.title)
    files[search.INDEX] = search.index(searched)
    for one in its.figures.all:
        files |= drawn.files(one) | dict.fromkeys(drawn.pictures(one), b"")
    # GitHub Pages leaves out files whose name begins with a dot or an underscore without this.
    files[".nojekyll"] = b""
    more = finishing.finish(its, about, renderer, rendered, files)
    late = last({**files, **more.files}, [*findings, *more.findings])
    if late:
        # What is found only while pages are made stands on the pages that list findings as well.
        again = _again(its._replace(findings=ranked([*its.findings, *late])), late)
        for page, made in _rendered(again, renderer):
            if not isinstance(made, Diagnostic):
                files[urls.file_of(page.address)] = made
                rendered[page.address] = page
        more = finishing.finish(its, about, renderer, rendered, files)
    return Made({**files, **more.files}, more.addresses, more.moves, late)


def _rendered(
    pages: Iterable[Page], renderer: render.Renderer
) -> Iterator[tuple[Page, bytes | Diagnostic]]:
    """Yield pages as they are served; what a page has no room for is on further ones."""
    for page in pages:
        further: list[Page] = []
        made = renderer.page(page.template, page.address, page.view)
        for step in fitting.STEPS:
            if isinstance(made, Diagnostic):
                break
            size = fitting.size(page, made)
            if size < fitting.MOST:
                break
            if lighter := step(page, size):
                page = lighter.page
                further += lighter.further
                made = renderer.page(page.template, page.address, page.view)
        yield page, made
        for one in further:
            yield one, renderer.page(one.template, one.address, one.view)


def _again(its: Written, late: Sequence[Diagnostic]) -> Iterator[Page]:
    """Yield the first page, the findings, and the documents that late findings are about."""
    paths = {one.position.path for one in late}
    for page in written.pages(its, []):
        if page.address == urls.INDEX or page.source in paths:
            yield page
    yield from lists.findings(its)


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


def _pages(
    its: Written,
    findings: list[Diagnostic],
    searched: Sequence[search.Entry],
    compared: compare.Choices,
) -> Iterator[Page]:
    lab = its.lab
    yield from written.pages(its, findings)
    about, on = by_file(its.findings), usage.reports_by_testbed(its)
    for path, bed in lab.testbeds.items():
        below = lab.withdrawals(entry.id for entry in lab.runs_on(path))
        said = banners.banners(its, bed.withdrawal, below)
        its_own = about.get(bed.position.path, ())
        view = testbed.view(bed, lab, on.get(path, ()), said, its_own)
        yield Page(urls.testbed(path), "testbed.html", view, bed.position.path)
    uses = usage.uses(its)
    cited = raw_links.cited(its)
    for file in lab.files.values():
        of = (*about.get(file.path, ()), *about.get(f"{file.path}.yaml", ()))
        used, lines = uses.get(file.id, ()), cited.get(file.path, ())
        said = banners.banners(its, lab.withdrawal(file))
        when = its.history.get(file.path)
        shown = run.view(file, lab, used, lines, said, of, its.words, when)
        citable = embed.cited(shown, file, its.settings.base_url)
        yield Page(urls.run(file.id), "run.html", citable, file.path)
    yield from embed.pages(its)
    yield from _lists(its, compared)
    yield Page(urls.SEARCH, "search.html", search.view(searched), "search")


def _lists(its: Written, compared: compare.Choices) -> Iterator[Page]:
    yield from lists.pages(its)
    counted = sum(one.counts for judged in its.judged.values() for one in judged)
    yield Page(urls.DATA, "data.html", data.view(its.lab.dataset.records, counted), "data")
    view = compare.view(compared, usage.comparisons(its), its.lab, its.words)
    yield Page(urls.COMPARE, "compare.html", view, "compare")
    listed = tools.tools()
    yield Page(urls.PARSERS, "parsers.html", tools.view(listed), "parsers")
    for tool in listed:
        yield Page(urls.parser(tool.id), "parser.html", tools.page(tool), tool.id)


def _data(its: Written) -> dict[str, bytes]:
    records = its.lab.dataset.records
    stated = [
        judging.as_json(path, one)
        for path, judged in sorted(its.judged.items())
        for one in judged
        if one.counts
    ]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in stated)
    return {
        "data/records.json": export.as_json(records).encode(),
        "data/records.csv": export.as_csv(records).encode(),
        "data/claims.json": f"[\n{lines}\n]\n".encode() if stated else b"[]\n",
    }
