"""What identifies one machine, one part or one person in the output of tools, and where it stands.

Serial numbers, UUIDs, world wide names, addresses, names of hosts and of users, passwords. They say
nothing of how fast something is, and are not to be published by accident.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from sitegen import inquiry
from sitegen.bare_text import bare
from sitegen.identity_outline import may_have_groups, may_have_label, may_have_long_number
from sitegen.identity_people import PEOPLE_AND_HOSTS
from sitegen.identity_rules import LABELLED, LONG_NUMBER, MACHINES, SHAPES, Rule
from sitegen.identity_secrets import SECRETS
from sitegen.marks import Marks
from sitegen.table_columns import spans_below

Span = tuple[int, int]

_ADDRESS = re.compile(
    r"(?<![\w.,-])(?<![^:/]/)((?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
    r"(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})"
    r"(?![\w-]|\.\d|,\d)"
)
_VERSION_WORD = (
    r"(?:version|firmware|revision|release|build|bios|driver|package|\b(?:v|ver|rev|fw)\b)"
)
_VERSION_BEFORE = re.compile(
    rf"(?i){_VERSION_WORD}(?:[\w \t.\"'-]{{0,24}}[:=][ \t]*[\"']?|[\w.]*[\"']?[ \t]+[\"']?)$"
)
_PUBLIC_ADDRESSES = ("127.", "0.", "255.")
"""Addresses that every machine has."""

_SAYS_NOTHING = re.compile(
    r"(?i)none|n/a|unknown|0|-+|null|true|false|yes|no|\[empty\]|not?(?: .*)?|\[not .*"
    r"|to be filled.*|default string|unspecified"
)
_GENERIC = re.compile(
    # Names that every installation of a system has, and words of which hosts are made.
    r"(?i)root|admin|administrator|user|ubuntu|debian|centos|fedora|rocky|pi|ec2-user|opc|vagrant"
    r"|public|shared|default|localhost(?:\.localdomain)?|raspberrypi|server|client|host|node|storage"
    r"|database|postgres|mysql|oracle|benchmark|bench|test|testing|machine|linux|freebsd|unknown|all"
    r"|any|none|target|source|remote|local|generic|virtual|archlinux|alpine|computer|users|tmp|127\.0\.0\.1|0\.0\.0\.0"
    # ... the names of tools, by which hosts are called where these ran
    r"|fio|7-zip|atto|bonnie(?:\+\+)?|ceph|compilebench|cpuinfo|crystaldiskmark|dbench|diskspd"
    r"|dmidecode|elbencho|filebench|free|fs_mark|hammerdb|hdparm|io500|iometer|ioping|iostat|iozone"
    r"|iperf3?|kernel|lsblk|lscpu|lshw|lspci|lsscsi|mdadm|mdstat|mdtest|megacli|meminfo|mount"
    r"|netperf|nvme|openssl|os-release|pgbench|phoronix|pioraw|postmark|psql|rados|rawio|smartctl"
    r"|spec|status|storcli|stream|stress-ng|suite|sysbench|sysctl|systeminfo|tinymembench|tiobench"
    r"|tune|tune2fs|uname|unixbench|vdbench|xfs_info|zpool"
    # ... and those that systems give their own adapters.
    r"|(?:scsi|ata|usb|fc|sas|nvme|eth|iscsi)\d*"
)
_TECHNICAL = re.compile(
    r"(?i)(?:ext[234]|xfs|zfs|btrfs|ufs|jfs|reiserfs|ntfs|nfs[34]?|raid-?z?\d*|ssd|hdd|nvme\d*\w*"
    r"|sd[a-z]\d*|[hvx]d[a-z]+\d*|md\d+|da\d+|dm-\d+|pool\d*|tank\d*|disk\d*|\d+[kmgt](?:i?b)?)"
)
_MARKED = re.compile(r"\d|-")
_PRINTER = re.compile(r"^[ \t]*([A-Za-z][\w.-]*\d[\w.-]*): ", re.MULTILINE)
_DEVICE = re.compile(
    r"(?i)(?:cpu|core|disk|drive|slot|port|phy|pci|numa|ioc|eno|enp|ib|bond|job|test"
    r"|step|run|thread|worker|vuser|client|stream|case|file|line|level|raid)[\w.-]*"
)
"""What else stands in front of many lines, with a number: devices, threads, tests."""
_PRINTED = 4
"""How many lines begin with the name of a host, if it stands before all that it printed."""
_WORDS = re.compile(r"[-_.]")
_GROUPED = re.compile(r"[:.-][0-9a-f]{1,8}[:.-]{1,2}[0-9a-f]{1,8}[:.-]|::")
_LONG_NUMBER = re.compile(r"[0-9a-f]{16}")
_LEAST = 2
_SPREADS = 4
_LONG = 6


_IDENTIFYING_HEADS = frozenset(
    (
        "SERIAL",
        "WWN",
        "UUID",
        "PARTUUID",
        "PTUUID",
        "ID-LINK",
        "SN",
        "SERIALNUMBER",
        "UNIQUEID",
        "USER",
    )
)
_HEADS_BESIDE = frozenset(
    ("NAME", "KNAME", "NODE", "DEVICE", "MODEL", "FRIENDLYNAME", "NUMBER", "PID")
)
_HEADS = frozenset(head.lower() for head in _IDENTIFYING_HEADS)


class Told(NamedTuple):
    """What a text tells: where something identifies, and the names of hosts and people in it.

    Names are told apart from common words, so that they are known elsewhere too.
    """

    spans: list[Span]
    names: set[str]


def told(text: str) -> Told:
    """Return what in a text identifies a machine, a part or a person."""
    naming, others = _plain_spans(text)
    found = [*naming, *others]
    its = bare(text)
    if its and len(its.text) < len(text):
        # A mail inside a page is wrapped twice.
        inner = told(its.text)
        found += [place for span in inner.spans for place in its.outside(*span)]
        return Told(found, inner.names)
    named = [text[start:end] for start, end in naming]
    every = {one for name in named for one in (name, name.partition(".")[0])}
    return Told(found, {name for name in every if _is_distinct(name)})


def spans(text: str) -> list[Span]:
    """Return where in a text something stands that identifies a machine, a part or a person."""
    return told(text).spans


def _plain_spans(text: str) -> tuple[list[Span], list[Span]]:
    """Return where names of hosts and people stand, and where anything else that identifies."""
    low = _lower(text)
    there = _needles().names_in(low)
    return (
        [*_hits("naming", text, low, there), *_machines(text, low, there), *_printers(text)],
        [
            *_hits("others", text, low, there),
            *_shapes(text, low),
            *_inquiries(text),
            *(_cells(text) if not there.isdisjoint(_HEADS) else ()),
        ],
    )


_RULES = {
    "naming": tuple(rule for rule in PEOPLE_AND_HOSTS if rule.names),
    "others": (*LABELLED, *(rule for rule in PEOPLE_AND_HOSTS if not rule.names), *SECRETS),
    "machines": MACHINES,
}


def _lower(text: str) -> str:
    """Return a text in lower case, letter by letter."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(letter.lower()[0] for letter in text)


