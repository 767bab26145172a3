"""IO500: its phases and scores, and the summary that lists them line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_PHASE = re.compile(
    r"\s*\[(RESULT|RESULT-invalid| +)\]\s+(?:(?:BW|IOPS)\s+phase\s+\d+\s+)?([a-z][\w-]*)\s+"
    r"(-?\d+(?:\.\d+)?|-?nan|-?inf)\s+(GiB/s|GB/s|kIOPS)\s*:\s*time\s+(\d+(?:\.\d+)?) *s\w*\b(.*)",
    re.IGNORECASE,
)
_SCORE = re.compile(
    r"\s*\[(SCOREX?)(-invalid)?\s*\]\s+Bandwidth\s+(\d+(?:\.\d+)?)\s+(?:GiB/s|GB/s)\s*:\s*"
    r"IOPS\s+(\d+(?:\.\d+)?)\s+kIOPS\s*:\s*TOTAL\s+(\d+(?:\.\d+)?)(.*)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\s*IO500 version\s+(\S+)")
_FOLDER = re.compile(r"\s*\[Summary\].*?(\d{4})\.(\d\d)\.(\d\d)-(\d\d)\.(\d\d)\.(\d\d)")
FAULT = re.compile(r"\s*;?\s*ERROR:? INVALID\b:?\s*(.*)")

_DATA = re.compile(r"ior-(\w+)(?:-\w+)*-(write|read)", re.IGNORECASE)
_META = re.compile(r"(?:mdtest|mdworkbench)-(?:\w+-)?(write|create|stat|read|delete)")
_FILES = {
    "write": "file-create",
    "create": "file-create",
    "stat": "file-stat",
    "read": "file-read",
    "delete": "file-delete",
}


class Phase(NamedTuple):
    """One phase: its name with hyphens, its result and time, and why that does not count."""

    name: str
    number: str
    word: str
    seconds: str
    fault: str
    line: int
    time_line: int


class Score(NamedTuple):
    """Both means and the score over them; `extended` is that over more phases than the list's."""

    extended: bool
    bandwidth: str
    iops: str
    total: str
    fault: str
    lines: tuple[int, int, int]


@dataclass(slots=True)
class Session:
    """What one call of IO500 printed. `faults` are reasons that concern the run as a whole."""

    first: int
    last: int
    version: str = ""
    date: str = ""
    phases: list[Phase] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    faults: list[tuple[str, int]] = field(default_factory=list)
    furniture: set[int] = field(default_factory=set)

    def has(self, name: str) -> bool:
        """Return whether a phase has been read already."""
        return any(phase.name == name for phase in self.phases)

    def understand(self, index: int) -> None:
        """Note a line that belongs to the session and is understood."""
        self.last = max(self.last, index)
        self.furniture.add(index)


def operation(name: str) -> str:
    """Return the operation of a phase, or nothing for what is no phase, or none that is known.

    IOR says of easy and hard alike that it works sequentially; hard goes in odd blocks to one file.
    """
    if match := _DATA.fullmatch(name):
        return f"{'rand' if match[1].lower().startswith('rnd') else 'seq'}-{match[2].lower()}"
    if match := _META.fullmatch(name):
        return _FILES[match[1]]
    return "find" if name in ("find", "find-easy", "find-hard") else ""


def summaries(lines: Sequence[str]) -> Iterator[Session]:
    """Yield what stands in summaries, one call of IO500 after another."""
    session: Session | None = None
    for index, line in enumerate(lines):
        if "[" not in line and "IO500" not in line and "INVALID" not in line:
            continue
        if (match := _VERSION.match(line)) or (folder := _FOLDER.match(line)):
            if session and session.phases:
                yield session
                session = None
            session = session or Session(index, index)
            session.furniture.add(index)
            if match:
                session.version = match[1]
            elif folder:
                session.date = "{}-{}-{}T{}:{}:{}".format(*folder.groups())
        elif match := _PHASE.match(line):
            phase = _phase(match, index)
            if session and (session.scores or session.has(phase.name)):
                yield session
                session = None
            session = session or Session(index, index)
            if operation(phase.name):
                session.phases.append(phase)
            if operation(phase.name) or phase.name == "timestamp":
                session.understand(index)
        elif match := _SCORE.match(line):
            session = session or Session(index, index)
            session.scores.append(_score(match, index))
            session.understand(index)
        elif session and (match := FAULT.match(line)):
            session.faults.append((match[1], index))
            session.understand(index)
    if session:
        yield session


def _phase(match: re.Match[str], index: int) -> Phase:
    kind, name, number, word, seconds, rest = match.groups()
    marked = "invalid" in kind.lower() or "INVALID" in rest or rest.strip()[:1] in ("?", "!")
    fault = "io500 marks it as invalid" if marked else ""
    return Phase(name.replace("_", "-"), number, word, seconds, fault, index, index)


def _score(match: re.Match[str], index: int) -> Score:
    name, mark, bandwidth, iops, total, rest = match.groups()
    fault = "io500 marks it as invalid" if mark or "INVALID" in rest else ""
    return Score(name.upper() == "SCOREX", bandwidth, iops, total, fault, (index, index, index))
