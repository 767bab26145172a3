"""The page of a testbed: what was tested on, what was measured there, what is written about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import names, urls
from sitegen.diagnostics import Diagnostic
from sitegen.lab import Lab
from sitegen.pages import sheet
from sitegen.pages.banners import Banner
from sitegen.testbed import Testbed


class Listed(NamedTuple):
    """A page in a list of pages."""

    title: str
    address: str
    summary: str
    size: str = ""


class Differs(NamedTuple):
    """A property in which the testbeds below this one differ."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TestbedPage:
    """What the template of a testbed's page gets."""

    title: str
    summary: str
    banners: tuple[Banner, ...]
    path: str
    parents: tuple[Listed, ...]
    date: str
    compare: str
    groups: tuple[sheet.Group, ...]
    cases: tuple[Listed, ...]
    differences: tuple[Differs, ...]
    runs: tuple[Listed, ...]
    reports: tuple[Listed, ...]
    findings: tuple[Diagnostic, ...]


def view(
    its: Testbed,
    lab: Lab,
    reports: Sequence[Listed],
    banners: tuple[Banner, ...],
    findings: Sequence[Diagnostic],
) -> TestbedPage:
    """Return the view for a testbed."""
    below = lab.below(its.path)
    differences = sheet.differing(below)
    return TestbedPage(
        title=its.title or its.path,
        summary=its.summary,
        banners=banners,
        path=its.path,
        parents=tuple(_parents(its, lab)),
        date=its.date,
        compare=urls.compare([f"testbed:{its.path}"]) if lab.dataset.under(its.path) else "",
        groups=sheet.testbed_groups(its, lab),
        cases=tuple(
            Listed(one.title or one.path, urls.testbed(one.path), one.summary) for one in below
        ),
        differences=tuple(
            Differs(
                names.words(name.removeprefix("testbed.")),
                tuple(values[one.path] for one in below),
            )
            for name, values in differences.items()
        ),
        runs=tuple(runs(lab, its.path)),
        reports=tuple(reports),
        findings=tuple(findings),
    )


def _parents(its: Testbed, lab: Lab) -> Iterable[Listed]:
    parts = its.path.split("/")
    for count in range(1, len(parts)):
        path = "/".join(parts[:count])
        if path in lab.testbeds:
            parent = lab.testbeds[path]
            yield Listed(parent.title or path, urls.testbed(path), "")


def runs(lab: Lab, path: str) -> Iterable[Listed]:
    """Yield the runs on a testbed and on those below it."""
    for entry in lab.runs_on(path):
        version = f" {entry.run.version}" if entry.run.version else ""
        values = len(lab.dataset.by_run.get(entry.id, ()))
        yield Listed(
            entry.id.removeprefix(path + "/"),
            urls.run(entry.id),
            f"{entry.run.tool}{version}",
            f"{values} value{'' if values == 1 else 's'}",
        )
