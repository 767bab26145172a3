"""Raw files of two sides: which are the same under another name, and which have other bytes."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from sitegen.build import Site
from sitegen.project import Project


class RawFiles(NamedTuple):
    """What became of the files below results/, by path.

    `moved` leads from old paths to new ones; `folders` are the moves of whole folders among them.
    `changed` have other bytes than before, under the same or a new name.
    """

    moved: Mapping[str, str]
    folders: Mapping[str, str]
    changed: frozenset[str]
    added: Sequence[str]
    removed: Sequence[str]


def compare(base: Project, head: Project) -> RawFiles:
    """Return what became of the raw files of `base` in `head`."""
    old, new = list(base.files("results")), list(head.files("results"))
    there, before = set(new), set(old)
    lost = [path for path in old if path not in there]
    fresh = [path for path in new if path not in before]
    moved = _moved(_digests(base, lost), _digests(head, fresh))
    free = set(fresh) - set(moved.values())
    whole = _parents(moved)
    for path in lost:
        its = f"{whole.get(_parent(path), '')}/{PurePosixPath(path).name}"
        if path not in moved and its in free:
            moved[path] = its
            free.remove(its)
    pairs = [(path, moved.get(path, path)) for path in old if path in there or path in moved]
    changed = frozenset(to for path, to in pairs if base.read(path) != head.read(to))
    left = {path for path in lost if path not in moved}
    kept = {_parent(path) for path in (*left, *(before & there))}
    return RawFiles(
        moved,
        {folder: to for folder, to in _parents(moved).items() if folder not in kept},
        changed,
        [path for path in fresh if path in free],
        sorted(left),
    )


def documents(base: Site, head: Site) -> dict[str, str]:
    """Return the documents that have another name now, by path.

    They say the same as before, or are reports with the same title.
    """
    found: dict[str, str] = {}
    for told in (_bodies, _titles):
        gone = set(base.documents.all) - set(head.documents.all) - set(found)
        come = set(head.documents.all) - set(base.documents.all) - set(found.values())
        found |= _moved(
            {path: text for path, text in told(base).items() if path in gone},
            {path: text for path, text in told(head).items() if path in come},
        )
    return found


def _bodies(its: Site) -> dict[str, bytes]:
    every = {path: one.body.strip().encode() for path, one in its.documents.all.items()}
    return {path: text for path, text in every.items() if text}


def _titles(its: Site) -> dict[str, bytes]:
    return {one.path: one.title.encode() for one in its.documents.reports.values()}


def _digests(project: Project, paths: Iterable[str]) -> dict[str, bytes]:
    return {path: hashlib.sha256(project.read(path)).digest() for path in paths}


def _moved(lost: Mapping[str, bytes], fresh: Mapping[str, bytes]) -> dict[str, str]:
    """Return lost paths with the new path that has their bytes, those of the same name first."""
    places: defaultdict[bytes, list[str]] = defaultdict(list)
    for path, digest in fresh.items():
        places[digest].append(path)
    found: dict[str, str] = {}
    for same_name in (True, False):
        for path, digest in lost.items():
            name = PurePosixPath(path).name
            here = (
                one for one in places[digest] if not same_name or PurePosixPath(one).name == name
            )
            if path not in found and (to := next(here, "")):
                found[path] = to
                places[digest].remove(to)
    return found


def _parents(moved: Mapping[str, str]) -> dict[str, str]:
    """Return the folders that files have left for another one, if all of them went there."""
    went: defaultdict[str, set[str]] = defaultdict(set)
    for path, to in moved.items():
        went[_parent(path)].add(_parent(to))
    return {
        folder: next(iter(to))
        for folder, to in sorted(went.items())
        if len(to) == 1 and folder not in to
    }


def _parent(path: str) -> str:
    return PurePosixPath(path).parent.as_posix()
