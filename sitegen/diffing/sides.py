"""The two sides of a comparison: where each is read from, and the site that it comes to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sitegen import git, reading
from sitegen.build import Site, build
from sitegen.diagnostics import UsageError
from sitegen.drawn import Draw
from sitegen.history import History
from sitegen.project import Content, Project
from sitegen.reading import Raw, Read, Reader
from sitegen.stages import SILENT, Stages

WORKING_TREE = "the working tree"


class Side(NamedTuple):
    """One side: its name for people, its commit if it has one, and its site or why it has none."""

    name: str
    commit: str
    project: Project
    site: Site | None
    problem: str = ""


class Version(NamedTuple):
    """A lab as one side has it, with what git tells of its files."""

    name: str
    commit: str
    project: Project
    history: History


Pair = tuple[Version, Version]


class Sides(NamedTuple):
    """What is compared with what."""

    base: Side
    head: Side


@contextmanager
def of_git(project: Project, asked: str) -> Iterator[Pair]:
    """Yield the versions that `BASE..HEAD`, `BASE` or nothing asks for.

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
        yield (
            Version(
                _named(base or "the default branch", start),
                start,
                old,
                git.history(repository, start),
            ),
            Version(
                _named(head, own) if head else WORKING_TREE,
                own if head else "",
                replace(new, trusted=project.trusted),
                git.history(repository, own),
            ),
        )


@contextmanager
def of_folders(base: Path, head: Path, trusted: Path | None = None) -> Iterator[Pair]:
    """Yield the versions in two folders; the configuration of the head may be another's."""
    yield (
        Version(str(base), "", Project(base, base / "site"), {}),
        Version(str(head), "", Project(head, head / "site", trusted), {}),
    )


def _named(name: str, commit: str) -> str:
    shown = os.fsencode(name).decode("utf-8", "backslashreplace")
    return f"{shown} ({commit[:10]})" if not commit.startswith(name) else commit[:10]


def _extracted(repository: git.Repository, commit: str, target: Path) -> Project:
    """Return the lab as it was at a commit, written below `target`."""
    target.mkdir()
    _extract(repository, commit, target, "")
    return Project(target, target / "site")


def _extract(repository: git.Repository, commit: str, target: Path, above: str) -> None:
    """Write the files of a commit, and those of its submodules that are checked out.

    `above` is the path of a submodule below the lab, with a slash at its end.
    """
    blobs = [one for one in git.files(repository, commit) if _counts(above + one.path)]
    # Links come last, so that nothing is written through one.
    blobs.sort(key=lambda one: one.linked)
    for one, content in git.contents(repository, blobs):
        place = target / one.path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            if one.linked:
                place.symlink_to(os.fsdecode(content))
            else:
                place.write_bytes(content)
        except OSError as error:
            why = f"{above}{one.path} of {commit[:10]} cannot be written"
            raise git.GitError(f"{why}: {error.strerror or error}") from None
    for path, its in git.submodules(repository, commit):
        inner = repository.root / path
        if _counts(above + path) and (inner / ".git").exists():
            _extract(git.repository(inner), its, target / path, f"{above}{path}/")


def _counts(path: str) -> bool:
    """Return whether a file of a commit is one that a site is made of, at a place below the lab."""
    parts = path.split("/")
    inside = ".." not in parts and not path.startswith("/")
    return inside and (len(parts) == 1 or parts[0] in ("content", "results", "templates"))


def built(
    versions: Pair,
    draw: Draw,
    stages: Stages = SILENT,
    workers: int = 1,
    reader: Reader = reading.here,
) -> Sides:
    """Return both versions with their sites; a raw file that both have is parsed once.

    `draw`, `stages`, `workers` and `reader` are as for `build`.
    """
    once = _once(reader)
    base, head = (_with_site(one, once, draw, stages, workers) for one in versions)
    return Sides(base, head)


def _with_site(its: Version, reader: Reader, draw: Draw, stages: Stages, workers: int) -> Side:
    name, commit, project, history = its
    if not any((project.root / one).is_dir() for one in ("content", "results")):
        return Side(name, commit, project, None, "it has neither content/ nor results/")
    try:
        site = build(
            project,
            reader=reader,
            history=history,
            draw=draw,
            pictures=False,
            stages=stages,
            workers=workers,
        )
    except (OSError, UsageError) as error:
        return Side(name, commit, project, None, str(error))
    return Side(name, commit, project, site)


def _once(reader: Reader) -> Reader:
    """Return a reader that has another one read, and knows what that has read."""
    known: dict[Raw, Read] = {}

    def read(raws: Sequence[Raw]) -> Generator[Read]:
        keys = [raw._replace(content=_digest(raw.content)) for raw in raws]
        new = [raw for key, raw in zip(keys, raws, strict=True) if key not in known]
        with closing(reader(new)) as answers:
            for key in keys:
                if key not in known:
                    known[key] = next(answers)
                yield known[key]

    return read


def _digest(content: Content) -> bytes:
    if isinstance(content, bytes):
        return hashlib.sha256(content).digest()
    with content.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