def _is_distinct(name: str) -> bool:
    """Return whether a name is hardly anything else: it has a digit or a dash, or is long."""
    if len(name) < _SPREADS or _GENERIC.fullmatch(name) or _is_label(name):
        return False
    return bool(re.search(r"[A-Za-z]", name)) and (len(name) >= _LONG or bool(_MARKED.search(name)))


def _is_label(name: str) -> bool:
    """Return whether a name says what was measured and not where: raid10-4-disks, zfs."""
    return any(word and _TECHNICAL.fullmatch(word) for word in _WORDS.split(name))


@cache
def _needles() -> Marks:
    """Return the needles of all rules, of which most texts hold few."""
    needles = {needle for its in _RULES.values() for rule in its for needle in rule.needles}
    needles |= _HEADS
    return Marks({needle: (needle,) for needle in sorted(needles)})


def _hits(kind: str, text: str, low: str, there: Collection[str]) -> Iterator[Span]:
    """Yield the places that rules find; `low` is the text in lower case, `there` its needles."""
    for rule in _with_any(kind, frozenset(there)) if there else ():
        groups = range(1, rule.pattern.groups + 1) if rule.pattern.groups else (0,)
        for start, end in _lines(rule, text, low):
            for match in rule.pattern.finditer(text, start, end):
                for group in groups:
                    span = match.span(group)
                    value = text[slice(*span)].strip()
                    if len(value) < _LEAST or _SAYS_NOTHING.fullmatch(value):
                        continue
                    if not (rule.names and _GENERIC.fullmatch(value)):
                        yield span


