"""Git repositories for tests, with fixed days and people and nobody's configuration."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path


def run_git(where: Path, *arguments: str, day: str = "2020-01-02", author: str = "Ada") -> None:
    """Run git in a folder, on a day, as somebody."""
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (
            ("NAME", author),
            ("EMAIL", "a@example.org"),
            ("DATE", f"{day}T12:00:00+00:00"),
        )
    }
    plain = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    subprocess.run(
        ["git", *arguments],
        cwd=where,
        env={**os.environ, **who, **plain},
        check=True,
        capture_output=True,
    )


def new_repository(where: Path) -> Path:
    """Return a folder made into a repository without a commit."""
    run_git(where, "init", "--quiet", "--initial-branch", "main")
    return where


def write(where: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files below a folder, given by path."""
    for path, content in files.items():
        place = where / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def commit(
    where: Path,
    files: Mapping[str, str | bytes],
    day: str = "2020-01-02",
    author: str = "Ada",
) -> None:
    """Write files and commit all there is."""
    write(where, files)
    run_git(where, "add", "--all")
    run_git(where, "commit", "--quiet", "--message", "more", day=day, author=author)
