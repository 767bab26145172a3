"""`sitegen permalinks update`: the addresses of the site written down as published."""

from __future__ import annotations

import argparse
from typing import TextIO

from sitegen import commands, lock
from sitegen.commands import UsageError


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Add what is new to permalinks.lock; the exit code is 1 if a published address is gone."""
    project = commands.project(options)
    commands.require_packages()
    from sitegen.build import build

    with commands.watched(options, err) as stages:
        history = commands.history(project)
        site = build(project, history=history, pictures=False, stages=stages)
    path = project.root / lock.FILE
    try:
        before = path.read_text("utf-8", "replace") if path.is_file() else ""
        locked, problems = lock.read(before)
        if problems:
            # A line that cannot be read would be lost.
            out.writelines(f"{one}\n" for one in problems)
            return 1
        after = lock.updated(locked, site.addresses)
        if after != before:
            path.write_text(after, "utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {commands.reason(error)}") from None
    known = {one.address for one in locked}
    new = [address for address in site.addresses if address not in known]
    out.writelines(f"new: {address}\n" for address in new)
    gone = [one for one in site.diagnostics if one.code in ("vanished", "bad-redirect")]
    out.writelines(f"{one}\n" for one in gone)
    out.write(f"{path}: {len(known | set(new))} addresses, {len(new)} new\n")
    return 1 if gone else 0
