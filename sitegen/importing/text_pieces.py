"""The pieces of plain text and of mails: paragraphs, how often they are quoted, and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from email.header import decode_header, make_header

from sitegen.importing.mail_parts import MailPart, mail_parts
from sitegen.importing.page import HEADER, Page, date_in
from sitegen.importing.pieces import Paragraph, Parts, Piece, Span

_QUOTES = re.compile(r"(?:>[ \t]?)+")
_NUMBERED = re.compile(r"\d+(?:\.\d+)*\.?[ \t]+\S")
_MEASURED = re.compile(r"\d ?(?:[munµ]?s|[kKMGT]i?B(?:/s)?|%|IOPS|tps)\b|\d%")
_NO_TITLE = re.compile(rf"\.$|{_MEASURED.pattern}")
_ATTRIBUTION = re.compile(r"\b(?:wrote|writes|schrieb|\u00e9crit|escribi\u00f3)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.,;!?]$")
_LONGEST_HEADING = 64
_LONGEST_TITLE = 120
_SUBJECT = re.compile(r"^(?:(?:re|fwd?|aw|sv):\s*|\[[^\]]*\]\s*)+", re.IGNORECASE)
_RULE = re.compile(r"\W+$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•·]|\d{1,3}[.)])[ \t]+\S")


def parts(page: Page) -> Parts:
    """Return the pieces of a mail or of plain text, with its title and date."""
    texts = {number - 1: text for number, text in _texts(page)}
    header, begin = _header(page.lines) if page.kind == "mail" else ({}, 0)
    several = mail_parts(page.lines, begin) if page.kind == "mail" else []
    pieces = list(_with_parts(page, texts, begin, several))
    title = _SUBJECT.sub("", header.get("subject", ""))
    date = date_in(header.get("date", ""))
    if page.kind != "mail":
        pieces, title, date = _titled(pieces)
    return Parts([Piece("header", 0, begin - 1), *pieces] if begin else pieces, title, date)


def _with_parts(
    page: Page, texts: Mapping[int, str], begin: int, mail: Sequence[MailPart]
) -> Iterator[Piece]:
    """Yield the pieces of a text, of a mail with several parts only those of its text."""
    at = begin
    for its in mail:
        yield from _pieces(
            page, {line: texts[line] for line in texts if at <= line < its.first}, at
        )
        if its.first >= begin:
            yield Piece("header", its.first, its.body - 1)
        at = its.body
        if its.left_out:
            at = its.last + 1
            yield Piece("attachment", its.body, its.last, (Span(its.body, its.left_out),))
    yield from _pieces(page, texts, at)


def _texts(page: Page) -> Iterator[tuple[int, str]]:
    return zip(page.source.numbers, page.source.lines, strict=True)


def depth(line: str) -> int:
    """Return how often a line of a mail is quoted."""
    match = _QUOTES.match(line)
    return match[0].count(">") if match else 0


def _header(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """Return the header of a mail, and the number of the line behind it."""
    said: dict[str, str] = {}
    name = ""
    at = 0
    while at < len(lines) and not lines[at].strip():
        at += 1
    while at < len(lines) and lines[at].strip():
        line = lines[at]
        if HEADER.match(line):
            name, _, value = line.partition(":")
            name = name.lower()
            said.setdefault(name, value.strip())
        elif name and line[:1] in " \t":
            said[name] += " " + line.strip()
        at += 1
    return {name: _decoded(value) for name, value in said.items()}, at


def _decoded(value: str) -> str:
    """Return a line of a header with =?...?= read (RFC 2047)."""
    try:
        return str(make_header(decode_header(value)))
    except (UnicodeDecodeError, LookupError, ValueError):
        return value


def _pieces(page: Page, texts: Mapping[int, str], begin: int) -> Iterator[Piece]:
    lines, mail = page.lines, page.kind == "mail"
    text = Paragraph()
    at = begin
    end = max(texts, default=-1) + 1
    while at < end:
        line = texts.get(at)
        if line is None:  # joined to the line above by a soft break of quoted-printable
            at += 1
            continue
        deep = depth(lines[at])
        if deep != text.depth:
            yield from _taken(text, mail=mail)
            text.depth = deep
        if not line.strip() or _RULE.match(line):
            yield from _taken(text, mail=mail)
        elif not text.spans and (behind := _inner_header(lines, at)):
            yield Piece("header", at, behind - 1)
            at = behind
            continue
        else:
            if _ITEM.match(line):
                yield from _taken(text, mail=mail)
            text.spans.append(Span(at, line.strip("\r")))
        at += 1
    yield from _taken(text, mail=mail)


def _inner_header(lines: Sequence[str], at: int) -> int:
    """Return the line behind the header of a further mail, or of the one that is quoted; else 0."""
    behind = at
    names = set()
    while behind < len(lines) and (bare := _QUOTES.sub("", lines[behind], 1)).strip():
        match = HEADER.match(bare)
        if match:
            names.add(bare.partition(":")[0].lower())
        elif behind == at and not bare.startswith(("From ", "-----Orig", "-- Orig")):
            return 0
        behind += 1
        if behind - at > 60:
            return 0
    known = {"from", "to", "subject", "date", "sent", "cc", "message-id"}
    return behind if len(names & known) > 1 else 0


def _taken(text: Paragraph, *, mail: bool) -> list[Piece]:
    """Return a paragraph, as a heading if it looks like one; in mails names stand alone too."""
    alone = len(text.spans) == 1
    words = text.spans[0].text.strip() if alone else ""
    marked = words.endswith(":") or _NUMBERED.match(words)
    if alone and _is_heading(words) and not text.depth and (marked or not mail):
        level = 2 + words.split()[0].strip(".").count(".") if _NUMBERED.match(words) else 3
        return text.take("heading", level)
    return text.take()


def _is_heading(words: str) -> bool:
    """Return whether a line that stands alone is a heading: few words, no sentence, no number."""
    bare = words.rstrip(":")
    return (
        len(words) <= _LONGEST_HEADING
        and words[:1].isupper() | bool(_NUMBERED.match(words))
        and not _SENTENCE_END.search(words)
        and not (words.endswith(":") and len(bare.split()) > 4)
        and not _MEASURED.search(words)
        and not _ATTRIBUTION.search(words)
        and "=" not in words
        and "\t" not in words
        and "  " not in words
        and not words.startswith("http")
        and bool(re.search(r"[A-Za-z]{3}", words))
    )


def _titled(pieces: Sequence[Piece]) -> tuple[list[Piece], str, str]:
    """Return the pieces without those at the top that are the title and the date."""
    left = list(pieces)
    title = date = ""
    for piece in pieces[:4]:
        words = " ".join(piece.text.split())
        if not date and len(words) < 40 and date_in(words):
            date = date_in(words)
        elif not title and len(words) <= _LONGEST_TITLE and not _NO_TITLE.search(words):
            title = _SUBJECT.sub("", words)
        else:
            break
        left.remove(piece)
    return left, title, date
