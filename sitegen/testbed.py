"""Testbeds: what the testbed.yaml of a folder says, with what it inherits from the folders above.

The nearest folder wins, key by key. Hardware, software, layout and settings all become columns
`testbed.<key>`, with a dot for each level of nesting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from sitegen import metadata, urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.facts import Limit, Property
from sitegen.nearest import did_you_mean
from sitegen.record import Value
from sitegen.schema import Problems
from sitegen.silences import Silence, of_file
from sitegen.testbed_file import SECTIONS, TESTBED, Fitted, Part, clash, folder, properties
from sitegen.withdrawal import Withdrawal, withdrawal


@dataclass(frozen=True, slots=True)
class Testbed:
    """What was tested on: the properties of a folder, its own and those it inherits.

    `titles` are those of the folders above, the outermost first, with its own at the end.
    """

    path: str
    title: str
    titles: tuple[str, ...]
    summary: str
    date: str
    parts: tuple[Part, ...]
    properties: Mapping[str, Property]
    workload: Mapping[str, Property]
    limits: Mapping[str, Limit]
    silences: tuple[Silence, ...]
    position: Position
    withdrawal: Withdrawal | None = None

    @property
    def columns(self) -> dict[str, Value]:
        """Return what records of this testbed have in their `testbed.*` columns."""
        return {name: one.value for name, one in self.properties.items()}


def _load(
    path: str,
    content: str,
    above: Testbed | None,
    hardware: Collection[str],
    problems: Problems,
) -> Testbed:
    """Return the testbed of one file; of a file that cannot be read, what it inherits."""
    node, found = metadata.load(content, path)
    problems += found
    values = (TESTBED.read(node, problems) if node else None) or {}
    place = node.position if node else Position(path)
    parts = values.get("hardware", Fitted()).parts
    for part in parts:
        if part.id not in hardware:
            message = f"no page for the hardware '{part.id}'"
            hint = did_you_mean(part.id, hardware)
            problems.append(Diagnostic(part.position, "unknown-hardware", message, hint))
    roles = {part.role for part in parts}
    own = properties(values, problems)
    title = values.get("title", PurePosixPath(path).parent.name)
    if above is None:
        above = Testbed("", "", (), "", "", (), {}, {}, {}, (), place)
    return Testbed(
        path=folder(path),
        title=title,
        titles=(*above.titles, title),
        summary=values.get("summary", ""),
        date=values.get("date", above.date),
        parts=(*(part for part in above.parts if part.role not in roles), *parts),
        properties=_inherit(above.properties, own, problems),
        workload={**above.workload, **values.get("workload", {})},
        limits={**above.limits, **values.get("limits", {})},
        silences=tuple(of_file(node, f"results/{folder(path)}/") if node else ()),
        position=place,
        withdrawal=withdrawal("testbed", folder(path), values, place) or above.withdrawal,
    )


def load(
    texts: Mapping[str, str], hardware: Collection[str]
) -> tuple[dict[str, Testbed], list[Diagnostic]]:
    """Return the testbeds by their folder below results/, and all that is wrong with them.

    `texts` are the testbed.yaml files by their path in the project, `hardware` the ids of all
    hardware that has a page.
    """
    testbeds: dict[str, Testbed] = {}
    problems: Problems = []
    addresses: dict[str, str] = {}
    for path in sorted(texts, key=lambda path: folder(path).split("/")):
        its = folder(path)
        if not its:
            message = "a testbed without a name of its own"
            hint = "move the file into a folder below results/"
            problems.append(Diagnostic(Position(path), "bad-id", message, hint))
            continue
        other = addresses.setdefault(urls.testbed(its), path)
        if other != path:
            message = f"'{its}' and '{folder(other)}' would have one page"
            hint = "give one of the two folders another name"
            problems.append(Diagnostic(Position(path), "duplicate-id", message, hint))
        testbeds[its] = _load(path, texts[path], _above(its, testbeds), hardware, problems)
    return testbeds, list(dict.fromkeys(problems))


def _above(path: str, testbeds: Mapping[str, Testbed]) -> Testbed | None:
    above = (parent.as_posix() for parent in PurePosixPath(path).parents)
    return next((testbeds[one] for one in above if one in testbeds), None)


def _overlaps(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def _inherit(
    outer: Mapping[str, Property], inner: Mapping[str, Property], problems: Problems
) -> dict[str, Property]:
    """Return the properties of a folder: its own, and those from above that it does not replace."""
    kept = {
        column: its
        for column, its in outer.items()
        if not any(
            its.section == mine.section and _overlaps(column, mine.column)
            for mine in inner.values()
        )
    }
    problems += [clash(its, inner[column]) for column, its in kept.items() if column in inner]
    merged = kept | dict(inner)
    return dict(sorted(merged.items(), key=lambda item: SECTIONS.index(item[1].section)))


def labels(testbeds: Iterable[Testbed]) -> dict[str, str]:
    """Return a name for each testbed by its path, no two alike.

    That is its title; where others have the same one, the titles from the outermost folder down;
    and where these are the same too, the title with the folder.
    """
    left = tuple(testbeds)
    names: dict[str, str] = {}
    for form in (lambda its: its.title, lambda its: ", ".join(its.titles)):
        often = Counter(_folded(form(its)) for its in left)
        names |= {its.path: form(its) for its in left if often[_folded(form(its))] == 1}
        left = tuple(its for its in left if its.path not in names)
    return names | {its.path: f"{its.title} ({its.path})" for its in left}


def full_titles(testbeds: Iterable[Testbed]) -> dict[str, str]:
    """Return the titles of each testbed and of those it lies in by its path, no two alike."""
    whole = {
        its.path: ", ".join(title for title in its.titles if title) or its.path for its in testbeds
    }
    often = Counter(_folded(title) for title in whole.values())
    return {
        path: title if often[_folded(title)] == 1 else f"{title} ({path})"
        for path, title in whole.items()
    }


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def spellings(testbeds: Iterable[Testbed]) -> dict[tuple[str, Value], str]:
    """Return how the values of `testbed.*` columns are written, by column and value.

    Records hold 8589934592 where a testbed.yaml says '8 GiB'; that is what a page is to show.
    """
    return {
        (column, its.value): its.fact.value
        for testbed in testbeds
        for column, its in testbed.properties.items()
        if str(its.value) != its.fact.value
    }
