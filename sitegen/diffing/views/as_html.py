"""A comparison as one page with its charts before and after, which needs nothing else."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape

from sitegen import palette, urls
from sitegen.build import Site
from sitegen.diffing.comparison import Comparison
from sitegen.diffing.sections import Section, sections
from sitegen.diffing.values import Cell, Table

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_STYLE = """
body { margin: 24px auto; max-width: 72rem; padding: 0 16px; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; margin: 8px 0 20px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px 4px 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--rule); }
.num { text-align: right; }
.scroll { overflow-x: auto; }
.pair { display: flex; flex-wrap: wrap; gap: 16px; }
.pair figure { flex: 1 1 24rem; margin: 0; }
.pair img { max-width: 100%; }
a { color: var(--link); }
"""


def render(its: Comparison, *, preview_url: str = "") -> str:
    """Return the page; numbers link to their place in a preview of the new site, if it is given."""
    body = [f"<h1>{escape(its.verdict)}</h1>"]
    if not its.nothing:
        body.append(f"<p>{escape(its.base.name)} against {escape(its.head.name)}.</p>")
        body += [f"<p><strong>{escape(one)}</strong></p>" for one in its.problems]
        for section in sections(its):
            body += _section(section, preview_url)
        body += _charts(its)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{escape(its.verdict)}</title>\n<style>{palette.style_sheet()}{_STYLE}</style>\n"
        + "\n".join(body)
        + "\n</html>\n"
    )


def _section(section: Section, preview_url: str) -> Iterator[str]:
    title = f"{escape(section.title)} ({section.rows:,})"
    yield f"<details><summary>{title}</summary>" if section.folded else f"<h2>{title}</h2>"
    for table in section.tables:
        yield _table(table, preview_url)
    if section.folded:
        yield "</details>"


def _table(table: Table, preview_url: str) -> str:
    lines = [_row("th", [escape(one) for one in table.head], table)]
    lines += [_row("td", [_linked(one, preview_url) for one in row], table) for row in table.rows]
    body = "\n".join(lines)
    return f'<div class="scroll"><table>\n{body}\n</table></div>'


def _row(tag: str, cells: Sequence[str], table: Table) -> str:
    classes = [' class="num"' if place in table.numbers else "" for place in range(len(cells))]
    inside = (f"<{tag}{its}>{one}</{tag}>" for its, one in zip(classes, cells, strict=True))
    return f"<tr>{''.join(inside)}</tr>"


def _linked(one: Cell, preview_url: str) -> str:
    text = escape(one.text)
    if not (preview_url and one.address and text):
        return text
    return f'<a href="{escape(preview_url.rstrip("/"))}/{escape(one.address)}">{text}</a>'


def _charts(its: Comparison) -> Iterator[str]:
    base, head = its.base.site, its.head.site
    if base is None or head is None:
        return
    for name in its.charts.changed:
        pair = [_picture(site, name, when) for site, when in ((base, "before"), (head, "after"))]
        if any(pair):
            yield f'<h3>{escape(name)}</h3><div class="pair">{"".join(pair)}</div>'


def _picture(site: Site, name: str, when: str) -> str:
    make = site.pending.get(urls.chart_file(name, "svg"))
    svg = make() if make else b""
    if not svg:
        return ""
    address = f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"
    words = escape(f"{name}, {when}")
    return f'<figure><figcaption>{when}</figcaption><img alt="{words}" src="{address}"></figure>'
