"""pgbench: transactions per second and latencies, of versions 8.4 to 18."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._pgbench_block import Block, Part, bare, field_of, test_of
from sitegen.parsers._pgbench_command import load_of
from sitegen.parsers._pgbench_scan import blocks
from sitegen.parsers._text import number
from sitegen.record import Fact, Measurement, Run, Source, Value

TOOL = "pgbench"
MARKS = ("transaction type: ", "tps = ", "pgbench", " tps, lat ")
VARIANTS = (
    "to 13: the rate is tps 'excluding connections establishing'; 'including' is a statistic of "
    "its own (pgbench.c)",
    "since 14: tps 'without initial connection time', or with -C 'including reconnection times'",
    "latencies in ms, also of single statements (-r) and of scripts; 9.4 and 9.5 print 0.000 with "
    "-t, which is none (1000 * duration * clients / transactions, where the duration is not set)",
    "progress lines (-P) are not the result; the first line is the version of the client",
)

_REACH = 8
_COUNTS = ("scale", "clients", "threads", "iterations", "runtime")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    before: Block | None = None
    for block in blocks(source):
        if isinstance(block, Diagnostic):
            yield block
        elif not before or not block.repeats(before):
            before = block
            yield from _close(source, block)


def _close(source: Source, block: Block) -> Iterator[Run | Diagnostic]:
    if block.failure is not None:
        words = source.lines[block.failure].strip()
        yield source.problem(block.failure, "failed-run", f"pgbench stopped: {words}")
        return
    if not block.is_done:
        # The other lines may be those of another tool.
        if {"test", "count"} & block.values.keys() or block.has_progress or block.version:
            if block.text("count") in ("", "0") and "count" in block.values:
                message = "pgbench processed no transaction"
                yield source.problem(block.values["count"][0], "failed-run", message)
                return
            message = "the output of pgbench ends before its transactions per second"
            yield source.problem(block.last, "incomplete-run", message)
        return
    asked = block.text("count", 2)
    done = block.text("count")
    if asked and int(done) < int(asked) and not {"errors", "skipped"} & block.values.keys():
        message = f"{done} of {asked} transactions were processed: clients were aborted"
        yield source.problem(block.values["count"][0], "failed-run", message)
        return
    if "without" not in block.values:
        message = "the line with tps excluding connections establishing is missing"
        yield source.problem(block.values["with"][0], "missing-field", message)
    load = {} if "test" in block.values else _asked(source, block)
    if test := test_of(block):
        load["test"] = test
    if mode := block.text("query_mode"):
        load["query_mode"] = mode
    for name in _COUNTS:
        if digits := block.text(name):
            load[name] = int(digits)
    facts = []
    if block.server:
        index, version = block.server
        facts.append(Fact("database.version", version, index, version))
    for name in ("skipped", "late"):
        if name in block.values:
            index, match = block.values[name]
            facts.append(Fact(f"transactions.{name}", int(match.groups()[-1]), index, match[0]))
    yield Run(
        TOOL,
        block.version,
        block.first,
        block.last,
        [*_results(block), *_parts(block)],
        facts,
        load,
        furniture=frozenset(block.known),
    )


def _asked(source: Source, block: Block) -> dict[str, Value]:
    """Return what the command above a run says, where its own head was not kept."""
    for line in reversed(source.lines[max(0, block.first - _REACH) : block.first + 1]):
        if load := load_of(line):
            return load
        if field_of(bare(line)) and line != source.lines[block.first]:
            break
    return {}


def _results(block: Block) -> Iterator[Measurement]:
    for name, statistic in (("without", ""), ("with", "connecting")):
        if name in block.values:
            index, match = block.values[name]
            note = match[0].partition("(")[2].rstrip(")")
            yield Measurement(
                "transaction",
                "rate",
                _number(block, match[1]),
                "op/s",
                index,
                f"{match[1]} tps",
                statistic,
                note=note,
            )
    for name, operation, quantity, statistic in (
        ("mean", "transaction", "latency", "mean"),
        ("stddev", "transaction", "latency", "stddev"),
        ("lag", "transaction", "lag", "mean"),
        ("initial", "connect", "time", ""),
        ("each", "connect", "time", "mean"),
    ):
        if name not in block.values:
            continue
        index, match = block.values[name]
        digits = _number(block, match[1])
        if name == "mean" and not digits.strip("0."):
            # 9.4 and 9.5 multiply with a duration that -t does not set.
            continue
        note = (match.groups()[1] or "") if name == "mean" else ""
        yield Measurement(
            operation, quantity, digits, "ms", index, f"{match[1]} ms", statistic, note=note
        )
        if name == "lag":
            most = _number(block, match[2])
            yield Measurement(operation, quantity, most, "ms", index, f"{match[2]} ms", "max")
    for name, quantity in (("count", "count"), ("errors", "errors")):
        if name in block.values:
            index, match = block.values[name]
            yield Measurement("transaction", quantity, match[1], "1", index, match[1])


def _parts(block: Block) -> Iterator[Measurement]:
    """Yield the values of single scripts and of their statements."""
    many = Counter(part.name for part in block.parts)
    for place, part in enumerate(block.parts, 1):
        name = f"{part.name} (script {place})" if many[part.name] > 1 else part.name
        load: dict[str, Value] = {"test": name} if part.name else {}
        if part.rate and part.name:
            index, digits = part.rate
            yield Measurement(
                "transaction",
                "rate",
                _number(block, digits),
                "op/s",
                index,
                f"{digits} tps",
                "",
                load,
            )
        for word, statistic in (("average", "mean"), ("stddev", "stddev")):
            if part.name and word in part.latencies:
                index, digits = part.latencies[word]
                yield Measurement(
                    "transaction",
                    "latency",
                    _number(block, digits),
                    "ms",
                    index,
                    f"{digits} ms",
                    statistic,
                    load,
                )
        yield from _statements(block, part, load)


def _statements(block: Block, part: Part, load: dict[str, Value]) -> Iterator[Measurement]:
    many = Counter(statement for _, _, statement in part.statements)
    seen: Counter[str] = Counter()
    for index, digits, statement in part.statements:
        seen[statement] += 1
        told = f"{statement} ({seen[statement]})" if many[statement] > 1 else statement
        value = _number(block, digits)
        # What starts with a backslash is done by pgbench itself; 0 stands for 'never executed' too.
        if statement.startswith("\\") or not value.strip("0."):
            continue
        yield Measurement(
            "statement",
            "latency",
            value,
            "ms",
            index,
            f"{digits} ms",
            "mean",
            {**load, "statement": told},
        )


def _number(block: Block, digits: str) -> str:
    """Return a number in the locale that the six decimals of tps prove."""
    name = "without" if "without" in block.values else "with"
    return number(digits, block.text(name)) or digits.replace(",", ".")
