"""Findings that are known of: silenced with a reason, and shown all the same."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from sitegen.build import build
from sitegen.diagnostics import tally
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

TABLE = """\
```table
id: both
runs: [one, two]
metrics: [seq-write.bandwidth]
rows: testbed
{more}```
"""
REASON = "The file system is what is compared."


def rigs(report: str, front: str = "") -> dict[str, str | bytes]:
    """Return a lab whose two testbeds differ in what its table does not show."""
    files = lab(report, one=bonnie(), two=bonnie(write=170000))
    files["content/reports/a.md"] = f"---\ntitle: A\n{front}---\n{report}"
    for case, kind in (("one", "ext3"), ("two", "xfs")):
        files[f"results/{case}/testbed.yaml"] = (
            f"title: Rig {case}\nhardware:\n  array: a1\nlayout:\n  filesystem: {kind}\n"
        )
    return files


@pytest.mark.parametrize(
    ("front", "more"),
    [
        (f"silence:\n  not-comparable: {REASON}\n", ""),
        ("", f"silence:\n  not-comparable: {REASON}\n"),
    ],
)
def test_a_silenced_finding_is_no_warning_and_stands_on_the_page_with_its_reason(
    project: MakeProject, front: str, more: str
) -> None:
    site = build(project(rigs(TABLE.format(more=more), front)))
    (one,) = site.diagnostics
    assert one.code == "not-comparable"
    assert one.silenced == REASON
    assert str(tally(site.diagnostics)) == "1 silenced in 1 file"
    for address in ("reports/a/index.html", "checks/index.html"):
        page = BeautifulSoup(site.files[address], "html.parser")
        assert f"Nothing is to be done: {REASON}" in page.text


def test_a_testbed_silences_what_is_found_in_its_folder_and_below(project: MakeProject) -> None:
    files = lab(one=bonnie(size="16G"), two=bonnie(size="16G"))
    for case in ("one", "two"):
        files[f"results/{case}/testbed.yaml"] = (
            f"title: Rig {case}\nhardware:\n  array: a1\nsettings:\n  memory: 16 GiB\n"
        )
    files["results/one/testbed.yaml"] = (
        f"{files['results/one/testbed.yaml']!s}silence:\n  in-cache: The cache is measured.\n"
    )
    found = build(project(files)).diagnostics
    assert {(one.position.path, one.severity) for one in found if one.code == "in-cache"} == {
        ("results/one/bonnie.txt", "silenced"),
        ("results/two/bonnie.txt", "warning"),
    }


def test_a_silence_that_silences_nothing_is_a_warning(project: MakeProject) -> None:
    front = "silence:\n  over-limit: The limit is wrong.\n"
    found = build(project(rigs("Text.\n", front))).diagnostics
    assert [str(one) for one in found] == [
        "content/reports/a.md:4:3: warning[idle-silence]: there is no finding 'over-limit' here"
        " that could be silenced\n  hint: remove the line"
    ]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("not-comparable:", "'not-comparable' is silenced without a reason"),
        ("claim-mismatch: I know", "'claim-mismatch' is an error, which cannot be silenced"),
        ("not-comparble: why", "no finding is called 'not-comparble'"),
        ("idle-silence: for later", "'idle-silence' cannot be silenced"),
    ],
)
def test_a_silence_without_a_reason_or_of_an_error_is_an_error(
    project: MakeProject, written: str, message: str
) -> None:
    found = build(project(rigs(TABLE.format(more=""), f"silence:\n  {written}\n"))).diagnostics
    assert ("bad-value", message) in {(one.code, one.message) for one in found}
    assert "not-comparable" in {one.code for one in found if one.severity == "warning"}
