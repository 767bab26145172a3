"""`sitegen parsers`: the tools whose output is known, with their forms, metrics and units."""

from __future__ import annotations

import argparse
from typing import TextIO

from sitegen.parsers import known, profiles


def run(options: argparse.Namespace, out: TextIO, _: TextIO) -> int:
    """Print each tool with the forms of output that are read; with --metrics, its metrics too."""
    table = known()
    for name, profile in profiles().items():
        its = table.get(name)
        versions = f", fixtures of {', '.join(its.versions)}" if its and its.versions else ""
        out.write(f"{profile.tool} ({name}{versions})\n")
        out.writelines(f"  {variant}\n" for variant in profile.variants)
        if its and options.metrics:
            out.writelines(
                f"    {metric:<32} {unit:<8} {printed}\n"
                for metric, units in its.metrics.items()
                for unit, printed in units.items()
            )
            out.writelines(f"    fact {fact}\n" for fact in its.facts)
    return 0
