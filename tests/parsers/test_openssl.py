"""openssl speed: 1000 bytes to the k, and numbers that are no rates."""

from __future__ import annotations

from textwrap import dedent

from tests.parsers.output import findings, shown, values

HEAD = "type             16 bytes     64 bytes    256 bytes\n"


def test_a_k_is_1000_bytes_and_a_number_without_one_is_bytes() -> None:
    assert values(HEAD + "rand              9000.50     10240.00k   65536.00k\n") == [
        ("random-bytes.bandwidth", 9000.5),
        ("random-bytes.bandwidth", 10_240_000),
        ("random-bytes.bandwidth", 65_536_000),
    ]


def test_negative_and_missing_rates_are_not_published() -> None:
    text = HEAD + "aes-128 cbc     -1234.56k      nan      50000.00k\nmdc2  0.00  0.00  0.00\n"
    assert values(text) == [("encrypt.bandwidth", 50_000_000)]
    assert findings(text) == (
        "run.txt:2: error[impossible-value]: aes-128 cbc in blocks of 16 bytes: "
        "-1234.56k cannot be a rate\n"
        "run.txt:2: error[impossible-value]: aes-128 cbc in blocks of 64 bytes: "
        "nan cannot be a rate\n"
    )


def test_a_row_that_somebody_quotes_without_its_head_is_left_alone() -> None:
    text = HEAD + "md5  1.00k  2.00k  3.00k\n\nBaseline: none\n  md5  4.00k  5.00k  6.00k\n"
    assert [value for _, value in values(text)] == [1000, 2000, 3000]


def test_keys_have_a_rate_and_where_it_has_two_digits_a_time() -> None:
    text = (
        "                              sign    verify    sign/s verify/s\n"
        " 256 bits ecdsa (nistp256)   0.0000s   0.0012s  51355.6    833.3\n"
    )
    assert shown(text) == (
        "run 1: openssl, lines 1-2\n"
        "  verify.latency.mean 0.0012 s  (0.0012s, line 2)"
        " algorithm=ecdsa (nistp256) key_size=256\n"
        "  sign.rate 51355.6 op/s  (51355.6 sign/s, line 2)"
        " algorithm=ecdsa (nistp256) key_size=256\n"
        "  verify.rate 833.3 op/s  (833.3 verify/s, line 2)"
        " algorithm=ecdsa (nistp256) key_size=256\n"
    )


def test_the_lines_for_programs_are_in_bytes_and_children_are_not_added_up() -> None:
    text = """\
        Got: +H:16:64 from 0
        Got: +F:6:sha256:1000.50:2000.00 from 0
        Got: +H:16:64 from 1
        Got: +F:6:sha256:1000.50:2000.00 from 1
        +F:6:sha256:2001.00:4000.00
        """
    assert values(text) == [("hash.bandwidth", 2001), ("hash.bandwidth", 4000)]


def test_an_algorithm_that_was_begun_and_has_no_row_is_missed() -> None:
    text = (
        "Doing md5 for 3s on 16 size blocks: 100 md5's in 3.00s\n"
        "Doing sha1 for 3s on 16 size blocks: 100 sha1's in 3.00s\n"
        "type             16 bytes\n"
        "md5                 533.33 \n"
    )
    assert findings(text) == (
        "run.txt:4: error[incomplete-run]: there is no row for sha1: the output is cut off\n"
    )


def test_a_version_below_a_table_begins_another_run() -> None:
    text = """\
        version: 3.2.0
        The 'numbers' are in 1000s of bytes per second processed.
        type             16 bytes     64 bytes    256 bytes   1024 bytes
        8192 bytes  16384 bytes
        AES-128-CTR      {0}5146.00k    50482.00k    69373.00k    76236.00k
        78391.00k    78381.00k
        """
    both = dedent(text).format(2) + dedent(text).format(3)
    assert shown(both, only="run ") == (
        "run 1: openssl 3.2.0, lines 1-5\nrun 2: openssl 3.2.0, lines 7-11\n"
    )
    assert [value for _, value in values(both)][::6] == [25_146_000, 35_146_000]
