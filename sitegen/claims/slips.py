"""The usual slips that lead to a wrong number, recognised by the number that they give."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_DOWN, Decimal

from sitegen.claims import agreement
from sitegen.claims.agreement import Span
from sitegen.claims.reading import Reading
from sitegen.claims.terms import ONE
from sitegen.claims.wording import Margin
from sitegen.references.places import exchange
from sitegen.units import UNITS, Unit

_KIBI = Decimal("1.024")
_POWERS = (Decimal(1000), Decimal(1024), Decimal(10**6), Decimal(1024**2))


def slip(reading: Reading) -> str:
    """Return the slip that explains a wrong number, or ''."""
    # Half of all numbers are more than half, or at least 2: that explains nothing.
    sided = reading.phrase.margin in ("floor", "ceiling")
    sided |= reading.numeral.by_word and reading.phrase.margin in ("under", "over")
    if sided or not reading.measured.exact or not reading.numeral.number:
        return ""
    return next(_slips(reading), "")


def _slips(reading: Reading) -> Iterator[str]:
    numeral, measured = reading.numeral, reading.measured
    exact = measured.known or Decimal(0)
    if _would(reading, -measured):
        yield "the size is right, the direction is not"
    cut = exact.quantize(Decimal(1).scaleb(-numeral.decimals), ROUND_DOWN)
    if (
        abs(cut) == abs(numeral.number)
        and not numeral.by_word
        and reading.phrase.margin in ("exact", "about")
    ):
        yield "the number was cut off instead of rounded"
    yield from _of_two(reading)
    if _precise(reading):
        yield from _unit(reading)
    for power in _POWERS:
        if _would(reading, measured.times(power)) or _would(reading, measured.times(1 / power)):
            yield f"it is off by a factor of {power:,f}"


def _would(reading: Reading, span: Span) -> bool:
    return agreement.agrees(reading.numeral, reading.phrase.margin, span)


def _of_two(reading: Reading) -> Iterator[str]:
    """Yield slips with two values: the wrong way round, or per cent more for per cent of."""
    its, ratio = reading.known, reading.known.ratio
    hundred = Decimal(1 if reading.numeral.form == "fraction" else 100)
    if not ratio.known:
        return
    share, turned = ratio.times(hundred), (ONE / ratio).times(hundred)
    more, back = its.change.times(hundred), (ONE / ratio - ONE).times(hundred)
    if reading.kind == "change":
        if _would(reading, share):
            yield "that is per cent of, not per cent more"
        if _would(reading, abs(back)):
            merit = any(sense.axis == "merit" for sense in reading.phrase.senses)
            if merit and its.better == "lower":
                yield "that is the change in speed, not in time"
            elif merit and ratio.known > 1:
                yield "that is the time saved, not the gain in speed"
            else:
                yield "that is a percentage of the result: take it of the baseline"
    elif reading.kind == "share":
        if _would(reading, abs(more)):
            yield "that is per cent more or less, not per cent of"
        if _would(reading, turned):
            yield "the ratio is upside down"
    elif reading.kind == "ratio":
        if _would(reading, ONE / reading.measured):
            yield "the ratio is upside down"
        if _would(reading, reading.measured - ONE):
            yield "that is the increase, not the ratio"


def _precise(reading: Reading) -> bool:
    """Return whether a number has digits enough to tell MB from MiB."""
    numeral = reading.numeral
    return reading.phrase.margin == "exact" and numeral.half * 50 <= abs(numeral.number)


def _unit(reading: Reading) -> Iterator[str]:
    """Yield that the number is right in another unit of the same letters: MB for MiB, Gb for GB."""
    unit = reading.numeral.unit
    if unit is None or reading.kind not in ("value", "difference"):
        return
    if unit.base in ("B", "B/s"):
        turns = (reading.measured.times(factor) for factor in (_KIBI, 1 / _KIBI))
        if any(_would(reading, turned) for turned in turns):
            yield "it is off by 1.024: one of kB and KiB was taken for the other"
    for other in _confused(unit):
        factor = unit.factor * other.divisor / (other.factor * unit.divisor)
        factor *= exchange(unit.base, other.base) or 1
        if _would(reading, reading.measured.times(factor)):
            yield f"it is right in {other.symbol}: {unit.symbol} was written for {other.symbol}"


def _confused(unit: Unit) -> Iterator[Unit]:
    """Yield the units that one is mistaken for: the binary, the decimal one; bits, bytes."""
    name, slash, second = unit.symbol.partition("/")
    stem = "bit" if name.endswith("bit") else "B" if name.endswith("B") else ""
    prefix = name.removesuffix(stem) if stem else ""
    if not prefix:
        return
    swapped = prefix[0].upper() + "i" if not prefix.endswith("i") else prefix[0]
    for its_prefix in (swapped, prefix):
        for its_stem in (stem, "B" if stem == "bit" else "bit"):
            symbol = f"{'k' if its_prefix == 'K' else its_prefix}{its_stem}{slash}{second}"
            if symbol != unit.symbol and symbol in UNITS:
                yield UNITS[symbol]


def narrowed(reading: Reading) -> str:
    """Return what a word that makes a number round allows, where that is why it fails, or ''."""
    number, words = abs(reading.numeral.number), reading.phrase
    exact, five = abs(reading.measured).known, number * agreement.ROUND
    none = Decimal(0)
    ends: dict[Margin, tuple[Decimal, Decimal]] = {
        "about": (five, five),
        "almost": (five, none),
        "under": (five, none),
        "over": (none, five),
    }
    if words.margin not in ends or exact is None:
        return ""
    low, high = ends[words.margin]
    far = (words.margin == "over" and exact > number) or (
        words.margin == "under" and exact < number
    )
    if not far and abs(exact - number) > 2 * five:
        return ""
    open_word = "at least" if words.margin == "over" else "at most"
    return (
        f"'{words.qualifier} {number:f}' takes {_short(number - low)} to {_short(number + high)}"
        + (f", '{open_word}' anything" if far else "")
    )


def bound(reading: Reading) -> str:
    """Return what can be said of a value that is only a bound, or ''."""
    if reading.measured.exact or reading.measured.known is None:
        return ""
    word = "at least" if reading.measured.low is not None else "at most"
    return f"only a bound is known: write '{word}'"


def _short(number: Decimal) -> str:
    return f"{number.normalize():f}"
