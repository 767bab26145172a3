"""One module for each verb of the command line, and what they share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sitegen import requirements
from sitegen.diagnostics import UsageError as UsageError
from sitegen.project import Project

if TYPE_CHECKING:
    from sitegen.cache import Cache
    from sitegen.drawn import Draw
    from sitegen.history import History
    from sitegen.reading import Reader
    from sitegen.stages import Stages


def project(options: argparse.Namespace, output: Path | None = None) -> Project:
    """Return the lab that the options name; its site goes to `output`, or to site/ in it."""
    root: Path = options.project
    if not root.is_dir():
        raise UsageError(f"there is no folder {root}")
    if not any((root / name).is_dir() for name in ("content", "results")):
        raise UsageError(
            f"{root.absolute()} has neither content/ nor results/; "
            "name a lab with --project, or make one with 'sitegen new FOLDER'"
        )
    chosen = output or root / "site"
    for name in ("content", "results", "templates"):
        if chosen.resolve().is_relative_to((root / name).resolve()):
            raise UsageError(f"{chosen} is inside {name}/, where the lab keeps its own files")
    trusted: Path | None = getattr(options, "trusted_config", None)
    if trusted and not trusted.is_dir():
        raise UsageError(f"there is no folder {trusted} to take the configuration from")
    return Project(root, chosen, trusted)


@contextmanager
def cached(options: argparse.Namespace, err: TextIO) -> Iterator[Cache | None]:
    """Yield the cache that the options name, or None; one that cannot be used is said to be so.

    It is not kept in the lab: whoever proposes a change could put pictures of their own into it.
    """
    from sitegen.cache import FILE, Cache

    if options.no_cache:
        yield None
        return
    own = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    with Cache((options.cache or Path(own, "sitegen")) / FILE) as kept:
        if kept.problem:
            err.write(f"sitegen: there is no cache: {kept.problem}\n")
        yield None if kept.problem else kept


@contextmanager
def watched(options: argparse.Namespace, err: TextIO) -> Iterator[Stages]:
    """Yield who is told how a command goes on: a bar on a terminal, a log in CI, or nobody.

    Programs that run us elsewhere get nothing on standard error but what is wrong.
    """
    from sitegen import terminal, timings
    from sitegen.stages import SILENT

    shown: terminal.Bar | timings.Log | None = None
    if err.isatty() and not options.quiet:
        shown = terminal.Bar(err)
    elif os.environ.get("CI") and not options.quiet:
        shown = timings.Log(err)
    clock = timings.Timings(shown or SILENT) if options.timings else None
    try:
        yield clock or shown or SILENT
    finally:
        if shown:
            shown.end()
    if clock:
        err.writelines(f"{line}\n" for line in clock.lines())


def draw(kept: Cache | None, otherwise: Draw) -> Draw:
    """Return what draws charts, with the help of a cache if there is one."""
    from sitegen.kept import drawing_with

    return otherwise if kept is None else drawing_with(kept, otherwise)


def workers(options: argparse.Namespace) -> int:
    """Return how many processes a command may use: as asked for, or one for each processor."""
    if options.workers:
        return int(options.workers)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def reader(options: argparse.Namespace, err: TextIO) -> Reader:
    """Return what reads raw files: this process, several, or a cluster."""
    from sitegen import readers

    def say(line: str) -> None:
        err.write(f"sitegen: {line}\n")

    if options.scheduler:
        return readers.on_cluster(options.scheduler, say)
    return readers.in_processes(workers(options), say, always=bool(options.workers))


def history(its: Project) -> History:
    """Return what the repository of a lab tells of its files; nothing if it is in none."""
    from sitegen import git
    from sitegen.pages.listing import CHANGED

    try:
        repository = git.repository(its.root)
        return git.with_contents(repository, git.history(repository), CHANGED)
    except git.GitError:
        return {}


def commit(its: Project) -> str:
    """Return the commit that is checked out, on which dates and authors depend, or nothing."""
    from sitegen import git

    try:
        return git.commit(git.repository(its.root), "HEAD")
    except git.GitError:
        return ""


def require_packages() -> None:
    """Raise UsageError if a package is missing or too old.

    Those for charts are no reason to stop: each chart that cannot be drawn is a finding.
    """
    needed = [name for name in requirements.MINIMUM if name not in requirements.CHARTS]
    if lines := requirements.problems(needed):
        raise UsageError("\n".join(lines))


def reason(error: OSError) -> str:
    """Return why a file could not be used, without numbers and names of exceptions."""
    return (error.strerror or str(error)).lower()
