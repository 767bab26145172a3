"""The finished site: every link is followed, also those that no document wrote."""

from __future__ import annotations

import time

import pytest
from bs4 import BeautifulSoup

from sitegen.build import build
from sitegen.checks import links
from tests.bonnie import bonnie, lab
from tests.command import sitegen
from tests.conftest import MakeProject

PAGE = """\
<!doctype html>
<main id="content">
{}
</main>
"""


def said(body: str, base_url: str = "", **files: str) -> str:
    """Return what is said of a site with the page a/index.html, whose main part is given."""
    site = {
        "index.html": PAGE.format('<h2 id="results">Results</h2>').encode(),
        "a/index.html": PAGE.format(body).encode(),
        "static/a.png": b"",
        **{name.replace("__", "/"): text.encode() for name, text in files.items()},
    }
    return "".join(f"{one}\n" for one in links.check(site, base_url))


@pytest.mark.parametrize(
    "body",
    [
        '<a href="#content">x</a>',
        '<a href="../index.html#results">x</a>',
        '<a href="../#results">x</a>',
        '<a href="..">x</a>',
        '<a href="./">x</a>',
        '<a href="">x</a>',
        '<a href="/">x</a>',
        '<a href="/a/">x</a>',
        '<a href="../index.html?x=1#a=b&amp;c=d">the state of a page is no anchor</a>',
        '<a href="../inde%78.html#result%73">x</a>',
        '<img src="../static/a.png?12ab" srcset="../static/a.png 1x, ../static/a.png 2x" alt="">',
        '<a href="https://elsewhere.example/">x</a>',
        '<a href="//elsewhere.example/x">x</a>',
        '<a href="mailto:a@b.example">x</a>',
        '<img src="data:image/png;base64,AA==" alt="">',
        '<pre>&lt;a href="gone.html" id="content"&gt;</pre>',
        "<a title='a > b' href=\"../index.html\">x</a>",
        '<svg><a xlink:href="../index.html#results"></a></svg>',
        '<meta http-equiv="refresh" content="0; url=../index.html">',
    ],
)
def test_what_leads_somewhere_is_not_said(body: str) -> None:
    assert said(body) == ""


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        (
            '<p>\n<a href="../b/index.html">x</a>',
            "site/a/index.html:4: error[broken-link]: '../b/index.html' leads nowhere: "
            "there is no file 'b/index.html'\n",
        ),
        (
            '<a href="../index.html#Results">x</a>',
            "site/a/index.html:3: error[broken-link]: '../index.html#Results' leads nowhere: "
            "'index.html' has no anchor '#Results'\n  hint: did you mean '#results'?\n",
        ),
        (
            '<a href="#nowhere">x</a>',
            "site/a/index.html:3: error[broken-link]: '#nowhere' leads nowhere: "
            "'a/index.html' has no anchor '#nowhere'\n",
        ),
        (
            '<a href="../A/index.html">x</a>',
            "site/a/index.html:3: error[broken-link]: '../A/index.html' leads nowhere: "
            "there is no file 'A/index.html'\n",
        ),
        (
            '<a href="../../index.html">out of the site</a>',
            "site/a/index.html:3: error[broken-link]: '../../index.html' leads nowhere: "
            "there is no file '../index.html'\n",
        ),
        (
            '<img src="../static/b.png" alt="">',
            "site/a/index.html:3: error[broken-link]: '../static/b.png' leads nowhere: "
            "there is no file 'static/b.png'\n",
        ),
        (
            '<img srcset="../static/a.png 1x, ../static/b.png 2x" alt="">',
            "site/a/index.html:3: error[broken-link]: '../static/b.png' leads nowhere: "
            "there is no file 'static/b.png'\n",
        ),
        (
            '<div data-spec="../charts/a.js"></div>',
            "site/a/index.html:3: error[broken-link]: '../charts/a.js' leads nowhere: "
            "there is no file 'charts/a.js'\n",
        ),
        (
            '<p title="a &gt; b" id="x"></p><p id="x"></p>',
            "site/a/index.html:3: error[duplicate-id]: "
            "the page has the anchor '#x' more than once\n"
            "  hint: declare another id where one of them is written: '## Heading {#id}'\n",
        ),
        (
            '<meta http-equiv="refresh" content="0; url=../b/">',
            "site/a/index.html:3: error[broken-link]: '../b/' leads nowhere: "
            "there is no file 'b/index.html'\n",
        ),
    ],
)
def test_what_leads_nowhere_is_said_with_its_page_and_line(body: str, finding: str) -> None:
    assert said(body) == finding


def test_whole_addresses_of_the_site_itself_are_followed_too() -> None:
    body = (
        '<link rel="canonical" href="https://lab.example/bench/a/">\n'
        '<meta property="og:image" content="https://lab.example/bench/charts/a.png">\n'
        '<a href="/bench/">x</a> <a href="/other/">x</a>'
    )
    assert said(body, "https://lab.example/bench/") == (
        "site/a/index.html:4: error[broken-link]: 'https://lab.example/bench/charts/a.png' leads "
        "nowhere: there is no file 'charts/a.png'\n"
        "site/a/index.html:5: error[broken-link]: '/other/' leads nowhere: "
        "there is no file '/other/index.html'\n"
    )


