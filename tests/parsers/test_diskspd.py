"""DiskSpd: what naive readers of its text and its XML get wrong."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings, shown, values

ASKED = """\
Command Line: diskspd.exe -b8K -d10 -r t

Input parameters:

\ttimespan:   1
\t-------------
\tduration: 10s
\tpath: 't'
\t\tperforming read test
\t\tblock size: 8192
\t\tusing random I/O (alignment: 8192)
\t\tthreads per file: 2

"""
RESULTS = """\
Results for timespan 1:
*******************************************************************************

actual test time:\t10.00s
thread count:\t\t2

"""
HEAD = """\
thread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |  AvgLat  | LatStdDev |  file
--------------------------------------------------------------------------------------------
"""
ROWS = """\
     0 |       524288000 |        64000 |      50.00 |    6400.00 |    0.500 |     0.250 | t (1GiB)
     1 |       524288000 |        64000 |      50.00 |    6400.00 |    0.500 |     0.250 | t (1GiB)
--------------------------------------------------------------------------------------------
total:        1048576000 |       128000 |     100.00 |   12800.00 |    0.500 |     0.250

"""
NONE = (
    "total:                 0 |            0 |       0.00 |       0.00 |    0.000 |       N/A\n\n"
)
RANKS = """\
  %-ile |  Read (ms) | Write (ms) | Total (ms)
----------------------------------------------
    min |      0.100 |        N/A |      0.100
   50th |      0.400 |        N/A |      0.400
3-nines |      2.000 |        N/A |      2.000
9-nines |      9.000 |        N/A |      9.000
    max |      9.000 |        N/A |      9.000
"""
TEXT = (
    ASKED
    + RESULTS
    + "".join(
        f"{part} IO\n{HEAD}{rows}"
        for part, rows in (("Total", ROWS), ("Read", ROWS), ("Write", NONE))
    )
)


def test_the_row_of_the_total_counts_and_mib_is_1024() -> None:
    found = values(TEXT)
    assert found[:2] == [("rand-read.bandwidth", 100 * 2**20), ("rand-read.iops", 12800)]
    assert [metric for metric, _ in found].count("rand-read.bandwidth") == 1


def test_mb_of_old_versions_is_1024_too() -> None:
    assert values(TEXT.replace("MiB/s ", "MB/s  ")) == values(TEXT)


def test_a_direction_without_io_gives_nothing() -> None:
    assert not any("write" in metric for metric, _ in values(TEXT + RANKS))


def test_percentiles_of_fewer_operations_than_it_takes_are_left_out() -> None:
    found = dict(values(TEXT + RANKS))
    assert found["rand-read.latency.p50"] == 0.0004
    assert found["rand-read.latency.p99.9"] == 0.002
    assert "rand-read.latency.p99.9999999" not in found
    assert found["rand-read.latency.max"] == 0.009


def test_a_rate_that_is_not_bytes_by_time_is_told() -> None:
    text = TEXT.replace(" 100.00 |   12800.00", " 200.00 |   12800.00")
    assert "[does-not-add-up]" in findings(text)
    assert "[does-not-add-up]" not in findings(TEXT)


def test_the_table_of_one_target_is_not_that_of_all() -> None:
    own = "t\n" + RANKS.replace("0.400", "0.900") + "\n"
    found = dict(values(TEXT + own + "total:\n" + RANKS))
    assert found["rand-read.latency.p50"] == 0.0004


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (ASKED + "Test interrupted before the measurements began. No results.\n", "failed-run"),
        (ASKED, "incomplete-run"),
    ],
)
def test_a_run_without_results_is_told(text: str, code: str) -> None:
    assert values(text) == []
    assert f"[{code}]" in findings(text)


XML = """\
<Results>
  <System><Tool><Version>2.2</Version></Tool></System>
  <Profile><TimeSpans><TimeSpan><Duration>10</Duration><Targets><Target>
    <BlockSize>8192</BlockSize><WriteRatio>0</WriteRatio>
  </Target></Targets></TimeSpan></TimeSpans></Profile>
  <TimeSpan>
    <TestTimeSeconds>10.00</TestTimeSeconds>
    <ThreadCount>2</ThreadCount>
    <Thread><Target>
      <BytesCount>524288000</BytesCount><IOCount>64000</IOCount>
      <ReadBytes>524288000</ReadBytes><ReadCount>64000</ReadCount>
      <WriteBytes>0</WriteBytes><WriteCount>0</WriteCount>
    </Target></Thread>
    <Thread><Target>
      <BytesCount>524288000</BytesCount><IOCount>64000</IOCount>
      <ReadBytes>524288000</ReadBytes><ReadCount>64000</ReadCount>
      <WriteBytes>0</WriteBytes><WriteCount>0</WriteCount>
    </Target></Thread>
  </TimeSpan>
</Results>
"""


def test_xml_is_summed_over_its_threads_with_the_formula_beside_it() -> None:
    assert values(XML, "run.xml") == [
        ("seq-read.bandwidth", 104857600),
        ("seq-read.iops", 12800),
        ("seq-read.size", 1048576000),
    ]
    assert "1048576000 bytes / 10.00 s" in shown(XML, "run.xml", only="bandwidth")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (XML.replace("</Results>\n", ""), "the XML ends before </Results>"),
        (XML.replace("</Profile>", ""), "the XML is damaged: mismatched tag"),
        (
            XML.replace("<Results>", '<Results><!DOCTYPE a [<!ENTITY b "c">]>', 1),
            "the XML is damaged",
        ),
    ],
)
def test_xml_that_is_damaged_or_cut_off_gives_nothing(text: str, said: str) -> None:
    assert values(text, "run.xml") == []
    assert said in findings(text, "run.xml")
