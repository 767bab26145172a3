"""What the documentation says is so: commands run, examples build, links lead somewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.pages_of_docs import FENCED, REPOSITORY, Command, File, Reader, fences

README = (REPOSITORY / "README.md").read_text("utf-8")
CONTRIBUTING = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")


def test_every_command_and_example_of_the_readme_works(tmp_path: Path) -> None:
    for name in ("content", "results"):
        shutil.copytree(REPOSITORY / name, tmp_path / "lab" / name)
    reader = Reader(tmp_path / "lab", tmp_path / "home")
    for fence in fences(README):
        if fence.text.startswith("make "):
            # Not run: the tests themselves are one of the targets.
            dry = ["make", "--dry-run", *fence.text.split()[1:]]
            subprocess.run(dry, cwd=REPOSITORY, check=True, capture_output=True)
        elif path := re.search(r"`([\w./-]+)`:$", fence.before):
            assert reader.follow(File(fence.line, path[1], fence.text, added=False)) == ""
        else:
            assert fence.language == "sh", f"neither a command nor a file with a name: {fence}"
            for line in fence.text.splitlines():
                assert reader.follow(Command(fence.line, line, "")) == ""
    assert (tmp_path / "lab" / "my-lab" / "site" / "index.html").is_file()


def test_the_readme_leads_to_the_documentation() -> None:
    linked = set(re.findall(r"\((docs/content/[\w/-]+\.md)\)", README))
    written = {
        path.relative_to(REPOSITORY).as_posix()
        for path in (REPOSITORY / "docs/content/pages").glob("explanation/*.md")
    } - {"docs/content/pages/explanation/index.md"}
    assert linked >= written


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
    made = re.compile(r"content/reports/mirroring")
    assert [
        path for path in paths if not made.search(path) and not (REPOSITORY / path).exists()
    ] == []
