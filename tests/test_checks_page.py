"""The page of all findings has those too that are found only while pages are made."""

from __future__ import annotations

from bs4 import BeautifulSoup

from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

LOCK = "reports/gone/\n"
SETTINGS = "redirects: {old/: nowhere/}\n"
REPORT = "See [the other](b.md).\n"


def test_every_finding_of_a_build_stands_on_the_page_of_checks_and_is_counted(
    project: MakeProject,
) -> None:
    files = lab(REPORT, one=bonnie())
    site = build(project({**files, "permalinks.lock": LOCK, "sitegen.yaml": SETTINGS}))
    page = BeautifulSoup(site.files["checks/index.html"], "html.parser")
    assert sorted(one.code for one in site.diagnostics) == [
        "bad-redirect", "broken-link", "vanished",
    ]  # fmt: skip
    assert [one["id"] for one in page.select("section[id]")] == [
        "bad-redirect", "broken-link", "vanished",
    ]  # fmt: skip
    for one in site.diagnostics:
        assert f"{one.position}: {one.message}" in " ".join(page.get_text().split())
    assert "3 errors in 3 files" in page.get_text()
    index = BeautifulSoup(site.files["index.html"], "html.parser")
    assert "3 errors in 3 files" in index.get_text()
    report = BeautifulSoup(site.files["reports/a/index.html"], "html.parser")
    assert "no document 'content/reports/b.md'" in report.get_text()


def test_a_silence_of_nothing_and_a_text_that_is_not_covered_stand_there_too(
    project: MakeProject,
) -> None:
    files = lab("Text.\n", one=bonnie())
    files["content/reports/a.md"] = "---\ntitle: A\nsilence: {over-limit: known}\n---\nText.\n"
    site = build(project({**files, "sitegen.yaml": "redact: [one/bonnie]\n"}))
    page = BeautifulSoup(site.files["checks/index.html"], "html.parser")
    codes = ["redacted-text", "idle-silence"]
    assert [one.code for one in site.diagnostics] == codes[::-1]
    assert [one["id"] for one in page.select("section[id]")] == codes
    for one in site.diagnostics:
        assert f"{one.position}: {one.message}" in " ".join(page.get_text().split())
    report = BeautifulSoup(site.files["reports/a/index.html"], "html.parser")
    assert "there is no finding 'over-limit' here" in report.get_text()
