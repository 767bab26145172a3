"""What stands on a page depends on what it shows, not on how much else a site holds."""

from __future__ import annotations

from collections.abc import Mapping

from sitegen.build import build
from tests.bonnie import TESTBED, bonnie
from tests.conftest import MakeProject

REPORT = """\
---
title: Rig {n} against itself
date: 2007-06
summary: What rig {n} does.
hardware: [a{n}]
---
## Writes

The rig writes [](result:rig-{n}/one#seq-write.bandwidth).

```chart
id: rates-{n}
title: Rates of rig {n}
kind: bar
runs: [rig-{n}/one, rig-{n}/two]
metrics: [seq-write.bandwidth]
x: testbed
```

```table
id: table-{n}
title: Rates of rig {n} in a table
runs: [rig-{n}/one, rig-{n}/two]
metrics: [seq-write.bandwidth]
columns: testbed
```
"""


def rigs(count: int) -> dict[str, str | bytes]:
    """Return the files of a lab of so many rigs, each with its array, its report and two runs."""
    files: dict[str, str | bytes] = {"content/index.md": "---\ntitle: Lab\n---\n"}
    for n in range(count):
        files[f"content/hardware/a{n}.md"] = f"---\ntitle: Array {n}\nkind: array\n---\n"
        files[f"content/reports/rig-{n}.md"] = REPORT.format(n=n)
        for case in ("one", "two"):
            bed = TESTBED.format(title=f"Rig {n}, case {case}").replace("a1", f"a{n}")
            files[f"results/rig-{n}/{case}/testbed.yaml"] = bed
            files[f"results/rig-{n}/{case}/bonnie.txt"] = bonnie(188347 + n, 378240 + len(case))
    return files


def of_one_rig(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return what a site has of the first rig: what is named for it alone."""
    its = ("rig-0/", "/rates-0", "/table-0", "/rig-0.")
    return {path: content for path, content in files.items() if any(name in path for name in its)}


def test_what_a_site_has_of_a_rig_does_not_depend_on_how_many_others_there_are(
    project: MakeProject,
) -> None:
    few, many = (build(project(rigs(count)), pictures=False).files for count in (5, 15))
    small, large = of_one_rig(few), of_one_rig(many)
    assert small.keys() == large.keys()
    assert [path for path in large if small[path] != large[path]] == []
    for kind in ("reports", "testbeds", "runs", "charts", "tables"):
        pages = [path for path in small if path.startswith(kind) and path.endswith("/index.html")]
        assert pages, kind
    # Hardware stands beside some others of its kind, which are not more where there are more.
    path = "hardware/a0/index.html"
    assert abs(len(many[path]) - len(few[path])) < len(few[path]) // 20
