"""One module for each verb of the command line, and what they share."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen import requirements
from sitegen.diagnostics import UsageError as UsageError
from sitegen.project import Project

if TYPE_CHECKING:
    from sitegen.history import History


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


def history(its: Project) -> History:
    """Return what the repository of a lab tells of its files; nothing if it is in none."""
    from sitegen import git

    try:
        return git.history(git.repository(its.root))
    except git.GitError:
        return {}


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
