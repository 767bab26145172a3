"""Rates and times that a report states without a link are held against its references."""

from __future__ import annotations

import pytest

from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

CLAIM = "Writes [192.9 MB/s](result:one#seq-write.bandwidth).\n"


def found(project: MakeProject, body: str, front: str = "", **runs: str) -> list[str]:
    """Return the findings of the kind in a report, as printed."""
    files = lab("", **(runs or {"one": bonnie()}))
    files["content/reports/a.md"] = f"---\ntitle: A\n{front}---\n{body}"
    told = [one for one in build(project(files)).diagnostics if one.code == "unchecked-number"]
    return [str(one).splitlines()[0].removeprefix("content/reports/a.md:") for one in told]


def warning(place: str, said: str, name: str) -> str:
    return (
        f"{place}: warning[unchecked-number]:"
        f" '{said}' in the {name} is no link, and no reference here bears it out"
    )


def test_a_summary_that_has_gone_stale_is_found(project: MakeProject) -> None:
    front = "summary: >-\n  The rig writes\n  193 MB/s, and that is that.\n"
    assert found(project, CLAIM, front) == []
    wrong = CLAIM.replace("192.9", "240.7")
    assert found(project, wrong, front, one=bonnie(write=235020)) == [
        warning("5:3", "193 MB/s", "summary")
    ]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("It reads 400 MB/s at best.\n", [("5:10", "400 MB/s", "text")]),
        ("It writes 193 MB/s, about 0.19 GB/s or 184 MiB/s.\n", []),
        ("It writes 1,543 Mbit/s.\n", [("5:11", "1,543 Mbit/s", "text")]),
        ("## It writes 200 MB/s\n", [("5:14", "200 MB/s", "text")]),
        ("| a | b |\n| --- | --- |\n| x | 210 MB/s |\n", [("7:7", "210 MB/s", "text")]),
        ("It seeks in 5.1 ms, 200 times a second: 200 op/s.\n",
         [("5:13", "5.1 ms", "text"), ("5:41", "200 op/s", "text")]),
        ("From 8 to\n16 MB/s.\n", [("5:6", "8", "text"), ("6:1", "16 MB/s", "text")]),
        ("A file of 16 GiB in 60 s, on drives of 80 GB, is 4 % of it.\n", []),
        ("`dd` says `240 MB/s`.\n\n    or 250 MB/s\n", []),
        ("[240 MB/s](https://example.org/) they say.\n", []),
        ("```chart\nid: c\nkind: bar\ntitle: Writes at 300 MB/s\nruns: one\n"
         "metrics: [seq-write.bandwidth]\n```\n", [("8:18", "300 MB/s", "chart block")]),
    ],
)  # fmt: skip
def test_what_is_no_link_must_be_what_some_reference_says(
    body: str, told: list[tuple[str, str, str]], project: MakeProject
) -> None:
    assert found(project, CLAIM + body) == [warning(*one) for one in told]


def test_a_baseline_and_a_number_that_is_quoted_as_wrong_bear_out(
    project: MakeProject,
) -> None:
    body = (
        "[24.6 %](result:two?vs=one#seq-write.bandwidth) more than 192.9 MB/s is 240.3 MB/s.\n"
        'They [say 250 MB/s](result:two#seq-write.bandwidth "disputed: rounded up"): 250 MB/s.\n'
    )
    runs = {"one": bonnie(), "two": bonnie(write=234700)}
    assert found(project, body, **runs) == []
    front = "title: Two is 1.25x as fast\nsummary: It writes 24.6 % more, or 30 % more.\n"
    files = lab("", **runs)
    files["content/reports/a.md"] = f"---\n{front}---\n{body}"
    assert [str(one).splitlines()[0] for one in build(project(files)).diagnostics] == [
        "content/reports/a.md:3:36: warning[unchecked-number]: '30 %' in the summary is no link,"
        " and no reference here bears it out"
    ]


def test_a_report_without_references_is_not_checked(project: MakeProject) -> None:
    assert found(project, "It writes 240 MB/s.\n", "summary: It writes 240 MB/s.\n") == []
