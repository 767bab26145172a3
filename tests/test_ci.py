"""The recipes for CI servers: their scripts, run as those servers run them."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.bonnie import bonnie
from tests.repositories import commit, new_repository, run_git
from tests.test_diff import LAB

CI = Path(__file__).parents[1] / "ci"
RECIPES = sorted(CI.rglob("*.yml"))


def recipe(name: str) -> dict[str, Any]:
    """Return a recipe as the server reads it."""
    its: dict[str, Any] = yaml.safe_load((CI / name).read_text("utf-8"))
    return its


def script(where: Path, text: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a step of a job as the servers do, with our command first in PATH."""
    commands = where.parent / "bin"
    commands.mkdir(exist_ok=True)
    ours = commands / "sitegen"
    ours.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sitegen "$@"\n')
    ours.chmod(ours.stat().st_mode | stat.S_IXUSR)
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(CI.parent), **variables, "PATH": path},
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def change(tmp_path: Path) -> Path:
    """Return a lab with a branch on which a digit of a raw file changes."""
    (tmp_path / "lab").mkdir()
    lab = new_repository(tmp_path / "lab")
    commit(lab, LAB)
    run_git(lab, "checkout", "--quiet", "-b", "work")
    commit(lab, {"results/one/bonnie.txt": bonnie(write=171000)})
    return lab


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: str(path.relative_to(CI)))
def test_nothing_that_a_stranger_writes_becomes_part_of_a_script(path: Path) -> None:
    text = path.read_text("utf-8")
    scripts: list[str] = []

    def collect(node: object) -> None:
        if isinstance(node, Mapping):
            scripts.extend(str(node[key]) for key in ("run", "script") if key in node)
            for one in node.values():
                collect(one)
        elif isinstance(node, list):
            for one in node:
                collect(one)

    collect(yaml.safe_load(text))
    assert not [one for one in scripts if "${{" in one]


def test_what_builds_a_change_may_not_write_and_what_writes_does_not_build() -> None:
    review = recipe("github/examples/review.yml")
    assert review["permissions"] == {"contents": "read"}
    comment = recipe("github/examples/comment.yml")
    used = [step["uses"] for job in comment["jobs"].values() for step in job["steps"]]
    assert not [one for one in used if "checkout" in one]


def test_the_action_of_github_annotates_summarises_and_leaves_the_review(
    change: Path, tmp_path: Path
) -> None:
    install, review = recipe("github/review/action.yml")["runs"]["steps"]
    assert "pip install" in install["run"]
    files = {name: tmp_path / name for name in ("output", "summary")}
    ran = script(
        change,
        review["run"],
        RUNNER_TEMP=str(tmp_path),
        GITHUB_OUTPUT=str(files["output"]),
        GITHUB_STEP_SUMMARY=str(files["summary"]),
        PROJECT=".",
        BASE="main...",
        TRUSTED="",
        STRICT="false",
        PREVIEW_URL="https://p.example/",
    )
    assert ran.returncode == 1, ran.stderr
    assert "::error file=content/reports/mirroring.md,title=claim-mismatch,line=5,col=33::" in (
        ran.stdout
    )
    assert files["summary"].read_text().startswith("<!-- sitegen diff -->\n**2 claims newly wrong")
    assert (tmp_path / "site/index.html").is_file()
    outputs = dict(line.split("=", 1) for line in files["output"].read_text().splitlines())
    assert {path.name for path in Path(outputs["review"]).iterdir()} == {
        "review.md",
        "review.html",
        "review.json",
    }


def test_the_action_takes_configuration_and_templates_from_where_it_is_told(
    change: Path, tmp_path: Path
) -> None:
    commit(change, {"sitegen.yaml": "title: Taken over\n", "templates/index.html": "taken over"})
    trusted = tmp_path / "trusted"
    trusted.mkdir()
    (trusted / "sitegen.yaml").write_text("title: Trusted\n")
    review = recipe("github/review/action.yml")["runs"]["steps"][1]
    script(
        change,
        review["run"],
        RUNNER_TEMP=str(tmp_path),
        GITHUB_OUTPUT=str(tmp_path / "output"),
        GITHUB_STEP_SUMMARY=str(tmp_path / "summary"),
        PROJECT=".",
        BASE="main...",
        TRUSTED=str(trusted),
        STRICT="",
        PREVIEW_URL="",
    )
    page = (tmp_path / "site/index.html").read_text()
    assert "taken over" not in page.casefold()
    assert "Trusted" in page


_GH = """\
#!{python}
import json, re, sys
from pathlib import Path
said = Path({folder!r})
arguments = sys.argv[1:]
place = next(one for one in arguments if one.startswith("repos/"))
if "--method" in arguments:
    body = next(one for one in arguments if one.startswith("body=@"))[6:]
    method = arguments[arguments.index("--method") + 1]
    (said / "sent").write_text(json.dumps([method, place, Path(body).read_text()]))
elif "/pulls?" in place:
    print("7" if "abc123" in " ".join(arguments) else "")
elif (said / "known").exists():
    print("99")
"""


