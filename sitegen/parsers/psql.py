r"""psql: transcripts of statements with `\timing`.

A count over a whole table reads all of it. Where the transcript also asks for the size of the
table, the throughput follows from bytes and time. People often let the server divide the size by a
rounded number of seconds; the size is recovered from that, and the exact time is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sitegen.diagnostics import Diagnostic
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "psql"
_WORDS = ("Time", "Zeit", "Temps ", "Tiempo", "Tempo", "Czas", "Время")
MARKS = (*(f"{word}: " for word in _WORDS), "PostgreSQL ")
VARIANTS = (
    "`Time: 619865.939 ms` below a statement: milliseconds with three decimals, with a comma in "
    "some locales (PrintTiming in psql/common.c)",
    "`select count(...) from t` without a condition: a scan of the table",
    "pg_relation_size and its like, also divided by seconds: bytes (manual, 9.27.7)",
    "`select version()`: facts of the database",
)

_PROMPT = re.compile(r"\s*[\w.@\[\]-]*?([=*^!-])[*!?]?[#>](?:\s(.*)|)$")
_STATEMENT = re.compile(
    r"\s*((?:select|with|insert|update|delete|create|copy|vacuum|explain)\b.*)", re.I
)
_TIME = re.compile(rf"\s*(?:{'|'.join(_WORDS)}): *(\d+[.,]\d{{3}}) ms(?: \(.*\))?\s*")
_RULE = re.compile(r"\s*-+(?:\+-+)*\s*")
_FOOT = re.compile(r"\s*\(\d+ \w+\)\s*")
_ERROR = re.compile(r"\s*(?:ERROR|FATAL|FEHLER|ERREUR):\s+(.*)")
_COUNT = re.compile(r"select\s+count\s*\(\s*[\w*]+\s*\)\s+from\s+(\"[^\"]+\"|[\w.]+)", re.I)
_SIZE = re.compile(
    r"select\s+pg_(?:relation|table|total_relation)_size\(\s*'([^']+)'(?:::regclass)?\s*\)"
    r"(?:\s*/\s*(\d+(?:\.\d+)?)\s*(?:::\s*(\w+(?: precision)?))?)?",
    re.I,
)
_VERSION = re.compile(r"select\s+version\s*\(\s*\)", re.I)
_SERVER = re.compile(
    r"\s*((?:PostgreSQL|EnterpriseDB) (\d\S*))(?: \(.*?\))? on (\S+?),? compiled by "
    r"(.*?)(?:, \d+-bit)?\s*"
)
_ASIDE = re.compile(r"(?:show|set|begin|commit|rollback|explain)\b|.*\bpg_\w+\s*\(", re.I)


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


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a table in bytes, and how it was found."""

    statement: Statement
    bytes: int
    note: str


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    statements = list(_statements(source.lines))
    facts = [fact for one in statements if _VERSION.match(one.sql) for fact in _server(one)]
    sizes: dict[str, list[Size]] = {}
    for one in statements:
        if match := _SIZE.fullmatch(one.sql):
            if found := _size(one, match[2], match[3]):
                sizes.setdefault(match[1], []).append(found)
            elif one.value:
                message = f"the size of '{match[1]}' cannot be told from {one.value}"
                hint = "ask for pg_relation_size alone, or divide by a float"
                yield source.problem(one.rows[0][0], "rounded-value", message, hint)
    yield from _changing(source, sizes)
    timed = any(one.time for one in statements)
    runs = 0
    for number, one in enumerate(statements):
        following = statements[number + 1] if number + 1 < len(statements) else None
        for item in _run(source, one, following, sizes, facts, timed=timed):
            runs += isinstance(item, Run)
            yield item
    if facts and not runs:
        lines = [fact.line for fact in facts]
        versions = [one for one in statements if _VERSION.match(one.sql)]
        first = min([*lines, *(one.first for one in versions)])
        last = max([*lines, *(one.last for one in versions)])
        yield Run(TOOL, "", first, last, (), facts, furniture=frozenset(range(first, last + 1)))


def _statements(lines: Sequence[str]) -> Iterator[Statement]:
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


