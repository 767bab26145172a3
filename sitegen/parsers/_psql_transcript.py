"""What people type into psql, and what it prints below each statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

TIME_WORDS = ("Time", "Zeit", "Temps ", "Tiempo", "Tempo", "Czas", "Время")
"""What psql prints in front of the time, by locale."""

_PROMPT = re.compile(r"\s*[\w.@\[\]-]*?([=*^!-])[*!?]?[#>](?:\s(.*)|)$")
_STATEMENT = re.compile(
    r"\s*((?:select|with|insert|update|delete|create|copy|vacuum|explain)\b.*)", re.I
)
_TIME = re.compile(rf"\s*(?:{'|'.join(TIME_WORDS)}): *(\d+[.,]\d{{3}}) ms(?: \(.*\))?\s*")
_RULE = re.compile(r"\s*-+(?:\+-+)*\s*")
_FOOT = re.compile(r"\s*\(\d+ \w+\)\s*")
_ERROR = re.compile(r"\s*(?:ERROR|FATAL|FEHLER|ERREUR):\s+(.*)")


@dataclass(slots=True)
class Statement:
    """One statement of a transcript with what psql printed below it."""

    first: int
    text: str
    last: int
    rows: list[tuple[int, str]]
    time: tuple[int, str] | None = None
    error: tuple[int, str] | None = None

    @property
    def sql(self) -> str:
        """Return the statement on one line, without its semicolon."""
        return " ".join(self.text.partition(";")[0].split())

    @property
    def value(self) -> str:
        """Return the only cell of its result, or nothing."""
        return self.rows[0][1].strip() if len(self.rows) == 1 else ""


def statements(lines: Sequence[str]) -> Iterator[Statement]:
    """Yield the statements of a transcript: at a prompt, or echoed without one."""
    current: Statement | None = None
    open_text = in_frame = False
    for index, line in enumerate(lines):
        prompt = _PROMPT.match(line)
        text = (prompt[2] or "").strip() if prompt else ""
        if open_text and current and (prompt is None or prompt[1] == "-"):
            current.text = f"{current.text} {(text if prompt else line).strip()}".strip()
            current.last = index
            open_text = ";" not in current.text
        elif prompt or (
            not in_frame and (echo := _STATEMENT.fullmatch(line)) and (text := echo[1])
        ):
            if current:
                yield current
            current = Statement(index, text, index, []) if text and text[0] != "\\" else None
            open_text = bool(current) and ";" not in text
            in_frame = False
        elif current is None:
            continue
        elif match := _TIME.fullmatch(line):
            current.time, current.last = (index, match[1]), index
            yield current
            current = None
        elif match := _ERROR.match(line):
            current.error, current.last = (index, match[1]), index
        elif _RULE.fullmatch(line):
            in_frame, current.last = True, index
        elif _FOOT.fullmatch(line):
            in_frame, current.last = False, index
        elif in_frame and line.strip():
            current.rows.append((index, line))
            current.last = index
    if current:
        yield current
