"""What git tells of a lab, from repositories that the tests make."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen import git
from sitegen.git import GitError
from sitegen.history import Touched
from tests.repositories import commit, new_repository, run_git


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a folder that is a repository without a commit."""
    return new_repository(tmp_path)


def test_a_folder_in_no_repository_says_so(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="is in no git repository"):
        git.repository(tmp_path)


@pytest.mark.parametrize(
    "name",
    ["-x", "--upload-pack=x", "a..b", "a b", "a\nb", "", "HEAD:content", "^main", "a*", ":/1"],
)
def test_what_is_no_name_of_a_commit_never_reaches_git(lab: Path, name: str) -> None:
    commit(lab, {"content/a.md": "1"})
    with pytest.raises(GitError, match="is no name of a commit"):
        git.commit(git.repository(lab), name)


@pytest.mark.parametrize("name", ["HEAD", "main", "HEAD~1", "HEAD^", "main@{0}", "größe"])
def test_names_that_git_users_write_are_understood(lab: Path, name: str) -> None:
    commit(lab, {"content/a.md": "1"})
    commit(lab, {"content/a.md": "2"})
    run_git(lab, "branch", "größe")
    assert len(git.commit(git.repository(lab), name)) == 40


@pytest.mark.parametrize(
    "name",
    [
        "it's",
        "fix(io)",
        "a{1}]",
        'say"so"',
        "$(touch${IFS}x)",
        "a;b&c|d",
        "`x`",
        "<b>!",
        "a@b",
        "\udcff",
    ],
)
def test_every_name_that_git_allows_is_one_and_nothing_of_it_is_run(lab: Path, name: str) -> None:
    commit(lab, {"content/a.md": "1"})
    run_git(lab, "branch", name)
    commit(lab, {"content/a.md": "2"})
    repository = git.repository(lab)
    assert git.commit(repository, name) == git.commit(repository, "HEAD~1")
    assert sorted(path.name for path in lab.iterdir()) == [".git", "content"]


def test_an_unknown_commit_of_a_shallow_clone_says_what_to_fetch(lab: Path, tmp_path: Path) -> None:
    commit(lab, {"content/a.md": "1"})
    commit(lab, {"content/a.md": "2"})
    run_git(lab, "clone", "--quiet", "--depth", "1", f"file://{lab}", "shallow")
    shallow = git.repository(tmp_path / "shallow")
    with pytest.raises(GitError, match=r"git knows no commit 'HEAD~1': this clone is shallow"):
        git.commit(shallow, "HEAD~1")
    assert git.history(shallow) == {}


def test_the_files_of_a_commit_come_as_they_were_committed_whatever_attributes_say(
    lab: Path,
) -> None:
    raw = "a\n$Id$\n"
    commit(
        lab,
        {
            "inner/.gitattributes": "* eol=crlf export-subst ident\nresults/x export-ignore",
            "inner/results/x": raw,
            "inner/results/a b'c\"ü": "odd",
            "outer": "not of the lab",
        },
    )
    its = git.repository(lab / "inner")
    assert its.prefix == "inner/"
    blobs = git.files(its, git.commit(its, "HEAD"))
    found = {one.path: content.decode() for one, content in git.contents(its, blobs)}
    assert set(found) == {".gitattributes", "results/x", "results/a b'c\"ü"}
    assert found["results/x"] == raw


def test_nothing_of_a_repository_is_run(lab: Path) -> None:
    commit(lab, {"content/a.md": "1"})
    commit(lab, {"content/a.md": "2"})
    trap = f"touch {lab}/sprung"
    for name in ("core.fsmonitor", "core.pager", "diff.external", "diff.x.textconv"):
        run_git(lab, "config", name, trap)
    (lab / ".git/info/attributes").write_text("* diff=x\n")
    (lab / "content/a.md").write_text("3\n")
    its = git.repository(lab)
    head = git.commit(its, "HEAD")
    list(git.contents(its, git.files(its, head)))
    git.changed_lines(its, head)
    git.history(its)
    assert not (lab / "sprung").exists()


