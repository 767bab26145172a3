"""Words by which hardware is known in prose: makers, families, and how they are written."""

from __future__ import annotations

import re

_CLOCK = r"\d+(?:\.\d+)?\s?[GM][Hh]z"
_ROMAN = r"(?:I{1,3}|IV|V|VI)"

CPU = re.compile(
    rf"(?:\b{_CLOCK}\s+)?(?:\b(?:AMD|Intel(?:\(R\)|®)?|ARM)\s+)?(?:\bP4\s+)?"
    r"\b(?:EPYC|Opteron|Ryzen(?: Threadripper)?|Phenom|Athlon|Turion|Xeon(?:\(R\)|®)?"
    r"|Core(?:\(TM\)|™)?(?= (?:i[3579]|2 (?:Duo|Quad|Extreme)))|Pentium|Celeron|Itanium"
    r"|UltraSPARC|SPARC64|Cortex-[AM]\d+|Graviton\d?)(?:\(TM\)|™)?"
    rf"(?:[ -]+(?:(?:[A-Z]{{1,2}}|i)?\d[\w-]*(?![./\w])|{_ROMAN}|v\d|P4|Gold|Silver|Platinum|Pro"
    r"|Duo|Extreme|Quad|Dual|Six|Core|D|M)\b)*"
    rf"(?:(?:\s+ARM)?(?:\s+[Pp]rocessors?)?(?:\s+running at|,?\s*@)?\s+{_CLOCK})?"
)

_SERVERS = (
    r"Dell\s+(?:EMC\s+)?(?:PowerEdge\s+)?[RTMC]?\d{3,4}\w*",
    r"(?:Dell\s+)?PowerEdge\s+[A-Z]?\d{3,4}\w*",
    r"(?:HPE?\s+)?(?:ProLiant\s+)?[DMB]L\d{2,3}\w?(?:\s+G(?:en)?\s?\d+\+?)?",
    r"(?:HPE?\s+)?ProLiant\s+\w*\d\w*(?:\s+G\d+)?",
    r"(?:IBM\s+)?xSeries\s+\d{3}",
    r"x3\d\d",
    r"(?:IBM\s+)?System\s+x\d{4}(?:\s+M\d)?",
    r"Sun\s+(?:Fire\s+)?X\d{4}",
    r"Super[Mm]icro\s+[\w-]*\d[\w-]*",
    r"(?:Lenovo\s+)?ThinkServer\s+\w+",
    r"(?:Lenovo\s+|IBM\s+)?Think[Pp]ad\s+[A-Z]\w*\d\w*",
    r"NanoPi\s+\w+|ODROID-\w+|NanoPC-\w+|ROCK(?:Pro)?64",
    r"(?:Raspberry Pi|RPi)\s+\d\w?\+?",
)
SERVER = re.compile(r"\b(?:" + "|".join(_SERVERS) + r")\b")

_BOARD_MAKERS = "Gigabyte|ASUS|Asus|ASRock|MSI|Tyan|EVGA|Biostar|Abit|DFI|Supermicro|SuperMicro"
BOARD = re.compile(
    rf"\b(?:{_BOARD_MAKERS})\s+[\w-]*\d[\w-]*(?=\s+(?:mother|main)?board)"
    rf"|(?<=board is a )(?:{_BOARD_MAKERS})\s+[\w-]*\d[\w-]*",
    re.IGNORECASE,
)

_CONTROLLERS = (
    r"DPT\s+SmartRAID\s+[IVX]+",
    r"(?:Dell\s+)?PERC\s*\w*\d\w*",
    r"(?:HPE?\s+)?Smart Array\s+\w*\d\w*",
    r"(?:LSI\s+)?MegaRAID\s+[\w-]*\d[\w-]*",
    r"(?:LSI(?:LOGIC|Logic)?|Symbios(?: Logic)?)\s?(?:SAS\s?)?\d{2,4}[\w-]*",
    r"Adaptec\s+[A-Z]*-?\d[\w-]*",
    r"3ware\s+\w*\d[\w-]*",
    r"Areca\s+[\w-]*\d[\w-]*",
    r"HighPoint\s+\w*\s?\d[\w-]*",
    r"Promise\s+\w*\s?\d[\w-]*",
    r"Mylex\s+\w*\s?\d[\w-]*",
)
CONTROLLER = re.compile(r"\b(?:" + "|".join(_CONTROLLERS) + r")\b", re.IGNORECASE)
HBA = re.compile(r"\b(?:Q[Ll]ogic\s+)?(?:QLE|QLA)\d{4}\b|\bEmulex\s+\w*\d\w*\b")
NIC = re.compile(
    r"\b(?:Mellanox\s+)?ConnectX-\d(?:\s?\w\w)?\b|\bIntel\s+(?:X|XL|E)\d{3}\w*\b|\bChelsio\s+\w*\d\w*"
)
ARRAY = re.compile(
    r"\b3PAR(?:data)?(?:'s)?\s+(?:InServ\s+)?[A-Z]\d{3,4}\b|\bEMC\s+[A-Z]\w*\d\w*|\bNetApp\s+\w*\d\w*"
    r"|\bIBM\s+DS\d{4}\b(?:\s+Turbo)?|\bLSI(?:/Engenio)?\s+[3-9]9\d{2}\b|\bEqualLogic\s+\w*\d\w*"
)

