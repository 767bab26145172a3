"""Patterns of what identifies a part or a machine, by the output that holds it."""

from __future__ import annotations

import re
from typing import NamedTuple


class Rule(NamedTuple):
    """A pattern whose groups, or whole match, identify; it is tried on lines with a needle in them.

    Needles are in lower case. `names` is whether a hit is the name of a host or a person, which
    other lines may hold as well; `reach` is how many letters behind its line the pattern may look
    at.
    """

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    names: bool = False
    reach: int = 0


def rule(needles: str, pattern: str, *, names: bool = False, reach: int = 0) -> Rule:
    """Return a rule; its needles are parted by bars."""
    return Rule(tuple(needles.split("|")), re.compile(pattern, re.MULTILINE), names, reach)


VALUE = r"[\"']?[ \t]*[:=]+[ \t]*[\"']?[ \t]*([^\s\"'<>,][^\"\n<>,]*?)(?=[\"'<>,]|\s*$)"
"""What stands behind a label, with blanks inside it, up to a quotation mark or the line's end."""

NAME = r"[A-Za-z0-9_][\w.-]*"
"""The name of a host or a user."""

LABELLED = (
    # Serial numbers: `Serial Number: X` of smartctl, dmidecode and lshw, `"serial_number": "X"`,
    # `sn : X` of nvme, `SN = X` of storcli, ID_SERIAL_SHORT=X of udev, <serial>X</serial>.
    rule(
        'serial|s/n|sn :|sn:|sn =|sn  |sn\t|"sn"|asset|service tag',
        r"(?i)(?<![a-z0-9])(?:(?:unit |chassis |device )?serial"
        r"(?:[ _-]?(?:number|no\.?|num|short))*"
        rf"|s/n|sn|asset[ _]?tag|service tag){VALUE}",
    ),
    # ... as lshw and Windows have it in other languages.
    rule(
        "numéro de série|seriennummer|número de s|numero di serie|серийный|シリアル|序列号",
        r"(?i)(?:numéro de série|seriennummer|número de s[eé]rie|numero di serie|серийный номер"
        rf"|シリアル番号|序列号){VALUE}",
    ),
    rule("product id", r"(?i)\bproduct id:\s*((?:\w{5}-){2}\w{5,7}-\w{5})\b"),
    rule("<serial", r"<serial\b[^<>]*>([^<>]+)<"),
    # UUIDs of FAT have eight digits, those of LVM are no hexadecimal numbers.
    rule("uuid", r"\b[0-9A-Za-z]{6}(?:-[0-9A-Za-z]{4}){5}-[0-9A-Za-z]{6}\b"),
    rule("uuid", r"(?i)\b(?:\w*_)?(?:PART|PT)?UUID(?:_SUB)?[\"']?\s*[=:]\s*[\"']?([\w:-]{4,})"),
    rule("machine id|boot id", r"(?i)\b(?:machine|boot) id:\s*([0-9a-f]{32})\b"),
    rule("guid", r"\bguid\s+(\d{9,20})\b"),
    # World wide names and what is made of them: NAA 5 and 6 (SPC-4, 7.8.6.6), EUI-64, NQN, IQN;
    # those of ports of Fibre Channel begin with 10:00 or 2n:00.
    rule("0x5|0x6", r"(?i)\b0x[56][0-9a-f]{15}(?:[0-9a-f]{16})?\b"),
    rule("0x1|0x2", r"(?i)\b0x(?:10|2[0-9a-f])00[0-9a-f]{12}\b"),
    rule("naa.|eui.|t10.", r"(?i)\b(?:naa|eui|t10)\.[\w-]{8,}"),
    rule(
        "wwn|wwpn|wwnn|unit id|sas address|eui|guid|naa id|unique id|hostid",
        rf"(?i)(?<![a-z])(?:LU WWN Device Id|Logical Unit WWN Device Identifier|WW[NP]N|WWN"
        rf"|Logical Unit id|SAS Address(?:\(\d\))?|SCSI NAA Id|Unique ?ID|HostID"
        rf"|(?:IEEE )?EUI-?64|NGUID|(?:Port|Node|System image) GUID){VALUE}",
    ),
    rule("ext_id", r"\"ext_id\"\s*:\s*(\d+)"),
    rule('"wwn"', r"\"wwn\"\s*:\s*\{[^{}]*?\"id\"\s*:\s*(\d+)", reach=200),
    rule("nqn.", r"\bnqn\.[\w.-]+:([^\"\s]+)"),
    rule("iqn.", r"\b(iqn\.\d{4}-\d\d\.[\w.:-]+)"),
    rule("device serial number ", r"Device Serial Number ([0-9a-f]{2}(?:-[0-9a-f]{2}){7})"),
    # Names below /dev/disk/by-id end with the serial number.
    rule("nvme.", r"\bnvme\.([0-9a-f]{4}-[0-9a-f]+-[0-9a-f]+-[0-9a-f]{8})\b"),
    rule("by-id/", r"by-id/([^\s\"'<>,]+?)(?=-part\d+\b|[\s\"'<>,]|$)"),
    rule("uuid/", r"by-(?:part)?uuid/([\w-]+)"),
    rule(
        "ata-|scsi-|nvme-|usb-",
        r"\b(?:ata|scsi|nvme|usb)-[A-Za-z0-9][\w.+-]*_([A-Za-z0-9][A-Za-z0-9.-]{4,}?)"
        r"(?=-part\d|_\d+\b|\b)",
    ),
)
"""What stands behind a label or a word that tells what it is, of parts and of networks."""

