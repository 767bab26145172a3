"""The vendored Vega is what VENDOR.json says, and fits the installed Altair."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import altair

VENDOR = Path(__file__).parents[1] / "templates" / "static" / "vendor"
ENTRIES = json.loads((VENDOR / "VENDOR.json").read_text("utf-8"))


def test_every_file_is_what_the_list_says() -> None:
    scripts = {path.name: path.read_bytes() for path in VENDOR.glob("*.js")}
    assert {entry["file"]: entry["sha256"] for entry in ENTRIES} == {
        name: hashlib.sha256(script).hexdigest() for name, script in scripts.items()
    }
    for entry in ENTRIES:
        assert f'"{entry["version"]}"'.encode() in scripts[entry["file"]]
    assert [name for name, script in scripts.items() if len(script) >= 700_000] == []


def test_vega_lite_is_the_one_altair_writes_for() -> None:
    (version,) = (entry["version"] for entry in ENTRIES if entry["name"] == "vega-lite")
    assert altair.SCHEMA_VERSION.split(".")[:2] == f"v{version}".split(".")[:2]


def test_the_licence_of_everything_in_the_files_is_beside_them() -> None:
    text = (VENDOR / "LICENSES.txt").read_text("utf-8")
    for name in ("vega, ", "vega-lite\n", "vega-embed\n", "d3-array, ", "topojson-client\n"):
        assert f"{'-' * 78}\n{name}" in text
