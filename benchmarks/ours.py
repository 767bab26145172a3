"""Sitegen as one of the generators, and the changes of its lab."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from random import Random

from benchmarks import labs, outputs
from benchmarks.peers import Peer

CACHE = "../cache"
"""The cache, beside the lab."""

PICTURES = "picture"
"""The kind of things in the cache that drawing made."""

PEER = Peer(
    name="sitegen",
    package="sitegen",
    program=sys.executable,
    version=("-m", "sitegen", "--version"),
    command=(sys.executable, "-m", "sitegen", "build", "--cache", CACHE),
    output="site",
    template="templates/base.html",
    serving=(
        *(sys.executable, "-m", "sitegen", "serve", "--cache", CACHE),
        *("--host", "127.0.0.1", "--port", "{port}"),
    ),
    site=lambda _: (),
    page=lambda _: (),
)


def report(rig: int, sentence: str) -> tuple[str, str]:
    """Return path and text of a report with a sentence of its own."""
    return f"content/reports/rig-{rig:05}.md", labs.report(rig, sentence)


def result(rig: int, number: int) -> tuple[str, str]:
    """Return path and text of a new raw file: a queue depth that was not measured before."""
    name = f"results/rig-{rig:05}/mirrored/fio-1-new-{number}.json"
    return name, outputs.fio(Random(number), 1.0, 40 + number, 4096)


def keep_pictures(cache: Path) -> None:
    """Leave nothing in a cache but the pictures of charts."""
    database = sqlite3.connect(cache / "cache.sqlite")
    with database:
        database.execute("DELETE FROM thing WHERE kind <> ?", (PICTURES,))
    database.execute("VACUUM")
    database.close()
