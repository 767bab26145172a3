"""Logs that are larger than the memory: read line by line, and shown in part."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sitegen.build import build
from sitegen.project import LARGE
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject
from tests.parsers.output import findings, values

ROWS = 6000
FIRST = "10, 40000, 0, 0, 0\n"
# As wide as no log of fio is: the same bytes in fewer lines, which are read faster.
WIDE = f"20, {' ' * (6 * LARGE // ROWS)}41000, 0, 0, 0\n"
LAST = "30, 39000, 0, 0, 0\n"

PEAK = """\
import resource, sys
from sitegen import cli
cli.main(["build", "--project", sys.argv[1]], sys.stdout, sys.stderr)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def peak(folder: Path) -> int:
    """Return the most memory in bytes that building a lab takes."""
    command = [sys.executable, "-c", PEAK, str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(ran.stdout.split()[-1])


@pytest.mark.parametrize("name", ["run_bw.1.log", "run_bw.1.log.gz"])
def test_a_lab_with_a_large_log_is_built_in_little_more_memory(
    name: str, project: MakeProject
) -> None:
    root = project(lab(one=bonnie())).root
    before = peak(root)
    log = root / "results" / "one" / name
    with (gzip.open if name.endswith(".gz") else open)(log, "wt") as stream:
        stream.write(FIRST)
        stream.writelines([WIDE] * (ROWS - 2))
        stream.write(LAST)
    after = peak(root)
    log.unlink()  # pytest keeps the folders of three runs
    assert after - before < 3 * LARGE
    (page,) = (root / "site" / "runs" / "one").glob("run*/index.html")
    raw = BeautifulSoup(page.read_text(), "html.parser").select_one("pre.raw")
    assert raw is not None
    shown = [line.text.strip() for line in raw.select(".line")]
    left = len(WIDE) - 1 - 2000
    cut = f"20, {' ' * 1996} … {left:,} letters not shown"
    assert [line for line in shown if not line.endswith("letters not shown")] == [
        "110, 40000, 0, 0, 0",
        f"… {ROWS - 7 - 6:,} lines not shown",
        f"{ROWS}30, 39000, 0, 0, 0",
    ]
    assert shown[1] == f"2{cut}"
    anchors = [line["id"] for line in raw.select("[id]")]
    assert anchors == [f"L{n}" for n in (*range(1, 8), *range(ROWS - 5, ROWS + 1))]


def test_a_line_in_the_middle_of_a_large_log_can_be_linked_to(project: MakeProject) -> None:
    report = "[there](run:one/run_bw.1#L500000), [nowhere](run:one/run_bw.1#L999999)\n"
    its = project(lab(report, one=bonnie()))
    log = its.root / "results" / "one" / "run_bw.1.log"
    log.write_text("".join(f"{time}, 40000, 0, 4096, 0, 0\n" for time in range(1, 700_001)))
    assert log.stat().st_size > LARGE
    site = build(its)
    log.unlink()
    page = site.files["runs/one/run_bw.1/index.html"].decode()
    assert 'id="L500000"' in page
    assert "#L500000" in site.files["reports/a/index.html"].decode()
    assert [str(one) for one in site.diagnostics if one.code == "bad-reference"] == [
        "content/reports/a.md:4:36: error[bad-reference]: "
        "results/one/run_bw.1.log has no line 999999\n  hint: it has 700000 lines"
    ]


LOG = "".join(f"{time}, {40000 + time % 7}, 0, 0, 0\n" for time in range(1, 1001))


def test_a_packed_log_that_is_damaged_yields_no_number() -> None:
    assert findings(gzip.compress(LOG.encode())[:-9], "a_bw.1.log.gz") == (
        "a_bw.1.log.gz: error[unreadable-file]: the file cannot be read: "
        "Compressed file ended before the end-of-stream marker was reached\n"
        "  hint: results are text, or text packed with gzip or xz; "
        "keep pictures and archives elsewhere\n"
    )
    assert values(gzip.compress(LOG.encode())[:-9], "a_bw.1.log.gz") == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_a_log_from_powershell_is_read_as_any_other(encoding: str) -> None:
    packed = gzip.compress(LOG.replace("\n", "\r\n").encode(encoding))
    assert values(packed, "a_bw.1.log.gz") == values(LOG, "a_bw.1.log")
