"""The compare page: what a browser needs to set any runs, testbeds or hardware side by side.

The page itself holds no results. A small index names what can be chosen and by what; the values
are scripts of some subjects each, loaded when something of them is chosen. They are scripts that
hold JSON as a text, because pages opened from a disk may not fetch anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen import palette, urls
from sitegen.lab import Lab
from sitegen.names import Names
from sitegen.pages import compare_samples
from sitegen.pages.compare_facets import Facet, Facets, facets
from sitegen.pages.compare_rows import Rows
from sitegen.pages.compare_samples import Samples
from sitegen.pages.compare_subjects import Subject, all_of
from sitegen.pages.compare_values import shard
from sitegen.pages.compare_words import Words
from sitegen.pages.testbed import Listed

INDEX = "compare/index.js"
SHARDS = "compare/data/"

_CIRCLE = "M-1,0A1,1 0 1,1 1,0A1,1 0 1,1 -1,0Z"

MOST = 100
"""How many testbeds are listed for those who have no scripts."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A comparison that a document makes: its place there, and the choice it stands for."""

    title: str
    address: str
    document: str
    choice: str


@dataclass(frozen=True, slots=True)
class ComparePage:
    """What the template of the compare page gets; `more` is how many testbeds are not listed."""

    title: str
    summary: str
    facets: tuple[Facet, ...]
    declared: tuple[Declared, ...]
    testbeds: tuple[Listed, ...]
    more: int


class Choices(NamedTuple):
    """All that can be compared, and by what it can be narrowed down."""

    subjects: Sequence[Subject]
    facets: Facets
    samples: Samples


def script(call: str, value: object) -> bytes:
    """Return a script that hands the JSON text of a value to a function of compare.js.

    A browser reads JSON much faster than the same as a script.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    # U+2028 and U+2029 end a line in older scripts; '<' is nothing that a script should be seen
    # with.
    for letter in "\u2028\u2029<":
        text = text.replace(letter.encode(), b"\\u%04x" % ord(letter))
    quoted = text.replace(b"\\", b"\\\\").replace(b"'", b"\\'")
    return b"sitegenCompare.%s('%s');\n" % (call.encode(), quoted)


def prepare(lab: Lab, names: Names) -> Choices:
    """Return what can be chosen in a lab."""
    samples = compare_samples.of(lab.dataset)
    found = all_of(lab, names, samples)
    return Choices(found, facets(found, samples, lab, names), samples)


def files(known: Choices, lab: Lab, names: Names) -> Iterator[tuple[str, bytes]]:
    """Yield address and content of the index, then of each shard, made one after another."""
    yield INDEX, script("index", _index(known, lab))
    words = Words(known.samples.examples, names)
    rows = Rows(known.samples, words, binary=names.binary)
    by_shard: dict[str, list[Subject]] = {}
    for its in known.subjects:
        by_shard.setdefault(its.shard, []).append(its)
    for name, several in sorted(by_shard.items()):
        yield f"{SHARDS}{name}.js", script("shard", shard(several, known.samples, rows, words, lab))


def _index(known: Choices, lab: Lab) -> dict[str, object]:
    """Return what can be chosen: a run is said as its testbed's number and the rest of its path."""
    shards = {name: n for n, name in enumerate(sorted({its.shard for its in known.subjects}))}
    others = [its for its in known.subjects if its.kind != "run"]
    beds = {its.key: n for n, its in enumerate(others) if its.kind == "testbed"}

    def place(its: Subject) -> tuple[int, int]:
        return known.facets.of[its.id], shards[its.shard]

    def kind(its: Subject) -> str:
        return lab.hardware[its.key].kind if its.kind == "hardware" else its.kind

    return {
        "profiles": known.facets.profiles,
        "others": [(its.kind, kind(its), its.key, its.title, *place(its)) for its in others],
        "runs": [
            (beds.get(its.bed, -1), its.key.removeprefix(its.bed), *place(its))
            for its in known.subjects
            if its.kind == "run"
        ],
        "shards": list(shards),
        "shapes": [_CIRCLE if path == "circle" else path for path, _, _ in palette.SHAPES],
    }


def subjects(paths: Iterable[str], lab: Lab) -> list[str]:
    """Return the ids of what paths under results/ stand for: a run, a testbed, or runs below."""
    found: list[str] = []
    for path in paths:
        whole = path.strip("/")
        if whole in lab.runs or whole in lab.testbeds:
            found.append(f"{'run' if whole in lab.runs else 'testbed'}:{whole}")
        else:
            found += dict.fromkeys(f"run:{record.run}" for record in lab.dataset.under(whole))
    return list(dict.fromkeys(found))


def title(ids: Iterable[str], names: Names) -> str:
    """Return what a comparison without a title is called."""
    known = [(one, one.partition(":")[2]) for one in ids]
    return " and ".join(
        names.testbeds[key] if one.startswith("testbed:") else key for one, key in known
    )


def view(known: Choices, declared: Sequence[Declared], lab: Lab, names: Names) -> ComparePage:
    """Return the view of the compare page."""
    listed = [
        Listed(names.testbeds[path], urls.testbed(path), its.summary)
        for path, its in lab.testbeds.items()
        if lab.dataset.under(path)
    ]
    return ComparePage(
        "Compare",
        "Choose hardware, testbeds or runs, and see them side by side with what else differs.",
        known.facets.facets,
        tuple(declared),
        tuple(listed[:MOST]),
        len(listed[MOST:]),
    )
