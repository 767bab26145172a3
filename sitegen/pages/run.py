"""The page of a raw file: its runs, every value with its line, and the file itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import doubts, labels, machine, names, urls
from sitegen.alike import Part, Parts
from sitegen.dataset import varying
from sitegen.diagnostics import Diagnostic
from sitegen.history import Touched
from sitegen.lab import Lab, RawFile, run_names
from sitegen.pages import in_words, raw_lines, sheet
from sitegen.pages.banners import Banner
from sitegen.pages.cite import Panel
from sitegen.pages.raw_lines import Raw
from sitegen.record import Record
from sitegen.results import FoundFact
from sitegen.selection import METRIC
from sitegen.tables import scales


class Value(NamedTuple):
    """One record as the table of its run shows it: `case` is what its table row says of it."""

    metric: str
    value: str
    printed: str
    line: int
    case: str
    workload: str
    note: str
    doubted: bool = False


class Missing(NamedTuple):
    """What has no value because its tool says so: the metric, the word for that, the line."""

    metric: str
    said: str
    line: int


MOST = 120
"""How many values of a file its page lists; its lines are all marked."""

_ROOM = 80_000
"""How many bytes the values and the lines of a file take on its page."""

_VALUE = 330
"""About how many bytes a value takes in the list."""


_OFTEN = 5
"""A doubt that so many values share is told once below them; each has its mark."""

_LOAD = Parts(lambda column: column.startswith("workload."))


class RunView(NamedTuple):
    """One run in the file, of whose values there are a `number`.

    `note` is on most of the values that are not certain, or doubted.
    """

    anchor: str
    compare: str
    tool: str
    date: str
    first: int
    last: int
    values: tuple[Value, ...]
    number: int
    note: str
    facts: tuple[sheet.Entry, ...]
    gaps: tuple[Missing, ...] = ()

    @property
    def cases(self) -> bool:
        """Return whether any of its values is told apart by its testbed."""
        return any(one.case for one in self.values)

    @property
    def loads(self) -> bool:
        """Return whether of any of its values the workload is known."""
        return any(one.workload for one in self.values)

    @property
    def brief(self) -> bool:
        """Return whether nothing of the run has room on the page but that it is there."""
        return bool(self.number) and not (self.values or self.facts or self.gaps)


class Quote(NamedTuple):
    """A claim that rests on a run, in its sentence, with its verdict and its own place."""

    before: str
    text: str
    behind: str
    verdict: str
    address: str


class Use(NamedTuple):
    """A page or chart that uses a run, with the claims there that rest on it."""

    title: str
    address: str
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class RunPage:
    """What the template of a raw file's page gets."""

    title: str
    summary: str
    banners: tuple[Banner, ...]
    path: str
    touched: Touched | None
    testbed_title: str
    testbed: str
    sheet: tuple[sheet.Group, ...]
    runs: tuple[RunView, ...]
    raw: Raw
    unread: int
    uses: tuple[Use, ...]
    findings: tuple[Diagnostic, ...]
    cite: Panel | None = None


def view(
    file: RawFile,
    lab: Lab,
    uses: Sequence[Use],
    cited: Iterable[int],
    banners: tuple[Banner, ...],
    findings: Sequence[Diagnostic],
    words: names.Names,
    touched: Touched | None = None,
) -> RunPage:
    """Return the view for a raw file; lines that are `cited` are shown however long it is.

    `touched` says when it came into the repository, which is not when it was measured.
    """
    its = lab.testbeds.get(file.testbed)
    title = lab.testbed_title(file.testbed)
    raw = raw_lines.of(file, cited, _ROOM - _VALUE * min(len(file.reading.records), MOST))
    tools = ", ".join(dict.fromkeys(_tool(run.tool, run.version) for run in file.reading.runs))
    return RunPage(
        title=f"{tools or 'Raw file'}: {title or file.id}",
        summary=f"{file.path}, {raw.extent}, with each value that was read from it.",
        banners=banners,
        path=file.path,
        touched=touched,
        testbed_title=title,
        testbed=urls.testbed(file.testbed) if its else "",
        sheet=sheet.testbed_groups(its, lab) if its else (),
        runs=tuple(_runs(file, lab, words)),
        raw=raw,
        unread=len(file.reading.unread),
        uses=tuple(uses),
        findings=tuple(findings),
    )


def _tool(tool: str, version: str) -> str:
    return f"{tool} {version}" if version else tool


