"""What fio was asked to do: its options, as JSON lists them and the head of its text prints them.

Values follow HOWTO.rst of fio 3.40, 'Parameter types': with kb_base=1024, the default, `k` and `kB`
are 1024 and `Ki` and `KiB` are 1000; with kb_base=1000 it is the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sitegen.record import NOTHING, Value

DIRECTIONS = ("read", "write", "trim")

UNKNOWN = "rw is not recorded: the direction is that of the data"
"""The note on values of which nobody says whether they were random or sequential."""

# Engines that return when the I/O is done (FIO_SYNCIO in engines/*.c of fio 3.36): whatever iodepth
# says, no more than one is under way.
_SYNCHRONOUS = frozenset(
    {"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice", "libpmem", "dev-dax", "mtd"}
)

_NUMBER = re.compile(r"(\d+)(?:\.\d+)?\s*([kmgtp]?)(i?)b?", re.IGNORECASE)
_TIME = re.compile(r"(\d+)\s*([a-z]*)", re.IGNORECASE)
_SECONDS = {"": 1, "s": 1, "sec": 1, "m": 60, "h": 3600, "d": 86400}
_ELSEWHERE = frozenset({"name", "filename", "directory", "description"})
"""Options that say nothing of the load, and differ from job to job."""
_SYNC = ("sync", "fsync", "fdatasync", "end_fsync", "sync_file_range", "fsync_on_close")


class Load(NamedTuple):
    """The load of a job: `common` is true of all it did, `own` of one direction only."""

    pattern: str = ""
    common: Mapping[str, Value] = NOTHING
    own: Mapping[str, Mapping[str, Value]] = {}
    capped: str = ""

    def operation(self, direction: str) -> str:
        """Return the operation for what a job did in a direction: read, write, trim or mixed."""
        random = self.pattern.startswith("rand")
        way = self.pattern.removeprefix("rand")
        if direction == "mixed" and way in DIRECTIONS:
            direction = way
        if direction == "mixed":
            return "rw" if not self.pattern else "rand-rw" if random else "seq-rw"
        if not self.pattern or direction == "sync":
            return direction
        if direction == "trim":
            return "rand-trim" if random else "trim"
        return f"rand-{direction}" if random else f"seq-{direction}"

    def workload(self, direction: str) -> Mapping[str, Value]:
        """Return the workload columns of what was done in a direction."""
        own = self.own.get(direction)
        if direction == "mixed" and self.own:
            first, *more = (self.own.get(one) for one in DIRECTIONS[:2])
            own = first if [first] == more else None
        return {**self.common, **own} if own else self.common


@lru_cache(4096)
def number(text: str, base: int = 1024) -> int | None:
    """Return a size or count as fio reads it, or None for `50%`, `4k-8k` and the like."""
    match = _NUMBER.fullmatch(text)
    if not match:
        return int(text, 16) if text.lower().startswith("0x") and text[2:].isalnum() else None
    digits, letter, i = match.groups()
    other = 1000 if base == 1024 else 1024
    factor: int = (other if i else base) ** " kmgtp".index(letter.lower() or " ")
    return int(digits) * factor


def seconds(text: str) -> int | None:
    """Return a time of whole seconds, or None."""
    match = _TIME.fullmatch(text)
    factor = _SECONDS.get(match[2].lower()) if match else None
    return int(match[1]) * factor if match and factor else None


def of_options(options: Mapping[str, object]) -> Load:
    """Return the load that the options of a job in JSON describe."""
    return _told(
        tuple((key, str(value)) for key, value in options.items() if key not in _ELSEWHERE)
    )


@lru_cache(1024)
def _told(options_told: Sequence[tuple[str, str]]) -> Load:
    """Return the load that options describe; most jobs of a lab have the same few sets of them."""
    options = dict(options_told)
    base = 1000 if options.get("kb_base") == "1000" else 1024
    pattern = options.get("rw") or options.get("readwrite") or ""
    common: dict[str, Value] = {}
    if pattern:
        common["pattern"] = _pattern(pattern, options)
    for column, name in (("jobs", "numjobs"), ("queue_depth", "iodepth"), ("files", "nrfiles")):
        if (value := number(options.get(name, ""), base)) is not None:
            common[column] = value
    for column, name in (
        ("file_size", "filesize"),
        ("file_size", "size"),
        ("total_size", "io_size"),
    ):
        if (value := number(options.get(name, ""), base)) is not None:
            common.setdefault(column, value)
    for column, name in (("runtime", "runtime"), ("ramp", "ramp_time")):
        if (length := seconds(options.get(name, ""))) is not None:
            common[column] = length
    if engine := options.get("ioengine"):
        common["engine"] = engine
    if direct := _direct(options):
        common["direct"] = direct
    if sync := ", ".join(
        f"{n}={options[n]}" for n in _SYNC if options.get(n, "0") not in ("0", "none")
    ):
        common["sync"] = sync
    if "rw" in pattern and (share := _read_share(options)) is not None:
        common["read_share"] = share
    if rate := options.get("rate"):
        limit = number(rate, base)
        common["rate_limit"] = rate if limit is None else limit
    elif rate := options.get("rate_iops"):
        common["rate_limit"] = f"{rate} op/s"
    own = {direction: {"block_size": size} for direction, size in _blocks(options, base).items()}
    return _capped(pattern, common, own, options)


def _capped(
    pattern: str,
    common: dict[str, Value],
    own: Mapping[str, Mapping[str, Value]],
    options: Mapping[str, str],
) -> Load:
    """Return a load with the queue depth that it can have had."""
    engine, depth = common.get("engine"), common.get("queue_depth", 1)
    capped = ""
    if engine in _SYNCHRONOUS and options.get("io_submit_mode") != "offload":
        if depth != 1:
            capped = f"iodepth={depth}, but the engine {engine} is synchronous: it has a depth of 1"
        common["queue_depth"] = 1
    return Load(pattern, common, own, capped)


def _pattern(rw: str, options: Mapping[str, str]) -> str:
    """Return the pattern with what makes it less random than its name says."""
    words = [rw]
    if "rand" in rw:
        share = options.get("percentage_random", "100")
        if share != "100":
            words.append(f"{share} % random")
        spread = options.get("random_distribution", "random")
        if spread != "random":
            words.append(spread)
    return ", ".join(words)


def _direct(options: Mapping[str, str]) -> str:
    if "direct" in options:
        return "1" if options["direct"] in ("", "1", "true") else "0"
    if "buffered" in options:
        return "0" if options["buffered"] in ("", "1", "true") else "1"
    return ""


def _read_share(options: Mapping[str, str]) -> float | None:
    """Return the share of reads that a mixed load was to have."""
    for name in ("rwmixread", "rwmixwrite"):
        share = options.get(name, "")
        if share.isdecimal():
            return int(share) / 100 if name == "rwmixread" else (100 - int(share)) / 100
    return None


def _blocks(options: Mapping[str, str], base: int) -> dict[str, Value]:
    """Return the block size of each direction: a number, or a text for a mixture of sizes."""
    for name in ("bssplit", "bsrange", "blocksize_range", "bs", "blocksize"):
        if text := options.get(name, ""):
            parts = text.split(",") if name != "bsrange" else text.replace("/", ",").split(",")
            found: dict[str, Value] = {}
            for index, direction in enumerate(DIRECTIONS):
                part = parts[min(index, len(parts) - 1)].strip()
                size = number(part, base)
                if part:
                    found[direction] = part if size is None else size
            return found
    return {}


_HEAD_BLOCKS = re.compile(
    r"(?:\(([RWT])\) )?(\d+(?:\.\d+)?)([KMGT]?i?B?)-(\d+(?:\.\d+)?)([KMGT]?i?B?)"
)
_HEAD_OPTION = re.compile(r"(?:^|, )(rw|ioengine|iodepth)=([^,]*)")


def of_head(text: str) -> Load:
    """Return the load in the head of a job's text: `rw=randrw, bs=4K-4K/4K-4K, ..., iodepth=16`."""
    options = dict(_HEAD_OPTION.findall(text))
    pattern = options.get("rw", "").strip()
    common: dict[str, Value] = {"pattern": pattern} if pattern else {}
    if (depth := options.get("iodepth", "").strip()).isdecimal():
        common["queue_depth"] = int(depth)
    if engine := options.get("ioengine", "").strip():
        common["engine"] = engine
    own: dict[str, Mapping[str, Value]] = {}
    _, _, sizes = text.partition("bs=")
    for index, match in enumerate(_HEAD_BLOCKS.finditer(sizes)):
        letter, low, unit, high, high_unit = match.groups()
        least, most = _printed(low, unit), _printed(high, high_unit)
        direction = DIRECTIONS["RWT".index(letter) if letter else min(index, 2)]
        size: Value = (
            f"{low}{unit}-{high}{high_unit}" if (low, unit) != (high, high_unit) else low + unit
        )
        if least is not None and least == most:
            size = least
        own.setdefault(direction, {"block_size": size})
    return _capped(pattern, common, own, options)


