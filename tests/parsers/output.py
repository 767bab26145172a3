"""What the output of a tool, written into a test, yields."""

from __future__ import annotations

from textwrap import dedent

from sitegen.results import FileReading, read_file
from sitegen.show import as_text


def read(raw: str | bytes, name: str = "run.txt") -> FileReading:
    """Return what a raw file yields."""
    content = raw if isinstance(raw, bytes) else dedent(raw).encode()
    return read_file(name, content)


def shown(raw: str | bytes, name: str = "run.txt", *, only: str = "") -> str:
    """Return all that a raw file yields as `sitegen show` prints it, or the lines with a word."""
    text = as_text(read(raw, name))
    return "".join(f"{line}\n" for line in text.splitlines() if only in line)


def findings(raw: str | bytes, name: str = "run.txt") -> str:
    """Return the findings in a raw file."""
    return "".join(f"{finding}\n" for finding in read(raw, name).diagnostics)


def values(raw: str | bytes, name: str = "run.txt") -> list[tuple[str, int | float]]:
    """Return metric and value of each record in a raw file."""
    return [(record.metric, record.value) for record in read(raw, name).records]
