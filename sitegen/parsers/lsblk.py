"""lsblk as a tree, a list, pairs (-P) and JSON: drives, and the file systems on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import Things, dump, sized, text
from sitegen.parsers._json import Broken, Document, documents
from sitegen.record import Fact, Run, Source
from sitegen.table_columns import rows_below

TOOL = "lsblk"
MARKS = ("MAJ:MIN", '"blockdevices"', "ROTA", "FSTYPE", "MODEL")
VARIANTS = (
    "tables with any columns, all of them (-O) included: a blank cell keeps its place; sizes are "
    "powers of 1024, rounded to three digits, without -b (lib/strutils.c: size_to_human_string)",
    '-J: yes and no are "0" and "1" before 2.33, true and false since; -P',
)

_COLUMNS = frozenset(
    [
        "NAME",
        "KNAME",
        "PATH",
        "MAJ:MIN",
        "FSAVAIL",
        "FSSIZE",
        "FSTYPE",
        "FSUSED",
        "FSUSE%",
        "FSROOTS",
        "FSVER",
        "MOUNTPOINT",
        "MOUNTPOINTS",
        "LABEL",
        "UUID",
        "PTUUID",
        "PTTYPE",
        "PARTTYPE",
        "PARTTYPENAME",
        "PARTLABEL",
        "PARTUUID",
        "PARTFLAGS",
        "PARTN",
        "RA",
        "RO",
        "RM",
        "HOTPLUG",
        "MODEL",
        "SERIAL",
        "SIZE",
        "STATE",
        "OWNER",
        "GROUP",
        "MODE",
        "ALIGNMENT",
        "MIN-IO",
        "OPT-IO",
        "PHY-SEC",
        "LOG-SEC",
        "ROTA",
        "SCHED",
        "RQ-SIZE",
        "TYPE",
        "DISC-ALN",
        "DISC-GRAN",
        "DISC-MAX",
        "DISC-ZERO",
        "WSAME",
        "WWN",
        "RAND",
        "PKNAME",
        "HCTL",
        "TRAN",
        "SUBSYSTEMS",
        "REV",
        "VENDOR",
        "ZONED",
        "DAX",
        "START",
        "ID",
        "ID-LINK",
        "MQ",
        "DISK-SEQ",
        "ZONE-SZ",
        "ZONE-WGRAN",
        "ZONE-APP",
        "ZONE-NR",
        "ZONE-OMAX",
        "ZONE-AMAX",
    ]
)
_OWN = frozenset(("ROTA", "FSTYPE", "SCHED", "PHY-SEC", "LOG-SEC", "TRAN", "RQ-SIZE", "MODEL"))
_TREE = re.compile(r"^[\s│├└─|`-]+")
_PAIR = re.compile(r'([A-Z][A-Z:_%-]*)="([^"]*)"')
_NOT_A_DRIVE = re.compile(r"(?:loop|ram|zram|sr|fd|dm-|md|nbd|cd|rbd)\d")
_NO_FILE_SYSTEM = re.compile(r"swap|.*_member|crypto_LUKS|LVM2_member|ddf_raid_member")
_TEXTS = {"MODEL": "model", "VENDOR": "vendor", "REV": "firmware", "TRAN": "protocol"}
_NUMBERS = {"LOG-SEC": "sector-size", "PHY-SEC": "physical-sector-size", "RQ-SIZE": "queue-size"}

Row = Mapping[str, str]


class Seen:
    """The things of one output of lsblk, and the facts about them."""

    def __init__(self, drives: Things, systems: Things, arrays: Things) -> None:
        self.drives, self.systems, self.arrays = drives, systems, arrays
        self.facts: list[Fact] = []
        self.disks: set[str] = set()

    def add(self, row: Row, line: int, *, top: bool) -> None:
        """Add what one row says; `top` is whether it hangs on no other."""
        name = row.get("NAME") or row.get("KNAME") or row.get("PATH", "")
        name = name.removeprefix("/dev/")
        if not name:
            return
        kind = row.get("TYPE", "")
        if (kind or ("disk" if top else "")) == "disk" and not _NOT_A_DRIVE.match(name):
            self.disks.add(name)
            self.facts += self.drives.facts(name, _drive(row, name, line))
        if kind.startswith("raid") and name not in self.arrays.known:
            its = [Fact("name", name, line, name), Fact("level", kind, line, kind)]
            its += sized("size", row.get("SIZE", ""), line)
            self.facts += self.arrays.facts(name, its)
        system = text(row.get("FSTYPE", ""))
        if system and not _NO_FILE_SYSTEM.fullmatch(system) and name not in self.systems.known:
            its = [Fact("device", name, line, name), Fact("type", system, line, system)]
            path = row.get("MOUNTPOINT") or row.get("MOUNTPOINTS") or ""
            if path.startswith("/"):
                its.append(Fact("mount-point", path, line, path))
            self.facts += self.systems.facts(name, its)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    things = Things("drive"), Things("filesystem"), Things("raid")
    for document in documents(source, '"blockdevices"'):
        if isinstance(document, Broken):
            message = f"the JSON of lsblk is cut off or damaged: {document.reason}"
            yield source.problem(document.end, "incomplete-run", message)
        else:
            seen = Seen(*things)
            _tree(document, document.value, (), seen)
            count = len(seen.disks)
            seen.facts.append(Fact("drives", count, document.first, f"{count} disks"))
            yield dump(TOOL, document.first, document.last, seen.facts)
    for head, rows in _tables(source.lines):
        seen = Seen(*things)
        for index, row in rows:
            name = row.get("NAME", "")
            plain = _TREE.sub("", name)
            seen.add({**row, "NAME": plain}, index, top=plain == name)
        if seen.facts:
            yield dump(TOOL, head, rows[-1][0], seen.facts)


def _tree(
    document: Document, node: Mapping[str, Any], path: tuple[str | int, ...], seen: Seen
) -> None:
    for key in ("blockdevices", "children"):
        rows = node.get(key)
        for place, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, dict):
                here = (*path, key, place)
                cells = {name.upper(): _cell(value) for name, value in row.items()}
                seen.add(cells, document.line(*here), top=not path)
                _tree(document, row, here, seen)


def _cell(value: object) -> str:
    """Return a JSON value as lsblk prints it in a table."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list):
        return next((str(one) for one in value if one), "")
    return "" if value is None else str(value).strip()


