"""Findings in the forms of hosts: whole outputs, and their limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import listings
from sitegen.diagnostics import CODES, Diagnostic, Position
from sitegen.listings import github, gitlab, junit, rdjson
from tests.bonnie import bonnie, lab
from tests.command import sitegen
from tests.repositories import commit, new_repository, write

FOUND = (
    Diagnostic(
        Position("content/reports/a, b.md", 3, 7),
        "claim-mismatch",
        "text says 50 %, the result says +42.5 %",
        "measured at results/a.txt:4",
    ),
    Diagnostic(Position("results/c:d.txt"), "in-cache", "the working set\nfits"),
    Diagnostic(Position("results/e.txt", 2), "over-limit", "too fast", silenced="a wrong limit"),
)
SOME = st.builds(
    Diagnostic,
    st.builds(Position, st.text(min_size=1, max_size=20), st.integers(0, 99), st.integers(0, 99)),
    st.sampled_from(sorted(CODES)),
    st.text(max_size=30),
    st.text(max_size=30),
)


def test_github_gets_annotations_and_all_of_it_as_a_log() -> None:
    lines = github.render(listings.for_host(FOUND, "lab/")).splitlines()
    assert lines[:2] == [
        "::error file=lab/content/reports/a%2C b.md,title=claim-mismatch,line=3,col=7"
        "::text says 50 %25, the result says +42.5 %25%0Ameasured at results/a.txt:4",
        "::warning file=lab/results/c%3Ad.txt,title=in-cache::the working set%0Afits",
    ]
    assert lines[2].startswith("::stop-commands::")
    assert lines[-1] == lines[2].replace("stop-commands::", "") + "::"


@pytest.mark.parametrize(("number", "shown"), [(10, 10), (11, 9), (500, 9)])
def test_github_is_told_how_many_more_there_are_than_it_shows(number: int, shown: int) -> None:
    found = [Diagnostic(Position("a.md", line), "bad-yaml", "x") for line in range(1, number + 1)]
    lines = [line for line in github.render(found).splitlines() if line.startswith("::error")]
    assert len(lines) <= 10
    assert sum(" file=" in line for line in lines) == shown
    if number > shown:
        assert (
            lines[-1] == f"::error title=sitegen::{number - shown} more of this kind are in the log"
        )


@given(st.lists(SOME, max_size=30))
def test_no_text_of_a_finding_is_a_command_for_github(found: list[Diagnostic]) -> None:
    text = github.render(found)
    before, _, behind = text.partition("::stop-commands::")
    token = behind.split("\n", 1)[0]
    assert all(
        line.startswith(("::error ", "::warning ", "::notice ")) for line in before.split("\n")[:-1]
    )
    assert behind.endswith(f"\n::{token}::\n")
    assert behind.count(token) == 2


def test_the_fingerprint_for_gitlab_stays_when_lines_move_and_differs_between_findings() -> None:
    def prints(*found: Diagnostic) -> list[str]:
        return [one["fingerprint"] for one in json.loads(gitlab.render(found))]

    one, other, _ = FOUND
    moved = one._replace(position=one.position._replace(line=90), hint="at results/a.txt:5")
    assert prints(one) == prints(moved)
    twice = prints(one, moved, other)
    assert len(set(twice)) == 3
    owned = Diagnostic(Position("a.md", 1), "duplicate-id", "the id is that of b.md:4:1 already")
    assert prints(owned) == prints(owned._replace(message="the id is that of b.md:77:1 already"))


def test_gitlab_gets_a_code_quality_report() -> None:
    assert json.loads(gitlab.render(FOUND[:1]))[0] | {"fingerprint": ""} == {
        "description": "text says 50 %, the result says +42.5 %; measured at results/a.txt:4",
        "check_name": "claim-mismatch",
        "fingerprint": "",
        "severity": "major",
        "location": {"path": "content/reports/a, b.md", "lines": {"begin": 3}},
    }


@given(st.lists(SOME, max_size=30))
def test_junit_is_xml_with_a_name_for_each_case(found: list[Diagnostic]) -> None:
    top = ElementTree.fromstring(junit.render(found))
    names = [one.attrib["name"] for one in top.iter("testcase")]
    assert len(names) == len(set(names)) == max(1, len(found))
    failed = [one for one in top.iter("testcase") if one.find("failure") is not None]
    assert len(failed) == sum(one.severity == "error" for one in found)
    assert top.attrib["failures"] == str(len(failed))


def test_reviewdog_gets_its_format() -> None:
    its = json.loads(rdjson.render(FOUND[:2]))
    assert its["source"] == {"name": "sitegen"}
    assert its["diagnostics"] == [
        {
            "message": "text says 50 %, the result says +42.5 %\nmeasured at results/a.txt:4",
            "location": {"path": "content/reports/a, b.md", "range": {"start": {"line": 3}}},
            "severity": "ERROR",
            "code": {"value": "claim-mismatch"},
        },
        {
            "message": "the working set\nfits",
            "location": {"path": "results/c:d.txt"},
            "severity": "WARNING",
            "code": {"value": "in-cache"},
        },
    ]


CLAIM = """\
Writes [{}](result:one#seq-write.bandwidth).

Reads [1 MB/s](result:one#seq-read.bandwidth).
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a lab deeper in a repository, with one claim that is wrong."""
    files: Mapping[str, str | bytes] = lab(CLAIM.format("192.9 MB/s"), one=bonnie())
    commit(new_repository(tmp_path), {f"labs/own/{path}": its for path, its in files.items()})
    return tmp_path / "labs/own"


def codes(where: Path, *arguments: str) -> list[tuple[str, int]]:
    """Return code and line of what `check` finds."""
    ran = sitegen("--project", where, "check", "--format", "json", *arguments)
    return [(one["code"], one["line"]) for one in json.loads(ran.out)]


def test_paths_begin_where_the_host_looks_for_them(repository: Path) -> None:
    ran = sitegen("--project", repository, "check", "--format", "gitlab")
    assert json.loads(ran.out)[0]["location"]["path"] == "labs/own/content/reports/a.md"


def test_only_findings_on_changed_lines_or_from_changed_values(repository: Path) -> None:
    assert codes(repository) == [("claim-mismatch", 6)]
    assert codes(repository, "--since", "HEAD") == []
    assert sitegen("--project", repository, "check", "--since", "HEAD").code == 0
    # The sentence stays, the number below it changes.
    write(repository, {"results/one/bonnie.txt": bonnie(write=150000)})
    found = codes(repository, "--since", "HEAD")
    assert ("claim-mismatch", 4) in found
    write(repository, {"results/one/bonnie.txt": bonnie()})
    text = CLAIM.format("100 MB/s")
    write(repository, {"content/reports/a.md": f"---\ntitle: A\n---\n{text}"})
    assert codes(repository, "--since", "HEAD") == [("claim-mismatch", 4)]


def test_only_some_codes(repository: Path) -> None:
    assert codes(repository, "--only", "claim-mismatch") == [("claim-mismatch", 6)]
    assert codes(repository, "--only", "in-cache", "--only", "over-limit") == []
    ran = sitegen("--project", repository, "check", "--only", "claim-missmatch")
    assert (ran.code, ran.err) == (
        2,
        "sitegen: no finding is called 'claim-missmatch': did you mean 'claim-mismatch'?\n",
    )


def test_fix_puts_right_only_what_is_asked_for(repository: Path) -> None:
    def fixed(*arguments: str) -> bool:
        before = (repository / "content/reports/a.md").read_bytes()
        sitegen("--project", repository, "check", "--fix", *arguments)
        return (repository / "content/reports/a.md").read_bytes() != before

    assert not fixed("--only", "in-cache")
    assert not fixed("--since", "HEAD")
    text = CLAIM.format("100 MB/s")
    write(repository, {"content/reports/a.md": f"---\ntitle: A\n---\n{text}"})
    assert fixed("--since", "HEAD")
    assert codes(repository) == [("claim-mismatch", 6)]
    assert fixed("--only", "claim-mismatch")
    assert codes(repository) == []
