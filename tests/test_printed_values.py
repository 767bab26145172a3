"""In every output the printed number times the printed unit is the value, to half a digit."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.build import Site, build
from sitegen.project import Project
from tests.bonnie import lab
from tests.compared import compared
from tests.conftest import MakeProject
from tests.labs import judged
from tests.labs import lab as some_lab
from tests.labs import value as measured

FACTORS: Mapping[str, Mapping[str, str | int]] = {
    "bandwidth": {"B/s": "1", "kB/s": "1e3", "MB/s": "1e6", "GB/s": "1e9", "TB/s": "1e12",
                  "KiB/s": 2**10, "MiB/s": 2**20, "GiB/s": 2**30, "TiB/s": 2**40},
    "latency": {"ns": "1e-9", "µs": "1e-6", "ms": "1e-3", "s": "1"},
    "iops": {"op/s": "1", "Mop/s": "1e6", "Gop/s": "1e9"},
}  # fmt: skip
"""What each unit of a quantity is in its base unit, written down here a second time."""

BASES = {"bandwidth": "B/s", "latency": "s", "iops": "op/s"}
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
CASES = ("a", "b", "c")

REPORT = """\
They do [](result:a), [](result:b) and [](result:c).

```table
id: t
rows: testbed
runs: [a, b, c]
```

```chart
id: bars
kind: bar
runs: [a, b, c]
metrics: [seq-read.QUANTITY]
rows: testbed
```