SHAPES = tuple(
    re.compile(pattern)
    for pattern in (
        # UUIDs, those of md with four groups.
        r"(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
        r"(?i)\b[0-9a-f]{8}(?::[0-9a-f]{8}){3}\b",
        # Hardware addresses of six or eight bytes, InfiniBand of twenty: with a letter, or with the
        # number of a vendor or of QEMU at the head, since results are also joined by colons.
        r"(?i)(?<![\w:])(?=[\d:]*[a-f]|0[02]:|52:54:)(?:[0-9a-f]{2}:){5,19}[0-9a-f]{2}(?![\w:])",
        r"(?i)(?<![\w-])(?=[\d-]*[a-f])(?:[0-9a-f]{2}-){5,7}[0-9a-f]{2}(?![\w-])",
        # IPv6 of a host, a site or the world.
        r"(?i)(?<![\w:.])(?:fe80|f[cd][0-9a-f]{2}|2[0-9a-f]{3})(?::[0-9a-f]{0,4}){2,7}(?![\w:.])",
    )
)
"""What identifies by its shape alone."""

LONG_NUMBER = re.compile(r"(?i)(?<![0-9a-z.])[3-6](?=[0-9a-f]*[a-f])[0-9a-f]{15,32}(?![0-9a-z.])")
"""World wide names without a prefix (NAA 3, 5 and 6; SPC-4, 7.8.6.6)."""

MACHINES = (
    # bonnie++: the column, the row above the creates, both forms of CSV.
    rule(
        "machine|name:size",
        rf"^[ \t]*(?:Machine +Size|Name:Size etc) .*\n[ \t]*({NAME})",
        names=True,
        reach=60,
    ),
    rule("-create--", rf"^[ \t]*({NAME})[ \t]+-Create-- --Read--- -Delete--", names=True),
    rule(
        ",1,|,2,|,4,|,8,",
        rf"^[ \t]*1\.9\d?\w?,[12]\.\d\d\w?,({NAME}),\d+,",
        names=True,
    ),
    rule(
        "m,|g,|t,|k,",
        rf"^[ \t]*({NAME}),\d+[KMGT](?::\d+k?)?,(?:\d*|\++),(?:\d*|\++),",
        names=True,
    ),
)
"""The name of the machine in the output of bonnie++; several in one file are labels of cases."""