@pytest.mark.parametrize(
    ("known", "sent"),
    [
        (False, ["POST", "repos/o/lab/issues/7/comments"]),
        (True, ["PATCH", "repos/o/lab/issues/comments/99"]),
    ],
)
def test_the_comment_is_written_once_and_then_kept_up_to_date(
    tmp_path: Path, *, known: bool, sent: list[str]
) -> None:
    where = tmp_path / "here"
    where.mkdir()
    fake = tmp_path / "bin" / "gh"
    fake.parent.mkdir()
    fake.write_text(_GH.format(python=sys.executable, folder=str(tmp_path)))
    fake.chmod(0o755)
    if known:
        (tmp_path / "known").touch()
    text = "<!-- sitegen diff -->\n**1 value worse.**\n"
    (where / "review.md").write_text(text)
    step = recipe("github/comment/action.yml")["runs"]["steps"][0]["run"]
    variables = {"REVIEW": "review.md", "GH_TOKEN": "x", "REPOSITORY": "o/lab"}
    assert script(where, step, HEAD="abc123", **variables).returncode == 0
    assert json.loads((tmp_path / "sent").read_text()) == [*sent, text]
    (tmp_path / "sent").unlink()
    assert "no open pull request" in script(where, step, HEAD="fff", **variables).stdout
    (where / "review.md").write_text("something else")
    assert script(where, step, HEAD="abc123", **variables).returncode == 1
    assert not (tmp_path / "sent").exists()


def test_the_template_of_gitlab_leaves_reports_and_the_review(change: Path) -> None:
    its = recipe("gitlab/sitegen.yml")
    base = subprocess.run(
        ["git", "rev-parse", "main"], cwd=change, check=True, capture_output=True, text=True
    ).stdout.strip()
    variables = {"LAB": ".", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "SITEGEN_TOKEN": ""}
    check = script(change, "\n".join(its["check"]["script"]), **variables)
    assert check.returncode == 1
    assert "claim-mismatch" in check.stdout
    (first, *_) = json.loads((change / "findings.json").read_text())
    assert first["location"] == {
        "path": "content/reports/mirroring.md",
        "lines": {"begin": 5},
    }
    assert 'failures="2"' in (change / "findings.xml").read_text()
    review = script(change, "\n".join(its["review"]["script"]), **variables)
    assert review.returncode == 0, review.stderr
    assert (change / "preview/index.html").is_file()
    assert "2 claims newly wrong" in (change / "review.html").read_text()
    assert script(change, "\n".join(its["pages"]["script"]), LAB=".").returncode == 0
    assert (change / "public/index.html").is_file()


def test_the_script_for_other_servers_leaves_the_same(change: Path, tmp_path: Path) -> None:
    ran = script(change, f"{CI}/review.sh main {tmp_path}/out")
    assert ran.returncode == 1, ran.stderr
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "findings.xml",
        "review.html",
        "review.json",
        "review.md",
        "site",
    }


def test_where_there_is_nothing_to_compare_with_everything_else_is_done(
    change: Path, tmp_path: Path
) -> None:
    run_git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{change}", "shallow")
    shallow = tmp_path / "shallow"
    its = script(shallow, f"{CI}/review.sh origin/main... {tmp_path}/out")
    step = recipe("github/review/action.yml")["runs"]["steps"][1]["run"]
    files = {"GITHUB_OUTPUT": f"{tmp_path}/o", "GITHUB_STEP_SUMMARY": f"{tmp_path}/s"}
    asked = {
        "PROJECT": ".",
        "BASE": "origin/main...",
        "TRUSTED": "",
        "STRICT": "",
        "PREVIEW_URL": "",
    }
    action = script(shallow, step, RUNNER_TEMP=str(tmp_path), **files, **asked)
    text = recipe("gitlab/sitegen.yml")["review"]["script"]
    # What the template archives is there on GitLab, which fetches it.
    lines = "\n".join(one for one in text if "git archive" not in one)
    gitlab = script(
        shallow, lines, LAB=".", SITEGEN_TOKEN="x", CI_MERGE_REQUEST_DIFF_BASE_SHA="0abc"
    )
    for ran, code in ((its, 1), (action, 1), (gitlab, 2)):
        assert "this clone is shallow, fetch the whole history" in ran.stderr
        assert ran.returncode == code
    assert 'failures="2"' in (tmp_path / "out/findings.xml").read_text()
    assert "claim-mismatch" in its.stdout
    assert action.stdout.count("::error file=") == 2
    comment = recipe("github/comment/action.yml")["runs"]["steps"][0]["run"]
    said = script(shallow, comment, REVIEW=f"{tmp_path}/review/review.md")
    assert (said.returncode, said.stdout[:11]) == (0, "::warning::")


def test_the_hooks_of_pre_commit_run_where_a_lab_has_its_files() -> None:
    hooks = yaml.safe_load((CI.parent / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [one["id"] for one in hooks] == ["sitegen-check", "sitegen-fix"]
    files = re.compile(hooks[0]["files"])
    for path in ("content/reports/a.md", "lab/results/a/b.txt", "sitegen.yaml"):
        assert files.search(path)
    assert not files.search("README.md")