def test_links_of_charts_in_the_browser_are_followed() -> None:
    script = 'sitegenCharts.spec("a", {"href": ["site:index.html#results", "site:b/index.html"]});'
    assert said("", charts__a__js="") == ""
    assert said("", **{"charts/a.js": script}) == (
        "site/charts/a.js:1: error[broken-link]: 'b/index.html' leads nowhere: "
        "there is no file 'b/index.html'\n"
    )


TEMPLATE = '{% extends "base.html" %}{% block main %}<a href="../gone/">x</a>{% endblock %}'


def test_check_finds_what_a_template_of_the_lab_leads_to(project: MakeProject) -> None:
    its = project(lab(one=bonnie()) | {"templates/data.html": TEMPLATE})
    ran = sitegen("--project", its.root, "check")
    assert ran.code == 1
    assert "site/data/index.html:" in ran.out
    assert "error[broken-link]: '../gone/' leads nowhere: there is no file 'gone/index.html'" in (
        ran.out
    )


def test_names_with_blanks_and_capitals_make_plain_addresses(project: MakeProject) -> None:
    files = lab(
        "[a](zfs%20on%20San.md) [b](<zfs on San.md>) [c](<zfs on San.md#Results>) "
        "[d](zfs-on-san.md)\n"
    )
    files["content/reports/zfs on San.md"] = (
        "---\ntitle: Z\n---\n\n## Results\n\n"
        "[240 MB/s](result:wd%20Blue/a#seq-write.bandwidth) "
        "[raw](<../../results/wd Blue/a.txt>) [line](<run:wd Blue/a#L4>)\n"
    )
    files["results/wd Blue/testbed.yaml"] = "title: T\nhardware: {array: a1}\n"
    files["results/wd Blue/a.txt"] = bonnie(write=234375)
    site = build(project(files))
    assert [str(one) for one in site.diagnostics] == [
        "content/reports/a.md:4:45: error[broken-link]: "
        "'content/reports/zfs on San.md' has no anchor '#Results'\n"
        "  hint: did you mean 'results'?",
        "content/reports/a.md:4:74: error[broken-link]: "
        "no document 'content/reports/zfs-on-san.md'\n"
        "  hint: did you mean 'content/reports/zfs on San.md' or 'content/reports/a.md'?",
    ]
    assert "reports/zfs-on-san/index.html" in site.files
    made = [path for path in site.files if not path.startswith("static/")]
    assert [path for path in made if path != path.lower() or " " in path] == []
    html = site.files["reports/a/index.html"].decode()
    assert html.count('href="../zfs-on-san/index.html"') == 2
    assert links.check(site.files, "") == []


def test_anchors_of_raw_files_are_checked_where_they_are_written(project: MakeProject) -> None:
    raw = "../../results/one/bonnie.txt"
    site = build(project(lab(f"[a]({raw}#L4) [b]({raw}#L99) [c]({raw}#top)\n", one=bonnie())))
    assert [str(one) for one in site.diagnostics] == [
        "content/reports/a.md:4:38: error[broken-link]: results/one/bonnie.txt has no line 99\n"
        "  hint: it has 8 lines",
        "content/reports/a.md:4:76: error[broken-link]: '#top' is no line of a raw file\n"
        "  hint: write #L and a number: #L12",
    ]


def test_each_run_of_a_file_has_an_anchor_that_counts_as_its_id_does(project: MakeProject) -> None:
    kernel = "Linux rig 6.1.0-18-amd64 #1 SMP x86_64 GNU/Linux\n"
    files = lab("[a](run:one/both:2) [b](../../results/one/both.txt#run-1)\n", one=bonnie())
    files["results/one/both.txt"] = kernel + bonnie(write=1000) + "\n" + bonnie(write=2000)
    site = build(project(files))
    assert [one.code for one in site.diagnostics if one.severity == "error"] == []
    page = BeautifulSoup(site.files["runs/one/both/index.html"], "html.parser")
    second = page.select_one("section#run-2")
    assert second
    assert "2000 K/sec" in second.text
    assert links.check(site.files, "") == []


def test_a_line_that_is_cited_is_shown_however_long_the_file_is(project: MakeProject) -> None:
    raw = "../../results/one/long.txt"
    files = lab(f"[a](run:one/long#L3000) [b]({raw}#L3500)\n", one=bonnie())
    files["results/one/long.txt"] = bonnie() + "".join(f"noise {n}\n" for n in range(9, 5000))
    site = build(project(files))
    page = BeautifulSoup(site.files["runs/one/long/index.html"], "html.parser")
    for line in ("L3000", "L3500"):
        assert page.select_one(f".line#{line}")
    assert not page.select_one(".line#L3250")
    assert links.check(site.files, "") == []


def test_twenty_megabytes_of_pages_are_followed_in_seconds() -> None:
    rows = "".join(
        f'<tr id="e{n}"><td><a class="n" href="../p{n}/index.html#e{n}" data-e="e{n}">{n}</a></td>'
        f"<td>Sequential write throughput</td><td>188347 K/sec (KiB/s)</td></tr>\n"
        for n in range(300)
    )
    page = PAGE.format(f"<table>{rows}</table>").encode()
    site = {f"p{n}/index.html": page for n in range(400)}
    began = time.process_time()
    assert links.check(site, "") == []
    assert time.process_time() - began < 5
