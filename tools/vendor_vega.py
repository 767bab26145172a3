"""Fill templates/static/vendor/ from the npm registry: `python tools/vendor_vega.py`.

Run it after raising a version below. The minified files are kept byte for byte; VENDOR.json
says what each is. LICENSES.txt holds the licence of every package that is bundled in them.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

# Vega-Lite is the one Altair writes specifications for (altair.SCHEMA_VERSION); its
# peerDependencies ask for vega ^6.0.0. Before Vega 6.2.0 chart data could run as code
# (CVE-2025-59840, CVE-2025-66648).
VERSIONS = {"vega": "6.4.0", "vega-lite": "6.4.1", "vega-embed": "7.3.0"}

# Used by command-line programs in these packages, so in none of the minified files.
PROGRAMS_ONLY = {"yargs", "commander", "iconv-lite", "rw"}

VENDOR = Path(__file__).parents[1] / "templates" / "static" / "vendor"


def main() -> None:
    """Install the packages in a temporary folder and copy what is shipped."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = [f"{name}@{version}" for name, version in VERSIONS.items()]
        options = ["--ignore-scripts", "--no-save", "--silent"]
        subprocess.run(["npm", "install", *options, *wanted], cwd=folder, check=True)
        modules = Path(folder) / "node_modules"
        VENDOR.mkdir(parents=True, exist_ok=True)
        for name in VERSIONS:
            script = modules / name / "build" / f"{name}.min.js"
            (VENDOR / script.name).write_bytes(script.read_bytes())
        (VENDOR / "LICENSES.txt").write_text(_licences(modules), "utf-8", newline="\n")
    entries = [
        {
            "name": name,
            "version": version,
            "file": f"{name}.min.js",
            "sha256": hashlib.sha256((VENDOR / f"{name}.min.js").read_bytes()).hexdigest(),
        }
        for name, version in VERSIONS.items()
    ]
    (VENDOR / "VENDOR.json").write_text(json.dumps(entries, indent=2) + "\n", "utf-8")


def _bundled(modules: Path) -> list[str]:
    """Return the names of the packages in the minified files, dependencies included."""
    found: set[str] = set()
    waiting = set(VERSIONS)
    while waiting:
        name = waiting.pop()
        found.add(name)
        package = json.loads((modules / name / "package.json").read_text("utf-8"))
        needed = {one for one in package.get("dependencies", {}) if not one.startswith("@types/")}
        waiting |= needed - found - PROGRAMS_ONLY
    return sorted(found)


def _licences(modules: Path) -> str:
    """Return each licence text once, under the names of the packages that have it."""
    names: dict[str, list[str]] = {}
    for name in _bundled(modules):
        (path,) = (one for one in (modules / name).iterdir() if one.stem.upper() == "LICENSE")
        names.setdefault(path.read_text("utf-8-sig").strip(), []).append(name)
    rule = "-" * 78
    return "\n\n".join(f"{rule}\n{', '.join(who)}\n\n{text}" for text, who in names.items()) + "\n"


if __name__ == "__main__":
    main()
