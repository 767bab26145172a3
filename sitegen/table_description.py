"""What somebody says of a table that no parser knows: how it is written, what its columns hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from sitegen import units, vocabulary
from sitegen.diagnostics import Position
from sitegen.record import Certainty, Value

FORMATS = ("whitespace", "aligned", "csv", "tsv", "markdown", "html", "json", "jsonl")


def fold(words: str) -> str:
    """Return words as they are compared: capitals, blanks and line breaks do not matter."""
    return " ".join(words.split()).casefold()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What values are. A column says it; a label in their row may add to it or change it."""

    operation: str = ""
    quantity: str = ""
    statistic: str = ""
    unit: str = ""
    certainty: Certainty | None = None
    note: str = ""
    columns: Mapping[str, Value] = field(default_factory=dict)

    def labelled(self, label: Meaning) -> Meaning:
        """Return this meaning with what `label` says; where both speak, the label counts."""
        return Meaning(
            label.operation or self.operation,
            label.quantity or self.quantity,
            label.statistic or self.statistic,
            label.unit or self.unit,
            label.certainty or self.certainty,
            "; ".join(filter(None, (self.note, label.note))),
            {**self.columns, **label.columns},
        )


@dataclass(frozen=True, slots=True)
class KeyCells:
    """Cells that say under which load, or on what testbed, the values of their row were measured.

    `values` gives the meaning of printed words ('8 OSDs': 8).
    """

    column: str
    unit: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def type(self) -> str:
        """Return what the column holds: size, count, duration, fraction, rate or text."""
        section, _, rest = self.column.partition(".")
        return vocabulary.WORKLOAD[rest].type if section == "workload" else "text"


@dataclass(frozen=True, slots=True)
class Labels:
    """Cells that say what the values of their row are, by folded words; None: leave the row out."""

    meanings: Mapping[str, Meaning | None]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what it holds (None: nothing to be read), and where it stands.

    `index` counts from 0; it is found by the heading or the JSON pointer where there is one. With
    `fill`, an empty cell repeats the one above it.
    """

    holds: Meaning | KeyCells | Labels | None
    position: Position
    index: int
    heading: str = ""
    pointer: str | None = None
    fill: bool = False

    @property
    def is_text(self) -> bool:
        """Return whether cells may be words of any kind."""
        its = self.holds
        return (
            its is None
            or isinstance(its, Labels)
            or (isinstance(its, KeyCells) and its.type == "text" and not its.unit)
        )


class Proof(NamedTuple):
    """What is true of each row: two of its numbers have a known product, or quotient.

    `first`, `second` and an `equals` without unit are places in `Table.columns`. `within` is a
    share; None means what the rounding of the printed digits allows.
    """

    quotient: bool
    first: int
    second: int
    equals: units.Quantity | int
    within: Decimal | None
    position: Position


@dataclass(frozen=True, slots=True)
class Table:
    """How one table is written, and what its columns hold."""

    columns: Sequence[Column]
    position: Position
    format: str = ""
    separator: str = ""
    header: str = ""
    until: str = ""
    skip: Sequence[str] = ()
    number: int = 0
    caption: str = ""
    records: str = ""
    reflow: bool = False
    count: int = 0
    units: Mapping[str, str] = field(default_factory=dict)
    decimal: str = ""
    missing: frozenset[str] = frozenset()
    proof: Proof | None = None

    @property
    def whole(self) -> bool:
        """Return whether every column is described, in order: rows have as many cells."""
        return all(
            not column.heading and column.index == place
            for place, column in enumerate(self.columns)
        )