_DRIVE_MAKERS = (
    "Samsung|SAMSUNG|San[Dd]isk|Seagate|Western Digital|WD|WDLabs|Hitachi|HGST|Toshiba|TOSHIBA"
    "|Kingston|Crucial|Micron|Intel|OCZ|Corsair|Maxtor|Quantum|Fujitsu|Patriot|Intenso|Kioxia|KIOXIA"
    "|SK [Hh]ynix|ADATA|Plextor|Lexar|Transcend|Dell|IBM"
)
_SERIES = (
    "EVO|Pro|PRO|SSD|Spinpoint|Caviar|Raptor|VelociRaptor|Barracuda|Cheetah|Savvio|Ultra[Ss]tar"
    "|Deskstar|Viking|Atlas|Vertex|Optane|Extreme|Ultra|Industrial|eMMC|Enterprise|NVMe|Memory"
    "|Red|Blue|Black|Green|Gold|Exos|IronWolf|Constellation|Savvio|Plus|Class|PM|SM|Read|Intensive"
)
DRIVE = re.compile(
    rf"\b(?:{_DRIVE_MAKERS})\b(?:\s+(?:'?(?:{_SERIES})(?:\s\d)?'?|[A-Z]{{0,4}}-?\d[\w./-]*"
    rf"|[A-Z]{{1,4}}\d*|{_ROMAN})(?![\w']))+"
    r"|\b(?:Ultra[Ss]tar|Deskstar|Travelstar|Barracuda|Cheetah|Savvio|IronWolf|Exos|VelociRaptor)"
    r"(?:®|\(R\))?\s+[A-Za-z]{0,3}\d[\w.]*"
)
"""A maker or a family with the name or number of a model; what only makers say is not in it."""

_KNOWN_DRIVE = re.compile(
    r"\b(?:SSDs?|HDDs?|NVMe|e?MMC|SAS|SATA|SCSI|FC|hard|Caviar|EVO|Spinpoint|Barracuda|Cheetah|Ultra"
    r"|Extreme|Viking|UltraStar|DeskStar|Travelstar|Savvio|IronWolf|Exos|VelociRaptor|Optane|Class|Industrial|Raptor|Deskstar)\b|\d\s?[GT]B\b",
    re.IGNORECASE,
)


_NUMBERED = re.compile(
    r"\b(?:Seagate|Western Digital|WD|Hitachi|HGST|Maxtor|SanDisk|OCZ|Crucial|Kingston)\b"
    r".*\b[A-Z]{0,4}\d{3,}\w*"
    r"|\bIntel (?:SSD )?(?:DC )?(?:D\d-)?(?:P[345]|S[34])\d{3}X?\b|\bSamsung (?:[PS]M\d|MZ)\w+"
    r"|\b(?:Toshiba|KIOXIA|Kioxia) (?:C[DM]\d|PX\d|[A-Z]{2,4}\d)\w+|\bMicron \d{4}\b"
)
"""Makers of little but drives, with the number of a model; and the numbers of drives of others."""


def is_drive(words: str) -> bool:
    """Return whether words name a drive: by its family, its interface or its size."""
    its = DRIVE.search(words)
    return its is not None and bool(_KNOWN_DRIVE.search(words) or _NUMBERED.search(its[0]))


_DRIVES = re.compile(
    r"\b(?:drives?|disks?|SSDs?|HDDs?|NVMes?|spindles|Caviar|Raptors?|Barracuda|Cheetah|UltraStar)\b",
    re.IGNORECASE,
)
_NETWORK = re.compile(
    r"\b\d*(?:Gb|Gig)E\b|\b\d+ ?Gb(?:it|ps)?(?:/s)?\b|\bEthernet\b|\bInfiniBand\b"
)
_MEMORY = re.compile(r"\b(?:DDR\d?|R?DIMMs?|RAM|memory|PC\d-?\d+|SDRAM)\b(?!\s+\d+GB\s+Sata)", re.I)


def role(words: str) -> str:
    """Return which part of a machine words name: cpu, drive, memory, nic, server ...; or ''."""
    if _DRIVES.search(words) or is_drive(words):
        return "drive"
    for name, pattern in (
        ("cpu", CPU),
        ("memory", _MEMORY),
        ("nic", NIC),
        ("hba", HBA),
        ("controller", CONTROLLER),
        ("server", SERVER),
        ("array", ARRAY),
    ):
        if pattern.search(words):
            return name
    return "network" if _NETWORK.search(words) else ""
