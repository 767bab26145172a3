"""No document makes a page do anything: no script, no foreign request, no lost build."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest
from bs4 import BeautifulSoup
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sitegen.prose import render
from sitegen.prose.targets import kind

PATH = "content/reports/a.md"


def html(text: str) -> str:
    return render(dedent(text), PATH).html


def findings(text: str) -> str:
    return "".join(f"{problem}\n" for problem in render(dedent(text), PATH).diagnostics)


UNSAFE = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript&#58;alert(1)",
    "javascript&colon;alert(1)",
    "&#x6a;avascript:alert(1)",
    "&#106avascript:alert(1)",
    "java&#x0a;script:alert(1)",
    "java&Tab;script:alert(1)",
    "&#1;javascript:alert(1)",
    "&#xa0;javascript:alert(1)",
    "javascript&amp;#58;alert(1)",
    "javascript&amp;colon;alert(1)",
    r"javascript\:alert(1)",
    r"java\script:alert(1)",
    "vbscript:x",
    "data:text/html,%3Cscript%3Ealert(1)%3C/script%3E",
    "data:image/svg+xml;base64,AAAA",
    "file:///etc/passwd",
    "view-source:x",
    "//evil.example/x",
    r"\\evil.example/x",
    r"/\evil.example/x",
    "https:evil.example",
    "http:///evil.example",
    "blob:x",
    "feed:javascript:x",
)


@pytest.mark.parametrize("target", UNSAFE)
@pytest.mark.parametrize(
    "written", ["[x](<{}>)", "![x](<{}>)", "[x]\n\n[x]: {}", "<{}>", "[x]({})"]
)
def test_no_other_scheme_reaches_the_page(written: str, target: str) -> None:
    its = render(written.format(target), PATH)
    soup = BeautifulSoup(f"<main>{its.html}</main>", "html.parser")
    assert soup.find_all(["a", "img"]) == []
    assert [one for one in its.links if kind(one.target) != "document"] == []


def test_an_unsafe_link_is_an_error_and_shown_as_text() -> None:
    assert html("a [*b*](javascript:alert(1)) c") == "<p>a <span><em>b</em></span> c</p>"
    assert findings("a [*b*](javascript:alert(1)) ![c](data:x) <file:///x>") == (
        f"{PATH}:1:3: error[unsafe-link]: a link to 'javascript:alert(1)'\n"
        "  hint: use http, https, mailto, or a path relative to this file\n"
        f"{PATH}:1:30: error[unsafe-link]: a picture from 'data:x'\n"
        "  hint: use http, https, mailto, or a path relative to this file\n"
        f"{PATH}:1:43: error[unsafe-link]: a link to 'file:///x'\n"
        "  hint: use http, https, mailto, or a path relative to this file\n"
    )


def test_html_is_text_and_said_once() -> None:
    text = """\
        a < b, 5 <6 and `<i>` are fine

        A <b onclick="x">bold</b> word \\<i>

        <script>alert(1)</script>
        <div>

        *still* Markdown
        """
    assert html(text) == dedent("""\
        <p>a &lt; b, 5 &lt;6 and <code>&lt;i&gt;</code> are fine</p>
        <p>A &lt;b onclick="x"&gt;bold&lt;/b&gt; word &lt;i&gt;</p>
        <p>&lt;script&gt;alert(1)&lt;/script&gt;
        &lt;div&gt;</p>
        <p><em>still</em> Markdown</p>""")
    assert findings(text) == (
        f"{PATH}:3:3: warning[raw-html]: HTML is shown as text: '<b>', the first of 5 tags\n"
        "  hint: write it in Markdown; in code, or as '\\<', it is text without this warning\n"
    )


# Any text, and text that is more likely to mean something.
SIGNS = ["[", "]", "(", ")", "](", "![", "<", ">", "`", "```", "~~~", "*", "**", "_", "|", "---"]
SIGNS += ["===", ":", '"', "'", "\\", "&", "=", "+", "#", "<!--", "-->", "- ", "1. ", "> ", "## "]
WORDS = [
    "<b>",
    "</b",
    "<script>",
    "onclick=x",
    "[^a]",
    "[^a]: ",
    "[a]: ",
    "{#a}",
    "//",
    "b.md",
    "a",
]
WORDS += ["result:a#b", "javascript:x", "&#58;", "https:", "https://a.example", "chart", "é", "3"]
WORDS += ["&lt;", "fn:a", "klzzwxh:0000", "wzxhzdk:0", "\x02", "\x03", "\U000f0000", "word", "a"]
WORDS += ["\ue000link:0\ue001"]
BLANKS = [" ", "\n", "\n\n", "    ", "\n- ", "\n  ", "\t", "\n> ", "\n1. ", "\n# ", "\n| "]
TEXTS = st.one_of(
    st.text(), st.lists(st.sampled_from([*SIGNS, *WORDS, *BLANKS]), max_size=40).map("".join)
)

ATTRIBUTES = {
    "a": {"href", "title", "rel", "class"},
    **{tag: {"id"} for tag in ("h1", "h2", "h3", "h4", "h5", "h6", "li", "sup")},
    **{tag: {"align"} for tag in ("td", "th")},
    "div": {"class"},
    "ol": {"start"},
}
TAGS = {*ATTRIBUTES, "p", "br", "hr", "em", "strong", "code", "pre", "ul", "blockquote", "span"}
TAGS |= {"table", "thead", "tbody", "tr"}
VALUES = {
    "class": r"footnote|footnote-ref|footnote-backref",
    "rel": "noopener",
    "href": r"#fn(ref\d*)?:.*|(?i:https?://|mailto:).*",
    "align": "left|right|center",
    "start": r"\d+",
    "title": ".*",
    "id": r"[^\s]*|fn(ref\d*)?:.*",
}


@settings(max_examples=400, deadline=None)
@given(TEXTS)
@example("![a [1](result:a#b)](c.png)")
@example("[![a](b.png)](result:a#b)")
@example("[^[a](b)]: x [^[a](b)]")
@example("[^a]: ")
@example("[^a]: [b]: c")
def test_any_text_becomes_html_in_which_nothing_is_active(text: str) -> None:
    its = render(text, PATH)
    soup = BeautifulSoup(f"<main>{its.html}</main>", "html.parser").main
    assert soup is not None
    for tag in soup.find_all(True):
        assert tag.name in TAGS
        assert set(tag.attrs) <= ATTRIBUTES.get(tag.name, set())
        for name, value in tag.attrs.items():
            joined = value if isinstance(value, str) else " ".join(value)
            assert re.fullmatch(VALUES[name], joined, re.DOTALL)
    tokens = re.findall("\ue000.*?\ue001", its.html + "".join(one.html for one in its.links))
    assert sorted(tokens) == sorted(
        [f"\ue000link:{number}\ue001" for number in range(len(its.links))]
        + [f"\ue000block:{number}\ue001" for number in range(len(its.blocks))]
    )
    assert not re.search("[\ue000\ue001]", re.sub("\ue000(link|block):\\d+\ue001", "", its.html))
    assert not re.search("[\x02\x03\U000f0000-\U0010ffff]", its.html)
    ids = [str(tag["id"]) for tag in soup.find_all(id=True)]
    notes = re.compile(r"fn(ref\d*)?:")
    assert [one for one in ids if not notes.match(one)] == [one.id for one in its.headings]
    places = [one.position for one in its.links] + [one.position for one in its.blocks]
    assert all(place.line for place in places + [one.position for one in its.headings])
    assert not any("Python-Markdown" in problem.message for problem in its.diagnostics)


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_a_document_is_rendered_alike_whatever_came_before(one: str, other: str) -> None:
    alone = render(one, PATH)
    render(other, "content/b.md")
    assert render(one, PATH) == alone
