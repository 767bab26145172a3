"""Markdown to HTML: links and blocks at their places, nothing active, nothing lost."""

from __future__ import annotations

import pickle
import re
from textwrap import dedent

import pytest
from bs4 import BeautifulSoup

from sitegen.diagnostics import Position
from sitegen.prose import Heading, Prose, locate, render

PATH = "content/reports/a.md"


def prose(text: str) -> Prose:
    return render(dedent(text), PATH)


def html(text: str) -> str:
    """Return the HTML with tokens readable: {link:0}."""
    return re.sub("\ue000(.*?)\ue001", r"{\1}", prose(text).html)


def findings(text: str) -> str:
    return "".join(f"{problem}\n" for problem in prose(text).diagnostics)


def links(text: str) -> list[tuple[str, str, str]]:
    """Return place, text and target of each link."""
    return [
        (f"{link.position.line}:{link.position.column}", link.text, link.target)
        for link in prose(text).links
    ]


@pytest.mark.parametrize(
    ("written", "target", "title"),
    [
        ("(result:st3000(retail)/run%201#x)", "result:st3000(retail)/run%201#x", ""),
        ("(<result:st3000(retail)/run 1#x>)", "result:st3000(retail)/run 1#x", ""),
        (r"(result:st3000\(retail\)/run%201#x)", "result:st3000(retail)/run%201#x", ""),
        ("( result:a#b )", "result:a#b", ""),
        ("(RESULT:a#b)", "result:a#b", ""),
        ("(result:a?x=1&y=2#b)", "result:a?x=1&y=2#b", ""),
        ("(result:a?x=1&amp;y=2#b)", "result:a?x=1&y=2#b", ""),
        ("(result:a_b_c*d*e#f)", "result:a_b_c*d*e#f", ""),
        ("(result:a[1]#b)", "result:a[1]#b", ""),
        ("(result:a|b#c)", "result:a|b#c", ""),
        ('(result:a#b "disputed: cut off")', "result:a#b", "disputed: cut off"),
        ("(result:a#b 'disputed: cut\noff')", "result:a#b", "disputed: cut off"),
        (r'(<result:a#b> "disputed: \"98 %\"")', "result:a#b", 'disputed: "98 %"'),
        ("(result:a#b (disputed))", "result:a#b", "disputed"),
        ('[r]\n\n[r]: result:a#b "disputed: x"', "result:a#b", "disputed: x"),
        ('[r]\n\n[R]: <result:a/run 1#b>\n    "x"', "result:a/run 1#b", "x"),
    ],
)
def test_a_target_is_what_was_written_without_escapes(
    written: str, target: str, title: str
) -> None:
    (link,) = prose(f"[1 MB/s]{written}").links
    assert (link.target, link.title) == (target, title)
    assert html(f"[1 MB/s]{written}") == "<p>{link:0}</p>"


@pytest.mark.parametrize(
    ("written", "finding"),
    [
        ("[1](result:run 1#b)", "1:1: error[bad-reference]: '](result:run 1#b)'"),
        ("[1] (result:a#b)", "1:1: error[bad-reference]: '] (result:a#b)'"),
        ("[1](result:a(b#c", "1:1: error[bad-reference]: '](result:a'"),
        ("x [1](a b.md)", "1:3: error[broken-link]: '](a b.md)'"),
        ("- [1](a.md\n\nb)", "1:3: error[broken-link]: '](a.md'"),
    ],
)
def test_half_a_link_is_an_error(written: str, finding: str) -> None:
    assert findings(written) == (
        f"{PATH}:{finding} is the end of no link\n"
        "  hint: close all brackets; write a blank in a target as %20, or the target as <...>\n"
    )


def test_a_bracket_that_is_text_is_no_half_link() -> None:
    assert findings(r"array[i][j], \[x](y), `[1](result:a b)`, [0, 1], - [x] done") == ""


def test_ids_that_nobody_defines_are_errors() -> None:
    assert findings("See [1 MB/s][wr], [2 MB/s][rd] and a note[^1].\n\n[rd]: result:a#b") == (
        f"{PATH}:1:13: error[broken-link]: '[wr]' is not defined in this document\n"
        "  hint: write a line '[wr]: target', or '\\[' for a bracket that is text\n"
        f"{PATH}:1:42: error[broken-link]: there is no footnote '[^1]' in this document\n"
        "  hint: write a line '[^1]: ...', or '\\[' for a bracket that is text\n"
    )


