"""What people wrote below content/: front matter typed, bodies as they are.

content/index.md is the first page, content/reports/<slug>.md a report, content/hardware/<id>.md a
piece of hardware, and what stands below content/pages/ a plain page. Whatever is wrong with a file,
all that can be used of it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from sitegen import front_matter, hardware, metadata, plain, urls
from sitegen.aliases import Alias, alias
from sitegen.diagnostics import Diagnostic, Position
from sitegen.hardware import Hardware
from sitegen.memo import ANEW, Memo
from sitegen.metadata import Node, Text
from sitegen.nearest import did_you_mean
from sitegen.plain import PlainPage
from sitegen.project import Project
from sitegen.schema import Key, Problems, Reader, date, fields, identifier, list_of, one_of, text
from sitegen.silences import SILENCE, Silence, of_file
from sitegen.withdrawal import KEYS, WITHDRAWN, Withdrawal, withdrawal

Kind = Literal["report", "hardware", "index", "page"]

INDEX = "content/index.md"
FOLDERS: dict[str, Kind] = {"reports": "report", "hardware": "hardware"}
STATUSES = ("draft", "reviewed", *WITHDRAWN)


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
    aliases: tuple[Alias, ...]
    withdrawal: Withdrawal | None = None
    headline: str = ""


@dataclass(frozen=True, slots=True)
class Index:
    """What the front matter of content/index.md says."""

    path: str = INDEX
    title: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Documents:
    """All that was written, in the order of the files, and the findings that it silences."""

    index: Index
    reports: Mapping[str, Report]
    hardware: Mapping[str, Hardware]
    pages: Mapping[str, PlainPage]
    all: Mapping[str, Document]
    silences: Sequence[Silence]


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
        **KEYS,
        "headline": Key(identifier, "id of the table of the report that stands at its head"),
        "summary": Key(text, "the findings in two sentences"),
        "source": Key(_SOURCE, "what it was published from"),
        "hardware": Key(list_of(identifier), "ids of the hardware it is about"),
        "aliases": Key(list_of(alias), "earlier ids and anchors, which lead here"),
        "silence": SILENCE,
    },
)
"""The reader of the front matter of a report."""

PAGE = fields(
    "the index",
    {
        "title": Key(text, "the name of the site"),
        "summary": Key(text, "what the site is about"),
        "silence": SILENCE,
    },
)
"""The reader of the front matter of content/index.md."""


def texts(project: Project) -> dict[str, str]:
    """Return the text of each document of a project, by its path."""
    return {
        path: project.read(path).decode("utf-8", "replace")
        for path in project.files("content")
        if path.endswith(".md")
    }


class _Read(NamedTuple):
    """What a file of content/ holds, and what is wrong with it."""

    document: Document
    holds: Index | Report | Hardware | PlainPage
    named: Sequence[Text]
    silences: Sequence[Silence]
    problems: Sequence[Diagnostic]


def load(texts: Mapping[str, str], memo: Memo = ANEW) -> tuple[Documents, list[Diagnostic]]:
    """Return the documents in files of content/, given by their path in the project."""
    problems: Problems = []
    index = Index()
    reports: dict[str, Report] = {}
    found: list[Hardware] = []
    plains: dict[str, PlainPage] = {}
    documents: dict[str, Document] = {}
    named: list[Text] = []
    silences: list[Silence] = []
    for path in sorted(texts):
        text = texts[path]
        its = memo.take("document", path, text, partial(_read, path, text))
        if isinstance(its, Diagnostic):
            problems.append(its)
            continue
        problems += its.problems
        name, holds = its.document.id, its.holds
        owner: Report | PlainPage | None = None
        if isinstance(holds, Report):
            owner = reports.setdefault(name, holds)
        elif isinstance(holds, PlainPage):
            owner = plains.setdefault(name, holds)
        elif isinstance(holds, Hardware):
            found.append(holds)
        else:
            index = holds
        if owner and owner.path != path:
            problems.append(_taken(name, path, owner.path))
            continue
        documents[path] = its.document
        named += its.named
        silences += its.silences
    catalogue, more = memo.take("hardware", "", found, partial(hardware.catalogue, found))
    problems += more
    kept = {
        path: one
        for path, one in documents.items()
        if one.kind != "hardware" or _is_of(path, catalogue.get(one.id))
    }
    problems += _unknown_hardware(named, catalogue)
    return Documents(
        index, reports, catalogue, plain.with_sections(plains.values()), kept, silences
    ), problems


def _read(path: str, text: str) -> _Read | Diagnostic:
    """Return what a file holds, or why it is no document."""
    kind = _kind(path)
    if isinstance(kind, Diagnostic):
        return kind
    problems: Problems = []
    read, body, line = front_matter.split(text, path, problems)
    front = read or metadata.Mapping((), Position(path, 1, 1))
    # Where there is no front matter, that is said; that it has no title goes without saying.
    missing: Problems = problems if read else []
    name = PurePosixPath(path).stem
    holds: Index | Report | Hardware | PlainPage
    named: Sequence[Text] = ()
    if kind == "index":
        values = PAGE.read(front, missing) or {}
        holds = Index(path, values.get("title", ""), values.get("summary", ""))
    elif kind == "report":
        name = _slug(path, problems)
        holds = _report(front, name, path, missing)
        named = tuple(front_matter.listed(front, "hardware"))
    elif kind == "page":
        holds = plain.read(front, path, missing)
        name = holds.id
    else:
        holds, more = hardware.read(front, name)
        missing += more
    document = Document(kind, name, path, holds.title, body, line)
    return _Read(document, holds, named, tuple(of_file(front, path)), tuple(problems))


def _kind(path: str) -> Kind | Diagnostic:
    parts = path.split("/")
    if path == INDEX:
        return "index"
    if len(parts) == 3 and parts[1] in FOLDERS:
        return FOLDERS[parts[1]]
    if path.startswith(plain.FOLDER):
        return "page"
    return Diagnostic(
        Position(path),
        "unknown-folder",
        "a document that is neither a report, hardware nor a page",
        "move it to content/reports/, content/hardware/ or content/pages/",
    )


def _slug(path: str, problems: Problems) -> str:
    """Return the id that a report has in addresses: the name of its file, tidied."""
    stem = PurePosixPath(path).stem
    name = urls.slug(stem)
    if lost := [sign for sign in stem if sign.isalnum() and urls.slug(sign) == "x" != sign.lower()]:
        problems.append(
            Diagnostic(
                Position(path),
                "bad-id",
                f"'{stem}' has letters that an address cannot have: {', '.join(lost)}",
                f"rename the file; its page is {urls.report(name)} until then",
            )
        )
    return name


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
        withdrawal("report", name, values, front.position),
        values.get("headline", ""),
    )


def _taken(name: str, path: str, other: str) -> Diagnostic:
    return Diagnostic(
        Position(path),
        "duplicate-id",
        f"its address would be that of {other}: '{name}'",
        "rename one of the two files",
    )


def _is_of(path: str, its: Hardware | None) -> bool:
    return its is not None and its.position.path == path


def _unknown_hardware(named: Iterable[Text], known: Mapping[str, Hardware]) -> Iterator[Diagnostic]:
    for one in named:
        if one.value not in known:
            message = f"no page for the hardware '{one.value}'"
            hint = did_you_mean(one.value, known) or f"write content/hardware/{one.value}.md"
            yield Diagnostic(one.position, "unknown-hardware", message, hint)
