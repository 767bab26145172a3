"""A lab in memory is that on disk as of the last look; what is the same stays the same object."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sitegen.held import hold
from sitegen.project import Project

FILES = {
    "content/index.md": "---\ntitle: Lab\n---\n",
    "content/reports/a.md": "one\n",
    "content/reports/b.md": "two\n",
    "results/rig/testbed.yaml": "title: rig\n",
    "results/rig/a.txt": "raw\n",
    "results/rig/case/a.txt": "other\n",
    "results/rig.txt": "beside\n",
    "templates/base.html": "<html>\n",
    "sitegen.yaml": "title: Lab\n",
}


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path


def on_disk(lab: Path) -> Project:
    return Project(lab, lab / "site")


def listed(project: Project) -> dict[str, list[tuple[str, bytes, str]]]:
    """Return everything that can be asked of a lab."""
    return {
        folder: [
            *((path, project.read(path), project.origin(path)) for path in project.files(folder)),
            *((str(one), b"", "") for one in project.left_out(folder)),
        ]
        for folder in ("content", "results", "templates")
    }


def _change(lab: Path) -> None:
    (lab / "content/reports/a.md").write_text("another\n")


def _add(lab: Path) -> None:
    (lab / "results/rig/b.txt").write_text("new\n")


def _add_a_first_one(lab: Path) -> None:
    (lab / "results/rig/0.txt").write_text("new\n")


def _remove(lab: Path) -> None:
    (lab / "results/rig/a.txt").unlink()


def _remove_a_folder(lab: Path) -> None:
    (lab / "results/rig/case/a.txt").unlink()
    (lab / "results/rig/case").rmdir()


def _rename_a_folder(lab: Path) -> None:
    (lab / "results/rig").rename(lab / "results/rack")


def _link(lab: Path) -> None:
    (lab / "results/rig/link.txt").symlink_to("a.txt")


def _lead_out(lab: Path) -> None:
    (lab / "results/rig/link.txt").symlink_to("/etc/hostname")


def _lead_nowhere(lab: Path) -> None:
    (lab / "results/rig/link.txt").symlink_to("nothing.txt")


def _set(lab: Path) -> None:
    (lab / "sitegen.yaml").write_text("title: Another lab\n")


def _unset(lab: Path) -> None:
    (lab / "sitegen.yaml").unlink()


CHANGES = (
    (_change, ["content/reports/a.md"]),
    (_add, ["results/rig/b.txt"]),
    (_add_a_first_one, ["results/rig/0.txt"]),
    (_remove, ["results/rig/a.txt"]),
    (_remove_a_folder, ["results/rig/case/a.txt", "results/rig/case"]),
    (_rename_a_folder, ["results/rig", "results/rack"]),
    (_link, ["results/rig/link.txt"]),
    (_lead_out, ["results/rig/link.txt"]),
    (_lead_nowhere, ["results/rig/link.txt"]),
    (_set, ["sitegen.yaml"]),
    (_unset, ["sitegen.yaml"]),
)


@pytest.mark.parametrize("everywhere", [True, False], ids=["everywhere", "where-told"])
@pytest.mark.parametrize(("change", "paths"), CHANGES)
def test_a_look_finds_what_a_new_reading_finds(
    lab: Path, change: Callable[[Path], None], paths: list[str], *, everywhere: bool
) -> None:
    held = hold(on_disk(lab))
    assert listed(held) == listed(on_disk(lab))
    assert not held.look()
    change(lab)
    assert held.look(None if everywhere else paths)
    assert listed(held) == listed(on_disk(lab))
    assert not held.look()


def test_nothing_else_is_new_after_a_change(lab: Path) -> None:
    held = hold(on_disk(lab))
    before = {path: held.read(path) for path in FILES if "/" in path}
    states = {folder: held.state(folder) for folder in ("content", "results", "templates", "")}
    _change(lab)
    assert held.look(["content/reports/a.md"])
    assert {path for path in before if held.read(path) is not before[path]} == {
        "content/reports/a.md"
    }
    assert {folder for folder in states if held.state(folder) is not states[folder]} == {"content"}


def test_a_touch_and_strangers_are_no_change(lab: Path) -> None:
    held = hold(on_disk(lab))
    os.utime(lab / "results/rig/a.txt", (1, 1))
    (lab / "results/rig/a.txt~").write_text("backup\n")
    (lab / "site").mkdir()
    (lab / "site/index.html").write_text("page\n")
    told = ["results/rig/a.txt", "results/rig/a.txt~", "site/index.html", "../elsewhere", "README"]
    assert not held.look(told)
    assert not held.look()


def test_contents_are_equal_when_what_was_written_is_what_was_there(lab: Path) -> None:
    held = hold(on_disk(lab))
    before = held.contents()
    path = lab / "content/reports/a.md"
    text = path.read_text()
    path.write_text("")
    assert held.look(["content/reports/a.md"])
    assert held.contents() != before
    path.write_text(text)
    assert held.look(["content/reports/a.md"])
    assert held.contents() == before


def test_what_is_held_stays_until_the_next_look(lab: Path) -> None:
    held = hold(on_disk(lab))
    before = listed(held)
    _change(lab)
    _remove(lab)
    assert listed(held) == before


def test_a_large_file_is_not_held_but_known_by_what_it_holds(
    lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sitegen.project.LARGE", 3)
    held = hold(on_disk(lab))
    large = held.content("results/rig/a.txt")
    assert isinstance(large, Path)
    os.utime(large, (1, 1))
    assert not held.look(["results/rig/a.txt"])
    assert held.content("results/rig/a.txt") is large
    large.write_bytes(b"RAW\n")
    assert held.look(["results/rig/a.txt"])
    assert held.content("results/rig/a.txt") is not large
