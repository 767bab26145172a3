"""A lab's own templates: what they take the place of, and what becomes of their faults."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sitegen.build import build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

HEAD = '{% extends "base.html" %}\n{% block main %}\n'


def test_a_template_of_the_lab_takes_the_place_of_ours(project: MakeProject) -> None:
    files = lab("Text.\n", one=bonnie())
    files["templates/report.html"] = HEAD + "<h1>{{ page.title }}, our way</h1>\n{% endblock %}\n"
    files["templates/static/site.css"] = "body { color: red }\n"
    files["templates/static/logo/ours.svg"] = "<svg/>"
    site = build(project(files))
    assert site.diagnostics == ()
    assert b"<h1>A, our way</h1>" in site.files["reports/a/index.html"]
    assert site.files["static/site.css"] == b"body { color: red }\n"
    assert site.files["static/logo/ours.svg"] == b"<svg/>"


@pytest.mark.parametrize(
    ("name", "text", "place", "words"),
    [
        (
            "report.html",
            HEAD + "{{ 1 / 0 }}\n{% endblock %}",
            "report.html:3",
            "ZeroDivisionError: division by zero",
        ),
        (
            "report.html",
            HEAD + "{{ page.nothing }}\n{% endblock %}",
            "report.html:3",
            "'sitegen.pages.report.ReportPage object' has no attribute 'nothing'",
        ),
        (
            "report.html",
            HEAD + '{{ static("no.css") }}\n{% endblock %}',
            "report.html:3",
            "no file 'static/no.css'",
        ),
        (
            "report.html",
            HEAD + '{% include "no.html" %}\n{% endblock %}',
            "report.html:3",
            "no template 'no.html'",
        ),
        (
            "report.html",
            "\n{% if %}",
            "report.html:2",
            "expected an expression, got 'end of statement block'",
        ),
        (
            "report.html",
            "{% macro a() %}{{ a() }}{% endmacro %}\n{{ a() }}",
            "report.html:1",
            "RecursionError: maximum recursion depth exceeded",
        ),
        (
            "report.html",
            b"\xff",
            "report.html",
            "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: "
            "invalid start byte",
        ),
        ("base.html", "\n\n{{ nope() }}", "base.html:3", "'nope' is undefined"),
    ],
)  # fmt: skip
def test_a_fault_in_a_template_is_a_finding_at_its_line(
    project: MakeProject, name: str, text: str | bytes, place: str, words: str
) -> None:
    site = build(project({**lab("Text.\n", one=bonnie()), f"templates/{name}": text}))
    assert {str(one) for one in site.diagnostics} == {
        f"templates/{place}: error[bad-template]: {words}"
    }
    assert "data/records.json" in site.files
    assert ("runs/one/bonnie/index.html" in site.files) == (name == "report.html")


def test_links_and_pipes_among_the_static_files_are_left_alone(
    project: MakeProject, tmp_path: Path
) -> None:
    lab_of_one = project({**lab(one=bonnie()), "templates/static/own.css": "p {}\n"})
    static = tmp_path / "templates" / "static"
    (static / "up").symlink_to("..")
    (static / "passwords.txt").symlink_to("/etc/passwd")
    os.mkfifo(static / "pipe")
    files = build(lab_of_one).files
    assert "static/own.css" in files
    assert not [path for path in files if "up" in path or "pass" in path or "pipe" in path]
