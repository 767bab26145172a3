"""How fast raw files are read, as a table in Markdown: `make bench-parse`.

The files are made from the fixtures of the tests. Times are of the processor, not of the clock, and
beside each stands a plain pass over the same bytes in the same round (`json.loads`, or decoding and
splitting into words): on a machine that does other things too, the ratio of both says more than
either. Printed is the median of all rounds.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sitegen import loading
from sitegen.project import Project
from sitegen.results import read_file

CORPUS = Path(__file__).parents[1] / "tests" / "corpus"

_JOB = re.compile(r'\n    \{\n      "jobname".*?\n    \}', re.DOTALL)


class File(NamedTuple):
    """A raw file: its path below the lab, and what it holds."""

    path: str
    content: bytes


class Case(NamedTuple):
    """Files of one kind, how they are read, and the plain pass over one of them."""

    name: str
    files: Sequence[File]
    plain: Callable[[bytes], object]


class Times(NamedTuple):
    """Seconds of one round: of reading all files, and of the plain pass over them."""

    reading: float
    plain: float


def words(content: bytes) -> list[str]:
    """Return the words of a text."""
    return content.decode().split()


def fixture(name: str) -> str:
    """Return the text of a fixture."""
    return (CORPUS / name).read_text("utf-8")


def one_job(text: str, rw: str) -> str:
    """Return what fio would have printed of only that job of several that has a pattern."""
    jobs = [match.group() for match in _JOB.finditer(text)]
    chosen = next(job for job in jobs if f'"rw" : "{rw}"' in job)
    start, end = text.index(jobs[0]), text.index(jobs[-1]) + len(jobs[-1])
    return text[:start] + chosen + text[end:]


def copies(text: str, pattern: str, ending: str, count: int) -> list[File]:
    """Return files that differ in what `pattern` finds: it names one of eight machines or jobs."""
    return [
        File(f"results/rig/{n:05}.{ending}", re.sub(pattern, f"rig-{n % 8}", text).encode())
        for n in range(count)
    ]


def cases(count: int) -> list[Case]:
    """Return all cases, each with so many files."""
    read = fixture("fio/latencies-json/input.json")
    mixed = one_job(fixture("fio/suite-json/input.json"), "randrw")
    old = fixture("bonnie/text-and-csv-1.03/input.txt")
    new = fixture("bonnie/text-and-csv-2.00a/input.txt")
    job, host = r'(?<="jobname" : ")[^"]*', r"\brig-a\b"
    return [
        Case("fio JSON, one direction", copies(read, job, "json", count), json.loads),
        Case("fio JSON, randrw", copies(mixed, job, "json", count), json.loads),
        Case("bonnie++ 1.03, text and CSV", copies(old, host, "txt", count), words),
        Case("bonnie++ 2.00, six tables and CSV", copies(new, host, "txt", count), words),
    ]


def mixture(count: int) -> Case:
    """Return the files of a lab of several tools."""
    each = count // 5
    iozone = copies(
        fixture("iozone/auto-excel-3.434/input.txt"), "(?<=Build: )linux-AMD64", "log", each
    )
    files = [file for case in cases(each) for file in case.files] + iozone
    named = [file._replace(path=f"results/rig/run-{n:05}.txt") for n, file in enumerate(files)]
    return Case("a lab of all these and iozone", named, words)


def read_all(files: Sequence[File]) -> None:
    """Read files one by one."""
    for path, content in files:
        if not read_file(path, content).records:
            raise ValueError(f"{path} yields nothing")


def load(root: Path) -> None:
    """Read a whole lab: its files, the testbed, what is to be covered."""
    its, _ = loading.load(Project(root, root / "site"), {})
    if not its.dataset.records:
        raise ValueError("the lab yields nothing")


def measured(case: Case, read: Callable[[], None], rounds: int) -> list[Times]:
    """Return the times of all rounds; one before them warms up."""
    found = []
    for _ in range(rounds + 1):
        start = time.process_time()
        read()
        middle = time.process_time()
        for file in case.files:
            case.plain(file.content)
        found.append(Times(middle - start, time.process_time() - middle))
    return found[1:]


def row(case: Case, times: Sequence[Times]) -> str:
    """Return a row of the table."""
    seconds = statistics.median(one.reading for one in times)
    plain = statistics.median(one.plain for one in times)
    ratio = statistics.median(one.reading / one.plain for one in times)
    size = sum(len(file.content) for file in case.files)
    each = size / len(case.files) / 1000
    return (
        f"| {case.name} | {len(case.files):,} | {each:.1f} kB | {len(case.files) / seconds:,.0f} "
        f"| {size / seconds / 1e6:.1f} | {size / plain / 1e6:.0f} | {ratio:.1f} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=1000, help="how many of each kind")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    options = parser.parse_args()
    print("| Raw files | Files | Size | Files/s | MB/s | Plain pass, MB/s | Times the plain pass |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for case in cases(options.files):
        times = measured(case, partial(read_all, case.files), options.rounds)
        print(row(case, times), flush=True)
    case = mixture(options.files)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "results" / "rig").mkdir(parents=True)
        (root / "results" / "rig" / "testbed.yaml").write_text("title: Rig\n", "utf-8")
        for path, content in case.files:
            (root / path).write_bytes(content)
        print(row(case, measured(case, partial(load, root), options.rounds)))


if __name__ == "__main__":
    main()