def test_of_two_definitions_the_first_counts() -> None:
    text = "[1][a]\n\n[a]: result:x#y\n[A]: result:z#y\n"
    assert links(text) == [("1:1", "1", "result:x#y")]
    assert findings(text) == (
        f"{PATH}:4:1: error[duplicate-id]: '[a]:' is defined above already\n"
        "  hint: keep one of the two; the first is used\n"
    )


def test_a_link_without_text_is_left_to_the_build() -> None:
    assert links("[](result:a#b) <result:a#c>") == [
        ("1:1", "", "result:a#b"),
        ("1:16", "", "result:a#c"),
    ]


def test_the_text_of_a_link_is_plain_and_also_kept_as_html() -> None:
    (link,) = prose("[*about* 2 &times; `1 < 2` ![pic](p.png) MB/s](result:a#b)").links[:1]
    assert link.text == "about 2 × 1 < 2 pic MB/s"
    assert link.html == ("<em>about</em> 2 &times; <code>1 &lt; 2</code> \ue000link:1\ue001 MB/s")


def test_a_row_with_too_many_cells_is_said_and_no_cell_is_lost() -> None:
    text = """\
        | a | b | c |
        |---|:-:|--:|
        | a | `dd if=/dev/zero | pv` | [111.0 MB/s](result:a#seq-write.bandwidth) |
        | a | `dd if=/dev/zero \\| pv` | [112.0 MB/s](result:a#seq-write.bandwidth) |
        | a | b | c | [113.0 MB/s](result:a#seq-write.bandwidth) |
        | a \\| b |
        """
    assert [text for _, text, _ in links(text)] == ["111.0 MB/s", "112.0 MB/s", "113.0 MB/s"]
    assert findings(text) == (
        f"{PATH}:3:1: warning[table-cells]: '|' in code: git hosts read 4 cells in a row of 3\n"
        "  hint: write '\\|' in place of '|'\n"
        f"{PATH}:5:1: warning[table-cells]: 4 cells in a row of a table with 3 columns\n"
        "  hint: write '\\|' for a pipe that is text; git hosts drop what is over\n"
    )
    assert html(text) == dedent("""\
        <div class="scroll">
        <table>
        <thead>
        <tr>
        <th>a</th>
        <th align="center">b</th>
        <th align="right">c</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>a</td>
        <td align="center"><code>dd if=/dev/zero | pv</code></td>
        <td align="right">{link:0}</td>
        </tr>
        <tr>
        <td>a</td>
        <td align="center"><code>dd if=/dev/zero | pv</code></td>
        <td align="right">{link:1}</td>
        </tr>
        <tr>
        <td>a</td>
        <td align="center">b</td>
        <td align="right">c</td>
        <td>{link:2}</td>
        </tr>
        <tr>
        <td>a | b</td>
        <td align="center"></td>
        <td align="right"></td>
        </tr>
        </tbody>
        </table>
        </div>""")


def test_a_table_whose_head_does_not_fit_is_said() -> None:
    assert findings("| a | b |\n|---|\n| c | d |\n") == (
        f"{PATH}:1:1: warning[table-cells]: "
        "2 cells in the head of a table, 1 in the line below it\n"
        "  hint: git hosts show no table: make them as many\n"
    )


def test_blocks_of_ours_are_taken_out_with_the_place_of_their_yaml() -> None:
    its = prose("""\
        ```chart
        id: a
        ```

        1. In a list:

           ~~~~ table
           id: b
             c: |
               ~~~
           ~~~~

        > ```testbed
        > path: x
        > ```

        - ```compare
          ```

        ````
        ```chart
        id: no
        ```
        ````
        """)
    assert [(one.word, one.text, str(one.position)) for one in its.blocks] == [
        ("chart", "id: a\n", f"{PATH}:2:1"),
        ("table", "id: b\n  c: |\n    ~~~\n", f"{PATH}:8:4"),
        ("testbed", "path: x\n", f"{PATH}:14:3"),
        ("compare", "", f"{PATH}:18:3"),
    ]
    assert its.diagnostics == ()
    assert re.sub("\ue000(.*?)\ue001", r"{\1}", its.html) == dedent("""\
        {block:0}
        <ol>
        <li>
        <p>In a list:</p>
        {block:1}
        </li>
        </ol>
        <blockquote>
        {block:2}
        </blockquote>
        <ul>
        <li>{block:3}</li>
        </ul>
        <pre><code>```chart
        id: no
        ```
        </code></pre>""")


