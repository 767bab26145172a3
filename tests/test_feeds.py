"""What lists a site for programs: feeds, sitemap and robots; and the page for unknown addresses."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from bs4 import BeautifulSoup

from sitegen import sitemap
from sitegen.build import Site, build
from tests.bonnie import bonnie, lab
from tests.command import sitegen
from tests.conftest import MakeProject

BASE = {"sitegen.yaml": "base_url: https://lab.example/bench\ntitle: A & B lab\n"}


def report(title: str, front: str) -> str:
    return f"---\ntitle: {title}\n{front}---\n"


def reports() -> dict[str, str | bytes]:
    its = lab()
    its["content/reports/old.md"] = report("Old", "date: 2007\nstatus: reviewed\n")
    its["content/reports/new.md"] = report(
        "'<New>'", "date: 2024-05-17\nstatus: retracted\nauthors: [A. B.]\nsummary: One & two.\n"
    )
    its["content/reports/undated.md"] = report("Undated", "")
    return its


FEED = """\
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>https://lab.example/bench/feed.xml</id>
<title>A &amp; B lab: reports</title>
<updated>2024-05-17T00:00:00Z</updated>
<link rel="self" href="https://lab.example/bench/feed.xml"/>
<link rel="alternate" href="https://lab.example/bench/"/>
<author><name>A &amp; B lab</name></author>
<entry>
<id>https://lab.example/bench/reports/new/</id>
<title>Retracted: &lt;New&gt;</title>
<updated>2024-05-17T00:00:00Z</updated>
<link rel="alternate" href="https://lab.example/bench/reports/new/"/>
<author><name>A. B.</name></author>
<summary>One &amp; two.</summary>
</entry>
<entry>
<id>https://lab.example/bench/reports/old/</id>
<title>Old</title>
<updated>2007-01-01T00:00:00Z</updated>
<link rel="alternate" href="https://lab.example/bench/reports/old/"/>
<summary></summary>
</entry>
</feed>
"""


def test_a_feed_has_the_reports_with_a_date_and_every_page_names_it(project: MakeProject) -> None:
    site = build(project(reports() | BASE))
    assert site.files["feed.xml"].decode() == FEED
    ET.fromstring(site.files["feed.xml"])
    page = BeautifulSoup(site.files["hardware/a1/index.html"], "html.parser")
    links = [(one["title"], one["href"]) for one in page.select("link[rel=alternate]")]
    assert links == [("A & B lab: reports", "../../feed.xml")]


def test_without_an_address_links_are_relative_and_ids_stay(project: MakeProject) -> None:
    one, two = (build(project(reports())).files["feed.xml"] for _ in range(2))
    assert one == two
    root = ET.fromstring(one)
    atom = "{http://www.w3.org/2005/Atom}"
    assert [link.get("href") for link in root.iter(f"{atom}link")] == [
        "feed.xml",
        "index.html",
        "reports/new/index.html",
        "reports/old/index.html",
    ]
    ids = [str(its.text) for its in root.iter(f"{atom}id")]
    assert all(its.startswith("urn:uuid:") for its in ids)
    assert len(set(ids)) == 3


def test_a_testbed_is_new_again_with_each_later_run(project: MakeProject) -> None:
    files = lab(one=bonnie())
    files["results/one/testbed.yaml"] = "title: Rig\nhardware: {array: a1}\ndate: 2007-06\n"
    first = ET.fromstring(build(project(files)).files["feed-results.xml"])
    files["results/one/later/bonnie.txt"] = bonnie(write=1000)
    files["results/one/later/testbed.yaml"] = "title: later\ndate: 2008-01-02\n"
    second = ET.fromstring(build(project(files)).files["feed-results.xml"])
    atom = "{http://www.w3.org/2005/Atom}"

    def told(root: ET.Element) -> list[tuple[str, str]]:
        return [
            (str(entry.findtext(f"{atom}title")), str(entry.findtext(f"{atom}updated")))
            for entry in root.iter(f"{atom}entry")
        ]

    assert told(first) == [("Rig", "2007-06-01T00:00:00Z")]
    assert told(second) == [
        ("Rig, later", "2008-01-02T00:00:00Z"),
        ("Rig", "2007-06-01T00:00:00Z"),
    ]


def test_a_lab_without_dates_has_no_feed(project: MakeProject) -> None:
    site = build(project(lab("Text.\n", one=bonnie())))
    assert not [path for path in site.files if path.startswith("feed")]
    assert b"application/atom+xml" not in site.files["index.html"]


def locations(content: bytes) -> list[str]:
    return [str(one.text) for one in ET.fromstring(content).iter() if one.tag.endswith("}loc")]


def test_a_sitemap_has_every_page_once_an_address_is_set(project: MakeProject) -> None:
    assert not {"sitemap.xml", "robots.txt"} & set(build(project(reports())).files)
    site = build(project(reports() | BASE))
    listed = locations(site.files["sitemap.xml"])
    pages = {
        "https://lab.example/bench/" + path.removesuffix("index.html")
        for path in site.files
        if path.endswith("index.html")
    }
    assert set(listed) == pages
    assert len(listed) == len(pages)
    assert site.files["robots.txt"] == (
        b"User-agent: *\nAllow: /\nSitemap: https://lab.example/bench/sitemap.xml\n"
    )


def test_a_large_site_has_several_sitemaps() -> None:
    made = sitemap.files(["a/", "b/", "c & d/"], "https://x/", most=2)
    assert locations(made["sitemap.xml"]) == ["https://x/sitemap-1.xml", "https://x/sitemap-2.xml"]
    assert locations(made["sitemap-1.xml"]) == ["https://x/a/", "https://x/b/"]
    assert locations(made["sitemap-2.xml"]) == ["https://x/c%20%26%20d/"]


def robots(site: Site, path: str) -> list[str]:
    page = BeautifulSoup(site.files[path], "html.parser")
    return [str(one["content"]) for one in page.select("meta[name=robots]")]


def test_a_preview_asks_search_engines_to_stay_away(project: MakeProject) -> None:
    its = project(reports() | BASE)
    published = build(its)
    assert robots(published, "reports/new/index.html") == []
    assert (
        b'rel="canonical" href="https://lab.example/bench/reports/new/"'
        in (published.files["reports/new/index.html"])
    )
    for site in (build(its, indexed=False), build(its, preview=True)):
        for path in site.files:
            if path.endswith(".html"):
                assert robots(site, path) == ["noindex"], path
        assert b"canonical" not in site.files["reports/new/index.html"]
        assert not {"sitemap.xml", "robots.txt", "feed.xml"} & set(site.files)


def test_build_preview_writes_such_a_site(project: MakeProject) -> None:
    its = project(reports() | BASE)
    assert sitegen("--project", its.root, "build", "--preview").code == 0
    assert 'content="noindex"' in (its.output / "index.html").read_text()
    assert sitegen("--project", its.root, "build").code == 0
    assert 'content="noindex"' not in (its.output / "index.html").read_text()


def test_the_page_for_unknown_addresses_works_at_any_depth(project: MakeProject) -> None:
    for settings, root in ((BASE, "/bench/"), ({}, "/")):
        site = build(project(lab() | settings | ({} if settings else {"sitegen.yaml": ""})))
        page = BeautifulSoup(site.files["404.html"], "html.parser")
        links = [str(one.get("href") or one.get("src")) for one in page.select("[href], [src]")]
        inside = [link for link in links if not link.startswith("#")]
        assert {link[: len(root)] for link in inside} == {root}
        assert f"{root}testbeds/index.html" in inside
        assert robots(site, "404.html") == ["noindex"]


def test_paper_says_where_a_page_is_and_of_when(project: MakeProject) -> None:
    site = build(project(reports() | BASE))
    page = BeautifulSoup(site.files["reports/new/index.html"], "html.parser")
    its = page.select_one("header .permalink")
    assert its
    assert its.text == "https://lab.example/bench/reports/new/, 2024-05-17"
