"""One module for each tool, found by what its output holds.

A parser is a module with

- `TOOL`: the name of the tool, as records carry it;
- `MARKS`: literal texts, at least one of which every output of the tool holds; in JSON only those
  with a quotation mark count; an empty one stands for a text of mere numbers, without a word;
- `VARIANTS`: what it reads, one sentence for each form, with the source of its units;
- `parse(source)`: yields the runs it finds in the lines of a file, and findings. It yields nothing
  for a file that is not its tool's, and never raises for one that is damaged.

A parser of logs that may be larger than the memory also has

- `reads_lines(path, head)`: whether a whole file with this path and these first lines is its log;
- `parse_lines(path, lines)`: the same as `parse`, for lines that are read one after another.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from typing import Any, NamedTuple, Protocol

from sitegen.diagnostics import Diagnostic, UsageError
from sitegen.record import Run, Source

NAMES = (
    "as_ssd",
    "atto",
    "bonnie",
    "ceph_status",
    "compilebench",
    "cpuinfo",
    "crystaldiskmark",
    "dbench",
    "dd",
    "df",
    "diskspd",
    "dmidecode",
    "elbencho",
    "ext4",
    "filebench",
    "fio",
    "fio_log",
    "free",
    "fs_mark",
    "hammerdb",
    "hdparm",
    "hdtune",
    "io500",
    "iometer",
    "ioping",
    "ior",
    "iostat",
    "iozone",
    "iperf",
    "iperf3",
    "iperf3_json",
    "kernel_log",
    "lsblk",
    "lscpu",
    "lshw",
    "lspci",
    "lsscsi",
    "mdadm",
    "mdstat",
    "mdtest",
    "megacli",
    "meminfo",
    "mount",
    "netperf",
    "nvme",
    "openssl",
    "os_release",
    "pgbench",
    "phoronix",
    "pioraw",
    "postmark",
    "psql",
    "rados_bench",
    "rawio",
    "sevenzip",
    "smartctl",
    "specsfs",
    "storcli",
    "stream",
    "stress_ng",
    "sysbench",
    "sysctl",
    "systeminfo",
    "tinymembench",
    "tiobench",
    "uname",
    "unixbench",
    "vdbench",
    "xfs",
    "zfs",
    "zpool",
)
"""The modules of this package that are parsers, in the order in which they are tried."""


PARTS = ("TOOL", "MARKS", "VARIANTS", "parse")
"""What a module must have to be a parser."""


class Parser(Protocol):
    """What every parser module has."""

    TOOL: str
    MARKS: tuple[str, ...]
    VARIANTS: tuple[str, ...]

    def parse(self, source: Source) -> Iterator[Run | Diagnostic]:
        """Yield the runs in a source, and what is wrong with it."""


ENTRY_POINTS = "sitegen.parsers"
"""The group under which other packages offer parsers: name = "package.module"."""


class Known(NamedTuple):
    """What the fixtures of a parser show: versions, metrics with their units, and facts.

    `metrics` maps a metric to the units that the tool means, each with a value as it was printed.
    """

    versions: Sequence[str]
    metrics: Mapping[str, Mapping[str, str]]
    facts: Sequence[str]


@cache
def known() -> dict[str, Known]:
    """Return what is known of each parser of this package, from the table that a test makes."""
    table = json.loads((resources.files("sitegen.parsers") / "known.json").read_text("utf-8"))
    return {name: Known(**its) for name, its in table.items()}


class PluginError(UsageError):
    """A parser of another package cannot be used; the message says which and why."""


class Profile(NamedTuple):
    """What tells whose output a text is, and what is read of it, without importing the parser.

    `reads_lines` says whether it reads logs line by line.
    """

    tool: str
    marks: tuple[str, ...]
    variants: tuple[str, ...]
    reads_lines: bool


@cache
def profiles() -> dict[str, Profile]:
    """Return the profile of every parser by its name: of this package, then of other packages.

    Those of this package are in a table that a test makes. Raises PluginError if a parser of
    another package cannot be imported or is none.
    """
    table = json.loads((resources.files("sitegen.parsers") / "profiles.json").read_text("utf-8"))
    found = {name: _profile(table[name]) for name in NAMES if name in table}
    found |= {name: profile(_module(name)) for name in NAMES if name not in table}
    return found | {name: profile(its) for name, its in _plugins().items()}


def _profile(its: dict[str, Any]) -> Profile:
    return Profile(its["tool"], tuple(its["marks"]), tuple(its["variants"]), its["reads_lines"])


def profile(its: Parser) -> Profile:
    """Return the profile of a parser."""
    return Profile(its.TOOL, its.MARKS, its.VARIANTS, hasattr(its, "reads_lines"))


@cache
def parser(name: str) -> Parser:
    """Return the parser of a name in `profiles`."""
    return _plugins().get(name) or _module(name)


@cache
def _plugins() -> dict[str, Parser]:
    found: dict[str, Parser] = {}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        package = point.dist.name if point.dist else "another package"
        if point.name in found or point.name in NAMES:
            raise PluginError(f"{package}: the parser '{point.name}' has the name of another one")
        try:
            plugin: Parser = point.load()
        except Exception as fault:
            raise PluginError(f"{package}: the parser '{point.name}' fails: {fault}") from fault
        if missing := [name for name in PARTS if not hasattr(plugin, name)]:
            raise PluginError(f"{package}: the parser '{point.name}' has no {', '.join(missing)}")
        found[point.name] = plugin
    return found


def _module(name: str) -> Parser:
    module: Parser = importlib.import_module(f"sitegen.parsers.{name}")
    return module
