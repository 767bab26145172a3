"""Only what a command needs is imported: the parsers of the files at hand, no drawing of charts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sitegen.parsers import NAMES
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

PACKAGES = {"altair", "bs4", "jinja2", "markdown", "rich", "vl_convert", "watchdog", "yaml"}
BONNIE = {"bonnie", "rawio"}
"""The parsers that have a mark in the text of bonnie++: rawio has K/sec too."""

SCRIPT = """\
import sys
from sitegen import cli
cli.main(sys.argv[1:], sys.stderr, sys.stderr)
print(*sys.modules)
"""


def imported(*arguments: str, at: Path) -> tuple[set[str], set[str]]:
    """Return the large packages and the parsers that a command imports."""
    command = [sys.executable, "-c", SCRIPT, *arguments]
    ran = subprocess.run(command, cwd=at, check=True, capture_output=True, text=True)
    modules = set(ran.stdout.split())
    parsers = {name for name in NAMES if f"sitegen.parsers.{name}" in modules}
    return PACKAGES & modules, parsers


def test_showing_a_file_imports_the_parser_of_its_tool(project: MakeProject) -> None:
    root = project({"bonnie.txt": bonnie(), "notes.txt": "nothing that was measured\n"}).root
    assert imported("show", "bonnie.txt", at=root) == (set(), BONNIE)
    assert imported("show", "notes.txt", at=root) == ({"yaml"}, set())


def test_exporting_a_lab_imports_the_parsers_of_its_files(project: MakeProject) -> None:
    root = project(lab(one=bonnie())).root
    assert imported("export", at=root) == ({"yaml"}, BONNIE)


def test_checking_a_lab_without_charts_imports_nothing_that_draws(project: MakeProject) -> None:
    files = lab("[188,347 KiB/s](result:one#seq-write.bandwidth)\n", one=bonnie())
    del files["content/hardware/a1.md"]
    files["results/one/testbed.yaml"] = "title: Rig\n"
    packages, parsers = imported("check", at=project(files).root)
    assert parsers == BONNIE
    assert packages == {"jinja2", "markdown", "yaml"}