def test_a_block_that_is_nearly_ours_is_an_error() -> None:
    assert findings("```tabel\nid: a\n```\n\n```Chart\n```\n\n```chart id: b\n```\n") == (
        f"{PATH}:1:1: error[bad-block]: 'tabel' is no block of ours and is shown as code\n"
        "  hint: did you mean 'table'?\n"
        f"{PATH}:5:1: error[bad-block]: 'Chart' is no block of ours and is shown as code\n"
        "  hint: did you mean 'chart'?\n"
        f"{PATH}:8:1: error[bad-block]: 'id: b' behind the word 'chart'\n"
        "  hint: what the block is to show goes into its lines, as 'key: value'\n"
    )


def test_what_is_not_closed_is_an_error() -> None:
    assert findings("a\n\n<!-- b\n\n<!-- c\n\n```sh\nd\n") == (
        f"{PATH}:3:1: error[bad-markdown]: a comment that is opened here and not closed\n"
        "  hint: close it with '-->'\n"
        f"{PATH}:7:1: error[bad-markdown]: a fenced block that is opened here and not closed\n"
        "  hint: close it with '```'\n"
    )


def test_code_is_code_and_has_no_class() -> None:
    assert html('```sh onclick="x" {.a #b}\nls <x> &amp;\t"y"\n```') == (
        '<pre><code>ls &lt;x&gt; &amp;amp;\t"y"\n</code></pre>'
    )


def test_headings_have_the_ids_they_declare_or_those_that_git_hosts_give() -> None:
    text = """\
        # Write *cache* & mirroring ##
        ## It holds [1 MB/s](result:a#b) {#holds}
        C# and
        two lines
        ---------
        ## Größe: 64 KiB, `x_y`
        #5 is no heading
        """
    its = prose(text)
    assert its.diagnostics == ()
    assert its.headings == (
        Heading(
            1, "write-cache--mirroring", "Write cache & mirroring", False, Position(PATH, 1, 1)
        ),
        Heading(2, "holds", "It holds 1 MB/s", True, Position(PATH, 2, 1)),
        Heading(2, "c-and-two-lines", "C# and two lines", False, Position(PATH, 3, 1)),
        Heading(2, "größe-64-kib-x_y", "Größe: 64 KiB, x_y", False, Position(PATH, 6, 1)),
    )
    assert html(text) == dedent("""\
        <h1 id="write-cache--mirroring">Write <em>cache</em> &amp; mirroring</h1>
        <h2 id="holds">It holds {link:0}</h2>
        <h2 id="c-and-two-lines">C# and two lines</h2>
        <h2 id="größe-64-kib-x_y">Größe: 64 KiB, <code>x_y</code></h2>
        <p>#5 is no heading</p>""")


def test_ids_are_given_once_in_a_document() -> None:
    text = "## A\n## B {#a}\n## A\n## C {#a}\n## D {#no good}\n## Content\n## E {#evidence}\n"
    assert [one.id for one in prose(text).headings] == [
        "a-2",
        "a",
        "a-3",
        "c",
        "d",
        "content-2",
        "e",
    ]
    assert findings(text) == (
        f"{PATH}:1:1: error[duplicate-id]: the heading 'A' would have the id 'a', which is taken\n"
        "  hint: declare one: '## A {#a-2}'\n"
        f"{PATH}:3:1: error[duplicate-id]: the heading 'A' would have the id 'a', which is taken\n"
        "  hint: declare one: '## A {#a-3}'\n"
        f"{PATH}:4:1: error[duplicate-id]: '{{#a}}' is declared above already\n"
        "  hint: use small letters, digits and '-', and each id once in a document\n"
        f"{PATH}:5:1: error[bad-id]: '{{#no good}}' has characters that an id cannot have\n"
        "  hint: use small letters, digits and '-', and each id once in a document\n"
        f"{PATH}:7:1: error[bad-id]: the id 'evidence' belongs to the page itself\n"
        "  hint: use small letters, digits and '-', and each id once in a document\n"
    )


