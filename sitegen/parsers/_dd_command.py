"""The command of a dd, where it is printed above its output: which way the data went."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

_OPERAND = (
    "if|of|ibs|obs|bs|cbs|count|skip|seek|iseek|oseek|conv|iflag|oflag|status|files|fillchar|speed"
)
_PLAIN = r"""(?:\$\(\([^()]*\)\)|[^\s;|&<>()`"'])+"""
_DD = re.compile(
    rf"""(?:^|[\s;&|(`"'$/>+])dd((?:\s+(?:{_OPERAND})=(?:"[^"]*"|'[^']*'|{_PLAIN}))+)"""
)
_PART = re.compile(rf"""({_OPERAND})=(?:"([^"]*)"|'([^']*)'|({_PLAIN}))""")
_BEHIND = re.compile(r"\s*(?:\d?>&\d\s*|2>\s*\S+\s*)*(\|&?|>>?)\s*(?:sudo\s+)?([^\s;|&<>()`\"']+)")
_FED = re.compile(r"\|\s*(?:sudo\s+)?(?:\S*/)?$|<\s*\S+\s*$")
_LOOP = re.compile(r"\b(?:for|while|until|repeat)\b.*\bdo\b")
_DO = re.compile(r"(?:^|\s)do\s*$")
_SIZE = re.compile(r"(\d+)([a-zA-Z]{0,3})")
# doc/coreutils.texi, 'dd invocation'; BSD has b, k, m, g, t in small letters, all binary.
_FACTORS = {"": 1, "c": 1, "w": 2, "b": 512, "B": 1} | {
    spelling: base**power
    for power, letter in enumerate("KMGTPE", 1)
    for spelling, base in (
        (letter, 1024),
        (letter.lower(), 1024),
        (f"{letter}iB", 1024),
        (f"{letter}B", 1000),
    )
}
_FACTORS["kB"] = 1000

GENERATORS = frozenset({"/dev/zero", "/dev/urandom", "/dev/random", "/dev/null"})
HASHES = frozenset(
    {"md5sum", "md5", "sum", "cksum", "shasum", "b2sum", "xxhsum", "xxh64sum", "rhash"}
    | {f"sha{bits}{end}" for bits in (1, 224, 256, 384, 512) for end in ("sum", "")}
)
PACKERS = frozenset(
    {"gzip", "pigz", "bzip2", "pbzip2", "lbzip2", "xz", "pxz", "lzma", "lz4", "lzop", "zstd", "7z"}
)
UNPACKERS = frozenset({"gunzip", "zcat", "bunzip2", "bzcat", "unxz", "xzcat", "unzstd", "zstdcat"})
UNCACHED = frozenset({"direct", "nocache"})


class Command(NamedTuple):
    """One dd on a line: its operands, what stands behind it, and whether the line repeats it."""

    line: int
    operands: Mapping[str, str]
    text: str
    source: str
    target: str
    program: str
    is_repeated: bool

    @property
    def operation(self) -> str:
        """Return what this dd measures."""
        if self.program:
            for names, operation in (
                (HASHES, "hash"),
                (PACKERS, "compress"),
                (UNPACKERS, "decompress"),
                (frozenset({"openssl", "gpg"}), "encrypt"),
            ):
                if self.program in names:
                    return operation
            return "pipe"
        makes, drops = self.source in GENERATORS, self.target in ("/dev/null", "/dev/zero")
        if makes:
            return "memory-transfer" if drops else "seq-write" if self.target else "transfer"
        return "seq-read" if self.source and drops else "transfer"

    @property
    def file(self) -> str:
        """Return the file that is read or written, or nothing where it is a device or not known."""
        name = {"seq-read": self.source, "seq-write": self.target}.get(self.operation, "")
        return "" if name.startswith(("/dev/", "$")) else name

    @property
    def block_size(self) -> int | None:
        """Return the size of a block, if the operands give one for input and output."""
        if "bs" in self.operands:
            return size(self.operands["bs"])
        if "ibs" in self.operands and self.operands["ibs"] == self.operands.get("obs"):
            return size(self.operands["ibs"])
        return None if {"ibs", "obs"} & self.operands.keys() else 512

    @property
    def planned(self) -> int | None:
        """Return how many bytes are asked for, if the operands say it."""
        count = size(self.operands.get("count", ""))
        if count is None or "count_bytes" in self.operands.get("iflag", ""):
            return count
        block = size(self.operands.get("ibs", "")) or self.block_size
        return count * block if block else None

    @property
    def is_synced(self) -> bool:
        """Return whether it asks that what is written is on the device when it ends."""
        flags = {
            *self.operands.get("conv", "").split(","),
            *self.operands.get("oflag", "").split(","),
        }
        return bool(flags & {"fsync", "fdatasync", "direct", "sync", "dsync"} - {""})

    @property
    def is_uncached(self) -> bool:
        """Return whether it asks to read past the page cache."""
        return bool(UNCACHED & set(self.operands.get("iflag", "").split(",")))


def size(text: str) -> int | None:
    """Return the number that `1M`, `64kB` or `2x512` stands for in operands of dd."""
    product = 1
    for factor in text.split("x"):
        match = _SIZE.fullmatch(factor)
        if not match or match[2] not in _FACTORS:
            return None
        product *= int(Decimal(match[1]) * _FACTORS[match[2]])
    return product


def commands_of(lines: Sequence[str]) -> Iterator[Command]:
    """Yield the dd commands in these lines."""
    for index, line in enumerate(lines):
        if "dd" not in line or "=" not in line:
            continue
        whole, at = line, index
        while whole.rstrip().endswith("\\") and at + 1 < len(lines):
            at += 1
            whole = f"{whole.rstrip()[:-1]} {lines[at].strip()}"
        is_repeated = bool(_LOOP.search(line) or (index and _DO.search(lines[index - 1])))
        for match in _DD.finditer(whole):
            yield _command(index, whole, match, is_repeated=is_repeated)


def _command(index: int, line: str, match: re.Match[str], *, is_repeated: bool) -> Command:
    operands = {
        name: quoted or single or bare for name, quoted, single, bare in _PART.findall(match[1])
    }
    source, target, program = operands.get("if", ""), operands.get("of", ""), ""
    text = " ".join(match[1].split())
    if not target and (behind := _BEHIND.match(line, match.end())):
        sign, word = behind.groups()
        text = f"{text} {sign} {word}"
        if sign.startswith("|"):
            program = word.rpartition("/")[2]
        else:
            target = word
    if not source and _FED.search(line[: match.start(1)].removesuffix("dd")):
        source = "-"
    return Command(index, operands, text, source, target, program, is_repeated)
