"""`sitegen import PAGE`: a published page or a saved mail, made into files of a lab."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from sitegen import commands
from sitegen.commands import UsageError, reason
from sitegen.hardware import Hardware
from sitegen.project import LARGEST_TEXT, Project, bytes_of

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def run(options: argparse.Namespace, out: TextIO, _: TextIO) -> int:
    """Write the files for a page; the exit code is 1 if the page holds no value."""
    root: Path = options.project
    if not root.is_dir():
        raise UsageError(f"there is no folder {root}")
    commands.require_packages()
    from sitegen import importing
    from sitegen.importing.naming import slug

    file: Path = options.page
    name = options.name or slug(file.stem)
    if not _NAME.fullmatch(name):
        raise UsageError(f"'{name}' is no name for a folder: --name takes words joined by '-'")
    content = _content(file)
    try:
        its = importing.import_page(file.name, content, name, _hardware(root))
    except UnicodeDecodeError:
        raise UsageError(f"{file} cannot be read: its bytes are not text") from None
    except (ValueError, OSError, EOFError) as why:
        raise UsageError(f"{file} cannot be read: {why}") from None
    _write(root, its.files)
    out.writelines(f"{line}\n" for line in summary(its))
    return 0 if its.measured else 1


def _content(file: Path) -> bytes:
    try:
        if file.stat().st_size > LARGEST_TEXT * 4:
            raise UsageError(f"{file} is too large for a page")
        content = bytes_of(file)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {reason(error)}") from None
    if not content.strip():
        raise UsageError(f"{file} is empty")
    return content


def _hardware(root: Path) -> Mapping[str, Hardware]:
    """Return the hardware that the lab has pages for."""
    from sitegen import content

    project = Project(root, root / "site")
    texts = {
        path: project.read(path).decode("utf-8", "replace")
        for path in project.files("content/hardware")
        if path.endswith(".md")
    }
    return content.load(texts)[0].hardware


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    """Write all files, or none if one is there already."""
    taken = sorted(path for path in files if (root / path).exists())
    if taken:
        more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
        raise UsageError(
            f"{taken[0]} is there already{more}; nothing was written (--name takes another name)"
        )
    try:
        for path, data in files.items():
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("xb") as file:  # never in place of another
                file.write(data)
    except OSError as error:
        raise UsageError(f"{error.filename}: {reason(error)}") from None


def summary(its: object) -> Iterator[str]:
    """Yield what was written and how much was read, then each thing that was not placed."""
    from sitegen.importing import Import

    assert isinstance(its, Import)
    for path in sorted(its.files):
        cut = its.cuts.get(path)
        if cut is None:
            yield f"{path}: {_what(path)}"
            continue
        records = len(cut.reading.records)
        tool = f"{cut.tool}, " if cut.tool and not cut.sidecar else ""
        yield (
            f"{path}: {records} value{'s' * (records != 1)}"
            f" ({tool}lines {cut.first + 1} to {cut.last + 1})"
        )
    values = sum(len(cut.reading.records) for cut in its.cuts.values())
    placed = sum(bool(one.target) for one in its.placed)
    yield f"{values} values; {placed} of {len(its.placed)} numbers in the prose placed"
    if not its.measured:
        yield "no data: the page holds no result that can be read"
    left = Counter(one.reason for one in its.placed if not one.target)
    open_ = [f"line {note.line + 1}: {note.text}" for note in its.notes]
    open_ += [
        f"line {one.told.line + 1}: {one.told.claim}: {one.reason}"
        for one in its.placed
        if not one.target
    ]
    if its.missing:
        open_.append(f"not said in the page, or not found: {', '.join(its.missing)}")
    if open_:
        yield f"to decide ({len(its.notes)} remarks, {sum(left.values())} numbers not placed):"
        yield from (f"  {line}" for line in open_)


def _what(path: str) -> str:
    if path.startswith("content/hardware/"):
        return "a stub"
    if path.startswith("content/"):
        return "the draft"
    return "the testbed" if path.endswith("/testbed.yaml") else "what its output does not say"
