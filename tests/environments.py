"""Clean environments to install the wheel in, and commands run in them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

from sitegen.requirements import MINIMUM


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment with what sitegen needs, and nothing that only its tests need."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found

    def install(self, wheel: Path) -> None:
        """Install a wheel as a user would, without its dependencies, which are there already."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "--quiet", "install"]
        subprocess.run([*pip, "--no-index", "--no-deps", "--no-compile", str(wheel)], check=True)


def run(*command: str | Path, at: Path, path: str = "") -> str:
    """Return what a command prints; it must succeed."""
    ran = attempt(*command, at=at, path=path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def attempt(*command: str | Path, at: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in an environment that knows nothing of this checkout."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    return subprocess.run(
        command,
        cwd=at,
        env={**kept, "HOME": str(at), "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def tree(folder: Path) -> dict[str, str]:
    """Return the files in a folder with the hash of each."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def needed() -> dict[str, Distribution]:
    """Return the packages that sitegen needs, and those that they need, by name."""
    found: dict[str, Distribution] = {}
    waiting = set(MINIMUM)
    while waiting:
        name = waiting.pop()
        found[name] = distribution(name)
        requirements = map(Requirement, found[name].requires or ())
        waiting |= {
            one.name.lower()
            for one in requirements
            if one.marker is None or one.marker.evaluate({"extra": ""})
        } - set(found)
    return found


def environment(folder: Path) -> Environment:
    """Make a virtual environment whose packages are links to those of this one."""
    venv.create(folder, symlinks=True)
    made = Environment(folder)
    for package in needed().values():
        tops = {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}
        for top in tops:
            if not (made.packages / top).exists():
                (made.packages / top).symlink_to(str(package.locate_file(top)))
    return made
