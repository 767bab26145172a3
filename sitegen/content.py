"""What people wrote below content/: front matter typed, bodies as they are.

content/index.md is the first page, content/reports/<slug>.md a report, content/hardware/<id>.md a
piece of hardware. Whatever is wrong with a file, all that can be used of it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal

from sitegen import hardware, metadata, urls
from sitegen.diagnostics import Diagnostic, Position
from sitegen.hardware import Hardware
from sitegen.metadata import Node
from sitegen.nearest import did_you_mean
from sitegen.schema import Key, Problems, Reader, date, fields, identifier, list_of, one_of, text

Kind = Literal["report", "hardware", "index"]

INDEX = "content/index.md"
FOLDERS: dict[str, Kind] = {"reports": "report", "hardware": "hardware"}
STATUSES = ("draft", "reviewed", "retracted", "superseded")
MARK = "---"


@dataclass(frozen=True, slots=True)
class Document:
    """A file of content/: what it is, its id in addresses, and its body, which begins at a line."""

    kind: Kind
    id: str
    path: str
    title: str
    body: str
    body_line: int


@dataclass(frozen=True, slots=True)
class Report:
    """What the front matter of a report says."""

    id: str
    path: str
    title: str
    date: str
    authors: tuple[str, ...]
    status: str
    summary: str
    source: str
    hardware: tuple[str, ...]
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """What the front matter of content/index.md says."""

    path: str = INDEX
    title: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Documents:
    """All that was written, in the order of the files."""

    index: Index
    reports: Mapping[str, Report]
    hardware: Mapping[str, Hardware]
    all: Mapping[str, Document]


_SOURCE: Reader[dict[str, Any]] = fields(
    "a source",
    {
        "title": Key(text, "what it was published from", required=True),
        "date": Key(date, "its date"),
    },
)

REPORT = fields(
    "a report",
    {
        "title": Key(text, "what was found, as a sentence", required=True),
        "date": Key(date, "when it was written or measured"),
        "authors": Key(list_of(text), "who wrote it"),
        "status": Key(one_of(*STATUSES), "how far it is"),
        "summary": Key(text, "the findings in two sentences"),
        "source": Key(_SOURCE, "what it was published from"),
        "hardware": Key(list_of(identifier), "ids of the hardware it is about"),
        "aliases": Key(list_of(identifier), "earlier ids, which lead here"),
    },
)
"""The reader of the front matter of a report."""

PAGE = fields(
    "the index",
    {"title": Key(text, "the name of the site"), "summary": Key(text, "what the site is about")},
)
"""The reader of the front matter of content/index.md."""


def load(texts: Mapping[str, str]) -> tuple[Documents, list[Diagnostic]]:
    """Return the documents in files of content/, given by their path in the project."""
    problems: Problems = []
    index = Index()
    reports: dict[str, Report] = {}
    found: list[Hardware] = []
    documents: dict[str, Document] = {}
    for path in sorted(texts):
        kind = _kind(path, problems)
        if kind is None:
            continue
        front, body, line = _split(texts[path], path, problems)
        name = urls.slug(PurePosixPath(path).stem)
        if kind == "index":
            values = PAGE.read(front, problems) or {}
            index = Index(path, values.get("title", ""), values.get("summary", ""))
            title = index.title
        elif kind == "report":
            one = _report(front, name, path, problems)
            if name in reports:
                problems.append(_taken(name, path, reports[name].path))
                continue
            reports[name] = one
            title = one.title
        else:
            name = PurePosixPath(path).stem
            its, more = hardware.read(front, name)
            problems += more
            found.append(its)
            title = its.title
        documents[path] = Document(kind, name, path, title, body, line)
    catalogue, more = hardware.catalogue(found)
    problems += more
    kept = {
        path: one
        for path, one in documents.items()
        if one.kind != "hardware" or catalogue[one.id].position.path == path
    }
    problems += _unknown_hardware(reports, catalogue)
    return Documents(index, reports, catalogue, kept), problems


def _kind(path: str, problems: Problems) -> Kind | None:
    parts = path.split("/")
    if path == INDEX:
        return "index"
    if len(parts) == 3 and parts[1] in FOLDERS:
        return FOLDERS[parts[1]]
    problems.append(
        Diagnostic(
            Position(path),
            "bad-id",
            "a document that is neither a report nor hardware",
            "move it to content/reports/ or content/hardware/",
        )
    )
    return None


def _split(text: str, path: str, problems: Problems) -> tuple[Node, str, int]:
    """Return the front matter of a document, its body, and the line at which that begins."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    empty = metadata.Mapping((), Position(path, 1, 1))
    if not lines or lines[0].rstrip() != MARK:
        problems.append(
            Diagnostic(
                Position(path, 1, 1),
                "bad-front-matter",
                "no front matter",
                "begin the file with a line '---', 'title: ...', and a line '---'",
            )
        )
        return empty, "\n".join(lines), 1
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == MARK), None)
    if end is None:
        problems.append(
            Diagnostic(
                Position(path, 1, 1),
                "bad-front-matter",
                "the front matter has no end",
                "put a line '---' behind the last key",
            )
        )
        return empty, "", len(lines)
    node, more = metadata.load("\n".join(lines[1:end]), path, 2)
    problems += more
    return node or empty, "\n".join(lines[end + 1 :]), end + 2


def _report(front: Node, name: str, path: str, problems: Problems) -> Report:
    values = REPORT.read(front, problems) or {}
    source = values.get("source", {})
    parts = [source.get("title", ""), source.get("date", "")]
    return Report(
        name,
        path,
        values.get("title", name),
        values.get("date", ""),
        values.get("authors", ()),
        values.get("status", "draft"),
        values.get("summary", ""),
        ", ".join(filter(None, parts)),
        values.get("hardware", ()),
        values.get("aliases", ()),
    )


def _taken(name: str, path: str, other: str) -> Diagnostic:
    return Diagnostic(
        Position(path),
        "duplicate-id",
        f"its address would be that of {other}: '{name}'",
        "rename one of the two files",
    )


def _unknown_hardware(
    reports: Mapping[str, Report], known: Mapping[str, Hardware]
) -> Iterator[Diagnostic]:
    for one in reports.values():
        for name in one.hardware:
            if name not in known:
                message = f"no page for the hardware '{name}'"
                hint = did_you_mean(name, known) or f"write content/hardware/{name}.md"
                yield Diagnostic(Position(one.path), "unknown-hardware", message, hint)
