"""The pieces of a Markdown page, as git hosts and blog generators read it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from sitegen.importing.page import Page, date_in
from sitegen.importing.pieces import Paragraph, Parts, Piece, Span, block

_FENCE = re.compile(r"(?P<quote>(?:> ?)*) {0,3}(?P<mark>`{3,}|~{3,})[^`]*$")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_BOLD = re.compile(r"\s*(\*\*|__)([^*_]+)\1:?\s*$")
_UNDER = re.compile(r" {0,3}(=+|-+)\s*$")
_RULE = re.compile(r"[ \t]*[|+]?[ \t]*:?-+:?[ \t]*(?:[|+][ \t]*:?-+:?[ \t]*)+[|+]?[ \t]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•·]|\d{1,3}[.)])[ \t]+")
_QUOTE = re.compile(r" {0,3}>[ ]?")
_PICTURE = re.compile(r"!\[([^][]*)\]\(\s*<?([^\s()<>]+(?:\([^()\s]*\)[^()\s]*)*)>?[^()]*\)")
_IMG = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_SRC = re.compile(r"\bsrc\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_STRUCK = re.compile(r"~~(?=\S)(.+?)(?<=\S)~~|<(del|s|strike)\b[^<>]*>(.+?)</\2>", re.I)
_LINK = re.compile(
    r"\[((?:[^][]|\[[^][]*\])*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+[^()]*)?\)"
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.*?-->")
_SHORT_CODE = re.compile(r"\\?\[/?caption\b[^\]]*\]")
_EMPHASIS = re.compile(r"(\*{1,3}|(?<!\w)_{1,3}|`+)(?=\S)(.+?)(?<=\S)\1")
_ESCAPED = re.compile(r"\\([!-/:-@[-`{-~])")
_HIDDEN = ("style", "script")
_BLOCK = re.compile(r"<(table|pre|style|script)\b", re.IGNORECASE)
_FRONT = re.compile(r"(title|date)\s*:\s*(.+?)\s*$", re.IGNORECASE)


def parts(page: Page) -> Parts:
    """Return the pieces of a Markdown page, with its title and date."""
    front, begin = _front_matter(page.lines)
    found = list(_pieces(page, begin))
    heading = next((piece.text for piece in found if piece.kind == "heading"), "")
    header = [Piece("header", 0, begin - 1)] if begin else []
    return Parts([*header, *found], front.get("title") or heading, date_in(front.get("date", "")))


def plain(text: str) -> str:
    """Return the words of a line, without pictures, links, emphasis and tags."""
    text = _SHORT_CODE.sub("", _IMG.sub("", _PICTURE.sub("", text)))
    text = _STRUCK.sub("", text)
    while (shorter := _LINK.sub(r"\1", text)) != text:
        text = shorter
    while (shorter := _EMPHASIS.sub(r"\2", text)) != text:
        text = shorter
    return html.unescape(_ESCAPED.sub(r"\1", _TAG.sub("", text)))


def _front_matter(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """Return what front matter says, and the number of the line behind it."""
    if not lines or lines[0].strip() not in ("---", "+++"):
        return {}, 0
    mark = lines[0].strip()
    end = next((n for n, line in enumerate(lines[1:80], 1) if line.strip() == mark), 0)
    said = [match for line in lines[1:end] if (match := _FRONT.match(line.replace("=", ":", 1)))]
    return {match[1].lower(): match[2].strip("\"'") for match in said}, end + 1 if end else 0


def _pieces(page: Page, begin: int) -> Iterator[Piece]:
    lines = page.lines
    text = Paragraph()
    at = begin
    listed = False
    while at < len(lines):
        line = lines[at]
        bare, depth = _unquoted(line)
        if depth != text.depth:
            yield from text.take()
            text.depth = depth
        if fence := _FENCE.match(line):
            yield from text.take()
            last = _fence_end(lines, at, fence["mark"])
            if at + 1 < last:
                yield block(page, "code", at + 1, last - 1, depth)
            at = last + 1
            continue
        if tagged := _BLOCK.search(line):
            yield from _before(text, at, line[: tagged.start()])
            yield from text.take()
            piece, at = _tagged(page, at, tagged)
            yield from piece
            continue
        if at + 1 < len(lines) and "|" in line and _RULE.match(_unquoted(lines[at + 1])[0]):
            yield from text.take()
            last = _table_end(lines, at)
            yield block(page, "table", at, last, depth)
            at = last + 1
            continue
        if not bare.strip():
            yield from text.take()
        elif not text.spans and not listed and re.match(r" {4}|\t", bare):
            last = _indented_end(lines, at)
            yield block(page, "code", at, last, depth)
            at = last + 1
            continue
        else:
            yield from _beside(at, bare)
            listed = _ITEM.match(bare) is not None or (listed and bare[:1] in " \t")
            if heading := _heading(lines, at, bare, bool(text.spans)):
                yield from text.take()
                level, words, used = heading
                yield Piece("heading", at, at + used - 1, (Span(at, plain(words)),), level=level)
                at += used
                continue
            if _ITEM.match(bare):
                yield from text.take()
            text.spans.append(Span(at, plain(bare)))
        at += 1
    yield from text.take()


def _unquoted(line: str) -> tuple[str, int]:
    depth = 0
    while match := _QUOTE.match(line):
        line = line[match.end() :]
        depth += 1
    return line, depth


def _fence_end(lines: Sequence[str], at: int, mark: str) -> int:
    """Return the line that closes a fence, or the one behind the last where none does."""
    close = re.compile(rf"(?:> ?)* {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}\s*$")
    return next((n for n in range(at + 1, len(lines)) if close.match(lines[n])), len(lines))


def _table_end(lines: Sequence[str], at: int) -> int:
    last = at + 1
    while last + 1 < len(lines) and "|" in lines[last + 1]:
        last += 1
    return last


def _indented_end(lines: Sequence[str], at: int) -> int:
    """Return the last line of an indented block; blank lines may stand in it."""
    last = at
    for number in range(at + 1, len(lines)):
        bare, _ = _unquoted(lines[number])
        if bare.strip() and not re.match(r" {4}|\t", bare):
            break
        if bare.strip():
            last = number
    return last


def _heading(lines: Sequence[str], at: int, bare: str, inside: bool) -> tuple[int, str, int] | None:
    """Return level, words and number of lines of a heading that begins at a line."""
    if match := _HEADING.match(bare):
        return len(match[1]), match[2], 1
    if inside or not re.search(r"\w", bare) or _ITEM.match(bare):
        return None
    if at + 1 < len(lines) and (under := _UNDER.match(lines[at + 1])) and bare[:1] not in " \t":
        return (1 if under[1][0] == "=" else 2), bare.strip(), 2
    if match := _BOLD.match(bare):
        return 6, match[2], 1
    return None


def _beside(at: int, line: str) -> Iterator[Piece]:
    """Yield the pictures in a line, and what is struck out."""
    for match in _PICTURE.finditer(line):
        yield Piece("picture", at, at, (Span(at, match[2]),))
    for match in _IMG.finditer(line):
        target = _SRC.search(match[0])
        yield Piece("picture", at, at, (Span(at, target[1] if target else ""),))
    for match in _STRUCK.finditer(line):
        yield Piece("struck", at, at, (Span(at, plain(match[1] or match[3])),))


def _before(text: Paragraph, at: int, words: str) -> Iterator[Piece]:
    if words.strip():
        yield from _beside(at, words)
        text.spans.append(Span(at, plain(words)))


def _tagged(page: Page, at: int, opening: re.Match[str]) -> tuple[list[Piece], int]:
    """Return a table, <pre> or hidden element of HTML, and the line behind it."""
    name = opening[1].lower()
    close = re.compile(rf"</{name}\s*>", re.IGNORECASE)
    for last in range(at, len(page.lines)):
        begin = opening.end() if last == at else 0
        if end := close.search(page.lines[last], begin):
            piece = Piece(
                "table" if name == "table" else "code",
                at,
                last,
                [Span(line, page.lines[line]) for line in range(at, last + 1)],
                page.start(at, opening.start()),
                page.start(last, end.end()),
            )
            return [] if name in _HIDDEN else [piece], last + 1
    if name != "table":
        return [], at + 1
    last = len(page.lines) - 1  # the page is cut off: what is left of the table is said to be so
    return [block(page, "table", at, last, start=page.start(at, opening.start()))], last + 1
