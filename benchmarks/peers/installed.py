"""Where the other generators are: `python -m benchmarks.peers.installed` installs them.

Each gets an environment of its own below `.peers/`, since they do not agree on what they need.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import venv
from functools import partial
from pathlib import Path

from benchmarks.peers import NAMES, Peer, peers

FOLDER = Path(__file__).parents[2] / ".peers"

MATPLOTLIB = "matplotlib==3.11.2"
"""What pip installs to draw charts beside ours; it is no generator."""


def found(peer: Peer, folder: Path = FOLDER) -> Path | None:
    """Return the program of a generator: of ours below `folder`, else the one on the path."""
    its = folder / peer.program
    binaries = "node_modules/.bin" if peer.is_for_node else "bin"
    ours = its / binaries / peer.program
    # The script of the package on PyPI starts a Python first, which the binary does not need.
    for place in (*its.glob(f"lib/python*/site-packages/{peer.program}/binaries/*"), ours):
        if place.exists():
            return place
    on_path = shutil.which(peer.program)
    return Path(on_path) if on_path else None


def install(peer: Peer, folder: Path = FOLDER) -> None:
    """Install a generator below `folder`; raises CalledProcessError where that cannot be."""
    its = folder / peer.program
    if peer.is_for_node:
        its.mkdir(parents=True, exist_ok=True)
        quiet = ["--silent", "--no-audit", "--no-fund"]
        subprocess.run(["npm", "install", *quiet, "--prefix", str(its), peer.package], check=True)
    else:
        _install(peer.package, its)


def _install(package: str, folder: Path) -> None:
    venv.create(folder, with_pip=True, symlinks=True)
    pip = [str(folder / "bin/python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", package], check=True)


def main() -> None:
    """Install all of them, and say which could not be."""
    parser = argparse.ArgumentParser(
        description="Install the other generators, and matplotlib, in .peers/."
    )
    parser.add_argument("names", nargs="*", default=NAMES, choices=NAMES)
    failed = 0
    todo = {peer.package: partial(install, peer) for peer in peers(parser.parse_args().names)}
    todo[MATPLOTLIB] = partial(_install, MATPLOTLIB, FOLDER / "matplotlib")
    for package, install_it in todo.items():
        print(f"installing {package}", flush=True)
        try:
            install_it()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{package} could not be installed: {error}", file=sys.stderr)
            failed += 1
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
