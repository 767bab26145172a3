"""What a raw file says (Source, Measurement, Fact, Run), and what we know (Record)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial
from typing import Literal, NamedTuple, TypeVar, overload

from sitegen.diagnostics import Diagnostic, Position
from sitegen.units import Number

Value = str | int | float
"""What a column can hold: text, or a number in its base unit."""

Certainty = Literal[
    "exact",  # as the tool printed it
    "at-least",  # a lower bound
    "at-most",  # an upper bound
    "below-resolution",  # smaller than what the tool can tell from zero
    "derived",  # computed here, by the formula in the note
    "stated",  # written by somebody, not measured by a tool we know
    "assumed",  # the base of the unit is not documented: see the note
    "proved",  # the base of the unit follows from other numbers: see the note
]

BOUNDS = frozenset({"at-least", "at-most", "below-resolution"})
"""How certain a value is that has a known side only."""

NOTHING: Mapping[str, Value] = {}
"""The empty mapping that stands for 'no columns'; nobody writes to it."""


Made = TypeVar("Made", bound=tuple[object, ...])


def maker(kind: type[Made]) -> Callable[[tuple[object, ...]], Made]:
    """Return what makes a NamedTuple of all its values, in half of the time that calling it takes.

    This is for the innermost loops: nothing checks how many values there are.
    """
    return partial(tuple.__new__, kind)


class Lines(Sequence[str]):
    """The lines of a text, split off when somebody asks for one: JSON is read without them."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _split(self) -> list[str]:
        return self.text.split("\n")

    def __len__(self) -> int:
        return self.text.count("\n") + 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._split)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._split[index]


@dataclass(frozen=True)
class Source:
    """The lines of a raw file as a parser sees them: decoded, unquoted, without colours.

    `lines[i]` stands at line `numbers[i]` of the file; a row that a mail program has wrapped is
    still two lines here. `html` is the whole markup where the file is an HTML page (its `lines` are
    then without tags). `is_open` says that nothing closes the last line: no line end, no bracket.
    The bytes of the file are never changed.
    """

    path: str
    lines: Sequence[str]
    numbers: Sequence[int]
    html: str = ""
    is_open: bool = False

    @cached_property
    def text(self) -> str:
        """Return all lines, joined."""
        return self.lines.text if isinstance(self.lines, Lines) else "\n".join(self.lines)

    def at(self, index: int, column: int = 0, pointer: str = "") -> Position:
        """Return the place in the raw file of `lines[index]`."""
        return Position(self.path, self.numbers[index] if self.numbers else 0, column, pointer)

    def problem(self, index: int, code: str, message: str, hint: str = "") -> Diagnostic:
        """Return a finding at `lines[index]`."""
        return Diagnostic(self.at(index), code, message, hint)


class Measurement(NamedTuple):
    """One value as the tool means it: not yet in base units, with the text it was printed as.

    `value` is the number in `unit` (a spelling of `units.UNITS`), best as the text itself so that
    no digit is lost. `line` is an index into `Source.lines`. `written` is the text with the unit
    word that the tool printed, e.g. '188347 K/sec'. `workload` and `testbed` hold what is true of
    this value only.
    """

    operation: str
    quantity: str
    value: str | Number | Decimal
    unit: str
    line: int
    written: str
    statistic: str = ""
    workload: Mapping[str, Value] = NOTHING
    testbed: Mapping[str, Value] = NOTHING
    certainty: Certainty = "exact"
    note: str = ""
    pointer: str = ""


class Hole(NamedTuple):
    """Where a value would stand if its tool did not say that it counts for nothing, or failed.

    `said` is the word for that, which tables and charts have in its place.
    """

    operation: str
    quantity: str
    line: int
    statistic: str = ""
    workload: Mapping[str, Value] = NOTHING
    testbed: Mapping[str, Value] = NOTHING
    said: str = "invalid"


def holes(measurements: Iterable[Measurement], said: str = "invalid") -> list[Hole]:
    """Return what is left of measurements that count for nothing: their places."""
    return [
        Hole(one.operation, one.quantity, one.line, one.statistic, one.workload, one.testbed, said)
        for one in measurements
    ]


class Fact(NamedTuple):
    """Something that a file says about its run or its machine: `kernel`, `cpu.model`, `pool.state`.

    `value` is text, or a number in its base unit; `line` is an index into `Source.lines`.
    """

    column: str
    value: Value
    line: int
    written: str = ""


class Run(NamedTuple):
    """One run of one tool found in a source: lines `first` to `last`, both included.

    `workload` is what the tool says of the whole run; `furniture` are lines inside that are
    understood though no value stands there (heads, rules, progress).
    """

    tool: str
    version: str
    first: int
    last: int
    measurements: Sequence[Measurement] = ()
    facts: Sequence[Fact] = ()
    workload: Mapping[str, Value] = NOTHING
    date: str = ""
    furniture: frozenset[int] | range = frozenset()
    holes: Sequence[Hole] = ()


class Record(NamedTuple):
    """One measured value in its base unit: flat columns, where it stands, how it was printed.

    `meant` is the unit that the tool means by the word it printed: 'KiB/s' by 'K/sec'. `page` is
    the id of the page of its raw file, where that is not the page of its run. `doubts` are the
    findings that it cannot be, or not be of what it was measured on.
    """

    value: Number
    unit: str
    columns: Mapping[str, Value]
    position: Position
    written: str
    certainty: Certainty = "exact"
    note: str = ""
    meant: str = ""
    page: str = ""
    doubts: tuple[Diagnostic, ...] = ()

    @property
    def metric(self) -> str:
        """Return `operation.quantity`, with the statistic behind it where there is one."""
        name = f"{self.columns['operation']}.{self.columns['quantity']}"
        statistic = self.columns.get("statistic")
        return f"{name}.{statistic}" if statistic else name

    @property
    def run(self) -> str:
        """Return the id of the run that this value comes from."""
        return str(self.columns["run"])


class Gap(NamedTuple):
    """A place without a value, by the columns that are known of it, and what is said there.

    A run that failed as a whole has neither a metric nor a workload.
    """

    columns: Mapping[str, Value]
    position: Position
    said: str

    @property
    def run(self) -> str:
        """Return the id of the run that failed."""
        return str(self.columns["run"])


class Reading(NamedTuple):
    """All that one raw file yields: its runs in the order of their lines, and the findings.

    `unread` holds the numbers of lines inside a run that no parser understood.
    """

    runs: Sequence[Run] = ()
    diagnostics: Sequence[Diagnostic] = ()
    unread: Sequence[int] = ()
