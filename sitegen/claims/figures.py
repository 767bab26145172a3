"""How claims are put in words: what the text says, what the result says, a ratio in both forms."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from sitegen import display
from sitegen.claims.agreement import Span
from sitegen.claims.numerals import quoted
from sitegen.claims.reading import Reading
from sitegen.claims.terms import Known
from sitegen.references import Measured, Stated
from sitegen.samples import Sample

_MOST_DECIMALS = 15


def said(reading: Reading) -> str:
    """Return what the text says: the number with the words that decide."""
    words = reading.phrase
    parts = [quoted(reading.text, reading.numeral)]
    if words.qualifier:
        after = words.qualifier in reading.text[reading.numeral.end :]
        parts.insert(len(parts) if after else 0, words.qualifier)
    if reading.kind == "ratio" and words.manner:
        parts.append(words.manner.word)
    elif words.senses:
        sense = words.senses[0]
        turned = sense.axis == "merit" and reading.known.better == "lower"
        if reading.kind == "ratio" or turned or reading.measured.sign < 0:
            parts.append(sense.word)
    return " ".join(parts)


def shown(reading: Reading) -> str:
    """Return what the result says, in the unit of the text and with digits enough to differ."""
    span = reading.measured if reading.kind in ("ratio", "share") else reading.signed
    exact = span.known
    if exact is None:
        return "nothing certain"
    numeral = reading.numeral
    written = Decimal(0) if reading.agrees else numeral.number
    match reading.kind:
        case "change" | "points":
            number = _digits(exact, numeral.decimals, 1 if abs(exact) < 100 else 0, written)
            if numeral.form == "fraction":
                number = _digits(exact * 100, 0, 1, Decimal(0))
            unit = " %" if reading.kind == "change" else " points"
            text = f"{number:+,f}{unit}"
        case "share":
            scale = 100 if numeral.form == "fraction" else 1
            share = exact * scale
            text = f"{_digits(share, numeral.decimals, 1 if share < 100 else 0, written):,f} %"
        case "ratio":
            text = ratio(exact, written)
            against = reading.text[numeral.digits.stop : numeral.end]
            if numeral.inverse:
                text = f"1 to {text.removesuffix('x')}"
            elif "1" in against:
                text = f"{text.removesuffix('x')} to 1"
        case _:
            number = _digits(exact, numeral.decimals, 0, written)
            sign = "+" if reading.kind == "difference" else ""
            unit = " ".join(reading.text[numeral.digits.stop : numeral.end].split())
            text = f"{number:{sign},f} {unit}".rstrip()
    return bound(span) + text


def bound(span: Span) -> str:
    """Return the words before a value that is only a bound."""
    return "" if span.exact else "at least " if span.low is not None else "at most "


def _digits(exact: Decimal, written: int, least: int, number: Decimal) -> Decimal:
    """Return a value rounded to the written decimals, or to more so that it can be told apart."""
    for decimals in range(max(written, least), _MOST_DECIMALS):
        rounded = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        few = decimals > max(written, least) and len(rounded.as_tuple().digits) < 2
        alike = abs(rounded) == abs(number) != abs(exact)
        if exact and (not rounded or few or alike):
            continue
        return rounded
    return exact


def ratio(exact: Decimal, number: Decimal = Decimal(0)) -> str:
    """Return a ratio as text: 2.58x, 2.3x, 0.43x, 0.012x."""
    rounded = _digits(exact, 2 if abs(exact) >= Decimal("0.1") else 3, 0, number)
    return f"{rounded.normalize():,f}x"


def change(exact: Decimal) -> str:
    """Return a change, given as a part, in per cent: +42.5 %, -7.0 %, +130 %."""
    percent = exact * 100
    return f"{_digits(percent, 1 if abs(percent) < 100 else 0, 0, Decimal(0)):+,f} %"


def change_of(its: Known) -> str:
    """Return how much more a value is than the other, in per cent."""
    exact = its.change.known
    return "nothing certain" if exact is None else bound(its.change) + change(exact)


def forms(its: Known) -> str:
    """Return how two values compare, both as a change and as a ratio: '+42.5 %, 1.43x'."""
    both = its.ratio.known
    if both is None:
        return ""
    return f"{bound(its.ratio)}{change(both - 1)}, {ratio(both)}"


def repeats(sample: Sample, *, binary: bool = False) -> str:
    """Return how many repeats a value is the median of and how far they lie apart, or ''."""
    if sample.n < 2:
        return ""
    low, high = (display.show(end, sample.unit, binary=binary) for end in (sample.low, sample.high))
    return f"median of {sample.n} runs, {low} to {high}"


def where(found: Measured, its: Known | None = None) -> str:
    """Return the places of the evidence, and how its two values compare."""
    place = str(found.sample.record.position)
    if isinstance(found.other, Stated):
        text = f"{place} against the {found.other.name} at {found.other.fact.position}"
    elif found.other:
        text = f"{place} against {found.other.record.position}"
    else:
        return f"measured at {place}"
    both = forms(its) if its else ""
    return f"{text} ({both})" if both else text
