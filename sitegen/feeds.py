"""Atom feeds (RFC 4287) of what has a date: reports, and testbeds with the date of their last run.

No clock is asked: an entry is as new as its date says, and what has none is in no feed.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from sitegen import urls
from sitegen.record import Record

if TYPE_CHECKING:
    from sitegen.site import Written

NEWEST = 50
"""How many entries a feed has at most."""

REPORTS = "feed.xml"
RESULTS = "feed-results.xml"

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


class Entry(NamedTuple):
    """One entry: its date as YYYY, YYYY-MM or YYYY-MM-DD, its page, and what it says."""

    date: str
    address: str
    title: str
    summary: str
    authors: tuple[str, ...] = ()


class Feed(NamedTuple):
    """A feed with its address; the newest entry stands first."""

    address: str
    title: str
    entries: tuple[Entry, ...]


def feeds(its: Written, title: str) -> tuple[Feed, ...]:
    """Return the feeds of a site that have entries."""
    made = (
        Feed(REPORTS, f"{title}: reports", newest(_reports(its))),
        Feed(RESULTS, f"{title}: results", newest(results(its))),
    )
    return tuple(feed for feed in made if feed.entries)


def _reports(its: Written) -> Iterable[Entry]:
    for name, one in its.documents.reports.items():
        status = f"{one.status.capitalize()}: " if one.status != "reviewed" else ""
        yield Entry(one.date, urls.report(name), f"{status}{one.title}", one.summary, one.authors)


def results(its: Written) -> Iterable[Entry]:
    """Yield each testbed that has runs with a date; a later run makes its entry a new one."""
    by_testbed: dict[str, list[Record]] = {}
    for record in its.lab.dataset.records:
        if record.columns.get("date"):
            by_testbed.setdefault(str(record.columns.get("testbed", "")), []).append(record)
    for path, records in by_testbed.items():
        if path in its.lab.testbeds:
            last = max(str(record.columns["date"])[:10] for record in records)
            tools = ", ".join(dict.fromkeys(str(record.columns["tool"]) for record in records))
            runs = len({record.run for record in records})
            summary = f"{tools}: {_counted(runs, 'run')}, {_counted(len(records), 'value')}."
            yield Entry(last, urls.testbed(path), its.lab.testbed_title(path), summary)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def newest(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries with a date, the newest first, as many as a feed has."""
    dated = [one for one in entries if _DATE.fullmatch(one.date)]
    return tuple(sorted(dated, key=lambda one: (one.date, one.address), reverse=True)[:NEWEST])


def files(feeds: Iterable[Feed], base_url: str) -> dict[str, bytes]:
    """Return the feeds as files. Without `base_url` their links are relative."""
    return {feed.address: _atom(feed, base_url).encode() for feed in feeds}


def _atom(feed: Feed, base_url: str) -> str:
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{_id(feed.address, feed.title, base_url)}</id>",
        f"<title>{escape(feed.title)}</title>",
        f"<updated>{_moment(feed.entries[0].date)}</updated>",
        f'<link rel="self" href={quoteattr(base_url + feed.address)}/>',
        f'<link rel="alternate" href={quoteattr(base_url or urls.file_of(""))}/>',
        "<author><name>" + escape(feed.title.rpartition(":")[0]) + "</name></author>",
    ]
    for one in feed.entries:
        to = base_url + (one.address if base_url else urls.file_of(one.address))
        lines += [
            "<entry>",
            f"<id>{_id(one.address, feed.title, base_url)}</id>",
            f"<title>{escape(one.title)}</title>",
            f"<updated>{_moment(one.date)}</updated>",
            f'<link rel="alternate" href={quoteattr(to)}/>',
            *(f"<author><name>{escape(name)}</name></author>" for name in one.authors),
            f"<summary>{escape(one.summary)}</summary>",
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def _id(address: str, title: str, base_url: str) -> str:
    """Return an id that stays: the address, or where that is not known one made of the names."""
    if base_url:
        return escape(base_url + address)
    return uuid.uuid5(uuid.NAMESPACE_URL, f"{title}/{address}").urn


def _moment(date: str) -> str:
    """Return the beginning of a date as the point in time that Atom wants."""
    match = _DATE.fullmatch(date)
    year, month, day = match.groups(default="01") if match else ("1970", "01", "01")
    return f"{year}-{month}-{day}T00:00:00Z"
