"""The folders of a lab on disk: which files count, and reading them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sitegen.diagnostics import Diagnostic, Position

LARGEST_TEXT = 4 << 20
"""How large a file that people write may be, in bytes."""

LARGE = 1 << 24
"""From how many bytes on a raw file is not kept in memory."""

Content = bytes | Path
"""What a raw file holds: its bytes, or the file itself where it is large."""


@dataclass(frozen=True, slots=True)
class Project:
    """A lab's repository: everything is read from below `root`, and written to `output` alone.

    Templates and settings decide what a page may do. Where the lab's own are not to be trusted, as
    in a change by a stranger, they are read from the folder `trusted`.
    """

    root: Path
    output: Path
    trusted: Path | None = None

    @property
    def templates(self) -> Path | None:
        """Return the lab's own templates, if it has any."""
        own = (self.trusted or self.root) / "templates"
        return own if own.is_dir() else None

    def settings(self, name: str) -> str:
        """Return the text of a file that settings are read from, which need not be there."""
        path = (self.trusted or self.root) / name
        return path.read_text("utf-8", "replace") if path.is_file() else ""

    def state(self, folder: str) -> object:  # noqa: ARG002 - asked of folders held in memory
        """Return an object that is the same one for as long as a folder is known not to change.

        Files on disk may change at any time, so here it is another one each time.
        """
        return object()

    def files(self, folder: str) -> Iterator[str]:
        """Yield the files below a folder of the project, sorted, as paths with forward slashes.

        Hidden files, what editors leave behind, and what `left_out` yields do not count.
        """
        return (path for path, why in self._entries(folder) if not why)

    def left_out(self, folder: str) -> Iterator[Diagnostic]:
        """Yield a finding for each file and link below a folder that cannot be read."""
        for path, why in self._entries(folder):
            if why:
                # A name that is no text is shown with its bytes.
                shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
                code = "unreadable-file" if why == "locked" else "left-out"
                yield Diagnostic(Position(shown), code, *_WHY[why])

    def _entries(self, folder: str) -> Iterator[tuple[str, str]]:
        """Yield the files below a folder and links to folders, with the reason to leave one out."""
        top = self.root / folder
        real = top.resolve()
        locked: list[OSError] = []
        for where, folders, names in os.walk(top, onerror=locked.append):
            folders[:] = sorted(filter(counts, folders))
            linked = [name for name in folders if Path(where, name).is_symlink()]
            for name in sorted([*linked, *filter(counts, names)]):
                path = Path(where, name)
                why = reason_to_leave_out(path, real)
                if not why and path.is_dir():
                    why = "folder"
                if why or path.is_file():
                    yield path.relative_to(self.root).as_posix(), why
        for error in locked:
            if isinstance(error, PermissionError):
                yield Path(error.filename).relative_to(self.root).as_posix(), "locked"

    def origin(self, path: str) -> str:
        """Return the path of the file that a link leads to; of a file that is none, its own."""
        if not (self.root / path).is_symlink():
            return path
        return (self.root / path).resolve().relative_to(self.root.resolve()).as_posix()

    def read(self, path: str) -> bytes:
        """Return the bytes of a file of the project."""
        return (self.root / path).read_bytes()

    def content(self, path: str) -> Content:
        """Return what a raw file of the project holds."""
        return content_of(self.root / path)


_OTHERWISE = (
    (stat.S_ISDIR, "is a directory"),
    (stat.S_ISFIFO, "is a pipe, which may never end: save what comes out of it in a file"),
    (stat.S_ISSOCK, "is a socket"),
    (stat.S_ISCHR, "is a device, which may never end"),
    (stat.S_ISBLK, "is a device"),
)
_OWN_PIPES = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")


def content_of(file: Path) -> Content:
    """Return the bytes of a file, or the file itself where it is large.

    Raises OSError for what is no file, but for a pipe that the shell has opened for this command.
    """
    its = file.stat()
    if stat.S_ISFIFO(its.st_mode) and file.as_posix().startswith(_OWN_PIPES):
        return file.read_bytes()
    for is_so, words in _OTHERWISE:
        if is_so(its.st_mode):
            raise OSError(errno.EINVAL, words)
    return file if its.st_size > LARGE else file.read_bytes()


def bytes_of(file: Path) -> bytes:
    """Return the bytes of a file, however large it is; raises OSError as `content_of` does."""
    content = content_of(file)
    return content if isinstance(content, bytes) else content.read_bytes()


_WHY = {
    "locked": ("cannot be read: permission denied", "let the one who builds the site read it"),
    "name": ("the name of the file is not UTF-8", "rename it"),
    "broken": ("a link that leads to nothing", "remove it, or put the file itself here"),
    "outside": (
        "a link that leads out of the folder is not followed",
        "put the file itself here: a lab holds all that its pages show",
    ),
    "folder": (
        "a link to another folder is not followed",
        "refer to what lies there, or put the files themselves here",
    ),
    "special": ("neither a file nor a folder", "keep pipes, sockets and devices elsewhere"),
}


def reason_to_leave_out(path: Path, top: Path) -> str:
    """Return the reason why a path below the folder `top` is not to be read, or nothing."""
    try:
        str(path).encode()
        if path.is_symlink():
            real = path.resolve()
            if not real.exists():
                return "broken"
            if not real.is_relative_to(top):
                return "outside"
        elif not path.is_file():
            return "special"
    except UnicodeEncodeError:
        return "name"
    except PermissionError:
        return "locked"
    except (OSError, RuntimeError):  # a loop of links
        return "broken"
    return "" if os.access(path, os.R_OK) else "locked"


def counts(name: str) -> bool:
    """Return whether a file or folder of this name belongs to the lab.

    `4913` is the file with which vim tries whether it may write.
    """
    return not (
        name.startswith((".", "#", "__pycache__"))
        or name.endswith(("~", ".swp", ".swx", ".tmp", ".orig", ".rej"))
        or name == "4913"
    )
