"""What raw files say, as far as it may be shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from sitegen import identities, streams
from sitegen.diagnostics import Diagnostic
from sitegen.project import Content
from sitegen.record import Record, Value
from sitegen.redaction import Redaction
from sitegen.results import FileReading

_HEAD = 1 << 20
_LINE = 60
"""From this length on a printed text can be a whole line with more than its number."""
_LONG = 6
"""From this length on what identifies in one place is told apart from other words."""

Hide = Callable[[str], str]


class Told(NamedTuple):
    """What a raw file tells of machines and people: names, and all texts that identify.

    Short texts are left out: elsewhere they are hardly the same.
    """

    names: Collection[str] = ()
    texts: Collection[str] = ()


NOTHING = Told()


def told(content: Content) -> Told:
    """Return what a raw file tells of who ran it, and where: that stands at its head."""
    text = streams.head(content, _HEAD)
    its = identities.told(text)
    texts = {text[start:end] for start, end in its.spans if end - start >= _LONG}
    return Told(its.names, texts)


def reading(its: FileReading, redaction: Redaction, own: Told = NOTHING) -> FileReading:
    """Return what a file yields with all its texts covered where they are not to be shown.

    What the file itself tells is covered in its facts and findings too, which may quote it without
    the words that tell what it is.
    """
    hide = _hide(redaction)
    if own.texts and redaction.defaults and (its.facts or its.diagnostics):
        hide = replace(redaction, names=redaction.names.union(own.texts)).hide
    facts = tuple(
        fact._replace(
            value=hide(fact.value) if isinstance(fact.value, str) else fact.value,
            written=hide(fact.written),
        )
        for fact in its.facts
    )
    hidden = {value: hide(value) for value in _texts(its.records)}
    hidden |= _printed({one.written for one in its.records}, redaction)
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
    every = set[Value]().union(*(one.columns.values() for one in records))
    every.update(one.note for one in records)
    return {value for value in every if isinstance(value, str) and value}


def _printed(written: Collection[str], redaction: Redaction) -> dict[str, str]:
    """Return what a tool printed for values, covered; a number with its unit identifies nobody."""
    short = [text for text in written if len(text) <= _LINE]
    found = {text: redaction.hide(text) for text in written if len(text) > _LINE}
    together = "\n".join(short)
    if redaction.hide_known(together) != together:
        found |= {text: redaction.hide_known(text) for text in short}
    return found


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
