"""The packages that sitegen needs, and what is wrong with those that are installed.

Only their metadata is read, so nothing is imported to find out that it cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import Distribution
from pathlib import Path

# The oldest version of each package that sitegen works with, as in pyproject.toml.
MINIMUM = {
    "altair": "6.3",
    "beautifulsoup4": "4.13",
    "jinja2": "3.1.6",
    "markdown": "3.9",
    "pyyaml": "6.0",
    "rich": "14.0",
    "vl-convert-python": "1.9",
    "watchdog": "6.0",
}

# Without these the pages are built all the same, with tables in place of drawn figures.
CHARTS = ("altair", "vl-convert-python")

# What templates/static/vendor/ draws in the browser. A specification for another Vega-Lite could
# look different there, or stay empty.
VEGA_LITE = "6.4"


def problems(packages: Iterable[str] = tuple(MINIMUM)) -> tuple[str, ...]:
    """Return a line for each package that is missing, too old or does not fit the others.

    A line names the package, the version found, the version needed and the command that helps.
    """
    return tuple(line for name in packages if (line := _problem(name)))


def _problem(name: str) -> str | None:
    needed = MINIMUM[name]
    install = f"python -m pip install '{name}>={needed}'"
    installed = next(iter(Distribution.discover(name=name)), None)
    if installed is None:
        return f"{name} is not installed, sitegen needs {needed} or newer: {install}"
    if _release(installed.version) < _release(needed):
        found = installed.version
        return f"{name} {found} is too old, sitegen needs {needed} or newer: {install}"
    return _other_vega_lite(installed) if name == "altair" else None


def _release(version: str) -> tuple[int, ...]:
    """Return the numbers of a version: (1, 9, 0) for 1.9.0.post1."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def _other_vega_lite(altair: Distribution) -> str | None:
    """Return the line for an Altair that does not write what the vendored Vega-Lite draws."""
    # altair/vegalite/v6/schema/__init__.py of Altair 6.3.0: SCHEMA_VERSION = "v6.4.1"
    schemas = Path(str(altair.locate_file("altair"))).glob("vegalite/v*/schema/__init__.py")
    texts = [path.read_text("utf-8") for path in schemas]
    versions = re.findall(r'^SCHEMA_VERSION = "v([\d.]+)"', "\n".join(texts), re.MULTILINE)
    if any(_release(version)[:2] == _release(VEGA_LITE) for version in versions):
        return None
    return (
        f"altair {altair.version} writes Vega-Lite {' and '.join(versions) or '(unknown)'}, "
        f"sitegen draws {VEGA_LITE}: python -m pip install 'altair=={MINIMUM['altair']}.*'"
    )
