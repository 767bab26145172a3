"""Links, pictures and tables as wikis and other texts write them, with titles escaped for each.

A title may hold anything; an address is one of this site, made safe by `address`. Where a dialect
cannot escape a sign (titles of links in DokuWiki), a similar one takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote, urlsplit

Row = Sequence[str]

_RST = r"[\\`*_|<>]"

WIDTH = 800
"""How wide a picture is shown where a dialect has to say so; files are twice as fine."""


class Dialect(NamedTuple):
    """One way to write: `line(text)`, `link(text, to)`, `picture(text, picture, to)`, `table(...)`.

    A table is given by its head and its rows.
    """

    id: str
    name: str
    line: Callable[[str], str]
    link: Callable[[str, str], str]
    picture: Callable[[str, str, str], str]
    table: Callable[[Row, Sequence[Row]], str]


def address(base_url: str, to: str) -> str:
    """Return an address of the site with none of the signs that end a link in any dialect."""
    parts = urlsplit(base_url + to)
    path = quote(parts.path, safe="/:%")
    mark = f"#{quote(parts.fragment, safe='-._:%')}" if parts.fragment else ""
    return (f"{parts.scheme}://{parts.netloc}" if parts.scheme else "") + path + mark


def _entities(text: str, signs: str) -> str:
    """Return a text with numeric references for each match of a pattern, and for `&`."""
    return re.sub(
        rf"&|{signs}", lambda match: "".join(f"&#{ord(sign)};" for sign in match[0]), text
    )


def _backslashes(text: str, signs: str) -> str:
    return re.sub(signs, r"\\\g<0>", text)


def markdown(text: str) -> str:
    """Return a text escaped for CommonMark with tables."""
    return _backslashes(text, r"[\\`*_\[\]<>|~#&!$]")


def mediawiki(text: str) -> str:
    """Return a text escaped for MediaWiki."""
    return _entities(text, r"[<>\[\]{}|'~!]|:(?=//)|_(?=_)")


def dokuwiki_title(text: str) -> str:
    """Return a text that a link or a picture of DokuWiki may have as its title."""
    return text.translate(str.maketrans("[]{}|", "()()/"))


def dokuwiki(text: str) -> str:
    """Return a text for a cell of DokuWiki."""
    if not re.search(r"[|^<>\[\]{}\\@]|%%|\*\*|__|//|''|::|--|==|~~|\(\(|\((?:c|r|tm)\)", text):
        return text
    return f"<nowiki>{text.replace('</nowiki>', '</ nowiki>')}</nowiki>"


def confluence(text: str) -> str:
    """Return a text escaped for the wiki markup of Confluence."""
    signs = r"[\\{}\[\]|*_^~!?(]|(?<!\w)[-+]|[-+](?!\w)|:(?=[()DP/])|;(?=\))"
    return _backslashes(text, signs)


def rst(text: str) -> str:
    """Return a text escaped for reStructuredText, also where it begins a line."""
    plain = _backslashes(text, rf"{_RST}|:$")
    begins = re.match(r"[^\w\\]|\(?\w+[.)](?:\s|$)", plain)
    return f"\\{plain}" if begins else plain


def asciidoc(text: str) -> str:
    """Return a text escaped for AsciiDoc."""
    return _entities(text, r"[<>\"'\[\]{}|*_`#^~+\\(@]|:(?=//)|-(?=-)|^\.")


def _asciidoc_link(text: str, to: str) -> str:
    # Inside the plus signs nothing of an address is taken for markup.
    target = f"++{to}++" if re.search(r"[_~^*]", to) else to
    return f"link:{target}[{asciidoc(text)}]"


def _xml_picture(text: str, picture: str, to: str) -> str:
    return (
        f'<p><a href="{escape(to)}"><ac:image ac:width="{WIDTH}" ac:alt="{escape(text)}">'
        f'<ri:url ri:value="{escape(picture)}" /></ac:image></a></p>'
    )


def _html_line(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _html_link(text: str, to: str) -> str:
    return f'<a href="{escape(to)}">{escape(text)}</a>'


def _html_picture(text: str, picture: str, to: str) -> str:
    image = f'<img src="{escape(picture)}" alt="{escape(text)}" width="{WIDTH}">'
    return f'<a href="{escape(to)}">{image}</a>'


def frame(text: str, to: str, height: int) -> str:
    """Return HTML that shows a page of the site inside another."""
    return (
        f'<iframe src="{escape(to)}" title="{escape(text)}" width="100%" height="{height}" '
        'loading="lazy" style="border:0"></iframe>'
    )


def _lines(
    cell: Callable[[str], str], head: tuple[str, str, str], row: tuple[str, str, str]
) -> Callable[[Row, Sequence[Row]], str]:
    """Return what writes a table with a line for each row: begin, between and end of head, row."""

    def table(names: Row, rows: Sequence[Row]) -> str:
        def line(cells: Row, signs: tuple[str, str, str]) -> str:
            return signs[0] + signs[1].join(cell(one) or " " for one in cells) + signs[2]

        return "\n".join([line(names, head), *(line(one, row) for one in rows)])

    return table


def _around(
    before: str, inner: Callable[[Row, Sequence[Row]], str], after: str
) -> Callable[[Row, Sequence[Row]], str]:
    return lambda head, rows: before + inner(head, rows) + after


def _markdown_table(head: Row, rows: Sequence[Row]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        f"| {' | '.join(one if n == 1 else markdown(one) for one in cells)} |"
        for n, cells in enumerate(lines)
    )


def _rst_table(head: Row, rows: Sequence[Row]) -> str:
    lines = [".. list-table::", "   :header-rows: 1", ""]
    for cells in (head, *rows):
        for number, one in enumerate(cells):
            lines.append(f"   {' ' if number else '*'} - {rst(one)}".rstrip())
    return "\n".join(lines)


def plain_table(head: Row, rows: Sequence[Row]) -> str:
    """Return a table with its columns aligned by spaces."""
    wide = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return "\n".join(
        "  ".join(one.ljust(width) for one, width in zip(cells, wide, strict=True)).rstrip()
        for cells in (head, *rows)
    )


_HTML_TABLE = _around(
    "<table><tbody>\n",
    _lines(
        escape,
        ("<tr><th>", "</th><th>", "</th></tr>"),
        ("<tr><td>", "</td><td>", "</td></tr>"),
    ),
    "\n</tbody></table>",
)
DIALECTS: Mapping[str, Dialect] = {
    one.id: one
    for one in (
        Dialect(
            "markdown",
            "Markdown (GitHub, GitLab, Gitea)",
            markdown,
            lambda text, to: f"[{markdown(text)}]({to})",
            lambda text, picture, to: f"[![{markdown(text)}]({picture})]({to})",
            _markdown_table,
        ),
        Dialect(
            "mediawiki",
            "MediaWiki",
            mediawiki,
            lambda text, to: f"[{to} {mediawiki(text)}]",
            # Where external pictures are not allowed, both lines are links.
            lambda text, picture, to: f"[{to} {picture}]\n\n[{to} {mediawiki(text)}]",
            _around(
                '{| class="wikitable"\n',
                _lines(mediawiki, ("! ", " !! ", ""), ("|-\n| ", " || ", "")),
                "\n|}",
            ),
        ),
        Dialect(
            "dokuwiki",
            "DokuWiki",
            dokuwiki,
            lambda text, to: f"[[{to}|{dokuwiki_title(text)}]]",
            lambda text, picture, to: f"[[{to}|{{{{{picture}?{WIDTH}|{dokuwiki_title(text)}}}}}]]",
            _lines(dokuwiki, ("^ ", " ^ ", " ^"), ("| ", " | ", " |")),
        ),
        Dialect(
            "confluence",
            "Confluence, wiki markup",
            confluence,
            lambda text, to: f"[{confluence(text)}|{to}]",
            lambda text, picture, to: (
                f"[!{picture}|width={WIDTH}!|{to}]\n[{confluence(text)}|{to}]"
            ),
            _lines(confluence, ("||", "||", "||"), ("|", "|", "|")),
        ),
        Dialect(
            "confluence-storage", "Confluence, storage format", _html_line, _html_link,
            _xml_picture, _HTML_TABLE,
        ),
        Dialect(
            "rst",
            "reStructuredText",
            rst,
            lambda text, to: f"`{_backslashes(text, _RST)} <{to}>`__",
            lambda text, picture, to: (
                f".. figure:: {picture}\n   :target: {to}\n   :alt: {text}\n\n   {rst(text)}"
            ),
            _rst_table,
        ),
        Dialect(
            "asciidoc",
            "AsciiDoc",
            asciidoc,
            _asciidoc_link,
            lambda text, picture, to: (
                f'.{asciidoc(text)}\nimage::{picture}["{asciidoc(text)}",link="{to}"]'
            ),
            _around("[%header]\n|===\n", _lines(asciidoc, ("|", " |", ""), ("|", " |", "")),
                    "\n|==="),
        ),
        Dialect("html", "HTML", _html_line, _html_link, _html_picture, _HTML_TABLE),
        Dialect(
            "plain",
            "Plain text",
            str,
            lambda text, to: f"{text}: {to}",
            lambda text, picture, to: f"{text}: {to} (picture: {picture})",
            plain_table,
        ),
    )
}  # fmt: skip
"""All dialects by id, in the order that pages show them."""
