"""The documentation is true: its commands run, its examples build, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sitegen import manual
from sitegen.blocks import CHARTS
from sitegen.build import Site, build
from sitegen.checks import links
from sitegen.diagnostics import tally
from sitegen.project import Project
from tests.command import sitegen
from tests.pages_of_docs import (
    BLOCKS,
    DOCS,
    FENCED,
    REPOSITORY,
    Command,
    Reader,
    documentation,
    fences,
    matches,
    steps,
)

PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
WRITTEN = [
    name for name in PAGES if "/reference/" not in name or Path(name).stem in ("index", "links")
]
FOLLOWED = [name for name in WRITTEN if list(steps((DOCS / name).read_text("utf-8")))]


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_reader_can_follow(name: str, tmp_path: Path) -> None:
    reader = Reader(tmp_path / "lab", tmp_path / "home")
    reader.folder.mkdir()
    if name.startswith("pages/how-to/"):
        # Each guide begins in the lab that `sitegen new` makes.
        assert sitegen("new", reader.folder).code == 0
    differing = []
    for step in steps((DOCS / name).read_text("utf-8")):
        if said := reader.follow(step):
            differing.append(said)
    assert "\n".join(differing) == ""
    if (reader.folder / "content").is_dir():
        site = build(Project(reader.folder, reader.folder / "site"))
        found = [*site.diagnostics, *links.check(site.files, site.base_url)]
        assert [str(one) for one in found if one.severity in ("error", "warning")] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the documentation as `make docs` builds it, once for all tests."""
    return documentation(tmp_path_factory.mktemp("docs"))


def test_the_documentation_builds_without_a_finding(site: Site) -> None:
    found = [*site.diagnostics, *links.check(site.files, site.base_url)]
    assert (str(tally(found)), [str(one) for one in found]) == ("nothing found", [])


def test_the_reference_names_every_topic(site: Site) -> None:
    text = (DOCS / "pages/reference/index.md").read_text("utf-8")
    assert [name for name in manual.TOPICS if f"`sitegen manual {name}`" not in text] == []
    assert {f"pages/reference/{name}/" for name in manual.TOPICS} <= set(site.addresses)


def test_what_a_guide_draws_is_what_it_shows_the_text_of() -> None:
    for name in (name for name in WRITTEN if "/how-to/" in name):
        text = (DOCS / name).read_text("utf-8")
        examples = "".join(one.text for one in fences(text) if one.language == "markdown")
        for fence in fences(text):
            if fence.language in BLOCKS:
                assert f"```{fence.language}\n{fence.text}```" in examples, f"{name}:{fence.line}"


def test_pages_lead_to_nothing_that_git_hosts_do_not_have() -> None:
    for name in WRITTEN:
        text = FENCED.sub("", (DOCS / name).read_text("utf-8"))
        for target in re.findall(r"\]\((?!https?:|result:|testbed:|hardware:|run:)([^)#]+)", text):
            path = (DOCS / name).parent.joinpath(target).resolve()
            assert path.relative_to(DOCS).as_posix() in WRITTEN, f"{name}: {target}"
        for target in re.findall(r"`(ci/[\w./-]+)`", text):
            assert (REPOSITORY / target).is_file(), f"{name}: {target}"


def test_every_kind_of_chart_has_an_example() -> None:
    text = (DOCS / "pages/how-to/make-a-chart.md").read_text("utf-8")
    assert [kind for kind in CHARTS if f"\nkind: {kind}\n" not in text] == []


def test_dots_stand_for_anything_and_everything_else_for_itself() -> None:
    assert matches("a\n...\nd\n", "a\nb\nc\nd\n")
    assert matches("a\n...\nd\n", "a\nd\n")
    assert matches("built ... files in ... s\n", "built 12 files in 0.31 s\n")
    assert not matches("a.c\n", "abc\n")
    assert not matches("a\n", "a\nb\n")


def test_the_commands_of_a_page_are_found_with_their_output() -> None:
    page = "Text:\n\n```console\n$ a \\\n> b\nsays c\n$ d\n```\n"
    assert list(steps(page)) == [Command(3, "a \\\nb", "says c\n"), Command(3, "d", "")]
