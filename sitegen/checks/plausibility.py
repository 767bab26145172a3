"""Can it be? Values above what the hardware can do, and loads that never left the memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegen import display, labels
from sitegen.diagnostics import Diagnostic
from sitegen.hardware import Hardware
from sitegen.record import Record
from sitegen.testbed import Testbed
from sitegen.testbed_file import Part

# Work that does not reach the devices, so their limits say nothing about it.
_NOT_ON_DEVICES = frozenset(
    {"cached-read", "pipe", "copy", "scale", "add", "triad", "memory-read", "memory-write",
     "memory-transfer", "compress", "decompress", "encrypt", "decrypt", "hash"}
)  # fmt: skip

_RANDOM = frozenset({"rand-read", "rand-seek"})

# SNIA's and the tools' own advice (bonnie++: 'twice the RAM') is a working set of at least twice
# the memory, or the page cache answers part of it.
_TIMES_MEMORY = 2

_ROTATION = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*(k?)\s*(?:rpm|r/min)?(?![\w.,])", re.IGNORECASE)


Doubt = tuple[Record, Diagnostic]
"""A value, and the finding that it cannot be, or not be of the hardware it is put to."""


def check(
    records: Sequence[Record], bed: Testbed | None, turns: float | None, *, binary: bool = False
) -> Iterator[Doubt]:
    """Yield each value of a run that is doubted with its finding, which may doubt many values.

    `bed` is what the run was measured on, `turns` as `half_turns` returns it. `binary` says that
    rates are shown as MiB/s.
    """
    if bed is None:
        return
    yield from _over_limits(records, bed, binary=binary)
    yield from _in_cache(records, bed)
    if turns is not None:
        yield from _faster_than_heads(records, bed, turns)


def half_turns(bed: Testbed | None, hardware: Mapping[str, Hardware]) -> float | None:
    """Return how many half turns the drives of a testbed make in a second, all together.

    That is None where one does not turn, or where it is not recorded how fast.
    """
    whole = 0.0
    for part in _drives(bed) if bed else ():
        turns = _rotation(hardware[part.id]) if part.id in hardware else None
        if turns is None:
            return None
        whole += (part.count or 1) * turns / 30
    return whole or None


def _drives(bed: Testbed) -> list[Part]:
    return [part for part in bed.parts if part.role == "drive"]


def _over_limits(records: Iterable[Record], its: Testbed, *, binary: bool) -> Iterator[Doubt]:
    bounds = {
        name: (limit, limit.quantity.value / (8 if limit.quantity.unit.base == "bit/s" else 1))
        for name, limit in its.limits.items()
        if limit.quantity.unit.base in ("B/s", "bit/s")
    }
    for record in records:
        if record.unit != "B/s" or record.columns["operation"] in _NOT_ON_DEVICES:
            continue
        for name, (limit, bound) in bounds.items():
            if record.value > bound:
                yield (
                    record,
                    Diagnostic(
                        record.position,
                        "over-limit",
                        f"{_metric(record)} of {display.show(record.value, 'B/s', binary=binary)}"
                        f" is above the limit '{name}' of {limit.fact.value}",
                        f"{limit.fact.position}; a cache, a wrong unit, or a wrong limit",
                    ),
                )


def _in_cache(records: Iterable[Record], its: Testbed) -> Iterator[Doubt]:
    memory = its.properties.get("testbed.memory")
    stated = memory.quantity if memory else None
    if memory is None or stated is None or stated.unit.base != "B":
        return
    enough = _TIMES_MEMORY * stated.value
    device = its.properties.get("testbed.device")
    if device is not None and str(device.value).casefold() == "raw":
        return
    told: dict[int, Diagnostic] = {}
    for record in records:
        size = record.columns.get("workload.file_size", record.columns.get("workload.total_size"))
        if not isinstance(size, int) or size >= enough:
            continue
        if str(record.columns.get("workload.direct", "")) in ("1", "on", "yes", "true"):
            continue
        # One finding for each run and size, however many values come from it.
        if size not in told:
            told[size] = Diagnostic(
                record.position,
                "in-cache",
                f"a working set of {labels.value('workload.file_size', size)} is under"
                f" {_TIMES_MEMORY} x {memory.fact.value} of memory",
                f"{memory.fact.position}; the page cache was measured along with the device",
            )
        yield record, told[size]


def _faster_than_heads(records: Iterable[Record], its: Testbed, bound: float) -> Iterator[Doubt]:
    """Yield a finding for random I/O faster than one access in half a turn of each drive."""
    first = _drives(its)[0]
    for record in records:
        its_kind = (record.columns["operation"], record.unit)
        if its_kind[0] in _RANDOM and its_kind[1] == "op/s" and record.value > bound:
            yield (
                record,
                Diagnostic(
                    record.position,
                    "over-limit",
                    f"{_metric(record)} of {display.show(record.value, 'op/s')} is above what the"
                    f" drives can do, about {bound:.0f} op/s",
                    f"{first.position}; a drive reaches any sector in half a turn at best",
                ),
            )


def _rotation(its: Hardware) -> float | None:
    """Return the revolutions per minute of a drive, or None if they are not recorded."""
    stated = its.specs.get("rotation")
    match = _ROTATION.match(stated.value) if stated else None
    if not match:
        return None
    return float(match[1].replace(",", "")) * (1000 if match[2] else 1) or None


def _metric(record: Record) -> str:
    return labels.metric(str(record.columns["operation"]), str(record.columns["quantity"])).lower()
