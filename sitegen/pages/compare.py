"""The compare page: what a browser needs to set any runs, testbeds or hardware side by side.

The page itself holds no results. A small index names what can be chosen; the values of the runs
below one outer folder of results/ are one script, loaded when something of it is chosen. They are
scripts and not JSON because pages opened from a disk may not fetch anything.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sitegen import display, labels, ordering, palette, urls, vocabulary
from sitegen.doubts import words as words_of
from sitegen.lab import Lab
from sitegen.names import Names, label
from sitegen.record import Record, Value
from sitegen.selection import METRIC
from sitegen.tables import scales

INDEX = "compare/index.js"
SHARDS = "compare/data/"

BESIDE = ("cpu", "user-cpu", "system-cpu", "size", "count")
"""Quantities that say how a result came about: they stand below the others."""


@dataclass(frozen=True, slots=True)
class ComparePage:
    """What the template of the compare page gets."""

    title: str
    summary: str
    binary: bool


def script(call: str, *values: object) -> bytes:
    """Return a script that hands values to a function of compare.js."""
    text = ", ".join(
        json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        for value in values
    )
    # U+2028 and U+2029 end a line in older scripts; '<' is nothing that a script should be seen
    # with.
    for letter in "\u2028\u2029<":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return f"sitegenCompare.{call}({text});\n".encode()


def files(lab: Lab, names: Names) -> dict[str, bytes]:
    """Return the index and the shards by their address."""
    made = {INDEX: script("index", _index(lab))}
    for outer, runs in _by_shard(lab, names).items():
        made[f"{SHARDS}{outer}.js"] = script("shard", runs)
    return made


def _shard(run: str) -> str:
    """Return the name of the script that a run is in."""
    return urls.slug(run.partition("/")[0].partition(":")[0])


def _index(lab: Lab) -> dict[str, object]:
    subjects: list[dict[str, object]] = []
    for name, its in lab.hardware.items():
        records = lab.dataset.by_hardware.get(name, ())
        if records:
            shards = sorted({_shard(record.run) for record in records})
            subjects.append(
                {
                    "id": f"hardware:{name}",
                    "title": its.title,
                    "kind": its.kind,
                    "shards": shards,
                    "address": urls.hardware(name),
                    "values": len(records),
                }
            )
    for path in lab.testbeds:
        records = lab.dataset.under(path)
        if records:
            subjects.append(
                {
                    "id": f"testbed:{path}",
                    "title": lab.testbed_title(path),
                    "kind": "testbed",
                    "shards": [_shard(path)],
                    "address": urls.testbed(path),
                    "values": len(records),
                }
            )
    for name, entry in lab.runs.items():
        version = f" {entry.run.version}" if entry.run.version else ""
        title = lab.testbed_title(entry.file.testbed) or name
        subjects.append(
            {
                "id": f"run:{name}",
                "kind": "run",
                "shards": [_shard(name)],
                "address": urls.run(name),
                "title": f"{entry.run.tool}{version}: {title}",
                "values": len(lab.dataset.by_run.get(name, ())),
            }
        )
    for one in subjects:
        one["mark"] = palette.slot(str(one["id"]).partition(":")[2])
    shapes = [shape for shape, _, _ in palette.SHAPES]
    return {"subjects": subjects, "names": _names(lab.dataset.records), "shapes": shapes}


def _names(records: Iterable[Record]) -> dict[str, object]:
    """Return the words for every metric and column that occurs, and the units' ladders."""
    metrics: dict[str, dict[str, object]] = {}
    columns: dict[str, str] = {}
    for record in records:
        if record.metric not in metrics:
            operation, quantity = str(record.columns["operation"]), str(record.columns["quantity"])
            kind = vocabulary.QUANTITIES[quantity]
            statistic = str(record.columns.get("statistic", ""))
            metrics[record.metric] = {
                "label": labels.metric(operation, quantity, statistic),
                "unit": kind.unit,
                "better": kind.better,
                "share": quantity in scales.PER_CENT,
                "order": [
                    int(quantity in BESIDE),
                    *ordering.order("operation", operation)[:2],
                    quantity,
                    statistic,
                ],
            }
        for column in record.columns:
            columns.setdefault(column, label(column))
    return {"metrics": metrics, "columns": columns, "ladders": display.ladders()}


def _by_shard(lab: Lab, names: Names) -> Mapping[str, dict[str, object]]:
    """Return the runs of each outer folder: what all values share said once, then the values."""
    found: dict[str, dict[str, object]] = {}
    words = _distinct(lab.dataset.records, names)
    gaps = _gaps(lab)
    for name, records in lab.dataset.by_run.items():
        shared = {
            column: value
            for column, value in records[0].columns.items()
            if all(record.columns.get(column) == value for record in records)
        }
        common = frozenset.intersection(*(_hardware(lab, record) for record in records))
        doubted = list(dict.fromkeys(text for one in records for text in words_of(one.doubts)))
        found.setdefault(_shard(name), {})[name] = {
            "address": urls.run(name),
            "testbed": shared.get("testbed", ""),
            "shared": {c: words[c, value] for c, value in sorted(shared.items())},
            "ids": sorted(common),
            "doubts": doubted,
            "gaps": gaps.get(name, []),
            "values": [
                [
                    record.metric,
                    record.value,
                    record.position.line,
                    record.written,
                    record.certainty,
                    {
                        column: words[column, value]
                        for column, value in sorted(record.columns.items())
                        if column not in shared and column.startswith(("workload.", "testbed."))
                    },
                    *_own(record, _hardware(lab, record) - common, doubted),
                ]
                for record in records
            ],
        }
    return found


def _gaps(lab: Lab) -> Mapping[str, list[list[object]]]:
    """Return what has no value in each run because its tool says so: metric, word, line."""
    found: dict[str, list[list[object]]] = {}
    for gap in lab.dataset.gaps:
        metric = ".".join(str(gap.columns[c]) for c in METRIC if c in gap.columns)
        if metric:
            found.setdefault(gap.run, []).append([metric, gap.said, gap.position.line])
    return found


def _own(record: Record, hardware: Collection[str], doubted: Sequence[str]) -> list[object]:
    """Return what a value has otherwise than its run, as far as it has any of it.

    That is the page of its raw file, its hardware, and which doubts of the run it has.
    """
    found: list[object] = [
        urls.run(record.page) if record.page else "",
        sorted(hardware),
        [doubted.index(text) for text in words_of(record.doubts)],
    ]
    while found and not found[-1]:
        found.pop()
    return found


def _distinct(records: Iterable[Record], names: Names) -> Mapping[tuple[str, Value], str]:
    """Return the words for every value of a column, no two alike: the page tells loads by them."""
    found: dict[tuple[str, Value], str] = {}
    owners: dict[tuple[str, str], Value] = {}
    for record in records:
        for column, value in record.columns.items():
            if (column, value) not in found:
                text = names.value(column, value)
                if owners.setdefault((column, text), value) != value:
                    text = f"{text} ({value})"
                found[column, value] = text
    return found


def _hardware(lab: Lab, record: Record) -> frozenset[str]:
    return frozenset(
        one
        for column, value in record.columns.items()
        if column.startswith("testbed.") and isinstance(value, str)
        for one in value.split(" + ")
        if one in lab.hardware
    )


def view(*, binary: bool) -> ComparePage:
    """Return the view of the compare page."""
    return ComparePage(
        "Compare",
        "Choose hardware, testbeds or runs, and see them side by side with what else differs.",
        binary,
    )
