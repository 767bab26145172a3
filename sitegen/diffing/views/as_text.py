"""A comparison for a terminal or a log."""

from __future__ import annotations

from sitegen.diffing.comparison import Comparison
from sitegen.diffing.sections import sections
from sitegen.diffing.values import Table


def render(its: Comparison) -> str:
    """Return the comparison as text, with columns set by blanks."""
    lines = [its.verdict]
    if not its.nothing:
        lines += [f"{its.base.name} against {its.head.name}", *its.problems]
        for section in sections(its):
            lines += ["", f"{section.title} ({section.rows:,})"]
            for table in section.tables:
                lines += _table(table)
    return "".join(f"{_plain(line)}\n" for line in lines)


def _table(table: Table) -> list[str]:
    rows = [list(table.head), *([" ".join(one.text.split()) for one in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(
            text.rjust(width) if number in table.numbers else text.ljust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _plain(line: str) -> str:
    """Return a line without what a terminal would act on."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
