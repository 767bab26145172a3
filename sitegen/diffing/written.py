"""What people wrote, on two sides: sentences with changed numbers, claims, findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.build import Site
from sitegen.claims import Claim
from sitegen.diagnostics import CODES, Diagnostic, Position
from sitegen.judging import Judged
from sitegen.pages.sentences import sentences
from sitegen.record import Record
from sitegen.references import Measured

WRONG = frozenset({"fails", "no-data", "contradiction"})
"""Verdicts on a claim that does not hold."""

_OF_CLAIMS = frozenset(code for code in CODES if code.startswith("claim-"))


_Known = tuple[str, str, str, str]


class Quote(NamedTuple):
    """A claim, the sentence around it, and what it was before; `after` is None where it is gone."""

    position: Position
    sentence: str
    before: Claim | None
    after: Claim | None


class Claims(NamedTuple):
    """Claims that hold no longer, that hold again, that quote a changed number, that are gone."""

    broken: Sequence[Quote]
    mended: Sequence[Quote]
    quoting: Sequence[Quote]
    gone: Sequence[Quote]


class Findings(NamedTuple):
    """Findings of checks that are new, that are known of now, and those that are gone."""

    new: Sequence[Diagnostic]
    silenced: Sequence[Diagnostic]
    gone: Sequence[Diagnostic]


def claims(base: Site, head: Site, changed: Iterable[Record], moved: Mapping[str, str]) -> Claims:
    """Return what became of the claims.

    `changed` are values of the head that are others now; `moved` leads from old documents to new.
    """
    places = {(record.position, record.metric) for record in changed}
    broken: list[Quote] = []
    mended: list[Quote] = []
    quoting: list[Quote] = []
    gone: list[Quote] = []
    before = {moved.get(path, path): path for path in base.judged}
    for path in sorted({*head.judged, *before}):
        old = before.get(path, path)
        pairs, left = _pairs(base.judged.get(old, ()), head.judged.get(path, ()))
        said = _sentences(base, old) if left else {}
        gone += (Quote(one.claim.position, said[one.number], one.claim, None) for one in left)
        said = _sentences(head, path)
        for one, other in pairs:
            was = other.claim if other else None
            quote = Quote(one.claim.position, said[one.number], was, one.claim)
            was_wrong = was is not None and was.verdict in WRONG
            if one.claim.verdict in WRONG and not was_wrong:
                broken.append(quote)
            elif was_wrong and one.claim.verdict not in WRONG:
                mended.append(quote)
            if one.counts and _quotes(one, places):
                quoting.append(quote)
    return Claims(broken, mended, quoting, gone)


def _sentences(site: Site, path: str) -> dict[int, str]:
    """Return the sentence around each link to evidence in a document, by its number."""
    judged = site.judged.get(path)
    if not judged:
        return {}
    texts = [link.text for link in site.prose[path].links]
    for one in judged:
        texts[one.number] = one.claim.text
    around = sentences(site.prose[path].html, texts)
    return {
        one.number: f"{its.before}{one.claim.text}{its.behind}"
        if (its := around.get(one.number))
        else ""
        for one in judged
    }


def _pairs(
    before: Iterable[Judged], after: Sequence[Judged]
) -> tuple[list[tuple[Judged, Judged | None]], list[Judged]]:
    """Return the links after the change with the same link before it, and the claims left over.

    The same link has the same target, or else the same text, and they come in the same order.
    """
    left = list(before)
    found: dict[int, Judged] = {}
    for told in (_target, _text):
        known: defaultdict[str, list[Judged]] = defaultdict(list)
        for one in left:
            known[told(one)].append(one)
        for place, one in enumerate(after):
            if place not in found and known[told(one)]:
                found[place] = known[told(one)].pop(0)
        left = [one for some in known.values() for one in some]
    pairs = [(one, found.get(place)) for place, one in enumerate(after)]
    return pairs, sorted((one for one in left if one.counts), key=lambda one: one.number)


def _target(its: Judged) -> str:
    return its.link.target


def _text(its: Judged) -> str:
    return its.link.text


def _quotes(judged: Judged, places: set[tuple[Position, str]]) -> bool:
    if not isinstance(judged.found, Measured):
        return False
    records = list(judged.found.sample.records)
    if isinstance(judged.found.other, type(judged.found.sample)):
        records += judged.found.other.records
    return any((one.position, one.metric) in places for one in records)


def findings(base: Site, head: Site, moved: Mapping[str, str]) -> Findings:
    """Return the findings that only one side has; one that only moved to another line is none."""
    old = Counter(_known(one, moved) for one in base.diagnostics)
    new = Counter(_known(one, {}) for one in head.diagnostics)
    more = list(_more(head.diagnostics, new - old, {}))
    # What is silenced now, or is no more, is still there.
    there = Counter(_known(one, {})[:3] for one in more)
    gone = []
    for one in _more(base.diagnostics, old - new, moved):
        its = _known(one, moved)[:3]
        if there[its]:
            there[its] -= 1
        else:
            gone.append(one)
    return Findings(
        [one for one in more if not one.silenced], [one for one in more if one.silenced], gone
    )


def _known(one: Diagnostic, moved: Mapping[str, str]) -> _Known:
    return one.code, moved.get(one.position.path, one.position.path), one.message, one.silenced


def _more(
    every: Iterable[Diagnostic],
    more: Counter[_Known],
    moved: Mapping[str, str],
) -> Iterator[Diagnostic]:
    for one in every:
        known = _known(one, moved)
        if more[known] > 0 and one.code not in _OF_CLAIMS:
            more[known] -= 1
            yield one
