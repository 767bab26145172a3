"""What is kept between builds: it is only ever a gain, whatever becomes of the file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sitegen import cache
from sitegen.build import build
from sitegen.cache import Cache, key
from sitegen.drawn import Fetch, Picture
from sitegen.kept import PICTURES, drawing_with
from sitegen.project import Project
from tests.bonnie import bonnie, lab
from tests.command import sitegen
from tests.conftest import MakeProject

CHART = """\
```chart
id: writes
kind: bar
title: Writes
runs: [one, two]
metrics: [seq-write.bandwidth]
x: testbed
```
"""


@pytest.fixture
def its(project: MakeProject) -> Project:
    """Return a lab with charts."""
    return project(lab(CHART, one=bonnie(), two=bonnie(write=150000)))


def put(path: Path, name: str, value: bytes) -> None:
    """Put one thing into a cache."""
    with Cache(path) as kept:
        kept.put("thing", key(name), value)


def got(path: Path, name: str) -> bytes | None:
    """Return what a cache has under a name."""
    with Cache(path) as kept:
        return kept.get("thing", key(name))


def test_a_site_is_the_same_without_a_cache_with_an_empty_one_and_with_a_full_one(
    its: Project, tmp_path: Path
) -> None:
    without = build(its).files
    path = tmp_path / "kept" / cache.FILE
    for _ in range(2):
        with Cache(path) as kept:
            assert build(its, draw=drawing_with(kept)).files == without
    with Cache(path) as kept:
        (kind,) = kept.kinds()
    assert kind.name == PICTURES
    assert kind.things == sum(one.endswith(".svg") and "charts/" in one for one in without)


def test_a_chart_in_the_cache_is_not_drawn_again(its: Project, tmp_path: Path) -> None:
    path = tmp_path / cache.FILE
    with Cache(path) as kept:
        build(its, draw=drawing_with(kept))
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT key, value FROM thing").fetchall()
        for name, value in rows:
            other = bytes(value).replace(b'role="group"', b'role="image"')
            database.execute(
                "UPDATE thing SET value = ?, digest = ? WHERE key = ?", (other, key(other), name)
            )
    with Cache(path) as kept:
        page = build(its, draw=drawing_with(kept)).files["reports/a/index.html"]
    assert b'class="chart" role="image"' in page


def kept_pictures(path: Path) -> int:
    """Return how many pictures a cache has."""
    with Cache(path) as kept:
        return sum(kind.things for kind in kept.kinds() if kind.name == PICTURES)


CAPTION = "caption: Nobody has read this yet."


@pytest.mark.parametrize(
    ("old", "new", "drawn"),
    [
        ("Text.", "Other prose, in two sentences. It says more.", 0),
        ("runs: [one, two]", f"{CAPTION}\nruns: [one, two]", 0),
        ("id: writes", "id: others", 0),
        ("title: Writes", "title: Others", 1),
    ],
    ids=["prose", "caption", "id", "title"],
)
def test_a_chart_is_drawn_again_only_if_it_shows_something_else(
    project: MakeProject, tmp_path: Path, old: str, new: str, drawn: int
) -> None:
    path = tmp_path / cache.FILE
    files = lab(f"Text.\n\n{CHART}", one=bonnie(), two=bonnie(write=150000))

    def made(files: Mapping[str, str | bytes]) -> int:
        with Cache(path) as kept:
            build(project(files), draw=drawing_with(kept))
        return kept_pictures(path)

    first = made(files)
    report = "content/reports/a.md"
    text = str(files[report])
    assert old in text
    assert made({**files, report: text.replace(old, new)}) == first + drawn


def test_a_cache_serves_a_copy_of_the_lab_at_another_place(its: Project, tmp_path: Path) -> None:
    path, copy = tmp_path / cache.FILE, tmp_path / "elsewhere" / cache.FILE
    with Cache(path) as kept:
        build(its, draw=drawing_with(kept))
    shutil.copytree(its.root, tmp_path / "copy")
    copy.parent.mkdir()
    shutil.copy(path, copy)

    def fail(poster: str) -> Fetch:
        raise AssertionError(poster)

    with Cache(copy) as kept:
        there = Project(tmp_path / "copy", tmp_path / "copy" / "site")
        made = build(there, draw=drawing_with(kept, fail))
        assert made.files["charts/writes.png"]


def test_what_was_drawn_before_a_build_was_killed_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "WAITING", 1_000)
    path = tmp_path / cache.FILE
    kept = Cache(path)
    kept.put("thing", key("a"), b"1" * 600)
    assert got(path, "a") is None
    kept.put("thing", key("b"), b"2" * 600)
    assert (got(path, "a"), got(path, "b")) == (b"1" * 600, b"2" * 600)
    kept.close()


def test_a_build_imports_nothing_that_draws_if_all_charts_are_kept(
    its: Project, tmp_path: Path
) -> None:
    arguments = ["--project", str(its.root), "build", "--cache", str(tmp_path / "kept")]
    sitegen(*arguments)
    report = its.root / "content/reports/a.md"
    report.write_text(report.read_text() + "\nMore.\n")
    code = (
        "import sys; from sitegen import cli\n"
        "cli.main(sys.argv[1:], sys.stdout, sys.stderr)\n"
        "print(sorted({'altair', 'vl_convert', 'bs4'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "[]"


def test_to_check_a_lab_draws_nothing(its: Project) -> None:
    def fail(poster: str) -> Fetch:
        def fetch() -> Picture:
            raise AssertionError(poster)

        return fetch

    whole, without = build(its), build(its, draw=fail, pictures=False)
    assert without.diagnostics == whole.diagnostics
    assert set(without.files) == set(whole.files)
    same = {path for path, one in whole.files.items() if without.files[path] == one}
    assert set(whole.files) - same == set(without.pending)


Spoil = Callable[[Path], object]


def _other_version(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b"not a database, and longer than its head " * 99),
        lambda path: path.write_bytes(path.read_bytes()[:3000]),
        lambda path: path.write_bytes(b""),
        _other_version,
    ],
    ids=["junk", "cut off", "empty", "of another version"],
)
def test_a_file_that_cannot_be_used_is_begun_anew(tmp_path: Path, spoil: Spoil) -> None:
    path = tmp_path / cache.FILE
    put(path, "a", b"1" * 20_000)
    spoil(path)
    got(path, "a")
    put(path, "b", b"2")
    assert got(path, "b") == b"2"


def test_a_value_that_is_damaged_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / cache.FILE
    put(path, "a", b"right")
    put(path, "b", b"right")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE thing SET value = ? WHERE key = ?", (b"wrong", key("a")))
    assert (got(path, "a"), got(path, "b")) == (None, b"right")
    with Cache(path) as kept:
        assert kept.damaged() == 1
        assert kept.damaged() == 0


def test_what_no_build_uses_any_more_is_pruned(tmp_path: Path) -> None:
    path = tmp_path / cache.FILE
    put(path, "old", b"1")
    put(path, "used", b"2")
    for _ in range(cache.RECENT):
        got(path, "used")
    with Cache(path) as kept:
        assert kept.prune() == 1
    assert (got(path, "old"), got(path, "used")) == (None, b"2")


def test_two_processes_use_one_cache_and_a_killed_one_leaves_it_whole(tmp_path: Path) -> None:
    path = tmp_path / cache.FILE
    code = (
        "import os, sys; from pathlib import Path; from sitegen.cache import Cache, key\n"
        "kept = Cache(Path(sys.argv[1]))\n"
        "for n in range(200): kept.put('thing', key(sys.argv[2] + str(n)), b'x' * 1000)\n"
        "kept.flush() if sys.argv[3] == 'ends' else None\n"
        "os._exit(9)"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(path), name, how])
        for name, how in (("a", "ends"), ("b", "ends"), ("c", "killed"))
    ]
    assert [one.wait() for one in started] == [9, 9, 9]
    with Cache(path) as kept:
        assert kept.kinds()[0].things == 400
        assert kept.damaged() == 0


def test_a_full_disk_costs_the_cache_and_not_the_build(tmp_path: Path) -> None:
    path = tmp_path / cache.FILE
    put(path, "a", b"1")
    with Cache(path) as kept:
        assert kept._database is not None
        kept._database.execute("PRAGMA max_page_count = 4")
        kept.put("thing", key("b"), b"2" * 100_000)
    assert (got(path, "a"), got(path, "b")) == (b"1", None)


def test_a_locked_cache_and_a_folder_that_cannot_be_made_are_said(
    its: Project, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    ran = sitegen("--project", its.root, "build", "--cache", tmp_path / "file")
    assert ran.code == 0
    assert ran.err.startswith("sitegen: there is no cache: ")


def test_the_cache_can_be_looked_at_from_the_command_line(its: Project, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    sitegen("--project", its.root, "build", "--cache", folder)
    ran = sitegen("cache", "show", "--cache", folder)
    assert ran.out.startswith("picture: ")
    assert ran.out.endswith(f"{folder / cache.FILE}\n")
    assert sitegen("cache", "verify", "--cache", folder).out.startswith("0 damaged and removed\n")
    assert sitegen("cache", "prune", "--cache", folder).out.startswith("0 removed\n")


def test_no_cache_of_the_lab_itself_is_used(its: Project) -> None:
    sitegen("--project", its.root, "build")
    assert not list(its.root.rglob("*.sqlite"))


def old(root: Path) -> None:
    """Make the files of a lab older than a tick of the coarsest clock."""
    for path in root.rglob("*"):
        if path.is_file() and "site" not in path.relative_to(root).parts[:1]:
            os.utime(path, ns=(10**18, 10**18))


def test_a_build_after_which_nothing_changed_reads_and_touches_nothing(
    its: Project, tmp_path: Path
) -> None:
    folder = tmp_path / "kept"

    def run() -> str:
        ran = sitegen("--project", its.root, "build", "--cache", folder)
        assert ran.code == 0
        return ran.out

    old(its.root)
    first = run()
    before = {path: path.stat() for path in its.output.rglob("*")}
    # A raw file that cannot be read shows that it is not.
    raw = its.root / "results/one/bonnie.txt"
    code = (
        "import sys; from sitegen import cli; import builtins\n"
        "code = cli.main(sys.argv[1:], sys.stdout, sys.stderr)\n"
        "print(sorted({'jinja2', 'markdown', 'altair', 'vl_convert', 'bs4'} & set(sys.modules)))"
    )
    arguments = ["--project", its.root, "build", "--cache", folder]
    ran = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    *lines, imported = ran.stdout.splitlines()
    assert imported == "[]"
    assert lines[1:] == first.splitlines()[1:]
    assert lines[0].endswith("0 changed, 0 removed")
    assert {path: path.stat() for path in its.output.rglob("*")} == before
    raw.write_text(bonnie(write=99000))
    assert "0 changed" not in run()


@pytest.mark.parametrize(
    "change",
    [
        "content/reports/a.md",
        "results/one/testbed.yaml",
        "results/new.txt",
        "sitegen.yaml",
        "templates/base.html",
        "site/index.html",
        "site/reports/a/index.html",
    ],
)
def test_whatever_changes_the_next_build_is_as_a_clean_one(
    its: Project, tmp_path: Path, change: str
) -> None:
    arguments = ("--project", its.root, "build", "--cache", tmp_path / "kept")
    old(its.root)
    sitegen(*arguments)
    place = its.root / change
    place.parent.mkdir(exist_ok=True)
    text = place.read_text() if place.exists() else ""
    place.write_text(text.replace("title: ", "title: New ", 1) + "\n")
    ran = sitegen(*arguments)
    assert (ran.code, ran.err) == (0, "")
    clean = build(its).files
    built = {path: (its.output / path).read_bytes() for path in clean}
    assert built == dict(clean)