def test_links_between_documents_and_pictures_are_left_to_the_pages() -> None:
    text = (
        "[a](zfs%20on%20san.md#Results) [b](#here) ![A *pic*](img/x.png 'T') [c](../../results/a)"
    )
    found = [(one.kind, one.target, one.text, one.title) for one in prose(text).links]
    assert found == [
        ("document", "zfs%20on%20san.md#Results", "a", ""),
        ("document", "#here", "b", ""),
        ("image", "img/x.png", "A *pic*", "T"),
        ("document", "../../results/a", "c", ""),
    ]
    assert findings(text) == ""


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("b.md", ("content/reports/b.md", "")),
        ("zfs%20on%20san.md#Results", ("content/reports/zfs on san.md", "Results")),
        ("zfs on san.md", ("content/reports/zfs on san.md", "")),
        ("../hardware/wd-800.md#specs", ("content/hardware/wd-800.md", "specs")),
        ("#gr%C3%B6%C3%9Fe", ("content/reports/a.md", "größe")),
        ("", ("content/reports/a.md", "")),
        ("./b.md?raw=1#x", ("content/reports/b.md", "x")),
        ("../../results/a/b.txt", ("results/a/b.txt", "")),
        ("../../README.md", None),
        ("../../../etc/passwd", None),
        ("..%2f..%2f..%2fetc/passwd", None),
        ("../../content-secret/a.md", None),
        ("/content/reports/b.md", None),
        ("..\\b.md", None),
        ("b.md%00", None),
    ],
)
def test_a_relative_link_stays_inside_the_project(
    target: str, found: tuple[str, str] | None
) -> None:
    assert locate(target, PATH) == found


def test_links_that_lead_nowhere_are_errors_and_shown_as_text() -> None:
    text = "[a](../../../etc/passwd) [b]() ![c](/x.png)"
    assert html(text) == "<p><span>a</span> <span>b</span> <span>c</span></p>"
    assert findings(text) == (
        f"{PATH}:1:1: error[broken-link]: '../../../etc/passwd' leads out of content/ and "
        "results/\n"
        "  hint: write the path of a file, relative to this one\n"
        f"{PATH}:1:26: error[broken-link]: a link without a target\n"
        "  hint: write where it leads\n"
        f"{PATH}:1:32: error[broken-link]: '/x.png' leads out of content/ and results/\n"
        "  hint: write the path of a file, relative to this one\n"
    )


def test_links_to_other_sites_pass() -> None:
    text = r'<https://a.example/?b=1&c=2> [x](http://a.example/_y_ "A \"b\" & c") <me@lab.example>'
    assert prose(text).links == ()
    assert html(text) == (
        '<p><a href="https://a.example/?b=1&amp;c=2" rel="noopener">https://a.example/?b=1&amp;c=2'
        '</a> <a href="http://a.example/_y_" rel="noopener" title="A &quot;b&quot; &amp; c">x</a> '
        '<a href="mailto:me@lab.example">me@lab.example</a></p>'
    )


def test_a_picture_from_another_site_becomes_a_link() -> None:
    assert html("![A pic](https://a.example/p.png) ![](http://a.example/?a&lt;)") == (
        '<p><a href="https://a.example/p.png" rel="noopener">A pic</a> '
        '<a href="http://a.example/?a&lt;" rel="noopener">http://a.example/?a&lt;</a></p>'
    )
    assert findings("x ![A pic](https://a.example/p.png)") == (
        f"{PATH}:1:3: warning[remote-picture]: the picture 'https://a.example/p.png' is shown as a "
        "link\n"
        "  hint: no page loads anything from another site: put the picture into content/\n"
    )


def test_comments_are_not_published() -> None:
    text = """\
        a <!-- b <b> --> c
        <!-- d -->
        e

        - f
        <!--

        - [1](javascript:x)

        -->
        - g
        """
    assert html(text) == "<p>a  c</p>\n<p>e</p>\n<ul>\n<li>f</li>\n<li>g</li>\n</ul>"
    assert findings(text) == ""


def test_footnotes_are_numbered_as_they_are_named() -> None:
    back = '<a class="footnote-backref" href="#{}" title="Back to the text">&#8617;&#xFE0E;</a>'
    assert html("a[^b] c[^d] e[^b]\n\n[^d]: *D*\n[^b]: B") == (
        '<p>a<sup id="fnref:b"><a class="footnote-ref" href="#fn:b">1</a></sup> '
        'c<sup id="fnref:d"><a class="footnote-ref" href="#fn:d">2</a></sup> '
        'e<sup id="fnref2:b"><a class="footnote-ref" href="#fn:b">1</a></sup></p>\n'
        '<div class="footnote">\n<hr>\n<ol>\n'
        f'<li id="fn:b">\n<p>B&#160;{back.format("fnref:b")}{back.format("fnref2:b")}</p>\n</li>\n'
        f'<li id="fn:d">\n<p><em>D</em>&#160;{back.format("fnref:d")}</p>\n</li>\n'
        "</ol>\n</div>"
    )


