"""Pages that several processes make are those that one makes, whatever becomes of the processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitegen import rendering
from sitegen.build import build
from sitegen.diagnostics import Diagnostic, Position
from sitegen.page import File, Page, Unit
from sitegen.project import Project
from sitegen.render import Renderer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pages are made in forks on Linux")

DD = """\
1048576+0 records in
1048576+0 records out
1073741824 bytes (1.1 GB, 1.0 GiB) copied, {seconds} s, {rate:.0f} MB/s
"""


def _unit(number: int) -> Unit:
    def made(findings: list[Diagnostic]) -> Iterator[Page | File]:
        findings.append(Diagnostic(Position("a.md", number), "bad-value", f"finding {number}"))
        yield File(f"data/{number}", b"%d" % number)

    return Unit((f"data/{number}",), made)


def test_a_large_lab_is_the_same_site_from_one_process_and_from_three(tmp_path: Path) -> None:
    results = tmp_path / "results" / "rig"
    results.mkdir(parents=True)
    (results / "testbed.yaml").write_text("title: Rig\n")
    for number in range(rendering.MANY):
        seconds = 1 + number / 7
        text = DD.format(seconds=f"{seconds:.5f}", rate=1073.741824 / seconds)
        (results / f"dd-{number:03}.txt").write_text(text)
    project = Project(tmp_path, tmp_path / "site")
    alone, together = build(project), build(project, workers=3)
    assert len(alone.files) > rendering.MANY
    assert together.files == alone.files
    assert together.diagnostics == alone.diagnostics
    assert together.addresses == alone.addresses


def test_what_units_find_comes_back_in_their_order() -> None:
    units = [_unit(number) for number in range(100)]
    renderer = Renderer(None, {}, {})
    found = list(rendering.made(units, renderer, workers=2))
    assert [one.findings[0].message for one in found] == [f"finding {n}" for n in range(100)]
    assert [one.files for one in found] == [[(f"data/{n}", b"%d" % n)] for n in range(100)]
    assert found == list(rendering.made(units, renderer))


def test_nothing_is_lost_with_a_process_that_is_killed() -> None:
    own = os.getpid()

    def fatal(_: list[Diagnostic]) -> Iterator[Page | File]:
        if os.getpid() != own:
            os.kill(os.getpid(), signal.SIGKILL)
        yield File("data/last", b"made after all")

    units = [*map(_unit, range(60)), Unit(("data/last",), fatal), _unit(61)]
    found = list(rendering.made(units, Renderer(None, {}, {}), workers=2))
    assert [one.files[0][0] for one in found] == [
        *(f"data/{number}" for number in range(60)),
        "data/last",
        "data/61",
    ]
