"""The wrapping that people keep output in comes off; line numbers and bytes stay."""

from __future__ import annotations

import gzip
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.unwrap import source, unwrap

OUTPUT = "Version 1.03\nconvm004 16G 188347\n"


def lines(content: bytes) -> list[str]:
    found, problems = unwrap("a.txt", content)
    assert not problems
    assert found is not None
    return list(found.lines)


@pytest.mark.parametrize(
    "content",
    [
        OUTPUT.encode(),
        b"\xef\xbb\xbf" + OUTPUT.encode(),
        OUTPUT.encode("utf-16"),
        OUTPUT.encode("utf-16-le"),
        OUTPUT.encode("utf-16-be"),
        OUTPUT.encode("utf-32"),
        OUTPUT.replace("\n", "\r\n").encode(),
        OUTPUT.replace("\n", "\r\n").encode("utf-16"),
        gzip.compress(OUTPUT.encode()),
        lzma.compress(OUTPUT.encode()),
        b"\x1b[32mVersion 1.03\x1b(B\x1b[m\n\x1b]0;title\x07convm004 16G 188347\n",
        "Version\u00a01.03\nconvm004 16G\u202f188347\n".encode(),
        b"> Version 1.03\n> convm004 16G 188347\n",
        b">>> Version 1.03\n>>> convm004 16G 188347\n",
        b"Version 1.03\n10 % done\r50 % done\rconvm004 16G 188347\n",
        b"Version 1.03\nconvm004 16G 18\x08\x08188347\n",
    ],
)  # fmt: skip
def test_every_wrapping_gives_the_same_lines(content: bytes) -> None:
    assert lines(content) == ["Version 1.03", "convm004 16G 188347"]


def test_rows_cut_by_quoted_printable_are_joined_and_keep_the_line_they_begin_on() -> None:
    mail = "Content-Transfer-Encoding: quoted-printable\n\nconvm004 16G =\n188347 a=3Db\nnext\n"
    found = source("a.eml", mail)
    assert found.lines[2:] == ["convm004 16G 188347 a=b", "next"]
    assert list(found.numbers[2:]) == [3, 5]


def test_tags_of_a_saved_page_come_off_line_by_line() -> None:
    page = "<html><body><pre>\nrun <a href='x'>fast</a> &lt;1&gt;\n</pre></body></html>\n"
    found = source("a.html", page)
    assert found.lines == ["", "run fast <1>", ""]
    assert found.html == page


def test_a_line_of_a_page_is_cut_where_a_browser_begins_a_new_one() -> None:
    page = (
        "<html><body><h1>Disk</h1><p>We ran</p><pre><code>a: <b>1</b> MB/s\n"
        "b: 2 MB/s</code></pre></body></html>\n"
        "<div>c: 3 MB/s<br>d: 4 MB/s<br/></div>\n"
        "<!--[if IE]><p>old</p><br><![endif]--><p></p>\n"
    )
    found = source("a.html", page)
    assert list(zip(found.numbers, found.lines, strict=True)) == [
        (1, "Disk"),
        (1, "We ran"),
        (1, "a: 1 MB/s"),
        (2, "b: 2 MB/s"),
        (3, "c: 3 MB/s"),
        (3, "d: 4 MB/s"),
        (4, ""),
    ]
    assert found.html.count("\n") == len(found.lines) - 1
    assert found.html.replace("\n", "") == page.replace("\n", "")


def test_a_line_of_many_tags_is_cut_in_the_time_that_its_length_takes() -> None:
    tags = 300_000
    assert source("a.html", "<html>" + "<br>" * tags + "1 MB/s<p>2 MB/s").lines == [
        "1 MB/s",
        "2 MB/s",
    ]


@pytest.mark.parametrize(
    ("content", "printed"),
    [
        (b"", "a.txt: error[empty-file]: the file has no content"),
        (b" \n\n", "a.txt: error[empty-file]: the file has no content"),
        (
            b"\x89PNG\r\n\x1a\n\x00\x00\x00",
            "a.txt: error[unreadable-file]: "
            "the file cannot be read: it holds zero bytes: a binary file\n"
            "  hint: results are text, or text packed with gzip or xz; keep pictures and archives"
            " elsewhere",
        ),
        (
            gzip.compress(b"x" * 1000)[:-9],
            "a.txt: error[unreadable-file]: the file cannot be read: "
            "Compressed file ended before the end-of-stream marker was reached\n"
            "  hint: results are text, or text packed with gzip or xz; keep pictures and archives"
            " elsewhere",
        ),
    ],
)
def test_what_has_no_lines_is_said_with_the_reason(content: bytes, printed: str) -> None:
    found, problems = unwrap("a.txt", content)
    assert found is None
    assert [str(problem) for problem in problems] == [printed]


@given(st.binary(max_size=300))
def test_no_bytes_at_all_stop_it(content: bytes) -> None:
    found, problems = unwrap("a.bin", content)
    assert (found is None) == bool(problems)
    if found is not None:
        assert len(found.lines) == len(found.numbers)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_each_line_has_a_number_within_the_file(text: str) -> None:
    found = source("a.txt", text)
    assert len(found.lines) == len(found.numbers)
    assert all(1 <= number <= text.count("\n") + 1 for number in found.numbers)


@given(st.text("{}\n \r\x08<pre>1é\u2028\xa0", max_size=40))
def test_the_lines_of_json_are_those_of_its_text(text: str) -> None:
    found = source("a.json", "{" + text)
    assert "\n".join(found.lines) == found.text
    assert [found.lines[at] for at in range(len(found.lines))] == found.text.split("\n")
    assert list(found.lines[1:]) == found.text.split("\n")[1:]


def test_bbcode_comes_off_where_its_tags_are_closed() -> None:
    assert lines(b"[B]Local:[/B]\n[code]1+0 records in[/CODE]\n") == ["Local:", "1+0 records in"]
    assert lines(b"Jobs: 1 (f=1): [b] [u=3]\n") == ["Jobs: 1 (f=1): [b] [u=3]"]


def test_a_mail_without_a_soft_break_is_decoded_if_no_sign_stands_for_itself() -> None:
    assert lines(b"# dd if=3D/dev/sda bs=3D4M\n100 =3D> 20\n") == [
        "# dd if=/dev/sda bs=4M",
        "100 => 20",
    ]
    assert lines(b"# dd if=3D/dev/sda\niodepth=32\n= 5\n") == [
        "# dd if=3D/dev/sda",
        "iodepth=32",
        "= 5",
    ]
    assert lines(b"vm.dirty_ratio=20\n") == ["vm.dirty_ratio=20"]
