"""Where the raw blocks of pages, texts and mails begin and end, and what is left alone."""

from __future__ import annotations

import base64
import gzip
import quopri

import pytest

from tests.importing.pages import cuts, imported, notes, prose, values

DISK = """\
/dev/sda:
 Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec
"""
MAIL = """\
From: someone@example.org
To: list@example.org
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
Date: Mon, 3 Jan 2005 10:00:00 +0000
"""


def test_fences_indented_blocks_and_blocks_in_lists_are_cut_whole() -> None:
    page = """\
        # Three ways

        ~~~~
        /dev/sda:
         Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec
        ~~~~

        Indented:

            /dev/sdb:
             Timing buffered disk reads: 270 MB in  3.00 seconds =  90.00 MB/sec

        1. in a list

           ```
           /dev/sdc:
            Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec
           ```
    """
    assert (
        cuts(page)
        == """\
three-ways-line-10/hdparm.txt: 10-11
three-ways-line-16/hdparm.txt: 16-17
three-ways/hdparm.txt: 4-5
"""
    )
    raw = imported(page).files["results/page/three-ways-line-10/hdparm.txt"]
    assert raw.startswith(b"    /dev/sdb:\n     Timing")


def test_a_block_inside_a_table_for_the_layout_is_a_block() -> None:
    page = """\
        <html><head><title>T</title><script>var rate = "12 MB/s"</script></head><body>
        <nav><a href="/">Home, 99 MB/s</a></nav>
        <h1>Title</h1>
        <table><tr><td><p>The host is a Dell PowerEdge R710 with 12 x Seagate ST3500418AS.</p>
        <pre>
        /dev/sda:
         Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec
        </pre></td></tr></table>
        <p>It has 5 &lt; 6 drives and reads 83.9 MB/s.</p>
        </body></html>
    """
    assert cuts(page, "page.html") == "hdparm.txt: 5-8\n"
    assert prose(page, "page.html") == "9: 83.9 MB/s: result:page/hdparm#seq-read.bandwidth\n"


def test_text_has_headings_and_a_title_but_no_number_is_in_a_title() -> None:
    page = """\
        Results
        =======

        hdparm says:

        /dev/sda:
         Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec

        Second
        ------

        That is 83.9 MB/s.
    """
    its = imported(page, "page.txt")
    assert cuts(page, "page.txt") == "hdparm.txt: 6-7\n"
    assert its.files["results/page/testbed.yaml"].startswith(b"title: Results\n")
    assert b"\n## Second {#second}\n" in its.files["content/reports/page.md"]
    assert prose("It makes 83.9 MB/s\n\nIndeed.\n", "page.txt") == (
        "1: 83.9 MB/s: no result of this page has this value: no data\n"
    )


def test_numbers_in_headings_count_as_prose() -> None:
    assert prose("# How we came to 512 MB/s\n\nWith patience.\n") == (
        "1: 512 MB/s: no result of this page has this value: no data\n"
    )


def test_quotations_in_mails_keep_their_marks_and_their_depth() -> None:
    page = """\
        From someone@example.org Mon Jan  3 10:00:00 2005
        From: Someone <someone@example.org>
        Subject: numbers
        Date: Mon, 3 Jan 2005 10:00:00 +0000

        Here is mine.

        > > > /dev/sda:
        > > >  Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec
        > >
        > > With a 3ware 9500S-8 under Fedora 3.
        >
        > Mine is a LSI MegaRAID 320-2 with kernel 2.6.9:
        >
        > /dev/sdb:
        >  Timing buffered disk reads: 270 MB in  3.00 seconds =  90.00 MB/sec

        Me too.
    """
    its = imported(page, "page.eml")
    assert its.files["results/page/line-8/hdparm.txt"].startswith(b"> > > /dev/sda:\n> > >  Timing")
    assert (
        its.files["results/page/line-15/testbed.yaml"].decode()
        == """\
title: 'Kernel 2.6.9, line 15, quoted'
# Lines 15 to 16 of page.eml.
hardware:
  controller: lsi-megaraid-320-2  # line 13
software:
  kernel: {value: 2.6.9, source: line 13}
"""
    )
    assert (
        notes(page, "page.eml")
        == """\
8: 2 results, each with a testbed of its own from here on: put together those of one machine
8: results in a quotation: say whose machine they are from (so on line 15)
11: controller '3ware 9500S-8' is named, but no result is known to be of it
11: os 'Fedora 3' is named, but no result is known to be of it
"""
    )


def test_a_mail_that_says_everything_twice_is_read_once() -> None:
    page = f"""\
{MAIL}MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative;
 boundary=inner

--inner
Content-Type: text/plain

{DISK}
--inner
Content-Type: text/html

<html><body><pre>{DISK}</pre></body></html>
--inner--
--outer
Content-Type: image/png; name="rate.png"
Content-Transfer-Encoding: base64

iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk
--outer--
""".encode()
    assert values(page, "page.eml") == "16: seq-read.bandwidth 8.38861e+07 B/s, target /dev/sda\n"
    assert (
        notes(page, "page.eml")
        == """\
20: the mail in HTML: left out, as it says again what its text says
28: an attachment (rate.png): not read
"""
    )


def test_a_mail_in_quoted_printable_is_cut_as_it_is() -> None:
    text = f"Hallo,\n\n{DISK}\nDas sind 83.9 MB/s für Gänse.\n"
    head = f"{MAIL}Content-Transfer-Encoding: quoted-printable\n\n".encode()
    page = head + quopri.encodestring(text.encode())
    its = imported(page, "page.eml")
    assert b"seconds =3D  80.00" in its.files["results/page/hdparm.txt"]
    assert its.files["results/page/testbed.yaml"].startswith("title: 'Grüße'\n".encode())
    assert prose(page, "page.eml") == "12: 83.9 MB/s: result:page/hdparm#seq-read.bandwidth\n"


def test_of_a_mail_in_base64_nothing_can_be_cut_out_and_that_is_said() -> None:
    head = f"{MAIL}Content-Transfer-Encoding: base64\n\n".encode()
    page = head + base64.encodebytes(DISK.encode())
    assert cuts(page, "page.eml") == ""
    assert "a text in base64, of which nothing can be cut out" in notes(page, "page.eml")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_line_ends_are_kept(encoding: str, end: str) -> None:
    text = f"# Gänse\n\n```\n{DISK}```\n\nThat is 83.9 MB/s.\n".replace("\n", end)
    page = text.encode(encoding)
    its = imported(page)
    bare = encoding.removesuffix("-sig") + ("-le" if encoding == "utf-16" else "")
    assert its.files["results/page/hdparm.txt"] == DISK.replace("\n", end).encode(bare)
    assert its.files["results/page/testbed.yaml"].startswith("title: 'Gänse'\n".encode())
    assert prose(page) == "8: 83.9 MB/s: result:page/hdparm#seq-read.bandwidth\n"


def test_a_packed_page_is_unpacked_first() -> None:
    page = gzip.compress(f"```\n{DISK}```\n".encode())
    assert imported(page, "page.md.gz").files["results/page/hdparm.txt"] == DISK.encode()


def test_front_matter_gives_title_and_date_and_no_fact() -> None:
    page = """\
        ---
        title: "Two disks"
        date: 2014-09-17
        tags: [RAID 5, 12 MB/s]
        ---

        Nothing was measured.
    """
    its = imported(page)
    assert its.files["results/page/testbed.yaml"].startswith(
        b"title: Two disks\ndate: 2014-09-17\n# Imported"
    )
    assert b"raid:" not in its.files["results/page/testbed.yaml"]
    assert prose(page) == ""
