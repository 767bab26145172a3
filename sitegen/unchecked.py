"""Quantities that a report states without a link, and that none of its references bears out."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sitegen.claims import agreement
from sitegen.claims.agreement import Span
from sitegen.claims.numerals import Numeral, find, quoted
from sitegen.claims.wording import Margin, phrase
from sitegen.content import Document, Report
from sitegen.diagnostics import Diagnostic, Position
from sitegen.judging import Judged
from sitegen.prose import Prose
from sitegen.record import BOUNDS
from sitegen.references import Measured
from sitegen.references.places import Stated
from sitegen.samples import Sample
from sitegen.units import UNITS, Unit

_RATES = frozenset({"B/s", "bit/s", "op/s", "instr/s", "flop/s"})

# Code quotes, as links to other sites do; links of ours and blocks are checked themselves.
_APART = re.compile(r"<(pre|code|a)\b[^>]*>.*?</\1>|\ue000[^\ue001]*\ue001", re.DOTALL)
_INLINE = re.compile(r"</?(?:em|strong|sup|sub|del|img)\b[^>]*>")
_TAG = re.compile(r"<[^>]+>")
_TITLES = re.compile(r"^(?:title|caption):(.*(?:\n[ \t]+.*)*)", re.MULTILINE)


_SHARES: Mapping[str, Sequence[Unit]] = {
    "percent": (Unit("%", "1", Decimal(1), 100),),
    "ratio": (Unit("x", "1"),),
}
"""What a change, a share or a multiple is of the numbers that claims of such come to."""


class _Text(NamedTuple):
    """A text of a report: what it is, the text, and the part of the source it stands in.

    In its title and summary, which stand on other pages too, `shares` and multiples count as well;
    in the body they may be the author's own arithmetic.
    """

    name: str
    text: str
    start: int
    end: int
    shares: bool = False


def check(
    document: Document, report: Report, source: str, prose: Prose, judged: Sequence[Judged]
) -> Iterator[Diagnostic]:
    """Yield a finding for each rate and time of an operation that nothing on the page bears out.

    `source` is the whole file. A report without a reference to a result is not checked: it says
    nothing of what was measured here.
    """
    if not any(isinstance(one.found, Measured) for one in judged):
        return
    known = list(_known(judged))
    for its in _texts(document, report, source, prose):
        told = set()
        for numeral in find(its.text):
            units = () if numeral.by_word else _units(numeral)
            if its.shares and not numeral.by_word:
                units = units or _SHARES.get(numeral.form, ())
            said = quoted(its.text, numeral)
            if not units or said in told or _is_borne_out(its.text, numeral, units, known):
                continue
            told.add(said)
            message = f"'{said}' in the {its.name} is no link, and no reference here bears it out"
            hint = "link it to its evidence, or say it without the number"
            place = _place(said, its, source)
            yield Diagnostic(place._replace(path=document.path), "unchecked-number", message, hint)


def _texts(document: Document, report: Report, source: str, prose: Prose) -> Iterator[_Text]:
    lines = source.splitlines(keepends=True)
    body = sum(map(len, lines[: document.body_line - 1]))
    yield _Text("title", report.title, 0, body, shares=True)
    at = max(source.find("\nsummary:", 0, body), 0)
    yield _Text("summary", report.summary, at, body, shares=True)
    for block in prose.blocks:
        start = sum(map(len, lines[: block.position.line - 1]))
        for match in _TITLES.finditer(block.text):
            its = " ".join(match[1].split())
            yield _Text(f"{block.word} block", its, start, start + len(block.text))
    plain = _INLINE.sub("", _APART.sub(" \u2026 ", prose.html))
    for part in _TAG.split(plain):
        yield _Text("text", html.unescape(part), body, len(source))


def _units(numeral: Numeral) -> Sequence[Unit]:
    """Return the units of a rate or of the time of an operation that a number is written with.

    Whole seconds are how long something took as often as not, so they are no such time.
    """
    names = numeral.readings if numeral.form == "ambiguous" else ()
    units = [UNITS[name] for name in names] or ([numeral.unit] if numeral.unit else [])
    return [
        its
        for its in units
        if its.base in _RATES or (its.base == "s" and _factor(its) < Decimal(1))
    ]


def _factor(unit: Unit) -> Decimal:
    return Decimal(unit.factor) / Decimal(unit.divisor)


def _known(judged: Sequence[Judged]) -> Iterator[tuple[str, Span]]:
    """Yield the values that the references of a page lead to, each with its base unit."""
    for one in judged:
        found = one.found
        if isinstance(found, Stated):
            if found.quantity:
                yield found.quantity.unit.base, _exactly(found.quantity.value)
        elif isinstance(found, Measured):
            yield from (("1", its) for its in _compared(found))
            for its in (found.sample, found.other):
                if isinstance(its, Sample):
                    yield its.unit, _span(its)
                elif isinstance(its, Stated) and its.quantity:
                    yield its.quantity.unit.base, _exactly(its.quantity.value)
        # What a line of a raw file says, and what a source is quoted with, may be said again.
        for numeral in find(one.claim.text) if one.claim.verdict in ("holds", "disputed") else ():
            for unit in _units(numeral):
                yield unit.base, agreement.value(numeral.number * _factor(unit))


def _compared(found: Measured) -> Iterator[Span]:
    """Yield what can be said of a value and what it is set against: ratios both ways, changes."""
    other = found.other
    base = other.quantity if isinstance(other, Stated) else other
    if base is None or not base.value or not found.sample.value:
        return
    ratio = Decimal(str(found.sample.value)) / Decimal(str(base.value))
    for one in (ratio, 1 / ratio):
        yield agreement.value(one)
        yield agreement.value(abs(one - 1))


def _exactly(value: float) -> Span:
    return agreement.value(Decimal(str(value)))


def _span(its: Sample) -> Span:
    if its.certainty not in BOUNDS:
        return _exactly(its.value)
    exact = Decimal(str(its.value))
    return Span(exact, None) if its.certainty == "at-least" else Span(None, exact)


def _is_borne_out(
    text: str, numeral: Numeral, units: Sequence[Unit], known: Sequence[tuple[str, Span]]
) -> bool:
    # 'a fifth more than 192.9 MB/s' says nothing of that number: it may be exact all the same.
    margins: set[Margin] = {phrase(text, numeral).margin, "exact"}
    return any(
        agreement.agrees(numeral, margin, value.times(1 / _factor(unit)))
        for margin in margins
        for unit in units
        for base, value in known
        if base == unit.base
    )


def _place(said: str, its: _Text, source: str) -> Position:
    """Return the line and column of a quantity in the source, outside of links if it can be."""
    pattern = re.compile(r"\s+".join(map(re.escape, said.split())))
    found = list(pattern.finditer(source, its.start, its.end))
    bare = [one for one in found if not _is_in_link(source, one.start(), one.end())]
    at = next((one.start() for one in [*bare, *found]), its.start)
    line = source.count("\n", 0, at) + 1
    return Position("", line, at - (source.rfind("\n", 0, at) + 1) + 1)


def _is_in_link(source: str, start: int, end: int) -> bool:
    before = source[max(source.rfind("\n\n", 0, start), 0) : start]
    return before.rfind("[") > before.rfind("]") and bool(
        re.match(r"[^\[\]]*\]\(", source[end : end + 500])
    )
