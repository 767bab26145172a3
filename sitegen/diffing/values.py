"""Tables of values before and after a change: one unit in a table, the same for both sides."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from sitegen import display, labels, urls
from sitegen.diffing.comparison import Comparison
from sitegen.diffing.measured import Change
from sitegen.display import Scale
from sitegen.pages import in_words
from sitegen.samples import Sample

_SIGNS = {"at-least": "≥ ", "at-most": "≤ ", "below-resolution": "< "}


class Cell(NamedTuple):
    """What a cell says, and the address in the new site that it leads to, if there is one."""

    text: str
    address: str = ""


class Table(NamedTuple):
    """Rows under one head; the columns of `numbers` are set right."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    numbers: frozenset[int] = frozenset()


def pairs(its: Comparison, changes: Sequence[Change]) -> list[Table]:
    """Return a table for each unit, with both sides and what the change comes to."""
    by_unit: defaultdict[str, list[Change]] = defaultdict(list)
    for one in changes:
        by_unit[one.sample.unit].append(one)
    return [_of_unit(its, unit, same) for unit, same in by_unit.items()]


def _of_unit(its: Comparison, unit: str, changes: Sequence[Change]) -> Table:
    samples = [sample for one in changes for sample in (one.base, one.head) if sample]
    scale = display.common_scale((one.value for one in samples), unit, binary=its.words.binary)
    symbol = f", {scale.symbol}" if scale.symbol else ""
    last = "differs in" if changes[0].kind == "not-comparable" else "change"
    rows = [
        (
            what(one, its),
            _on(one.sample, its),
            _value(one.base, scale),
            _value(one.head, scale, linked=True),
            Cell(runs(one)),
            Cell(_change(one, its)),
        )
        for one in changes
    ]
    head = ("measured", "on", f"before{symbol}", f"after{symbol}", "runs", last)
    return Table(head, rows, frozenset({2, 3, 4}))


def alone(its: Comparison, changes: Sequence[Change]) -> list[Table]:
    """Return the table of values that only one side has."""
    binary = its.words.binary
    rows = [
        (
            what(one, its),
            _on(one.sample, its),
            Cell(
                _SIGNS.get(one.sample.certainty, "")
                + display.show(one.sample.value, one.sample.unit, binary=binary),
                _place(one.sample) if one.head else "",
            ),
            Cell(str(one.sample.n)),
        )
        for one in changes
    ]
    return [Table(("measured", "on", "value", "runs"), rows, frozenset({2, 3}))]


def what(one: Change, its: Comparison) -> Cell:
    """Return the words for a measurement: its metric, and with which workload."""
    columns = one.sample.record.columns
    said = [
        labels.metric(
            str(columns["operation"]),
            str(columns["quantity"]),
            str(columns.get("statistic", "")),
        )
    ]
    said += [its.words.alone(name, value) for name, value in sorted(one.workload.items())]
    return Cell(", ".join(said))


def _on(sample: Sample, its: Comparison) -> Cell:
    testbed = str(sample.record.columns.get("testbed", ""))
    if not testbed:
        return Cell(sample.record.run)
    return Cell(its.words.testbeds.get(testbed, testbed), urls.testbed(testbed))


def _value(sample: Sample | None, scale: Scale, *, linked: bool = False) -> Cell:
    if sample is None:
        return Cell("")
    text = _SIGNS.get(sample.certainty, "") + scale.text(sample.value)
    return Cell(text, _place(sample) if linked else "")


def _place(sample: Sample) -> str:
    record = sample.record
    return urls.run_line(record.page or record.run, record.position.line)


def runs(one: Change) -> str:
    """Return how many repeats there are, with how many there were if that differs."""
    before, after = (its.n if its else 0 for its in (one.base, one.head))
    return str(after) if before == after else f"{before}, now {after}"


def _change(one: Change, its: Comparison) -> str:
    if one.differs:
        return differences(one, its) + _printed(one)
    if one.ratio is None:
        return one.reason
    text = one.ratio.text + _printed(one)
    return f"~ {text} ({one.reason})" if one.kind == "unclear" else text


def _printed(one: Change) -> str:
    """Return how a value was and is printed, where a tool changed its unit or its word for it."""
    if one.base is None or one.head is None:
        return ""
    base, head = one.base.record, one.head.record
    newer = "tool_version" in one.differs and _word(base.written) != _word(head.written)
    if base.meant == head.meant and not newer:
        return ""
    return f"; printed as {in_words.printed(base)}, now as {in_words.printed(head)}"


def _word(written: str) -> str:
    """Return the word for the unit behind a number; a name of a field in brackets is none."""
    found = re.search(r"\d[kKMGT]?\s*([^\W\d_][^\s(]*)", written)
    return found[1] if found else ""


def differences(one: Change, its: Comparison) -> str:
    """Return the conditions that changed, with what they were and are."""

    def shown(name: str, value: str) -> str:
        return its.words.hardware.get(value, value) if name.startswith("testbed.") else value

    return "; ".join(
        f"{labels.column(name)}: {shown(name, before)}, now {shown(name, after)}"
        for name, (before, after) in one.differs.items()
    )
