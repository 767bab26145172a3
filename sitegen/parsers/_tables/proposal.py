"""A sidecar proposed for a file: the tables recognised in it, each guess with a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen import units, vocabulary
from sitegen.parsers._tables import guess
from sitegen.parsers._tables.cells import meant, number, unit_in_heading
from sitegen.parsers._tables.found import Found, is_number, tables
from sitegen.parsers._tables.sums import Sum
from sitegen.record import Source

_HEAD = """\
# A proposal. Behind each '#' stands what a line was guessed from: check all of them, and say what
# the columns with 'skip: true' are. `sitegen show` prints what is read with this file as a sidecar.
tool: table  # name what measured this
"""
_NONE = """\
# No table of measurements is recognised in this file. If there is one, describe it:
# table:
#   header: the words right above its first row
#   columns:
#     - {column: block_size}
#     - {operation: seq-read, quantity: bandwidth, unit: MB/s}
"""
_PLAIN = re.compile(r"[A-Za-z0-9/](?:[A-Za-z0-9 _./()%+*-]*[A-Za-z0-9)%*.])?")
_SIZES = {name for name, column in vocabulary.WORKLOAD.items() if column.type == "size"}

Entries = dict[str, str]


def propose(source: Source) -> str:
    """Return the YAML of a sidecar for the tables of a file; it says what in it is a guess."""
    described = [_described(found) for found in tables(source)]
    lines: list[str] = []
    for its in described:
        # A table in which nothing is known to be a value stands as a comment.
        mark = "" if its.measures else "# "
        block = its.lines()
        lines += [f"{mark}  - {block[0]}", *(f"{mark}    {line}" for line in block[1:])]
    text = "".join(f"{line}\n" for line in lines)
    if any(its.measures for its in described):
        return f"{_HEAD}table:\n{text}"
    return f"{_NONE}# This is what was seen:\n{text}" if text else _NONE


def _scalar(text: str) -> str:
    """Return text as a YAML scalar that can stand inside brackets."""
    tidy = " ".join(text.split())
    return tidy if _PLAIN.fullmatch(tidy) else "'" + tidy.replace("'", "''") + "'"


def _in(unit: str) -> Entries:
    """Return the description of values that are in a unit."""
    if not unit:
        return {}
    if meant(unit, {}).certainty:
        return {"unit": unit, "certainty": "assumed", "note": f"{unit} taken by powers of 1000"}
    return {"unit": unit}


def _mapping(entries: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{name}: {_scalar(value)}" for name, value in entries.items()) + "}"


class _Column(NamedTuple):
    """A column of which we guess what it holds."""

    heading: str
    cells: Sequence[str]

    @property
    def printed(self) -> tuple[str, ...]:
        """Return the unit words in the cells."""
        words = (its.unit for cell in self.cells if (its := number(cell)))
        return tuple(dict.fromkeys(filter(None, words)))

    @property
    def unit(self) -> str:
        """Return the unit word of the column: that of its cells, or else of its heading."""
        return next(iter(self.printed), "") or unit_in_heading(self.heading, {})

    @property
    def numeric(self) -> bool:
        """Return whether most cells in which something stands are numbers."""
        return sum(map(is_number, self.cells)) * 2 > sum(map(bool, self.cells))

    @property
    def names_tests(self) -> bool:
        """Return whether most cells name an operation."""
        named = [cell for cell in self.cells if guess.operation(cell)]
        return not self.numeric and len(named) * 2 > len(self.cells)

    @property
    def seen(self) -> str:
        """Return what one sees of the column: its heading and its first cells."""
        first = dict.fromkeys(" ".join(cell.split()) or "nothing" for cell in self.cells[:20])
        cells = ", ".join(list(first)[:3])[:60]
        return f"'{' '.join(self.heading.split())}': {cells}" if self.heading else f"cells: {cells}"

    def key(self) -> Entries:
        """Return the description as a key, if the heading names one."""
        name = guess.key(self.heading)
        if (
            not name
            or re.search(r"[= ]\d+$", self.heading)
            or guess.quantity(self.heading, self.unit) in ("bandwidth", "iops", "latency")
        ):
            return {}
        known = unit_in_heading(self.heading, {})
        if self.printed or not self.numeric or not (known or name in _SIZES):
            return {"column": name}
        return {"column": name, "unit": known or "KiB"}

    def values(self) -> Entries:
        """Return the description as values, as far as its words tell it."""
        its = guess.meaning(self.heading, self.unit)
        if not (self.numeric and its.quantity):
            return {}
        said = {name: value for name, value in its._asdict().items() if value}
        return said if self.printed else said | _in(self.unit)

    def unclear_units(self) -> Iterator[tuple[str, str]]:
        """Yield the unit words that may be by 1000 or by 1024, each with a guess."""
        size = guess.key(self.heading) in _SIZES
        for word in (*self.printed, unit_in_heading(self.heading, {})):
            if word in units.AMBIGUOUS:
                yield word, units.AMBIGUOUS[word][1]
            elif size and re.fullmatch("[kMGT]B?", word):
                yield word, f"{word[0].upper()}iB"


class _Described(NamedTuple):
    """A table, and what is guessed of each column; `labels` is the one that names its rows."""

    found: Found
    columns: Sequence[_Column]
    entries: Sequence[Entries]
    labels: int | None

    @property
    def measures(self) -> bool:
        """Return whether any column is known to hold values."""
        return any(its and "column" not in its for its in self.entries)

    def lines(self) -> list[str]:
        """Return the description as lines of YAML."""
        lines = [f"{name}: {_scalar(value)}" for name, value in self.found.keys.items()]
        if "reflow" in self.found.keys:
            lines.append(f"count: {len(self.columns[0].cells)}  # so many rows are found")
        labels = self.columns[self.labels].cells if self.labels is not None else ()
        worded = [*self.columns, *(_Column(cell, ()) for cell in labels)]
        if unclear := dict(word for one in worded for word in one.unclear_units()):
            lines.append("units:  # the table does not say whether these are by 1000 or by 1024")
            lines += [f"  {_scalar(word)}: {unit}" for word, unit in unclear.items()]
        lines.append("columns:")
        for place, (column, its) in enumerate(zip(self.columns, self.entries, strict=True)):
            where = {"heading": column.heading} if self.found.headed else {}
            if self.found.headed and "column" not in its:
                # The unit in a heading is found there again, with what is to be said about it.
                its = {name: its[name] for name in its if name not in ("unit", "certainty", "note")}
            if self.found.pointers:
                where = {"pointer": self.found.pointers[place]}
            if place == self.labels:
                lines += self._labels(where, column)
            else:
                lines.append(f"  - {_mapping(where | (its or {'skip': 'true'}))}  # {column.seen}")
                if not its and (perhaps := column.values()):
                    lines[-1] += f"; perhaps {_mapping({'operation': '?', **perhaps})}"
        return [*lines, *_proof(self)]

    def _labels(self, where: Entries, column: _Column) -> Iterator[str]:
        """Yield the lines of a column whose cells say what their rows are."""
        yield "  - labels:  # each is guessed from its words"
        rows = dict(zip(column.cells, zip(*self.found.columns, strict=True), strict=True))
        for cell, row in rows.items():
            printed = _Column("", [text for text in row if text != cell]).unit
            unit = unit_in_heading(cell, {})
            its = guess.meaning(cell, unit or printed)
            said = {name: value for name, value in its._asdict().items() if value}
            if its.operation and its.quantity:
                yield f"      {_scalar(cell)}: {_mapping(said | _in(unit))}"
            else:
                perhaps = f"  # perhaps {_mapping(said)}" if said else ""
                yield f"      {_scalar(cell)}: {{skip: true}}{perhaps}"
        yield from (f"    {name}: {_scalar(value)}" for name, value in where.items())


def _described(found: Found) -> _Described:
    columns = [_Column(*one) for one in zip(found.headings, found.columns, strict=True)]
    entries = [column.key() or column.values() for column in columns]
    operations = {its["operation"] for its in entries if "operation" in its}
    labels = None
    if not operations:
        labels = next((place for place, one in enumerate(columns) if one.names_tests), None)
    for place, its in enumerate(entries):
        if labels is not None and columns[place].numeric:
            heading = columns[place].heading or f"column {place + 1}"
            entries[place] = {"workload.series": heading}
        elif "quantity" in its and len(operations) == 1:
            entries[place] = {"operation": min(operations), **its}
        elif "column" not in its and "operation" not in its:
            entries[place] = {}
    return _Described(found, columns, entries, labels)


def _proof(its: _Described) -> Iterator[str]:
    """Yield the proof, where two columns of values come to the same in each row."""
    known = its.found.sum
    if known is None:
        return
    places = (known.first, known.second)
    said = [its.entries[place].get("quantity", "") for place in places]
    known_units = [_unit(its.columns[place].unit) for place in places]
    equals = _amount(known, said, known_units)
    if equals:
        verb = "quotient" if known.quotient else "product"
        columns = f"[{known.first + 1}, {known.second + 1}]"
        rows = len(its.columns[0].cells)
        yield f"proof: {{{verb}: {columns}, equals: {equals}}}  # so in each of {rows} rows"


def _unit(word: str) -> units.Unit | None:
    return units.UNITS.get(units.AMBIGUOUS.get(word, ("", word))[1])


def _amount(known: Sum, said: Sequence[str], meant: Sequence[units.Unit | None]) -> str:
    """Return what is the same in each row, if it is an amount: so many MB, operations, B each."""
    first, second = meant
    if first is None or second is None:
        return ""
    if known.quotient:
        if said != ["bandwidth", "iops"]:
            return ""
        return f"{(known.value * first.factor / second.factor).normalize():f} B"
    if said[0] not in ("time", "latency"):
        first, second, said = second, first, said[::-1]
    if said[0] not in ("time", "latency") or said[1] not in ("bandwidth", "iops", "rate"):
        return ""
    amount = known.value * first.factor
    if said[1] == "bandwidth":
        return f"{amount.normalize():f} {second.symbol.removesuffix('/s')}"
    return f"{(amount * second.factor).normalize():f}"
