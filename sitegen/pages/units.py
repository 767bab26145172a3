"""All that makes the pages of a site, each part with the addresses that it is at."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from sitegen import export, judging, urls
from sitegen.diagnostics import Diagnostic, by_file
from sitegen.lab import RawFile, run_names
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
from sitegen.pages.banners import Banner
from sitegen.pages.testbed import Listed
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
    yield Unit(_RECORDS, lambda _: _records(its), lambda: (its.ground, its.lab))
    yield Unit((urls.DATA,), lambda _: _data(its))
    known = cache(partial(compare.prepare, its.lab, its.words))
    at = compare.INDEX, compare.SHARDS
    yield Unit(at, lambda _: _choices(its, known()), lambda: (its.ground, its.lab))
    declared = partial(usage.comparisons, its)
    yield Unit(
        (urls.COMPARE,),
        lambda _: _compare(its, known(), declared()),
        lambda: (its.ground, its.lab, declared()),
    )
    yield from (unit for _, unit in written.units(its, about))
    for bed in its.lab.testbeds.values():
        yield _testbed(its, bed, used, about.get(bed.position.path, ()))
    for file in its.lab.files.values():
        of = (*about.get(file.path, ()), *about.get(f"{file.path}.yaml", ()))
        yield _run(its, file, used, of)
    yield from embed.units(its)
    yield from lists.units(its)
    yield Unit((urls.SEARCH,), lambda _: _search(its))
    yield Unit((urls.PARSERS,), lambda _: _parsers(), lambda: its.settings)
    yield Unit((urls.PICTURES,), lambda _: _pictures(its))


def again(its: Written, about: Collection[Diagnostic]) -> Iterator[Unit]:
    """Yield the first page, the findings, and the documents that some findings are about."""
    paths = {one.position.path for one in about} | {its.documents.index.path}
    known = by_file(its.findings)
    yield from (unit for path, unit in written.units(its, known) if path in paths)
    yield lists.findings(its)


def _testbed(its: Written, bed: Testbed, used: _Used, about: Sequence[Diagnostic]) -> Unit:
    runs = its.lab.runs_on(bed.path)

    def reports() -> Sequence[Listed]:
        return used.by_testbed().get(bed.path, ())

    def said() -> Sequence[Banner]:
        below = its.lab.withdrawals(entry.id for entry in runs)
        return banners.banners(its, bed.withdrawal, below)

    def make(_: list[Diagnostic]) -> Iterator[Page]:
        view = testbed.view(bed, its.lab, reports(), tuple(said()), about)
        yield Page(urls.testbed(bed.path), "testbed.html", view, bed.position.path)

    def of() -> object:
        values = [(entry, len(its.lab.dataset.by_run.get(entry.id, ()))) for entry in runs]
        return its.ground, bed, values, said(), reports(), about

    return Unit((urls.testbed(bed.path),), make, of)


def _run(its: Written, file: RawFile, used: _Used, about: Sequence[Diagnostic]) -> Unit:
    when = its.history.get(file.path)

    def lines() -> Sequence[int]:
        return sorted(used.lines().get(file.path, ()))

    def uses() -> Sequence[run.Use]:
        return used.by_file().get(file.id, ())

    def said() -> Sequence[Banner]:
        return banners.banners(its, its.lab.withdrawal(file))

    def make(_: list[Diagnostic]) -> Iterator[Page]:
        its_own = uses(), lines(), tuple(said()), about
        shown = run.view(file, its.lab, *its_own, its.words, when)
        citable = embed.cited(shown, file, its.settings.base_url)
        yield Page(urls.run(file.id), "run.html", citable, file.path)

    def of() -> object:
        runs = [its.lab.runs.get(name) for name in run_names(file).values()]
        records = [its.lab.dataset.by_run.get(one.id) for one in runs if one]
        return its.ground, file, runs, records, uses(), lines(), said(), about, when

    return Unit((urls.run(file.id),), make, of)


_RECORDS = ("data/records.json", "data/records.csv")


def _records(its: Written) -> Iterator[File]:
    records = its.lab.dataset.records
    for address, as_text in zip(_RECORDS, (export.as_json, export.as_csv), strict=True):
        yield File(address, as_text(records).encode())


def _data(its: Written) -> Iterator[File | Page]:
    stated = [
        judging.as_json(path, one)
        for path, judged in sorted(its.judged.items())
        for one in judged
        if one.counts
    ]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in stated)
    view = data.view(its.lab.dataset.records, len(stated))
    yield Page(urls.DATA, "data.html", view, "data")
    yield File("data/claims.json", f"[\n{lines}\n]\n".encode() if stated else b"[]\n")


def _choices(its: Written, known: compare.Choices) -> Iterator[File]:
    yield from (File(*one) for one in compare.files(known, its.lab, its.words))


def _compare(
    its: Written, known: compare.Choices, declared: Sequence[compare.Declared]
) -> Iterator[Page]:
    view = compare.view(known, declared, its.lab, its.words)
    yield Page(urls.COMPARE, "compare.html", view, "compare")


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
