"""The load of a result whose output does not say it, from the command above it.

A tool's own words count more: what a sidecar says of the load is used where the output is silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sitegen import units, vocabulary
from sitegen.importing.cuts import Cut
from sitegen.importing.page import Page
from sitegen.importing.pieces import Piece
from sitegen.importing.yaml_text import scalar
from sitegen.results import read_file

_OPTIONS = {
    "bs": "block_size",
    "blocksize": "block_size",
    "iodepth": "queue_depth",
    "numjobs": "jobs",
    "runtime": "runtime",
    "size": "file_size",
    "ioengine": "engine",
    "direct": "direct",
    "rw": "pattern",
    "readwrite": "pattern",
}
"""Options of fio (HOWTO.rst) and the workload columns that they are."""

_FIO = re.compile(r"^[^#\n]*?\bfio\s+(?P<options>-.*)$", re.MULTILINE)
_OPTION = re.compile(r"--?(?P<name>[a-z_]+)[= ](?P<value>[^\s\\]+)")
_SIZE = re.compile(r"(\d+(?:\.\d+)?)([kKmMgGtT]?)(?:i?[bB])?")
_HEAD = """\
# Written by `sitegen import`: the output does not say its load. This is what the command on line
# {line} of the page asked for; whether it is the command of this output is for you to say.
workload:
"""


def with_commands(page: Page, pieces: Sequence[Piece], cuts: Sequence[Cut]) -> list[Cut]:
    """Return cuts with a sidecar for the load where the command right above says it."""
    return [_with_command(page, pieces, its, cuts) for its in cuts]


def _with_command(page: Page, pieces: Sequence[Piece], its: Cut, cuts: Sequence[Cut]) -> Cut:
    if its.sidecar or its.tool != "fio" or "workload.block_size" in its.columns:
        return its
    first, shown = _shown(page, pieces, its, cuts)
    commands = list(_FIO.finditer(shown.replace("\\\n", "  ")))
    if len(commands) != 1:
        return its
    said = dict(_load(commands[0]["options"]))
    if not said:
        return its
    line = first + shown.count("\n", 0, commands[0].start("options")) + 1
    text = _HEAD.format(line=line) + "".join(f"  {k}: {scalar(v)}\n" for k, v in said.items())
    reading = read_file("cut.txt", page.content[its.start : its.end], text)
    if len(reading.records) != len(its.reading.records):
        return its
    return replace(its, sidecar=text, reading=reading, command=line - 1)


def _shown(page: Page, pieces: Sequence[Piece], its: Cut, cuts: Sequence[Cut]) -> tuple[int, str]:
    """Return the block of commands that a result belongs to, and its first line.

    That is the cut itself if it shows a command, or else the block right above it.
    """
    own = "\n".join(page.lines[its.first : its.last + 1])
    if _FIO.search(own):
        return its.first, own
    before = max((one.last for one in cuts if one.last < its.first), default=-1)
    above = [
        piece
        for piece in pieces
        if piece.kind in ("code", "heading") and before < piece.first and piece.last < its.first
    ]
    if above and above[-1].kind == "code":
        return above[-1].first, above[-1].text
    return its.first, ""


def _load(options: str) -> Iterator[tuple[str, str]]:
    """Yield the workload columns that the options of fio give."""
    for match in _OPTION.finditer(options):
        name = _OPTIONS.get(match["name"])
        if name is None:
            continue
        value = match["value"]
        kind = vocabulary.WORKLOAD[name].type
        if kind == "size":
            size = _SIZE.fullmatch(value)
            if size is None:
                continue
            # kb_base=1024 unless it is said otherwise (HOWTO.rst, 'kb_base').
            prefix = size[2].upper()
            value = f"{size[1]} {prefix + 'iB' if prefix else 'B'}"
        elif kind == "duration":
            value = f"{value.removesuffix('s')} s"
        if kind in ("size", "duration") and units.quantity(value) is None:
            continue
        if kind == "count" and not value.isdecimal():
            continue
        yield name, value
