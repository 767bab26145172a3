"""`sitegen manual`: the reference of this version, as Markdown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from sitegen import manual, schema, terminal
from sitegen.commands import UsageError, reason
from sitegen.manual import keys
from sitegen.nearest import did_you_mean


def run(options: argparse.Namespace, out: TextIO, _: TextIO) -> int:
    """Print one topic or the list of them; with --pages or --schemas, write files."""
    if options.topic and options.topic not in manual.TOPICS:
        hint = did_you_mean(options.topic, manual.TOPICS)
        raise UsageError(f"there is no topic '{options.topic}': {hint}")
    if options.topic:
        out.write(manual.TOPICS[options.topic].text())
    folders = (options.pages, _pages()), (options.schemas, _schemas())
    for folder, files in folders:
        if folder:
            count = _write(folder, files)
            out.write(f"{folder}: {count} files\n")
    if not (options.topic or options.pages or options.schemas):
        rows = [(name, topic.summary) for name, topic in manual.TOPICS.items()]
        terminal.columns(rows, out)
    return 0


def _pages() -> Iterator[tuple[str, str]]:
    return ((f"{name}.md", manual.page(name)) for name in manual.TOPICS)


def _schemas() -> Iterator[tuple[str, str]]:
    for name, reader in keys.READERS.items():
        its = schema.json_schema(reader, name)
        yield f"{name.removesuffix('.yaml')}.schema.json", json.dumps(its, indent=1) + "\n"


def _write(folder: Path, files: Iterator[tuple[str, str]]) -> int:
    """Write files into a folder, in place of those there; return how many."""
    count = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files:
            (folder / name).write_text(text, "utf-8", newline="\n")
            count += 1
    except OSError as error:
        raise UsageError(f"{error.filename}: {reason(error)}") from None
    return count
