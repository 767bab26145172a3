"""The option `rates: binary` holds wherever a rate is shown, and nowhere else."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup

from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

REPORT = """
Writes [](result:one#seq-write.bandwidth), in the words of the source
[192.9 MB/s](result:one#seq-write.bandwidth).

```table
id: rates
title: Rates
runs: [one, two]
metrics: [seq-write.bandwidth, seq-read.bandwidth]
rows: testbed
```

```chart
id: bars
kind: bar
runs: [one, two]
metrics: [seq-write.bandwidth]
rows: testbed
```
"""

DECIMAL = re.compile(r"\d\s?[kMGT]B/s|^[kMGT]B/s")


def test_no_page_shows_a_decimal_rate_but_as_it_was_written_and_beside_the_other(
    project: MakeProject,
) -> None:
    files = lab(REPORT, one=bonnie(), two=bonnie(write=200000))
    files["sitegen.yaml"] = "rates: binary\n"
    files["results/one/again.txt"] = bonnie(write=188400)
    found = []
    for address, content in build(project(files)).files.items():
        if not address.endswith(".html") or address.startswith("parsers/"):
            continue
        page = BeautifulSoup(content, "html.parser")
        for row in page.select("#evidence tbody tr[id]"):
            row.find_all("td")[3].clear()  # the column 'also'
        found += [f"{address}: {text}" for text in page.strings if DECIMAL.search(text)]
    assert sorted(set(found)) == [
        "claims/index.html: , in the words of the source 192.9 MB/s.",
        "claims/index.html: 192.9 MB/s",
        "reports/a/index.html: 192.9 MB/s",
        "runs/one/again/index.html: , in the words of the source 192.9 MB/s.",
        "runs/one/again/index.html: 192.9 MB/s",
        "runs/one/bonnie/index.html: , in the words of the source 192.9 MB/s.",
        "runs/one/bonnie/index.html: 192.9 MB/s",
    ]


def test_the_list_of_evidence_has_the_chosen_unit_first_and_the_other_beside_it(
    project: MakeProject,
) -> None:
    files = lab("Writes [](result:one#seq-write.bandwidth).\n", one=bonnie())
    shown = {}
    for rates in ("decimal", "binary"):
        site = build(project({**files, "sitegen.yaml": f"rates: {rates}\n"}))
        report = BeautifulSoup(site.files["reports/a/index.html"], "html.parser")
        number, row = report.select_one(".prose a.n"), report.select_one("#evidence tr[id]")
        assert number is not None
        assert row is not None
        shown[rates] = [number.text, *(cell.text for cell in row.find_all("td")[1:4])]
    assert shown == {
        "decimal": ["192.9 MB/s", "192.9 MB/s", "188347 K/sec (KiB/s)", "183.9 MiB/s"],
        "binary": ["183.9 MiB/s", "183.9 MiB/s", "188347 K/sec (KiB/s)", "192.9 MB/s"],
    }


def test_findings_name_rates_in_the_unit_of_the_site(project: MakeProject) -> None:
    files = lab(one=bonnie())
    files["results/one/testbed.yaml"] = "title: Rig\nlimits: {port: 100 MB/s}\n"
    said = {}
    for rates in ("decimal", "binary"):
        files["sitegen.yaml"] = f"rates: {rates}\n"
        found = [one for one in build(project(files)).diagnostics if one.code == "over-limit"]
        said[rates] = found[0].message.partition(" is above")[0]
    assert said == {
        "decimal": "sequential read throughput of 387.3 MB/s",
        "binary": "sequential read throughput of 369.4 MiB/s",
    }
