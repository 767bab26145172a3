"""What a tool calls invalid, and a run that failed, is an empty place that says so."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup, Tag

from sitegen import charts, names, query, selection
from sitegen.build import Site, build
from sitegen.diagnostics import Position
from sitegen.record import Gap
from tests.bonnie import lab
from tests.conftest import MakeProject
from tests.drawings import svg_of
from tests.handed import handed
from tests.labs import lab as some_lab
from tests.labs import value
from tests.parsers.output import read

INVALID = "[RESULT-invalid]       ior-easy-write        0.000000 GiB/s  : time 0.000 seconds\n"
WRITE = "[RESULT]       ior-easy-write        2.000000 GiB/s : time 300.500 seconds\n"
STAT = "[RESULT]    mdtest-easy-stat       12.500000 kIOPS : time 300.100 seconds\n"
SCORE = "[SCORE ] Bandwidth 2.000000 GiB/s : IOPS 12.500000 kiops : TOTAL 5.000000\n"
STOPPED = "ERROR INVALID Runtime of phase (0.000020) is below stonewall time.\n"

FAILED = """\
w: (g=0): rw=write, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1
fio-3.33
fio: pid=811, err=122/file:io_u.c:1787, func=io_u error, error=Disk quota exceeded
w: (groupid=0, jobs=1): err=122 (file:io_u.c:1787, func=io_u error, error=Disk quota exceeded): \
pid=811: Mon Jan  6 10:00:00 2020
  write: IOPS=300, BW=1200KiB/s (1229kB/s)(12.0MiB/10240msec); 0 zone resets
