"""SPEC SFS: load points in XML and text."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

POINT = """\
<run time="1500000000.5" version="1072">
<business_metric>2</business_metric>
<metric name="op rate" units="ops/s">1000.00</metric>
<metric name="achieved rate" units="ops/s">1000.25</metric>
<metric name="average latency" units="milliseconds">0.75</metric>
<metric name="overall throughput" units="KB/s">1000.00</metric>
<metric name="file size" units="KB">16</metric>
<benchmark name="SWBUILD"/>
<valid_run/>
</run>
"""
ROW = (
    "      1     10    10.00   2.50   3000.00    1000.00    2000.00  300    2    1       16"
    "    24000    48000    48000    52000    VDA\n"
)
OLD = "   2000    1999     0.9   599700  300 3 T   247463936   4 12  2 2 0 0 2008\n"


def summary(*points: str) -> str:
    """Return a summary of load points."""
    return f'<summary id="a">\n{"".join(points)}</summary>\n'


def test_the_base_of_kb_is_assumed_and_said() -> None:
    assert shown(summary(POINT), only="mix.bandwidth") == (
        "  mix.bandwidth 1024000 B/s  (1000.00 KB/s, line 7) file_size=16384 scale=2 test=SWBUILD "
        "[assumed: KB is not defined in the file; taken as 1024 bytes, with 1000 it would be "
        "2.3 % less]\n"
    )


def test_the_rate_that_was_asked_for_is_not_the_result() -> None:
    assert dict(values(summary(POINT)))["mix.iops"] == 1000.25
    assert shown(summary(POINT), only="requested") == "  fact requested-rate = 1000  (line 4)\n"


def test_a_point_that_is_not_valid_is_not_published() -> None:
    for verdict in ("<valid_run>INVALID_RUN</valid_run>", "<invalid_run/>", ""):
        text = summary(POINT.replace("<valid_run/>", verdict))
        assert values(text) == []
        assert findings(text).startswith("run.txt:2: error[failed-run]")
    text = ROW.rstrip() + "  INVALID_RUN\n"
    assert values(text) == []
    assert findings(text).startswith("run.txt:1: error[failed-run]: the load point")


def test_a_summary_that_is_cut_off_publishes_nothing() -> None:
    text = summary(POINT).removesuffix("</summary>\n")
    assert values(text) == []
    assert findings(text).startswith("run.txt:1: error[incomplete-run]")


def test_a_row_of_text_is_known_by_its_sum() -> None:
    assert values(ROW) == [
        ("mix.iops", 10),
        ("mix.latency.mean", 0.0025),
        ("mix.bandwidth", 3_072_000),
        ("read.bandwidth", 1_024_000),
        ("write.bandwidth", 2_048_000),
    ]
    assert values(ROW.replace("3000.00", "4000.00")) == []


def test_a_row_of_2008_is_known_by_its_quotient() -> None:
    assert values(OLD) == [("mix.iops", 1999), ("mix.latency.mean", 0.0009)]
    assert values(OLD.replace("599700", "123456")) == []
