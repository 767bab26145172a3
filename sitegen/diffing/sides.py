"""The two sides of a comparison: where each is read from, and the site that it comes to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sitegen import git
from sitegen.build import Site, build
from sitegen.diagnostics import UsageError
from sitegen.history import History
from sitegen.lab import Reader
from sitegen.project import Content, Project
from sitegen.results import FileReading, read_file

WORKING_TREE = "the working tree"


class Side(NamedTuple):
    """One side: its name for people, its commit if it has one, and its site or why it has none."""

    name: str
    commit: str
    project: Project
    site: Site | None
    problem: str = ""


class _Side(NamedTuple):
    """A side that is not built yet."""

    name: str
    commit: str
    project: Project
    history: History


class Sides(NamedTuple):
    """What is compared with what."""

    base: Side
    head: Side


@contextmanager
def of_git(project: Project, asked: str) -> Iterator[Sides]:
    """Yield the sides that `BASE..HEAD`, `BASE` or nothing asks for.

    Without a head it is the working tree, without a base the commit at which it left the default
    branch. The configuration of the head is the one that `project` trusts. Raises GitError.
    """
    repository = git.repository(project.root)
    base, dots, head = asked.partition("...") if "..." in asked else asked.partition("..")
    with TemporaryDirectory(prefix="sitegen-diff-") as folder:
        own = git.commit(repository, head or "HEAD")
        start = git.commit(repository, base) if base else git.default_branch(repository)
        if not base or dots == "...":
            start = git.merge_base(repository, start, own)
        old = _extracted(repository, start, Path(folder, "base"))
        new = project
        if head:
            new = _extracted(repository, own, Path(folder, "head"))
        yield _built(
            _Side(
                _named(base or "the default branch", start),
                start,
                old,
                git.history(repository, start),
            ),
            _Side(
                _named(head, own) if head else WORKING_TREE,
                own if head else "",
                replace(new, trusted=project.trusted),
                git.history(repository, own),
            ),
        )


@contextmanager
def of_folders(base: Path, head: Path, trusted: Path | None = None) -> Iterator[Sides]:
    """Yield the sides that two folders are; the configuration of the head may be another's."""
    yield _built(
        _Side(str(base), "", Project(base, base / "site"), {}),
        _Side(str(head), "", Project(head, head / "site", trusted), {}),
    )


def _named(name: str, commit: str) -> str:
    return f"{name} ({commit[:10]})" if not commit.startswith(name) else commit[:10]


def _extracted(repository: git.Repository, commit: str, target: Path) -> Project:
    """Return the lab as it was at a commit, written below `target`."""
    target.mkdir()
    blobs = [one for one in git.files(repository, commit) if _counts(one.path)]
    for one, content in git.contents(repository, blobs):
        place = target / one.path
        place.parent.mkdir(parents=True, exist_ok=True)
        if one.linked:
            place.symlink_to(os.fsdecode(content))
        else:
            place.write_bytes(content)
    return Project(target, target / "site")


def _counts(path: str) -> bool:
    """Return whether a file of a commit is one that a site is made of, at a place below the lab."""
    parts = path.split("/")
    inside = ".." not in parts and not path.startswith("/")
    return inside and (len(parts) == 1 or parts[0] in ("content", "results", "templates"))


def _built(base: _Side, head: _Side) -> Sides:
    """Return both sides built; a raw file that both have is parsed once."""
    reader = _once()
    return Sides(_with_site(base, reader), _with_site(head, reader))


def _with_site(its: _Side, reader: Reader) -> Side:
    name, commit, project, history = its
    if not any((project.root / one).is_dir() for one in ("content", "results")):
        return Side(name, commit, project, None, "it has neither content/ nor results/")
    try:
        return Side(name, commit, project, build(project, reader=reader, history=history))
    except (OSError, UsageError) as error:
        return Side(name, commit, project, None, str(error))


def _once() -> Reader:
    """Return a reader that knows what it has read."""
    known: dict[tuple[str, bytes, str | None], FileReading] = {}

    def read(path: str, content: Content, beside: str | None) -> FileReading:
        digest = _digest(content)
        key = (path, digest, beside)
        if key not in known:
            known[key] = read_file(path, content, beside)
        return known[key]

    return read


def _digest(content: Content) -> bytes:
    if isinstance(content, bytes):
        return hashlib.sha256(content).digest()
    with content.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
