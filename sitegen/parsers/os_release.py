"""Which system runs: /etc/os-release and its kin, lsb_release, hostnamectl, sw_vers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import dump
from sitegen.record import Fact, Run, Source

TOOL = "os-release"
MARKS = ("PRETTY_NAME=", "DISTRIB_ID=", "Distributor ID:", "Operating System:", "ProductName:",
         " release ", "SUSE ")  # fmt: skip
VARIANTS = (
    "/etc/os-release and /etc/lsb-release: values in the quotes of a shell (os-release(5))",
    "lsb_release -a, hostnamectl, /etc/redhat-release, /etc/SuSE-release, sw_vers of macOS",
)

_ASSIGNED = re.compile(r"\s*([A-Z][A-Z0-9_]*)=(.*?)\s*")
_TABBED = re.compile(
    r"\s*(Distributor ID|Description|Release|Codename|Operating System|Product(?:Name|Version)|"
    r"BuildVersion|Kernel|Architecture):\s+(.*?)\s*"
)
_RED_HAT = re.compile(
    r"\s*((CentOS|Red Hat|Fedora|Rocky|AlmaLinux|Scientific|Oracle|Amazon|SUSE)[\w ]*? release "
    r"(?P<version>\d[\d.]*)(?: \([\w ]+\))?)\s*"
)
_SUSE = re.compile(r"\s*((?:openSUSE|SUSE Linux)[A-Za-z ]* (?P<version>\d[\d.]*)(?: \(\w+\))?)\s*")
_ESCAPED = re.compile(r"\\([\"'$`\\])")


class Value(NamedTuple):
    """What a name is said to be, and where."""

    text: str
    line: int


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    names: dict[str, Value] = {}
    last = -1
    for index, line in enumerate(source.lines):
        if match := _RED_HAT.fullmatch(line) or _SUSE.fullmatch(line):
            facts = [Fact("os", match[1], index, match[1])]
            facts.append(Fact("os.version", match["version"], index, match["version"]))
            yield dump(TOOL, index, index, facts)
            continue
        match = _ASSIGNED.fullmatch(line) or _TABBED.fullmatch(line)
        if match and (index - last <= 1 or not names):
            if not _is_cut(match[2]):
                names.setdefault(match[1], Value(_unquoted(match[2]), index))
        elif match or line.strip():
            yield from _run(names, last)
            names = {match[1]: Value(_unquoted(match[2]), index)} if match else {}
        if match:
            last = index
    yield from _run(names, last)


def _is_cut(text: str) -> bool:
    """Return whether a value has a quotation mark that nothing closes."""
    return text[:1] in ("'", '"') and (len(text) < 2 or text[-1] != text[0])


def _unquoted(text: str) -> str:
    """Return a value as the shell has it."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return _ESCAPED.sub(r"\1", text).strip()


_WAYS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("PRETTY_NAME", {"os": "PRETTY_NAME", "os.id": "ID", "os.version": "VERSION_ID"}),
    ("DISTRIB_ID", {"os": "DISTRIB_DESCRIPTION", "os.id": "DISTRIB_ID",
                    "os.version": "DISTRIB_RELEASE"}),
    ("Distributor ID", {"os": "Description", "os.id": "Distributor ID", "os.version": "Release"}),
    ("Operating System", {"os": "Operating System"}),
    ("ProductVersion", {"os": "ProductName", "os.version": "ProductVersion"}),
)  # fmt: skip


def _run(names: Mapping[str, Value], last: int) -> Iterator[Run]:
    """Yield the run of the names that stand together, if they are those of a system."""
    for key, columns in _WAYS:
        if key in names:
            facts = [
                Fact(column, names[name].text, names[name].line, names[name].text)
                for column, name in columns.items()
                if name in names and names[name].text
            ]
            if key == "Operating System" and "Kernel" not in names:
                continue
            yield dump(TOOL, min(value.line for value in names.values()), last, facts)
            return
