"""`sitegen check`: every finding, for people and programs; with --fix, wrong numbers put right."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from sitegen import commands, terminal
from sitegen.commands import UsageError
from sitegen.diagnostics import Diagnostic, ranked, tally

if TYPE_CHECKING:
    from sitegen.build import Site
    from sitegen.claims import Claim
    from sitegen.project import Project


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print all findings; the exit code is 1 on an error, and with --strict on a warning."""
    project = commands.project(options)
    commands.require_packages()
    with terminal.working("checking", err):
        site, found = _found(project)
    if options.fix:
        # Standard output stays what --format says.
        err.writelines(f"{line}\n" for line in _fix(project, site.claims))
        with terminal.working("checking again", err):
            site, found = _found(project)
    total = tally(found)
    if options.format == "json":
        json.dump([one.as_json() for one in found], out, ensure_ascii=False, indent=1)
        out.write("\n")
    else:
        out.writelines(f"{one}\n" for one in found)
        out.write(f"{total}\n")
    return 1 if total.errors or (options.strict and total.warnings) else 0


def _found(project: Project) -> tuple[Site, Sequence[Diagnostic]]:
    """Return the site of a project, and all that is wrong with it and with its links."""
    from sitegen.build import build
    from sitegen.checks import links

    site = build(project)
    return site, ranked([*site.diagnostics, *links.check(site.files, site.base_url)])


def _fix(project: Project, claims: Sequence[Claim]) -> Iterator[str]:
    """Put wrong numbers right in the documents, and yield a line for each that changed."""
    from sitegen.fix import fix

    for path in sorted({claim.position.path for claim in claims}):
        try:
            text = project.read(path).decode()
            right = fix(text, [claim for claim in claims if claim.position.path == path])
            if right != text:
                (project.root / path).write_bytes(right.encode())
        except UnicodeDecodeError:  # what is no text cannot be written back as it was
            continue
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {commands.reason(error)}") from None
        pairs = zip(text.split("\n"), right.split("\n"), strict=True)
        for number, (old, new) in enumerate(pairs, 1):
            if old != new:
                yield f"{path}:{number}: put right"
