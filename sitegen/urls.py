"""Every address of the site. They are promises: a published one is never given to something else.

Addresses are relative to the site's root, without a leading slash; a page's ends with a slash.
Links between pages are relative and name `index.html`, so that they work from file:// as well.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import quote

_UNSAFE = re.compile(r"[^\w.]+", re.ASCII)

INDEX = ""
REPORTS = "reports/"
HARDWARE = "hardware/"
TESTBEDS = "testbeds/"
PAGES = "pages/"
RUNS = "runs/"
COMPARE = "compare/"
CHARTS = "charts/"
TABLES = "tables/"
CLAIMS = "claims/"
CHECKS = "checks/"
DATA = "data/"
PARSERS = "parsers/"
SEARCH = "search/"
PICTURES = "pictures/"


@lru_cache(100_000)
def slug(text: str) -> str:
    """Return `text` as one part of an address: small letters, digits, `.`, `_` and `-`."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return _UNSAFE.sub("-", plain).strip("-.") or "x"


@lru_cache(100_000)
def path_slug(path: str) -> str:
    """Return a path with each of its parts as `slug` makes it."""
    return "/".join(slug(part) for part in path.split("/") if part)


def report(name: str) -> str:
    """Return the address of a report's page."""
    return f"{REPORTS}{slug(name)}/"


def hardware(name: str) -> str:
    """Return the address of the page of a piece of hardware."""
    return f"{HARDWARE}{slug(name)}/"


def plain(name: str) -> str:
    """Return the address of a plain page; `name` is its path below content/pages/."""
    return f"{PAGES}{path_slug(name)}/" if name else PAGES


def hardware_runs(name: str) -> str:
    """Return the address of the list of all runs with a piece of hardware."""
    return f"{hardware(name)}runs/"


def testbed(path: str) -> str:
    """Return the address of a testbed's page; `path` is its folder under results/."""
    return f"{TESTBEDS}{path_slug(path)}/"


def run(path: str) -> str:
    """Return the address of the page of a raw file, or of a run in it (`path:2`).

    `path` is that of the file under results/, without its ending.
    """
    whole, number = _parted(path)
    return f"{RUNS}{path_slug(whole)}/" + (f"#run-{number}" if number else "")


def run_line(path: str, line: int) -> str:
    """Return the address of one line of a raw file on its page."""
    return f"{RUNS}{path_slug(_parted(path)[0])}/" + (f"#L{line}" if line else "")


def _parted(run: str) -> tuple[str, str]:
    """Return the id of the raw file and the number that the id of a run holds: `a/b:2`."""
    whole, colon, number = run.rpartition(":")
    return (whole, number) if colon and number.isdecimal() else (run, "")


def run_id(raw_path: str) -> str:
    """Return the id of a raw file: its path under results/ without the ending.

    Packed files lose both endings: `results/a/bonnie.txt.gz` is `a/bonnie`. A colon in the file's
    name becomes `-`, as `:2` stands for the second run in a file: `a/at-12:30.txt` is `a/at-12-30`.
    """
    path = PurePosixPath(raw_path.removeprefix("results/"))
    if path.suffix in (".gz", ".xz"):
        path = path.with_suffix("")
    if path.stem:
        path = path.with_suffix("")
    return str(path.with_name(path.name.replace(":", "-")))


def compare(subjects: Iterable[str]) -> str:
    """Return the address of the compare page with `hardware:ID`, `testbed:PATH` or `run:ID` chosen.

    The first is the baseline.
    """
    return f"{COMPARE}#" + "&".join(f"s={quote(one, safe=':/')}" for one in subjects)


def chart(name: str) -> str:
    """Return the address of a chart's page."""
    return f"{CHARTS}{slug(name)}/"


def chart_file(name: str, ending: str) -> str:
    """Return the address of a chart's picture or data: without a query, as wikis need it."""
    return f"{CHARTS}{slug(name)}.{ending}"


def frozen(name: str, stamp: str) -> str:
    """Return the address of a chart's picture as it is now: another picture has another stamp."""
    return f"{CHARTS}{slug(name)}.{stamp}.png"


def table(name: str) -> str:
    """Return the address of a table's page."""
    return f"{TABLES}{slug(name)}/"


def embed(page: str) -> str:
    """Return the address of what the page of a chart or table shows inside other pages."""
    return f"{page}embed/"


def oembed(page: str) -> str:
    """Return the address at which programs read how to embed the chart of a page."""
    return f"{page}oembed.json"


def check(code: str) -> str:
    """Return the address of the page of all findings of a code."""
    return f"{CHECKS}{slug(code)}/"


def parser(name: str) -> str:
    """Return the address of the page of a tool whose output is read."""
    return f"{PARSERS}{slug(name)}/"


def picture(path: str) -> str:
    """Return the address of a picture that lies below content/."""
    stem, _, ending = path.removeprefix("content/").rpartition(".")
    return f"{PICTURES}{path_slug(stem)}.{slug(ending)}"


def relative(to: str, page: str) -> str:
    """Return the link from a page to an address of the site."""
    address, mark, fragment = to.partition("#")
    if address == page and mark:
        return f"#{fragment}"
    file = address + "index.html" if address.endswith("/") or not address else address
    folder = page[: page.rfind("/") + 1]
    if file.startswith(folder):
        return file[len(folder) :] + mark + fragment
    # As many letters are the same as end in a folder that both lie in.
    same, end = 0, folder.find("/") + 1
    while file.startswith(folder[:end]):
        same, end = end, folder.find("/", end) + 1
    return "../" * folder.count("/", same) + file[same:] + mark + fragment


def file_of(address: str) -> str:
    """Return the file that a page is written to."""
    return f"{address}index.html" if address.endswith("/") or not address else address
