"""Parsers of other packages are found as entry points, and one that is broken is named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PARSER = """
from sitegen.record import Measurement, Run

TOOL = "rigtest"
MARKS = ("rigtest says",)
VARIANTS = ("one line: MB is 10^6 (rigtest's own manual)",)


def parse(source):
    for index, line in enumerate(source.lines):
        if line.startswith("rigtest says "):
            number = line.split()[2]
            value = Measurement("seq-read", "bandwidth", number, "MB/s", index, f"{number} MB/s")
            yield Run(TOOL, "", index, index, [value])
"""


def installed(folder: Path, parser: str, name: str = "rigtest") -> dict[str, str]:
    """Make a package with a parser, and return the environment in which it is installed."""
    (folder / "rigtest_sitegen.py").write_text(parser)
    described = folder / "rigtest_sitegen-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: rigtest-sitegen\n")
    (described / "entry_points.txt").write_text(f"[sitegen.parsers]\n{name} = rigtest_sitegen\n")
    return {**os.environ, "PYTHONPATH": str(folder)}


def show(folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    """Return exit code and output of `sitegen show` on a file that the parser reads."""
    raw = folder / "raw.txt"
    raw.write_text("rigtest says 412.5\n")
    command = [sys.executable, "-m", "sitegen", "show", raw.name]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return ran.returncode, ran.stdout, ran.stderr


def test_a_parser_of_another_package_reads_its_files(tmp_path: Path) -> None:
    assert show(tmp_path, installed(tmp_path, PARSER)) == (
        0,
        "run 1: rigtest, lines 1-1\n  seq-read.bandwidth 412500000 B/s  (412.5 MB/s, line 1)\n",
        "",
    )


@pytest.mark.parametrize(
    ("parser", "name", "said"),
    [
        ("import nowhere", "rigtest", "the parser 'rigtest' fails: No module named 'nowhere'"),
        ("TOOL = 'x'", "rigtest", "the parser 'rigtest' has no MARKS, VARIANTS, parse"),
        (PARSER, "fio", "the parser 'fio' has the name of another one"),
    ],
)
def test_a_broken_parser_of_another_package_is_named(
    tmp_path: Path, parser: str, name: str, said: str
) -> None:
    found = show(tmp_path, installed(tmp_path, parser, name))
    assert found == (2, "", f"sitegen: rigtest-sitegen: {said}\n")