def test_the_history_of_a_file_is_its_first_and_last_day_and_its_authors(lab: Path) -> None:
    commit(lab, {"lab/content/a.md": "1", "lab/results/b": "1"}, "2020-01-02", "Ada")
    commit(lab, {"lab/content/a.md": "2"}, "2021-03-04", "Grace")
    commit(lab, {"lab/content/a.md": "3", "else": ""}, "2022-05-06", "Ada")
    assert git.history(git.repository(lab / "lab")) == {
        "content/a.md": Touched("2020-01-02", "2022-05-06", ("Ada", "Grace")),
        "results/b": Touched("2020-01-02", "2020-01-02", ("Ada",)),
    }


def test_lines_that_changed_since_a_commit_are_known_by_file(lab: Path) -> None:
    text = "".join(f"{number}\n" for number in range(1, 10))
    commit(lab, {"content/a.md": text, 'content/b"ü.md': text, "content/c.md": text})
    (lab / "content/a.md").write_text(text.replace("3\n", "x\ny\n").replace("8\n", ""))
    (lab / 'content/b"ü.md').write_text(text.replace("9\n", "z\n"))
    (lab / "content/new.md").write_text("1\n")
    its = git.repository(lab)
    changed = git.changed_lines(its, git.commit(its, "HEAD"))
    assert changed.pop("content/new.md") == [git.WHOLE]
    assert changed == {
        "content/a.md": [range(3, 5), range(8, 9)],
        'content/b"ü.md': [range(9, 10)],
    }


def test_a_changed_line_that_looks_like_the_head_of_a_patch_is_a_line(lab: Path) -> None:
    commit(lab, {"content/a.md": "1\n2\n3\n4\n", "content/b.md": "1\n", "results/x": b"\0\1"})
    (lab / "content/a.md").write_bytes(b"1\n++ b/other\n3\r@@ -1 +7,9 @@\n4\n-- a\n")
    (lab / "results/x").write_bytes(b"\0\2")
    its = git.repository(lab)
    assert git.changed_lines(its, git.commit(its, "HEAD")) == {
        "content/a.md": [range(2, 4), range(5, 6)],
        "results/x": [git.WHOLE],
    }


def test_a_clone_without_the_content_of_files_says_what_to_fetch(lab: Path, tmp_path: Path) -> None:
    commit(lab, {"content/a.md": "1"})
    commit(lab, {"content/a.md": "2"})
    run_git(lab, "config", "uploadpack.allowFilter", "true")
    run_git(lab, "clone", "--quiet", "--filter=blob:none", f"file://{lab}", "partial")
    its = git.repository(tmp_path / "partial")
    with pytest.raises(GitError, match=r"the content of content/a.md is not in this clone"):
        list(git.contents(its, git.files(its, git.commit(its, "HEAD~1"))))


def test_a_commit_that_has_no_such_folder_has_no_files_of_the_lab(lab: Path) -> None:
    commit(lab, {"file": "1", "lab": "a file"})
    commit(lab, {"else": "2"})
    (lab / "lab").unlink()
    commit(lab, {"lab/content/a.md": "1", "new/content/a.md": "1"})
    for folder in ("lab", "new"):
        its = git.repository(lab / folder)
        assert git.files(its, git.commit(its, "HEAD~1")) == []
        assert [one.path for one in git.files(its, git.commit(its, "HEAD"))] == ["content/a.md"]


def test_the_first_commit_counts_whatever_the_log_of_the_user_shows(lab: Path) -> None:
    commit(lab, {"content/a.md": "1"})
    run_git(lab, "config", "log.showRoot", "false")
    assert set(git.history(git.repository(lab))) == {"content/a.md"}


def test_the_raw_files_changed_last_have_what_they_held_before(lab: Path) -> None:
    inside = lab / "our labs"
    commit(lab, {"our labs/results/a b": "1", "our labs/results/c": "1", "our labs/content/d": "1"})
    commit(lab, {"our labs/results/a b": "2", "our labs/content/d": "2"}, day="2020-01-03")
    commit(lab, {"our labs/results/a b": "3"}, day="2020-01-05")
    commit(lab, {"our labs/results/c": "2"}, day="2020-01-04")
    its = git.repository(inside)
    known = git.history(its)
    found = {path: one.before for path, one in git.with_contents(its, known, 2).items()}
    assert found == {"results/a b": b"2", "results/c": b"1", "content/d": None}
    only = git.with_contents(its, known, 1)
    assert [path for path, one in only.items() if one.before is not None] == ["results/a b"]
