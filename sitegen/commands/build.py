"""`sitegen build`: the site, and a summary of where it is and what was found."""

from __future__ import annotations

import argparse
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from sitegen import commands, terminal, urls
from sitegen.commands import UsageError
from sitegen.diagnostics import RANK, Diagnostic, tally

if TYPE_CHECKING:
    from sitegen.build import Site

VERDICTS = {
    "holds": ("holds", "hold"),
    "direction": ("holds in its direction", "hold in their direction"),
    "fails": ("fails", "fail"),
    "contradiction": ("meets contradictory data", "meet contradictory data"),
    "no-data": ("has no data", "have no data"),
    "disputed": ("is disputed", "are disputed"),
}
"""What is said of one claim and of several, in the order they are told."""


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Build and write the site; findings are no failure, so that a legacy archive is published."""
    project = commands.project(options, options.output)
    commands.require_packages()
    from sitegen import unchanged

    with commands.watched(options, err) as stages, commands.cached(options, err) as kept:
        commit = commands.commit(project)
        before = unchanged.state(project, str(options.preview), commit)
        if kept and (said := unchanged.said(kept, before, project)):
            out.write(said)
            return 0
        from sitegen import output
        from sitegen.build import build
        from sitegen.drafting import Drafting

        with Drafting() as drafting:
            site = build(
                project,
                indexed=not options.preview,
                reader=commands.reader(options, err),
                history=commands.history(project),
                draw=commands.draw(kept, drafting.draw),
                stages=stages,
                workers=commands.workers(options),
            )
        stages.begin("writing files")
        try:
            written = output.write(site.files, project.output)
        except output.NotOursError as why:
            raise UsageError(str(why)) from None
        except OSError as error:
            raise UsageError(f"{error.filename}: {commands.reason(error)}") from None
        about = io.StringIO()
        about.writelines(f"{line}\n" for line in contents(site))
        findings(site.diagnostics, about)
        first = f"{project.output / 'index.html'}: {len(site.files)} files"
        if kept:
            same = f"{first}, 0 changed, 0 removed\n{about.getvalue()}"
            unchanged.note(kept, before, project, same)
    changed = f"{written.changed} changed, {written.removed} removed"
    out.write(f"{first}, {changed}\n{about.getvalue()}")
    return 0


def contents(site: Site) -> Iterator[str]:
    """Yield how much of everything there is, and how many claims hold."""
    lab = site.lab
    addresses = [one for one in site.addresses if "#" not in one]
    reports = sum(one.startswith(urls.REPORTS) and one.count("/") == 2 for one in addresses)
    pages = sum(one.startswith(urls.PAGES) for one in addresses)
    counts = (
        (reports, "report"),
        (len(lab.hardware), "hardware page"),
        *([(pages, "page")] if pages else []),
        (len(lab.runs), "run"),
        (len(lab.dataset.records), "value"),
    )
    yield ", ".join(_counted(*count) for count in counts)
    verdicts: Counter[str] = Counter(claim.verdict for claim in site.claims)
    told = [
        f"{verdicts[verdict]} {one if verdicts[verdict] == 1 else several}"
        for verdict, (one, several) in VERDICTS.items()
        if verdicts[verdict]
    ]
    total = sum(verdicts[verdict] for verdict in VERDICTS)
    yield f"{_counted(total, 'claim')}{': ' if told else ''}{', '.join(told)}"


def findings(diagnostics: Sequence[Diagnostic], out: TextIO) -> None:
    """Print how many findings there are of each kind, with the first of each."""
    total = tally(diagnostics)
    if not diagnostics:
        out.write(f"{total}\n")
        return
    first: dict[tuple[str, str], Diagnostic] = {}
    for one in diagnostics:
        first.setdefault((one.severity, one.code), one)
    counts = Counter((one.severity, one.code) for one in diagnostics)
    kinds = sorted(
        first.values(), key=lambda one: (RANK[one.severity], -counts[one.severity, one.code])
    )
    out.write(f"{total}, the first of each kind:\n")
    terminal.columns(
        [
            (
                str(counts[one.severity, one.code]),
                one.severity,
                one.code,
                f"{one.position}: {one.message}",
            )
            for one in kinds
        ],
        out,
    )
    out.write("sitegen check lists all of them\n")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
