"""Whatever is edited while a lab is shown, each page is that of a build from nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from sitegen.build import build
from sitegen.drawn import Fetch, Picture
from sitegen.gathering import gather
from sitegen.held import Held, hold
from sitegen.pending import Pending
from sitegen.preview import Files, Preview, answer
from sitegen.project import Project
from sitegen.requested import NotWantedError, Requested
from sitegen.showing import Showing
from sitegen.site import plan
from tests.repositories import write
from tests.test_diff import LAB
from tests.test_replay import EDITS

REPORT = "content/reports/old.md"


def draw(_: str) -> Fetch:
    return lambda: Picture("<svg/>", "<svg/>", b"png")


class Shown:
    """A lab that is shown, and what it says."""

    def __init__(self, lab: Path) -> None:
        self.lab = lab
        self.held: Held = hold(Project(lab, lab / "site"))
        self.preview = Preview()
        self.said: list[str] = []
        self.showing = Showing(self.held, self.preview, draw, self.said.append)

    def renew(self) -> None:
        """Show what the lab is now."""
        self.held.look()
        self.showing.renew({})

    def whole(self) -> Files:
        """Return all files, once they are there."""
        until = time.monotonic() + 60
        while not self.preview.state.complete:
            assert time.monotonic() < until, self.said
            time.sleep(0.01)
        return self.preview.state.files

    def page(self, path: str) -> str:
        """Return a page as it is answered now."""
        return answer(self.preview.state, path).body.decode()


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    lab = tmp_path / "lab"
    write(lab, LAB)
    one = Shown(lab)
    yield one
    one.showing.close()


def from_nothing(lab: Path) -> Mapping[str, bytes]:
    """Return the files of a build that knows nothing of others, with tokens for drawings."""
    site = build(Project(lab, lab / "site"), preview=True, draw=draw, pictures=False)
    return {**site.files, **{path: one.content for path, one in site.pending.items()}}


def contents(files: Files) -> Mapping[str, bytes]:
    """Return the bytes of files, with tokens for drawings."""
    return {path: one.content if isinstance(one, Pending) else one for path, one in files.items()}


@pytest.mark.parametrize("seed", range(6))
def test_a_lab_that_is_edited_is_shown_as_if_it_were_built_from_nothing(
    shown: Shown, seed: int
) -> None:
    random = Random(seed)
    shown.renew()
    assert contents(shown.whole()) == from_nothing(shown.lab)
    for _ in range(5):
        edit = random.choice(EDITS)
        edit(shown.lab, random)
        shown.renew()
        asked = random.sample(sorted(from_nothing(shown.lab)), 5)
        early = {path: answer(shown.preview.state, f"/{path}").body for path in asked}
        whole = contents(shown.whole())
        assert whole == from_nothing(shown.lab), edit.__name__
        late = {path: answer(shown.preview.state, f"/{path}").body for path in asked}
        assert early == late, edit.__name__


def test_a_page_is_there_before_the_site_is(shown: Shown) -> None:
    shown.renew()
    assert "Nothing." in shown.page("/reports/old/")
    shown.whole()


def test_of_changes_that_follow_each_other_the_last_one_is_shown(shown: Shown) -> None:
    shown.renew()
    report = shown.lab / REPORT
    for number in range(5):
        report.write_text(f"{report.read_text()}\nSentence {number}.\n")
        shown.renew()
    assert "Sentence 4." in shown.page("/reports/old/")
    assert contents(shown.whole()) == from_nothing(shown.lab)


def test_what_is_not_wanted_any_more_is_made_no_further_but_where_it_is_asked_for(
    tmp_path: Path,
) -> None:
    write(tmp_path, LAB)
    lab = hold(Project(tmp_path, tmp_path / "site"))
    its = gather(lab, draw=draw).written
    planned = plan(its, lab, preview=True, indexed=False)
    requested = Requested(planned, its.figures)
    making = requested.make(planned.units, planned.renderer)
    next(making)
    requested.stop.set()
    with pytest.raises(NotWantedError):
        next(making)
    page = requested["reports/old/index.html"]
    assert isinstance(page, bytes)
    assert b"Nothing." in page


def test_the_same_bytes_again_are_no_news_once_all_is_made(shown: Shown) -> None:
    shown.renew()
    early = shown.page("/reports/old/")
    version = shown.preview.state.version
    shown.whole()
    assert shown.page("/reports/old/") == early
    assert shown.preview.state.version == version


def test_what_is_found_only_in_the_end_is_shown_in_the_end(shown: Shown) -> None:
    report = shown.lab / REPORT
    report.write_text(f"{report.read_text()}\nSee [there](nowhere.md).\n")
    shown.renew()
    shown.whole()
    assert "nowhere.md" in shown.page("/checks/")
