"""How long builds take, beside other generators with the same pages: `make bench`.

Whole processes are timed, ours and another in turn, and their ratio is taken pair by pair: on a
machine that others use too only ratios mean something. `make bench-peers` installs the others; one
that is not there is left out, and so is what would take longer than there is time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import machine, ours, record, serve, tables, targets
from benchmarks.cases import DRAWN, Bench, Floor, Made, Pair
from benchmarks.peers import NAMES, peers, version
from benchmarks.peers.installed import found
from benchmarks.serve import Saved
from benchmarks.timing import FailedError

MARGIN = 1.5
"""How much longer than in proportion a larger lab is expected to take at most."""

SOON = 20.0
"""Seconds of a cold build up to which a preview is measured."""


@dataclass
class Measured:
    """Everything that was measured; versions by the name of the generator."""

    versions: dict[str, str] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)
    floors: list[Floor] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    saved: list[Saved] = field(default_factory=list)


def say(words: str) -> None:
    """Tell how far it is."""
    print(f"{time.strftime('%H:%M:%S')}  {words}", file=sys.stderr, flush=True)


def programs(names: Sequence[str], its: Measured) -> dict[str, Path]:
    """Return the programs that are installed, and note their versions."""
    its.versions["sitegen"] = version(ours.PEER, Path(sys.executable))
    there = {}
    for name, peer in zip(names, peers(names), strict=True):
        program = found(peer)
        if program is None:
            say(f"{peer.name} is left out: it is not installed (make bench-peers)")
            continue
        there[name] = program
        its.versions[peer.name] = version(peer, program)
    return there


@dataclass(frozen=True, slots=True)
class Plan:
    """Which programs are measured on labs of which sizes, and how often.

    `until` is when all should be over, by the monotonic clock; `previews` are the sizes of which
    previews are measured too.
    """

    programs: Mapping[str, Path]
    sizes: Sequence[int]
    previews: Sequence[int]
    rounds: int
    until: float

    def left(self) -> float:
        """Return the seconds that are left."""
        return max(self.until - time.monotonic(), 0.0)


def measure(plan: Plan, reports: int, its: Measured) -> None:
    """Measure all generators on a lab of one size."""
    alone = [one.ours.wall * reports / one.reports for one in its.pairs if one.case == DRAWN]
    if alone and alone[-1] > plan.left():
        say(f"{reports}: left out: sitegen alone would take {alone[-1]:.0f} s")
        return
    with tempfile.TemporaryDirectory(prefix="sitegen-bench-") as folder:
        where = Path(folder)
        say(f"{reports}: the lab and the pages are made")
        make = [sys.executable, "-m", "benchmarks.prepare", folder, str(reports), *plan.programs]
        # The first changes are for the previews, the others for the builds.
        subprocess.run([*make, "--changes", str(2 * plan.rounds)], check=True)
        bench = Bench(where, reports, plan.rounds, say)
        # All previews of a size take about as long as one generator.
        turns = len(plan.programs) + bool(plan.previews)
        turns *= len(plan.sizes) - plan.sizes.index(reports)
        try:
            its.pairs.append(bench.drawn())
            its.floors += bench.floor(plan.rounds, plan.left() / (turns + 1))
        except FailedError as error:
            say(f"sitegen is left out: {error}")
            return
        for place, (name, program) in enumerate(plan.programs.items()):
            (peer,) = peers([name])
            share = plan.left() / (turns - place)
            expected = _expected(its.pairs, peer.name, reports)
            if expected > max(plan.left() / 2, share):
                say(f"{reports}: {peer.name} is left out: a pair would take {expected:.0f} s")
                continue
            try:
                for pair in bench.pairs(name, peer, program, plan.rounds, share):
                    its.pairs.append(pair)
            except FailedError as error:
                say(f"{reports}: {peer.name} is left out: {error}")
                continue
            its.made.append(bench.made(name, peer))
        its.made.append(bench.made("sitegen", ours.PEER))
        if reports in plan.previews:
            quick = _quick(its.pairs, plan.programs, reports)
            its.saved += serve.measured(where, quick, reports, range(plan.rounds))


def _expected(pairs: Sequence[Pair], name: str, reports: int) -> float:
    """Return the seconds that a cold pair may take, by the last one of a smaller lab."""
    cold = [one for one in pairs if one.name == name and one.case == "cold"]
    if not cold or cold[-1].theirs is None:
        return 0.0
    return (cold[-1].ours.wall + cold[-1].theirs.wall) * reports / cold[-1].reports * MARGIN


def _quick(pairs: Sequence[Pair], there: Mapping[str, Path], reports: int) -> dict[str, Path]:
    """Return those of the programs that built a lab soon enough to wait for their previews."""
    took = {
        one.name: one.theirs.wall
        for one in pairs
        if one.reports == reports and one.case == "cold" and one.theirs
    }
    names = zip(there, peers(there), strict=True)
    quick = {name for name, peer in names if took.get(peer.name, SOON + 1) <= SOON}
    return {name: program for name, program in there.items() if name in quick}


def text(its: Measured) -> str:
    """Return all tables in one piece of Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in its.versions.items())
    parts = [
        f"{machine.described()}. {versions}.",
        "## Targets",
        targets.table(its.pairs, its.saved),
        "## Builds",
        tables.builds(its.pairs),
        "## Memory and output",
        tables.sizes(its.pairs, its.made),
        "## The floor",
        tables.floors(its.floors),
    ]
    if its.saved:
        parts += ["## From saving to serving", serve.table(its.saved)]
    return "\n\n".join(parts)


def main() -> None:
    """Print the tables for some sizes of lab, and write the results of record where asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("reports", nargs="*", type=int, default=[10, 100])
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES)
    parser.add_argument("--rounds", type=int, default=3, help="pairs of each case, at most")
    parser.add_argument("--minutes", type=float, default=30, help="how long it may take, about")
    parser.add_argument("--serve", nargs="*", type=int, default=[], help="sizes with previews too")
    parser.add_argument("--record", type=Path, help="write the results of record in this folder")
    options = parser.parse_args()
    until = time.monotonic() + options.minutes * 60
    its = Measured()
    there = programs(options.only, its)
    plan = Plan(there, options.reports, options.serve, options.rounds, until)
    for reports in plan.sizes:
        measure(plan, reports, its)
    words = text(its)
    print(words)
    if options.record:
        record.write(options.record, words, its.versions, its.pairs)


if __name__ == "__main__":
    main()
