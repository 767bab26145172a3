"""The same lab gives the same bytes, wherever, whenever and by whomever it is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bonnie import bonnie
from tests.repositories import commit, new_repository, run_git, write
from tests.test_diff import LAB

ROOT = Path(__file__).parent.parent

# The command, in a process whose file system lists the entries of folders in a given order.
COMMAND = """
import os, sys

backwards = {"sorted": False, "reversed": True}[sys.argv.pop(1)]

def ordered(call, name):
    def listed(path="."):
        found = call(path)
        with (found if hasattr(found, "close") else __import__("contextlib").nullcontext(found)):
            return Listing(sorted(found, key=name, reverse=backwards))
    return listed

class Listing(list):
    def __enter__(self):
        return iter(self)
    def __exit__(self, *_):
        pass
    def __next__(self):
        if not self:
            raise StopIteration
        return self.pop(0)

os.scandir = ordered(os.scandir, lambda entry: entry.name)
os.listdir = ordered(os.listdir, str)
from sitegen import __main__
sys.exit(__main__.main())
"""


class Place(NamedTuple):
    """Where and how a command runs: the order of folders, the surroundings, the current folder."""

    order: str
    zone: str
    locale: str
    seed: str
    at: Path

    def run(self, *arguments: str | Path) -> tuple[int, str]:
        """Return the exit code of the command and what it prints."""
        ran = subprocess.run(
            [sys.executable, "-c", COMMAND, self.order, *arguments],
            cwd=self.at,
            env={
                **os.environ,
                "TZ": self.zone,
                "LC_ALL": self.locale,
                "PYTHONHASHSEED": self.seed,
                "PYTHONPATH": str(ROOT),
                "COLUMNS": "40",
            },
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert ran.stderr == ""
        return ran.returncode, ran.stdout


def two_places(tmp_path: Path) -> tuple[Place, Place]:
    """Return two places with nothing in common."""
    for name in ("here", "sönst wo/deep"):
        (tmp_path / name).mkdir(parents=True)
    return (
        Place("sorted", "UTC", "C", "1", tmp_path / "here"),
        Place("reversed", "Asia/Kathmandu", "de_DE.UTF-8", "7", tmp_path / "sönst wo/deep"),
    )


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def differing(one: Mapping[str, object], two: Mapping[str, object]) -> list[str]:
    """Return the names that only one mapping has, or that have other values in the other."""
    return sorted(name for name in {*one, *two} if one.get(name) != two.get(name))


def test_the_site_of_this_repository_is_the_same_everywhere(tmp_path: Path) -> None:
    first, second = two_places(tmp_path)
    labs = tmp_path / "here/lab", tmp_path / "sönst wo/lab"
    for lab in labs:
        for name in ("results", "content"):
            shutil.copytree(ROOT / name, lab / name)
        # Which of two files with one id is read, and which is a finding, must not be chance.
        write(lab, {f"results/x4500/one.{end}": bonnie(write=n) for n, end in enumerate("ab", 9)})
    run = first.run("--project", "lab", "build", "--no-cache")
    site = tree(labs[0] / "site")
    assert "charts/" in {name[:7] for name in site}
    kept = ("--cache", tmp_path / "cache")
    for _ in ("an empty cache", "a full one"):
        shutil.rmtree(labs[1] / "site", ignore_errors=True)
        again = second.run("--project", "../lab", "build", *kept)
        assert differing(site, tree(labs[1] / "site")) == []
        assert again[1].partition("index.html")[2] == run[1].partition("index.html")[2]
    for arguments in (("check", "--format", "json"), ("export",)):
        one = first.run("--project", "lab", *arguments)
        assert one == second.run("--project", labs[1], *arguments)


@pytest.mark.parametrize(
    ("asked", "forms"), [("HEAD~1", ("json", "html")), ("HEAD~1..HEAD", ("md", "text"))]
)
def test_a_comparison_is_the_same_everywhere(
    tmp_path: Path, asked: str, forms: tuple[str, str]
) -> None:
    first, second = two_places(tmp_path)
    lab, clone = tmp_path / "here/lab", tmp_path / "sönst wo/clone"
    lab.mkdir()
    commit(new_repository(lab), LAB)
    run_git(lab, "mv", "results/four", "results/moved")
    (lab / "content/reports/old.md").unlink()
    changed: dict[str, str | bytes] = {
        "results/one/bonnie.txt": bonnie(write=171000),
        "results/three/bonnie.txt": bonnie(write=190000, name="third"),
        "results/five/bonnie.txt": bonnie(write=99000, name="fifth"),
        "content/reports/new.md": "---\ntitle: New\ndate: 2020\n---\n[1 MB/s](result:five#x)\n",
        "content/reports/rack.png": b"\x89PNG\r\n\x1a\n",
        "templates/static/own.css": "a {}\n",
    }
    write(lab, changed)
    commit(lab, {})
    run_git(tmp_path, "clone", "--quiet", str(lab), str(clone))
    for form in forms:
        options = ("diff", asked, "--format", form)
        one = first.run("--project", "lab", *options, "--no-cache")
        assert one[0] == 1
        assert one == second.run("--project", clone, *options, "--cache", tmp_path / "cache")
