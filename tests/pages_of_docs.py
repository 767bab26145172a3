"""The pages of docs/ as a reader follows them: files to write, commands to run, output to expect.

- A fenced block after a line that ends in "`path`:" is that file; where the line says "Add to", it
  goes to the end of the file.
- In a `console` block, what follows `$ ` is run, with further lines after `> `; the lines below it
  are what it prints. `...` stands for anything. A command whose output is not shown may print what
  it likes. It must end with 0, or with 1 where the output shown has an error in it.
- `yaml`, `markdown` and `python` blocks always have a path, so the real code reads them.
- A `text` block is only looked at.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sitegen import cli, manual
from sitegen.build import Site, build
from sitegen.project import Project
from tests.command import sitegen

REPOSITORY = Path(__file__).parents[1]
DOCS = REPOSITORY / "docs" / "content"
FENCED = re.compile(r"^( *)(`{3,})(\w+)\n(.*?)^\1\2$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"[|<>;&`$*]")
READ = {"yaml", "markdown", "python"}
BLOCKS = {"chart", "table", "testbed", "compare"}


class File(NamedTuple):
    """A file that a reader writes, or adds to."""

    line: int
    path: str
    text: str
    added: bool


class Command(NamedTuple):
    """A command that a reader types, with the output shown below it."""

    line: int
    words: str
    shown: str


class Fence(NamedTuple):
    """A fenced block with its line, its language, and the line of prose before it."""

    line: int
    language: str
    text: str
    before: str


def fences(document: str) -> Iterator[Fence]:
    """Yield the fenced blocks of a document; those inside others are part of them."""
    for match in FENCED.finditer(document):
        head = document[: match.start()]
        before = head.rstrip().rpartition("\n")[2]
        yield Fence(head.count("\n") + 1, match[3], textwrap.dedent(match[4]), before)


def steps(document: str) -> Iterator[File | Command]:
    """Yield what a reader of a page does, in order."""
    for fence in fences(document):
        path = re.search(r"`([\w./-]+)`:$", fence.before)
        if fence.language == "console":
            yield from _commands(fence)
        elif path:
            added = "Add to" in fence.before
            yield File(fence.line, path[1], fence.text, added)
        else:
            known = fence.language in BLOCKS | {"text"}
            assert known, f"line {fence.line}: a block of {fence.language} without a path"


def _commands(fence: Fence) -> Iterator[Command]:
    assert fence.text.startswith("$ "), f"line {fence.line}: begin with '$ '"
    for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        more = [line for line in lines[1:] if line.startswith("> ")]
        words = "\n".join([lines[0], *(line.removeprefix("> ") for line in more)])
        yield Command(fence.line, words, "\n".join(lines[1 + len(more) :]))


class Reader:
    """Somebody who follows a page in a folder of their own."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.home = home
        self.installed = False
        self._command("sitegen", f'exec "{sys.executable}" -m sitegen "$@"')
        # What is installed goes into a folder of this test, without asking an index for anything.
        how = "--quiet --no-deps --no-build-isolation --no-index"
        where = f'--target "{home / "lib"}"'
        self._command("pip", f'exec "{sys.executable}" -m pip "$@" {how} {where}')

    def _command(self, name: str, line: str) -> None:
        place = self.home / "bin" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        place.chmod(0o755)

    def follow(self, step: File | Command) -> str:
        """Do one step; return what differs from what the page says, if anything does."""
        if isinstance(step, File):
            self._write(step)
            return ""
        code, printed = self._run(step.words)
        allowed = (0, 1) if "error[" in step.shown else (0,)
        if code not in allowed:
            return f"line {step.line}: $ {step.words}\nexit code {code}\n{printed}"
        if step.shown.strip() and not matches(step.shown, printed):
            said = f"--- the page says\n{step.shown}\n--- it prints\n{printed}"
            return f"line {step.line}: $ {step.words}\n{said}"
        return ""

    def _write(self, step: File) -> None:
        place = self.folder / step.path
        place.parent.mkdir(parents=True, exist_ok=True)
        before = place.read_text("utf-8") if step.added else ""
        place.write_text(before + ("\n" if step.added else "") + step.text, "utf-8")

    def _run(self, words: str) -> tuple[int, str]:
        if words.startswith("cd "):
            self.folder = (self.folder / words.removeprefix("cd ").strip()).resolve()
            return 0, ""
        self.installed |= words.startswith("pip install ")
        # What was just installed is not known in this process.
        if words.startswith("sitegen ") and not SHELL.search(words) and not self.installed:
            arguments = shlex.split(words)[1:]
            return self._serve(arguments) if "serve" in arguments else self._here(arguments)
        ran = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", words],
            cwd=self.folder,
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return ran.returncode, ran.stdout

    def _here(self, arguments: list[str]) -> tuple[int, str]:
        """Run the command in this process, which has everything loaded."""
        said, before = io.StringIO(), Path.cwd()
        os.chdir(self.folder)
        try:
            return cli.main(arguments, said, said), said.getvalue()
        finally:
            os.chdir(before)

    def _serve(self, arguments: list[str]) -> tuple[int, str]:
        """Start the server, and press Ctrl-C when the first build is there."""
        with subprocess.Popen(
            [sys.executable, "-m", "sitegen", *arguments],
            cwd=self.folder,
            env=self._environment(),
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as server:
            assert server.stdout
            printed = ""
            for line in server.stdout:
                printed += line
                if line.startswith("built "):
                    server.send_signal(signal.SIGINT)
            return server.wait(), printed

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": f"{self.home / 'bin'}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "PYTHONPATH": f"{REPOSITORY}:{self.home / 'lib'}",
        }


def documentation(folder: Path) -> Site:
    """Return the site of docs/ as `make docs` builds it, from a copy in a folder."""
    for name in ("content", "results"):
        # Pages of the reference that lie there may be of another version.
        leave = shutil.ignore_patterns(*(f"{topic}.md" for topic in manual.TOPICS))
        shutil.copytree(DOCS.parent / name, folder / name, ignore=leave)
    shutil.copy(DOCS.parent / "sitegen.yaml", folder)
    assert sitegen("manual", "--pages", folder / "content/pages/reference").code == 0
    return build(Project(folder, folder / "site"))


def matches(shown: str, printed: str) -> bool:
    """Return whether output is what a page shows, in which `...` stands for anything."""
    parts = shown.strip().split("...")
    pattern = ".*".join(re.escape(part.strip("\n")) for part in parts)
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None