def _runs(file: RawFile, lab: Lab, words: names.Names) -> Iterable[RunView]:
    ids = run_names(file)
    before = 0
    for run in file.reading.runs:
        own = [record for record in file.reading.records if record.columns["run"] == run.number]
        name = ids.get(run.number, "")
        entry = lab.runs.get(name)
        joined = lab.dataset.by_run.get(entry.id, own) if entry else own
        if any(record.page or record.position.path != file.path for record in joined):
            # Two files tell of this run: each page has what its own file says.
            joined = _with_doubts(own, joined)
        facts = [fact for fact in file.reading.facts if fact.run == run.number]
        reasons = [_reasons(record) for record in joined]
        often = Counter(part for its in reasons for part in its)
        least = max(2, sum(map(bool, reasons)) / 2)
        doubted = {part for one in joined if one.doubts for part in doubts.words(one.doubts)}
        shared = {
            part: None
            for part, count in often.items()
            if count >= (min(least, _OFTEN) if part in doubted else least)
        }
        cases = [column for column in varying(joined) if column.startswith("testbed.")]
        left = max(0, MOST - before)
        before += len(joined)
        loads: dict[Part, str] = {}
        yield RunView(
            compare=urls.compare([f"run:{name}"]) if name in lab.dataset.by_run else "",
            anchor=urls.run(name).partition("#")[2] or f"part-{run.number}",
            tool=_tool(run.tool, run.version),
            date=run.date,
            first=run.first,
            last=run.last,
            values=tuple(
                _value(record, cases, [one for one in its if one not in shared], words, loads)
                for record, its in zip(joined[:left], reasons, strict=False)
            ),
            number=len(joined),
            note="; ".join(shared),
            facts=tuple(
                sheet.Entry(
                    names.words(fact.column),
                    _stated(fact),
                    f"{urls.run(file.id)}#L{fact.position.line}",
                    "",
                    "",
                    (),
                )
                for fact in facts
            ),
            gaps=tuple(
                Missing(
                    labels.metric(*(str(gap.columns.get(c, "")) for c in METRIC)),
                    gap.said,
                    gap.position.line,
                )
                for gap in file.reading.gaps
                if gap.columns["run"] == run.number
            ),
        )


def _with_doubts(own: Iterable[Record], joined: Iterable[Record]) -> list[Record]:
    """Return what one of two files says of a run, with what is doubted of the run's values."""
    known: dict[str, tuple[Diagnostic, ...]] = {}
    for record in joined:
        known[record.metric] = (*known.get(record.metric, ()), *record.doubts)
    return [one._replace(doubts=known.get(one.metric, ())) for one in own]


def _stated(fact: FoundFact) -> str:
    """Return what a fact says: a number of a dump in the unit of its kind, and as printed."""
    if isinstance(fact.value, str):
        return fact.value
    text = labels.value(f"testbed.{fact.column}", fact.value)
    its = machine.named(fact.column)
    if its is None or its.kind == "count":
        return fact.written or text
    return text if fact.written in ("", text, str(fact.value)) else f"{text} ({fact.written})"


def _reasons(record: Record) -> list[str]:
    """Return the parts of the note on a value that is not certain, and why it is doubted."""
    if record.certainty == "exact" and not record.doubts:
        return []
    known = record.certainty in in_words.CERTAINTY and record.note
    return [*(record.note.split("; ") if known else ()), *doubts.words(record.doubts)]


def _value(
    record: Record,
    cases: Iterable[str],
    reasons: Iterable[str],
    words: names.Names,
    loads: dict[Part, str],
) -> Value:
    """Return the view of a record, with those parts of its note that do not stand on others too.

    `loads` has the words for the workloads of the run that were shown before.
    """
    sure = in_words.CERTAINTY.get(record.certainty, "")
    (load,) = _LOAD.of(record.columns)
    if load not in loads:
        told = (f"{names.label(c)} {words.value(c, v)}" for c, v in zip(*load, strict=True))
        loads[load] = ", ".join(told)
    known = [column for column in cases if column in record.columns]
    return Value(
        in_words.metric(record),
        scales.sign(record.certainty, record.value)
        + in_words.plain(record.value, record, binary=words.binary),
        in_words.printed(record),
        record.position.line,
        ", ".join(f"{names.label(c)} {words.value(c, record.columns[c])}" for c in known),
        loads[load],
        ": ".join(filter(None, (sure, "; ".join(reasons)))),
        bool(record.doubts),
    )
