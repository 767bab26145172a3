"""The one place that runs git.

Nothing of the user's is changed, and nothing of a repository runs: no hook, filter, pager, monitor
or fetch.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from sitegen.diagnostics import UsageError

_FIXED = (
    "git", "--no-pager", "--literal-pathspecs", "--no-replace-objects",
    "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false",
    "-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "protocol.allow=never",
)  # fmt: skip
_SURROUNDINGS = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}


class GitError(UsageError):
    """Git cannot tell; the message says why, and what to do."""


def run(where: Path, *arguments: str) -> bytes:
    """Return what git prints; raises GitError with what it says if it fails."""
    with started(where, arguments, subprocess.DEVNULL) as git:
        printed, said = git.communicate()
    if git.returncode:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        reason = next((one for one in lines if one.startswith("fatal: ")), "")
        raise GitError(reason.removeprefix("fatal: ") or f"git {arguments[0]} failed")
    return printed


def started(
    where: Path, arguments: Sequence[str], given: IO[bytes] | int
) -> subprocess.Popen[bytes]:
    """Return git at work in a folder; raises GitError if there is none."""
    try:
        return subprocess.Popen(
            [*_FIXED, *arguments],
            cwd=where,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **_SURROUNDINGS},
        )
    except FileNotFoundError:
        raise GitError("git is not installed") from None
