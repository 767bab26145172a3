"""`sitegen diff`: what a change does to the numbers, claims and pages that are published."""

from __future__ import annotations

import argparse
import re
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sitegen import commands
from sitegen.commands import UsageError

if TYPE_CHECKING:
    from sitegen.diffing.comparison import Comparison
    from sitegen.diffing.sides import Pair

# What stands in an address as it is, in a link of Markdown too.
_ADDRESS = re.compile(r"https?://[\w.~:/@!$&*+,;=%-]+", re.ASCII)


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print what differs; the exit code is 1 if anything published does, 2 if a side has no site.

    With --exit-zero a difference is no failure.
    """
    commands.require_packages()
    if options.preview_url and not _ADDRESS.fullmatch(options.preview_url):
        raise UsageError(
            f"--preview-url '{options.preview_url}' is no address of a site: "
            "it begins with https:// and has its blanks and brackets written as %20, %28, %29"
        )
    from sitegen import drawn
    from sitegen.diffing.comparison import compare
    from sitegen.diffing.sides import built

    with (
        commands.watched(options, err) as stages,
        commands.cached(options, err) as kept,
        _versions(options) as versions,
    ):
        draw, reader = commands.draw(kept, drawn.draw), commands.reader(options, err)
        sides = built(versions, draw, stages, commands.workers(options), reader)
        stages.begin("comparing")
        its = compare(sides)
        out.write(_rendered(its, options))
    if its.problems:
        err.writelines(f"sitegen: {one}\n" for one in its.problems)
        return 2
    return 0 if its.nothing or options.exit_zero else 1


def _versions(options: argparse.Namespace) -> AbstractContextManager[Pair]:
    from sitegen.diffing import sides

    what: list[str] = options.what
    if len(what) == 2:
        folders = [Path(one) for one in what]
        for one in folders:
            if not one.is_dir():
                raise UsageError(f"there is no folder {one}")
        return sides.of_folders(folders[0], folders[1], options.trusted_config)
    if len(what) > 2:
        raise UsageError("name a commit, BASE..HEAD, or two folders")
    return sides.of_git(commands.project(options), what[0] if what else "")


def _rendered(its: Comparison, options: argparse.Namespace) -> str:
    from sitegen.diffing.views import as_html, as_json, as_markdown, as_text

    if options.format == "json":
        return as_json.render(its)
    if options.format == "html":
        return as_html.render(its, preview_url=options.preview_url)
    if options.format == "md":
        least = as_markdown.LEAST
        if options.max_bytes < least:
            raise UsageError(f"--max-bytes {options.max_bytes} is too few: at least {least}")
        return as_markdown.render(its, preview_url=options.preview_url, largest=options.max_bytes)
    return as_text.render(its)
