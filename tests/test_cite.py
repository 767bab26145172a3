"""What wikis are given to show charts, tables and results, and what unfurls a link to them."""

from __future__ import annotations

import html
import json
import re
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup

from sitegen import output
from sitegen.build import Site, build
from sitegen.dialects import DIALECTS, address, asciidoc, confluence, mediawiki, rst
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

BLOCKS = """
```chart
id: rates
title: Writes [A|B] & *C*
kind: dot
runs: [one, two]
metrics: [seq-write.bandwidth, seq-read.bandwidth]
rows: [operation]
series: testbed
```

```table
id: all-rates
title: Rates
runs: [one, two]
metrics: [seq-write.bandwidth]
rows: testbed
```
"""
TITLE = "A|B *x* [y] {z} <b> & \"q\" C:\\d __k__ `c` -- (R) 50 % 'e' ~"
HEAD = ["Case", "MB/s"]
ROWS = [["RAID 5 | mirrored", "240.7"], ["", "-1 %"]]

PICTURES = {
    "markdown": (
        "[![A\\|B \\*x\\* \\[y\\] {z} \\<b\\> \\& \"q\" C:\\\\d \\_\\_k\\_\\_ \\`c\\` -- (R) 50 % "
        "'e' \\~](P.png)](U/)"
    ),
    "mediawiki": (
        "[U/ P.png]\n\n"
        '[U/ A&#124;B *x* &#91;y&#93; &#123;z&#125; &#60;b&#62; &#38; "q" C:\\d &#95;_k&#95;_ `c` '
        "-- (R) 50 % &#39;e&#39; &#126;]"
    ),
    "dokuwiki": (
        "[[U/|{{P.png?800|A/B *x* (y) (z) <b> & \"q\" C:\\d __k__ `c` -- (R) 50 % 'e' ~}}]]"
    ),
    "confluence": (
        "[!P.png|width=800!|U/]\n"
        '[A\\|B \\*x\\* \\[y\\] \\{z\\} <b> & "q" C:\\\\d \\_\\_k\\_\\_ `c` \\-\\- \\(R) 50 % '
        "'e' \\~|U/]"
    ),
    "confluence-storage": (
        '<p><a href="U/"><ac:image ac:width="800" ac:alt="A|B *x* [y] {z} &lt;b&gt; &amp; '
        '&quot;q&quot; C:\\d __k__ `c` -- (R) 50 % &#x27;e&#x27; ~">'
        '<ri:url ri:value="P.png" /></ac:image></a></p>'
    ),
    "rst": (
        ".. figure:: P.png\n   :target: U/\n"
        "   :alt: A|B *x* [y] {z} <b> & \"q\" C:\\d __k__ `c` -- (R) 50 % 'e' ~\n\n"
        '   A\\|B \\*x\\* [y] {z} \\<b\\> & "q" C:\\\\d \\_\\_k\\_\\_ \\`c\\` -- (R) 50 % \'e\' ~'
    ),
    "asciidoc": (
        ".{0}\nimage::P.png[\"{0}\",link=\"U/\"]".replace(
            "{0}",
            "A&#124;B &#42;x&#42; &#91;y&#93; &#123;z&#125; &#60;b&#62; &#38; &#34;q&#34; C:&#92;d "
            "&#95;&#95;k&#95;&#95; &#96;c&#96; &#45;- &#40;R) 50 % &#39;e&#39; &#126;",
        )
    ),
    "html": (
        '<a href="U/"><img src="P.png" alt="A|B *x* [y] {z} &lt;b&gt; &amp; &quot;q&quot; C:\\d '
        '__k__ `c` -- (R) 50 % &#x27;e&#x27; ~" width="800"></a>'
    ),
    "plain": f"{TITLE}: U/ (picture: P.png)",
}  # fmt: skip

TABLES = {
    "markdown": "| Case | MB/s |\n| --- | --- |\n| RAID 5 \\| mirrored | 240.7 |\n|  | -1 % |",
    "mediawiki": (
        '{| class="wikitable"\n! Case !! MB/s\n|-\n| RAID 5 &#124; mirrored || 240.7\n'
        "|-\n|   || -1 %\n|}"
    ),
    "dokuwiki": (
        "^ Case ^ MB/s ^\n| <nowiki>RAID 5 | mirrored</nowiki> | 240.7 |\n|   | -1 % |"
    ),
    "confluence": "||Case||MB/s||\n|RAID 5 \\| mirrored|240.7|\n| |\\-1 %|",
    "confluence-storage": (
        "<table><tbody>\n<tr><th>Case</th><th>MB/s</th></tr>\n"
        "<tr><td>RAID 5 | mirrored</td><td>240.7</td></tr>\n"
        "<tr><td> </td><td>-1 %</td></tr>\n</tbody></table>"
    ),
    "rst": (
        ".. list-table::\n   :header-rows: 1\n\n   * - Case\n     - MB/s\n"
        "   * - RAID 5 \\| mirrored\n     - 240.7\n   * -\n     - \\-1 %"
    ),
    "asciidoc": (
        "[%header]\n|===\n|Case |MB/s\n|RAID 5 &#124; mirrored |240.7\n|  |-1 %\n|==="
    ),
    "html": (
        "<table><tbody>\n<tr><th>Case</th><th>MB/s</th></tr>\n"
        "<tr><td>RAID 5 | mirrored</td><td>240.7</td></tr>\n"
        "<tr><td> </td><td>-1 %</td></tr>\n</tbody></table>"
    ),
    "plain": "Case               MB/s\nRAID 5 | mirrored  240.7\n                   -1 %",
}  # fmt: skip