def test_a_footnote_is_no_part_of_a_claim() -> None:
    assert links("[240 MB/s[^1]](result:a#b)\n\n[^1]: x") == [("1:1", "240 MB/s", "result:a#b")]


def test_lists_and_quotes_are_read_as_git_hosts_do() -> None:
    text = """\
        A paragraph:
        - one
          - two
            three
            1. four

            five
        * six
        > seven
        eight

        1986\\. A year.
        In this line, 2. is
        3. no list.

        7) seven
        """
    assert html(text) == dedent("""\
        <p>A paragraph:</p>
        <ul>
        <li>
        <p>one</p>
        <ul>
        <li>
        <p>two
            three</p>
        <ol>
        <li>four</li>
        </ol>
        <p>five</p>
        </li>
        </ul>
        </li>
        <li>
        <p>six</p>
        </li>
        </ul>
        <blockquote>
        <p>seven
        eight</p>
        </blockquote>
        <p>1986. A year.
        In this line, 2. is
        3. no list.</p>
        <ol start="7">
        <li>seven</li>
        </ol>""")


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("a" * 262_145, ": error[bad-markdown]: a document of more than 262,144 characters"),
        (
            "a\n\n" + "b" * 20_001,
            ":3:1: error[bad-markdown]: a line of more than 20,000 characters",
        ),
        (
            "a\n" * 2001,
            ": error[bad-markdown]: more than 2,000 lines without a blank line between them",
        ),
        ("a\n\n" * 20_001, ": error[bad-markdown]: more than 20,000 paragraphs"),
        (
            "[" * 2001,
            ":1:1: error[bad-markdown]: "
            "more than 2,000 brackets, stars and the like in one paragraph",
        ),
        (
            "> " * 21 + "a",
            ":1:43: error[bad-markdown]: quotes and lists nested more than 20 deep",
        ),
        (
            "\n".join("  " * depth + "- a" for depth in range(300)),
            ":21:43: error[bad-markdown]: quotes and lists nested more than 20 deep",
        ),
    ],
    ids=["document", "line", "lines", "paragraphs", "brackets", "quotes", "lists"],
)
def test_what_is_too_much_for_markdown_is_shown_as_it_was_written(text: str, finding: str) -> None:
    its = prose(text)
    assert [str(one) for one in its.diagnostics] == [
        f"{PATH}{finding}\n  hint: the document is shown as it was written: divide it"
    ]
    assert BeautifulSoup(its.html, "html.parser").get_text() == text
    assert prose("[1](result:a#b)").diagnostics == ()


# What Python-Markdown alone takes minutes for.
@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "![",
        "[a](",
        "[a][",
        "<a ",
        "`" * 7 + "a" + "`" * 6,
        "*a",
        "_a **b",
        "\\",
        "[a](b ",
        '"(',
    ],
)
def test_markdown_takes_no_time_to_speak_of(piece: str) -> None:
    paragraph = piece * (1900 // len(piece))
    its = prose("\n\n".join([paragraph] * 20))
    assert [one for one in its.diagnostics if one.code == "bad-markdown"] == []


def test_characters_that_are_no_text_are_replaced_and_said() -> None:
    text = "a\n\nb\x00c \ue000link:0\ue001 \U000f0000 [1](result:a#b)"
    assert html(text) == ("<p>a</p>\n<p>b\ufffdc \ufffdlink:0\ufffd \ufffd {link:0}</p>")
    assert findings(text) == (
        f"{PATH}:3:2: error[bad-markdown]: the character U+0000 cannot be published, "
        "the first of 4 of the kind\n"
        "  hint: remove it; U+FFFD is shown in its place\n"
    )


def test_a_rendered_document_can_be_sent_to_another_process() -> None:
    its = prose("# A\n\n[1](result:a#b)\n\n```chart\nid: a\n```\n\n<b>")
    assert pickle.loads(pickle.dumps(its)) == its
