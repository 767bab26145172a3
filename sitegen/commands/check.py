"""`sitegen check`: every finding, for people and for programs."""

from __future__ import annotations

import argparse
import json
from typing import TextIO

from sitegen import commands, terminal
from sitegen.diagnostics import tally


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print all findings; the exit code is 1 on an error, and with --strict on a warning."""
    project = commands.project(options)
    commands.require_packages(err)
    from sitegen.build import build

    with terminal.working("checking", err):
        found = build(project).diagnostics
    total = tally(found)
    if options.format == "json":
        json.dump([one.as_json() for one in found], out, ensure_ascii=False, indent=1)
        out.write("\n")
    else:
        out.writelines(f"{one}\n" for one in found)
        out.write(f"{total}\n")
    return 1 if total.errors or (options.strict and total.warnings) else 0
