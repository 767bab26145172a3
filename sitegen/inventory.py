"""What other sites need to link to this one: names with their addresses.

`objects.inv` is an inventory of Sphinx (version 2), which intersphinx, MyST and mkdocstrings read;
`inventory.json` says the same and more, and where the results are: in files of their own, by the
folder that they lie in. The domain is `lab`.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from sitegen import urls
from sitegen.permalinks import Permalink

SPHINX = "objects.inv"
JSON = "inventory.json"
RESULTS = "inventory/"
"""Where the results are, in a file for each folder of results/, or several for a large one."""

MOST = 10_000
"""How many results are in one file, which then has some 2.5 MB."""

SCHEMA = 1
"""The version of what inventory.json holds; it grows when a field changes its meaning."""


_PLAIN = re.compile(r"[A-Za-z0-9_.~/#:-]*")

LABELLED = frozenset({"report", "hardware", "page", "testbed", "chart", "table"})
"""Roles whose things Sphinx finds by a label as well: `:ref:`report-zfs``."""


def files(links: Sequence[Permalink], title: str, base_url: str) -> dict[str, bytes]:
    """Return the two inventories of a site."""
    return {SPHINX: _sphinx(links, title), **_json(links, title, base_url)}


def _sphinx(links: Sequence[Permalink], title: str) -> bytes:
    """Return lines `name domain:role priority address title`, compressed below their head."""
    head = (
        "# Sphinx inventory version 2\n"
        f"# Project: {_line(title)}\n"
        "# Version: \n"
        "# The remainder of this file is compressed using zlib.\n"
    )
    lines = []
    for one in links:
        rest = f"{_quoted(one.address)} {_line(one.title) or '-'}\n"
        lines.append(f"{_line(one.name)} lab:{one.role} 1 {rest}")
        if one.role in LABELLED:
            # Sphinx itself follows links of domains it knows alone. It asks for labels in small
            # letters.
            lines.append(f"{one.role}-{_line(one.name).lower()} std:label -1 {rest}")
    return head.encode() + zlib.compress("".join(sorted(lines)).encode(), 6)


def _line(text: str) -> str:
    return " ".join(text.split())


def _quoted(address: str) -> str:
    return address if _PLAIN.fullmatch(address) else quote(address, safe="/#:~.")


def _json(links: Sequence[Permalink], title: str, base_url: str) -> dict[str, bytes]:
    head = {"schema": SCHEMA, "title": title, "base_url": base_url}
    folders: dict[str, list[Permalink]] = {}
    for one in links:
        if one.record:
            folder = one.address.removeprefix(urls.RUNS).partition("/")[0]
            folders.setdefault(folder, []).append(one)
    results: dict[str, bytes] = {}
    for folder, own in folders.items():
        for number, start in enumerate(range(0, len(own), MOST), 1):
            name = folder if number == 1 else f"{folder}/{number}"
            results[f"{RESULTS}{name}.json"] = _file(head, own[start : start + MOST])
    others = [one for one in links if not one.record]
    return {JSON: _file({**head, "results": list(results)}, others), **results}


def _file(head: Mapping[str, object], links: Iterable[Permalink]) -> bytes:
    entries = ",\n".join(map(_entry, links))
    start = json.dumps(head, ensure_ascii=False).removesuffix("}")
    return f'{start}, "items": [\n{entries}\n]}}\n'.encode()


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _entry(one: Permalink) -> str:
    """Return the fields of a link as JSON; those of a result have its value, which is finite."""
    role, name, address, title, source, part, record = one
    entry = (
        f'{{"role": "{role}", "name": {_encode(name)}, "address": {_encode(_quoted(address))}, '
        f'"title": {_encode(title)}, "source": {_encode(str(source))}'
    )
    if part:
        entry += f', "part": {_encode(_quoted(part))}'
    if record:
        testbed = _encode(record.columns.get("testbed", ""))
        entry += (
            f', "value": {record.value!r}, "unit": {_encode(record.unit)}, "testbed": {testbed}'
        )
    return entry + "}"
