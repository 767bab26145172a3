"""Waiting until the bytes of a lab change: by events of the file system, or by looking."""

from __future__ import annotations

import errno
import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from watchdog import events
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from sitegen import configuration, lock
from sitegen.project import Project

FOLDERS = ("content", "results", "templates")
"""What is watched with all that lies in it; site/, .git/ and caches are not."""

QUIET = 0.05
"""How long nothing may change before it counts as written: a save is several steps of an editor."""

PATIENCE = 2.0
"""How long to wait for the event of the probe, and for a file that does not stop changing."""

EVERY = 1.0
"""How often to look where no events come."""

SWEEP = 5.0
"""How often to look although events come: what another host changes on a share causes none."""

# Opening and reading files, as each build and each look does, is no change.
_CHANGES: list[type[FileSystemEvent]] = [
    events.FileCreatedEvent,
    events.FileModifiedEvent,
    events.FileMovedEvent,
    events.FileDeletedEvent,
    events.FileClosedEvent,
    events.DirCreatedEvent,
    events.DirMovedEvent,
    events.DirDeletedEvent,
]

_LIMITS = {
    errno.EMFILE: "the system has no more watchers (fs.inotify.max_user_instances)",
    errno.ENOSPC: "the system cannot watch so many folders (fs.inotify.max_user_watches)",
}


class Seen(NamedTuple):
    """A file as it was last read: when it was written, how large it is, what it holds."""

    stamp: tuple[int, ...]
    digest: bytes


class Watch:
    """Tells when a lab has changed; `say` gets a line when events cannot be had."""

    def __init__(
        self,
        project: Project,
        *,
        poll: bool,
        say: Callable[[str], None],
        observer: Callable[[], BaseObserver] = Observer,
    ) -> None:
        """Take the files as they are now for known, and begin to watch."""
        self._project = project
        self._say = say
        self._make = observer
        self._event = threading.Event()
        self._observer: BaseObserver | None = None
        self._watched: Mapping[str, int] = {}
        self._every = EVERY
        self._seen = look(project, {})
        if not poll:
            self._observe()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def wait(self) -> None:
        """Return once a file holds other bytes than at the last return, and none still changes."""
        while True:
            self._event.wait(self._every)
            self._event.clear()
            began = time.monotonic()
            seen = look(self._project, self._seen)
            took = time.monotonic() - began
            self._every = max(SWEEP if self._observer else EVERY, 20 * took)
            if not _differ(seen, self._seen):
                self._seen = seen
                continue
            seen = self._settled(seen)
            changed = _differ(seen, self._seen)
            moved = _parents(seen) != _parents(self._seen)
            self._seen = seen
            if self._observer and self._folders() != self._watched:
                self._stop()
                self._observe()
            elif self._observer and moved and self._misses_folders():
                self._look_instead(_LIMITS[errno.ENOSPC])
            if changed:
                return

    def _settled(self, seen: Mapping[str, Seen]) -> Mapping[str, Seen]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(QUIET)
            self._event.clear()
            again = look(self._project, seen)
            if again == seen:
                break
            seen = again
        return seen

    def _observe(self) -> None:
        """Ask for events and try whether they come; otherwise say why not, and go on by looking."""
        observer: BaseObserver | None = None
        handler = _Handler(self._event)
        try:
            # The limit on instances is met here, that on folders below.
            observer = self._make()
            self._watched = self._folders()
            for folder in ("", *self._watched):
                observer.schedule(
                    handler,
                    str(self._project.root / folder),
                    recursive=folder != "",
                    event_filter=_CHANGES,
                )
            observer.start()
        except OSError as error:
            if observer:
                observer.stop()
            why = _LIMITS.get(error.errno or 0, f"folders cannot be watched ({error.strerror})")
        else:
            self._observer = observer
            if not self._probe():
                why = "this folder reports no changes"
            elif self._misses_folders():
                why = _LIMITS[errno.ENOSPC]
            else:
                self._every = SWEEP
                return
        self._look_instead(why)

    def _look_instead(self, why: str) -> None:
        self._stop()
        self._every = EVERY
        self._say(f"{why}: looking for changes every {EVERY:g} s")

    def _probe(self) -> bool:
        """Return whether writing a file causes an event."""
        folder = next(iter(self._watched), "")
        probe = self._project.root / folder / f".sitegen-probe-{os.getpid()}"
        self._event.clear()
        try:
            probe.touch()
            return self._event.wait(PATIENCE)
        except OSError:  # read-only for us, so all changes come from elsewhere
            return False
        finally:
            probe.unlink(missing_ok=True)

    def _misses_folders(self) -> bool:
        """Return whether folders are not watched: watchdog tells nobody which ones it may not."""
        until = time.monotonic() + PATIENCE
        while (watches := _watches()) and watches < self._count():
            if time.monotonic() > until:
                return True
            time.sleep(QUIET)
        return False

    def _count(self) -> int:
        """Return how many folders are to be watched, each once; inside no link is followed."""
        root = self._project.root
        places = [Path(place) for top in self._watched for place, _, _ in os.walk(root / top)]
        found = set()
        for place in [root, *places]:
            with suppress(OSError):  # removed just now
                its = place.stat()
                if os.access(place, os.R_OK):
                    found.add((its.st_dev, its.st_ino))
        return len(found)

    def _folders(self) -> Mapping[str, int]:
        """Return the watched folders with the number by which one made anew is told apart."""
        folders = ((name, self._project.root / name) for name in FOLDERS)
        return {name: path.stat().st_ino for name, path in folders if path.is_dir()}

    def _stop(self) -> None:
        if self._observer:
            self._observer.stop()
            self._observer.join()
            self._observer = None


class _Handler(FileSystemEventHandler):
    def __init__(self, changed: threading.Event) -> None:
        self._changed = changed

    def on_any_event(self, _: FileSystemEvent) -> None:
        self._changed.set()


def _watches() -> int:
    """Return how many folders this process watches; 0 where the system does not tell."""
    found = 0
    for fd in Path("/proc/self/fdinfo").glob("*"):
        with suppress(OSError):  # closed just now
            found += fd.read_text().count("inotify wd:")
    return found


def look(project: Project, before: Mapping[str, Seen]) -> Mapping[str, Seen]:
    """Return all files of a lab; those with the stamp that they had before are not read again."""
    found = {}
    for path in _paths(project):
        try:
            status = (project.root / path).stat()
            stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
            known = before.get(path)
            if known is None or known.stamp != stamp:
                known = Seen(stamp, hashlib.blake2b(project.read(path), digest_size=16).digest())
        except OSError:  # removed, or replaced, just now
            continue
        found[path] = known
    return found


def _paths(project: Project) -> Iterator[str]:
    for folder in FOLDERS:
        yield from project.files(folder)
    for name in (configuration.FILE, lock.FILE):
        if (project.root / name).is_file():
            yield name


def _parents(seen: Iterable[str]) -> set[str]:
    return {path.rpartition("/")[0] for path in seen}


def _differ(these: Mapping[str, Seen], those: Mapping[str, Seen]) -> bool:
    return {path: seen.digest for path, seen in these.items()} != {
        path: seen.digest for path, seen in those.items()
    }
