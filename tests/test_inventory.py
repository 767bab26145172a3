"""Other sites find everything by name: in Sphinx's inventory and in JSON."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sitegen import inventory, references
from sitegen.build import Site, build
from sitegen.diagnostics import Diagnostic, Position
from sitegen.permalinks import Permalink
from sitegen.project import Project
from sitegen.references import Measured
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject
from tests.labs import value

ROOT = Path(__file__).parent.parent


class Object(NamedTuple):
    """A line of objects.inv, as Sphinx takes it apart."""

    name: str
    kind: str
    priority: str
    address: str
    title: str


# sphinx/util/inventory.py, InventoryFile._loads_v2 (Sphinx 8.2).
LINE = re.compile(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)", re.VERBOSE)


def objects(content: bytes) -> tuple[str, list[Object]]:
    """Return the head of objects.inv, and its objects."""
    head, mark, body = content.partition(b"using zlib.\n")
    found = []
    for line in zlib.decompress(body).decode().splitlines():
        match = LINE.fullmatch(line)
        assert match, line
        found.append(Object(*match.groups()))
    return (head + mark).decode(), found


@pytest.fixture(scope="module")
def site() -> Site:
    return build(Project(ROOT, ROOT / "site"))


def items(site: Site) -> list[dict[str, Any]]:
    """Return what the inventory lists, and the files that it names."""
    whole = json.loads(site.files["inventory.json"])
    parts = [whole, *(json.loads(site.files[one]) for one in whole["results"])]
    assert {one["schema"] for one in parts} == {1}
    return [item for one in parts for item in one["items"]]


REPORT = """
## Writes {#writes}

```table
id: rates
runs: [one]
metrics: [seq-write.bandwidth]
rows: testbed
```

```compare
id: both
runs: [one]
```
"""


def test_everything_that_has_a_name_is_in_the_inventory(project: MakeProject) -> None:
    site = build(project(lab(REPORT, one=bonnie())))
    found = {(one["role"], one["name"]): one["address"] for one in items(site)}
    assert {
        ("report", "a"): "reports/a/",
        ("section", "reports/a#writes"): "reports/a/#writes",
        ("section", "reports/a#both"): "reports/a/#both",
        ("table", "rates"): "tables/rates/",
        ("hardware", "a1"): "hardware/a1/",
        ("testbed", "one"): "testbeds/one/",
        ("run", "one/bonnie"): "runs/one/bonnie/",
        ("result", "one/bonnie#seq-write.bandwidth"): "runs/one/bonnie/#L4",
    }.items() <= found.items()


def test_sphinx_reads_what_the_json_says() -> None:
    links = [
        Permalink("report", "zfs", "reports/zfs/", "ZFS on\n a SAN", Position("a.md")),
        Permalink("section", "reports/zfs#maß", "reports/zfs/#maß", "Maß", Position("a.md", 3)),
        Permalink("run", "wd%20blue/a", "runs/wd-blue/a/", "", Position("b.txt")),
    ]
    head, found = objects(inventory.files(links, "A lab", "")["objects.inv"])
    assert head == (
        "# Sphinx inventory version 2\n"
        "# Project: A lab\n"
        "# Version: \n"
        "# The remainder of this file is compressed using zlib.\n"
    )
    assert found == [
        Object("report-zfs", "std:label", "-1", "reports/zfs/", "ZFS on a SAN"),
        Object("reports/zfs#maß", "lab:section", "1", "reports/zfs/#ma%C3%9F", "Maß"),
        Object("wd%20blue/a", "lab:run", "1", "runs/wd-blue/a/", "-"),
        Object("zfs", "lab:report", "1", "reports/zfs/", "ZFS on a SAN"),
    ]


def test_both_inventories_of_this_lab_hold_the_same(site: Site) -> None:
    _, found = objects(site.files["objects.inv"])
    own = {(one.kind, one.name, one.address) for one in found if one.kind.startswith("lab:")}
    assert own == {(f"lab:{one['role']}", one["name"], one["address"]) for one in items(site)}
    assert len(own) == len(items(site))


def test_every_result_is_named_as_reports_link_to_it(site: Site) -> None:
    results = [one for one in items(site) if one["role"] == "result"]
    assert len(results) > 250
    for one in results:
        reference = references.parse(f"result:{one['name']}", Position("a.md"))
        assert not isinstance(reference, Diagnostic), reference
        found = references.resolve(reference, site.lab)
        assert isinstance(found, Measured), found
        assert one["value"] in [record.value for record in found.sample.records]


def test_an_inventory_of_nothing_is_valid() -> None:
    made = inventory.files([], "Lab", "https://lab.example/")
    assert json.loads(made["inventory.json"]) == {
        "schema": 1,
        "title": "Lab",
        "base_url": "https://lab.example/",
        "results": [],
        "items": [],
    }
    assert objects(made["objects.inv"])[1] == []


def test_results_stand_by_their_folder_in_files_of_bounded_size() -> None:
    its = value("rig/bonnie", "seq-write.bandwidth", 5, "MB/s")
    links = [
        Permalink("result", f"{run}#seq-write.bandwidth", f"runs/{run}/#L{line}", "", its.position,
                  "", its)
        for run, line in [("bonnie", 1), *(("rig/bonnie", n) for n in range(inventory.MOST + 1))]
    ]  # fmt: skip
    made = inventory.files([Permalink("run", "bonnie", "runs/bonnie/", "", its.position), *links],
                           "Lab", "")  # fmt: skip
    whole = json.loads(made["inventory.json"])
    assert [one["role"] for one in whole["items"]] == ["run"]
    assert {one: len(json.loads(made[one])["items"]) for one in whole["results"]} == {
        "inventory/bonnie.json": 1,
        "inventory/rig.json": inventory.MOST,
        "inventory/rig/2.json": 1,
    }
