"""Numbers in prose: references where one result is meant and they agree, else why there is none."""

from __future__ import annotations

from tests.importing.pages import imported, prose

TWO = """\
    # Prose

    ## Disk A

    ```
    /dev/sda:
     Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec
    ```

    {a}

    ## Disk B

    ```
    /dev/sdb:
     Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec
    ```

    {b}
"""


def said(a: str = "", b: str = "") -> str:
    return prose(TWO.format(a=a, b=b))


def test_a_number_is_placed_where_one_result_can_be_meant() -> None:
    assert (
        said("It reads 83.9 MB/s.")
        == "10: 83.9 MB/s: result:page/disk-a/hdparm#seq-read.bandwidth\n"
    )
    assert said(b="It reads 104.86 MB/s instead of 83.9 MB/s.") == (
        "19: 104.86 MB/s: result:page/disk-b/hdparm#seq-read.bandwidth\n"
        "19: 83.9 MB/s: result:page/disk-a/hdparm#seq-read.bandwidth\n"
    )


def test_what_agrees_by_chance_is_not_placed() -> None:
    assert said("Nearly 84 MB/s.") == "10: almost 84 MB/s: may be a result of line 7\n"
    assert said(b="Writing makes 83.9 MB/s.") == "19: 83.9 MB/s: may be a result of line 7\n"


def test_what_agrees_with_nothing_has_no_data() -> None:
    assert said("The old one did 12.5 MB/s, and more than 90 MB/s none.") == (
        "10: 12.5 MB/s: no result of this page has this value: no data\n"
        "10: over 90 MB/s: no result of this page has this value: no data\n"
    )


def test_a_slip_is_placed_and_disputed() -> None:
    assert said("It reads 80 MB/s.") == (
        "10: 80 MB/s: result:page/disk-a/hdparm#seq-read.bandwidth"
        " (disputed: read from 80.00 MB/sec by powers of 1000, but MiB/s is meant)\n"
    )
    assert said(b="It reads 104.85 MB/s.") == (
        "19: 104.85 MB/s: result:page/disk-b/hdparm#seq-read.bandwidth"
        " (disputed: cut off, not rounded)\n"
    )


def test_a_change_is_placed_where_two_results_stand_beside_it() -> None:
    found = said(b="It reads 104.9 MB/s instead of 83.9 MB/s, 25 % more.")
    assert found.endswith(
        "19: 25 %: result:page/disk-b/hdparm?vs=page/disk-a/hdparm#seq-read.bandwidth\n"
    )
    assert said(b="It is 30 % faster.") == (
        "19: about 30 %: a change or a ratio: say of what (vs=, of=)\n"
    ).replace("about ", "")


def test_a_number_that_can_be_read_in_two_ways_is_said_to_be_so() -> None:
    assert said("Das sind 83,9 MB/s.") == (
        "10: 83,9 MB/s: it is not clear which of its marks is that of the decimals\n"
    )


def test_sizes_clocks_and_times_of_the_day_are_no_results() -> None:
    assert said("At 12:30 the 2.5 GHz CPU copied 4 GB to 3 disks, as in 2005.") == ""


def test_the_draft_has_each_number_with_its_line() -> None:
    draft = imported(TWO.format(a="It reads 83.9 MB/s.", b="It is 30 % faster.")).files[
        "content/reports/page.md"
    ]
    assert (
        b"- [1 value of hdparm](testbed:page/disk-a), lines 6 to 7\n"
        b"- [83.9 MB/s](result:page/disk-a/hdparm#seq-read.bandwidth) (line 10)\n"
    ) in draft
    assert b"- 30 % (line 19): a change or a ratio: say of what (vs=, of=)\n" in draft
    assert b"It reads" not in draft
