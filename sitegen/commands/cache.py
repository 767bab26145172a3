"""`sitegen cache`: what is kept between builds."""

from __future__ import annotations

import argparse
from typing import TextIO

from sitegen import commands


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Show what is kept, remove what was not used lately, or what is damaged."""
    with commands.cached(options, err) as kept:
        if kept is None:
            return 1
        if options.action == "prune":
            out.write(f"{kept.prune()} removed\n")
        if options.action == "verify":
            out.write(f"{kept.damaged()} damaged and removed\n")
        for kind in kept.kinds():
            out.write(f"{kind.name}: {kind.things:,} of {kind.size / 1e6:,.1f} MB\n")
        out.write(f"{kept.path}\n")
    return 0
