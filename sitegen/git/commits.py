"""Repositories of labs and their commits, whose names are input and never options."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from sitegen.git.running import GitError, run

# All that git-check-ref-format(1) allows, quotes and brackets too, with the suffixes of
# gitrevisions(7) that name one commit. Nothing begins like an option or like '^', which excludes.
_NAME = re.compile(
    r"(?![-~^])(?:(?!\.\.|@\{)[^\x00-\x20\x7f~^:?*\[\\])*(?:[~^][0-9]*|@\{[0-9a-z./ -]+\})*"
)


class Repository(NamedTuple):
    """A lab in a git repository: the folder git works in, and the path of the lab from its top."""

    root: Path
    prefix: str


def repository(root: Path) -> Repository:
    """Return the repository that holds a lab; raises GitError if it is in none."""
    try:
        prefix = os.fsdecode(run(root, "rev-parse", "--show-prefix"))
    except GitError as error:
        if "not a git repository" in str(error).lower():
            raise GitError(f"{root.absolute()} is in no git repository") from None
        raise
    return Repository(root, prefix.rstrip("\n"))


def commit(its: Repository, name: str) -> str:
    """Return the id of the commit that a name stands for; raises GitError if there is none."""
    # Names need not be UTF-8.
    shown = os.fsencode(name).decode("utf-8", "backslashreplace")
    if not name or not _NAME.fullmatch(name):
        raise GitError(f"'{shown}' is no name of a commit")
    try:
        found = run(its.root, "rev-parse", "--verify", "--quiet", "--end-of-options",
                     f"{name}^{{commit}}")  # fmt: skip
    except GitError:
        raise GitError(f"git knows no commit '{shown}'{shallowness(its)}") from None
    return found.decode().strip()


def merge_base(its: Repository, one: str, other: str) -> str:
    """Return where two commits part; raises GitError if they have nothing in common."""
    try:
        return run(its.root, "merge-base", one, other).decode().strip()
    except GitError:
        raise GitError(
            f"'{one}' and '{other}' have no commit in common{shallowness(its)}"
        ) from None


def default_branch(its: Repository) -> str:
    """Return the branch that changes are made against; raises GitError if none can be told."""
    try:
        head = run(its.root, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
        names = [os.fsdecode(head).strip()]
    except GitError:
        names = []
    for name in (*names, "origin/main", "origin/master", "main", "master"):
        try:
            return commit(its, name)
        except GitError:
            continue
    raise GitError("no default branch is known: name the commit to compare with")


def is_shallow(its: Repository) -> bool:
    """Return whether the history ends before its beginning."""
    return run(its.root, "rev-parse", "--is-shallow-repository").strip() == b"true"


def shallowness(its: Repository) -> str:
    """Return what to say beside what cannot be found in a clone without all of its history."""
    if not is_shallow(its):
        return ""
    return ": this clone is shallow, fetch the whole history ('fetch-depth: 0', GIT_DEPTH: 0)"
