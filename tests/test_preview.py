"""What the preview answers: only what the build made can be had, by its own address."""

from __future__ import annotations

from http import HTTPStatus

import pytest

from sitegen import drawn
from sitegen.build import build
from sitegen.drawn import Fetch, Picture
from sitegen.preview import Answer, Preview, State, answer
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject
from tests.test_cache import CHART

FILES = {
    "index.html": b"start",
    "reports/a/index.html": b"report",
    "static/site.css": b"p{}",
    "data/records.csv": b"run\r\n",
    "charts/a.svg": b"<svg/>",
    "charts/a": b"?",
}
STATE = State("1", FILES)


@pytest.mark.parametrize(
    ("target", "kind", "body"),
    [
        ("/", "text/html; charset=utf-8", b"start"),
        ("/index.html", "text/html; charset=utf-8", b"start"),
        ("/?a=b", "text/html; charset=utf-8", b"start"),
        ("//reports/a/", "text/html; charset=utf-8", b"report"),
        ("/reports/%61/", "text/html; charset=utf-8", b"report"),
        ("/static/site.css?1234abcd", "text/css; charset=utf-8", b"p{}"),
        ("/data/records.csv", "text/csv; charset=utf-8", b"run\r\n"),
        ("/charts/a.svg", "image/svg+xml", b"<svg/>"),
        ("/charts/a", "application/octet-stream", b"?"),
    ],
)
def test_what_was_built_is_served_with_its_type(target: str, kind: str, body: bytes) -> None:
    assert answer(STATE, target) == Answer(HTTPStatus.OK, kind, body)


def test_what_is_not_whole_is_made_when_it_is_asked_for(project: MakeProject) -> None:
    its = project(lab(CHART, one=bonnie(), two=bonnie(write=150000)))
    asked: list[str] = []

    def draw(poster: str) -> Fetch:
        def fetch() -> Picture:
            asked.append(poster)
            return drawn.draw(poster)()

        return fetch

    site, preview = build(its, draw=draw, pictures=False), Preview()
    preview.publish({**site.files, **site.pending})
    assert asked == []
    whole = build(its).files
    for path, file in whole.items():
        assert answer(preview.state, f"/{path}").body == file, path
    assert asked
    version = preview.state.version
    preview.publish({**site.files, **build(its, draw=draw, pictures=False).pending})
    assert preview.state.version == version
    other = project(lab(CHART.replace("Writes", "Others"), one=bonnie(), two=bonnie(write=150000)))
    preview.publish({**site.files, **build(other, draw=draw, pictures=False).pending})
    assert preview.state.version != version


def test_a_folder_without_its_slash_leads_to_the_page() -> None:
    assert answer(STATE, "/reports/a") == Answer(HTTPStatus.FOUND, "text/plain", b"", "/reports/a/")
    assert answer(STATE, "//reports/a?b=c").location == "/reports/a/?b=c"


@pytest.mark.parametrize(
    "target",
    [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5c",
        "//etc/passwd",
        "/static",
        "/static/",
        "/reports/",
        "/reports/a//",
        "/./index.html",
        "/<script>alert(1)</script>",
    ],
)
def test_nothing_else_can_be_had(target: str) -> None:
    got = answer(STATE, target)
    assert (got.status, b"no such page" in got.body) == (HTTPStatus.NOT_FOUND, True)
    assert b"<script" not in got.body


@pytest.mark.parametrize(
    "target",
    ["/reports/%00", "/%ff", "/a%0d%0ab", "reports/a/", "*", "", "http://evil.example/", "x://[/"],
)
def test_an_address_that_makes_no_sense_is_refused(target: str) -> None:
    assert answer(STATE, target) == Answer(
        HTTPStatus.BAD_REQUEST,
        "text/plain; charset=utf-8",
        b"the address cannot be understood\n",
    )


def test_before_the_first_build_every_page_says_so_and_looks_again() -> None:
    got = answer(State(), "/reports/a/")
    assert got.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert b"the site is being built" in got.body
    assert b'http-equiv="refresh"' in got.body


def test_a_first_build_that_fails_is_a_page_with_its_reason_as_text() -> None:
    preview = Preview()
    preview.fail("ValueError: <b>&")
    got = answer(preview.state, "/")
    assert got.status == HTTPStatus.INTERNAL_SERVER_ERROR
    assert b"<pre>ValueError: &lt;b&gt;&amp;</pre>" in got.body


def test_a_build_that_fails_keeps_the_last_good_one() -> None:
    preview = Preview()
    preview.publish(FILES)
    good = preview.state
    preview.fail("broken")
    assert preview.state == good._replace(problem="broken")
    preview.publish(FILES)
    assert preview.state == good


def test_only_other_bytes_make_another_version() -> None:
    preview = Preview()
    preview.publish(FILES)
    first = preview.state.version
    preview.publish(dict(FILES))
    assert preview.state.version == first
    preview.publish({**FILES, "index.html": b"changed"})
    assert preview.state.version != first


def test_who_waits_is_told_of_what_is_new_alone() -> None:
    preview = Preview()
    first = preview.after(None, timeout=0)
    assert first == State()
    assert preview.after(first, timeout=0) is None
    preview.publish(FILES)
    second = preview.after(first, timeout=0)
    assert second == preview.state
    preview.publish(dict(FILES))
    assert preview.after(second, timeout=0) is None
    preview.close()
    assert preview.after(second, timeout=0) == preview.state