@lru_cache(1024)
def _with_any(kind: str, there: Collection[str]) -> list[Rule]:
    """Return the rules of a kind with one of these needles; files of one tool have the same."""
    return [rule for rule in _RULES[kind] if any(needle in there for needle in rule.needles)]


def _lines(rule: Rule, text: str, low: str) -> Iterator[Span]:
    """Yield the lines in which a needle of a rule stands, with what it may look at behind them."""
    for needle in rule.needles:
        at = low.find(needle)
        while at >= 0:
            start, end = _line(text, at)
            yield start, min(len(text), end + rule.reach)
            at = low.find(needle, max(end, at + 1))


def _line(text: str, at: int) -> Span:
    """Return the line in which a place lies."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, end if end >= 0 else len(text)


def _machines(text: str, low: str, there: Collection[str]) -> list[Span]:
    """Return where bonnie++ names its machine, unless the names are labels of what was measured."""
    found = list(_hits("machines", text, low, there))
    named = {text[start:end] for start, end in found}
    return found if len(named) == 1 and not _is_label(named.pop()) else []


def _printers(text: str) -> Iterator[Span]:
    """Yield the hosts that stand before each line they printed, as pdsh and clush write it."""
    found: dict[str, list[Span]] = {}
    for match in _PRINTER.finditer(text) if may_have_label(text) else ():
        found.setdefault(match[1], []).append(match.span(1))
    for name, places in found.items():
        is_other = _GENERIC.fullmatch(name) or _DEVICE.fullmatch(name) or _is_label(name)
        if len(places) >= _PRINTED and not is_other:
            yield from places


def _shapes(text: str, low: str) -> Iterator[Span]:
    """Yield what identifies by its shape: groups with colons, dashes or points, long numbers."""
    end = -1
    for match in _GROUPED.finditer(low) if may_have_groups(low) else ():
        if match.start() < end:
            continue
        start, end = _line(text, match.start())
        for shape in SHAPES:
            yield from (found.span() for found in shape.finditer(text, start, end))
        yield from _addresses(text, start, end)
    for match in _LONG_NUMBER.finditer(low) if may_have_long_number(low) else ():
        start, stop = _line(text, match.start())
        yield from (found.span() for found in LONG_NUMBER.finditer(text, start, stop))


def _addresses(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the IPv4 addresses; four numbers behind a word such as 'version' are none."""
    for match in _ADDRESS.finditer(text, start, end):
        before = text[max(start, match.start() - 48) : match.start()]
        if not match[0].startswith(_PUBLIC_ADDRESSES) and not _VERSION_BEFORE.search(before):
            yield match.span(1)


def _inquiries(text: str) -> Iterator[Span]:
    """Yield the serial numbers in inquiry data, or all of them where blanks were lost."""
    at = text.find(inquiry.LABEL)
    while at >= 0:
        start, end = _line(text, at)
        its = inquiry.read(text[start:end])
        first, last = its.serial if its else (at + len(inquiry.LABEL) - start, end - start)
        yield start + first, start + last
        at = text.find(inquiry.LABEL, end)


def _cells(text: str) -> Iterator[Span]:
    """Yield the cells below SERIAL, UUID, USER and their like: lsblk, nvme, ps, PowerShell."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for index, line in enumerate(lines):
        words = set(line.upper().split())
        if not (words & _IDENTIFYING_HEADS and words & _HEADS_BESIDE):
            continue
        for below, row in spans_below(lines, index):
            for head, (start, end) in row.items():
                cell = lines[below][start:end]
                if (
                    head.upper() in _IDENTIFYING_HEADS
                    and len(cell) > 1
                    and {*cell} != {"-"}
                    and not _GENERIC.fullmatch(cell)
                ):
                    yield starts[below] + start, starts[below] + end
