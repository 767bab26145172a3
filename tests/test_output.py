"""The output folder holds exactly what was built, and nothing else is ever touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.output import NotOursError, write


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".sitegen")
    }


def test_a_second_write_of_the_same_touches_nothing(tmp_path: Path) -> None:
    files = {"index.html": b"one", "a/b/index.html": b"two"}
    assert write(files, tmp_path / "site") == (2, 0, 0)
    before = {path: path.stat() for path in sorted(tmp_path.rglob("*"))}
    assert write(files, tmp_path / "site") == (0, 2, 0)
    after = {path: path.stat() for path in sorted(tmp_path.rglob("*"))}
    assert {p: (s.st_ino, s.st_mtime_ns) for p, s in before.items()} == {
        p: (s.st_ino, s.st_mtime_ns) for p, s in after.items()
    }


def test_pages_that_are_gone_are_removed_with_their_empty_folders(tmp_path: Path) -> None:
    write({"index.html": b"one", "a/b/index.html": b"two"}, tmp_path)
    assert write({"index.html": b"new"}, tmp_path) == (1, 0, 1)
    assert contents(tmp_path) == {"index.html": "new"}
    assert not (tmp_path / "a").exists()


def test_a_gitignore_in_the_folder_stays(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*\n")
    write({"index.html": b"one"}, tmp_path)
    write({}, tmp_path)
    assert contents(tmp_path) == {".gitignore": "*\n"}


def test_a_folder_with_files_of_somebody_else_is_refused_whole(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(NotOursError) as refused:
        write({"index.html": b"one"}, tmp_path)
    assert str(refused.value) == (
        f"{tmp_path} has files that sitegen did not write (thesis.tex); "
        "empty it, or choose another folder with --output"
    )
    assert contents(tmp_path) == {"thesis.tex": "years of work"}


@pytest.mark.parametrize("damaged", ["", "[", "null", "[1, 2]", '"index.html"', "{}"])
def test_with_a_damaged_manifest_all_files_count_as_those_of_somebody_else(
    tmp_path: Path, damaged: str
) -> None:
    write({"index.html": b"one"}, tmp_path)
    (tmp_path / ".sitegen-files.json").write_text(damaged)
    with pytest.raises(NotOursError):
        write({"index.html": b"two"}, tmp_path)
    (tmp_path / "index.html").unlink()
    assert write({"index.html": b"two"}, tmp_path) == (1, 0, 0)


def test_a_manifest_cannot_make_us_remove_files_outside(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write({"index.html": b"one"}, site)
    (tmp_path / "precious").write_text("kept")
    (site / ".sitegen-files.json").write_text('["../precious", "/etc/hostname", "index.html"]')
    write({}, site)
    assert contents(tmp_path) == {"precious": "kept"}


def test_a_frozen_picture_stays_and_a_current_one_is_replaced(tmp_path: Path) -> None:
    old = {"charts/a.csv": b"1", "charts/a.png": b"old", "charts/a.0123abcd.png": b"old"}
    new = {"charts/a.csv": b"2", "charts/a.png": b"new", "charts/a.4567cdef.png": b"new"}
    write(old, tmp_path)
    assert write(new, tmp_path) == (3, 1, 0)
    assert write({}, tmp_path) == (0, 2, 2)
    assert contents(tmp_path) == {
        "charts/a.0123abcd.png": "old",
        "charts/a.4567cdef.png": "new",
    }


def test_a_chart_that_is_not_drawn_this_time_keeps_its_last_picture(tmp_path: Path) -> None:
    write({"charts/a.csv": b"1", "charts/a.png": b"good", "charts/a.svg": b"good"}, tmp_path)
    assert write({"charts/a.csv": b"2"}, tmp_path) == (1, 2, 0)
    assert contents(tmp_path) == {
        "charts/a.csv": "2",
        "charts/a.png": "good",
        "charts/a.svg": "good",
    }
    write({"charts/b.csv": b"1"}, tmp_path)
    assert contents(tmp_path) == {"charts/b.csv": "1"}


def test_a_picture_that_was_deleted_to_withdraw_it_does_not_come_back(tmp_path: Path) -> None:
    write({"charts/a.0123abcd.png": b"old"}, tmp_path)
    (tmp_path / "charts/a.0123abcd.png").unlink()
    assert write({}, tmp_path) == (0, 0, 0)
    assert contents(tmp_path) == {}
