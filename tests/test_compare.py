"""What the scripts of the compare page hold: each value once, and the best of what was repeated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject
from tests.handed import handed


def scripts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the scripts with values by the name of their folder."""
    head = "compare/data/"
    return {
        path.removeprefix(head).removesuffix(".js"): content
        for path, content in files.items()
        if path.startswith(head)
    }


def writes(script: bytes) -> dict[str, tuple[Any, ...]]:
    """Return what each subject has of sequential writes: text, notes, and words for the best."""
    its = handed(script)
    metric = its["metrics"]["metric"].index("seq-write.bandwidth")
    rows = [n for n, one in enumerate(its["rows"]["metrics"]) if one == metric]
    found = {}
    for name, numbers in zip(its["subjects"]["id"], its["subjects"]["numbers"], strict=True):
        for cell in numbers:
            number, of = cell if isinstance(cell, list) else (cell, 0)
            if its["values"]["rows"][number] in rows:
                more = its["more"].get(str(number), [])
                found[name] = its["values"]["text"][number], its["phrases"][of], *more
    return found


def test_runs_have_their_own_values_testbeds_the_medians_and_hardware_the_best(
    project: MakeProject,
) -> None:
    files = lab(one=bonnie(write=100000), two=bonnie(write=110000))
    for number, write in enumerate((104000, 102000)):
        files[f"results/one/again/bonnie-{number}.txt"] = bonnie(write=write)
    made = scripts(build(project(files)).files)
    repeats = ("", "n = 3, 102.4 to 106.5", 3, 102400000, 106496000)
    assert writes(made["one"]) == {
        "testbed:one": ("104.4", "", *repeats),
        "run:one/again/bonnie-0": ("106.5", ""),
        "run:one/again/bonnie-1": ("104.4", ""),
        "run:one/bonnie": ("102.4", ""),
    }
    assert writes(made["hardware"]) == {"hardware:a1": ("112.6", "best of 2")}


def test_a_value_stands_once_whatever_it_is_compared_as(project: MakeProject) -> None:
    files = lab(one=bonnie(), two=bonnie(write=90000))
    files["results/one/deep/testbed.yaml"] = "title: Deep\nlayout: {raid: {level: 5}}\n"
    files["results/one/deep/bonnie.txt"] = bonnie(write=95000)
    site = build(project(files))
    its = handed(scripts(site.files)["one"])
    records = json.loads(site.files["data/records.json"])
    assert len(its["subjects"]["id"]) == 4
    assert len(its["values"]["text"]) == sum(one["run"].startswith("one/") for one in records)


def test_a_script_changes_with_its_own_values_alone(project: MakeProject) -> None:
    files = lab(one=bonnie(), two=bonnie(write=90000))
    before = scripts(build(project(files)).files)
    files["results/two/more.txt"] = bonnie(write=400000)
    after = scripts(build(project(files)).files)
    assert {name for name in after if after[name] != before[name]} == {"two", "hardware"}
