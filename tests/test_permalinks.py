"""A published address is never lost unseen: permalinks.lock, and what is said of what vanished."""

from __future__ import annotations

import pytest

from sitegen import lock
from sitegen.build import Site, build
from sitegen.lock import Locked
from tests.bonnie import bonnie, lab
from tests.command import sitegen
from tests.conftest import MakeProject

REPORT = "---\ntitle: Mirroring\n---\n\n## Writes {#writes}\n\n## Reads\n"
TABLE = """
```table
id: rates
runs: [one]
metrics: [seq-write.bandwidth]
rows: testbed
```
"""

LOCKED = """\
# Addresses that were published: each must lead somewhere for good.
# 'sitegen permalinks update' adds the new ones. To give one up, remove its line.
#news
charts/cost/
charts/cost/#cost
checks/
claims/
compare/
data/
hardware/
hardware/a1/
reports/
reports/a/
reports/a/#cost
reports/a/#rates
reports/a/#reads
reports/a/#writes
runs/
runs/one/bonnie/
tables/rates/
testbeds/
testbeds/one/
"""


def files() -> dict[str, str | bytes]:
    its = lab(one=bonnie())
    its["content/index.md"] = "---\ntitle: Lab\n---\n\n## News\n"
    chart = TABLE.replace("table", "chart").replace("rates", "cost\nkind: bar")
    its["content/reports/a.md"] = REPORT + TABLE + chart
    return its


def said(site: Site) -> str:
    return "".join(f"{one}\n" for one in site.diagnostics)


def vanished(project: MakeProject, now: dict[str, str | bytes], locked: str) -> str:
    """Return what is said of a lab that published addresses which its files do not give."""
    return said(build(project(now | {lock.FILE: locked})))


def test_what_is_published_is_every_page_and_every_part_that_was_named(
    project: MakeProject,
) -> None:
    its = project(files())
    ran = sitegen("--project", its.root, "permalinks", "update")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "new: #news"
    text = (its.root / lock.FILE).read_text()
    pages = set(LOCKED.splitlines()) - {"charts/cost/#cost"}
    assert pages <= set(text.splitlines())
    generated = set(text.splitlines()) - pages
    assert not [one for one in generated if not one.endswith("/")]
    assert ran.out.splitlines()[-1] == (
        f"{its.root / lock.FILE}: {len(text.splitlines()) - 2} addresses, "
        f"{len(text.splitlines()) - 2} new"
    )


def test_what_is_new_is_no_error_and_a_second_update_adds_only_that(project: MakeProject) -> None:
    its = project(files())
    sitegen("--project", its.root, "permalinks", "update")
    before = (its.root / lock.FILE).read_text()
    (its.root / "content/reports/b.md").write_text("---\ntitle: B\n---\n## New\n")
    assert said(build(its)) == ""
    assert (its.root / lock.FILE).read_text() == before
    ran = sitegen("--project", its.root, "permalinks", "update")
    assert ran.out.splitlines()[:2] == ["new: reports/b/", "new: reports/b/#new"]
    assert len(ran.out.splitlines()) == 3
    assert (its.root / lock.FILE).read_text().count("\n") == before.count("\n") + 2


def test_an_update_never_forgets_what_is_gone(project: MakeProject) -> None:
    its = project(files())
    sitegen("--project", its.root, "permalinks", "update")
    before = (its.root / lock.FILE).read_text()
    (its.root / "content/reports/a.md").unlink()
    ran = sitegen("--project", its.root, "permalinks", "update")
    assert ran.code == 1
    assert (its.root / lock.FILE).read_text() == before
    assert "error[vanished]: 'reports/a/' was published and is gone" in ran.out


def test_a_renamed_report_is_an_error_until_it_has_an_alias(project: MakeProject) -> None:
    now = lab()
    locked = "reports/mirroring/\nreports/mirroring/#writes\n"
    now["content/reports/mirroring-costs.md"] = REPORT
    assert vanished(project, now, locked) == (
        "permalinks.lock:1: error[vanished]: 'reports/mirroring/' was published and is gone\n"
        "  hint: write 'aliases: [mirroring]' in content/reports/mirroring-costs.md; "
        "to give it up, remove this line\n"
    )
    now["content/reports/mirroring-costs.md"] = REPORT.replace(
        "---\ntitle", "---\naliases: mirroring\ntitle"
    )
    assert vanished(project, now, locked) == ""


def test_a_renamed_heading_is_an_error_until_it_has_an_alias(project: MakeProject) -> None:
    now = lab()
    now["content/reports/a.md"] = REPORT.replace("{#writes}", "{#all-writes}")
    assert vanished(project, now, "reports/a/#reads\nreports/a/#writes\n") == (
        "permalinks.lock:2: error[vanished]: 'reports/a/#writes' was published, "
        "and 'reports/a/' has no such part any more\n"
        "  hint: write 'aliases: [a#writes -> all-writes]' in content/reports/a.md, "
        "or give the part its id again; to give it up, remove this line\n"
    )


