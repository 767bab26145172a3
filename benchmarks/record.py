"""Results of record: what was measured as raw files of a lab, and its tables as a page."""

from __future__ import annotations

import csv
import io
import platform
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks import machine
from benchmarks.cases import CASES, DRAWN, Pair
from benchmarks.peers import NAMES, peers
from benchmarks.timing import Took

FOLDER = "results/generators"
PAGE = "benchmarks/RESULTS.md"

PER_REPORT = 10
"""How many raw files a lab has for each report."""

_HEADINGS = ("case", "raw files", "wall time (s)", "processor time (s)", "memory (B)")
_SIDECAR = """\
tool: make bench-record
date: {date}
table:
  format: csv
  columns:
    - {{heading: case, column: workload.mode}}
    - {{heading: raw files, column: workload.files}}
    - {{heading: wall time (s), operation: build, quantity: time, unit: s}}
    - heading: processor time (s)
      operation: build
      quantity: time
      statistic: cpu-time
      unit: s
    - {{heading: memory (B), operation: build, quantity: memory, unit: B}}
"""
_MACHINE = """\
title: Site generators
summary: Each makes the same pages of the same labs on one machine, in turn with sitegen.
date: {date}
software:
  kernel: Linux {kernel}
  python: {python}
settings:
  cores: {cores}
  processor: {processor}
  memory: {memory} GiB
"""
_TESTBED = """\
title: {name}
hardware:
  generator: {id}
software:
  generator-version: '{version}'
"""
_HEAD = """\
# Results of record

`make bench-record` measured this and wrote this page and `results/generators/`.
[README.md](README.md) says what is measured and how; beside each number stands its unit.
"""


def write(root: Path, tables: str, versions: Mapping[str, str], pairs: Sequence[Pair]) -> None:
    """Write the page and the raw files below `root`, in place of those of an earlier time."""
    shutil.rmtree(root / FOLDER, ignore_errors=True)
    for path, text in files(versions, pairs).items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    page = root / PAGE
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(f"{_HEAD}\n{tables}\n", "utf-8")


def files(versions: Mapping[str, str], pairs: Sequence[Pair]) -> dict[str, str]:
    """Return path and text of each file that publishes the measurements.

    Generators that make other pages are left out.
    """
    date = time.strftime("%Y-%m-%d")
    found = {
        f"{FOLDER}/testbed.yaml": _MACHINE.format(
            date=date,
            kernel=platform.release().partition("-")[0],
            python=platform.python_version(),
            cores=machine.cores(),
            processor=machine.processor(),
            memory=round(machine.memory() / machine.GIBIBYTE),
        )
    }
    ids = {peer.name: name for name, peer in zip(NAMES, peers(), strict=True) if peer.same}
    for name, one in {"sitegen": "sitegen", **ids}.items():
        rows = list(_rows(name, pairs))
        if rows:
            folder = f"{FOLDER}/{one}"
            testbed = _TESTBED.format(name=name, id=one, version=versions[name])
            found[f"{folder}/testbed.yaml"] = testbed
            found[f"{folder}/builds.csv"] = _text(rows)
            found[f"{folder}/builds.csv.yaml"] = _SIDECAR.format(date=date)
    return found


def _rows(name: str, pairs: Sequence[Pair]) -> list[tuple[str, int, Took]]:
    called = {**CASES, DRAWN: "charts drawn"}
    ours = [(called[one.case], one.reports * PER_REPORT, one.ours) for one in pairs]
    theirs = [
        (called[one.case], one.reports * PER_REPORT, one.theirs)
        for one in pairs
        if one.theirs and one.name == name
    ]
    return ours if name == "sitegen" else theirs


def _text(rows: Sequence[tuple[str, int, Took]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADINGS)
    for case, count, took in rows:
        writer.writerow((case, count, f"{took.wall:.3f}", f"{took.work:.2f}", took.memory))
    return text.getvalue()
