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
from sitegen.parsers._psql_transcript import TIME_WORDS, Statement, statements
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "psql"
MARKS = (*(f"{word}: " for word in TIME_WORDS), "PostgreSQL ")
VARIANTS = (
    "`Time: 619865.939 ms` below a statement: milliseconds with three decimals, with a comma in "
    "some locales (PrintTiming in psql/common.c)",
    "`select count(...) from t` without a condition: a scan of the table",
    "pg_relation_size and its like, also divided by seconds: bytes (manual, 9.27.7)",
    "`select version()`, or its answer alone: facts of the database",
)

_COUNT = re.compile(r"select\s+count\s*\(\s*[\w*]+\s*\)\s+from\s+(\"[^\"]+\"|[\w.]+)", re.I)
_SIZE = re.compile(
    r"select\s+pg_(?:relation|table|total_relation)_size\(\s*'([^']+)'(?:::regclass)?\s*\)"
    r"(?:\s*/\s*(\d+(?:\.\d+)?)\s*(?:::\s*(\w+(?: precision)?))?)?",
    re.I,
)
_VERSION = re.compile(r"select\s+version\s*\(\s*\)", re.I)
_SERVER = re.compile(
    r"\s*(?:version *\| )?((?:PostgreSQL|EnterpriseDB) (\d\S*))(?: \(.*?\))? on (\S+?),? "
    r"compiled by (.*?)(?:, \d+-bit)?\s*"
)
_ASIDE = re.compile(
    r"(?:show|set|begin|commit|rollback|explain)\b|.*\b(?:pg_\w+|version|current_setting)\s*\(",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a table in bytes, and how it was found where it is not what was printed."""

    statement: Statement
    bytes: int
    note: str


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    found = list(statements(source.lines))
    versions = [one for one in found if _VERSION.match(one.sql)]
    facts = [fact for one in versions for index, row in one.rows for fact in _server(index, row)]
    if not facts:
        # psql -c prints answers without their statements.
        answers = enumerate(source.lines)
        facts = [fact for index, line in answers for fact in _server(index, line)]
    sizes: dict[str, list[Size]] = {}
    for one in found:
        if match := _SIZE.fullmatch(one.sql):
            if size := _size(one, match[2], match[3]):
                sizes.setdefault(match[1], []).append(size)
            elif one.value:
                message = f"the size of '{match[1]}' cannot be told from {one.value}"
                hint = "ask for pg_relation_size alone, or divide by a float"
                yield source.problem(one.rows[0][0], "rounded-value", message, hint)
    yield from _changing(source, sizes)
    timed = any(one.time for one in found)
    runs = 0
    for number, one in enumerate(found):
        following = found[number + 1] if number + 1 < len(found) else None
        for item in _run(source, one, following, sizes, facts, timed=timed):
            runs += isinstance(item, Run)
            yield item
    if facts and not runs:
        lines = [line for fact in facts for line in _frame(source.lines, fact.line)]
        first = min([*lines, *(one.first for one in versions)])
        last = max([*lines, *(one.last for one in versions)])
        yield Run(TOOL, "", first, last, (), facts, furniture=frozenset(range(first, last + 1)))


def _size(one: Statement, divisor: str | None, cast: str | None) -> Size | None:
    """Return the size that a query gives, if it can be nothing but one whole number of bytes."""
    if not one.value.replace(".", "", 1).isdecimal():
        return None
    printed = Decimal(one.value)
    if not divisor:
        return Size(one, int(printed), "")
    if not cast and "." not in divisor:
        # The division of two integers drops the rest.
        return None
    exact = printed * Decimal(divisor)
    whole = round(exact)
    # float8 is printed with 15 significant digits at the least, zeros at the end left out.
    doubt = Decimal(divisor).scaleb(printed.adjusted() - 14)
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
        if one.value.isdecimal():
            load["rows"] = int(one.value)
        size = _nearest(sizes.get(table, ()), one)
        if size:
            load["table_size"] = size.bytes
            measurements = _of_size(size, index, Decimal(milliseconds).scaleb(-3))
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


def _of_size(size: Size, index: int, seconds: Decimal) -> list[Measurement]:
    """Return what follows from the size of a table and the time that it took to read it."""
    formula = f"{size.bytes} B / {seconds} s"
    line, printed = size.statement.rows[0][0], size.statement.value
    return [
        Measurement(
            "table-scan",
            "bandwidth",
            size.bytes / seconds,
            "B/s",
            index,
            formula,
            certainty="derived",
            note=f"{formula}; {size.note}" if size.note else formula,
        ),
        Measurement(
            "table-scan",
            "size",
            size.bytes,
            "B",
            line,
            printed,
            certainty="derived" if size.note else "exact",
            note=size.note,
        ),
    ]


def _nearest(sizes: Sequence[Size], one: Statement) -> Size | None:
    """Return the first size asked for below a statement, or else the last one above it."""
    below = [size for size in sizes if size.statement.first > one.last]
    return below[0] if below else sizes[-1] if sizes else None


def _frame(lines: Sequence[str], index: int) -> Iterator[int]:
    """Yield the lines that psql draws around the one row of an answer, and the row."""
    yield index
    if index > 1 and set(lines[index - 1].strip()) == {"-"}:
        yield index - 2
    if lines[index + 1 : index + 2] == ["(1 row)"]:
        yield index + 1


def _server(index: int, row: str) -> Iterator[Fact]:
    """Yield what the answer to `select version()` says."""
    if match := _SERVER.fullmatch(row):
        name, version, platform, compiler = match.groups()
        written = row.strip()
        yield Fact("database", name, index, written)
        yield Fact("database.version", version, index, written)
        yield Fact("database.compiler", compiler, index, written)
        yield Fact("arch", platform.partition("-")[0], index, written)