LINKS = {
    "markdown": "[a \\[b\\]](U/)",
    "mediawiki": "[U/ a &#91;b&#93;]",
    "dokuwiki": "[[U/|a (b)]]",
    "confluence": "[a \\[b\\]|U/]",
    "confluence-storage": '<a href="U/">a [b]</a>',
    "rst": "`a [b] <U/>`__",
    "asciidoc": "link:U/[a &#91;b&#93;]",
    "html": '<a href="U/">a [b]</a>',
    "plain": "a [b]: U/",
}

# Parser.php of MediaWiki, 1.23 and later: the address has to end in the name of a picture.
MEDIAWIKI = re.compile(
    r"^(http://|https://|//)([^][<>\"\x00-\x20\x7F\s]+)/([A-Za-z0-9_.,~%\-+&;#*?!=()@\x80-\xFF]+)"
    r"\.(gif|png|jpg|jpeg)$",
    re.IGNORECASE,
)


def made(
    project: MakeProject,
    status: str = "reviewed",
    base_url: str = "https://lab.example/r",
    write: int = 125000,
) -> Site:
    files = lab(BLOCKS, one=bonnie(write=100000), two=bonnie(write=write))
    report = f"---\ntitle: A\nstatus: {status}\nsummary: What was found.\n---\n{BLOCKS}"
    files["content/reports/a.md"] = report
    files["sitegen.yaml"] = f"base_url: {base_url}\n" if base_url else ""
    return build(project(files))


def page(site: Site, address: str) -> BeautifulSoup:
    return BeautifulSoup(site.files[f"{address}index.html"], "html.parser")


def snippets(site: Site, address: str) -> dict[str, list[str]]:
    return {
        one.select("summary")[0].get_text(): [
            pre.get_text() for pre in one.select("pre[data-copy]")
        ]
        for one in page(site, address).select(".cite details")
    }


@pytest.mark.parametrize("name", DIALECTS)
def test_a_picture_is_written_as_each_dialect_has_it(name: str) -> None:
    assert DIALECTS[name].picture(TITLE, "P.png", "U/") == PICTURES[name]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_table_is_written_as_each_dialect_has_it(name: str) -> None:
    assert DIALECTS[name].table(HEAD, ROWS) == TABLES[name]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_link_is_written_as_each_dialect_has_it(name: str) -> None:
    assert DIALECTS[name].link("a [b]", "U/") == LINKS[name]


def test_escaped_titles_say_what_the_title_says() -> None:
    assert html.unescape(mediawiki(TITLE)) == TITLE
    assert html.unescape(asciidoc(TITLE)) == TITLE
    assert re.sub(r"\\(.)", r"\1", confluence(TITLE)) == TITLE
    assert re.sub(r"\\(.)", r"\1", rst(TITLE)) == TITLE


def test_markdown_reads_a_title_as_it_was() -> None:
    reader = pytest.importorskip("markdown_it").MarkdownIt("gfm-like", {"linkify": False})
    shown = BeautifulSoup(reader.render(DIALECTS["markdown"].link(TITLE, "U/")), "html.parser")
    assert [(one["href"], one.get_text()) for one in shown.select("a")] == [("U/", TITLE)]
    table = BeautifulSoup(reader.render(DIALECTS["markdown"].table(HEAD, ROWS)), "html.parser")
    assert [[cell.get_text() for cell in row.select("td")] for row in table.select("tr")[1:]] == (
        ROWS
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [("1. first", "\\1. first"), ("- x", "\\- x"), ("so::", "so:\\:"), ("240.7", "240.7")],
)
def test_nothing_that_begins_a_line_becomes_a_list_in_restructuredtext(
    text: str, written: str
) -> None:
    assert rst(text) == written


def test_the_storage_format_of_confluence_is_well_formed() -> None:
    text = DIALECTS["confluence-storage"].picture(TITLE, "P.png?a=1&b", "U/")
    root = ElementTree.fromstring(f'<x xmlns:ac="ac" xmlns:ri="ri">{text}</x>')
    assert root.find(".//{ac}image").get("{ac}alt") == TITLE  # type: ignore[union-attr]
    assert root.find(".//{ri}url").get("{ri}value") == "P.png?a=1&b"  # type: ignore[union-attr]


