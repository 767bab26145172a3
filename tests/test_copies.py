"""A raw file that was copied is no repeat of the one it was copied from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sitegen import loading
from sitegen.project import Project

MakeProject = Callable[[Mapping[str, str | bytes]], Project]

RUN = (Path(__file__).parent / "corpus" / "fio" / "latencies-json" / "input.json").read_text(
    "utf-8"
)
ROUNDED = "1048576000 bytes (1.0 GB) copied, 10 s, 105 MB/s\n"


def copies(project: Project) -> list[str]:
    _, found = loading.load(project, {})
    return [str(one) for one in found if one.code == "copied-file"]


def test_the_same_bytes_twice_are_no_repeat(project: MakeProject) -> None:
    beds = {f"results/{name}/testbed.yaml": f"title: {name}\n" for name in ("rig", "zone")}
    bed = {**beds, "results/rig/1.json": RUN, "results/zone/1.json": RUN}
    other = RUN.replace("17964.912281", "17964.912282")
    assert copies(project({**bed, "results/rig/2.json": RUN, "results/rig/3.json": other})) == [
        "results/rig/2.json: warning[copied-file]: the same bytes as results/rig/1.json: "
        "what was measured once is no repeat of itself\n"
        "  hint: keep one of the two, and refer to that"
    ]


@pytest.mark.parametrize("content", [ROUNDED, "MemTotal:       16384000 kB\n"])
def test_what_can_be_the_same_by_chance_is_no_copy(project: MakeProject, content: str) -> None:
    bed = {"results/rig/testbed.yaml": "title: Rig\n"}
    files = {f"results/rig/{name}.txt": content for name in "abc"}
    assert copies(project({**bed, **files})) == []
