"""Patterns of what identifies a part, a machine or a person, by the output that holds it."""

from __future__ import annotations

import re
from typing import NamedTuple


class Rule(NamedTuple):
    """A pattern whose groups, or whole match, identify; it is tried on lines with a needle in them.

    `names` is whether a hit is the name of a host or a person, which other lines may hold as well;
    `reach` is how many letters behind its line the pattern may look at.
    """

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    names: bool = False
    reach: int = 0


def _rule(needles: str, pattern: str, *, names: bool = False, reach: int = 0) -> Rule:
    return Rule(tuple(needles.split("|")), re.compile(pattern, re.MULTILINE), names, reach)


_VALUE = r"[\"']?[ \t]*[:=]+[ \t]*[\"']?([^\s\"'<>,][^\"\n<>,]*?)(?=[\"'<>,]|\s*$)"
_NAMED = r"[\"']?[ \t]*[:=]+[ \t]*[\"'\\]*([A-Za-z0-9_][\w.-]*)"
_NAME = r"[A-Za-z0-9_][\w.-]*"
_ARCHITECTURE = r"(?:#\d|x86_64|amd64|i[3-6]86|i86pc|aarch64|arm|ppc|s390|riscv|sparc|GNU/Linux)"

LABELLED = (
    # Serial numbers: `Serial Number: X` of smartctl, dmidecode and lshw, `"serial_number": "X"`,
    # `sn : X` of nvme, ID_SERIAL_SHORT=X of udev, <serial>X</serial>.
    _rule(
        'serial|s/n|sn :|sn:|sn  |sn\t|"sn"|asset|service tag|product id',
        rf"(?i)(?<![a-z0-9])(?:(?:unit |chassis )?serial(?:[ _-]?(?:number|no\.?|num|short))*"
        rf"|s/n|sn|asset[ _]?tag|service tag|product id){_VALUE}",
    ),
    _rule("<serial", r"<serial\b[^<>]*>([^<>]+)<"),
    # MegaCli prints vendor, model, firmware and serial number in one text.
    _rule("inquiry data", r"^\s*Inquiry Data:[ \t]*(\S.*?)\s*$"),
    # UUIDs of FAT have eight digits, those of LVM are no hexadecimal numbers.
    _rule("uuid", r"\b[0-9A-Za-z]{6}(?:-[0-9A-Za-z]{4}){5}-[0-9A-Za-z]{6}\b"),
    _rule("uuid", r"(?i)\b(?:PART|PT)?UUID(?:_SUB)?[\"']?[=:] ?[\"']?([\w:-]{4,})"),
    _rule("machine id|boot id", r"(?i)\b(?:machine|boot) id:\s*([0-9a-f]{32})\b"),
    _rule("guid", r"\bguid\s+(\d{9,20})\b"),
    # World wide names and what is made of them: NAA 5 and 6 (SPC-4, 7.8.6.6), EUI-64, NQN, IQN.
    _rule("0x5|0x6", r"(?i)\b0x[56][0-9a-f]{15}(?:[0-9a-f]{16})?\b"),
    _rule("naa.|eui.|t10.", r"(?i)\b(?:naa|eui|t10)\.[\w-]{8,}"),
    _rule(
        "wwn|wwpn|wwnn|unit id|sas address|eui|guid",
        rf"(?i)(?<![a-z])(?:LU WWN Device Id|WW[NP]N|WWN|Logical Unit id|SAS Address(?:\(\d\))?"
        rf"|(?:IEEE )?EUI-?64|NGUID|(?:Port|Node|System image) GUID){_VALUE}",
    ),
    _rule("ext_id", r"\"ext_id\"\s*:\s*(\d+)"),
    _rule('"wwn"', r"\"wwn\"\s*:\s*\{[^{}]*?\"id\"\s*:\s*(\d+)", reach=200),
    _rule("nqn.", r"\bnqn\.[\w.-]+:([^\"\s]+)"),
    _rule("iqn.", r"\b(iqn\.\d{4}-\d\d\.[\w.:-]+)"),
    # Names below /dev/disk/by-id end with the serial number.
    _rule("by-id/", r"by-id/([^\s\"'<>,]+?)(?=-part\d+\b|[\s\"'<>,]|$)"),
    _rule(
        "ata-|scsi-|nvme-|usb-",
        r"\b(?:ata|scsi|nvme|usb)-[A-Za-z0-9][\w.+-]*_([A-Za-z0-9][A-Za-z0-9.-]{4,}?)(?=-part\d|\b)",
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

PEOPLE_AND_HOSTS = (
    # The second word of uname -a; the host in brackets in the first line of iostat and sar.
    _rule(
        "linux|bsd|darwin|sunos|dragonfly",
        rf"\b(?:Linux|(?:Free|Net|Open)BSD|DragonFly|Darwin|SunOS) (?!version\b)({_NAME})"
        rf" \d+\.\d+\S* .*{_ARCHITECTURE}",
        names=True,
    ),
    _rule("linux", rf"\bLinux \d\S* \(({_NAME})\)\s+\d", names=True),
    # Prompts: user@host:~$ and [user@host dir]#.
    _rule("@", rf"^[ \t]*\[?({_NAME})@({_NAME})[: ][^\n$#%>]{{0,80}}[$#%>](?=\s|$)", names=True),
    _rule("@", r"(?<![\w.+-])([\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,})\b"),
    _rule("@", rf"\b(?:ssh|scp|rsync|sftp)\b[^\n]*?\b({_NAME})@({_NAME})", names=True),
    _rule(
        "hostname|host name|node name|nodename|computer name|logon server",
        r"(?i)(?<![a-z])(?:(?:static |kernel\.|kern\.)?host[ _]?name|node[ _]?name|computer name"
        rf"|logon server){_NAMED}",
        names=True,
    ),
    _rule("host", rf"(?i)(?<![\w\"-])host{_NAMED}", names=True),
    _rule("registered owner", rf"(?i)registered owner{_VALUE}"),
    _rule("connecting to", r"Connecting to host ([\w.:-]+),", names=True),
    _rule(" port ", r"\blocal (\S+) port \d+ connected (?:to|with) (\S+) port", names=True),
    # mdadm --detail: `Name : host:0  (local to host host)`.
    _rule("name :", r"^\s*Name : ([\w.-]+):\S+(?:[ \t]+\(local to host ([\w.-]+)\))?", names=True),
    # The root of the tree of lshw: text, JSON, XML.
    _rule("\n    description: ", rf"^({_NAME})\n[ \t]+description: ", names=True, reach=20),
    _rule('"id"', r"\"id\"\s*:\s*\"([^\"]+)\",\s*\"class\"\s*:\s*\"system\"", names=True, reach=60),
    _rule("<node", r"<node id=\"([^\"]+)\"[^<>]*\bclass=\"system\"", names=True),
    # The server of a network file system, in mount and df.
    _rule(":/", rf"^[ \t]*({_NAME}):/\S*[ \t]+(?:on[ \t]+/|\d|/)", names=True),
    # Homes, and the name behind a user's number.
    _rule("/home/|/users/", rf"(?:/home|/Users|/export/home)/({_NAME})", names=True),
    _rule(":\\users\\", r"(?i)\b[a-z]:\\Users\\([^\\\s\"'<>|]+)", names=True),
    _rule("uid=", rf"\buid=\d+\(({_NAME})\)", names=True),
)
"""What identifies a host or a person."""

MACHINES = (
    # bonnie++: the column, the row above the creates, both forms of CSV.
    _rule(
        "machine|name:size",
        rf"^[ \t]*(?:Machine +Size|Name:Size etc) .*\n[ \t]*({_NAME})",
        names=True,
        reach=60,
    ),
    _rule("-create--", rf"^[ \t]*({_NAME})[ \t]+-Create-- --Read--- -Delete--", names=True),
    _rule(
        ",1,|,2,|,4,|,8,",
        rf"^[ \t]*1\.9\d?\w?,[12]\.\d\d\w?,({_NAME}),\d+,",
        names=True,
    ),
    _rule(
        "m,|g,|t,|k,",
        rf"^[ \t]*({_NAME}),\d+[KMGT](?::\d+k?)?,(?:\d*|\++),(?:\d*|\++),",
        names=True,
    ),
)
"""The name of the machine in the output of bonnie++; several in one file are labels of cases."""
