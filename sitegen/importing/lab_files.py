"""The files that the cases of a page come to: raw results, sidecars, testbeds, hardware."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sitegen.hardware import Hardware
from sitegen.importing.cases import Cases
from sitegen.importing.cuts import Cut
from sitegen.importing.decide import same
from sitegen.importing.facts import Mention
from sitegen.importing.naming import slug
from sitegen.importing.page import Page
from sitegen.importing.pieces import Parts
from sitegen.importing.testbed_text import Stub, is_named, stub, testbed_file, title, unknown


@dataclass(slots=True)
class LabFiles:
    """Files by their path in the lab; `cuts` are the raw ones, `hardware` the ids that are used.

    `missing` is what the page does not say of its machines.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    cuts: dict[str, Cut] = field(default_factory=dict)
    hardware: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def lab_files(
    page: Page, parts: Parts, found: Cases, name: str, hardware: Mapping[str, Hardware]
) -> LabFiles:
    """Return the files for the cases of a page, below results/ and content/hardware/."""
    made = LabFiles()
    ids = _stubs(page, parts, found, hardware, made)
    for case in found.cases:
        folder = "/".join(filter(None, ("results", name, case.folder)))
        _put(page, case.cut, folder, made)
        if case.folder:
            text = testbed_file(
                {"title": case.title},
                case.own.without(found.common).left_to(case.cut.columns),
                ids,
                [f"Lines {case.cut.first + 1} to {case.cut.last + 1} of {page.name}."],
            )
            made.files[f"{folder}/testbed.yaml"] = text.encode()
    for dump in found.dumps:
        # What lies in a folder is of all testbeds below it.
        alone = len(found.dumps) == 1 and len(found.cases) < 2
        folder = f"results/{name}" if alone else f"results/{name}/line-{dump.first + 1}"
        _put(page, dump, folder, made)
    made.missing = unknown([found.common, *(case.own for case in found.cases)])
    said = f"Not said in the page, or not found: {', '.join(made.missing)}."
    asked = [said] if made.missing else []
    head = {"title": parts.title or page.name, "date": parts.date}
    remarks = [f"Imported from {page.name}; lines are those of this page.", *asked]
    bare = [case.cut for case in found.cases if not case.folder]
    common = found.common.left_to(column for cut in bare for column in cut.columns)
    top = testbed_file(head, common, ids, remarks)
    made.files[f"results/{name}/testbed.yaml"] = top.encode()
    return made


def _stubs(
    page: Page, parts: Parts, found: Cases, hardware: Mapping[str, Hardware], made: LabFiles
) -> dict[str, str]:
    """Add a stub for each piece of hardware that has no page, and return the ids of all by name."""
    known = {_folded(its.title): its.id for its in hardware.values()}
    aliases: dict[str, str] = {
        str(alias): its.id for its in hardware.values() for alias in its.aliases
    }
    ids: dict[str, str] = {}
    named = distinct_models(_named(found))
    for words, its in named.items():
        one: Stub = stub(its, page.name, parts.title or page.name)
        ids[words] = known.get(_folded(title(its))) or aliases.get(one.id, one.id)
        if ids[words] not in hardware:
            made.files.setdefault(f"content/hardware/{ids[words]}.md", one.text.encode())
    made.hardware = sorted(set(ids.values()))
    return ids


def _named(found: Cases) -> Iterator[Mention]:
    for facts in (found.common, *(case.own for case in found.cases)):
        for its in (*facts.stated.values(), *(m for ms in facts.open.values() for m in ms)):
            if is_named(its):
                yield its


def distinct_models(mentions: Iterable[Mention]) -> dict[str, Mention]:
    """Return by each name of a model the mention that says most of it."""
    every = {title(its): its for its in sorted(mentions, key=lambda its: len(its.value))}
    return {
        words: max(
            (one for one in every.values() if one.key == its.key and same(words, title(one))),
            key=lambda one: len(title(one)),
            default=its,
        )
        for words, its in every.items()
    }


def _folded(words: str) -> str:
    return " ".join(words.split()).casefold()


def _put(page: Page, cut: Cut, folder: str, made: LabFiles) -> None:
    """Add the bytes of a cut, with its sidecar, under a name that is free in the folder."""
    stem = cut.name or slug(cut.tool)
    taken = {path.rpartition(".")[0] for path in made.cuts}
    name, number = f"{folder}/{stem or 'output'}", 1
    while (name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    path = f"{name if number == 1 else f'{name}-{number}'}{cut.ending}"
    made.files[path] = page.content[cut.start : cut.end]
    made.cuts[path] = cut
    if cut.sidecar:
        made.files[f"{path}.yaml"] = cut.sidecar.encode()
