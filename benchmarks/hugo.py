"""The pages of a lab for Hugo: the same reports, hardware and raw files, with the numbers ready.

Hugo is given every number already read and in its unit, and checks nothing: a handicap in its
favour. Its templates make the same kinds of page: a report with two tables, five numbers that link
to their line and two bar charts as SVG, a page for each piece of hardware with a table of all that
was measured on it, and a page for each raw file with its values and numbered lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sitegen import display, labels
from sitegen.dataset import Dataset
from sitegen.lab import Lab
from sitegen.record import Record

CONFIGURATION = (
    'baseURL = "/"\ntitle = "A lab of rigs"\ndisableKinds = ["taxonomy", "term", "rss"]\n'
    "[markup.goldmark.renderer]\nunsafe = true\n"
)

_BASE = """\
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title></head>
<body><nav><a href="/">Lab</a> <a href="/reports/">Reports</a> <a href="/hardware/">Hardware</a>
<a href="/runs/">Raw files</a></nav><main>{{ block "main" . }}{{ end }}</main></body></html>
"""
_TABLE = """\
<table><thead><tr><th>What</th><th>Value</th><th>Printed</th><th>From</th></tr></thead><tbody>
{{ range . }}<tr><th>{{ .what }}</th><td>{{ .value }}</td><td>{{ .printed }}</td>
<td><a href="{{ .page }}#L{{ .line }}">{{ .line }}</a></td></tr>{{ end }}</tbody></table>
"""
_BARS = """\
<svg viewBox="0 0 600 200">{{ range $n, $one := . }}
<a href="{{ .page }}"><rect x="150" y="{{ mul $n 30 }}" width="{{ .bar }}" height="20"></rect></a>
<text x="0" y="{{ add (mul $n 30) 15 }}">{{ .what }}</text>
<text x="600" y="{{ add (mul $n 30) 15 }}">{{ .value }}</text>{{ end }}</svg>
"""
LAYOUTS = {
    "baseof.html": _BASE,
    "index.html": '{{ define "main" }}<h1>{{ .Title }}</h1>{{ end }}',
    "list.html": '{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range .Pages }}<li>'
    '<a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}',
    "single.html": '{{ define "main" }}<h1>{{ .Title }}</h1><p>{{ .Params.summary }}</p>'
    '{{ .Content }}{{ range .Params.charts }}<figure>{{ partial "bars.html" . }}'
    '{{ partial "table.html" . }}</figure>{{ end }}'
    '{{ range .Params.tables }}{{ partial "table.html" . }}{{ end }}'
    '{{ with .Params.raw }}<pre>{{ range $n, $line := split . "\\n" }}'
    '<a id="L{{ add $n 1 }}">{{ add $n 1 }}</a> {{ $line }}\n{{ end }}</pre>{{ end }}{{ end }}',
    "_partials/table.html": _TABLE,
    "_partials/bars.html": _BARS,
}


def files(lab: Lab, documents: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield path and text of each file of the site; `documents` are the bodies of reports."""
    yield "hugo.toml", CONFIGURATION
    for name, text in LAYOUTS.items():
        yield f"layouts/{name}", text
    yield "content/_index.md", _page("A lab of rigs", "")
    for section in ("reports", "hardware", "runs"):
        yield f"content/{section}/_index.md", _page(section.capitalize(), "")
    for path, file in lab.files.items():
        rows = _rows(lab.dataset.by_run.get(file.id, ()))
        content = file.content if isinstance(file.content, bytes) else file.content.read_bytes()
        yield f"content/runs/{file.id}.md", _page(path, "", tables=[rows], raw=content.decode())
    for name, its in lab.hardware.items():
        rows = _rows(lab.dataset.by_hardware.get(name, ())[:300])
        yield f"content/hardware/{name}.md", _page(its.title, "", tables=[rows])
    for name, body in documents.items():
        mirrored = _of(lab.dataset, f"{name}/mirrored")
        unmirrored = _of(lab.dataset, f"{name}/unmirrored")
        charts = [
            _rows([*mirrored[:3], *unmirrored[:3]]),
            _rows([*mirrored[3:6], *unmirrored[3:6]]),
        ]
        tables = [
            _rows([*mirrored[:8], *unmirrored[:8]]),
            _rows([*mirrored[8:12], *unmirrored[8:12]]),
        ]
        words = _linked(body, [*mirrored[:3], *unmirrored[:2]])
        yield f"content/reports/{name}.md", _page(name, words, charts=charts, tables=tables)


def _of(dataset: Dataset, folder: str) -> list[Record]:
    return [
        one for one in dataset.under(folder) if one.columns["quantity"] in ("bandwidth", "iops")
    ]


def _linked(body: str, records: Iterable[Record]) -> str:
    """Return the prose of a report with its numbers as links, without the blocks of ours."""
    paragraphs = [one for one in body.split("\n\n") if not one.startswith("```")]
    numbers = [f"[{_shown(one)}](/runs/{one.run}/#L{one.position.line})" for one in records]
    return "\n\n".join([*paragraphs, " ".join(numbers)])


def _rows(records: Iterable[Record]) -> list[dict[str, object]]:
    some = list(records)
    most = max((float(one.value) for one in some), default=1.0) or 1.0
    return [
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
    ]


def _shown(record: Record) -> str:
    return display.show(record.value, record.unit)


def _page(title: str, body: str, **more: Any) -> str:
    return f"{json.dumps({'title': title, **more})}\n\n{body}\n"


def write(lab: Lab, documents: Mapping[str, str], target: Path) -> None:
    """Write the site below `target`."""
    for path, text in files(lab, documents):
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
