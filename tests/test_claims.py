"""Claims: what a sentence says of its evidence, and what the evidence says."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.claims import Claim
from sitegen.diagnostics import Diagnostic, Position
from sitegen.lab import Lab
from sitegen.record import Certainty
from sitegen.units import UNITS
from tests.labs import judged, lab, printed, value

GIB = 2**30

# KiB/s on one partition at 8 and 16 GiB, and on two; the line of the table that they stand on.
IOZONE = {
    "seq-write": (17, 53484, 49143, 49781, 45725),
    "seq-read": (18, 38038, 36979, 98214, 45676),
    "rand-read": (19, 38869, 12755, 24957, 11710),
    "rand-write": (20, 30250, 25258, 27607, 23635),
    "stride-read": (21, 76695, 31510, 57693, 34278),
    "fwrite": (22, 53784, 48968, 29115, 28515),
    "fread": (23, 68970, 49275, 98283, 45997),
}
CASES = [(pool, size) for pool in ("one-partition", "two-partitions") for size in (8, 16)]
SEEDS = lab(
    [
        value("lsi/mirrored/tc1", "seq-write.bandwidth", "188347", "KiB/s", 8),
        value("lsi/mirrored/tc1", "rewrite.bandwidth", "97426", "KiB/s", 8),
        value("lsi/unmirrored/tc2", "seq-write.bandwidth", "235020", "KiB/s", 9),
        value("lsi/unmirrored/tc2", "rewrite.bandwidth", "122183", "KiB/s", 9),
        *(
            value(
                f"wd800/{pool}/iozone", f"{operation}.bandwidth", number, "KiB/s", line,
                testbed__pool=pool, workload__file_size=size * GIB,
            )
            for operation, (line, *numbers) in IOZONE.items()
            for (pool, size), number in zip(CASES, numbers, strict=True)
        ),
    ]
)  # fmt: skip


def mirrored(operation: str) -> str:
    return f"result:lsi/mirrored?vs=lsi/unmirrored#{operation}.bandwidth"


def two(operation: str, size: int) -> str:
    path = f"wd800/two-partitions?file_size={size}GiB&vs=wd800/one-partition"
    return f"result:{path}#{operation}.bandwidth"


def one(operation: str, size: int) -> str:
    path = f"wd800/one-partition?file_size={size}GiB&vs=wd800/two-partitions"
    return f"result:{path}#{operation}.bandwidth"


@pytest.mark.parametrize(
    ("text", "target", "verdict", "measured"),
    [
        ("about 20 % penalty", mirrored("seq-write"), "holds", "-19.9 %"),
        ("about 20 % penalty", mirrored("rewrite"), "holds", "-20.3 %"),
        ("about 7 % slower", two("seq-write", 8), "holds", "-6.9 %"),
        ("about 7 % slower", two("seq-write", 16), "holds", "-7.0 %"),
        ("about 2.5x", two("seq-read", 8), "holds", "2.58x"),
        ("about 23.5 % increase", two("seq-read", 16), "holds", "+23.5 %"),
        ("almost 37 % decrease", two("rand-read", 8), "holds", "-35.8 %"),
        ("37 % decrease", two("rand-read", 8), "fails", "-35.8 %"),
        ("about 8 %", two("rand-read", 16), "holds", "-8.2 %"),
        ("8 %", two("rand-write", 8), "fails", "-8.7 %"),
        ("6 %", two("rand-write", 16), "holds", "-6.4 %"),
        ("25 %", two("stride-read", 8), "holds", "-24.8 %"),
        ("almost 2 to 1", one("fwrite", 8), "fails", "1.85 to 1"),
        ("50 % increase", two("fread", 8), "fails", "+42.5 %"),
        ("negligible difference", two("fread", 16), "direction", "-6.7 %"),
    ],
)
def test_the_claims_of_the_source_documents_get_their_verdicts(
    text: str, target: str, verdict: str, measured: str
) -> None:
    claim = judged(text, target, SEEDS)
    assert (claim.verdict, claim.measured) == (verdict, measured)


def test_a_wrong_claim_is_told_with_both_numbers_and_both_places() -> None:
    assert printed("50 % increase", two("fread", 8), SEEDS) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says 50 %, the result says +42.5 %\n"
        "  hint: results/wd800/two-partitions/iozone.txt:23 against"
        " results/wd800/one-partition/iozone.txt:23 (+42.5 %, 1.43x)"
    )
    assert printed("8 %", two("rand-write", 8), SEEDS) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]: text says 8 %, the result says -8.7 %\n"
        "  hint: results/wd800/two-partitions/iozone.txt:20 against"
        " results/wd800/one-partition/iozone.txt:20 (-8.7 %, 0.91x);"
        " the number was cut off instead of rounded"
    )
    assert printed("almost 2 to 1", one("fwrite", 8), SEEDS) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says almost 2 to 1, the result says 1.85 to 1\n"
        "  hint: results/wd800/one-partition/iozone.txt:22 against"
        " results/wd800/two-partitions/iozone.txt:22 (+84.7 %, 1.85x); 'almost 2' takes 1.9 to 2"
    )


RIG = lab([value("rig-a/seqread", "seq-read.bandwidth", 431_820_800, "B/s", 12)])


def test_a_quantity_is_as_exact_as_its_last_digit_in_its_own_unit() -> None:
    target = "result:rig-a/seqread#seq-read.bandwidth"
    for text in ("432 MB/s", "431.8 MB/s", "431.82 MB/s", "0.43 GB/s", "412 MiB/s", "3.45 Gb/s"):
        assert printed(text, target, RIG) == "holds"
    for text in ("431 MB/s", "433 MB/s", "0.44 GB/s", "412 MB/s", "431.8 MiB/s", "3.45 GB/s"):
        assert judged(text, target, RIG).verdict == "fails"
    assert printed("431 MB/s", target, RIG) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]: text says 431 MB/s, the result says"
        " 432 MB/s\n"
        "  hint: measured at results/rig-a/seqread.txt:12;"
        " the number was cut off instead of rounded"
    )


def test_numbers_outside_of_what_the_link_can_state_are_left_alone() -> None:
    its = lab(
        [value("rig/x", "seq-read.bandwidth", 240, "MB/s", workload__file_size=8 * GIB,
               workload__jobs=2)]
    )  # fmt: skip
    for text in ("RAID 5", "the DS4300", "tc1", "kernel 2.6.18", "with 8 GiB files", "2 jobs"):
        assert printed(text, "result:rig/x#seq-read", its) == "plain"
    assert printed("240 MB/s with 8 GiB files and 2 jobs", "result:rig/x#seq-read", its) == "holds"
    assert judged("reaches 250 megs", "result:rig/x#seq-read", its).verdict == "fails"


@pytest.mark.parametrize(
    "text",
    ["“432 MB/s”", "(432 MB/s)", "432\u00a0MB/s", "432 MB/s!", "~ 430 MB/s", "430 MB/s+",
     "432 MB/s (412 MiB/s)", "432 MB per second"],
)  # fmt: skip
def test_a_number_is_found_in_whatever_surrounds_it(text: str) -> None:
    assert printed(text, "result:rig-a/seqread#seq-read", RIG) == "holds"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            "240",
            "claim-unreadable]: text says 240, without a unit\n"
            "  hint: measured at results/rig/x.txt:7; write it: the result is in B/s",
        ),
        (
            "240 MB",
            "claim-unreadable]: text says 240 MB, but seq-read.bandwidth is in B/s\n"
            "  hint: measured at results/rig/x.txt:7; write 240 MB/s",
        ),
        (
            "240 ms",
            "claim-unreadable]: text says 240 ms, but seq-read.bandwidth is in B/s\n"
            "  hint: measured at results/rig/x.txt:7;"
            " link to what the text says, or take it out of the text",
        ),
        (
            "20 %",
            "claim-unreadable]: text says 20 %, but the link names nothing to compare with\n"
            "  hint: measured at results/rig/x.txt:7;"
            " add vs=PATH for a baseline, or of=PATH for the whole of a share",
        ),
        (
            "240 to 250 MB/s",
            "claim-unreadable]: the text holds 2 numbers: '240' and '250 MB/s'\n"
            "  hint: measured at results/rig/x.txt:7; make one link of each",
        ),
        (
            "240,0 MB/s",
            "ambiguous-number]: '240,0 MB/s' can be read in two ways\n"
            "  hint: measured at results/rig/x.txt:7;"
            " write a point before decimals, and commas between groups of three: 1,234.5",
        ),
        (
            "240,000 KB/s",
            "ambiguous-number]: text says 240,000 KB/s, which can be read in two ways\n"
            "  hint: measured at results/rig/x.txt:7;"
            " the result says 240,000.0 kB/s or 234,375.0 KiB/s",
        ),
        (
            "240 mb/s",
            "ambiguous-number]: text says 240 mb/s, which can be read in two ways\n"
            "  hint: measured at results/rig/x.txt:7; the result says 240.0 MB/s or 1,920.0 Mbit/s",
        ),
        (
            "twenty percent",
            "claim-unreadable]: 'twenty percent' has no number in digits\n"
            "  hint: measured at results/rig/x.txt:7; write the number in digits: 20 %",
        ),
    ],
)
def test_a_number_that_cannot_be_checked_does_not_pass(text: str, finding: str) -> None:
    its = lab([value("rig/x", "seq-read.bandwidth", 240, "MB/s")])
    where = "fails\ncontent/reports/a.md:14:24: error["
    assert printed(text, "result:rig/x#seq-read", its) == where + finding


def test_zero_never_holds_for_what_is_not_zero() -> None:
    its = lab(
        [
            value("rig/a", "rand-read.latency.mean", "1.46", "us"),
            value("rig/b", "rand-read.latency.mean", "1.461", "us"),
            value("rig/c", "rand-read.errors", 0, "1"),
        ]
    )
    assert printed("0.00 ms", "result:rig/a#rand-read.latency", its) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says 0.00 ms, the result says 0.0015 ms\n"
        "  hint: measured at results/rig/a.txt:7"
    )
    assert printed("0.00146 ms", "result:rig/a#rand-read.latency", its) == "holds"
    assert judged("0 % slower", "result:rig/b?vs=rig/a#rand-read.latency", its).verdict == "fails"
    assert printed("0 errors", "result:rig/c#rand-read.errors", its) == "holds"


SCAN = lab(
    [
        value("old/r", "table-scan.time", 100, "s", 3),
        value("new/r", "table-scan.time", 230, "s", 4),
        value("tuned/r", "table-scan.time", 80, "s", 5),
    ]
)
SLOWER = "result:new?vs=old#table-scan.time"


def test_per_cent_more_is_not_per_cent_of() -> None:
    assert printed("230 % slower", SLOWER, SCAN) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says 230 % slower, the result says +130 %\n"
        "  hint: results/new/r.txt:4 against results/old/r.txt:3 (+130 %, 2.3x);"
        " that is per cent of, not per cent more"
    )
    for text in ("130 % slower", "2.3x", "230 % of the old time", "2.3x slower", "130 % longer"):
        assert printed(text, SLOWER, SCAN) == "holds"
    half = judged("less than half as fast", SLOWER, SCAN)
    assert (half.verdict, half.measured) == ("direction", "0.43x")


@pytest.mark.parametrize(
    ("text", "verdict", "measured"),
    [
        ("43 % of the old speed", "holds", "43.5 %"),
        ("43 % of its former performance", "holds", "43.5 %"),
        ("drops to 43 % of the old speed", "holds", "43.5 %"),
        ("230 % of the old speed", "fails", "43.5 %"),
        ("loses 57 % of the speed", "holds", "-56.5 %"),
        ("57 % less throughput", "holds", "-56.5 %"),
        ("the speed drops by 57 %", "holds", "-56.5 %"),
        ("130 % less throughput", "fails", "-56.5 %"),
        ("57 % more throughput", "fails", "-56.5 %"),
        ("0.43 times the speed", "holds", "0.43x"),
        ("less than half the old speed", "direction", "0.43x"),
        ("more than half the old speed", "fails", "0.43x"),
        ("43 % of the old time", "fails", "230 %"),
        ("130 % more time at full speed", "holds", "+130 %"),
        ("0.43 times the throughput", "holds", "0.43x"),
    ],
)
def test_a_part_of_the_speed_is_one_of_the_speed_where_a_time_was_measured(
    text: str, verdict: str, measured: str
) -> None:
    claim = judged(text, SLOWER, SCAN)
    assert (claim.verdict, claim.measured) == (verdict, measured)


@pytest.mark.parametrize(
    ("text", "target", "slip"),
    [
        ("0.43x", SLOWER, "the ratio is upside down"),
        ("57 % slower", SLOWER, "that is the change in speed, not in time"),
        ("57 %", SLOWER, "that is a percentage of the result: take it of the baseline"),
        ("130 % faster", SLOWER, "the size is right, the direction is not"),
        ("1.3x slower", SLOWER, "that is the increase, not the ratio"),
        ("130 % of the old time", SLOWER, "that is per cent more or less, not per cent of"),
        (
            "25 % faster",
            "result:tuned?vs=old#table-scan.time",
            "that is the change in speed, not in time",
        ),
        ("130 ms longer", SLOWER, "it is off by a factor of 1,000"),
        ("8 % slower", two("rand-write", 8), "the number was cut off instead of rounded"),
        (
            "29.8 % faster",
            two("fread", 8),
            "that is the time saved, not the gain in speed",
        ),
        (
            "411.8 MB/s",
            "result:rig-a/seqread#seq-read",
            "it is right in MiB/s: MB/s was written for MiB/s",
        ),
        (
            "431.8 Mb/s",
            "result:rig-a/seqread#seq-read",
            "it is right in MB/s: Mbit/s was written for MB/s",
        ),
        (
            "421.7 MB/s",
            "result:rig-a/seqread#seq-read",
            "it is off by 1.024: one of kB and KiB was taken for the other",
        ),
        ("432 GB/s", "result:rig-a/seqread#seq-read", "it is off by a factor of 1,000"),
    ],
)
def test_the_usual_slips_are_named(text: str, target: str, slip: str) -> None:
    its = lab([*SEEDS.dataset.records, *SCAN.dataset.records, *RIG.dataset.records])
    claim = judged(text, target, its)
    assert claim.verdict == "fails"
    assert claim.hint.endswith(f"; {slip}")


@pytest.mark.parametrize("text", ["more than half as fast", "at least 0.5x as fast"])
def test_what_most_numbers_are_explains_nothing(text: str) -> None:
    claim = judged(text, SLOWER, SCAN)
    assert claim.verdict == "fails"
    assert claim.hint.endswith("(+130 %, 2.3x)")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("20 % faster", "holds"),
        ("20 % less time", "holds"),
        ("20 % slower", "fails"),
        ("20 % more time", "fails"),
        ("20 %", "holds"),
        ("-20 %", "holds"),
        ("\N{MINUS SIGN}20.0%", "holds"),
        ("+20 %", "fails"),
        ("1.25x faster", "holds"),
        ("1.25 times as fast", "holds"),
        ("0.8x", "holds"),
        ("1.25x slower", "fails"),
        ("0.8x slower", "fails"),
        ("a factor of about 0.8", "holds"),
        ("drops to 80 %", "holds"),
        ("80 % of the old time", "holds"),
        ("saves a fifth", "holds"),
        ("a fifth less", "holds"),
        ("20 s less", "holds"),
        ("80 s", "holds"),
        ("faster", "direction"),
        ("a clear gain", "direction"),
        ("slower", "fails"),
        ("no difference", "direction"),
        ("not slower", "direction"),
        ("the tuned system", "plain"),
        ("loses less", "fails"),
        ("-20 % slower", "fails"),
    ],
)
def test_words_say_which_way_and_a_shorter_time_is_faster(text: str, verdict: str) -> None:
    assert judged(text, "result:tuned?vs=old#table-scan.time", SCAN).verdict == verdict


def test_a_direction_alone_is_checked_for_its_sign() -> None:
    assert printed("slower", "result:tuned?vs=old#table-scan.time", SCAN) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says slower, the result says -20.0 %\n"
        "  hint: results/tuned/r.txt:5 against results/old/r.txt:3 (-20.0 %, 0.8x)"
    )


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("about 200 MB/s", True),
        ("200 MB/s or so", True),
        ("about 180 MB/s", False),
        ("almost 200 MB/s", True),
        ("almost 190 MB/s", False),
        ("nearly 210 MB/s", False),
        ("just under 200 MB/s", True),
        ("under 193 MB/s", False),
        ("under 200 MB/s", True),
        ("over 190 MB/s", True),
        ("more than 193 MB/s", False),
        ("over 150 MB/s", False),
        ("at least 150 MB/s", True),
        ("at most 250 MB/s", True),
        ("at most 190 MB/s", False),
        ("up to 193 MB/s", True),
        ("up to 200 MB/s", False),
    ],
)
def test_words_say_how_exact_a_number_is_meant(text: str, *, holds: bool) -> None:
    its = lab([value("rig/x", "seq-read.bandwidth", 193, "MB/s")])
    assert (judged(text, "result:rig/x#seq-read", its).verdict == "holds") is holds


def test_a_word_that_is_too_narrow_is_explained() -> None:
    its = lab([value("rig/x", "seq-read.bandwidth", 193, "MB/s")])
    assert judged("over 150 MB/s", "result:rig/x#seq-read", its).hint == (
        "measured at results/rig/x.txt:7; 'over 150' takes 150 to 157.5, 'at least' anything"
    )
    assert judged("about 180 MB/s", "result:rig/x#seq-read", its).hint == (
        "measured at results/rig/x.txt:7; 'about 180' takes 171 to 189"
    )


SHARES = lab(
    [
        value("fc/raid5/x", "seq-read.bandwidth", "197.64", "MB/s", 14),
        value("fc/raid5/y", "seq-write.bandwidth", "98.82", "MB/s", 15),
        value("fc/raid5/x", "seq-read.cpu", "24", "%", 14),
        value("fc/raid1/x", "seq-read.cpu", "21", "%", 14),
    ],
    {"fc": "title: FC\nlimits:\n  fc-port: 200 MB/s\n", "fc/raid5": "title: RAID 5\n"},
)


def test_a_share_is_of_a_result_or_of_a_stated_limit() -> None:
    port = "result:fc/raid5?of=limit:fc-port#seq-read.bandwidth"
    for text in ("98.8 %", "98.8 % of the port", "almost 100 %", "1.2 % below the limit"):
        assert printed(text, port, SHARES) == "holds"
    assert printed("97 %", port, SHARES) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says 97 %, the result says 98.8 %\n"
        "  hint: results/fc/raid5/x.txt:14 against the limit fc-port at"
        " results/fc/testbed.yaml:3:12 (-1.2 %, 0.99x)"
    )
    half = "result:fc/raid5?of=fc/raid5&of.operation=seq-read#seq-write.bandwidth"
    for text in ("50 %", "half", "half of what is read", "0.5x"):
        assert printed(text, half, SHARES) == "holds"


def test_a_fraction_is_per_cent_and_its_differences_are_points() -> None:
    target = "result:fc/raid5?vs=fc/raid1#seq-read.cpu"
    assert printed("24 %", "result:fc/raid5#seq-read.cpu", SHARES) == "holds"
    assert printed("3 percentage points more", target, SHARES) == "holds"
    assert printed("14 % more", target, SHARES) == "holds"
    assert judged("3 % more", target, SHARES).verdict == "fails"


def bounded(certainty: Certainty) -> Lab:
    return lab(
        [
            value("rig/a", "seq-create.iops", 1000, "op/s", certainty=certainty),
            value("rig/b", "seq-create.iops", 300, "op/s"),
        ]
    )


@pytest.mark.parametrize(
    ("certainty", "text", "verdict"),
    [
        ("at-least", "at least 1,000 files/s", "holds"),
        ("at-least", "over 900 files/s", "holds"),
        ("at-least", "1,000 files/s", "fails"),
        ("at-least", "under 1,100 files/s", "fails"),
        ("at-most", "at most 1,000 files/s", "holds"),
        ("at-most", "under 1,200 files/s", "holds"),
        ("at-most", "1,000 files/s", "fails"),
        ("below-resolution", "at most 1,000 files/s", "holds"),
    ],
)
def test_a_claim_on_a_bound_is_checked_as_a_bound(
    certainty: Certainty, text: str, verdict: str
) -> None:
    assert judged(text, "result:rig/a#seq-create", bounded(certainty)).verdict == verdict


def test_a_ratio_of_a_bound_is_a_bound() -> None:
    target = "result:rig/a?vs=rig/b#seq-create"
    assert printed("more than 3x", target, bounded("at-least")) == "holds"
    assert printed("faster", target, bounded("at-least")) == "direction"
    assert judged("faster", target, bounded("at-most")).verdict == "fails"
    assert printed("3.3x", target, bounded("at-least")) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says 3.3x, the result says at least 3.33x\n"
        "  hint: results/rig/a.txt:7 against results/rig/b.txt:7 (at least +233 %, 3.33x);"
        " only a bound is known: write 'at least'"
    )


def test_repeats_are_judged_by_their_median() -> None:
    its = lab(
        [
            value(f"rig/{n}", "seq-read.bandwidth", mb, "MB/s")
            for n, mb in enumerate((100, 110, 104))
        ]
    )
    assert printed("104 MB/s", "result:rig#seq-read", its) == "holds"
    assert printed("110 MB/s", "result:rig#seq-read", its) == (
        "fails\n"
        "content/reports/a.md:14:24: error[claim-mismatch]:"
        " text says 110 MB/s, the result says 104 MB/s\n"
        "  hint: measured at results/rig/2.txt:7; median of 3 runs, 100 MB/s to 110 MB/s"
    )


def test_a_number_quoted_as_disputed_must_be_wrong() -> None:
    target = "result:rig-a/seqread#seq-read"
    wrong = judged("412 MB/s", target, RIG, "disputed: read off a chart")
    assert (wrong.verdict, wrong.measured, wrong.reason) == (
        "disputed",
        "432 MB/s",
        "read off a chart",
    )
    assert wrong.diagnostic is None
    assert printed("412 KB/s", target, RIG, "disputed: the unit") == "disputed"
    where = "fails\ncontent/reports/a.md:14:24: error"
    assert printed("432 MB/s", target, RIG, "disputed: read off a chart") == (
        f"{where}[disputed-agrees]: '432 MB/s' is quoted as disputed,"
        " but the result says 432 MB/s\n"
        "  hint: take the title away: the number is right"
    )
    assert printed("412 MB/s", target, RIG, "disputed") == (
        f"{where}[bad-reference]: a disputed number needs a reason\n"
        '  hint: write "disputed: " and why it is wrong'
    )
    assert printed("that chart", target, RIG, "disputed: no") == (
        f"{where}[claim-unreadable]: 'that chart' holds no number that could be disputed\n"
        "  hint: take the title away, or quote the number"
    )


def test_data_that_contradict_themselves_bear_nothing_out() -> None:
    doubt = Diagnostic(
        Position("results/rig/x.txt", 7), "does-not-add-up", "2 s x 100 MB/s is not 400 MB"
    )
    records = [
        value("rig/x", "seq-read.bandwidth", 100, "MB/s"),
        value("rig/x", "seq-write.bandwidth", 90, "MB/s", 8),
    ]
    its = lab(records, findings=[doubt])
    assert printed("100 MB/s", "result:rig/x#seq-read", its) == (
        "contradiction\n"
        "content/reports/a.md:14:24: error[claim-contradiction]:"
        " the raw file contradicts itself: 2 s x 100 MB/s is not 400 MB\n"
        "  hint: results/rig/x.txt:7"
    )
    assert printed("90 MB/s", "result:rig/x#seq-write", its) == "holds"
    share = "result:rig/x?vs.operation=seq-read#seq-write"
    assert judged("10 % less", share, its).verdict == "contradiction"
    assert printed("that run", "result:rig/x#seq-read", its) == "plain"


def test_a_failed_run_gives_no_data_and_no_number() -> None:
    failure = Diagnostic(
        Position("results/rig/x.txt", 1), "failed-run", "fio stopped: Disk quota exceeded"
    )
    its = lab(texts={"rig/x": "fio: pid=811, err=122"}, findings=[failure])
    assert printed("1.2 MB/s", "result:rig/x#rand-write.bandwidth", its) == (
        "no-data\n"
        "content/reports/a.md:14:24: error[claim-no-data]: run failed: 'rig/x' gave no value\n"
        "  hint: results/rig/x.txt:1: fio stopped: Disk quota exceeded"
    )


def test_there_is_no_ratio_to_zero() -> None:
    its = lab(
        [value("a/x", "seq-read.bandwidth", 5, "B/s"), value("b/x", "seq-read.bandwidth", 0, "B/s")]
    )
    assert printed("5x", "result:a?vs=b#seq-read", its) == (
        "no-data\n"
        "content/reports/a.md:14:24: error[claim-no-data]:"
        " the baseline is 0: there is no ratio to it\n"
        "  hint: results/a/x.txt:7 against results/b/x.txt:7"
    )
    assert printed("", "result:a?vs=b#seq-read", its) == (
        "no-data\n"
        "content/reports/a.md:14:24: error[claim-no-data]:"
        " nothing can be said of the two: the baseline is 0, or both are bounds\n"
        "  hint: results/a/x.txt:7 against results/b/x.txt:7"
    )


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("result:rig-a/seqread#seq-read", "431.8 MB/s"),
        (mirrored("seq-write"), "−19.9 %"),
        (two("seq-read", 8), "2.58×"),
        ("result:fc/raid5?of=limit:fc-port#seq-read.bandwidth", "98.8 %"),
        ("result:fc/raid5#seq-read.cpu", "24.0 %"),
        ("testbed:fc#limit.fc-port", "200 MB/s"),
        ("testbed:fc", "fc"),
    ],
)
def test_an_empty_text_is_filled_in(target: str, text: str) -> None:
    records = [*SEEDS.dataset.records, *RIG.dataset.records, *SHARES.dataset.records]
    testbeds = {"fc": "title: FC\nlimits:\n  fc-port: 200 MB/s\n", "fc/raid5": "title: RAID 5\n"}
    claim = judged("", target, lab(records, testbeds))
    assert (claim.text, claim.diagnostic) == (text, None)


def test_a_claim_carries_what_was_measured_in_base_units() -> None:
    def numbers(claim: Claim) -> tuple[object, str]:
        return claim.value, claim.unit

    assert numbers(judged("432 MB/s", "result:rig-a#seq-read", RIG)) == (431_820_800, "B/s")
    assert numbers(judged("130 % slower", SLOWER, SCAN)) == (1.3, "1")
    assert numbers(judged("2.3x", SLOWER, SCAN)) == (2.3, "1")
    assert numbers(judged("half", SLOWER, SCAN)) == (2.3, "1")
    assert judged("130 % slower", SLOWER, SCAN).evidence == (
        Position("results/new/r.txt", 4),
        Position("results/old/r.txt", 3),
    )


UNIT_WORDS = sorted(word for word, unit in UNITS.items() if unit.base == "B/s" and "/s" in word)


@settings(deadline=None)
@given(
    st.integers(1, 10**12),
    st.sampled_from(UNIT_WORDS),
    st.integers(0, 3),
    st.sampled_from([Decimal("0.4"), Decimal("-0.4"), Decimal("0.6"), Decimal("-0.6")]),
)
def test_a_number_holds_up_to_half_of_its_last_digit(
    number: int, word: str, digits: int, off: Decimal
) -> None:
    step = Decimal(1).scaleb(-digits)
    unit = UNITS[word]
    written = (Decimal(number) / unit.factor).quantize(step)
    exact = (written + off * step) * unit.factor
    if written <= 0 or exact <= 0:
        return
    its = lab([value("rig/x", "seq-read.bandwidth", str(exact), "B/s")])
    expected = "holds" if abs(off) < Decimal("0.5") else "fails"
    assert judged(f"{written:,f} {word}", "result:rig/x#seq-read", its).verdict == expected