def test_an_address_has_no_sign_that_would_end_a_link() -> None:
    assert address("https://lab.example/a(b)/'c'|d]/", "runs/x_y/#L7") == (
        "https://lab.example/a%28b%29/%27c%27%7Cd%5D/runs/x_y/#L7"
    )
    assert address("", "charts/a/") == "charts/a/"


def test_a_chart_can_be_cited_as_it_is_now_or_for_good(project: MakeProject) -> None:
    site = made(project)
    (frozen,) = (
        path for path in site.files if re.fullmatch(r"charts/rates\.[0-9a-f]{8}\.png", path)
    )
    assert site.files[frozen] == site.files["charts/rates.png"]
    root, title = "https://lab.example/r/", "Writes \\[A\\|B\\] \\& \\*C\\*"
    said = snippets(site, "charts/rates/")
    assert list(said) == [one.name for one in DIALECTS.values()]
    assert said["Markdown (GitHub, GitLab, Gitea)"] == [
        f"[![{title}]({root}charts/rates.png)]({root}charts/rates/)",
        f"[![{title}]({root}{frozen})]({root}charts/rates/)",
        f"[![{title}]({root}{frozen})]({root}charts/rates/)\n\n"
        "<details><summary>Data</summary>\n\n"
        "| Operation | Rig one (MB/s) | Rig two (MB/s) |\n| --- | --- | --- |\n"
        "| Sequential write | 102.4 | 128.0 |\n| Sequential read | 387.3 | 387.3 |\n\n</details>",
    ]
    frame = BeautifulSoup(said["HTML"][0], "html.parser").iframe
    assert frame is not None
    assert frame["src"] == f"{root}charts/rates/embed/"
    assert frame["title"] == "Writes [A|B] & *C*"
    text = page(site, "charts/rates/").select_one(".cite")
    assert text is not None
    assert f"{frozen} is frozen and shows for good what it shows now" in text.get_text()
    assert "begin at the root" not in text.get_text()


def test_every_picture_in_a_snippet_is_one_that_mediawiki_shows(project: MakeProject) -> None:
    site = made(project)
    pictures = [path for path in site.files if path.startswith("charts/") and ".png" in path]
    assert len(pictures) >= 4
    for path in pictures:
        assert MEDIAWIKI.match(f"https://lab.example/r/{path}"), path


def test_without_a_base_url_addresses_begin_at_the_root_and_the_page_says_so(
    project: MakeProject,
) -> None:
    site = made(project, base_url="")
    assert snippets(site, "tables/all-rates/")["DokuWiki"] == [
        "[[tables/all-rates/|Rates]]",
        "^ Testbed ^ Sequential write throughput (MB/s) ^\n"
        "| Rig one | 102.4 |\n| Rig two | 128.0 |\n\n"
        "[[tables/all-rates/|Rates]]",
    ]
    text = page(site, "tables/all-rates/").get_text(" ", strip=True)
    assert "With base_url in sitegen.yaml they are whole ones." in text
    head = site.files["charts/rates/index.html"]
    assert b"og:" not in head
    assert b"oembed" not in head
    assert not [path for path in site.files if "oembed" in path]


def test_each_result_of_a_run_can_be_cited_with_its_line(project: MakeProject) -> None:
    said = snippets(made(project), "runs/one/bonnie/")
    title = "bonnie++ 1.03: Rig one"
    link, each = said["Plain text"]
    assert link == f"{title}: https://lab.example/r/runs/one/bonnie/"
    assert (
        "Sequential write throughput: 102.4 MB/s (bonnie++ 1.03, Rig one): "
        "https://lab.example/r/runs/one/bonnie/#L4"
    ) in each.splitlines()


def test_figures_tables_and_their_panels_lead_to_each_other(project: MakeProject) -> None:
    site = made(project)
    links = [one["href"] for one in page(site, "reports/a/").select("a") if one.text == "cite"]
    assert links == [
        "../../charts/rates/index.html#cite",
        "../../tables/all-rates/index.html#cite",
    ]
    for name in ("charts/rates/", "tables/all-rates/"):
        assert page(site, name).find(id="cite") is not None


def test_an_embedded_page_has_nothing_around_and_leads_out_of_its_frame(
    project: MakeProject,
) -> None:
    site = made(project)
    for name in ("charts/rates/", "tables/all-rates/"):
        shown = page(site, f"{name}embed/")
        assert shown.select("nav, header, footer, form, .tools, details") == []
        assert [one.get("target") for one in shown.select("base")] == ["_top"]
        assert {one.get("target") for one in shown.select("svg a")} <= {"_top"}
        assert [str(one["src"]).split("?")[0] for one in shown.select("script")] == [
            "../../../static/embed.js"
        ]
        assert shown.select("script:not([src]), style, [style]") == []
        assert shown.select("figure svg, table")
        link = shown.select_one("p.notes > a")
        assert link is not None
        assert link["href"] == "../index.html"


