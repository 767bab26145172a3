"""rados bench (Ceph): writes and reads of objects in a pool."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._json import Broken, Document, documents
from sitegen.record import Measurement, Run, Source, Value

TOOL = "rados bench"
_FIRST = '"concurrent_ios"'
MARKS = (
    "Bandwidth (MB/sec):",
    "Total time run:",
    "lat(s)  avg lat(s)",
    " concurrent writes of ",
    _FIRST,
)
VARIANTS = (
    "the summary of write, seq and rand: MB is 2^20 bytes (operations * size / seconds = "
    "bandwidth * 1048576 in every output); latencies in seconds, with and without (s)",
    "JSON (--format json): the same fields, in small letters (obj_bencher.cc)",
)

_TITLE = re.compile(
    r"\s*(?:Maintaining|Will maintain) (\d+) concurrent (writes|reads)"
    r"(?: of (\d+)(?: bytes)?(?: to objects of size (\d+))?)?.*?(?:for up to|for at least) "
    r"(\d+) seconds.*"
)
_PROGRESS = re.compile(
    r"\s*(?:\d{4}-\d\d-\d\d[T ]\S+\s+)?(?:sec\s+Cur ops\b.*|\d+\s+\d+\s+\d+\s+\d+\s+[\d.-]+\s+\S+.*"
    r"|min lat: .*)"
)
_FURNITURE = re.compile(
    r"\s*(?:hints = \d+|Object prefix: .*|Cleaning up .*|Clean up completed.*|Removed \d+ objects"
    r"|cleaned up object.*)\s*"
)
_FIELD = re.compile(
    r"\s*(Total time run|Total (?:writes|reads) made|(?:Write|Read|Object|Op) size|Bandwidth"
    r"|(?:Stddev|Max|Min|Average) (?:[Bb]andwidth|IOPS|[Ll]atency))"
    r"(?: ?\((?:MB/sec|s)\))?:\s+(-?\d+\.?\d*(?:e[+-]?\d+)?|-?nan|-)(?: sec)?\s*(?:#.*)?"
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_RATES = {
    "Bandwidth": ("bandwidth", "", "MiB/s", "MB/sec"),
    "Stddev Bandwidth": ("bandwidth", "stddev", "MiB/s", "MB/sec"),
    "Max bandwidth": ("bandwidth", "max", "MiB/s", "MB/sec"),
    "Min bandwidth": ("bandwidth", "min", "MiB/s", "MB/sec"),
    "Average IOPS": ("iops", "", "op/s", "IOPS"),
    "Stddev IOPS": ("iops", "stddev", "op/s", "IOPS"),
    "Max IOPS": ("iops", "max", "op/s", "IOPS"),
    "Min IOPS": ("iops", "min", "op/s", "IOPS"),
    "Average Latency": ("latency", "mean", "s", "s"),
    "Stddev Latency": ("latency", "stddev", "s", "s"),
    "Max latency": ("latency", "max", "s", "s"),
    "Min latency": ("latency", "min", "s", "s"),
    "Total time run": ("time", "", "s", "s"),
}


@dataclass(slots=True)
class Session:
    """What the lines of one run have said so far."""

    first: int
    load: dict[str, Value] = field(default_factory=dict)
    fields: dict[str, tuple[int, str]] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)
    mode: str = ""
    began: bool = False


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    session: Session | None = None
    for index, line in enumerate(source.lines):
        if (match := _FIELD.fullmatch(line)) and (session or match[1].startswith("Total time")):
            name, text = match.groups()
            if session is None or name in session.fields:
                if session:
                    yield from _close(source, session)
                session = Session(index)
            session.fields[name] = (index, text)
        elif match := _TITLE.fullmatch(line):
            if session:
                yield from _close(source, session)
            session = Session(index, began=True)
            count, way, size, objects, runtime = match.groups()
            session.load = {"concurrency": int(count), "runtime": int(runtime)}
            if size:
                session.load["block_size"] = int(size)
            if objects:
                session.load["file_size"] = int(objects)
            session.mode = way
        elif "Cur ops" in line and _PROGRESS.fullmatch(line):
            if session is None or session.fields:
                if session:
                    yield from _close(source, session)
                session = Session(index, began=True)
            session.known.add(index)
            continue
        elif session and (_PROGRESS.fullmatch(line) or _FURNITURE.fullmatch(line)):
            pass
        elif session and session.fields and line.strip():
            yield from _close(source, session)
            session = None
            continue
        else:
            continue
        session.known.add(index)
    if session:
        yield from _close(source, session)
    for found in documents(source, _FIRST):
        if isinstance(found, Broken):
            message = f"the JSON of rados bench is cut off or damaged: {found.reason}"
            yield source.problem(found.end, "incomplete-run", message)
        else:
            yield from _close(source, _of_json(found))


def _of_json(document: Document) -> Session:
    """Return the same as of the lines, from a document: its keys are the names of the fields."""
    value = document.value
    session = Session(document.first, began=True, known={*range(document.first, document.last + 1)})
    for name in ("Total writes made", "Total reads made", "Write size", "Read size", *_RATES):
        key = name.lower().replace(" ", "_")
        if isinstance(text := value.get(key), str) and _NUMBER.fullmatch(text):
            session.fields[name] = (document.line(key), text)
    for key, column in (
        ("concurrent_ios", "concurrency"),
        ("seconds_to_run", "runtime"),
        ("object_size", "file_size"),
    ):
        if isinstance(text := value.get(key), str) and text.isdecimal():
            session.load[column] = int(text)
    return session


def _close(source: Source, session: Session) -> Iterator[Run | Diagnostic]:
    """Yield the run, or why there is none."""
    fields = session.fields
    if "Bandwidth" not in fields:
        if session.began or fields:
            last = max((line for line, _ in fields.values()), default=session.first)
            message = "rados bench was cut off: there is no line 'Bandwidth (MB/sec):'"
            yield source.problem(last, "incomplete-run", message)
        return
    load = dict(session.load)
    operation = "write" if "Total writes made" in fields else "read"
    for name in ("Write size", "Read size", "Op size"):
        if name in fields and fields[name][1].isdecimal():
            load["block_size"] = int(fields[name][1])
    if "Object size" in fields and fields["Object size"][1].isdecimal():
        load["file_size"] = int(fields["Object size"][1])
    measurements = []
    # Releases of 2015 print what stood in the memory (ceph pull request 5572).
    unset = fields.get("Min IOPS", (0, ""))[1].startswith("-")
    for name, (index, text) in fields.items():
        if unset and name in ("Min IOPS", "Max IOPS"):
            continue
        if name in _RATES and text[0].isdecimal():
            quantity, statistic, unit, word = _RATES[name]
            written = f"{text} {word}"
            measurements.append(
                Measurement(operation, quantity, text, unit, index, written, statistic)
            )
        elif name.startswith("Total ") and text.isdecimal():
            measurements.append(Measurement(operation, "count", text, "1", index, text))
    last = max(line for line, _ in fields.values())
    if "Min latency" not in fields:
        message = "the line 'Min latency' at the end is missing"
        yield source.problem(last, "missing-field", message)
    known = frozenset(line for line in session.known if line <= last)
    yield Run(TOOL, "", session.first, last, measurements, (), load, furniture=known)
