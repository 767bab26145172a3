"""openssl speed: rates of ciphers, digests and public keys, of 0.9 to 3.x and of LibreSSL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._openssl_keys import HEAD as KEYS_HEAD
from sitegen.parsers._openssl_keys import key_head, key_row
from sitegen.parsers._openssl_lines import block_sizes, lines_of_machine, task
from sitegen.parsers._openssl_names import operation_of
from sitegen.parsers._wrapped import whole
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "openssl"
MARKS = ("type     ", " size blocks: ", "+F", *KEYS_HEAD)
VARIANTS = (
    "the table of block sizes: numbers with a k are 1000 bytes/s, those without are bytes/s "
    "(print_result in speed.c prints k above 10000); as many columns as the head names",
    "public keys: seconds for an operation and operations per second; a time of one digit, such "
    "as 0.0001s, says nothing beside the rate and is left out",
    "-mr: +F: lines in bytes/s, below the block sizes of +H:; +F2: and the like: operations per "
    "second (seconds up to 1.1.0)",
    "a negative number, which 3.0 prints now and then, is no result",
)

_HEAD = re.compile(r"\s*type((?:\s+\d+ bytes)+)\s*")
_SIZE = re.compile(r"(\d+) bytes")
_CELL = re.compile(r"(-?(?:\d+\.\d+|nan|inf))(k?)")
_VERSION = re.compile(r"\s*(?:version: (\d\S*)|((?:Open|Libre)SSL) (\d\S*?),?(?: .*)?)\s*")
_DOING = re.compile(r"\s*Doing (\S.*?)(?:'s)? for (\d+)s(?: on (\d+) size blocks)?: .*")
_FURNITURE = re.compile(
    r"\s*(?:built on: .*|options: ?.*|compiler: .*|CPUINFO: .*|platform: .*"
    r"|The 'numbers' are in 1000s of bytes per second processed\."
    r"|You have chosen to measure elapsed time.*|available timing options: .*"
    r"|timing function used: .*|OpenSSL \d.* \d{4}|Got: \+.*|Forked child \d+"
    r"|\+(?:DT|DTP|R\d*|H):.*)\s*"
)
_KEY = re.compile(
    r"(\d+)[- ]bits?\s+(?:(?:private|public|sign|verify|encrypt|decrypt)\s+)?(\w+?)(?:'s)?(?:\s|$)"
)
_ROWS = re.compile(
    r"\s*type(?: +\d+ bytes)+\s*"
    r"|\s*[A-Za-z][^|]*?(?: +-?(?:\d+\.\d+|nan|inf)k?){3,}\s*"
)
_BROKEN = re.compile(r"\d+(?:\.\d+)?")


@dataclass(slots=True)
class Session:
    """What the lines of one run have said so far."""

    first: int = -1
    last: int = -1
    version: str = ""
    facts: list[Fact] = field(default_factory=list)
    measured: list[Measurement] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    sizes: list[int] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    begun: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    keys: int = 0
    children: set[str] = field(default_factory=set)
    broken: bool = False
    seconds: int = 0

    def note(self, index: int) -> None:
        """Remember a line that is understood."""
        self.first = index if self.first < 0 else self.first
        self.known.add(index)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, _ROWS)
    session = Session()
    for index, line in enumerate(source.lines):
        text = line.strip(" `*|")
        if match := _HEAD.fullmatch(text):
            session.sizes = [int(size) for size in _SIZE.findall(match[1])]
            session.columns = []
            session.note(index)
        elif columns := key_head(text):
            session.columns, session.sizes = columns, []
            session.note(index)
        elif session.sizes and (row := _row(text, session.sizes)):
            yield from _rates(source, session, index, *row)
        elif session.columns and (found := key_row(text, session.columns, index)):
            session.measured += found
            session.note(index)
            session.last = index
            session.keys += 1
        elif match := _DOING.fullmatch(line):
            if session.measured:
                yield from _closed(source, session)
                session = Session(version=session.version)
            session.note(index)
            session.begun.add(_task(match[1]))
            session.seconds = int(match[2])
        elif "SSL" in line and (match := _VERSION.fullmatch(line)) and match[3]:
            if session.measured:
                yield from _closed(source, session)
                session = Session()
            session.version = match[3]
        elif line.startswith("version: ") and (match := _VERSION.fullmatch(line)):
            if session.measured:
                yield from _closed(source, session)
                session = Session()
            session.version = match[1]
            session.note(index)
        elif _FURNITURE.fullmatch(line):
            if session.first >= 0:
                session.known.add(index)
            # With -multi there is no head above the rows, only what the children say.
            session.sizes = block_sizes(text) or session.sizes
            session.children.add(task(text))
        elif text and (session.sizes or session.columns):
            session.sizes, session.columns = [], []
    yield from _closed(source, session)
    if "+F" in source.text or "+H" in source.text:
        yield from lines_of_machine(source, alone=session.first < 0)


def _closed(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    """Yield the run, and what it lacks."""
    if session.measured:
        yield _run(session)
        begun = (session.begun or session.children) - {""}
        keys = {its for its in begun if _KEY.match(its)}
        lacking = begun - session.ended - keys
        if lacking or len(keys) > session.keys:
            names = ", ".join(sorted(lacking)) or f"{len(keys) - session.keys} of the key types"
            message = f"there is no row for {names}: the output is cut off"
            yield source.problem(session.last, "incomplete-run", message)
    elif session.first >= 0 and not session.broken:
        message = "openssl speed began, but there is no table of results"
        yield source.problem(max(session.known), "incomplete-run", message)


def _task(words: str) -> str:
    """Return the words for what is timed: a cipher's name, or '2048 bits rsa'."""
    match = _KEY.match(words)
    return f"{match[1]} bits {match[2].lower().rstrip('s')}" if match else words.removesuffix("'s")


def _row(text: str, sizes: list[int]) -> tuple[str, list[str]] | None:
    """Return the name and the cells of a row, if it is one."""
    words = text.split()
    cells = words[-len(sizes) :]
    name = " ".join(words[: -len(sizes)])
    if not name or not all(map(_CELL.fullmatch, cells)):
        return None
    return name, cells


def _rates(
    source: Source, session: Session, index: int, name: str, cells: list[str]
) -> Iterator[Diagnostic]:
    """Add the rates of a row, and yield what cannot be one."""
    session.last = index
    session.note(index)
    session.ended.add(_task(name))
    for size, cell in zip(session.sizes, cells, strict=True):
        match = _CELL.fullmatch(cell)
        if not match or not _BROKEN.fullmatch(match[1]):
            message = f"{name} in blocks of {size} bytes: {cell} cannot be a rate"
            session.broken = True
            yield source.problem(index, "impossible-value", message)
        elif match[1].strip("0."):
            load: dict[str, Value] = {"algorithm": name, "block_size": size}
            unit = "kB/s" if match[2] else "B/s"
            session.measured.append(
                Measurement(operation_of(name), "bandwidth", match[1], unit, index, cell, "", load)
            )


def _run(session: Session) -> Run:
    load: dict[str, Value] = {"runtime": session.seconds} if session.seconds else {}
    last = max(session.last, session.first)
    first = session.first
    return Run(
        TOOL,
        session.version,
        first,
        last,
        session.measured,
        session.facts,
        load,
        furniture=frozenset(line for line in session.known if first <= line <= last),
    )
