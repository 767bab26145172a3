"""The HTML of the pages as templates that Jinja2 and Nunjucks understand alike."""

from __future__ import annotations

import jinja2

from benchmarks.page import Page

HEAD = """\
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ its.title | e }}</title></head>
<body><nav><a href="/">Lab</a> <a href="/reports/">Reports</a> <a href="/hardware/">Hardware</a>
<a href="/runs/">Raw files</a></nav><main>
<h1>{{ its.title | e }}</h1>
"""
NUMBERS = """\
{% macro table(rows) %}<table><thead><tr><th>What</th><th>Value</th><th>Printed</th><th>From</th>
</tr></thead><tbody>
{% for one in rows %}<tr><th>{{ one.what | e }}</th><td>{{ one.value | e }}</td>
<td>{{ one.printed | e }}</td><td><a href="{{ one.page }}#L{{ one.line }}">{{ one.line }}</a></td>
</tr>{% endfor %}</tbody></table>{% endmacro %}
{% for rows in its.charts %}<figure><svg viewBox="0 0 600 200">{% for one in rows %}
<a href="{{ one.page }}"><rect x="150" y="{{ loop.index0 * 30 }}" width="{{ one.bar }}" height="20">
</rect></a><text x="0" y="{{ loop.index0 * 30 + 15 }}">{{ one.what | e }}</text>
<text x="600" y="{{ loop.index0 * 30 + 15 }}">{{ one.value | e }}</text>{% endfor %}</svg>
{{ table(rows) }}</figure>{% endfor %}
{% for rows in its.tables %}{{ table(rows) }}{% endfor %}
{% if its.raw %}<pre>{% for line in its.raw.split("\\n") %}<a id="L{{ loop.index }}">\
{{ loop.index }}</a> {{ line | e }}
{% endfor %}</pre>{% endif %}
{% if its.links.length or its.links | length %}<ul>{% for one in its.links %}\
<li><a href="/{{ one[1] }}/">{{ one[0] | e }}</a></li>{% endfor %}</ul>{% endif %}
"""
FOOT = "</main></body></html>\n"

_EXPANDED = jinja2.Environment(autoescape=False).from_string(NUMBERS)


def template(content: str) -> str:
    """Return the template of a page; `content` prints the prose that the generator made."""
    return f"{HEAD}{content}{NUMBERS}{FOOT}"


def expanded(page: Page) -> str:
    """Return the HTML of all numbers of a page in one piece, as Markdown leaves it alone."""
    html = _EXPANDED.render(its=page.numbers())
    if not page.raw:
        return "\n".join(line for line in html.splitlines() if line.strip())
    before, pre, raw = html.partition("<pre>")
    return "\n".join(line for line in before.splitlines() if line.strip()) + "\n" + pre + raw
