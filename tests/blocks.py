"""A chart made of a block over a few records, for tests of what is drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

from sitegen import charts, names, query, selection
from sitegen.charts import Chart
from sitegen.diagnostics import Position
from sitegen.hardware import Hardware
from sitegen.query import Query
from sitegen.record import Gap, Record
from tests.labs import lab

FENCE = Position("a.md", 4, 1)
PORT = {"rig": "title: One port\nlimits: {fc-port: 200 MB/s, bus: 8 GB/s, cache: 2 GiB}"}


def build(
    records: Sequence[Record],
    text: str,
    testbeds: Mapping[str, str] = PORT,
    hardware: Sequence[Hardware] = (),
    gaps: Sequence[Gap] = (),
) -> tuple[Chart, str]:
    """Return the chart of a block over records, and the findings as printed."""
    its = lab(records, testbeds, hardware)
    block, problems = query.read("chart", "id: c\n" + dedent(text), FENCE)
    assert isinstance(block, Query), problems
    chosen, problems = selection.select(block, its.dataset)
    assert chosen, problems
    chart, more = charts.build(chosen.query, chosen.records, its, names.of(its), gaps=gaps)
    return chart, "".join(f"{problem}\n" for problem in [*problems, *more])


def data(chart: Chart, name: str = "points") -> list[dict[str, Any]]:
    """Return one of the data sets of a chart."""
    found = json.loads(chart.specification)["datasets"][name]
    assert isinstance(found, list)
    return found


def notes(chart: Chart) -> list[str]:
    """Return what is said under a chart."""
    return [note.text for note in chart.notes]
