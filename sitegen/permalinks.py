"""Everything on a site that others may link to, with the name and the address it keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from sitegen import urls
from sitegen.dataset import Dataset, differing
from sitegen.diagnostics import Position
from sitegen.lab import run_names
from sitegen.pages import in_words, usage
from sitegen.record import Record, Value, maker
from sitegen.references import choice
from sitegen.tables import scales

if TYPE_CHECKING:
    from sitegen.site import Written

ROLES = ("report", "hardware", "page", "testbed", "run", "chart", "table", "section", "result")
"""What can be linked to, as inventories name it."""


class Permalink(NamedTuple):
    """One thing with its name among those of its role, its address, and where it is written.

    `part` is a second address: that of a figure in the document that shows it. A result has its
    record.
    """

    role: str
    name: str
    address: str
    title: str
    source: Position
    part: str = ""
    record: Record | None = None


_permalink = maker(Permalink)


def permalinks(its: Written) -> Iterator[Permalink]:
    """Yield all that has a name, in the order of the site."""
    yield from _documents(its)
    yield from _figures(its)
    lab = its.lab
    for path, bed in sorted(lab.testbeds.items()):
        title = lab.testbed_title(path)
        yield Permalink("testbed", path, urls.testbed(path), title, bed.position)
    yield from _runs(its)
    for name, records in lab.dataset.by_run.items():
        yield from _results(name, records, its)


def _documents(its: Written) -> Iterator[Permalink]:
    for path, document in its.documents.all.items():
        address = usage.address(its, path)
        place = Position(path)
        if document.kind != "index":
            yield Permalink(document.kind, document.id, address, document.title, place)
        for heading in its.prose[path].headings:
            yield _section(f"{address}#{heading.id}", heading.text, heading.position)


def _section(address: str, title: str, place: Position) -> Permalink:
    return Permalink("section", address.replace("/#", "#"), address, title, place)


def _figures(its: Written) -> Iterator[Permalink]:
    for path, _, address in usage.titles(its):
        for made in its.figures.blocks.get(path, ()):
            if made.block is None:
                continue
            block, part = made.block, f"{address}#{made.block.id}"
            title = block.title or block.id
            if made.figure:
                to = urls.chart(block.id)
                title = made.figure.chart.title
                yield Permalink("chart", block.id, to, title, block.position, part)
            elif made.table:
                to = urls.table(block.id)
                yield Permalink("table", block.id, to, title, block.position, part)
            else:
                yield _section(part, title, block.position)
    for name, figures in its.figures.standings.items():
        for one in figures:
            place = its.lab.hardware[name].position
            yield Permalink("chart", one.id, urls.chart(one.id), one.chart.title, place)


def _runs(its: Written) -> Iterator[Permalink]:
    for file in its.lab.files.values():
        tools = ", ".join(dict.fromkeys(run.tool for run in file.reading.runs)) or "raw file"
        title = f"{tools}: {its.lab.testbed_title(file.testbed) or file.id}"
        where = Position(file.path)
        yield Permalink("run", quote(file.id, safe="/:"), urls.run(file.id), title, where)
        places = {run.number: Position(file.path, run.first) for run in file.reading.runs}
        for place, name in run_names(file).items():
            if name != file.id:
                whole = f"{title}, run {name.rpartition(':')[2]}"
                yield Permalink("run", quote(name, safe="/:"), urls.run(name), whole, places[place])


def _results(run: str, records: Sequence[Record], its: Written) -> Iterator[Permalink]:
    """Yield the results of a run, named as links to them are written in reports."""
    path = quote(run, safe="/:")
    named: dict[str, Record] = {}
    pages: dict[str, str] = {}
    for metric, own in _by_metric(records).items():
        differ = [(column, _short(column, its.lab.dataset)) for column in sorted(differing(own))]
        for record in own:
            get = record.columns.get
            filters = "&".join(
                [f"{short}={_filter(column, get(column, ''))}" for column, short in differ]
            )
            # Repeats have one name, which leads to the first of them.
            named.setdefault(f"{path}{'?' if filters else ''}{filters}#{metric}", record)
    for name, record in named.items():
        shown = in_words.plain(record.value, record, binary=its.words.binary)
        sign = scales.sign(record.certainty, record.value)
        title = f"{in_words.metric(record)}: {sign}{shown}"
        page = record.page or record.run
        if page not in pages:
            pages[page] = urls.run_line(page, 0)
        line = record.position.line
        address = pages[page] + (f"#L{line}" if line else "")
        yield _permalink(("result", name, address, title, record.position, "", record))


def _by_metric(records: Sequence[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.metric, []).append(record)
    return found


def _short(column: str, dataset: Dataset) -> str:
    """Return the name by which a link to a result asks for a column."""
    short = column.removeprefix("workload.").removeprefix("testbed.")
    return short if len(dataset.column(short)) == 1 else column


def _filter(column: str, value: Value) -> str:
    """Return the value of a column as a link to a result asks for it."""
    return _quoted(choice.written(column, value)) if value != "" else ""


@lru_cache(100_000)
def _quoted(text: str) -> str:
    return quote(text, safe="/:+")
