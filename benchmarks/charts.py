"""What a static chart costs, beside matplotlib: `make bench-charts`.

The charts of the reports of a lab are made in one process: the specification with its table, then
SVG for the page, SVG and PNG for other places, then the same pictures out of the cache. matplotlib
draws the same values as bars, as SVG and PNG of the same size, in a process of its own. Times are
of the processor; the first chart of a process is apart, since it also loads what draws.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks import labs
from benchmarks.peers.installed import FOLDER
from sitegen import charts, content, drawn, kept, loading, names, prose
from sitegen.cache import Cache
from sitegen.drawn import Fetch, Figure, Picture
from sitegen.figures import figures
from sitegen.project import Project

SCRIPT = Path(__file__).with_name("bars.py")
_KIBIBYTE = 1024


class Row(NamedTuple):
    """Milliseconds of the first chart and of each other, and the memory of the process in bytes."""

    name: str
    first: float
    others: Sequence[float]
    memory: int


def plain(figure: Figure) -> dict[str, object]:
    """Return what matplotlib needs for the bars of a figure."""
    rows = [
        (f"{one.columns['operation']} {one.columns['testbed']}", float(one.value))
        for one in figure.records
    ]
    width, height = figure.size
    return {"title": figure.chart.title, "rows": rows, "width": width, "height": height}


def timed(some: Iterable[Callable[[], object]]) -> list[float]:
    """Return the milliseconds of each call."""
    found = []
    for one in some:
        began = time.process_time()
        one()
        found.append((time.process_time() - began) * 1000)
    return found


def ours(root: Path) -> tuple[list[Row], list[Figure]]:
    """Return what our charts of a lab cost, and the charts."""
    project = Project(root, root / "site")
    documents, _ = content.load(content.texts(project))
    known, _ = loading.load(project, documents.hardware)
    words = names.of(known)
    its = {path: prose.render(one.body, path, one.body_line) for path, one in documents.all.items()}
    made, _ = figures(its, known, words, {}, lambda _: Picture)
    every = [one.figure for some in made.blocks.values() for one in some if one.figure]
    with tempfile.TemporaryDirectory() as folder, Cache(Path(folder) / "cache.sqlite") as cache:
        specified = timed(
            partial(charts.build, one.query, one.records, known, words) for one in every
        )

        def draw(poster: str) -> Fetch:
            return partial(drawn.picture, poster)

        cold = timed(kept.drawing_with(cache, draw)(one.chart.poster) for one in every)
        cache.flush()
        warm = timed(kept.drawing_with(cache)(one.chart.poster) for one in every)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBIBYTE
    return [
        Row("sitegen: specification and table", specified[0], specified[1:], 0),
        Row("sitegen: pictures, cold", cold[0], cold[1:], memory),
        Row("sitegen: pictures, kept", warm[0], warm[1:], 0),
    ], every


def theirs(every: Sequence[Figure]) -> Row | None:
    """Return what matplotlib takes for the same values; None where it is not installed."""
    python = FOLDER / "matplotlib" / "bin" / "python"
    if not python.exists():
        return None
    ran = subprocess.run(
        [str(python), str(SCRIPT)],
        input=json.dumps([plain(one) for one in every]),
        check=True,
        capture_output=True,
        text=True,
    )
    found = json.loads(ran.stdout)
    times = found["milliseconds"]
    return Row(f"matplotlib {found['version']}", times[0], times[1:], found["memory"])


def line(row: Row) -> str:
    """Return a row of the table."""
    others = f"{statistics.median(row.others):.2f}"
    memory = f"{row.memory / 1e6:.0f}" if row.memory else ""
    return f"| {row.name} | {len(row.others) + 1} | {row.first:.1f} | {others} | {memory} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--reports", type=int, default=10, help="how many reports, of two charts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sitegen-bench-") as folder:
        labs.write(options.reports, Path(folder))
        rows, every = ours(Path(folder))
    other = theirs(every)
    print("| What | Charts | First, ms | Each other, ms | Memory, MB |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for row in [*rows, other] if other else rows:
        print(line(row))
    if other is None:
        print("\nmatplotlib is not installed: make bench-peers")


if __name__ == "__main__":
    main()
