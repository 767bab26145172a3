"""Imports go downwards only, and each large package has one door."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SITEGEN = Path(__file__).parent.parent / "sitegen"

MODULES = {
    path.relative_to(SITEGEN.parent)
    .with_suffix("")
    .as_posix()
    .replace("/", ".")
    .removesuffix(".__init__"): path
    for path in sorted(SITEGEN.rglob("*.py"))
}

# Each layer may import from itself and from those above it in this list, never from those below.
LAYERS = [
    {
        "diagnostics",
        "dialects",
        "nearest",
        "marks",
        "units",
        "display",
        "requirements",
        "urls",
        "project",
        "palette",
        "slim",
        "forks",
        "stages",
        "memo",
    },
    {
        "record",
        "page",
        "vocabulary",
        "labels",
        "ordering",
        "machine",
        "table_columns",
        "unwrap",
        "streams",
        "prefixes",
        "wrappings",
        "yaml_errors",
        "metadata",
        "identities",
        "identity_*",
        "bare_text",
        "inquiry",
    },
    {
        "schema",
        "silences",
        "facts",
        "workload",
        "alike",
        "dataset",
        "samples",
        "front_matter",
        "aliases",
        "anchors",
        "lock",
        "withdrawal",
    },
    {"hardware", "plain", "testbed", "testbed_file", "configuration", "redaction"},
    {"table_description", "sidecar", "sidecar_*", "parsers"},
    {"identify", "records", "unclaimed", "open_end", "results", "soundness", "show", "export"},
    {"lab", "loading", "reading", "shown", "copies", "joining", "merging"},
    {
        "content",
        "prose",
        "query",
        "blocks",
        "references",
        "checks",
        "names",
        "selection",
        "residue",
        "ratios",
        "doubts",
        "history",
    },
    {"tables", "charts", "drawing", "lettering", "claims", "fix"},
    {"judging", "unchecked", "withdrawn", "drawn", "pending", "standing", "figures"},
    {
        "pages",
        "markup",
        "render",
        "rendering",
        "output",
        "site",
        "finishing",
        "permalinks",
        "cache",
        "kept",
        "unchanged",
        "moves",
        "vanished",
        "redirects",
        "inventory",
        "feeds",
        "sitemap",
    },
    {"gathering"},
    {"build"},
    {
        "server",
        "held",
        "requested",
        "showing",
        "watching",
        "preview",
        "terminal",
        "timings",
        "drafting",
        "readers",
        "chunks",
        "spreading",
        "workers",
        "scheduler",
        "importing",
        "git",
        "diffing",
        "listings",
    },
    {"commands", "arguments", "cli", "manual", "starter"},
    {"__init__", "__main__"},
]

DOORS = {
    "altair": {"sitegen.charts.kinds"},
    "vl_convert": {"sitegen.drawing"},
    "jinja2": {"sitegen.render"},
    "markdown": {"sitegen.prose"},
    "watchdog": {"sitegen.watching"},
    "yaml": {"sitegen.metadata", "sitegen.yaml_errors"},
    "bs4": {"sitegen.parsers", "sitegen.checks"},
    "rich": {"sitegen.terminal"},
    "dask": {"sitegen.scheduler"},
    "distributed": {"sitegen.scheduler"},
}


def imported(path: Path) -> set[str]:
    """Return the full names of all modules that a file imports, lazily or not."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def layer(module: str) -> int:
    part = module.split(".")[1] if "." in module else "__init__"
    for number, names in enumerate(LAYERS):
        if part in names or any(
            name.endswith("*") and part.startswith(name[:-1]) for name in names
        ):
            return number
    raise AssertionError(f"{module} has no layer: say in LAYERS where it belongs")


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_go_downwards(module: str) -> None:
    own = layer(module)
    for name in imported(MODULES[module]):
        if name.startswith("sitegen.") and name != "sitegen.__version__":
            assert layer(name) <= own, f"{module} imports {name}"


def test_no_parser_imports_another_tools_parser() -> None:
    for module, path in MODULES.items():
        if module.startswith("sitegen.parsers."):
            for name in imported(path):
                if name.startswith("sitegen.parsers."):
                    helper = name.split(".")[2]
                    assert helper.startswith("_") or helper == module.split(".")[2], (
                        f"{module}: {name}"
                    )


@pytest.mark.parametrize("package", DOORS)
def test_each_large_package_is_imported_in_one_place(package: str) -> None:
    users = {
        module
        for module, path in MODULES.items()
        if any(name.split(".")[0] == package for name in imported(path))
    }
    assert {
        user for user in users if not any(user.startswith(door) for door in DOORS[package])
    } == set()


def test_nothing_below_the_command_line_asks_for_time_chance_or_the_environment() -> None:
    for module, path in MODULES.items():
        if layer(module) < layer("sitegen.server"):
            roots = {name.split(".")[0] for name in imported(path)}
            assert not roots & {"time", "random", "secrets", "socket", "urllib.request"}, module
            assert "os.environ" not in path.read_text("utf-8"), module