```chart
id: dots
kind: dot
scale: log
runs: [a, b, c]
metrics: [seq-read.QUANTITY]
series: testbed
```
"""


def made(root: Path, values: Mapping[str, str], quantity: str, *, binary: bool) -> Site:
    """Return the site of a lab with one value in each case, given in the base unit."""
    files = lab(REPORT.replace("QUANTITY", quantity), **dict.fromkeys(values, ""))
    for case, value in values.items():
        del files[f"results/{case}/bonnie.txt"]
        files[f"results/{case}/t.csv"] = f"what,value\nread,{value}\n"
        files[f"results/{case}/t.csv.yaml"] = (
            "tool: timer\ntable:\n  format: csv\n  header: what,value\n  columns:\n"
            "    - {skip: true}\n"
            f"    - {{operation: seq-read, quantity: {quantity}, unit: {BASES[quantity]}}}\n"
        )
    rates = "binary" if binary else "decimal"
    files["sitegen.yaml"] = f"base_url: https://lab.example/\nrates: {rates}\n"
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    return build(Project(root, root / "site"))


class Check:
    """Holds printed numbers against the values of a lab, and counts them."""

    def __init__(self, values: Mapping[str, str], quantity: str) -> None:
        """Begin with the values by case, in the base unit of the quantity."""
        self.values = {case: Decimal(value) for case, value in values.items()}
        self.units = {name: Decimal(factor) for name, factor in FACTORS[quantity].items()}
        self.seen = 0

    def number(self, text: str, unit: str, case: str) -> None:
        """Hold one number against the value of its case."""
        printed = Decimal(text.replace(",", ""))
        factor, value = self.units[unit], self.values[case]
        exponent = printed.as_tuple().exponent
        assert isinstance(exponent, int)
        half = Decimal(1).scaleb(exponent) / 2
        # Records hold 64-bit floats, good for some 15 digits.
        slack = abs(value) * Decimal("1e-14")
        assert abs(printed * factor - value) <= half * factor + slack, (text, unit, value)
        assert printed, (text, unit, value)
        self.seen += 1

    def words(self, text: str, case: str) -> None:
        """Hold each number that has one of the units behind it."""
        units = "|".join(map(re.escape, sorted(self.units, key=len, reverse=True)))
        found = re.findall(rf"({_NUMBER.pattern})[ \u00a0]({units})(?![\w/])", text)
        assert found, text
        for number, unit in found:
            self.number(number, unit, case)


def of(address: str) -> str:
    """Return the case whose page an address leads to."""
    match = re.search(r"runs/([abc])/", address)
    assert match, address
    return match[1]


def cells(check: Check, page: BeautifulSoup) -> None:
    """Hold the cells of all tables with a unit in the head of their column, or behind them."""
    for table in page("table"):
        heads = [one.find("small") for one in table.find("tr")("th")]
        for row in table("tr")[1:]:
            columns = row(["th", "td"], recursive=False)
            for head, cell in zip(heads, columns, strict=False):
                link = cell.select_one("a.n[data-e]")
                if link is None:
                    continue
                case = of(str(link["href"]))
                assert Decimal(str(cell["data-v"])) == Decimal(str(float(check.values[case])))
                unit = head.get_text().split(" (")[0] if isinstance(head, Tag) else ""
                if unit in check.units:
                    check.number(link.get_text(), unit, case)
                else:
                    check.words(link.get_text(), case)


def chart(check: Check, site: Site, name: str) -> None:
    """Hold the marks, the numbers beside them, the hover texts and the ticks of a chart."""
    page = BeautifulSoup(site.files[f"charts/{name}/index.html"], "html.parser")
    subtitle = page.select_one("figure .sub")
    assert subtitle is not None
    match = re.search(r" in (\S+), ", subtitle.get_text())
    assert match, subtitle
    unit = match[1]
    text = site.files[f"charts/{name}.js"].decode()
    spec = json.loads(text.partition(f'("{name}", ')[2].rpartition(")")[0])
    points = spec["datasets"]["points"]
    assert len(points) == len(check.values)
    for point in points:
        case = of(point["href"])
        exact = check.values[case]
        assert abs(Decimal(point["value"]) * check.units[unit] - exact) <= exact * Decimal("1e-12")
        check.words(point["says"], case)
    by_value = {point["value"]: of(point["href"]) for point in points}
    for one in spec["datasets"]["texts"]:
        check.number(one["text"].split("  ")[0], unit, by_value[one["value"]])
    order = [of(one["href"]) for one in sorted(points, key=lambda one: float(one["value"]))]
    assert [check.values[case] for case in order] == sorted(check.values.values())
    lead = page.select_one('meta[property="og:description"]')
    assert lead is not None
    told = re.search(rf"in {re.escape(unit)}\. From (\S+) to (\S+)\.", str(lead["content"]))
    assert told, lead
    ranked = sorted(check.values, key=lambda case: check.values[case])
    check.number(told[1], unit, ranked[0])
    check.number(told[2], unit, ranked[-1])


def hold(site: Site, values: Mapping[str, str], quantity: str) -> None:
    """Hold all that is printed anywhere on a site."""
    check = Check(values, quantity)
    pages = {
        path: BeautifulSoup(content, "html.parser")
        for path, content in site.files.items()
        if path.endswith(".html")
    }
    report = pages["reports/a/index.html"]
    for name in ("reports/a", "hardware/a1", "tables/t", "charts/bars", "charts/dots"):
        cells(check, pages[f"{name}/index.html"])
    prose = next(one for one in report("p") if "They do" in one.get_text())
    for link in prose("a"):
        check.words(link.get_text(), of(str(link["href"])))
    for row in report.select("#evidence tr[id]"):
        raw = row("td")[-1].find("a")
        assert isinstance(raw, Tag)
        for cell in (row("td")[1], row("td")[3]):
            if cell.get_text(strip=True):
                check.words(cell.get_text(), of(str(raw["href"])))
    for case in values:
        run = pages[f"runs/{case}/t/index.html"]
        value = run.select_one("td.num a.n")
        assert value is not None
        check.words(value.get_text(), case)
    for record in csv.DictReader(io.StringIO(site.files["data/records.csv"].decode(), newline="")):
        check.number(record["value"], record["unit"], record["testbed"])
    for one in json.loads(site.files["data/records.json"]):
        check.number(str(Decimal(repr(one["value"]))), one["unit"], one["testbed"])
    for name in ("bars", "dots"):
        chart(check, site, name)
    for name in ("bars.csv", "bars.json"):
        assert site.files[f"charts/{name}"]
    for pre in pages["tables/t/index.html"].select(".cite pre"):
        for case in values:
            for row_ in re.findall(rf"Rig {case}\W+([\d.,]+)", pre.get_text()):
                unit = re.search(r"\(([^()\s]*(?:/s|s))\)", pre.get_text())
                if unit:
                    check.number(row_, unit[1], case)
    assert check.seen > 40


@settings(max_examples=12)
@given(
    st.lists(
        st.one_of(st.integers(1, 10**12).map(str), st.floats(1, 1e12).map(repr)),
        min_size=3,
        max_size=3,
        unique_by=float,
    ),
    st.sampled_from(["bandwidth", "iops", "latency"]),
    st.booleans(),
)
def test_every_output_prints_the_value(numbers: list[str], quantity: str, binary: bool) -> None:
    scale = Decimal("1e-9") if quantity == "latency" else 1
    values = {
        case: format(Decimal(number) * scale, "f")
        for case, number in zip(CASES, numbers, strict=True)
    }
    with TemporaryDirectory() as folder:
        hold(made(Path(folder), values, quantity, binary=binary), values, quantity)


@pytest.mark.parametrize(
    ("quantity", "values"),
    [
        ("bandwidth", ("2048", "5242880", "3221225472")),
        ("latency", ("1.164383", "0.00000146", "0.000000001")),
        ("iops", ("0.5", "999.95", "1000000")),
    ],
)
def test_values_far_apart_are_printed_with_their_units(
    quantity: str, values: tuple[str, str, str], tmp_path: Path
) -> None:
    by_case = dict(zip(CASES, values, strict=True))
    hold(made(tmp_path, by_case, quantity, binary=False), by_case, quantity)


SLOW = "/dev/sdb:\n Timing O_DIRECT disk reads:   2 MB in  3.20 seconds = 640.00 kB/sec\n"
FAST = "1400000000 bytes (1.4 GB, 1.3 GiB) copied, 1.00 s, 1.4 GB/s\n"


def test_what_is_faster_stands_above_in_every_order_whatever_unit_a_tool_chose(
    project: MakeProject,
) -> None:
    what = "runs: [slow, fast]\nrows: testbed\nmetrics: [seq-read.bandwidth, transfer.bandwidth]\n"
    block = (
        f"```chart\nid: c\nkind: bar\n{what}series: operation\n```\n\n```table\nid: t\n{what}```\n"
    )
    site = build(project(lab(block, slow=SLOW, fast=FAST)))
    assert site.diagnostics == ()
    rates = {
        one.run: one.value
        for one in site.lab.dataset.records
        if one.columns["quantity"] == "bandwidth"
    }
    assert rates == {"slow/bonnie": 655_360, "fast/bonnie": 1_400_000_000}
    text = site.files["charts/c.js"].decode()
    spec = json.loads(text.partition('("c", ')[2].rpartition(")")[0])
    drawn = sorted(spec["datasets"]["points"], key=lambda one: float(one["value"]))
    assert [re.search("runs/(\\w+)", one["href"])[1] for one in drawn] == ["slow", "fast"]  # type: ignore[index]
    for address, select in (("reports/a", "#t td.num"), ("hardware/a1", "main td.num")):
        page = BeautifulSoup(site.files[f"{address}/index.html"], "html.parser")
        found = {
            str(link["href"]).partition("runs/")[2].partition("/")[0]: float(str(cell["data-v"]))
            for cell in page.select(f"{select}[data-v]")
            if (link := cell.select_one("a.n")) and float(str(cell["data-v"])) in rates.values()
        }
        assert found == {"slow": 655_360.0, "fast": 1_400_000_000.0}
    for case in ("slow", "fast"):
        (cell,) = (
            one
            for metric, one in compared(site, case, f"run:{case}/bonnie").items()
            if metric.endswith(".bandwidth")
        )
        assert cell["value"] == rates[f"{case}/bonnie"]


@given(
    st.floats(1e-9, 10, allow_nan=False),
    st.integers(0, 4),
    st.sampled_from(["ns", "us", "ms", "s"]),
    st.sampled_from(["", "about ", "~", "roughly ", "nearly ", "under "]),
)
def test_a_claim_of_zero_never_holds_for_what_is_not_zero(
    seconds: float, digits: int, unit: str, word: str
) -> None:
    its = some_lab([measured("rig/a", "rand-read.latency", repr(seconds), "s")])
    claim = judged(f"{word}{0:.{digits}f} {unit}", "result:rig/a#rand-read.latency", its)
    assert claim.verdict not in ("holds", "direction")
