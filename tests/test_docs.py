"""What the documentation says is so: commands run, examples build, links lead somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sitegen.cli import VERBS

REPOSITORY = Path(__file__).parents[1]
README = (REPOSITORY / "README.md").read_text("utf-8")
CONTRIBUTING = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")
FENCED = re.compile(r"^( *)(`{3,})(\w+)\n(.*?)^\1\2$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block; `path` is the file that the line before it says it is."""

    language: str
    text: str
    path: str


def blocks(document: str) -> Iterator[Block]:
    for match in FENCED.finditer(document):
        before = document[: match.start()].rstrip().rpartition("\n")[2]
        path = re.search(r"`([\w./-]+)`:$", before)
        yield Block(match[3], textwrap.dedent(match[4]), path[1] if path else "")


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a copy of the lab in this repository, as a reader has it."""
    for name in ("content", "results"):
        shutil.copytree(REPOSITORY / name, tmp_path / "lab" / name)
    home = tmp_path / "home"
    home.mkdir()
    raw = REPOSITORY / "sitegen/starter/results/lsi-3994/mirrored/bonnie.txt"
    shutil.copy(raw, home / "bonnie.txt")
    shutil.copy(REPOSITORY / "tests/pages/disks.html", home)
    command = tmp_path / "bin" / "sitegen"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sitegen "$@"\n', "utf-8")
    command.chmod(0o755)
    return tmp_path / "lab"


def test_every_command_and_example_of_the_readme_works(lab: Path) -> None:
    environment = {
        "PATH": f"{lab.parent / 'bin'}:{os.environ['PATH']}",
        "HOME": str(lab.parent / "home"),
        "PYTHONPATH": str(REPOSITORY),
    }
    for block in blocks(README):
        if block.path:
            (lab / block.path).parent.mkdir(parents=True, exist_ok=True)
            (lab / block.path).write_text(block.text, "utf-8")
        elif block.text.startswith("make "):
            # Not run: the tests themselves are one of the targets.
            dry = ["make", "--dry-run", *block.text.split()[1:]]
            subprocess.run(dry, cwd=REPOSITORY, check=True, capture_output=True)
        else:
            assert block.language == "sh", f"neither a command nor a file with a name: {block}"
            ran = subprocess.run(
                ["bash", "-e", "-c", block.text],
                cwd=lab,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            assert ran.returncode == 0, f"{block.text}{ran.stdout}{ran.stderr}"
    records = (lab / "my-lab" / "records.csv").read_text("utf-8")
    assert records.startswith("run,testbed,tool,")


def test_the_readme_has_every_command() -> None:
    assert set(re.findall(r"^\| `sitegen (\w+)", README, re.MULTILINE)) == set(VERBS)


def test_contributing_says_why_each_dependency_is_there() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    named = project["dependencies"] + project["optional-dependencies"]["dev"]
    names = {re.split(r"[<>=]", one)[0].lower() for one in named}
    tables = CONTRIBUTING.partition("## Why each dependency is there")[2]
    cells = re.findall(r"^\| ([\w*, -]+) \|", tables, re.MULTILINE)
    told = {name.lower() for cell in cells for name in cell.split(", ")} - {"package", "---"}
    assert {name for name in names if not name.startswith("types-")} == told - {"types-*"}


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_between_documents_lead_somewhere(name: str) -> None:
    text = FENCED.sub("", (REPOSITORY / name).read_text("utf-8"))
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    assert [target for target in targets if not (REPOSITORY / target).exists()] == []
    paths = re.findall(r"`((?:sitegen|tests|results|content)/[\w./-]+)`", text)
    # What the recipes tell a reader to make is not there yet.
    made = re.compile(r"bench-1|content/reports/mirroring")
    assert [
        path for path in paths if not made.search(path) and not (REPOSITORY / path).exists()
    ] == []
