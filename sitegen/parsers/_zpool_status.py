"""What `zpool status` says of each pool: its state, and its layout by the indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.record import Fact, Source

_POOL = re.compile(r"\s*pool: (\S.*?)\s*")
_FIELD = re.compile(
    r"\s*(state|status|action|see|scan|scrub|config|errors|comment|remove): ?(.*?)\s*"
)
_HEAD = re.compile(r"\s*NAME\s+STATE\s+READ\s+WRITE\s+CKSUM\s*")
_DEVICE = re.compile(
    r"(\s*)(\S+)\s+(ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|AVAIL|INUSE)"
    r"(?:\s+(\d+(?:\.\d+)?[KMGT]?)\s+(\d+(?:\.\d+)?[KMGT]?)\s+(\d+(?:\.\d+)?[KMGT]?))?(?:\s.*)?"
)
_CLASS = re.compile(r"\s*(logs|log|cache|spares|special|dedup)\s*")
_GROUP = re.compile(r"(mirror|raidz[123]?|draid\S*?|spare|replacing|indirect|root)(?:-\d+)?")


class Device(NamedTuple):
    """A row of the configuration: its class (data, log, cache, spare), its depth and its name."""

    section: str
    depth: int
    name: str


@dataclass(slots=True)
class Pool:
    """What one block of `zpool status` says."""

    first: int
    name: str
    last: int
    fields: dict[str, tuple[int, str]] = field(default_factory=dict)
    root: int = -1
    root_depth: int = 0
    devices: list[Device] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_flat(self) -> bool:
        """Return whether the indentation, which shows what belongs to what, is lost."""
        return bool(self.devices) and all(its.depth <= self.root_depth for its in self.devices)


def pools(lines: Sequence[str]) -> Iterator[Pool]:
    """Yield the pools of which lines tell, one after another."""
    pool: Pool | None = None
    name = section = ""
    for index, line in enumerate(lines):
        if match := _POOL.fullmatch(line):
            if pool:
                yield pool
            pool, name, section = Pool(index, match[1], index), "pool", ""
            continue
        if pool is None or not line.strip():
            continue
        if match := _FIELD.fullmatch(line):
            name = match[1]
            pool.fields[name] = (index, match[2])
        elif _HEAD.fullmatch(line):
            section = "data"
        elif section and (match := _CLASS.fullmatch(line)):
            section = match[1].removesuffix("s")
        elif section and (match := _DEVICE.fullmatch(line)):
            _add(pool, index, match, section)
        elif not section and name in ("status", "action", "scan", "scrub"):
            # These run on over several lines.
            pool.fields[name] = (pool.fields[name][0], f"{pool.fields[name][1]} {line.strip()}")
        else:
            yield pool
            pool = None
            continue
        pool.last = index
    if pool:
        yield pool


def _add(pool: Pool, index: int, match: re.Match[str], section: str) -> None:
    """Add a row of the configuration to a pool."""
    blanks, name, state, *counts = match.groups()
    depth = len(blanks.expandtabs(8))
    errors = [
        f"{count} {what} errors"
        for count, what in zip(counts, ("read", "write", "checksum"), strict=False)
        if count and count != "0"
    ]
    if pool.root < 0:
        pool.root, pool.root_depth = index, depth
        return
    pool.devices.append(Device(section, depth, name))
    if not _GROUP.fullmatch(name) and (errors or state not in ("ONLINE", "AVAIL", "INUSE")):
        pool.faults.append((index, ", ".join((state, *errors))))


def findings(source: Source, pool: Pool) -> Iterator[Diagnostic]:
    """Yield what is missing of a pool."""
    if pool.root < 0:
        message = f"the configuration of pool '{pool.name}' is missing"
        yield source.problem(pool.last, "incomplete-run", message)
        return
    if pool.is_flat and len(pool.devices) > 1:
        message = "the indentation is lost: how the devices of the pool are nested cannot be told"
        hint = "without a row for a mirror or raidz they are read as a stripe"
        yield source.problem(pool.root, "missing-field", message, hint)
    if "errors" not in pool.fields:
        message = "there is no line 'errors:' at the end: the list of devices may be cut off"
        yield source.problem(pool.last, "missing-field", message)


def facts(pool: Pool) -> Iterator[Fact]:
    """Yield the facts of a pool, without the word `pool` before them."""
    yield Fact("name", pool.name, pool.first)
    for name, column in (
        ("state", "state"),
        ("status", "status"),
        ("scan", "scan"),
        ("scrub", "scan"),
        ("errors", "errors"),
    ):
        if name in pool.fields:
            line, text = pool.fields[name]
            yield Fact(column, text.strip(), line)
    if pool.root < 0:
        return
    vdevs = _vdevs(pool)
    if vdevs:
        yield Fact("layout", "; ".join(_layout(vdevs)), pool.root)
        devices = sum(count for section, _, count in vdevs if section == "data")
        yield Fact("devices", devices, pool.root)
    if pool.faults:
        yield Fact("faults", "; ".join(text for _, text in pool.faults), pool.faults[0][0])


def _vdevs(pool: Pool) -> list[tuple[str, str, int]]:
    """Return the class, the kind and the number of devices of each vdev at the top of a pool."""
    vdevs: list[tuple[str, str, int]] = []
    if pool.is_flat:
        if any(_GROUP.fullmatch(its.name) or its.section != "data" for its in pool.devices):
            return []
        return [("data", "device", 1) for _ in pool.devices]
    tops = {
        section: min(its.depth for its in pool.devices if its.section == section)
        for section in {its.section for its in pool.devices}
    }
    for its in pool.devices:
        level = its.depth - tops[its.section]
        if level <= 0:
            # Spares hang on no group; one that draid keeps within itself is called draid1-0-0.
            group = _GROUP.fullmatch(its.name) if its.section != "spare" else None
            vdevs.append((its.section, group[1] if group else "device", 0 if group else 1))
        elif level <= 2 and vdevs:
            # What lies deeper is one device and the one that stands in for it.
            section, kind, count = vdevs[-1]
            vdevs[-1] = (section, kind, count + 1)
    return vdevs


def _layout(vdevs: Sequence[tuple[str, str, int]]) -> Iterator[str]:
    """Yield the words for each class of a pool: `2 x mirror of 2 devices`, `cache: 1 device`."""
    for section, group in groupby(vdevs, key=lambda its: its[0]):
        words = []
        for (_, kind, count), same in groupby(group):
            number = len(list(same))
            if kind == "device":
                plural = f"{'stripe of ' if section == 'data' else ''}{number} devices"
                words.append(plural if number > 1 else "1 device")
            else:
                words.append(f"{f'{number} x ' if number > 1 else ''}{kind} of {count} devices")
        yield f"{section + ': ' if section != 'data' else ''}{' + '.join(words)}"
