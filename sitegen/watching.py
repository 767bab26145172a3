"""Waiting until the bytes of a lab change: by events of the file system, or by looking."""

from __future__ import annotations

import errno
import os
import threading
import time
import warnings
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR
from types import TracebackType
from typing import Self

from watchdog import events
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from sitegen.held import FOLDERS, Held

QUIET = 0.015
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

# A folder that comes while the one above it is added is told of twice, which harms nobody.
warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)

_LIMITS = {
    errno.EMFILE: "the system has no more watchers (fs.inotify.max_user_instances)",
    errno.ENOSPC: "the system cannot watch so many folders (fs.inotify.max_user_watches)",
}


class Watch:
    """Tells when a lab has changed; `say` gets a line when events cannot be had."""

    def __init__(
        self,
        lab: Held,
        *,
        poll: bool,
        say: Callable[[str], None],
        observer: Callable[[], BaseObserver] = Observer,
    ) -> None:
        """Take the files as they are held for known, and begin to watch."""
        self._lab = lab
        self._say = say
        self._make = observer
        self._seen = _Seen(lab.root)
        self._observer: BaseObserver | None = None
        self._watched: Mapping[str, int] = {}
        self._every = EVERY
        self._next = 0.0
        self._known = False
        self._within = lab.folders
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
        """Return once a file holds other bytes than at the last return, and none still changes.

        Then the lab holds them too.
        """
        while not self.changed:
            self._seen.wait(max(self._next - time.monotonic(), 0.0))
            if time.monotonic() >= self._next:
                self._sweep()
        self._known = False

    @property
    def changed(self) -> bool:
        """Return whether the next wait will be over at once."""
        if self._seen.any:
            self._known |= self._settled(self._seen.taken())
            self._follow()
        return self._known

    def _sweep(self) -> None:
        """Look at everything, and note when to do so again."""
        began = time.monotonic()
        self._known |= self._settled(None)
        now = time.monotonic()
        self._next = now + max(self._every, 20 * (now - began))
        self._follow()

    def _settled(self, paths: Collection[str] | None) -> bool:
        """Look at some files, or at all, until none changes any more; return whether any has.

        What a program empties to write the same again has not changed.
        """
        before = self._lab.contents()
        until = time.monotonic() + PATIENCE
        changed = more = self._lab.look(paths)
        while more and time.monotonic() < until:
            time.sleep(QUIET)
            more = self._lab.look(self._seen.taken() if self._observer else paths)
        return changed and self._lab.contents() != before

    def _follow(self) -> None:
        """Watch folders that have come, or have come anew, as far as the system watches them."""
        moved = self._within is not self._lab.folders
        self._within = self._lab.folders
        if self._observer and self._folders() != self._watched:
            self._stop()
            self._observe()
        elif self._observer and moved and self._misses_folders():
            self._look_instead(_LIMITS[errno.ENOSPC])

    def _observe(self) -> None:
        """Ask for events and try whether they come; otherwise say why not, and go on by looking.

        What has changed until then is found by looking.
        """
        self._next = 0.0
        observer: BaseObserver | None = None
        handler = _Handler(self._seen)
        try:
            # The limit on instances is met here, that on folders below.
            observer = self._make()
            self._watched = self._folders()
            for folder in ("", *self._watched):
                observer.schedule(
                    handler,
                    str(self._lab.root / folder),
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
        self._every, self._next = EVERY, 0.0
        self._say(f"{why}: looking for changes every {EVERY:g} s")

    def _probe(self) -> bool:
        """Return whether writing a file causes an event."""
        folder = next(iter(self._watched), "")
        probe = self._lab.root / folder / f".sitegen-probe-{os.getpid()}"
        self._seen.taken()
        try:
            probe.touch()
            return self._seen.wait(PATIENCE)
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
        root = self._lab.root
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
        found = {}
        for name in FOLDERS:
            with suppress(OSError):  # there is none, or none any more
                its = (self._lab.root / name).stat()
                if S_ISDIR(its.st_mode):
                    found[name] = its.st_ino
        return found

    def _stop(self) -> None:
        if self._observer:
            self._observer.stop()
            self._observer.join()
            self._observer = None


class _Seen:
    """The paths of which events have told, below the folder of a lab."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._news = threading.Condition()
        self._paths: set[str] = set()

    @property
    def any(self) -> bool:
        return bool(self._paths)

    def add(self, *paths: str | bytes) -> None:
        below = [os.path.relpath(os.fsdecode(one), self._root) for one in paths if one]
        with self._news:
            self._paths.update(below)
            self._news.notify_all()

    def wait(self, seconds: float) -> bool:
        """Return whether there are any, as soon as there are or when the time is over."""
        with self._news:
            return bool(self._news.wait_for(lambda: self._paths, seconds))

    def taken(self) -> Collection[str]:
        """Return all that were told since the last time."""
        with self._news:
            paths, self._paths = self._paths, set()
        return paths


class _Handler(FileSystemEventHandler):
    def __init__(self, seen: _Seen) -> None:
        self._seen = seen

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._seen.add(event.src_path, event.dest_path)


def _watches() -> int:
    """Return how many folders this process watches; 0 where the system does not tell."""
    found = 0
    for fd in Path("/proc/self/fdinfo").glob("*"):
        with suppress(OSError):  # closed just now
            found += fd.read_text().count("inotify wd:")
    return found