"""
DD = "{bytes} bytes ({gb} GB, {gib} GiB) copied, 2.00 s, {rate} MB/s\n"
STOPPED_DD = "dd: error writing '/x': No space left on device\n"

TABLE = """
```table
id: t
rows: operation
columns: testbed
runs: [good, bad]
metrics: [seq-write.bandwidth]
```
"""
CHART = """
```chart
id: c
kind: {kind}
runs: [good, bad]
metrics: [{metric}]
rows: testbed
```
"""


def page(site: Site, address: str) -> BeautifulSoup:
    return BeautifulSoup(site.files[f"{address}index.html"], "html.parser")


def rows(part: Tag | None) -> list[list[str]]:
    assert part is not None
    return [[one.get_text(" ", strip=True) for one in row(["th", "td"])] for row in part("tr")]


def texts(site: Site) -> list[str]:
    """Return the words in the drawing of the chart."""
    text = site.files["charts/c.js"].decode()
    spec = json.loads(text.partition('("c", ')[2].rpartition(")")[0])
    return [one["text"] for one in spec["datasets"]["texts"]]


def test_an_invalid_phase_is_a_gap_in_what_is_read_and_so_is_the_score_over_it() -> None:
    its = read(INVALID + STAT + STOPPED + SCORE)
    assert [(one.metric, one.value) for one in its.records] == [
        ("file-stat.iops", 12500),
        ("file-stat.time", 300.1),
    ]
    assert [
        (f"{one.columns['operation']}.{one.columns['quantity']}", one.position.line, one.said)
        for one in its.gaps
    ] == [
        ("seq-write.bandwidth", 1, "invalid"),
        ("total.bandwidth", 4, "invalid"),
        ("total.iops", 4, "invalid"),
        ("total.score", 4, "invalid"),
    ]


def test_a_table_and_its_report_say_that_a_phase_is_invalid(project: MakeProject) -> None:
    its = lab(TABLE, good=WRITE + STAT, bad=INVALID + STAT)
    site = build(project(its))
    report = page(site, "reports/a/")
    assert rows(report.select_one("#t")) == [
        ["Operation", "Rig good GB/s", "Rig bad"],
        ["Sequential write", "2.15", "invalid"],
    ]
    cell = report.select_one("#t td.num .missing a")
    assert cell is not None
    assert cell["href"] == "../../runs/bad/bonnie/index.html#L1"
    assert report.select("#t td.best") == []
    told = [one.get_text(" ", strip=True) for one in report.select(".notes li")]
    assert [one for one in told if one.startswith("error")] == [
        "error failed-run , results/bad/bonnie.txt:1: ior-easy-write is no valid result:"
        " io500 marks it as invalid (printed as 0.000000 GiB/s; nothing is published)"
    ]


@pytest.mark.parametrize("kind", ["bar", "dot"])
def test_a_chart_leaves_the_place_empty_and_says_invalid(kind: str, project: MakeProject) -> None:
    its = lab(
        CHART.format(kind=kind, metric="seq-write.bandwidth"),
        good=WRITE + STAT,
        bad=INVALID + STAT,
    )
    site = build(project(its))
    assert texts(site) == ["2.15", "invalid"]
    text = site.files["charts/c.js"].decode()
    spec = json.loads(text.partition('("c", ')[2].rpartition(")")[0])
    assert [one["value"] for one in spec["datasets"]["points"]] == [2.147483648]
    assert "invalid" in site.files["charts/c.svg"].decode()
    caption = page(site, "charts/c/").select_one("figcaption")
    assert caption is not None
    assert "Invalid: Rig bad, Sequential write throughput." in caption.get_text(" ", strip=True)
    assert rows(page(site, "charts/c/").select_one("details table"))[1:] == [
        ["Rig good", "2.15"],
        ["Rig bad", "invalid"],
    ]


def test_a_phase_that_is_invalid_everywhere_it_is_shown_has_its_row(project: MakeProject) -> None:
    metrics = "metrics: [seq-write.bandwidth, file-stat.iops]"
    block = f"```table\nid: t\nrows: operation\nruns: bad\n{metrics}\n```\n"
    site = build(project(lab(block, bad=INVALID + STAT)))
    assert rows(page(site, "reports/a/").select_one("#t")) == [
        ["Operation", "Throughput", "Operations per second op/s"],
        ["Sequential write", "invalid", "no result"],
        ["File stat", "no result", "12,500"],
    ]
    assert [one.code for one in site.diagnostics] == ["failed-run"]


def test_the_pages_of_the_run_and_of_hardware_have_the_place_too(project: MakeProject) -> None:
    site = build(project(lab("", good=WRITE + STAT, bad=INVALID + STAT + SCORE)))
    run = page(site, "runs/bad/bonnie/")
    table = next(one for one in run("table") if "As printed" in one.get_text())
    assert ["Sequential write throughput", "invalid", "", "1", ""] in rows(table)
    hardware = page(site, "hardware/a1/")
    assert any("invalid" in row for one in hardware("table") for row in rows(one))
    for shard, subject in (("bad", "run:bad/bonnie"), ("hardware", "hardware:a1")):
        subjects = handed(site.files[f"compare/data/{shard}.js"])["subjects"]
        assert subjects["gaps"][subjects["id"].index(subject)]["seq-write.bandwidth"] == "invalid"
    assert "total.score" not in site.files["data/records.json"].decode()


def test_a_job_of_fio_that_failed_is_an_empty_place(project: MakeProject) -> None:
    head, version, _, _, rate = FAILED.splitlines(keepends=True)
    job = "w: (groupid=0, jobs=1): err= 0: pid=8: Mon Jan  6 10:00:00 2020\n"
    end = (
        "\nRun status group 0 (all jobs):\n"
        "  WRITE: bw=1200KiB/s (1229kB/s), 1200KiB/s-1200KiB/s (1229kB/s-1229kB/s),"
        " io=12.0MiB (12.6MB), run=10240-10240msec\n"
    )
    sound, metric = "".join((head, version, job, rate, end)), "seq-write.bandwidth"
    its = lab(CHART.format(kind="bar", metric=metric), good=sound, bad=FAILED + end)
    site = build(project(its))
    assert texts(site) == ["1.23", "failed"]


def test_a_run_that_failed_as_a_whole_is_an_empty_place(project: MakeProject) -> None:
    good = DD.format(bytes=10**9, gb="1.0", gib="0.9", rate=500)
    its = lab(CHART.format(kind="bar", metric="transfer.bandwidth"), good=good, bad=STOPPED_DD)
    site = build(project(its))
    assert texts(site) == ["500", "run failed"]
    told = [one.code for one in site.diagnostics]
    assert told == ["failed-run"]
    report = page(site, "reports/a/")
    assert "dd stopped" in report.get_text()


def test_a_line_has_the_word_where_its_point_would_be_and_ends_before_it() -> None:
    sizes = [(2**10, 3.28), (2**12, 19.5), (2**16, 147.47), (2**20, 190.4), (2**24, 195.01)]
    records = [
        value("rig/pioraw", "seq-write.bandwidth", rate, "MB/s", n, workload__block_size=size)
        for n, (size, rate) in enumerate(sizes, 1)
    ]
    gap = Gap(records.pop(2).columns, Position("x", 3), "invalid")
    its = some_lab(records, {"rig": "title: Rig\n"})
    text = "id: c\nkind: line\nruns: rig\nmetrics: [seq-write.bandwidth]\nx: workload.block_size\n"
    block, problems = query.read("chart", text, Position("a.md", 4, 1))
    assert isinstance(block, query.Query), problems
    dataset = replace(its.dataset, gaps=(gap,))
    chosen, problems = selection.select(block, dataset)
    assert chosen is not None, problems
    chart, _ = charts.build(chosen.query, chosen.records, its, names.of(its), gaps=chosen.gaps)
    data = json.loads(chart.specification)["datasets"]
    assert [(one["x"], one["value"], one.get("part")) for one in data["points"]] == [
        (2**10, 3.28, None), (2**12, 19.5, None), (2**20, 190.4, 1), (2**24, 195.01, 1),
    ]  # fmt: skip
    (said,) = (one for one in data["texts"] if one["text"] == "invalid")
    assert (said["x"], said["value"]) == (2**16, 0)
    assert "Invalid: 64 KiB, Sequential write throughput." in [note.text for note in chart.notes]
    drawn = BeautifulSoup(svg_of(chart.specification), "html.parser")
    lines = drawn.select("g[class*=mark-line] path")
    assert [str(one["d"]).count("L") for one in lines] == [1, 1]
