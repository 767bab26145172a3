"""All that makes the pages of a site, each part with the addresses that it is at."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from sitegen import export, judging, urls
from sitegen.diagnostics import Diagnostic, by_file
from sitegen.lab import RawFile
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
from sitegen.testbed import Testbed

if TYPE_CHECKING:
    from sitegen.site import Written


class _Used:
    """Where everything of a lab is used, found out once it is asked for."""

    def __init__(self, its: Written) -> None:
        self.by_testbed = cache(partial(usage.reports_by_testbed, its))
        self.by_file = cache(partial(usage.uses, its))
        self.lines = cache(partial(raw_links.cited, its))


def units(its: Written) -> Iterator[Unit]:
    """Yield what makes each page; what takes longest stands first, where it delays nothing."""
    used, about = _Used(its), by_file(its.findings)
    yield Unit((urls.DATA,), lambda _: _data(its))
    yield Unit((urls.COMPARE,), lambda _: _compare(its))
    yield from (unit for _, unit in written.units(its, about))
    for path, bed in its.lab.testbeds.items():
        make = partial(_testbed, its, bed, used, about.get(bed.position.path, ()))
        yield Unit((urls.testbed(path),), make)
    for file in its.lab.files.values():
        of = (*about.get(file.path, ()), *about.get(f"{file.path}.yaml", ()))
        yield Unit((urls.run(file.id),), partial(_run, its, file, used, of))
    yield from embed.units(its)
    yield from lists.units(its)
    yield Unit((urls.SEARCH,), lambda _: _search(its))
    yield Unit((urls.PARSERS,), lambda _: _parsers())
    yield Unit((urls.PICTURES,), lambda _: _pictures(its))


def again(its: Written, about: Collection[Diagnostic]) -> Iterator[Unit]:
    """Yield the first page, the findings, and the documents that some findings are about."""
    paths = {one.position.path for one in about} | {its.documents.index.path}
    known = by_file(its.findings)
    yield from (unit for path, unit in written.units(its, known) if path in paths)
    yield lists.findings(its)


def _testbed(
    its: Written, bed: Testbed, used: _Used, about: Sequence[Diagnostic], _: list[Diagnostic]
) -> Iterator[Page]:
    below = its.lab.withdrawals(entry.id for entry in its.lab.runs_on(bed.path))
    said = banners.banners(its, bed.withdrawal, below)
    view = testbed.view(bed, its.lab, used.by_testbed().get(bed.path, ()), said, about)
    yield Page(urls.testbed(bed.path), "testbed.html", view, bed.position.path)


def _run(
    its: Written, file: RawFile, used: _Used, about: Sequence[Diagnostic], _: list[Diagnostic]
) -> Iterator[Page]:
    said = banners.banners(its, its.lab.withdrawal(file))
    uses, cited = used.by_file().get(file.id, ()), used.lines().get(file.path, ())
    when = its.history.get(file.path)
    shown = run.view(file, its.lab, uses, cited, said, about, its.words, when)
    citable = embed.cited(shown, file, its.settings.base_url)
    yield Page(urls.run(file.id), "run.html", citable, file.path)


def _data(its: Written) -> Iterator[File | Page]:
    records = its.lab.dataset.records
    stated = [
        judging.as_json(path, one)
        for path, judged in sorted(its.judged.items())
        for one in judged
        if one.counts
    ]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in stated)
    yield Page(urls.DATA, "data.html", data.view(records, len(stated)), "data")
    yield File("data/records.json", export.as_json(records).encode())
    yield File("data/records.csv", export.as_csv(records).encode())
    yield File("data/claims.json", f"[\n{lines}\n]\n".encode() if stated else b"[]\n")


def _compare(its: Written) -> Iterator[File | Page]:
    known = compare.prepare(its.lab, its.words)
    view = compare.view(known, usage.comparisons(its), its.lab, its.words)
    yield Page(urls.COMPARE, "compare.html", view, "compare")
    yield from (File(*one) for one in compare.files(known, its.lab, its.words))


def _search(its: Written) -> Iterator[File | Page]:
    entries = search.entries(its)
    yield Page(urls.SEARCH, "search.html", search.view(entries), "search")
    yield File(search.INDEX, search.index(entries))


def _parsers() -> Iterator[Page]:
    listed = tools.tools()
    yield Page(urls.PARSERS, "parsers.html", tools.view(listed), "parsers")
    for tool in listed:
        yield Page(urls.parser(tool.id), "parser.html", tools.page(tool), tool.id)


def _pictures(its: Written) -> Iterator[File]:
    yield from (File(*one) for one in document_links.pictures(its).items())
