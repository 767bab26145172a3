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
    """Claims that hold no longer, that hold again, and those that quote a changed number."""

    broken: Sequence[Quote]
    mended: Sequence[Quote]
    quoting: Sequence[Quote]


class Findings(NamedTuple):
    """Findings of checks that are new, and those that are gone."""

    new: Sequence[Diagnostic]
    gone: Sequence[Diagnostic]


def claims(base: Site, head: Site, changed: Iterable[Record]) -> Claims:
    """Return what became of the claims; `changed` are values of the head that are others now."""
    places = {(record.position, record.metric) for record in changed}
    broken, mended, quoting = [], [], []
    for path, judged in sorted(head.judged.items()):
        said = sentences(head.prose[path].html, _texts(head, path, judged))
        for one, before in _pairs(base.judged.get(path, ()), judged):
            around = said.get(one.number)
            sentence = f"{around.before}{one.claim.text}{around.behind}" if around else ""
            quote = Quote(one.claim.position, sentence, before.claim if before else None, one.claim)
            was_wrong = before is not None and before.claim.verdict in WRONG
            if one.claim.verdict in WRONG and not was_wrong:
                broken.append(quote)
            elif was_wrong and one.claim.verdict not in WRONG:
                mended.append(quote)
            if one.counts and _quotes(one, places):
                quoting.append(quote)
    return Claims(broken, mended, quoting)


def _texts(site: Site, path: str, judged: Sequence[Judged]) -> list[str]:
    """Return the texts of all links of a document, those of claims as its page shows them."""
    texts = [link.text for link in site.prose[path].links]
    for one in judged:
        texts[one.number] = one.claim.text
    return texts


def _pairs(
    before: Iterable[Judged], after: Iterable[Judged]
) -> Iterator[tuple[Judged, Judged | None]]:
    """Yield the links after the change with the same link before it, by target and order."""
    known: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in before:
        known[one.link.target].append(one)
    for one in after:
        same = known[one.link.target]
        yield one, same.pop(0) if same else None


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
    return Findings(
        list(_more(head.diagnostics, new - old, {})),
        list(_more(base.diagnostics, old - new, moved)),
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
