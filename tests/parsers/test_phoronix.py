"""Phoronix Test Suite: units of the wrapped tools, and results that are none."""

from __future__ import annotations

import pytest

from sitegen.parsers._phoronix_scales import meaning
from sitegen.units import tidy
from tests.parsers.output import findings, shown, values


def composite(*results: str, systems: str = "") -> str:
    """Return a composite.xml with results."""
    return f"<PhoronixTestSuite>\n{systems}{''.join(results)}</PhoronixTestSuite>\n"


def result(
    scale: str, *entries: tuple[str, str], profile: str = "pts/fio-1.15.0", proportion: str = "HIB"
) -> str:
    """Return one result with an entry for each system."""
    data = "".join(
        f"<Entry><Identifier>{name}</Identifier>\n<Value>{value}</Value></Entry>\n"
        for name, value in entries
    )
    return (
        f"<Result>\n<Identifier>{profile}</Identifier><Title>T</Title>"
        "<Description>Type: Random Read - Block Size: 4KB</Description>"
        f"<Scale>{scale}</Scale><Proportion>{proportion}</Proportion>\n"
        f"<Data>{data}</Data></Result>\n"
    )


@pytest.mark.parametrize(
    ("profile", "value", "bytes_per_second"),
    [
        ("compress-zstd", "100", 100_000_000),
        ("iozone", "100", 104_857_600),
        ("fio", "100", 104_857_600),
        ("fio", "8.192", 8_388_608),
        ("dbench", "100", 100_000_000),
    ],
)
def test_mb_is_what_the_wrapped_tool_means(profile: str, value: str, bytes_per_second: int) -> None:
    means = meaning(profile, "", "MB/s", "HIB", value)
    assert tidy(means.value, means.unit) == bytes_per_second
    assert means.certainty != "assumed"


def test_mb_of_a_tool_that_is_not_known_is_assumed() -> None:
    means = meaning("ramspeed", "", "MB/s", "HIB", "100")
    assert (means.unit, means.certainty) == ("MB/s", "assumed")
    assert (meaning("botan", "", "MiB/s", "HIB", "100").certainty) == "exact"


def test_near_10_mb_two_readings_of_fio_are_possible() -> None:
    assert meaning("fio", "", "MB/s", "HIB", "9.9").certainty == "assumed"


@pytest.mark.parametrize(
    ("scale", "proportion", "quantity", "unit"),
    [
        ("Seconds", "LIB", "time", "s"),
        ("ms", "LIB", "time", "ms"),
        ("ns/op", "LIB", "latency", "ns"),
        ("Frames Per Second", "HIB", "rate", "op/s"),
        ("Iterations Per Minute", "HIB", "rate", "op/min"),
        ("Megapixels/sec", "HIB", "rate", "Mop/s"),
        ("k/s", "HIB", "rate", "op/s"),
        ("MH/s", "HIB", "rate", "Mop/s"),
        ("Messages/s", "HIB", "rate", "op/s"),
        ("Mflops", "HIB", "compute", "Mflop/s"),
        ("GFLOP/s", "HIB", "compute", "Gflop/s"),
        ("MIPS", "HIB", "rating", "MIPS"),
        ("byte/s", "HIB", "bandwidth", "B/s"),
        ("GB/s", "HIB", "bandwidth", "GB/s"),
        ("Mbits/sec", "HIB", "net-bandwidth", "Mbit/s"),
        ("Score", "HIB", "score", "1"),
        ("Mystery", "LIB", "count", "1"),
        # A time of which more is better is none.
        ("Seconds", "HIB", "score", "1"),
    ],
)
def test_scales_say_what_was_measured(
    scale: str, proportion: str, quantity: str, unit: str
) -> None:
    means = meaning("unheard-of", "", scale, proportion, "1")
    assert (means.quantity, means.unit) == (quantity, unit)


