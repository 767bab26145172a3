"""ceph -s (ceph status): how large a cluster is, and what its clients do at that moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import binary
from sitegen.record import Fact, Measurement, Run, Source

TOOL = "ceph status"
MARKS = (" osds: ", "pgmap v", "active+clean")
VARIANTS = (
    "ceph -s of Firefly to Kraken (`osdmap e276: 504 osds`): kB, MB, GB and TB are powers of 1024"
    " (include/types.h: prettybyte_t shifts by tens of bits)",
    "ceph -s of Luminous and later (`osd: 630 osds`), with KiB, MiB, GiB since Mimic"
    " (byte_u_t); op/s have k and M for powers of 1000 (si_u_t)",
)

_OSDS = re.compile(r"\s*(?:osd: |osdmap e\d+: )(\d+) osds: (\d+) up.*?, (\d+) in.*")
_HEALTH = re.compile(r"\s*health:? (HEALTH\\?_[A-Z]+).*")
_PGMAP = re.compile(
    r"\s*pgmap v\d+: (?P<pgs>\d+) pgs, (?P<pools>\d+) pools, (?P<data>\d+ [kMGTP]?B) data.*"
)
_POOLS = re.compile(r"\s*pools: +(?P<pools>\d+) pools, (?P<pgs>\d+) pgs\s*")
_OBJECTS = re.compile(r"\s*objects: +(\S+ ?[kM]?) ?objects, (\d+(?:\.\d+)? ?[KMGTP]?i?B)\s*")
_USAGE = re.compile(
    r"\s*(?:usage: +)?(?P<used>\d+(?:\.\d+)? [kKMGTP]?i?B) used, "
    r"(?P<free>\d+(?:\.\d+)? [kKMGTP]?i?B) / "
    r"(?P<size>\d+(?:\.\d+)? [kKMGTP]?i?B) avail\s*"
)
_CLIENT = re.compile(r"\s*client(?:: +| io )(?P<rates>\d.*\S)\s*")
_RATE = re.compile(
    r"(?P<number>\d+(?:\.\d+)?) ?(?P<unit>[kKMGTP]?i?B/s|[kMG]? ?op/s)(?: (?P<way>rd|wr))?"
)
_STATES = re.compile(
    r"\s*(?:pgs: +)?\d+ (?:active|peering|down|stale|unknown|creating|remapped|undersized)\S*\s*"
)
_OTHER = re.compile(
    r"\s*(?:cluster\b.*|id: .*|services:|data:|io:|election epoch.*|flags .*|task status:|progress:"
    r"|(?:mon|mgr|mds|rgw|fsmap|monmap|recovery|cache)\b.*)\s*"
)
_WAYS = {"rd": "read", "wr": "write", None: "rw"}
_APART = 8
"""How many lines may stand between two lines of one status."""

_MUCH = 10
"""Replication keeps each byte three times, or four; ten times as much is something else."""


class Found(NamedTuple):
    """What one status holds."""

    lines: list[int]
    facts: list[Fact]
    rates: list[Measurement]


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    its = Found([], [], [])
    for index, line in enumerate(source.lines):
        facts, rates = list(_facts(line, index)), list(_rates(line, index))
        other = _OTHER.fullmatch(line) or _STATES.fullmatch(line)
        if not (facts or rates or (other and (its.lines or line.lstrip().startswith("cluster")))):
            continue
        far = bool(its.lines) and index - its.lines[-1] > _APART
        if far or (_osds(facts) and _osds(its.facts)):
            yield from _run(source, its)
            its = Found([], [], [])
        its.facts.extend(facts)
        its.rates.extend(rates)
        its.lines.append(index)
    yield from _run(source, its)


def _osds(facts: list[Fact]) -> bool:
    return any(fact.column == "cluster.osds" for fact in facts)


def _run(source: Source, its: Found) -> Iterator[Run | Diagnostic]:
    """Yield a status that says how many OSDs there are; without them it is no status."""
    if _osds(its.facts):
        values = {fact.column: fact for fact in its.facts}
        used, stored = values.get("cluster.used"), values.get("cluster.stored")
        if used and stored and int(used.value) > _MUCH * int(stored.value) > 0:
            times = int(used.value) / int(stored.value)
            message = f"{used.written} are used for {stored.written} of data: {times:.0f}x as much"
            yield source.problem(used.line, "contradiction", message)
        lines = frozenset(its.lines)
        yield Run(TOOL, "", min(lines), max(lines), its.rates, its.facts, furniture=lines)


def _facts(line: str, index: int) -> Iterator[Fact]:
    """Yield what a line says of the cluster."""
    if match := _OSDS.fullmatch(line):
        for name, digits in zip(("osds", "osds-up", "osds-in"), match.groups(), strict=True):
            yield Fact(f"cluster.{name}", int(digits), index, digits)
    elif match := _HEALTH.fullmatch(line):
        yield Fact("cluster.health", match[1].replace("\\", ""), index, match[1])
    elif match := _PGMAP.fullmatch(line) or _POOLS.fullmatch(line):
        yield Fact("cluster.pgs", int(match["pgs"]), index, match["pgs"])
        yield Fact("cluster.pools", int(match["pools"]), index, match["pools"])
        if "data" in match.groupdict():
            yield from _size("stored", match["data"], index)
    elif match := _OBJECTS.fullmatch(line):
        yield from _size("stored", match[2], index)
    elif match := _USAGE.fullmatch(line):
        for name in ("used", "free", "size"):
            yield from _size(name, match[name], index)


def _size(name: str, written: str, index: int) -> Iterator[Fact]:
    value = binary(written.replace(" ", "").replace("iB", "B"))
    if value is not None:
        yield Fact(f"cluster.{name}", value, index, written)


def _rates(line: str, index: int) -> Iterator[Measurement]:
    """Yield what clients do; a direction in which nothing happens is no measurement."""
    match = _CLIENT.fullmatch(line)
    if match is None:
        return
    for rate in _RATE.finditer(match["rates"]):
        if float(rate["number"]) == 0:
            continue
        unit = rate["unit"].replace(" ", "")
        if unit.endswith("B/s"):
            prefix = unit[0].upper() if unit[0] in "kKMGTP" else ""
            unit = f"{prefix}iB/s" if prefix else "B/s"
        yield Measurement(
            operation=_WAYS[rate["way"]],
            quantity="bandwidth" if unit.endswith("B/s") else "iops",
            value=rate["number"],
            unit=unit,
            line=index,
            written=rate[0].removesuffix(" rd").removesuffix(" wr"),
            note="of all clients, at the moment of the status",
        )
