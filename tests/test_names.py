"""What columns and their values are called: titles, sizes as written, and nothing bare."""

from __future__ import annotations

import pytest

from sitegen import names
from sitegen.diagnostics import Position
from sitegen.hardware import Hardware
from sitegen.record import Value
from tests.labs import lab

DRIVE = Hardware("wd800", "WD Caviar Blue", "drive", "", "", "", {}, {}, "", (), Position("a.md"))
NAMES = names.of(
    lab(
        testbeds={"rig": "title: The rig\nsettings: {memory: 8 GiB, cache: 512 KiB}"},
        hardware=[DRIVE],
    )
)


@pytest.mark.parametrize(
    ("column", "value", "named", "alone"),
    [
        ("testbed", "rig", "The rig", "The rig"),
        ("testbed.drive", "wd800 + st3500", "WD Caviar Blue + st3500", "WD Caviar Blue + st3500"),
        ("testbed.memory", 8 * 2**30, "8 GiB", "8 GiB"),
        ("testbed.raid.level", "10", "10", "RAID 10"),
        ("testbed.raid.level", "1+0", "1+0", "RAID 1+0"),
        ("testbed.raid.level", None, "not recorded", "RAID level not recorded"),
        ("testbed.write-cache", "off", "off", "write cache off"),
        ("testbed.kernel", "6.10", "6.10", "kernel 6.10"),
        ("workload.block_size", 4096, "4 KiB", "4 KiB"),
        ("workload.queue_depth", 32, "32", "queue depth 32"),
        ("operation", "seq-write", "Sequential write", "Sequential write"),
        ("quantity", "iops", "operations per second", "operations per second"),
        ("statistic", "max", "maximum", "maximum"),
    ],
)
def test_a_value_has_a_name(column: str, value: Value | None, named: str, alone: str) -> None:
    assert (NAMES.value(column, value), NAMES.alone(column, value)) == (named, alone)


def test_words_keep_what_is_always_written_in_capitals() -> None:
    assert names.label("testbed.raid.drives-per-group") == "RAID drives per group"
    assert names.words("fc-port") == "FC port"
    assert names.heading("file size") == "File size"
