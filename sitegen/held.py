"""The files of a lab held in memory, each read again only where it was written."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sitegen import configuration, lock
from sitegen.project import Content, Project, content_of, counts, reason_to_leave_out

FOLDERS = ("content", "results", "templates")
"""What a lab consists of with all that lies in it; site/, .git/ and caches are no part of it."""

FILES = (configuration.FILE, lock.FILE)
"""Further files of a lab, at its root."""


class _File(NamedTuple):
    """A file as it was last read: its stamp, why it is left out, what it holds, and where it is.

    Of a file that is not kept in memory the digest tells whether it holds the same.
    """

    stamp: tuple[int, ...]
    why: str
    content: Content
    origin: str
    digest: bytes = b""


@dataclass(frozen=True, slots=True)
class Held(Project):
    """A lab as it was when it was last looked at, whatever happens to its files meanwhile.

    What did not change is the same object each time it is asked for.
    """

    _files: dict[str, dict[str, _File]] = field(default_factory=dict, init=False)
    _states: dict[str, object] = field(default_factory=dict, init=False)
    _folders: list[frozenset[str]] = field(default_factory=lambda: [frozenset()], init=False)

    def __post_init__(self) -> None:
        """Read all files."""
        self.look()

    def look(self, paths: Collection[str] | None = None) -> bool:
        """Look at some files, or at all, and return whether any holds something else than before.

        Paths are below the project, and need not be those of files any more, or of a lab.
        """
        if paths is None or any(map(self._is_folder, paths)):
            changed = sum(map(self._look_into, (*FOLDERS, ""))) > 0
        else:
            changed = sum(map(self._look_at, paths)) > 0
        if changed:
            own = {path.rpartition("/")[0] for files in self._files.values() for path in files}
            if own != self._folders[0]:
                self._folders[0] = frozenset(own)
        return changed

    def contents(self) -> Mapping[str, object]:
        """Return what is to be compared of all files, by path: two of these are equal if labs are.

        What was not read again is the same object in both.
        """
        return {path: _says(its) for files in self._files.values() for path, its in files.items()}

    def state(self, folder: str) -> object:
        """Return an object that is the same one until anything in a folder has changed."""
        return self._states[folder]

    @property
    def folders(self) -> frozenset[str]:
        """Return the folders that files lie in: the same object until any has come or gone."""
        return self._folders[0]

    def files(self, folder: str) -> Iterator[str]:
        """Yield the files below a folder of the lab, sorted."""
        return (path for path, its in self._files[folder].items() if not its.why)

    def _entries(self, folder: str) -> Iterator[tuple[str, str]]:
        return ((path, its.why) for path, its in self._files[folder].items())

    def origin(self, path: str) -> str:
        """Return the path of the file that a link leads to."""
        return self._files[_top(path)][path].origin

    def read(self, path: str) -> bytes:
        """Return the bytes of a file."""
        content = self.content(path)
        return content if isinstance(content, bytes) else content.read_bytes()

    def content(self, path: str) -> Content:
        """Return what a raw file holds."""
        return self._files[_top(path)][path].content

    def _is_folder(self, path: str) -> bool:
        """Return whether a path is that of a folder, or was."""
        return (self.root / path).is_dir() or any(
            one.startswith(f"{path}/") for one in self._files.get(_top(path), ())
        )

    def _look_into(self, folder: str) -> bool:
        """Look at all files of a folder; of '' are those at the root."""
        before = self._files.get(folder, {})
        found: dict[str, _File] = {}
        entries = Project._entries(self, folder) if folder else ((name, "") for name in FILES)
        for path, why in entries:
            if its := self._now(path, why, before.get(path)):
                found[path] = its
        self._files[folder] = {path: found[path] for path in sorted(found, key=_order)}
        changed = not _alike(before, self._files[folder])
        if changed or folder not in self._states:
            self._states[folder] = object()
        return changed

    def _look_at(self, path: str) -> bool:
        """Look at one file, if it is one of a lab's."""
        folder = _top(path)
        parts = path.split("/")
        if folder not in self._files or not all(map(counts, parts)):
            return False
        if not folder and path not in FILES:
            return False
        files = self._files[folder]
        before = files.pop(path, None)
        place = self.root / path
        there = place.is_symlink() or place.exists()
        why = reason_to_leave_out(place, (self.root / folder).resolve()) if there and folder else ""
        its = self._now(path, why, before) if there else None
        if its:
            files[path] = its
        self._files[folder] = {path: files[path] for path in sorted(files, key=_order)}
        changed = _says(before) != _says(its)
        if changed:
            self._states[folder] = object()
        return changed

    def _now(self, path: str, why: str, before: _File | None) -> _File | None:
        """Return a file as it is now: what was known of it before, if it was not written."""
        place = self.root / path
        try:
            status = place.stat()
            stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
            if before and before.stamp == stamp and before.why == why:
                return before
            content = b"" if why else content_of(place)
        except OSError:  # removed, or replaced, just now
            return _File((), why, b"", path) if why else None
        origin = path if why else Project.origin(self, path)
        if isinstance(content, bytes):
            same = before is not None and before.content == content
            return _File(stamp, why, before.content if before and same else content, origin)
        digest = _digest(content)
        same = before is not None and before.digest == digest
        return _File(stamp, why, before.content if before and same else content, origin, digest)


def _says(its: _File | None) -> object:
    """Return what of a file is news when it changes: a touch is none."""
    return its and (its.why, its.content, its.origin, its.digest)


def _alike(these: Mapping[str, _File], those: Mapping[str, _File]) -> bool:
    return these.keys() == those.keys() and all(
        its is those[path] or _says(its) == _says(those[path]) for path, its in these.items()
    )


def _digest(file: Path) -> bytes:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").digest()


def _top(path: str) -> str:
    """Return the folder of a lab that a path is in, or '' for a file at the root."""
    folder, slash, _ = path.partition("/")
    return folder if slash else ""


def _order(path: str) -> list[tuple[bool, str]]:
    """Return what puts the files of a folder before what lies in folders in it."""
    *folders, name = path.split("/")
    return [*((True, one) for one in folders), (False, name)]


def hold(lab: Project) -> Held:
    """Return a lab with all its files read."""
    return Held(lab.root, lab.output, lab.trusted)
