"""All that a change does to what is published: the one result that every view prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sitegen import names
from sitegen.diffing import measured, moved, published, written
from sitegen.diffing.facts import Restated, restated
from sitegen.diffing.measured import Change, Kind
from sitegen.diffing.moved import RawFiles
from sitegen.diffing.published import Files
from sitegen.diffing.sides import Side, Sides
from sitegen.diffing.written import Claims, Findings
from sitegen.names import Names

_WORDS: tuple[tuple[Kind, str], ...] = (
    ("worse", "worse"),
    ("better", "better"),
    ("changed", "changed"),
    ("not-comparable", "not comparable"),
    ("unclear", "within the noise"),
    ("added", "added"),
    ("removed", "removed"),
    ("repeated", "the same from other repeats"),
)
"""What is said of values in the verdict, in its order."""


@dataclass(frozen=True)
class Comparison:
    """What differs between two sides; empty parts where one of them has no site.

    `same` says that all files of the two sites are equal, those made of everything too, which are
    not listed: exports, feeds, the index of the search.
    """

    base: Side
    head: Side
    changes: Sequence[Change] = ()
    raw: RawFiles = field(default_factory=lambda: RawFiles({}, {}, frozenset(), (), ()))
    documents: Mapping[str, str] = field(default_factory=dict)
    restated: Sequence[Restated] = ()
    claims: Claims = field(default_factory=lambda: Claims((), (), (), ()))
    findings: Findings = field(default_factory=lambda: Findings((), (), ()))
    pages: Files = field(default_factory=lambda: Files((), (), ()))
    charts: Files = field(default_factory=lambda: Files((), (), ()))
    others: Files = field(default_factory=lambda: Files((), (), ()))
    lost: Sequence[str] = ()
    same: bool = False

    @property
    def problems(self) -> list[str]:
        """Return why a side has no site."""
        return [f"{one.name}: {one.problem}" for one in (self.base, self.head) if one.problem]

    @property
    def nothing(self) -> bool:
        """Return whether what is published is the same on both sides."""
        return self.same and not (self.problems or self.changes or self.lost)

    @cached_property
    def words(self) -> Names:
        """Return what things are called, as the newer side calls them."""
        its = self.head.site or self.base.site
        assert its is not None
        return names.of(its.lab, binary=its.settings.rates == "binary")

    def of(self, *kinds: Kind) -> list[Change]:
        """Return the changes of some kinds, those of one kind together."""
        return [one for kind in kinds for one in self.changes if one.kind == kind]

    @property
    def verdict(self) -> str:
        """Return what there is to know in one line, the worst first."""
        if self.nothing:
            return "Nothing published changes."
        counts = [(len(self.claims.broken), "claim newly wrong", "claims newly wrong")]
        counts += [(len(self.of(kind)), f"value {word}", f"values {word}") for kind, word in _WORDS]
        counts += [
            (len(self.claims.mended), "claim mended", "claims mended"),
            (len(self.claims.gone), "claim gone", "claims gone"),
            (len(self.findings.new), "new finding", "new findings"),
            (len(self.findings.silenced), "finding silenced", "findings silenced"),
            (len(self.findings.gone), "finding gone", "findings gone"),
            (len(self.lost), "address lost", "addresses lost"),
        ]
        told = [
            f"{number:,} {one if number == 1 else more}" for number, one, more in counts if number
        ]
        if self.problems:
            told.insert(0, "one side has no site")
        if not told:
            what, number = ("page", self.pages) if self.pages else ("other file", self.others)
            files = sum(map(len, number))
            words = f"{files:,} {what}{'' if files == 1 else 's'} changed"
            told = [f"no number; {words if files else 'downloads of the site changed'}"]
        return f"{'; '.join(told).capitalize()}."


def compare(sides: Sides) -> Comparison:
    """Return what differs between two sides."""
    base, head = sides
    if base.site is None or head.site is None:
        return _half(base, head)
    raw = moved.compare(base.project, head.project)
    documents = moved.documents(base.site, head.site)
    files = {**raw.moved, **documents}
    changes = measured.compare(
        base.site.lab.dataset.records, head.site.lab.dataset.records, raw.moved
    )
    records = [
        record
        for one in changes
        if one.head and one.kind not in ("repeated", "metadata", "reprinted", "added")
        for record in one.head.records
    ]
    return Comparison(
        base,
        head,
        changes,
        raw,
        documents,
        restated(base.site, head.site, raw.folders, files),
        written.claims(base.site, head.site, records, documents),
        written.findings(base.site, head.site, files),
        published.pages(base.site, head.site),
        published.charts(base.site, head.site),
        published.others(base.project, head.project),
        published.lost(base.site, head.site),
        same=base.site.files == head.site.files,
    )


def _half(base: Side, head: Side) -> Comparison:
    """Return what can be said where one side has no site: all of the other one."""
    if head.site is None:
        return Comparison(base, head)
    its = head.site
    return Comparison(
        base,
        head,
        measured.compare([], its.lab.dataset.records, {}),
        findings=Findings(its.diagnostics, (), ()),
    )