def _printed(digits: str, unit: str) -> int | None:
    """Return a size that fio printed: 64.0KiB and 64K are 65536, 65.5kB is 65500.

    The text of fio 1 and 2 has no i, and means powers of 1024 (num2str in lib/num2str.c).
    """
    letter = unit.rstrip("B").rstrip("i")
    if not letter:
        return int(digits) if digits.isdecimal() else None
    factor = 1000 if unit[:1] == "k" or (unit.endswith("B") and "i" not in unit) else 1024
    if factor == 1000 and "." in digits:
        return None
    exact = float(digits) * factor ** " KMGT".index(letter.upper())
    return int(exact) if exact == int(exact) else None


def common_to(loads: list[Load]) -> Load:
    """Return what several jobs that are reported as one have in common."""
    first = loads[0]
    if all(load == first for load in loads):
        return first
    same = {
        column: value
        for column, value in first.common.items()
        if all(load.common.get(column) == value for load in loads)
    }
    own = {
        direction: its
        for direction, its in first.own.items()
        if all(load.own.get(direction) == its for load in loads)
    }
    random = {load.pattern.startswith("rand") for load in loads}
    kinds = {load.pattern for load in loads}
    pattern = first.pattern if len(kinds) == 1 else ""
    if not pattern and all(kinds) and len(random) == 1:
        pattern = "rand" if random.pop() else "seq"
    return Load(pattern, same, own)