def _size(one: Statement, divisor: str | None, cast: str | None) -> Size | None:
    """Return the size that a query gives, if it can be nothing but one whole number of bytes."""
    if not one.value.replace(".", "", 1).isdigit():
        return None
    printed = Decimal(one.value)
    if not divisor:
        return Size(one, int(printed), f"{one.value} B")
    if not cast and "." not in divisor:
        # The division of two integers drops the rest.
        return None
    exact = printed * Decimal(divisor)
    whole = round(exact)
    exponent = printed.as_tuple().exponent
    doubt = Decimal(divisor) * Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    if doubt >= 1 or abs(exact - whole) > doubt:
        return None
    return Size(one, whole, f"{whole} B = {one.value} B/s × {divisor} s, the only whole number")


def _changing(source: Source, sizes: Mapping[str, Sequence[Size]]) -> Iterator[Diagnostic]:
    for table, found in sizes.items():
        for size in found[1:]:
            if size.bytes != found[0].bytes:
                line = source.numbers[found[0].statement.rows[0][0]]
                yield source.problem(
                    size.statement.rows[0][0],
                    "does-not-add-up",
                    f"'{table}' has {size.bytes} B here and {found[0].bytes} B in line {line}",
                    "each scan is taken with the size that stands nearest below it",
                )


def _run(
    source: Source,
    one: Statement,
    following: Statement | None,
    sizes: Mapping[str, Sequence[Size]],
    facts: Sequence[Fact],
    *,
    timed: bool,
) -> Iterator[Run | Diagnostic]:
    scan = _COUNT.fullmatch(one.sql)
    if one.error:
        if one.time or scan:
            yield source.problem(one.error[0], "failed-run", f"the server reports: {one.error[1]}")
        return
    if not one.time:
        if scan and timed:
            message = f"no time below '{one.sql}', though others have one"
            yield source.problem(one.last, "incomplete-run", message)
        return
    index, written = one.time
    milliseconds = written.replace(",", ".")
    last = one.last
    measurements: list[Measurement] = []
    load: dict[str, Value] = {}
    if scan:
        table = scan[1].strip('"')
        if one.value.isdigit():
            load["rows"] = int(one.value)
        size = _nearest(sizes.get(table, ()), one)
        if size:
            load["table_size"] = size.bytes
            seconds = Decimal(milliseconds).scaleb(-3)
            formula = f"{size.bytes} B / {seconds} s"
            measurements = [
                Measurement(
                    "table-scan",
                    "bandwidth",
                    Decimal(size.bytes) / seconds,
                    "B/s",
                    index,
                    formula,
                    certainty="derived",
                    note=f"{formula}; {size.note}",
                ),
                Measurement(
                    "table-scan",
                    "size",
                    size.bytes,
                    "B",
                    size.statement.rows[0][0],
                    size.statement.value,
                    certainty="derived",
                    note=size.note,
                ),
            ]
            if following is size.statement:
                last = following.last
        else:
            message = f"the size of '{table}' is not in the file: no throughput follows"
            hint = f"add select pg_relation_size('{table}');"
            yield source.problem(index, "not-recorded", message, hint)
    elif _ASIDE.match(one.sql):
        return
    else:
        load["statement"] = one.sql
    operation = "table-scan" if scan else "statement"
    time = Measurement(operation, "time", milliseconds, "ms", index, f"{written} ms")
    furniture = set(range(one.first, one.last + 1))
    if following and last == following.last:
        furniture.update(range(following.first, last + 1))
    yield Run(
        TOOL,
        "",
        one.first,
        last,
        [time, *measurements],
        facts,
        load,
        furniture=frozenset(furniture),
    )


def _nearest(sizes: Sequence[Size], one: Statement) -> Size | None:
    """Return the first size asked for below a statement, or else the last one above it."""
    below = [size for size in sizes if size.statement.first > one.last]
    return below[0] if below else sizes[-1] if sizes else None


def _server(one: Statement) -> Iterator[Fact]:
    """Yield what the answer to `select version()` says."""
    for index, row in one.rows:
        if match := _SERVER.fullmatch(row):
            name, version, platform, compiler = match.groups()
            written = row.strip()
            yield Fact("database", name, index, written)
            yield Fact("database.version", version, index, written)
            yield Fact("database.compiler", compiler, index, written)
            yield Fact("arch", platform.partition("-")[0], index, written)