def _tables(lines: Sequence[str]) -> Iterator[tuple[int, list[tuple[int, Row]]]]:
    """Yield the line of the head and the rows of each table, and of each block of pairs."""
    pairs: list[tuple[int, Row]] = []
    for index, line in enumerate(lines):
        words = line.split()
        if _is_head(words):
            rows = [
                (number, row)
                for number, row in rows_below(lines, index)
                if not ("MAJ:MIN" in row and ":" not in row["MAJ:MIN"])
            ]
            if rows:
                yield index, rows
        its = dict(_PAIR.findall(line)) if '="' in line else {}
        if "NAME" in its and len(its) >= 3:
            pairs.append((index, {key.replace("_", "-"): value for key, value in its.items()}))
        elif pairs:
            yield pairs[0][0], pairs
            pairs = []
    if pairs:
        yield pairs[0][0], pairs


def _is_head(words: Sequence[str]) -> bool:
    """Return whether words are the names of columns; two are enough where one has no other use."""
    if {"NAME", "MAJ:MIN"}.issubset(words):
        return True
    return (
        _COLUMNS.issuperset(words)
        and bool({"NAME", "KNAME"} & {*words})
        and (len(words) >= 3 or bool(_OWN & {*words}))
    )


def _drive(row: Row, name: str, line: int) -> Iterator[Fact]:
    yield Fact("name", name, line, name)
    for key, column in _TEXTS.items():
        if words := text(row.get(key, "")).rstrip(", "):
            yield Fact(column, words, line, words)
    yield from (fact for fact in sized("capacity", row.get("SIZE", ""), line) if fact.value)
    if row.get("ROTA") in ("0", "1"):
        rotates = "yes" if row["ROTA"] == "1" else "no"
        yield Fact("rotational", rotates, line, row["ROTA"])
    for key, column in _NUMBERS.items():
        if row.get(key, "").isdecimal():
            yield Fact(column, int(row[key]), line, row[key])
    if row.get("SCHED"):
        yield Fact("scheduler", row["SCHED"], line, row["SCHED"])
    if row.get("RA", "").isdecimal():
        # The column is queue/read_ahead_kb of sysfs (misc-utils/lsblk.c).
        yield Fact("read-ahead-size", int(row["RA"]) * 1024, line, f"{row['RA']} KiB")