def test_an_alias_that_loses_a_part_of_the_old_page_is_an_error(project: MakeProject) -> None:
    now = lab()
    now["content/reports/b.md"] = "---\ntitle: B\naliases: a\n---\n\n## All writes\n"
    assert vanished(project, now, "reports/a/\nreports/a/#writes\n") == (
        "permalinks.lock:2: error[vanished]: 'reports/a/#writes' was published, "
        "and 'reports/b/' has no such part any more\n"
        "  hint: write 'aliases: [a#writes -> all-writes]' in content/reports/b.md, "
        "or give the part its id again; to give it up, remove this line\n"
    )


def test_a_renamed_folder_of_results_is_one_error_with_its_new_name(project: MakeProject) -> None:
    now = lab(second__rig=bonnie())
    now = {path.replace("second__rig", "second/rig"): text for path, text in now.items()}
    locked = "runs/\nruns/first/rig/bonnie/\ntestbeds/first/rig/\n"
    both = locked.replace("testbeds/", "runs/first/rig/dd/\ntestbeds/")
    assert "'runs/first/' were published and are gone" in vanished(project, now, both)
    assert vanished(project, now, locked) == (
        "permalinks.lock:2: error[vanished]: 'runs/first/rig/bonnie/' was published and is gone\n"
        "  hint: lead it on in sitegen.yaml, by 'redirects: {runs/first/*: runs/second/*}'; "
        "to give it up, remove this line\n"
        "permalinks.lock:3: error[vanished]: 'testbeds/first/rig/' was published and is gone\n"
        "  hint: lead it on in sitegen.yaml, by 'redirects: {testbeds/first/*: "
        "testbeds/second/*}'; to give it up, remove this line\n"
    )
    now["sitegen.yaml"] = (
        "redirects:\n  runs/first/*: runs/second/*\n  testbeds/first/*: testbeds/second/*\n"
    )
    assert vanished(project, now, locked) == ""


def test_a_renamed_chart_names_its_block(project: MakeProject) -> None:
    now = files()
    assert vanished(project, now, "charts/costs/\n") == (
        "permalinks.lock:1: error[vanished]: 'charts/costs/' was published and is gone\n"
        "  hint: write 'aliases: [costs]' in the block 'cost'; "
        "to give it up, remove this line\n"
    )


def test_a_part_of_the_first_page_is_led_on_in_the_settings(project: MakeProject) -> None:
    now = files()
    assert vanished(project, now, "#newest\n") == (
        "permalinks.lock:1: error[vanished]: '#newest' was published, "
        "and the first page has no such part any more\n"
        "  hint: lead it on in sitegen.yaml, by 'redirects: {'#newest': '#news'}', "
        "or give the part its id again; to give it up, remove this line\n"
    )
    now["sitegen.yaml"] = "redirects: {'#newest': '#news'}\n"
    assert vanished(project, now, "#newest\n") == ""


def test_a_page_of_another_kind_is_led_on_in_the_settings(project: MakeProject) -> None:
    assert vanished(project, lab(), "checks/old/\n") == (
        "permalinks.lock:1: error[vanished]: 'checks/old/' was published and is gone\n"
        "  hint: lead it on in sitegen.yaml, by 'redirects: {checks/old/: checks/}'; "
        "to give it up, remove this line\n"
    )


def test_a_file_without_the_lock_promises_nothing(project: MakeProject) -> None:
    assert said(build(project(lab()))) == ""


CONFLICT = """\
# a comment
reports/a/
<<<<<<< ours
reports/b/
=======
reports/c/ and more
>>>>>>> theirs
"""


def test_lines_that_a_merge_left_are_said_and_nothing_is_written_over_them(
    project: MakeProject,
) -> None:
    locked, problems = lock.read(CONFLICT)
    assert locked == [Locked("reports/a/", 2), Locked("reports/b/", 4)]
    assert [str(one) for one in problems] == [
        "permalinks.lock:3: error[bad-permalinks]: '<<<<<<< ours' is no address\n"
        "  hint: keep the lines of both sides of a merge",
        "permalinks.lock:5: error[bad-permalinks]: '=======' is no address\n"
        "  hint: keep the lines of both sides of a merge",
        "permalinks.lock:6: error[bad-permalinks]: 'reports/c/ and more' is no address\n"
        "  hint: remove it",
        "permalinks.lock:7: error[bad-permalinks]: '>>>>>>> theirs' is no address\n"
        "  hint: keep the lines of both sides of a merge",
    ]
    its = project(lab() | {lock.FILE: CONFLICT})
    assert sitegen("--project", its.root, "permalinks", "update").code == 1
    assert (its.root / lock.FILE).read_text() == CONFLICT


def test_lines_end_as_they_may(project: MakeProject) -> None:
    now = lab() | {"content/reports/a.md": REPORT}
    locked = "\ufeffreports/a/\r\nreports/a/#writes\r\n\r\n"
    assert vanished(project, now, locked) == ""


def test_the_line_anchors_of_raw_files_hold_for_ever_on_an_old_page(project: MakeProject) -> None:
    now = lab(one=bonnie())
    now["sitegen.yaml"] = "redirects: {runs/zero/*: runs/one/*}\n"
    assert vanished(project, now, "runs/zero/bonnie/\nruns/zero/bonnie/#L4\n") == ""


@pytest.mark.parametrize("address", ["reports/größe/#maß", "reports/a_b.c/", "2009/06/x.html"])
def test_every_address_that_a_site_can_have_is_read_back(address: str) -> None:
    text = lock.updated([], [address])
    assert lock.read(text) == ([Locked(address, 3)], [])
