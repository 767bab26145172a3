"""What git knows of a lab: its commits, the files of one, and what changed."""

from __future__ import annotations

from sitegen.git.commits import (
    Repository,
    commit,
    default_branch,
    is_shallow,
    merge_base,
    repository,
)
from sitegen.git.logs import WHOLE, changed_lines, history, with_contents
from sitegen.git.running import GitError
from sitegen.git.trees import Blob, contents, files, submodules

__all__ = [
    "WHOLE",
    "Blob",
    "GitError",
    "Repository",
    "changed_lines",
    "commit",
    "contents",
    "default_branch",
    "files",
    "history",
    "is_shallow",
    "merge_base",
    "repository",
    "submodules",
    "with_contents",
]
