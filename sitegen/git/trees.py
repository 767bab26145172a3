"""The files of a commit, as they were committed."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sitegen.git.commits import Repository, shallowness
from sitegen.git.running import GitError, run, started

_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]+\n)*oid sha256:([0-9a-f]{64})\n"
    rb"size [0-9]+\n?"
)


class Blob(NamedTuple):
    """A file of a commit: its path below the lab, the hash of its content, how it is kept."""

    path: str
    id: str
    linked: bool


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
        listing = run(its.root, "ls-tree", "-r", "-z", "--full-tree", tree)
    except GitError as error:
        raise GitError(
            f"commit {commit_id[:10]} is not in {its.root}{shallowness(its)} ({error})"
        ) from None
    for entry in filter(None, listing.split(b"\0")):
        about, _, path = entry.partition(b"\t")
        mode, kind, name = about.split()
        yield mode, kind, name.decode(), os.fsdecode(path)


def _is_tree(its: Repository, name: str) -> bool:
    try:
        return run(its.root, "cat-file", "-t", name).strip() == b"tree"
    except GitError:
        return False


def contents(its: Repository, blobs: Sequence[Blob]) -> Iterator[tuple[Blob, bytes]]:
    """Yield blobs with their bytes, as they were committed: no filter changes them.

    The content of a Git LFS file that is on this machine takes the place of its pointer.
    """
    common = run(its.root, "rev-parse", "--git-common-dir").strip()
    large = its.root / os.fsdecode(common) / "lfs"
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{one.id}\n" for one in blobs).encode())
        asked.seek(0)
        with started(its.root, ["cat-file", "--batch"], asked) as git:
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
