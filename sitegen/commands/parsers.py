"""`sitegen parsers`: the tools whose output is known, and where their units are documented."""

from __future__ import annotations

import argparse
from typing import TextIO

from sitegen.parsers import parsers


def run(_: argparse.Namespace, out: TextIO, __: TextIO) -> int:
    """Print each tool with the forms of output that are read, by the name of its module."""
    for name, parser in parsers().items():
        out.write(f"{parser.TOOL} (sitegen/parsers/{name}.py)\n")
        out.writelines(f"  {variant}\n" for variant in parser.VARIANTS)
    return 0