def test_installing_a_test_is_no_result_and_a_test_without_value_has_failed() -> None:
    text = composite(
        result("Seconds", ("a", "133"), profile="", proportion="LIB"),
        result("IOPS", ("a", "76800")),
        result("MB/s", ("a", "")),
    )
    assert values(text) == [("rand-read.iops", 76800)]
    assert findings(text) == (
        "run.txt:15: error[failed-run]: T, Type: Random Read - Block Size: 4KB: it has no value\n"
    )


def test_each_system_is_a_run_of_its_own() -> None:
    text = composite(result("IOPS", ("old", "100"), ("new", "200")))
    assert shown(text, only="rand-read") == (
        "  rand-read.iops 100 op/s  (100 IOPS, line 5) block_size=4096 job=pts/fio-1.15.0 "
        "mode=Type: Random Read - Block Size: 4KB series=old test=T unit=IOPS\n"
        "  rand-read.iops 200 op/s  (200 IOPS, line 7) block_size=4096 job=pts/fio-1.15.0 "
        "mode=Type: Random Read - Block Size: 4KB series=new test=T unit=IOPS\n"
    )


def test_two_systems_with_one_name_are_told_apart() -> None:
    systems = "".join(
        f"<System><Identifier>rig</Identifier>\n<Hardware>Processor: {cpu}</Hardware></System>\n"
        for cpu in ("A1", "B2")
    )
    text = composite(result("IOPS", ("rig", "100"), ("rig", "200")), systems=systems)
    assert shown(text, only="cpu.model") == (
        "  fact cpu.model = A1  (line 3)\n  fact cpu.model = B2  (line 5)\n"
    )
    assert findings(text) == (
        "run.txt:4: warning[contradiction]: two systems of this file are both called 'rig'\n"
    )


def test_values_over_time_are_no_result() -> None:
    text = composite(result("Celsius", ("a", "40,41,42"), proportion="LIB"))
    assert values(text) == []


def test_a_file_that_is_cut_off_publishes_nothing() -> None:
    text = composite(result("IOPS", ("a", "76800"))).removesuffix("</PhoronixTestSuite>\n")
    assert values(text) == []
    assert findings(text) == (
        "run.txt:1: error[incomplete-run]: the XML of Phoronix Test Suite ends before "
        "</PhoronixTestSuite>: it is cut off\n"
    )


def test_entities_are_refused() -> None:
    text = (
        '<PhoronixTestSuite><!DOCTYPE x [<!ENTITY a "b">]><Result></Result></PhoronixTestSuite>\n'
    )
    assert values(text) == []
    assert "incomplete-run" in findings(text)


def test_the_definition_of_a_test_is_no_result() -> None:
    text = "<PhoronixTestSuite>\n<ResultsParser></ResultsParser>\n</PhoronixTestSuite>\n"
    assert "unidentified-file" in findings(text)


LOG = """\
Flexible IO Tester 3.29:
    pts/fio-1.15.0 [Type: Random Read - Block Size: 4KB]
    Test 1 of 1
        Started Run 1 @ 07:20:28
        Started Run 2 @ 07:21:09

    Type: Random Read - Block Size: 4KB:
        400
        404

    Average: 402 MB/s
    Deviation: 0.70%
"""


def test_the_average_in_a_log_is_the_result_and_its_mb_are_those_of_fio() -> None:
    assert values(LOG) == [("rand-read.bandwidth", 402 * 2**20)]
    assert findings(LOG) == ""


def test_a_test_in_a_log_without_an_average_gives_no_result() -> None:
    began = "run.txt:2: error[incomplete-run]: Flexible IO Tester 3.29 began, but its average"
    for cut in (LOG.partition("    Average")[0], LOG.partition("/s")[0].rstrip("\n")):
        assert values(cut.encode()) == []
        assert findings(cut.encode()).startswith(began)
    failed = LOG.partition("    Type: Random Read - Block Size: 4KB:\n")[0]
    failed += "    The test quit with a non-zero exit status.\n"
    assert findings(failed) == (
        "run.txt:7: error[failed-run]: Flexible IO Tester 3.29 gave no result: The test quit with a"
        " non-zero exit status.\n"
    )
