"""The command line: one verb for each thing to do, each in its module of sitegen/commands/."""

from __future__ import annotations

import argparse
import importlib
import keyword
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Protocol, TextIO, cast

from sitegen import __version__, commands
from sitegen.arguments import VERBS, add_project
from sitegen.commands import UsageError

WRONG_USE = 2


class Command(Protocol):
    """What every module of sitegen/commands/ has; it imports what it needs when it is run."""

    def run(self, options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
        """Do what the options ask for and return the exit code."""


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run one command and return its exit code: 0, 1 for errors found, 2 for wrong use."""
    with redirect_stdout(out), redirect_stderr(err):
        try:
            options = parser().parse_args(argv)
        except SystemExit as stop:  # --help, --version, or a message already printed
            return stop.code if isinstance(stop.code, int) else 0
    module = options.verb + "_" * keyword.iskeyword(options.verb)
    command = cast(Command, importlib.import_module(f"sitegen.commands.{module}"))
    try:
        return command.run(options, out, err)
    except UsageError as reason:
        err.write(f"sitegen: {reason}\n")
        return WRONG_USE
    except BrokenPipeError:
        raise
    except OSError as error:  # a file that went away or was locked while it was wanted
        err.write(f"sitegen: {error.filename or 'a file'}: {commands.reason(error)}\n")
        return WRONG_USE


def parser() -> argparse.ArgumentParser:
    """Return what reads the arguments of the command."""
    its = argparse.ArgumentParser(
        prog="sitegen",
        description="Builds a static site from reports and raw benchmark output, and checks every"
        " number in the reports against it.",
        epilog="sitegen COMMAND --help says more about a command.",
        allow_abbrev=False,
    )
    its.add_argument("--version", action="version", version=f"sitegen {__version__}")
    add_project(its, Path())
    verbs = its.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name, verb in VERBS.items():
        sub = verbs.add_parser(
            name, help=verb.about, description=f"{verb.about}.", allow_abbrev=False
        )
        verb.arguments(sub)
    return its
