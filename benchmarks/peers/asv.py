"""asv: what airspeed velocity publishes of the same numbers, which are other pages.

It draws each number over commits in the browser, machine by machine, and has no reports, no pages
of hardware and no raw files. A rig is a machine here, and each of its two cases a commit.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.labs import CASES
from benchmarks.page import Page
from benchmarks.peers import Peer

MEASURED = 12
"""How many numbers each commit has on each machine."""

_COLUMNS = ("result", "params", "version", "started_at", "duration")
_STARTED = 1_700_000_000


def _commits(folder: Path) -> list[str]:
    """Return the hashes of commits as git makes them, by the same author at the same moment."""
    who = ["-c", "user.name=A lab", "-c", "user.email=lab@example.org"]
    when = {"GIT_AUTHOR_DATE": f"{_STARTED} +0000", "GIT_COMMITTER_DATE": f"{_STARTED} +0000"}
    git = ["git", "-C", str(folder)]
    subprocess.run([*git, "init", "--quiet", "--initial-branch=main"], check=True)
    for case in CASES:
        command = [*git, *who, "commit", "--quiet", "--allow-empty", "--message", case]
        subprocess.run(command, check=True, env=when)
    log = subprocess.run([*git, "log", "--format=%H"], check=True, capture_output=True, text=True)
    return log.stdout.split()[::-1]


def site(all_pages: Mapping[str, Page]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of every site."""
    configuration = {
        "version": 1,
        "project": "A lab of rigs",
        "repo": ".",
        "branches": ["main"],
        "results_dir": "results",
        "html_dir": "html",
    }
    yield "asv.conf.json", json.dumps(configuration)
    benchmarks: dict[str, object] = {"version": 2}
    rows = [one.charts for one in all_pages.values() if one.charts]
    for number in range(min(MEASURED, sum(map(len, rows[0])))):
        name = f"lab.track_{number}"
        benchmarks[name] = {
            "name": name,
            "code": "",
            "param_names": [],
            "params": [],
            "timeout": 60,
            "type": "track",
            "unit": "B/s",
            "version": hashlib.sha256(name.encode()).hexdigest(),
        }
    yield "results/benchmarks.json", json.dumps(benchmarks)


def page(its: Page) -> Iterator[tuple[str, str]]:
    """Yield the files of a machine, for the page of a report."""
    if not its.charts:
        return
    machine = its.address.replace("/", "-")
    yield f"results/{machine}/machine.json", json.dumps({"machine": machine, "version": 1})
    rows = [row for chart in its.charts for row in chart][:MEASURED]
    values = {
        f"lab.track_{n}": [
            [row["bar"]],
            [],
            hashlib.sha256(f"lab.track_{n}".encode()).hexdigest(),
            _STARTED * 1000,
            1.0,
        ]
        for n, row in enumerate(rows)
    }
    for case in CASES:
        its_results = {
            "commit_hash": case,
            "date": _STARTED * 1000,
            "params": {"machine": machine, "python": "3.11"},
            "python": "3.11",
            "requirements": {},
            "env_name": "virtualenv-py3.11",
            "env_vars": {},
            "result_columns": _COLUMNS,
            "results": values,
            "durations": {},
            "version": 2,
        }
        yield f"results/{machine}/{case}-virtualenv-py3.11.json", json.dumps(its_results)


def prepare(folder: Path) -> None:
    """Make the repository whose commits the results are of, and name the commits in them."""
    commits = dict(zip(CASES, _commits(folder), strict=True))
    for place in (folder / "results").glob("*/*-virtualenv-py3.11.json"):
        case = place.name.partition("-")[0]
        text = place.read_text("utf-8").replace(f'"{case}"', f'"{commits[case]}"', 1)
        place.unlink()
        place.with_name(f"{commits[case][:8]}-virtualenv-py3.11.json").write_text(text, "utf-8")


PEER = Peer(
    name="asv publish",
    package="asv==0.6.6",
    program="asv",
    version=("--version",),
    command=("asv", "publish", "--no-pull"),
    output="html",
    site=site,
    page=page,
    prepare=prepare,
    same=False,
)
