"""Reading a small table in a test, and printing what it yields."""

from __future__ import annotations

from textwrap import dedent

from sitegen.results import FileReading, read_file

COLUMNS = """
    - {column: block_size}
    - {operation: seq-write, quantity: bandwidth, unit: MB/s}
    - {operation: seq-read, quantity: bandwidth, unit: MB/s}
"""
"""A key and two columns of values, for tables that are about something else."""


def read(raw: str | bytes, table: str, name: str = "t.txt") -> FileReading:
    """Return what a raw file yields with a sidecar whose `table` is given."""
    content = raw if isinstance(raw, bytes) else dedent(raw).encode()
    return read_file(name, content, f"table:{indented(table)}")


def indented(block: str) -> str:
    """Return YAML as the value of a key."""
    return "".join(f"\n  {line}" for line in dedent(block).strip("\n").splitlines())


def shown(reading: FileReading) -> str:
    """Return a line for each value and for each finding."""
    lines = []
    for record in reading.records:
        columns = {
            name.removeprefix("workload."): value
            for name, value in sorted(record.columns.items())
            if name.startswith(("workload.", "testbed."))
        }
        known = "".join(f", {name} {value}" for name, value in columns.items())
        sure = "" if record.certainty == "exact" else f", {record.certainty}"
        lines.append(
            f"{record.metric} {record.value} {record.unit} "
            f"({record.written}, line {record.position.line}){known}{sure}"
        )
    lines += [f"{found.position}: {found.code}: {found.message}" for found in reading.diagnostics]
    return "".join(f"{line}\n" for line in lines)
