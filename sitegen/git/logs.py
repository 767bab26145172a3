"""What changed in a lab, by whom and when: its history, and the lines that are new."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping

from sitegen.git.commits import Repository, is_shallow
from sitegen.git.running import GitError, run
from sitegen.history import Touched

_DIFF = ("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative")
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
WHOLE = range(sys.maxsize)
"""All lines of a file."""


def history(its: Repository, commit_id: str = "HEAD") -> dict[str, Touched]:
    """Return when and by whom the files of a lab were committed, by path, from one log.

    A shallow clone does not know, and neither does a repository without a commit.
    """
    if is_shallow(its):
        return {}
    try:
        log = run(
            its.root, "log", "-z", "--name-only", "--no-renames", "--relative",
            "--no-show-signature", "--format=%x01%as%x02%aN", commit_id, "--", "content", "results",
        )  # fmt: skip
    except GitError:
        return {}
    found: dict[str, Touched] = {}
    for entry in log.decode("utf-8", "surrogateescape").split("\x01")[1:]:
        about, _, names = entry.partition("\0\n")
        day, _, author = about.partition("\x02")
        for path in filter(None, names.split("\0")):
            # The log begins with the newest commit.
            last = found[path].last if path in found else day
            others = found[path].authors if path in found else ()
            found[path] = Touched(day, last, tuple(dict.fromkeys((author, *others))))
    return found


def with_contents(its: Repository, known: Mapping[str, Touched], most: int) -> dict[str, Touched]:
    """Return a history in which the raw files changed last, at most so many, have what they held.

    That is their content before the last commit which changed them.
    """
    changed = [path for path, one in known.items() if path.startswith("results/")
               and one.last > one.first]  # fmt: skip
    changed.sort(key=lambda path: known[path].last, reverse=True)
    found = dict(known)
    for path in changed[:most]:
        try:
            log = run(its.root, "log", "-n2", "--format=%H", "--no-renames", "HEAD", "--", path)
            before = log.decode().split()[-1]
            content = run(its.root, "cat-file", "blob", f"{before}:{its.prefix}{path}")
        except GitError:
            continue  # it had another name, or is a link
        found[path] = known[path]._replace(before=content)
    return found


def changed_lines(its: Repository, commit_id: str) -> dict[str, list[range]]:
    """Return the lines of the lab's files that are others than at a commit, by path.

    Where lines were only removed, the line before counts. Files that git does not know yet are new
    as a whole.
    """
    patch = run(
        its.root, *_DIFF, "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", commit_id, "--", "."
    )
    found: dict[str, list[range]] = {}
    path, content = "", 0
    for line in patch.split(b"\n"):
        if content and line[:1] in b"+-":
            content -= 1  # whatever it looks like
        elif line.startswith(b"+++ "):
            path = _unquoted(line.removeprefix(b"+++ ").rstrip(b"\t")).removeprefix("b/")
        elif hunk := _HUNK.match(line):
            removed, start, count = int(hunk[1] or 1), int(hunk[2]), int(hunk[3] or 1)
            content = removed + count
            found.setdefault(path, []).append(range(start, start + max(count, 1)))
    counts = run(its.root, *_DIFF, "--numstat", "-z", commit_id, "--", ".")
    for entry in counts.split(b"\0"):
        if entry.startswith(b"-\t-\t"):  # what is no text has no lines
            found[os.fsdecode(entry.removeprefix(b"-\t-\t"))] = [WHOLE]
    new = run(its.root, "ls-files", "--others", "--exclude-standard", "-z")
    found |= {os.fsdecode(name): [WHOLE] for name in new.split(b"\0") if name}
    return found


def _unquoted(name: bytes) -> str:
    """Return a name as it is in the file system; git quotes those with signs such as '"'."""
    if name.startswith(b'"'):
        name = name[1:-1].decode("unicode_escape").encode("latin-1")
    return os.fsdecode(name)
