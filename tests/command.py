"""The command as tests run it: in this process, with what it prints."""

from __future__ import annotations

import io
from pathlib import Path
from typing import NamedTuple

from sitegen import cli


class Ran(NamedTuple):
    """What came of a command."""

    code: int
    out: str = ""
    err: str = ""


def sitegen(*arguments: str | Path) -> Ran:
    """Run the command with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    code = cli.main([str(one) for one in arguments], out, err)
    return Ran(code, out.getvalue(), err.getvalue())
