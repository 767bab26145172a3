"""A comparison as JSON: everything that the other views show, and all that they leave out."""

from __future__ import annotations

import json
from typing import Any

from sitegen import urls
from sitegen.claims import Claim
from sitegen.diffing.comparison import Comparison
from sitegen.diffing.measured import Change
from sitegen.diffing.sides import Side
from sitegen.diffing.written import Quote
from sitegen.samples import Sample

VERSION = 1
"""Goes up when a name changes its meaning or goes away; new names may come at any time."""


def render(its: Comparison) -> str:
    """Return the comparison as a JSON document."""
    return json.dumps(as_json(its), ensure_ascii=False, indent=1) + "\n"


def as_json(its: Comparison) -> dict[str, Any]:
    """Return the comparison as plain values; numbers are in base units."""
    return {
        "version": VERSION,
        "verdict": its.verdict,
        "changed": not its.nothing,
        "base": _side(its.base),
        "head": _side(its.head),
        "values": [_change(one) for one in its.changes],
        "facts": [
            {"of": one.subject, "name": one.name, "before": one.before, "after": one.after,
             "path": one.position.path, "line": one.position.line}
            for one in its.restated
        ],
        "raw_files": {
            "moved": dict(its.raw.moved),
            "moved_folders": dict(its.raw.folders),
            "changed": sorted(its.raw.changed),
            "added": list(its.raw.added),
            "removed": list(its.raw.removed),
        },
        "moved_documents": dict(its.documents),
        "claims": {name: list(map(_quote, some)) for name, some in its.claims._asdict().items()},
        "findings": {
            name: [one.as_json() for one in some] for name, some in its.findings._asdict().items()
        },
        "lost_addresses": list(its.lost),
        "charts": {name: list(some) for name, some in its.charts._asdict().items()},
        "pages": {name: list(some) for name, some in its.pages._asdict().items()},
        "other_files": {name: list(some) for name, some in its.others._asdict().items()},
    }  # fmt: skip


def _side(its: Side) -> dict[str, str]:
    return {"name": its.name, "commit": its.commit, "problem": its.problem}


def _change(one: Change) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "folder": one.folder,
        "metric": one.metric,
        "unit": one.sample.unit,
        "workload": dict(one.workload),
        "before": _sample(one.base),
        "after": _sample(one.head),
        "change": one.ratio.change if one.ratio else None,
        "reason": one.reason,
        "differs": {name: list(both) for name, both in one.differs.items()},
    }


def _sample(its: Sample | None) -> dict[str, Any] | None:
    if its is None:
        return None
    return {
        "value": its.value,
        "low": its.low,
        "high": its.high,
        "n": its.n,
        "certainty": its.certainty,
        "printed": [one.written for one in its.records],
        "evidence": [str(one.position) for one in its.records],
        "page": urls.run_line(its.record.page or its.record.run, its.record.position.line),
    }


def _quote(one: Quote) -> dict[str, Any]:
    return {
        "path": one.position.path,
        "line": one.position.line,
        "column": one.position.column,
        "sentence": one.sentence,
        "before": _claim(one.before),
        "after": _claim(one.after),
    }


def _claim(its: Claim | None) -> dict[str, str] | None:
    if its is None:
        return None
    return {"text": its.text, "verdict": its.verdict, "message": its.message}
