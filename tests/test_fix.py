"""Wrong numbers are rewritten in place, and nothing else is."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen import claims, prose, references
from sitegen.claims import Claim
from sitegen.diagnostics import Diagnostic
from sitegen.fix import corrected, fix
from sitegen.lab import Lab
from sitegen.units import UNITS
from tests.labs import judged, lab, value

LAB = lab(
    [
        value("a/x", "seq-read.bandwidth", "98214", "KiB/s"),
        value("b/x", "seq-read.bandwidth", "38038", "KiB/s"),
        value("a/x", "rand-read.latency.mean", "1.46", "us"),
        value("b/x", "rand-read.latency.mean", "2.92", "us"),
        value("a/x", "seq-write.bandwidth", "1690.35", "MB/s"),
    ],
    {"a": "title: A\nlayout:\n  drives: 16\nsettings:\n  memory: 8 GiB\n"},
)
READ, VS = "result:a#seq-read", "result:a?vs=b#seq-read"
LATENCY, LATENCIES = "result:a#rand-read.latency", "result:a?vs=b#rand-read.latency"
WRITE = "result:a#seq-write"


def claims_in(text: str, its: Lab) -> list[Claim]:
    found = []
    for link in prose.render(text, "content/reports/a.md").links:
        parsed = references.parse(link.target, link.position)
        leads = parsed if isinstance(parsed, Diagnostic) else references.resolve(parsed, its)
        found.append(claims.judge(link, leads))
    return found


@pytest.mark.parametrize(
    ("text", "target", "right"),
    [
        ("99 MB/s", READ, "101 MB/s"),
        ("99.0 MB/s", READ, "100.6 MB/s"),
        ("about 80 MiB/s", READ, "about 96 MiB/s"),
        ("almost 90 MB/s", READ, "almost 101 MB/s"),
        ("over 90 MB/s", READ, "over 100 MB/s"),
        ("at least 120 MB/s", READ, "at least 100 MB/s"),
        ("50 % faster", VS, "158 % faster"),
        ("about 2.1x", VS, "about 2.6x"),
        ("almost 2 to 1", VS, "almost 2.6 to 1"),
        ("\N{MINUS SIGN}40.0 %", LATENCIES, "\N{MINUS SIGN}50.0 %"),
        ("0.00 ms", LATENCY, "0.0015 ms"),
        ("1,700.0 MB/s", WRITE, "1,690.4 MB/s"),
        ("1700.0 MB/s", WRITE, "1690.4 MB/s"),
        ("990 MB/s", WRITE, "1690 MB/s"),
        ("15 drives", "testbed:a#drives", "16 drives"),
        ("4 GiB", "testbed:a#memory", "8 GiB"),
    ],
)
def test_the_digits_the_unit_and_the_words_of_the_author_are_kept(
    text: str, target: str, right: str
) -> None:
    claim = judged(text, target, LAB)
    assert (claim.verdict, corrected(claim)) == ("fails", right)
    assert judged(right, target, LAB).verdict == "holds"


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("101 MB/s", READ),
        ("158 % slower", VS),
        ("slower", VS),
        ("half", VS),
        ("101 KB/s", READ),
        ("-40 %", VS),
        ("101 MB", READ),
        ("that run", READ),
    ],
)
def test_what_no_number_puts_right_is_left(text: str, target: str) -> None:
    assert corrected(judged(text, target, LAB)) is None


def test_only_wrong_numbers_change_in_a_document() -> None:
    document = f"""\
# 99 MB/s is a heading

It reads [99 MB/s]({READ}) and not 99 MB/s, [99 MB/s]({READ} "disputed: a slip"),
which is [**about** 2.1x]({VS}), [101 MB/s]({READ}), or [5 % slower]({VS}).

| case | rate |
| --- | --- |
| 99 | [99.0 MB/s]({READ}), [`99` MB/s][code] |

- [with 2 tries, 99 MB/s]({READ}) and [99&nbsp;MB/s &#99;]({READ})

[code]: {READ}
"""
    fixed = fix(document, claims_in(document, LAB))
    assert (
        fixed
        == f"""\
# 99 MB/s is a heading

It reads [101 MB/s]({READ}) and not 99 MB/s, [99 MB/s]({READ} "disputed: a slip"),
which is [**about** 2.6x]({VS}), [101 MB/s]({READ}), or [5 % slower]({VS}).

| case | rate |
| --- | --- |
| 99 | [100.6 MB/s]({READ}), [`101` MB/s][code] |

- [with 2 tries, 101 MB/s]({READ}) and [99&nbsp;MB/s &#99;]({READ})

[code]: {READ}
"""
    )
    assert fix(fixed, claims_in(fixed, LAB)) == fixed


WORDS = ["", "about ", "almost ", "nearly ", "under ", "over ", "at least ", "at most ", "~"]


@settings(deadline=None)
@given(
    st.integers(1, 10**12),
    st.decimals(min_value="0.01", max_value="99999", places=3),
    st.integers(0, 3),
    st.sampled_from(["kB/s", "KiB/s", "MB/s", "MiB/s", "GB/s", "Gbit/s"]),
    st.sampled_from(WORDS),
)
def test_a_fixed_quantity_always_holds(
    number: int, wrong: Decimal, digits: int, unit: str, word: str
) -> None:
    its = lab([value("a/x", "seq-read.bandwidth", number, "B/s")])
    text = f"{word}{wrong:.{digits}f} {unit}"
    claim = judged(text, READ, its)
    right = corrected(claim)
    if claim.verdict == "holds":
        assert right is None
    elif right is not None:
        assert judged(right, READ, its).verdict == "holds"
        assert right.startswith(word)
        assert right.endswith(f" {unit}")
    else:
        # Twelve decimals are the most that are tried.
        assert Decimal(number) / UNITS[unit].factor < Decimal("1e-6")


@settings(deadline=None)
@given(
    st.integers(1, 10**6),
    st.integers(1, 10**6),
    st.integers(1, 999),
    st.sampled_from(WORDS),
    st.sampled_from([" %", " % faster", " % slower", "x", " to 1", " % of the old rate"]),
)
def test_a_fixed_comparison_always_holds(a: int, b: int, wrong: int, word: str, form: str) -> None:
    its = lab(
        [
            value("a/x", "seq-read.bandwidth", a, "kB/s"),
            value("b/x", "seq-read.bandwidth", b, "kB/s"),
        ]
    )
    claim = judged(f"{word}{wrong}{form}", VS, its)
    right = corrected(claim)
    if right is not None:
        assert claim.verdict == "fails"
        assert judged(right, VS, its).verdict == "holds"
    elif claim.verdict == "fails":
        turned = (form == " % faster" and a < b) or (form == " % slower" and a > b)
        assert turned or a == b or wrong == 1
