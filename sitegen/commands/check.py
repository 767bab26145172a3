"""`sitegen check`: every finding, for people and programs; with --fix, wrong numbers put right."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from sitegen import commands
from sitegen.commands import UsageError
from sitegen.diagnostics import CODES, Diagnostic, Position, ranked, tally
from sitegen.nearest import did_you_mean

if TYPE_CHECKING:
    from sitegen.build import Site
    from sitegen.claims import Claim
    from sitegen.project import Project
    from sitegen.reading import Reader
    from sitegen.stages import Stages


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the findings; the exit code is 1 on an error, and with --strict on a warning."""
    project = commands.project(options)
    commands.require_packages()
    from sitegen import listings

    if unknown := [one for one in options.only if one not in CODES]:
        raise UsageError(f"no finding is called '{unknown[0]}'{_like(unknown[0])}")
    reader, workers = commands.reader(options, err), commands.workers(options)
    with commands.watched(options, err) as stages:
        site, found = _found(project, reader, workers, stages)
    if options.fix:
        # Standard output stays what --format says.
        listed = {one.position for one in _asked(options, project, site, found)}
        wrong = [claim for claim in site.claims if claim.position in listed]
        err.writelines(f"{line}\n" for line in _fix(project, wrong))
        with commands.watched(options, err) as stages:
            site, found = _found(project, reader, workers, stages)
    found = _asked(options, project, site, found)
    total = tally(found)
    if options.format in listings.OF_HOSTS:
        found = listings.for_host(found, _prefix(project))
    out.write(listings.FORMS[options.format](found))
    return 1 if total.errors or (options.strict and total.warnings) else 0


def _like(code: str) -> str:
    hint = did_you_mean(code, CODES)
    return f": {hint}" if hint else ""


def _prefix(project: Project) -> str:
    """Return the path of the lab from the top of its repository, or nothing outside of one."""
    from sitegen import git

    try:
        return git.repository(project.root).prefix
    except git.GitError:
        return ""


def _asked(
    options: argparse.Namespace, project: Project, site: Site, found: Sequence[Diagnostic]
) -> Sequence[Diagnostic]:
    """Return the findings that --only and --since leave; --fix puts no others right."""
    if options.only:
        found = [one for one in found if one.code in options.only]
    if options.since:
        found = _since(options.since, project, site, found)
    return found


def _since(
    name: str, project: Project, site: Site, found: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """Return the findings on lines that changed since a commit.

    A claim is also as new as the raw lines that it rests on.
    """
    from sitegen import git

    repository = git.repository(project.root)
    changed = git.changed_lines(repository, git.commit(repository, name))
    evidence = {claim.position: claim.evidence for claim in site.claims}

    def is_new(place: Position) -> bool:
        lines = changed.get(place.path, ())
        return bool(lines) and (not place.line or any(place.line in one for one in lines))

    return [
        one for one in found if any(map(is_new, (one.position, *evidence.get(one.position, ()))))
    ]


def _found(
    project: Project, reader: Reader, workers: int, stages: Stages
) -> tuple[Site, Sequence[Diagnostic]]:
    """Return the site of a project, and all that is wrong with it and with its links."""
    from sitegen.build import build
    from sitegen.checks import links

    site = build(
        project,
        reader=reader,
        history=commands.history(project),
        pictures=False,
        stages=stages,
        workers=workers,
    )
    stages.begin("following links")
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
