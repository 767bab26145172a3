"""The commands, as the command line itself knows them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from sitegen.manual.markdown_tables import code, plain, table

_CODES = """\
`sitegen` exits with 0 when all went well, and with 2 when it was called in a wrong way or a file
could not be used; that is then said on standard error. It exits with 1 when `check` found an error
(with `--strict` a warning), `show` met one in its file, `diff` found a difference, `import` found
no result, or `permalinks update` misses a published address.
"""


def text() -> str:
    """Return all commands with their arguments."""
    from sitegen import cli

    parser = cli.parser()
    parts = [_CODES, "\n## Before every command\n\n", _arguments(parser)]
    for name, sub in _commands(parser):
        about = (sub.description or "").rstrip(".")
        parts.append(f"## sitegen {name}\n\n{plain(about[:1].upper() + about[1:])}.\n\n")
        parts.append(f"    {_usage(name, sub)}\n\n")
        parts.append(_arguments(sub))
    return "".join(parts)


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _shown(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments that a reader wants to know of, in the order they are declared."""
    for action in parser._actions:
        if not isinstance(action, (argparse._SubParsersAction, argparse._HelpAction)):
            yield action


def _usage(name: str, parser: argparse.ArgumentParser) -> str:
    words = ["sitegen", name]
    for action in _shown(parser):
        said = " ".join(filter(None, [*action.option_strings[-1:], _value(action)]))
        words.append(f"[{said}]" if action.option_strings or action.nargs == "?" else said)
    return " ".join(words)


def _value(action: argparse.Action) -> str:
    """Return what stands for the value of an argument: DIR, or what it may be."""
    if action.nargs == 0:
        return ""
    if action.choices:
        return "|".join(map(str, action.choices))
    return str(action.metavar or action.dest.upper())


def _arguments(parser: argparse.ArgumentParser) -> str:
    rows = [
        (
            code(" ".join(filter(None, [*action.option_strings[-1:], _value(action)]))),
            plain((action.help or "").replace("%%", "%")),
        )
        for action in _shown(parser)
    ]
    return table(("Argument", "Meaning"), rows) if rows else ""
