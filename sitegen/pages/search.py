"""Search: an index of every page as one script, and the page that shows results in full.

The index holds names and facts, no raw text, and search.js scans all of it at each key. A scan was
measured against MiniSearch 7.2.0 with 10,000 pages: it is faster, smaller, and finds parts of model
numbers; see CONTRIBUTING.md, 'Why search is a scan'.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sitegen import hardware, labels, plain, urls
from sitegen.alike import Part, Parts
from sitegen.diagnostics import CODES
from sitegen.lab import RawFile, run_names
from sitegen.names import NOT_RECORDED, Names
from sitegen.pages import usage
from sitegen.parsers import profiles
from sitegen.record import Record, Value

if TYPE_CHECKING:
    from sitegen.site import Written

INDEX = f"{urls.SEARCH}index.js"

_LEFT_OUT = frozenset({"run", "testbed", "operation", "quantity", "statistic", "tool_version"})


class Kind(NamedTuple):
    """A kind of page: what one is called, what many are, and the page that lists them."""

    one: str
    many: str
    address: str


KINDS = (
    Kind("report", "Reports", urls.REPORTS),
    Kind("hardware", "Hardware", urls.HARDWARE),
    Kind("testbed", "Testbeds", urls.TESTBEDS),
    Kind("chart", "Charts", urls.CHARTS),
    Kind("run", "Runs", urls.RUNS),
    Kind("page", "Pages", urls.PAGES),
    Kind("tool", "Tools", urls.PARSERS),
    Kind("check", "Checks", urls.CHECKS),
)
"""Every kind, in the order of results that match equally well."""

_PLACE = {kind.one: place for place, kind in enumerate(KINDS)}


class Entry(NamedTuple):
    """A page or a part of one: what it is found by.

    `among` is the group within its kind; `detail` is shown below the title, `words` are not shown.
    """

    kind: str
    id: str
    title: str
    address: str
    among: str = ""
    detail: str = ""
    words: str = ""


class Listing(NamedTuple):
    """A page that lists all of a kind, and how many those are."""

    title: str
    address: str
    number: int


@dataclass(frozen=True, slots=True)
class SearchPage:
    """What the template of the page of results gets."""

    title: str
    summary: str
    lists: tuple[Listing, ...]


def view(entries: Sequence[Entry]) -> SearchPage:
    """Return the view of the page of results."""
    counts = Counter(one.kind for one in entries)
    lists = tuple(
        Listing(kind.many, kind.address, counts[kind.one]) for kind in KINDS if counts[kind.one]
    )
    return SearchPage("Search", "Reports, hardware, testbeds, charts, runs and checks.", lists)


def index(entries: Iterable[Entry]) -> bytes:
    """Return the index as a script: pages opened from a disk may not fetch anything else."""
    rows = ",\n".join(_json(_row(one)) for one in entries)
    text = f"sitegenSearch.index({_json([list(kind) for kind in KINDS])},[\n{rows}\n]);\n"
    # U+2028 and U+2029 end a line in older scripts; '<' is nothing that a script should be seen
    # with.
    for letter in "\u2028\u2029<":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text.encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _row(one: Entry) -> list[object]:
    """Return an entry without its address, if that follows from its kind and its id."""
    place = _PLACE[one.kind]
    texts = (" ".join(text.split()) for text in (one.title, one.among, one.detail, one.words))
    row: list[object] = [place, one.id, *texts]
    return row if one.address == f"{KINDS[place].address}{one.id}/" else [*row, one.address]


def entries(its: Written) -> list[Entry]:
    """Return an entry for everything that can be found."""
    return [
        *_reports(its),
        *_hardware(its),
        *_testbeds(its),
        *_charts(its),
        *_runs(its),
        *_pages(its),
        *_tools(),
        *_checks(its),
    ]


def _reports(its: Written) -> Iterator[Entry]:
    newest = sorted(its.documents.reports.items(), key=lambda one: one[1].date, reverse=True)
    for name, one in newest:
        parts = (heading.text for heading in its.prose[one.path].headings)
        about = (its.words.hardware.get(part, part) for part in one.hardware)
        words = " ".join([one.date, *about, *parts])
        yield Entry("report", name, one.title, urls.report(name), one.status, one.summary, words)


def _pages(its: Written) -> Iterator[Entry]:
    pages = its.documents.pages
    for name, one in pages.items():
        parts = (part.text for part in its.prose[one.path].headings) if one.path else ()
        section = next((above.title for above in reversed(plain.above(pages, name))), "")
        yield Entry(
            "page", name, one.title, urls.plain(name), section, one.summary, " ".join(parts)
        )


def _hardware(its: Written) -> Iterator[Entry]:
    for name, one in its.lab.hardware.items():
        kind = hardware.KINDS[one.kind]
        specs = [fact.value for fact in one.specs.values()]
        old = [alias.id for alias in one.aliases]
        words = " ".join([one.kind, one.vendor, one.year, *old, *specs])
        yield Entry(
            "hardware", name, one.title, urls.hardware(name), kind.plural, one.summary, words
        )


def _testbeds(its: Written) -> Iterator[Entry]:
    for path, bed in sorted(its.lab.testbeds.items()):
        words = _words(((column, {value}) for column, value in bed.columns.items()), its.words)
        title = its.lab.testbed_title(path)
        outer = next(iter(bed.titles), "")
        yield Entry("testbed", path, title, urls.testbed(path), outer, bed.summary, words)


def _charts(its: Written) -> Iterator[Entry]:
    for one, _, title in usage.figures_in(its):
        yield Entry("chart", one.id, one.chart.title, urls.chart(one.id), title)


def _runs(its: Written) -> Iterator[Entry]:
    for file in its.lab.files.values():
        names = run_names(file)
        if not names:
            yield _run(its, file, file.id, [one.tool for one in file.reading.runs], ())
        by_place = {run.number: run for run in file.reading.runs}
        for place, name in names.items():
            run = by_place[place]
            tool = f"{run.tool} {run.version}".rstrip()
            yield _run(its, file, name, [tool], its.lab.dataset.by_run.get(name, ()), run.tool)


def _is_of_load(column: str) -> bool:
    return column == "date" or column.startswith("workload.")


_LOADS = Parts(_is_of_load)


def _run(
    its: Written,
    file: RawFile,
    name: str,
    tools: Iterable[str],
    records: Sequence[Record],
    among: str = "",
) -> Entry:
    tool = ", ".join(dict.fromkeys(tools)) or "raw file"
    bed = its.lab.testbed_title(file.testbed)
    title = f"{tool}: {bed}" if bed else tool
    examples: dict[Part, Record] = {}
    for record in records:
        examples.setdefault(_LOADS.of(record.columns)[0], record)
    found: dict[str, dict[Value, None]] = {}
    for record in examples.values():
        for column, value in record.columns.items():
            if _is_of_load(column):
                found.setdefault(column, {})[value] = None
    operations = dict.fromkeys([str(record.columns["operation"]) for record in records])
    detail = ", ".join(dict.fromkeys(labels.value("operation", one) for one in operations))
    words = _words(found.items(), its.words)
    return Entry("run", name, title, urls.run(name), among or "other files", detail, words)


def _words(columns: Iterable[tuple[str, Iterable[Value]]], names: Names) -> str:
    """Return what the values of columns are called, each once."""
    found: dict[str, None] = {}
    for column, values in columns:
        if column not in _LEFT_OUT:
            found |= dict.fromkeys(names.alone(column, value) for value in values)
    found.pop(NOT_RECORDED, None)
    return " ".join(found)


def _tools() -> Iterator[Entry]:
    for name, its in sorted(profiles().items(), key=lambda one: one[1].tool.casefold()):
        yield Entry("tool", name, its.tool, urls.parser(name), "", "Output that is read.")


def _checks(its: Written) -> Iterator[Entry]:
    counts: Mapping[str, int] = Counter(one.code for one in its.findings)
    for code in sorted(CODES, key=lambda code: -counts[code]):
        found = f"{counts[code]:,} in this build." if counts[code] else "None in this build."
        its_code = CODES[code]
        yield Entry(
            "check",
            code,
            code,
            f"{urls.CHECKS}#{code}",
            its_code.severity,
            f"{its_code.meaning} {found}",
        )
