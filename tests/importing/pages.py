"""Pages written into tests, and what an import makes of them, in a form that is easy to compare."""

from __future__ import annotations

from textwrap import dedent

from sitegen.importing import Import, import_page
from sitegen.record import Record


def imported(page: str | bytes, name: str = "page.md") -> Import:
    """Return what comes of a page."""
    content = page if isinstance(page, bytes) else dedent(page).encode()
    return import_page(name, content, "page", {})


def values(page: str | bytes, name: str = "page.md") -> str:
    """Return a line for each value: its line in the page, what it is, and under which load."""
    lines = []
    for cut in imported(page, name).cuts.values():
        for record in cut.reading.records:
            line = cut.page_line(record.position.line) + 1
            lines.append(f"{line}: {_shown(record)}")
    return "".join(f"{line}\n" for line in lines)


def _shown(record: Record) -> str:
    load = [
        f"{column.partition('.')[2]} {value}"
        for column, value in sorted(record.columns.items())
        if column.startswith(("workload.", "testbed."))
    ]
    sure = [] if record.certainty == "exact" else [record.certainty]
    unit = [record.unit] if record.unit != "1" else []
    return ", ".join([" ".join([record.metric, f"{record.value:g}", *unit]), *load, *sure])


def cuts(page: str | bytes, name: str = "page.md") -> str:
    """Return the lines that were cut out of a page, by their file below results/page/."""
    return "".join(
        f"{path.removeprefix('results/page/')}: {cut.first + 1}-{cut.last + 1}\n"
        for path, cut in sorted(imported(page, name).cuts.items())
    )


def notes(page: str | bytes, name: str = "page.md") -> str:
    """Return the remarks, each with its line."""
    return "".join(f"{note.line + 1}: {note.text}\n" for note in imported(page, name).notes)


def prose(page: str | bytes, name: str = "page.md") -> str:
    """Return the numbers of the prose, each with its target or why it has none."""
    return "".join(
        f"{one.told.line + 1}: {one.told.claim}: {one.target or one.reason}"
        f"{f' ({one.title})' if one.title else ''}\n"
        for one in imported(page, name).placed
    )


def machine(page: str | bytes, name: str = "page.md", case: str = "") -> str:
    """Return the testbed.yaml of a page or of one of its cases, without title and remarks."""
    folder = f"results/page/{case}".rstrip("/")
    text = imported(page, name).files[f"{folder}/testbed.yaml"].decode()
    lines = text.splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("title:", "date:", "# Lines", "# Impo"))]
    return "".join(line for line in kept if not line.startswith("# Not said"))
