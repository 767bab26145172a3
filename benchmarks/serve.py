"""How long it takes from saving a file until the changed page is served: `make bench-serve`.

Each generator shows its preview of the same lab. A report is edited, or a raw file comes in; then
the page is asked for every 3 ms until it has what is new: the sentence, and for a raw file its link
on the page of the report, after its own page is there. For the others the files that it changes are
saved one after the other, ready made.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import ours
from benchmarks.peers import Peer, peers
from benchmarks.peers.installed import found
from benchmarks.timing import FailedError, median

NAMES = ("hugo", "eleventy", "mkdocs", "zensical")
"""The generators with a preview of their own that shows a change by itself."""

EVERY = 0.003
LIMIT = 300.0
"""Seconds within which the first page must be there."""

PATIENCE = 60.0
"""Seconds after which a change that is not shown will not be."""

PAUSE = 0.7
"""Seconds between two changes, so that a watcher that gathers changes has come to rest."""

REPORT = "reports/rig-00000/"


class Saved(NamedTuple):
    """Seconds from saving to serving: of reports, and of raw files with pages that show them."""

    name: str
    reports: int
    start: float
    edits: Sequence[float]
    results: Sequence[float]


def served(
    name: str, peer: Peer, program: Path, where: Path, reports: int, changes: range
) -> Saved:
    """Return what a generator takes for changes by their numbers.

    Raises FailedError where it serves nothing.
    """
    port = _free_port()
    command = [str(program), *(part.format(port=port) for part in peer.serving[1:])]
    began = time.perf_counter()
    server = subprocess.Popen(
        command,
        cwd=where / name,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        address = f"http://127.0.0.1:{port}/"
        _wait(address + REPORT, "<main", began + LIMIT, peer.name)
        start = time.perf_counter() - began
        edits, results = (
            _until_one_fails(_times(address, where, name, kind, changes))
            for kind in ("report", "result")
        )
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()
    return Saved(peer.name, reports, start, edits, results)


def _until_one_fails(times: Iterator[float]) -> Sequence[float]:
    """Return times up to a change that is never shown."""
    some: list[float] = []
    with contextlib.suppress(FailedError):
        some.extend(times)
    return some


def _times(address: str, where: Path, name: str, kind: str, changes: range) -> Iterator[float]:
    for number in changes:
        time.sleep(PAUSE)
        change = where / "changes" / name / kind / str(number)
        shutil.copytree(change, where / name, dirs_exist_ok=True)
        saved = time.perf_counter()
        if kind == "report":
            _wait(address + REPORT, f"sentence number {number} of", saved + PATIENCE, name)
        else:
            run = f"rig-00000/mirrored/fio-1-new-{number}/"
            _wait(f"{address}runs/{run}", "<main", saved + PATIENCE, name)
            _wait(address + REPORT, run, saved + PATIENCE, name)
        yield time.perf_counter() - saved


def _wait(address: str, words: str, until: float, who: str) -> None:
    """Return when a page has some words."""
    while True:
        with contextlib.suppress(OSError):
            # A proxy of the machine has no business with a server of its own.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(address, timeout=PATIENCE) as answer:
                if words in answer.read().decode():
                    return
        if time.perf_counter() > until:
            raise FailedError(f"{who} does not show {words!r} at {address}")
        time.sleep(EVERY)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def measured(
    where: Path, there: Mapping[str, Path], reports: int, changes: range
) -> Iterator[Saved]:
    """Yield what ours and others, by their programs, take in a prepared folder."""
    others = zip(there, peers(there), there.values(), strict=True)
    for name, peer, program in (("sitegen", ours.PEER, Path(sys.executable)), *others):
        if not peer.serving:
            continue
        print(f"{reports}: {peer.name} serves", file=sys.stderr, flush=True)
        try:
            yield served(name, peer, program, where, reports, changes)
        except FailedError as error:
            print(f"{peer.name} is left out: {error}", file=sys.stderr)


def table(some: Sequence[Saved]) -> str:
    """Return a table in Markdown."""
    rows = [
        "| Reports | Generator | First page, s | Report saved, ms | Raw file saved, ms |",
        "| ---: | --- | ---: | ---: | ---: |",
    ]
    for one in some:
        cells = [f"{one.reports:,}", one.name, f"{one.start:.2f}"]
        cells += [_spread(one.edits), _spread(one.results)]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _spread(seconds: Sequence[float]) -> str:
    if not seconds:
        return "not shown"
    return f"{median(seconds) * 1000:.0f} ({min(seconds) * 1000:.0f} to {max(seconds) * 1000:.0f})"


def main() -> None:
    """Print the table for some sizes of lab."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("reports", nargs="*", type=int, default=[100])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES)
    options = parser.parse_args()
    programs = {name: found(peer) for name, peer in zip(NAMES, peers(NAMES), strict=True)}
    there = {name: program for name in options.only if (program := programs[name])}
    print(f"not installed: {', '.join(set(options.only) - set(there)) or 'none'}", file=sys.stderr)
    some: list[Saved] = []
    for reports in options.reports:
        with tempfile.TemporaryDirectory(prefix="sitegen-bench-") as name:
            make = [sys.executable, "-m", "benchmarks.prepare", name, str(reports), *there]
            subprocess.run([*make, "--changes", str(options.rounds)], check=True)
            some += measured(Path(name), there, reports, range(options.rounds))
    print(table(some))


if __name__ == "__main__":
    main()
