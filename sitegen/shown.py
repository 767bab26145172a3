"""What raw files say, as far as it may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from sitegen import identities, streams
from sitegen.diagnostics import Diagnostic
from sitegen.project import Content
from sitegen.record import Record
from sitegen.redaction import Redaction
from sitegen.results import FileReading

_HEAD = 1 << 20
_LINE = 60
"""From this length on a printed text can be a whole line with more than its number."""
_LONG = 6
"""From this length on what identifies in one place is told apart from other words."""

Hide = Callable[[str], str]


def names(contents: Iterable[Content]) -> frozenset[str]:
    """Return the names of hosts and people in the contents of raw files."""
    found: set[str] = set()
    for content in contents:
        # Who ran it, and where, stands at the head of a file.
        found |= identities.names(streams.head(content, _HEAD))
    return frozenset(found)


def reading(its: FileReading, redaction: Redaction, content: Content = b"") -> FileReading:
    """Return what a file yields with all its texts covered where they are not to be shown.

    What identifies in its `content` is covered in its facts and findings too, which may quote it
    without the words that tell what it is.
    """
    hide = _hide(redaction)
    if content and redaction.defaults and (its.facts or its.diagnostics):
        whole = streams.head(content, _HEAD)
        own = {whole[start:end] for start, end in identities.spans(whole) if end - start >= _LONG}
        hide = replace(redaction, names=redaction.names | own).hide if own else hide
    facts = tuple(
        fact._replace(
            value=hide(fact.value) if isinstance(fact.value, str) else fact.value,
            written=hide(fact.written),
        )
        for fact in its.facts
    )
    hidden = {value: hide(value) for value in _texts(its.records)}
    hidden |= {one.written: _printed(one.written, redaction) for one in its.records}
    changed = {value: cover for value, cover in hidden.items() if value != cover}
    records = tuple(_record(one, changed) for one in its.records) if changed else its.records
    gaps = tuple(
        one._replace(
            columns={
                name: hide(value) if isinstance(value, str) else value
                for name, value in one.columns.items()
            }
        )
        for one in its.gaps
    )
    told = tuple(_diagnostic(one, hide) for one in its.diagnostics)
    return its._replace(facts=facts, records=records, diagnostics=told, gaps=gaps)


@lru_cache(8)
def _hide(redaction: Redaction) -> Hide:
    """Return `redaction.hide` for short texts, which come again and again."""
    return lru_cache(50_000)(redaction.hide)


def _texts(records: Iterable[Record]) -> set[str]:
    """Return the texts in the columns and notes of records."""
    found = {
        value
        for columns in {id(one.columns): one.columns for one in records}.values()
        for value in columns.values()
        if isinstance(value, str)
    }
    return found | {one.note for one in records if one.note}


def _printed(written: str, redaction: Redaction) -> str:
    """Return what a tool printed for a value; a number with its unit identifies nobody."""
    return redaction.hide(written) if len(written) > _LINE else redaction.hide_known(written)


def _record(its: Record, changed: Mapping[str, str]) -> Record:
    columns = {
        name: changed.get(value, value) if isinstance(value, str) else value
        for name, value in its.columns.items()
    }
    return its._replace(
        columns=columns,
        note=changed.get(its.note, its.note),
        written=changed.get(its.written, its.written),
    )


def _diagnostic(its: Diagnostic, hide: Hide) -> Diagnostic:
    return its._replace(message=hide(its.message), hint=hide(its.hint))