@pytest.mark.parametrize("status", ["retracted", "superseded", "reviewed", "draft"])
def test_what_was_withdrawn_says_so_wherever_it_is_shown(project: MakeProject, status: str) -> None:
    site = made(project, status)
    places = [
        "reports/a/",
        "charts/rates/",
        "charts/rates/embed/",
        "tables/all-rates/",
        "tables/all-rates/embed/",
    ]
    said = {
        " ".join(one.get_text().split())
        for name in places
        for one in page(site, name).select(".banner")
    }
    assert said == {
        "retracted": {
            "Retracted. This report was withdrawn: do not rely on it.",
            "Retracted. The report A was withdrawn: do not rely on it.",
        },
        "superseded": {
            "Superseded. This report has been replaced by later results.",
            "Superseded. The report A has been replaced by later results.",
        },
    }.get(status, set())
    counts = [len(page(site, name).select(".banner")) for name in places]
    assert counts == [1 if said else 0] * 5
    picture = re.sub(r"<[^>]+>", "", site.files["charts/rates.svg"].decode())
    assert (f"{status.upper()}: Writes" in picture) == bool(said)
    heads = [page(site, name).select('[property="og:title"]')[0]["content"] for name in places[:2]]
    assert [f"{status.capitalize()}: " in str(one) for one in heads] == [bool(said)] * 2


def test_the_head_of_a_page_tells_what_a_link_to_it_shows(project: MakeProject) -> None:
    site = made(project)
    for name in ("charts/rates/", "reports/a/", "hardware/a1/"):
        content = site.files[f"{name}index.html"]
        assert content.rindex(b"og:") < 8192
        its = {
            str(one["property"]): str(one["content"])
            for one in page(site, name).select("meta[property]")
        }
        assert {"og:title", "og:type", "og:url", "og:image"} <= set(its)
        assert its["og:url"] == f"https://lab.example/r/{name}"
        assert len(its.get("og:description", "")) <= 200
        picture = site.files[its["og:image"].removeprefix("https://lab.example/r/")]
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert (its["og:image:width"], its["og:image:height"]) == (
            str(int.from_bytes(picture[16:20], "big")),
            str(int.from_bytes(picture[20:24], "big")),
        )
    assert b"og:image" not in site.files["checks/index.html"]
    assert b"og:" not in site.files["404.html"]


def test_programs_that_embed_charts_are_told_how(project: MakeProject) -> None:
    site = made(project)
    link = page(site, "charts/rates/").select_one('link[type="application/json+oembed"]')
    assert link is not None
    assert link["href"] == "https://lab.example/r/charts/rates/oembed.json"
    said = json.loads(site.files["charts/rates/oembed.json"])
    width, height = said["width"], said["height"]
    assert said == {
        "version": "1.0",
        "type": "photo",
        "title": "Writes [A|B] & *C*",
        "url": "https://lab.example/r/charts/rates.png",
        "width": width,
        "height": height,
        "thumbnail_url": "https://lab.example/r/charts/rates.png",
        "thumbnail_width": width,
        "thumbnail_height": height,
        "provider_name": "Lab",
        "provider_url": "https://lab.example/r/",
    }


def test_a_frozen_picture_outlives_the_data_it_shows(project: MakeProject) -> None:
    first = made(project)
    target = project({}).output
    output.write(first.files, target)
    second = made(project, write=150000)
    output.write(second.files, target)
    names = sorted(path.name for path in target.glob("charts/rates*.png"))
    assert len(names) == 3
    assert (target / "charts/rates.png").read_bytes() == second.files["charts/rates.png"]
    (old,) = (path for path in first.files if re.fullmatch(r"charts/rates\..{8}\.png", path))
    assert old not in second.files
    assert (target / old).read_bytes() == first.files["charts/rates.png"]


def test_a_frozen_picture_keeps_its_address_as_long_as_it_shows_the_same(
    project: MakeProject,
) -> None:
    files = lab(BLOCKS, one=bonnie(write=100000), two=bonnie(write=125000))
    later = {
        **files,
        "results/one/bonnie.txt": "$ bonnie++\n" + str(files["results/one/bonnie.txt"]),
    }
    before, after = build(project(files)), build(project(later))
    assert before.files["charts/rates.js"] != after.files["charts/rates.js"]
    (frozen,) = (one for one in before.files if re.fullmatch(r"charts/rates\..{8}\.png", one))
    assert after.files[frozen] == before.files[frozen]
