"""Plain pages: their order, their sections, the ways between them, and what is checked on them."""

from __future__ import annotations

from bs4 import BeautifulSoup

from sitegen.build import Site, build
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

INDEX = "---\ntitle: Handbook\nsummary: How we work.\n---\nRead this first.\n"
CITE = "---\ntitle: How to cite\norder: 2\nsummary: One address for each number.\n---\nText.\n"
ADD = "---\ntitle: Add a result\norder: 1\n---\nSee [citing](cite.md) and [rules](../rules.md#b).\n"
RULES = "---\ntitle: Rules\n---\n" + "".join(f"## {name}\n\ntext\n\n" for name in "ABCD")


def pages(*more: tuple[str, str]) -> dict[str, str | bytes]:
    files = lab(one=bonnie())
    files["content/pages/index.md"] = INDEX
    files["content/pages/how-to/cite.md"] = CITE
    files["content/pages/how-to/add.md"] = ADD
    files["content/pages/rules.md"] = RULES
    return {**files, **{f"content/pages/{path}": text for path, text in more}}


def read(site: Site, address: str) -> BeautifulSoup:
    return BeautifulSoup(site.files[f"{address}index.html"], "html.parser")


def links(site: Site, address: str, selector: str) -> list[tuple[str, str]]:
    found = read(site, address).select(f":is({selector}) a")
    return [(one.get_text(), str(one["href"])) for one in found]


def test_pages_stand_in_their_sections_in_the_order_they_say(project: MakeProject) -> None:
    site = build(project(pages()))
    assert site.diagnostics == ()
    assert links(site, "pages/", "main h2, main ul.list") == [
        ("Rules", "rules/index.html"),
        ("How to", "how-to/index.html"),
        ("Add a result", "how-to/add/index.html"),
        ("How to cite", "how-to/cite/index.html"),
    ]
    # A section without a file of its own has a page all the same.
    section = read(site, "pages/how-to/")
    assert section.select_one("h1").get_text() == "How to"  # type: ignore[union-attr]
    assert links(site, "pages/how-to/", "ul.list") == [
        ("Add a result", "add/index.html"),
        ("How to cite", "cite/index.html"),
    ]


def test_a_page_leads_to_its_section_its_parts_and_its_neighbours(project: MakeProject) -> None:
    site = build(project(pages()))
    assert links(site, "pages/how-to/cite/", ".kind") == [
        ("Handbook", "../../index.html"),
        ("How to", "../index.html"),
    ]
    assert links(site, "pages/how-to/cite/", "nav") == [
        ("Add a result", "../add/index.html"),
        ("Rules", "../../rules/index.html"),
    ]
    assert links(site, "pages/rules/", "nav") == [
        ("A", "#a"), ("B", "#b"), ("C", "#c"), ("D", "#d"),
        ("How to cite", "../how-to/cite/index.html"),
    ]  # fmt: skip
    assert links(site, "pages/how-to/add/", ".prose") == [
        ("citing", "../cite/index.html"),
        ("rules", "../../rules/index.html#b"),
    ]


def test_every_page_and_the_first_one_lead_to_the_pages_if_there_are_any(
    project: MakeProject,
) -> None:
    with_pages = build(project(pages()))
    assert ("Handbook", "../../pages/index.html") in links(with_pages, "hardware/a1/", ".top")
    assert ("Add a result", "pages/how-to/add/index.html") in links(with_pages, "", ".grid")
    assert [address for address in with_pages.addresses if address.startswith("pages/")] == [
        "pages/", "pages/how-to/", "pages/how-to/add/", "pages/how-to/cite/", "pages/rules/",
        "pages/rules/#a", "pages/rules/#b", "pages/rules/#c", "pages/rules/#d",
    ]  # fmt: skip


def test_a_lab_without_pages_or_reports_says_nothing_of_them(project: MakeProject) -> None:
    without = build(project(lab(one=bonnie())))
    assert [text for text, _ in links(without, "", ".top")] == [
        "Lab", "Hardware", "Testbeds", "Compare", "Claims", "Data", "Search",
    ]  # fmt: skip
    assert "pages/index.html" not in without.files


def test_a_number_on_a_plain_page_is_checked(project: MakeProject) -> None:
    wrong = "---\ntitle: W\n---\nIt writes [200 MB/s](result:one#seq-write.bandwidth).\n"
    site = build(project(pages(("w.md", wrong))))
    assert "".join(map(str, site.diagnostics)).startswith(
        "content/pages/w.md:4:11: error[claim-mismatch]: text says 200 MB/s,"
    )
    assert [claim.verdict for claim in site.claims] == ["fails"]


def test_search_finds_a_page_by_its_headings(project: MakeProject) -> None:
    index = build(project(pages())).files["search/index.js"].decode()
    assert ',"how-to/cite","How to cite","How to","One address for each number.",""]' in index
    assert ',"rules","Rules","Handbook","","A B C D"]' in index


def test_what_is_wrong_with_a_page_is_said(project: MakeProject) -> None:
    site = build(project(pages(
        ("How To/x.md", "---\ntitle: X\n---\n"),
        ("no-title.md", "---\nsumary: S\norder: first\n---\n"),
        ("how-to.md", "---\ntitle: Y\n---\n"),
        ("how-to/index.md", "---\ntitle: Z\n---\n"),
    )))  # fmt: skip
    assert [str(one) for one in site.diagnostics] == [
        "content/pages/How To/x.md: error[bad-id]: "
        "'How To/x' has letters that an address cannot have\n"
        "  hint: name files and folders so that it is 'how-to/x'",
        "content/pages/how-to/index.md: error[duplicate-id]: "
        "its address would be that of content/pages/how-to.md: 'how-to'\n"
        "  hint: rename one of the two files",
        "content/pages/no-title.md:2:1: error[missing-key]: a page without the key 'title'\n"
        "  hint: what the page is called",
        "content/pages/no-title.md:2:1: error[unknown-key]: a page has no key 'sumary'\n"
        "  hint: did you mean 'summary'?",
        "content/pages/no-title.md:3:8: error[bad-value]: 'first' is not a whole number",
    ]
