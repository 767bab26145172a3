"""What a page says of the machine: mentions of hardware, software and layout, with their lines.

Nothing is concluded here. Each mention says how it stands in the page, since '8 x Foo' in a list of
parts counts more than a word in a comparison.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sitegen.importing import models
from sitegen.importing.pieces import Piece

ASIDE, PLAIN, INTRODUCED, STATED = 0, 1, 2, 3
"""How a mention stands: as something else ('also tried'), as a word in a sentence, behind 'with' or
'8 x', as 'key: value'."""


class Mention(NamedTuple):
    """One thing that a page says of a machine: `key` is a role of hardware or a testbed column."""

    key: str
    value: str
    line: int
    weight: int
    piece: int
    depth: int
    number: int | None = None


_OS = re.compile(
    r"\b(?:Ubuntu|Debian|CentOS|Fedora|Red ?Hat|RHEL|SLES|SUSE|openSUSE|Gentoo|Arch Linux|Armbian"
    r"|Raspbian|Proxmox|Slackware|Scientific Linux|Oracle Linux|Rocky Linux|AlmaLinux|Alpine"
    r"|FreeBSD|OpenBSD|NetBSD|DragonFly BSD|TrueNAS|FreeNAS|OpenSolaris|OpenIndiana|Solaris|SmartOS"
    r"|OmniOS|Windows(?: Server)?|Mac OS X|macOS|AIX|HP-UX|(?:VMware )?ESXi?)"
    r"(?:[ -](?:GNU/)?Linux)?(?:[ -](?:Core|Stream|Enterprise|VE|LTS|release|version|Server))*"
    r"[ -]v?(?:\d[\w.]*(?:-(?:RELEASE|STABLE|CURRENT)\w*)?|Stretch|Buster|Bullseye|Bookworm|Jessie"
    r"|Wheezy|Focal|Jammy|Noble|Bionic|Xenial|XP|Vista)\b(?!-)(?: U\d)?(?:\s\((?:[A-Z][a-z]+)\))?",
    re.IGNORECASE,
)
_KERNEL = re.compile(
    r"\b(?:[Ll]inux|[Kk]ernel)(?:\s+version)?[ -]v?(\d+\.\d+[\w.-]*[\w])"
    r"|(?<![\w.-])(2\.[46]\.\d+(?:[.-][\w.]*\w)?|\d\.\d+(?:\.\d+)?-rc\d+)(?![\w.])"
)
_FILE_SYSTEM = re.compile(
    r"\b(ext[234]|xfs|zfs|btrfs|jfs|reiserfs|reiser4|ufs2?|ntfs|exfat|hfs\+|apfs|f2fs|ocfs2|gfs2|gpfs"
    r"|lustre|bluestore|beegfs|nilfs2|bcachefs)\b(?![-_/.]\w)",
    re.IGNORECASE,
)
_RAID = re.compile(r"\bRAID[ -]?(\d\+\d|\d{1,2}|Z[123]?)(?!\d|[-/.]\d| ?GB)\b", re.IGNORECASE)
_CHUNK = re.compile(
    r"\b(?:chunk|stripe)[ -]?(?:size|unit)s?(?:\s+(?:is|was|of|=|always|the|default|from|mdadm)"
    r"|[\s=:(])*(\d+ ?[kKM]i?B?)\b|\b(\d+ ?[kKM]i?B?)\s+(?:chunk|stripe) ?size",
    re.IGNORECASE,
)
_SCHEDULER = re.compile(
    r"\b(mq-deadline|deadline|cfq|noop|anticipatory|bfq|kyber)\s+(?:i/?o\s+)?(?:scheduler|elevator)"
    r"|\b(?:scheduler|elevator)\s*(?:is|=|:|was|used is)?\s*(mq-deadline|deadline|cfq|noop|bfq"
    r"|kyber)\b",
    re.IGNORECASE,
)
_MKFS = re.compile(
    r"\b((?:mke2fs|mkfs\.\w+)"
    r"(?:\s+-[\w,=-]+(?:\s+(?:\w+=[\w,=]+\w|\d\w*|[a-z_]+(?=\s+/)))?)+)"
)
_MEMORY = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?\s?[GMT]i?B)(?:\s+of)?"
    r"(?:\s+(?:\d+\s?MHz|ECC|DDR\d?|registered|system|main|physical))*\s+(?:RAM\b|memory\b|DDR\d?\b)"
    r"(?!\s+(?:cache|per|target|card))|\b(?:RAM|memory):?\s+(?:of\s+)?(\d+(?:\.\d+)?\s?[GMT]i?B)\b"
    r"|\bmemory\b[^.;:\n]{0,50}? is (\d+(?:\.\d+)?\s?[GMT]i?B)\b",
    re.IGNORECASE,
)
_FOLDED = re.compile(r"(?<=[^\n]{48})\n")
"""The end of a line that is full: the sentence goes on in the next one."""

_TOOLS = (
    "fio|bonnie\\+\\+|iozone|sysbench|vdbench|ioping|iperf3?|hdparm|dbench|Ceph|QEMU|SPDK|PostgreSQL"
    "|MySQL|MariaDB|OpenZFS|ZoL|mdadm|LVM2|Samba|NFS|Docker|Kubernetes|CrystalDiskMark|HD Tune|DPDK"
)
_SOFTWARE = re.compile(
    rf"\b(?P<name>{_TOOLS})(?:\s+(?:Jewel|Luminous|Nautilus|Octopus|Pacific|Quincy|Reef|Squid|Pro))?"
    r"(?:\s+version)?(?:\s*[:\uff1a(]\s*|[ -]+)v?(?P<version>\d+(?:\.\d+)+\w*|\d+devel)",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"(?:\b(?:using|uses?|with|on|running|runs?|ran|under|is|as|has|have|had|of|an?|stock|built)"
    r"|[=:\uff1a(/])\s*(?:an?|the|my|its)?\s*$",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:no|not|without|never|than|unlike|instead of|did on|similar to)\s+(?:\w+\s+)?$", re.I
)
_OTHER = re.compile(
    r"\b(?:also(?! ha[sd]\b| have\b| includes?\b| contains?\b)|tried|upgrade[sd]?|update[sd]?"
    r"|previous(?:ly)?|future|plan(?:ning|ned)?|instead|compared|originally|available in|aka)\b"
    r"[^.;!?]*$",
    re.IGNORECASE,
)
_COUNTS = {"one": 1, "two": 2, "dual": 2, "three": 3, "four": 4, "quad": 4, "five": 5, "six": 6}
_COUNTS |= {"seven": 7, "eight": 8, "ten": 10, "twelve": 12, "sixteen": 16, "single": 1}
_TIMES = re.compile(
    rf"(?<![\w.])(?P<count>\d{{1,4}}|{'|'.join(_COUNTS)})\s?[x×]\s+"
    r"(?P<what>[A-Z\d](?:(?![.!?]\s|\s(?:on|with|in|and|at|for|via|under|running|from)\s)[^,;:\n|()]){1,80})",
    re.IGNORECASE,
)
_COUNT_BEFORE = re.compile(rf"(?<![\w.])(\d{{1,4}}|{'|'.join(_COUNTS)})(?:\s?[x×])?[ -]+$", re.I)
_GROUP = re.compile(
    rf"(?<![\w.])(?P<count>\d{{1,4}}|{'|'.join(_COUNTS)})\s+"
    r"(?P<what>(?:(?!with|and|over|of|the|all|on|array|in|for|to|other)[\w./]+\s+){0,5}"
    r"(?:\([^)]{1,16}\)\s+)?(?:hard\s+)?(?:drives|disks|SSDs|HDDs))\b",
    re.IGNORECASE,
)
_SIZED = re.compile(
    r"\b\d+(?:\.\d+)?\s?[GT]B\s+(?:[\w-]+\s+){0,3}?(?:HDD|SSD|NVMe|drive|disk)\b(?!s)",
    re.IGNORECASE,
)
_MODELS = (
    ("cpu", models.CPU),
    ("server", models.SERVER),
    ("motherboard", models.BOARD),
    ("controller", models.CONTROLLER),
    ("hba", models.HBA),
    ("nic", models.NIC),
    ("array", models.ARRAY),
)
_COLUMNS = (
    ("os", _OS),
    ("kernel", _KERNEL),
    ("filesystem", _FILE_SYSTEM),
    ("raid.level", _RAID),
    ("raid.chunk", _CHUNK),
    ("scheduler", _SCHEDULER),
    ("mkfs", _MKFS),
    ("memory", _MEMORY),
)


def mentions(pieces: Sequence[Piece], taken: Collection[int]) -> list[Mention]:
    """Return all that the words of a page say of machines; `taken` are the lines of results."""
    found: list[Mention] = []
    for number, piece in enumerate(pieces):
        if piece.kind not in ("prose", "heading"):
            continue
        if piece.first in taken:
            continue
        found += _in_text(piece, number)
    return found


def _in_text(piece: Piece, number: int) -> Iterator[Mention]:
    text = _FOLDED.sub(" ", piece.text)
    used: list[range] = []

    def mention(key: str, value: str, at: int, weight: int, count: int | None = None) -> Mention:
        value = " ".join(value.split()).strip(" ,.;")
        return Mention(key, value, piece.line_at(at), weight, number, piece.depth, count)

    for match in _TIMES.finditer(text):
        what = models.role(match["what"])
        if what:
            used.append(range(*match.span()))
            yield mention(what, match["what"], match.start(), INTRODUCED, counted(match["count"]))
    for match in _GROUP.finditer(text):
        if not _inside(match.start(), used) and not _bare(match["what"]):
            used.append(range(*match.span()))
            yield mention(
                "drive", match["what"], match.start(), INTRODUCED, counted(match["count"])
            )
    for match in _SIZED.finditer(text):
        if not _inside(match.start(), used):
            used.append(range(*match.span()))
            yield mention("drive", match[0], match.start(), _weight(text, match.start(), None))
    for key, pattern in _MODELS:
        for match in pattern.finditer(text):
            if _inside(match.start(), used) or _denied(text, match.start()):
                continue
            used.append(range(*match.span()))
            before = _COUNT_BEFORE.search(text[: match.start()])
            count = counted(before[1]) if before else None
            yield mention(key, match[0], match.start(), _weight(text, match.start(), count), count)
    for match in models.DRIVE.finditer(text):
        listed = not text[: match.start()].strip(" \t-*+•·\n")
        if models.is_drive(match[0]) and not _inside(match.start(), used):
            weight = INTRODUCED if listed else PLAIN
            yield mention("drive", match[0], match.start(), weight)
    for key, pattern in _COLUMNS:
        for match in pattern.finditer(text):
            value = next(filter(None, match.groups()), match[0])
            part = key == "memory" and _inside(match.start(), used)
            if not part and not _denied(text, match.start()):
                yield mention(key, value, match.start(), _weight(text, match.start(), None))
    for match in _SOFTWARE.finditer(text):
        key = f"software.{match['name'].lower()}"
        yield mention(key, match["version"], match.start(), _weight(text, match.start(), None))


def _weight(text: str, at: int, count: int | None) -> int:
    if _OTHER.search(text[max(0, at - 40) : at]):
        return ASIDE
    alone = not text[:at].strip(" \t-*+•·\n") or "\n" in text[:at][-2:]
    introduced = count is not None or alone or _INTRODUCED.search(text[max(0, at - 24) : at])
    return INTRODUCED if introduced else PLAIN


def _denied(text: str, at: int) -> bool:
    return bool(_NEGATED.search(text[max(0, at - 24) : at]))


def _bare(what: str) -> bool:
    """Return whether nothing is said of drives but that they are some."""
    words = what.split()[:-1]
    plain = {"hard", "of", "the", "those", "raw", "other", "more", "my", "data", "same", "storage"}
    return not [word for word in words if word.lower() not in plain] or not re.search(
        r"[A-Z\d]", what
    )


def _inside(at: int, used: Sequence[range]) -> bool:
    return any(at in its for its in used)


def counted(word: str) -> int:
    """Return the number that digits or a word stand for."""
    return int(word) if word.isdecimal() else _COUNTS[word.lower()]
