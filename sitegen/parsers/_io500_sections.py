"""IO500: result.txt, with a section of `key = value` lines for each phase and for the scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sitegen.parsers._io500_phases import FAULT, Phase, Score, Session, operation

_SECTION = re.compile(r"\s*\[([a-zA-Z][\w-]*)\]\s*")
_PAIR = re.compile(r"\s*([a-zA-Z][\w-]*)\s*=\s*(.*?)\s*")
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)")
_PREAMBLE = ("version", "config-hash", "result-dir", "mode")


@dataclass(slots=True)
class _Section:
    name: str
    pairs: dict[str, tuple[str, int]] = field(default_factory=dict)
    faults: list[tuple[str, int]] = field(default_factory=list)


def sections(lines: Sequence[str]) -> Iterator[Session]:
    """Yield what stands in the sections of a result.txt, one call of IO500 after another."""
    session: Session | None = None
    section = _Section("")
    for index, line in enumerate(lines):
        if match := _SECTION.fullmatch(line):
            name = match[1]
            if session:
                _close(session, section)
            if session and ((session.scores and operation(name)) or session.has(name)):
                yield session
                session, section = None, _Section("")
            if operation(name) or (session and name in ("timestamp", "SCORE", "SCOREX")):
                session = session or _begun(lines, index)
                session.understand(index)
            section = _Section(name)
        elif session and (match := FAULT.match(line)):
            section.faults.append((match[1], index))
            session.understand(index)
        elif session and (match := _PAIR.fullmatch(line)):
            section.pairs.setdefault(match[1], (match[2], index))
            session.understand(index)
        elif session and line.lstrip()[:1] == ";":
            session.understand(index)
        elif session and line.strip() and section.name.startswith("SCORE") and section.pairs:
            # The sections end here; what follows is not IO500's.
            _close(session, section)
            yield session
            session, section = None, _Section("")
    if session:
        _close(session, section)
        yield session


def _begun(lines: Sequence[str], index: int) -> Session:
    """Return the session whose first phase begins at a line, with what stands above that."""
    session = Session(index, index)
    for above in range(index - 1, max(index - 20, -1), -1):
        line = lines[above]
        pair = _PAIR.fullmatch(line)
        if pair and pair[1] in _PREAMBLE:
            if pair[1] == "version":
                session.version = pair[2].split()[0] if pair[2] else ""
        elif match := FAULT.match(line):
            session.faults.append((match[1], above))
        elif line.strip() and line.lstrip()[:1] != ";":
            break
        if line.strip():
            session.first = above
            session.furniture.add(above)
    return session


def _close(session: Session, section: _Section) -> None:
    """Take the result of a finished section into its session."""
    pairs = section.pairs
    if section.name in ("SCORE", "SCOREX"):
        if {"BW", "MD", "SCORE"} <= pairs.keys():
            total, _, mark = pairs["SCORE"][0].partition(" ")
            fault = "io500 marks it as invalid" if "INVALID" in mark else ""
            places = (pairs["BW"][1], pairs["MD"][1], pairs["SCORE"][1])
            extended = section.name == "SCOREX"
            score = Score(extended, pairs["BW"][0], pairs["MD"][0], total, fault, places)
            session.scores.append(score)
        return
    if not operation(section.name):
        session.faults += section.faults
        return
    if not session.date and (match := _DATE.match(pairs.get("t_start", ("", 0))[0])):
        session.date = f"{match[1]}T{match[2]}"
    if "score" in pairs:
        number, line = pairs["score"]
        seconds, time_line = pairs.get("t_delta", ("", line))
        fault = "; ".join(reason for reason, _ in section.faults)
        word = "GiB/s" if section.name.startswith("ior") else "kIOPS"
        phase = Phase(section.name, number, word, seconds, fault, line, time_line)
        session.phases.append(phase)
