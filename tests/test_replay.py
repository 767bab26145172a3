"""Whatever is edited, a build over the last one with its cache is a build from nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest

from sitegen import output
from tests.bonnie import bonnie
from tests.command import sitegen
from tests.repositories import write
from tests.test_diff import LAB, RIG

Edit = Callable[[Path, Random], None]

OVERRIDE = """\
{{% extends "base.html" %}}
{{% import "macros.html" as ui %}}
{{% block main %}}
<h1>{word}</h1>
{{{{ ui.listing(page.shelves[0].pages) if page.shelves }}}}
{{% endblock %}}
"""


def _results(lab: Path) -> list[Path]:
    return sorted((lab / "results").rglob("*.txt"))


def _change_a_result(lab: Path, random: Random) -> None:
    random.choice(_results(lab)).write_text(bonnie(write=random.randrange(100_000, 300_000)))


def _add_a_result(lab: Path, random: Random) -> None:
    beside = random.choice(_results(lab))
    (beside.parent / f"more-{random.randrange(1000)}.txt").write_text(
        bonnie(read=random.randrange(100_000, 500_000), seeks=f"{random.randrange(100, 900)}.5")
    )


def _delete_a_result(lab: Path, random: Random) -> None:
    random.choice(_results(lab)).unlink()


def _rename_a_result(lab: Path, random: Random) -> None:
    one = random.choice(_results(lab))
    one.rename(one.with_name(f"moved-{random.randrange(1000)}.txt"))


def _rename_a_folder(lab: Path, random: Random) -> None:
    one = random.choice(sorted(path for path in (lab / "results").iterdir() if path.is_dir()))
    one.rename(one.with_name(f"rig-{random.randrange(1000)}"))


def _change_a_testbed(lab: Path, random: Random) -> None:
    one = random.choice(sorted((lab / "results").rglob("testbed.yaml")))
    kind = random.choice(("ext4", "xfs", "btrfs"))
    one.write_text(RIG.format(title=f"rig {random.randrange(50)}", kind=kind))


def _toggle_an_outer_testbed(lab: Path, random: Random) -> None:
    one = lab / "results" / "testbed.yaml"
    inner = random.choice(_results(lab)).parent / "inner"
    if inner.exists():
        shutil.rmtree(inner)
    else:
        write(lab, {str((inner / "testbed.yaml").relative_to(lab)): "title: inner\n"})
        (inner / "bonnie.txt").write_text(bonnie(write=123_456))
    assert not one.exists()


def _change_a_report(lab: Path, random: Random) -> None:
    reports = sorted((lab / "content" / "reports").iterdir())
    with random.choice(reports).open("a") as file:
        file.write(f"\nMore was seen in run {random.randrange(1000)} of it.\n")


def _add_a_report(lab: Path, random: Random) -> None:
    number = random.randrange(1000)
    run = random.choice(_results(lab)).relative_to(lab / "results").with_suffix("").as_posix()
    text = f"---\ntitle: Report {number}\n---\nIt writes [](result:{run}#seq-write.bandwidth).\n"
    (lab / "content" / "reports" / f"report-{number}.md").write_text(text)


def _delete_a_report(lab: Path, random: Random) -> None:
    random.choice(sorted((lab / "content" / "reports").iterdir())).unlink()


def _rename_the_hardware(lab: Path, random: Random) -> None:
    one = random.choice(sorted((lab / "content" / "hardware").iterdir()))
    name = f"a{random.randrange(1000)}"
    one.rename(one.with_name(f"{name}.md"))
    for bed in (lab / "results").rglob("testbed.yaml"):
        bed.write_text(bed.read_text().replace(f"array: {one.stem}\n", f"array: {name}\n"))


def _change_the_settings(lab: Path, random: Random) -> None:
    (lab / "sitegen.yaml").write_text(
        f"title: Lab {random.randrange(50)}\n"
        f"base_url: https://lab{random.randrange(9)}.example/\n"
        f"rates: {random.choice(('binary', 'decimal'))}\n"
    )


def _toggle_a_template(lab: Path, random: Random) -> None:
    one = lab / "templates" / "list.html"
    if one.exists() and random.random() < 0.5:
        one.unlink()
    else:
        one.parent.mkdir(exist_ok=True)
        one.write_text(OVERRIDE.format(word=f"All of them, {random.randrange(50)}"))


EDITS: tuple[Edit, ...] = (
    _change_a_result,
    _add_a_result,
    _delete_a_result,
    _rename_a_result,
    _rename_a_folder,
    _change_a_testbed,
    _toggle_an_outer_testbed,
    _change_a_report,
    _add_a_report,
    _delete_a_report,
    _rename_the_hardware,
    _change_the_settings,
    _toggle_a_template,
)


def _tree(site: Path) -> Mapping[str, bytes]:
    """Return what a site holds but its list of files and the frozen pictures of earlier builds."""
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.name != output.MANIFEST
    }


@pytest.mark.parametrize("seed", range(3))
def test_a_build_after_edits_has_the_bytes_of_a_build_from_nothing(
    tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    lab, cache = tmp_path / "lab", tmp_path / "cache"
    write(lab, LAB)
    edits = [*EDITS]
    random.shuffle(edits)
    for edit in (lambda *_: None, *edits):
        edit(lab, random)
        site, clean = tmp_path / "site", tmp_path / "clean"
        shutil.rmtree(clean, ignore_errors=True)
        after = sitegen("--project", lab, "build", "--output", site, "--cache", cache)
        anew = sitegen("--project", lab, "build", "--output", clean, "--no-cache")
        ours, theirs = _tree(site), _tree(clean)
        stayed = {path for path in set(ours) - set(theirs) if path.endswith(".png")}
        assert all(path.count(".") == 2 for path in stayed), "only frozen pictures stay"
        assert {path: ours[path] for path in ours if path not in stayed} == theirs, edit.__name__
        assert after.out.partition("\n")[2] == anew.out.partition("\n")[2]
        assert after.err == anew.err == ""
        same = sitegen("--project", lab, "build", "--output", site, "--cache", cache)
        assert " 0 changed, 0 removed" in same.out
        assert _tree(site) == ours
