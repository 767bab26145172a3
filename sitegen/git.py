"""What git knows of a lab: its commits, and the files of one. The only module that runs git.

Nothing of the user's is changed, and nothing of a repository runs: no hook, filter, pager, monitor
or fetch. Names of commits are input, so none is ever taken for an option.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from sitegen.diagnostics import UsageError
from sitegen.history import Touched

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

# What git-check-ref-format allows, with the suffixes of gitrevisions(7) that name one commit.
_NAME = re.compile(r"[\w.@][\w./@+=%,#-]*(?:[~^][0-9]*|@\{[0-9a-z./ -]+\})*")

_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]+\n)*oid sha256:([0-9a-f]{64})\n"
    rb"size [0-9]+\n?"
)

_DIFF = ("diff", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative")
_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
WHOLE = range(sys.maxsize)
"""All lines of a file."""


class GitError(UsageError):
    """Git cannot tell; the message says why, and what to do."""


class Repository(NamedTuple):
    """A lab in a git repository: the folder git works in, and the path of the lab from its top."""

    root: Path
    prefix: str


class Blob(NamedTuple):
    """A file of a commit: its path below the lab, the hash of its content, how it is kept."""

    path: str
    id: str
    linked: bool


def repository(root: Path) -> Repository:
    """Return the repository that holds a lab; raises GitError if it is in none."""
    try:
        prefix = os.fsdecode(_run(root, "rev-parse", "--show-prefix"))
    except GitError as error:
        if "not a git repository" in str(error).lower():
            raise GitError(f"{root.absolute()} is in no git repository") from None
        raise
    return Repository(root, prefix.rstrip("\n"))


def commit(its: Repository, name: str) -> str:
    """Return the id of the commit that a name stands for; raises GitError if there is none."""
    if not _NAME.fullmatch(name) or ".." in name:
        raise GitError(f"'{name}' is no name of a commit")
    try:
        found = _run(its.root, "rev-parse", "--verify", "--quiet", "--end-of-options",
                     f"{name}^{{commit}}")  # fmt: skip
    except GitError:
        raise GitError(f"git knows no commit '{name}'{_shallow(its)}") from None
    return found.decode().strip()


def merge_base(its: Repository, one: str, other: str) -> str:
    """Return where two commits part; raises GitError if they have nothing in common."""
    try:
        return _run(its.root, "merge-base", one, other).decode().strip()
    except GitError:
        raise GitError(f"'{one}' and '{other}' have no commit in common{_shallow(its)}") from None


def default_branch(its: Repository) -> str:
    """Return the branch that changes are made against; raises GitError if none can be told."""
    try:
        head = _run(its.root, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
        names = [head.decode().strip()]
    except GitError:
        names = []
    for name in (*names, "origin/main", "origin/master", "main", "master"):
        try:
            return commit(its, name)
        except GitError:
            continue
    raise GitError("no default branch is known: name the commit to compare with")


def files(its: Repository, commit_id: str) -> list[Blob]:
    """Return the files of a lab at a commit, sorted by path; submodules are none of them.

    There are none where the commit has no such folder.
    """
    return sorted(
        Blob(path, name, mode == b"120000")
        for mode, kind, name, path in _entries(its, commit_id)
        if kind == b"blob"
    )


def submodules(its: Repository, commit_id: str) -> list[tuple[str, str]]:
    """Return the path of each submodule of a lab at a commit, with its own commit."""
    return [(path, name) for _, kind, name, path in _entries(its, commit_id) if kind == b"commit"]


def _entries(its: Repository, commit_id: str) -> Iterator[tuple[bytes, bytes, str, str]]:
    """Yield mode, kind, id and path of all that a commit has of a lab."""
    # With a prefix as tree the paths begin at the lab, wherever it lies in the repository.
    tree = f"{commit_id}:{its.prefix.rstrip('/')}" if its.prefix else commit_id
    if its.prefix and not _is_tree(its, tree):
        return
    try:
        listing = _run(its.root, "ls-tree", "-r", "-z", "--full-tree", tree)
    except GitError as error:
        raise GitError(
            f"commit {commit_id[:10]} is not in {its.root}{_shallow(its)} ({error})"
        ) from None
    for entry in filter(None, listing.split(b"\0")):
        about, _, path = entry.partition(b"\t")
        mode, kind, name = about.split()
        yield mode, kind, name.decode(), os.fsdecode(path)


def _is_tree(its: Repository, name: str) -> bool:
    try:
        return _run(its.root, "cat-file", "-t", name).strip() == b"tree"
    except GitError:
        return False


def contents(its: Repository, blobs: Sequence[Blob]) -> Iterator[tuple[Blob, bytes]]:
    """Yield blobs with their bytes, as they were committed: no filter changes them.

    The content of a Git LFS file that is on this machine takes the place of its pointer.
    """
    common = _run(its.root, "rev-parse", "--git-common-dir").strip()
    large = its.root / os.fsdecode(common) / "lfs"
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{one.id}\n" for one in blobs).encode())
        asked.seek(0)
        with _started(its.root, ["cat-file", "--batch"], asked) as git:
            assert git.stdout is not None
            for one in blobs:
                answer = git.stdout.readline().split()
                if len(answer) != 3:
                    raise GitError(
                        f"the content of {one.path} is not in this clone: "
                        "clone without --filter, or fetch it with 'git fetch --refetch'"
                    )
                content = git.stdout.read(int(answer[2]))
                git.stdout.read(1)
                yield one, _large(content, large) or content


def _large(content: bytes, folder: Path) -> bytes | None:
    """Return what an LFS pointer stands for, if it is here and undamaged."""
    pointer = _POINTER.fullmatch(content) if len(content) < 1024 else None
    if pointer is None:
        return None
    name = pointer[1].decode()
    place = folder / "objects" / name[:2] / name[2:4] / name
    found = place.read_bytes() if place.is_file() else b""
    return found if hashlib.sha256(found).hexdigest() == name else None


def history(its: Repository, commit_id: str = "HEAD") -> dict[str, Touched]:
    """Return when and by whom the files of a lab were committed, by path, from one log.

    A shallow clone does not know, and neither does a repository without a commit.
    """
    if is_shallow(its):
        return {}
    try:
        log = _run(
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


def changed_lines(its: Repository, commit_id: str) -> dict[str, list[range]]:
    """Return the lines of the lab's files that are others than at a commit, by path.

    Where lines were only removed, the line before counts. Files that git does not know yet are new
    as a whole.
    """
    patch = _run(
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
    counts = _run(its.root, *_DIFF, "--numstat", "-z", commit_id, "--", ".")
    for entry in counts.split(b"\0"):
        if entry.startswith(b"-\t-\t"):  # what is no text has no lines
            found[os.fsdecode(entry.removeprefix(b"-\t-\t"))] = [WHOLE]
    new = _run(its.root, "ls-files", "--others", "--exclude-standard", "-z")
    found |= {os.fsdecode(name): [WHOLE] for name in new.split(b"\0") if name}
    return found


def _unquoted(name: bytes) -> str:
    """Return a name as it is in the file system; git quotes those with signs such as '"'."""
    if name.startswith(b'"'):
        name = name[1:-1].decode("unicode_escape").encode("latin-1")
    return os.fsdecode(name)


def is_shallow(its: Repository) -> bool:
    """Return whether the history ends before its beginning."""
    return _run(its.root, "rev-parse", "--is-shallow-repository").strip() == b"true"


def _shallow(its: Repository) -> str:
    if not is_shallow(its):
        return ""
    return ": this clone is shallow, fetch the whole history ('fetch-depth: 0', GIT_DEPTH: 0)"


def _run(where: Path, *arguments: str) -> bytes:
    """Return what git prints; raises GitError with what it says if it fails."""
    with _started(where, arguments, subprocess.DEVNULL) as git:
        printed, said = git.communicate()
    if git.returncode:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        reason = next((one for one in lines if one.startswith("fatal: ")), "")
        raise GitError(reason.removeprefix("fatal: ") or f"git {arguments[0]} failed")
    return printed


def _started(
    where: Path, arguments: Sequence[str], given: IO[bytes] | int
) -> subprocess.Popen[bytes]:
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
