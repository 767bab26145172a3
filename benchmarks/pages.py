"""The pages of a lab: what every generator is given to make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from benchmarks.page import SECTIONS, Page, Row
from sitegen import content, display, labels, loading
from sitegen.content import Documents
from sitegen.dataset import Dataset
from sitegen.lab import Lab
from sitegen.project import Project
from sitegen.record import Record

ROWS = 300
"""How many numbers a page of hardware has at most."""

_ANCHOR = re.compile(r" \{#.*?\}$", re.MULTILINE)


def pages(project: Project) -> dict[str, Page]:
    """Return all pages of a lab by their address; a list comes after what it lists."""
    documents, _ = content.load(content.texts(project))
    known, _ = loading.load(project, documents.hardware)
    found = {one.address: one for one in _pages(known, documents)}
    for section in SECTIONS:
        links = tuple(
            (one.title, one.address) for one in found.values() if one.address.startswith(section)
        )
        found[section] = Page(section, section.capitalize(), links=links)
    return found


def _pages(known: Lab, documents: Documents) -> Iterator[Page]:
    for path, file in known.files.items():
        rows = _rows(known.dataset.by_run.get(file.id, ()))
        raw = file.content if isinstance(file.content, bytes) else file.content.read_bytes()
        yield Page(f"runs/{file.id}", path, tables=(rows,), raw=raw.decode())
    for name, its in known.hardware.items():
        rows = _rows(known.dataset.by_hardware.get(name, ())[:ROWS])
        yield Page(f"hardware/{name}", its.title, tables=(rows,))
    for name, report in documents.reports.items():
        with_it = _of(known.dataset, f"{name}/mirrored")
        without = _of(known.dataset, f"{name}/unmirrored")
        yield Page(
            f"reports/{name}",
            name,
            _linked(documents.all[report.path].body, [*with_it[:3], *without[:2]]),
            charts=(_rows([*with_it[:3], *without[:3]]), _rows([*with_it[3:6], *without[3:6]])),
            tables=(_rows([*with_it[:8], *without[:8]]), _rows([*with_it[8:12], *without[8:12]])),
            hardware=tuple(f"hardware/{one}" for one in report.hardware),
        )


def _of(dataset: Dataset, folder: str) -> list[Record]:
    return [
        one for one in dataset.under(folder) if one.columns["quantity"] in ("bandwidth", "iops")
    ]


def _linked(body: str, records: Iterable[Record]) -> str:
    """Return the prose of a report with its numbers as links, without the blocks of ours."""
    plain = _ANCHOR.sub("", body)
    paragraphs = [one for one in plain.split("\n\n") if not one.startswith("```")]
    numbers = [f"[{_shown(one)}](/runs/{one.run}/#L{one.position.line})" for one in records]
    return "\n\n".join([*paragraphs, " ".join(numbers)])


def _rows(records: Iterable[Record]) -> tuple[Row, ...]:
    some = list(records)
    most = max((float(one.value) for one in some), default=1.0) or 1.0
    return tuple(
        {
            "what": labels.metric(
                str(one.columns["operation"]),
                str(one.columns["quantity"]),
                str(one.columns.get("statistic", "")),
            ),
            "value": _shown(one),
            "printed": one.written,
            "page": f"/runs/{one.run}/",
            "line": one.position.line,
            "bar": round(400 * float(one.value) / most, 1),
        }
        for one in some
    )


def _shown(record: Record) -> str:
    return display.show(record.value, record.unit)
