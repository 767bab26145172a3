"""Every kind of chart, from records to the drawn SVG: each value once, where its axis says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest

from sitegen.charts import Chart, kinds
from sitegen.record import Record
from tests.blocks import build
from tests.drawings import svg_of
from tests.labs import value

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "a.b",
    "x[1]",
    "it's",
    'say "yes"',
    "back\\slash",
    "datum.value",
    "</svg><script>",
)
BED = {"rig": "title: Rig\nlimits: {link: 150 MiB/s}"}
MIB = 2**20
BLOCKS = {
    "bar": "rows: jobs\nseries: pool\nmetrics: seq-read.bandwidth\nlimits: [link]",
    "dot": "rows: jobs\nseries: pool\nmetrics: seq-read.bandwidth\nlimits: [link]",
    "line": "x: jobs\nseries: pool\nmetrics: seq-read.bandwidth\nlimits: [link]",
    "heatmap": "rows: pool\nx: jobs\nmetrics: seq-read.bandwidth",
    "slope": "rows: pool\nseries: jobs\nmetrics: seq-read.bandwidth",
    "history": "series: pool\nmetrics: seq-read.bandwidth\nignore: [jobs]\nlimits: [link]",
    "distribution": "series: pool\nmetrics: seq-read.latency\nignore: [jobs]",
}


def records(kind: str, names: Sequence[str]) -> list[Record]:
    """Return two values for each name, the second twice the first, with a spread."""
    found = []
    for number, name in enumerate(names):
        for place in (1, 2):
            for repeat in (-1, 0, 1):
                latency = kind == "distribution"
                quantity = f"latency.{'p50' if place == 1 else 'p99'}" if latency else "bandwidth"
                rate = (50 + number) * place * (1 + repeat / 20)
                its = value(
                    f"rig/{place}-{number}-{repeat}",
                    f"seq-read.{quantity}",
                    rate if latency else round(rate * MIB),
                    "ms" if latency else "B/s",
                    workload__jobs=1 if latency else place,
                    testbed__pool=name,
                )
                date = {"date": f"2024-0{place}-01"}
                found.append(its._replace(columns={**its.columns, **date}))
    return found


def drawn(kind: str, names: Sequence[str], more: str = "") -> tuple[Chart, ET.Element]:
    """Return a chart and its picture."""
    chart, problems = build(records(kind, names), f"kind: {kind}\n{BLOCKS[kind]}\n{more}", BED)
    assert problems == ""
    svg = svg_of(chart.specification)
    assert not re.search(r"NaN|undefined|Infinity", svg)
    return chart, ET.fromstring(svg)


def group(root: ET.Element, name: str) -> list[ET.Element]:
    """Return what the groups hold whose class has a word that begins with a name."""
    return [
        element
        for its in root.iter(f"{SVG}g")
        if re.search(rf"\b{name}", its.get("class", ""))
        for element in its.iter()
        if element.tag in (f"{SVG}path", f"{SVG}line", f"{SVG}text")
    ]


def sayings(root: ET.Element) -> list[str]:
    return [one.findtext(f"{SVG}title") or "" for one in root.iter(f"{SVG}a")]


@pytest.mark.parametrize("count", [7, 9], ids=["together", "panels"])
@pytest.mark.parametrize("kind", kinds.KINDS)
def test_names_with_dots_brackets_quotes_and_backslashes_are_drawn_like_others(
    kind: str, count: int
) -> None:
    names = (*HOSTILE, "plain", "{{x}}")[:count]
    chart, root = drawn(kind, names)
    numbers = [
        cell
        for row in chart.table.rows
        for cell, column in zip(row.cells, chart.table.columns, strict=True)
        if cell.sample and not column.ratio
    ]
    assert len(group(root, "points")) == chart.marks == len(numbers) == 2 * count
    assert len(set(sayings(root))) == 2 * count
    for name in names:
        assert sum(name in text for text in sayings(root)) == 2
    texts = "".join(" ".join(root.itertext()).split())
    for name in names:
        assert name.replace(" ", "") in texts


def axis(root: ET.Element, upright: bool) -> list[tuple[float, float]]:
    """Return the values at the grid lines of the axis of values, with their places."""
    lines = []
    for line in group(root, "role-axis-grid"):
        x, y = re.findall(r"-?[\d.]+", line.get("transform", "0,0")) or ("0", "0")
        lines.append(float(y) if upright else float(x))
    labels = [
        float(match[0].replace(",", ""))
        for text in group(root, "role-axis-label")
        if (match := re.match(r"[\d,.]+", text.text or ""))
        and (not upright or float(re.findall(r"-?[\d.]+", text.get("transform", ""))[0]) < 0)
    ]
    return list(zip(labels[: len(lines)], lines, strict=True))


def place(mark: ET.Element, upright: bool) -> float:
    """Return where on the axis of values a mark stands, or a bar ends."""
    moved = re.fullmatch(r"translate\((-?[\d.]+),(-?[\d.]+)\)", mark.get("transform", ""))
    if moved:
        return float(moved[2] if upright else moved[1])
    return max(float(x) for x in re.findall(r"[MLC ](-?[\d.]+),", mark.get("d", "")))


@pytest.mark.parametrize("kind", ["bar", "dot", "line", "history"])
def test_marks_spreads_limits_and_numbers_are_read_off_one_axis(kind: str) -> None:
    chart, root = drawn(kind, ["a"])
    upright = kind in kinds.UPRIGHT
    (low, first), *_, (high, last) = axis(root, upright)

    def read(at: float) -> float:
        return low + (at - first) / (last - first) * (high - low)

    unit = {"MB/s": 10**6, "MiB/s": MIB}[chart.subtitle.split(" in ")[1].split(",")[0]]
    values = [read(place(mark, upright)) * unit / MIB for mark in group(root, "points")]
    assert values == pytest.approx([50, 100], abs=0.2)
    texts = [float(t.split(" MB")[0].split()[-1]) for s in sayings(root) for t in [s.split("(")[0]]]
    assert [text * unit / MIB for text in texts] == pytest.approx([50, 100], abs=0.2)
    rules = [
        (place(line, upright), line)
        for line in group(root, "mark-rule")
        if line.get("stroke") != "var(--rule)" and "role-axis" not in line.get("class", "")
    ]
    ends = [read(at) * unit / MIB for at, line in rules]
    assert any(end == pytest.approx(150, abs=0.3) for end in ends)
    spreads = []
    for at, line in rules:
        along = float(line.get("y2" if upright else "x2", "0"))
        if along:
            spreads.append(sorted(read(its) * unit / MIB for its in (at, at + along)))
    assert [pytest.approx(its, abs=0.3) for its in ([47.5, 52.5], [95, 105])] == [
        its for its in spreads if its[1] < 140
    ]


def test_latencies_are_read_off_an_axis_by_powers_of_ten() -> None:
    _, root = drawn("distribution", ["a"])
    (low, first), *_, (high, last) = axis(root, upright=True)
    share = [(place(mark, upright=True) - first) / (last - first) for mark in group(root, "points")]
    values = [low * (high / low) ** its for its in share]
    assert values == pytest.approx([50, 100], rel=0.01)


@pytest.mark.parametrize("kind", ["dot", "line", "history", "slope", "heatmap"])
def test_what_is_zero_has_no_mark_on_a_logarithmic_axis_and_a_note(kind: str) -> None:
    some = records(kind, ["a", "b"])
    zero = [one._replace(value=0) for one in some if one.columns["testbed.pool"] == "b"]
    some = [one for one in some if one.columns["testbed.pool"] == "a"]
    text = f"kind: {kind}\n{BLOCKS[kind].replace('limits: [link]', '')}\nscale: log"
    chart, _ = build([*some, *zero], text, BED)
    assert chart.marks == 2
    assert "2 values are 0, which have no place on a logarithmic axis." in [
        note.text for note in chart.notes
    ]
    svg = svg_of(chart.specification)
    assert len(group(ET.fromstring(svg), "points")) == 2
