"""Blocks that show what was asked for, and no result: commands, and settings.

They say under which load something was measured, which a person has to bring together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sitegen.importing.cuts import Cut, Note
from sitegen.importing.pieces import Piece

_SETTING = re.compile(r"\s*[#;]?\s*(?P<name>[A-Za-z][\w.-]{1,40}(?: [\w.-]{1,24}){0,3})\s*=\s*\S")
_SECTION = re.compile(r"\s*\[[^\]]{1,60}\]\s*$")
_REMARK = re.compile(r"\s*[#;]")
_COMMAND = re.compile(
    r"^(?:.{0,60}[#$>%] |\s*)(?:sudo |time |[A-Z_]+=\S+ |taskset \S+ |numactl \S+ )*"
    r"(?P<name>fio|sysbench|pgbench|iozone|bonnie\+\+|dd|hdparm|iperf3?|rados|rbd|ioping|dbench"
    r"|filebench|vdbench|stress-ng|cyclictest|elbencho|ior|mdtest|wrk|redis-benchmark)\s+-{0,2}\w",
    re.MULTILINE,
)
_SHOWN = 4


def asked(pieces: Sequence[Piece], cuts: Sequence[Cut]) -> Iterator[Note]:
    """Yield the blocks of settings and commands that are part of no result."""
    used = {one.command for one in cuts}
    for piece in pieces:
        inside = any(one.first <= piece.last and piece.first <= one.last for one in cuts)
        if (
            piece.kind != "code"
            or inside
            or not used.isdisjoint(range(piece.first, piece.last + 1))
        ):
            continue
        if names := _settings(piece.text):
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            words = f"settings ({', '.join(names[:_SHOWN])}{more}): say which results they are of"
            yield Note(piece.first, words)
        elif tools := list(dict.fromkeys(one["name"] for one in _COMMAND.finditer(piece.text))):
            yield Note(piece.first, f"a command ({', '.join(tools)}): say which results it is of")


def _settings(text: str) -> list[str]:
    """Return the names that most lines of a block give values to."""
    lines = [line for line in text.splitlines() if line.strip() and not _SECTION.match(line)]
    lines = [line for line in lines if not _COMMAND.match(line)]
    names = [match["name"] for line in lines if (match := _SETTING.match(line))]
    spoken = [line for line in lines if not _REMARK.match(line) or _SETTING.match(line)]
    return list(dict.fromkeys(names)) if len(names) * 2 > len(spoken) else []
