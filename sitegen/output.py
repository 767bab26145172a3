"""The only module that touches site/: write what differs, remove what is gone.

Two kinds of pictures stay, since other sites show them. A frozen one (`<chart>.<hash>.png`) is
never removed: whoever embedded it argues about what it shows. The current ones of a chart that
could not be drawn this time stay until it can. To withdraw a picture, delete the file. A folder
that starts empty has none of the old ones, so a site is best published over its last version.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

MANIFEST = ".sitegen-files.json"
"""What the last build wrote, so that the next one removes just that."""

KEPT = frozenset({".gitignore", MANIFEST})

_FROZEN = re.compile(r"charts/[^/]+\.[0-9a-f]{8}\.png")
_CURRENT = re.compile(r"(charts/[^/]+)\.(?:png|svg)")


class Written(NamedTuple):
    """How many files a write made or changed, left as they were, and removed."""

    changed: int
    same: int
    removed: int


class NotOursError(Exception):
    """The target holds files that no build of ours wrote."""


def write(files: Mapping[str, bytes], target: Path) -> Written:
    """Bring `target` to hold `files` and pictures that stay; what is right is not touched.

    Raises NotOursError, before anything is written, if the folder has files and no manifest.
    """
    target.mkdir(parents=True, exist_ok=True)
    before = _manifest(target)
    changed = same = 0
    for path in sorted(files):
        content = files[path]
        place = target / path
        if _holds(place, content):
            same += 1
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        _replace(place, content)
        changed += 1
    removed = 0
    stay = {path for path in before - set(files) if _stays(path, files, target)}
    for path in sorted(before - set(files) - stay):
        place = target / path
        if place.is_file() or place.is_symlink():
            place.unlink()
            removed += 1
            _prune(place.parent, target)
    listing = json.dumps(sorted({*files, *stay}), indent=0).encode()
    if not _holds(target / MANIFEST, listing):
        _replace(target / MANIFEST, listing)
    return Written(changed, same + len(stay), removed)


def _stays(path: str, files: Mapping[str, bytes], target: Path) -> bool:
    """Return whether a picture of an earlier build is there and shown elsewhere, maybe."""
    if not (target / path).is_file():
        return False
    current = _CURRENT.fullmatch(path)
    not_drawn = current is not None and f"{current[1]}.csv" in files
    return not_drawn or _FROZEN.fullmatch(path) is not None


def _manifest(target: Path) -> set[str]:
    listing = target / MANIFEST
    if listing.is_file():
        names = _names(listing)
        if names is not None:
            # A manifest is data like any other: it may not lead out of the folder.
            return {
                name for name in names if not name.startswith("/") and ".." not in name.split("/")
            }
    strangers = sorted(path.name for path in target.iterdir() if path.name not in KEPT)
    if strangers:
        raise NotOursError(
            f"{target} has files that sitegen did not write ({', '.join(strangers[:3])}); "
            "empty it, or choose another folder with --output"
        )
    return set()


def _names(listing: Path) -> list[str] | None:
    """Return the names in a manifest, or None if it is damaged."""
    try:
        names = json.loads(listing.read_text("utf-8"))
    except ValueError:
        return None
    known = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return names if known else None


def _holds(place: Path, content: bytes) -> bool:
    try:
        return place.stat().st_size == len(content) and place.read_bytes() == content
    except OSError:
        return False


def _replace(place: Path, content: bytes) -> None:
    """Write a file under another name and move it into place, so no reader sees half of it."""
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".sitegen-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _prune(folder: Path, target: Path) -> None:
    while folder != target and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
