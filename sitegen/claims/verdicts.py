"""The text of a link to evidence is a claim: whether it says what the evidence says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from sitegen import doubts
from sitegen.claims import agreement, figures, numerals, slips, stated
from sitegen.claims.filling import filled
from sitegen.claims.numerals import Numeral
from sitegen.claims.reading import Direction, Reading, read
from sitegen.claims.terms import Known, known
from sitegen.claims.unreadable import Unreadable
from sitegen.diagnostics import Diagnostic, Position
from sitegen.prose import Link
from sitegen.record import Value
from sitegen.references import Measured, Place, Resolved, Stated

Verdict = Literal[
    "holds",
    "fails",
    "contradiction",  # the data disagree with themselves
    "no-data",
    "disputed",  # quoted as wrong, and it is
    "direction",  # which way is right, or left open; how far is not said
    "plain",  # a mere link
]

# No-break and thin blanks may stand between groups of digits.
_BLANKS = re.compile(r"[ \t\r\n]+")
_DISPUTED = re.compile(r"\s*disputed\b\s*:?\s*(.*)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Claim:
    """A link to evidence, judged.

    `text` is what the page shows: the link's own, or what fills an empty one. `value` is what was
    measured, in the base unit `unit`: the value, or the change, ratio or share (unit '1') that the
    text speaks of; `measured` is the same as text. `code`, `message` and `hint` are there when
    something is wrong, `reason` when the number is disputed. `reading` is how the number was read.
    """

    verdict: Verdict
    text: str
    position: Position
    value: Value | None = None
    unit: str = ""
    measured: str = ""
    evidence: tuple[Position, ...] = ()
    code: str = ""
    message: str = ""
    hint: str = ""
    reason: str = ""
    reading: Reading | None = None

    @property
    def diagnostic(self) -> Diagnostic | None:
        """Return the finding that this claim makes, if it makes one."""
        if not self.code:
            return None
        return Diagnostic(self.position, self.code, self.message, self.hint)

    def fails(self, code: str, message: str, hint: str, verdict: Verdict = "fails") -> Claim:
        """Return this claim with what is wrong with it."""
        return replace(self, verdict=verdict, code=code, message=message, hint=hint)


def judge(link: Link, found: Resolved | Diagnostic, *, binary: bool = False) -> Claim:
    """Return the verdict on the text of a link whose target leads to `found`.

    `binary` says that rates are shown in MiB/s where the text is to be filled in.
    """
    text = _BLANKS.sub(" ", link.text).strip(" ")
    bare = Claim("plain", text, link.position)
    if isinstance(found, Diagnostic):
        return bare.fails(found.code, found.message, found.hint, "no-data")
    if isinstance(found, Place):
        claim = _place(bare, found)
    elif isinstance(found, Stated):
        claim = _stated(bare, found)
    else:
        claim = _measured(bare, found, binary=binary)
    disputed = _DISPUTED.match(link.title)
    return _disputed(claim, disputed[1].strip()) if disputed else claim


def _disputed(claim: Claim, reason: str) -> Claim:
    """Return a claim about a number that is quoted as wrong."""
    if not reason:
        message, hint = "a disputed number needs a reason", 'write "disputed: " and why it is wrong'
        return claim.fails("bad-reference", message, hint)
    claim = replace(claim, reason=reason)
    if claim.verdict == "plain":
        message = f"'{claim.text}' holds no number that could be disputed"
        return claim.fails("claim-unreadable", message, "take the title away, or quote the number")
    if claim.verdict in ("holds", "direction"):
        message = f"'{claim.text}' is quoted as disputed, but the result says {claim.measured}"
        return claim.fails("disputed-agrees", message, "take the title away: the number is right")
    if claim.code in ("claim-mismatch", "ambiguous-number", "claim-contradiction"):
        return replace(claim, verdict="disputed", code="", message="", hint="")
    return claim


def _place(bare: Claim, found: Place) -> Claim:
    """Return a link to a page, or to a raw line: a number that begins its text must stand there."""
    if not found.line:
        return replace(bare, text=bare.text or found.path)
    text = bare.text or f"{found.path}, line {found.line}"
    quoted = next((one for one in numerals.find(bare.text) if not one.by_word), None)
    if quoted is None or bare.text[: quoted.start].strip() or quoted.form == "unclear":
        return replace(bare, text=text)
    places = (found.position,) if found.position else ()
    claim = replace(bare, verdict="holds", measured=found.text.strip(), evidence=places)
    if any(_is_same(quoted, one) for one in numerals.find(found.text)):
        return claim
    said = numerals.quoted(bare.text, quoted)
    message = f"text says {said}, line {found.line} says '{found.text.strip()}'"
    return claim.fails("claim-mismatch", message, f"the raw line is {found.position}")


def _is_same(quoted: Numeral, raw: Numeral) -> bool:
    """Return whether a number is one of a raw line, which may be in base units: 134.3 GB."""
    spans = [agreement.value(raw.number)]
    if quoted.unit:
        spans.append(agreement.value(raw.number * quoted.unit.divisor / quoted.unit.factor))
    return any(agreement.agrees(quoted, "exact", span) for span in spans)


def _stated(bare: Claim, found: Stated) -> Claim:
    """Return a link to a fact of a testbed or of hardware."""
    fact = found.fact
    claim = replace(
        bare,
        text=bare.text or fact.value,
        value=found.quantity.value if found.quantity else fact.value,
        unit=found.quantity.unit.base if found.quantity else "",
        measured=fact.value,
        evidence=tuple(one.position for one in fact.statements),
    )
    hint = f"stated at {fact.position}"
    says = f"{found.kind} '{found.path}' says"
    if not bare.text:
        claim = replace(claim, verdict="holds")
    elif found.quantity is None:
        agrees = stated.agrees(bare.text, fact.value)
        if agrees is not None:
            claim = replace(claim, verdict="holds")
        if agrees is False:
            message = f"text says '{bare.text}', {says} '{fact.value}'"
            claim = claim.fails("claim-mismatch", message, hint)
    else:
        result = read(bare.text, known(found))
        if isinstance(result, Unreadable):
            claim = claim.fails(result.code, result.message, _joined([hint, result.hint]))
        elif isinstance(result, Reading):
            claim = replace(claim, verdict="holds", reading=result)
            if not result.agrees:
                message = f"text says {figures.said(result)}, {says} {fact.value}"
                claim = claim.fails("claim-mismatch", message, _joined([hint, slips.slip(result)]))
    if claim.verdict == "plain" or not fact.contradictory:
        return claim
    values = ", ".join(f"'{one.value}' ({one.source})" for one in fact.statements)
    message = f"sources differ on {found.name}: {values}"
    hint = "name both in words, or quote the number as disputed"
    return claim.fails("claim-contradiction", message, hint, "contradiction")


def _measured(bare: Claim, found: Measured, *, binary: bool) -> Claim:
    """Return a link to a measured value, or to how two of them compare."""
    its = known(found)
    value, unit = _value(found, its)
    claim = replace(bare, evidence=found.places, value=value, unit=unit)
    if not bare.text:
        if its.other and its.ratio.known is None:
            message = "nothing can be said of the two: the baseline is 0, or both are bounds"
            return claim.fails("claim-no-data", message, figures.where(found), "no-data")
        text = filled(found, its, binary=binary)
        claim = replace(claim, verdict="holds", text=text, measured=text)
        return _doubted(claim, found)
    result = read(bare.text, its)
    if isinstance(result, Unreadable):
        hint = _joined([figures.where(found), result.hint])
        verdict: Verdict = "no-data" if result.code == "claim-no-data" else "fails"
        return claim.fails(result.code, result.message, hint, verdict)
    if isinstance(result, Direction):
        claim = replace(claim, verdict="direction", measured=figures.change_of(its))
        if result.sign and its.change.sign != result.sign:
            message = f"text says {result.word}, the result says {claim.measured}"
            claim = claim.fails("claim-mismatch", message, _joined([figures.where(found, its)]))
        return _doubted(claim, found)
    if result is None:
        return claim
    return _doubted(_number(claim, result, found, its), found)


def _number(claim: Claim, result: Reading, found: Measured, its: Known) -> Claim:
    """Return the verdict on a number."""
    of = result.known
    its_value = {"change": of.change, "ratio": of.ratio, "share": of.ratio}.get(result.kind)
    if its_value and its_value.known is not None:
        claim = replace(claim, value=float(its_value.known), unit="1")
    elif result.kind == "value":
        claim = replace(claim, value=found.sample.value, unit=found.sample.unit)
    by_side = result.numeral.by_word and result.phrase.margin not in ("exact", "about", "almost")
    verdict: Verdict = "direction" if by_side else "holds"
    claim = replace(claim, verdict=verdict, measured=figures.shown(result), reading=result)
    if result.agrees:
        return claim
    message = f"text says {figures.said(result)}, the result says {claim.measured}"
    explained = [slips.slip(result), slips.narrowed(result), slips.bound(result)]
    hint = _joined([figures.where(found, its), figures.repeats(found.sample), *explained])
    return claim.fails("claim-mismatch", message, hint)


def _doubted(claim: Claim, found: Measured) -> Claim:
    """Return a claim as a contradiction where the raw files behind it contradict themselves."""
    first = next((one for one in found.doubts if one.code == doubts.CONTRADICTION), None)
    if first is None:
        return claim
    message = f"the raw file contradicts itself: {first.message}"
    return claim.fails("claim-contradiction", message, str(first.position), "contradiction")


def _value(found: Measured, its: Known) -> tuple[Value, str]:
    """Return what a link leads to, where its text holds no number: the value, change or share."""
    ratio = its.change if found.reference.relation == "vs" else its.ratio
    if its.other is None or ratio.known is None:
        return found.sample.value, found.sample.unit
    return float(ratio.known), "1"


def _joined(parts: Iterable[str]) -> str:
    return "; ".join(filter(None, parts))
