"""What was retracted or superseded says so on each page that rests on it, and so must claims."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup

from sitegen.build import Site, build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

REPORT = """
Writes reach [192.9 MB/s](result:one#seq-write.bandwidth).

```chart
id: rates
title: Rates
kind: dot
runs: [one, two]
metrics: [seq-write.bandwidth, seq-read.bandwidth]
rows: [operation]
series: testbed
```

```table
id: all-rates
title: All rates
runs: [one, two]
metrics: [seq-write.bandwidth]
rows: testbed
```
"""

WHY = "status: retracted\nreason: The cache was on\nsuccessor: {}\n"

USERS = [
    "reports/a/",
    "charts/rates/",
    "charts/rates/embed/",
    "tables/all-rates/",
    "tables/all-rates/embed/",
    "hardware/a1/",
]


def made(project: MakeProject, **more: str) -> Site:
    """Return the site of a lab of two runs, with texts put at the beginning of files."""
    files = lab(REPORT, one=bonnie(), two=bonnie(write=235020))
    places = {
        "report": "content/reports/a.md",
        "hardware": "content/hardware/a1.md",
        "testbed": "results/one/testbed.yaml",
    }
    for kind, text in more.items():
        if kind == "run":
            files["results/one/bonnie.txt.yaml"] = text
        elif kind == "body":
            files[places["report"]] = f"---\ntitle: A\n---\n{text}"
        else:
            before = str(files[places[kind]])
            mark = "---\n" if kind != "testbed" else ""
            files[places[kind]] = mark + text + before.removeprefix(mark)
    return build(project(files))


def said(site: Site, address: str) -> list[str]:
    page = BeautifulSoup(site.files[f"{address}index.html"], "html.parser")
    return [" ".join(one.get_text().split()) for one in page.select(".banner")]


def findings(site: Site) -> list[str]:
    return [str(one).replace("\n  hint: ", " | ") for one in site.diagnostics]


@pytest.mark.parametrize(
    ("kind", "successor", "name", "own", "page"),
    [
        ("testbed", "two", "testbed 'one'", "The testbed Rig one", "testbeds/one/"),
        ("run", "two/bonnie", "run 'one/bonnie'", "The raw file one/bonnie", "runs/one/bonnie/"),
    ],
)
def test_a_withdrawn_run_is_named_wherever_its_values_stand_and_claims_on_it_fail(
    project: MakeProject, kind: str, successor: str, name: str, own: str, page: str
) -> None:
    site = made(project, **{kind: WHY.format(successor)})
    what = "was withdrawn: do not rely on it. The cache was on. See"
    title = "Rig two" if kind == "testbed" else "two/bonnie"
    for address in USERS:
        rests = f"Retracted. {own}, on which something here rests, {what} {title}."
        assert said(site, address) == [rests], address
    itself = f"Retracted. This {'testbed' if kind == 'testbed' else 'raw file'} {what} {title}."
    assert said(site, page) == [itself]
    assert said(site, "runs/two/bonnie/") == said(site, "testbeds/two/") == []
    picture = re.sub(r"<[^>]+>", "", site.files["charts/rates.svg"].decode())
    assert "RETRACTED: Rates" in picture
    assert findings(site) == [
        f"content/reports/a.md:5:14: error[withdrawn-evidence]: '192.9 MB/s' rests on the {name},"
        f" which was retracted: The cache was on | rest it on '{successor}', or say so in the"
        ' title of the link: "withdrawn: why it still stands"'
    ]


def test_a_picture_of_where_hardware_stands_has_no_withdrawn_values(project: MakeProject) -> None:
    kept = made(project).files["charts/a1-bandwidth.csv"].decode()
    left = made(project, testbed="status: superseded\n").files["charts/a1-bandwidth.csv"].decode()
    assert "192866" in kept or "240660" in kept
    assert "one/bonnie" not in left


@pytest.mark.parametrize(
    "body",
    [
        'Once [192.9 MB/s](result:one#seq-write.bandwidth "withdrawn: the first try").\n',
        'Once [1 MB/s](result:one#seq-write.bandwidth "disputed: they said").\n',
    ],
)
def test_a_claim_that_says_that_its_evidence_was_withdrawn_is_no_finding(
    project: MakeProject, body: str
) -> None:
    assert findings(made(project, testbed=WHY.format("two"), body=body)) == []


def test_claims_of_a_withdrawn_report_may_rest_on_withdrawn_runs(project: MakeProject) -> None:
    site = made(project, testbed=WHY.format("two"), report="status: superseded\n")
    assert findings(site) == []
    assert said(site, "reports/a/")[0] == (
        "Superseded. This report has been replaced by later results."
    )
    assert len(said(site, "reports/a/")) == 2


def test_a_withdrawn_page_of_hardware_says_so_and_claims_on_its_facts_fail(
    project: MakeProject,
) -> None:
    sheet = "status: superseded\nreason: A sheet of another model.\nspecs: {cache: 2 GB}\n"
    site = made(project, hardware=sheet, body="It has [2 GB](hardware:a1#cache).\n")
    own = "has been replaced by later results. A sheet of another model."
    assert said(site, "hardware/a1/") == [f"Superseded. This page {own}"]
    assert said(site, "reports/a/") == [
        f"Superseded. The page of Array One, on which something here rests, {own}"
    ]
    assert findings(site) == [
        "content/reports/a.md:4:8: error[withdrawn-evidence]: '2 GB' rests on the hardware 'a1',"
        " which was superseded: A sheet of another model. | take it out, or say so in the title"
        ' of the link: "withdrawn: why it still stands"'
    ]


def test_a_successor_that_does_not_exist_is_a_finding(project: MakeProject) -> None:
    site = made(project, report="status: retracted\nsuccessor: b\n")
    assert findings(site) == [
        "content/reports/a.md:2:1: error[broken-link]: no report 'b' to take the place of 'a'"
    ]


def test_what_lies_below_a_withdrawn_testbed_is_withdrawn_with_it(project: MakeProject) -> None:
    files = lab("[192.9 MB/s](result:rig/one#seq-write.bandwidth)\n")
    files |= {
        "results/rig/testbed.yaml": "title: Rig\nstatus: retracted\nhardware: {array: a1}\n",
        "results/rig/one/testbed.yaml": "title: One\n",
        "results/rig/one/bonnie.txt": bonnie(),
    }
    site = build(project(files))
    own = "Retracted. The testbed Rig was withdrawn: do not rely on it."
    assert said(site, "testbeds/rig/one/") == [own]
    assert said(site, "runs/rig/one/bonnie/") == [own]
    assert [one.code for one in site.diagnostics] == ["withdrawn-evidence"]
