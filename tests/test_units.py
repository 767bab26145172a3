"""Every spelling, every factor, and every display threshold from both sides."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import units
from sitegen.units import UNITS, common_scale, quantity, show, tidy, untidy

SPELLINGS = """
B            1                    B
kB           1000                 B
KiB          1024                 B
MB           1000000              B
MiB          1048576              B
GB           1000000000           B
GiB          1073741824           B
TB           1000000000000        B
TiB          1099511627776        B
PB           1000000000000000     B
PiB          1125899906842624     B
B/s          1                    B/s
kB/s         1000                 B/s
KiB/s        1024                 B/s
MB/s         1000000              B/s
MB/sec       1000000              B/s
MBps         1000000              B/s
MiB/s        1048576              B/s
MiB/sec      1048576              B/s
GB/s         1000000000           B/s
GiB/s        1073741824           B/s
bytes/s      1                    B/s
bytes/sec    1                    B/s
kb           1000                 bit
Mb           1000000              bit
Gb           1000000000           bit
kbit/s       1000                 bit/s
Mbit/s       1000000              bit/s
Mb/s         1000000              bit/s
Mbps         1000000              bit/s
Mbits/sec    1000000              bit/s
Gbit/s       1000000000           bit/s
Gb/s         1000000000           bit/s
Kibit/s      1024                 bit/s
op/s         1                    op/s
ops/sec      1                    op/s
IOPS         1                    op/s
kIOPS        1000                 op/s
MIOPS        1000000              op/s
files/s      1                    op/s
tps          1                    op/s
/s           1                    op/s
s            1                    s
ms           0.001                s
us           0.000001             s
µs           0.000001             s
ns           0.000000001          s
min          60                   s
h            3600                 s
%            0.01                 1
Hz           1                    Hz
MHz          1000000              Hz
GHz          1000000000           Hz
rpm          1                    rpm
W            1                    W
kWh          3600000              J
°C           1                    °C
MIPS         1000000              instr/s
Gflop/s      1000000000           flop/s
"""


@pytest.mark.parametrize("line", SPELLINGS.split("\n")[1:-1])
def test_each_spelling_has_its_factor_and_base(line: str) -> None:
    spelling, factor, base = line.split()
    assert tidy(1, spelling) == float(factor)
    assert UNITS[spelling].base == base


def test_rates_by_the_minute_and_hour_divide() -> None:
    assert tidy(8153, "op/min") == 8153 / 60
    assert tidy(7200, "op/h") == 2


def test_values_are_taken_in_decimal_so_no_digit_is_invented() -> None:
    assert tidy("188347", "KiB/s") == 192867328
    assert tidy("281.610", "MB/s") == 281610000
    assert tidy("619865.939", "ms") == 619.865939
    assert tidy("0.1", "MB/s") == 100000
    assert isinstance(tidy("281.610", "MB/s"), int)


def test_a_factor_of_1000_and_one_of_1024_cannot_both_pass() -> None:
    assert tidy("235020", "KiB/s") == 240660480
    assert tidy("235020", "kB/s") == 235020000


QUANTITIES = """
240.7 MB/s         | 240700000  | B/s
240.7MB/s          | 240700000  | B/s
1,234.5 MB/s       | 1234500000 | B/s
-19.9 %            | -0.199     | 1
−19.9 %            | -0.199     | 1
+23.5%             | 0.235      | 1
2.5                | 2.5        | 1
16 GiB             | 17179869184| B
1e3 op/s           | 1000       | op/s
.5 ms              | 0.0005     | s
"""


@pytest.mark.parametrize("line", QUANTITIES.split("\n")[1:-1])
def test_a_quantity_is_read_as_it_is_written(line: str) -> None:
    text, value, base = (part.strip() for part in line.split("|"))
    found = quantity(text)
    assert found is not None
    assert (found.value, found.unit.base) == (float(value), base)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "MB/s",
        "12,3 ms",
        "1,23,456 B",
        "64 KB",
        "64 K",
        "5 K/sec",
        "5 apples",
        "1.2.3 s",
        "5 mB/s",
        "5 b/s",
    ],
)
def test_what_can_be_read_in_two_ways_or_none_is_not_a_quantity(text: str) -> None:
    assert quantity(text) is None


def test_the_resolution_is_half_of_the_last_digit_written() -> None:
    for text, half in (
        ("412 MB/s", "0.5"),
        ("0.40 GB/s", "0.005"),
        ("20 %", "0.5"),
        ("1e3 s", "500"),
    ):
        found = quantity(text)
        assert found is not None
        assert found.resolution == Decimal(half)


# value, base, as shown, and as shown one float below.
THRESHOLDS = [
    (1.0, "B/s", "1 B/s", "1.000 B/s"),
    (999.95, "B/s", "1.00 kB/s", "999.9 B/s"),
    (9.995e3, "B/s", "10.00 kB/s", "9.99 kB/s"),
    (99.95e3, "B/s", "100.0 kB/s", "99.9 kB/s"),
    (999.95e3, "B/s", "1.00 MB/s", "999.9 kB/s"),
    (999.95e6, "B/s", "1.00 GB/s", "999.9 MB/s"),
    (999.95e9, "B/s", "1.00 TB/s", "999.9 GB/s"),
    (999.95e-9, "s", "1.00 µs", "999.9 ns"),
    (999.95e-6, "s", "1.00 ms", "999.9 µs"),
    (999.95e-3, "s", "1.00 s", "999.9 ms"),
    (999.95, "s", "1,000.0 s", "999.9 s"),
    (999999.95, "op/s", "1.00 Mop/s", "999,999.9 op/s"),
    (999.95e3, "bit/s", "1.00 Mbit/s", "999.9 kbit/s"),
    (999.95e6, "Hz", "1.00 GHz", "999.9 MHz"),
]


@pytest.mark.parametrize(("value", "base", "above", "below"), THRESHOLDS)
def test_thresholds_from_both_sides(value: float, base: str, above: str, below: str) -> None:
    # The first of these is exactly at, or the nearest float above, the threshold in decimal.
    assert show(value, base) == above
    assert show(math.nextafter(value, 0), base) == below


BINARY = [
    (1024, "B", "1 KiB"),
    (1023.9, "B", "1,023.9 B"),
    (16 * 2**30, "B", "16 GiB"),
    (240660480, "B/s", "229.5 MiB/s"),
    (1023.95 * 2**20, "B", "1.00 GiB"),
    (1023.94 * 2**20, "B", "1,023.9 MiB"),
]


@pytest.mark.parametrize(("value", "base", "text"), BINARY)
def test_binary_prefixes_step_at_1024(value: float, base: str, text: str) -> None:
    assert show(value, base, binary=True) == text


def test_one_scale_for_a_column_keeps_three_digits_of_its_smallest_value() -> None:
    scale = common_scale([192867328, 99764224, 387317760], "B/s")
    assert [scale.text(value) for value in (192867328, 99764224, 387317760)] == [
        "192.9",
        "99.8",
        "387.3",
    ]
    assert scale.symbol == "MB/s"


def test_a_value_that_is_not_zero_is_never_printed_as_zero() -> None:
    # rsc/benchstat#1: 1.46 us beside 1164.383 us became 0.00 ms.
    scale = common_scale([1.164383e-3, 1.46e-6], "s")
    assert (scale.symbol, scale.text(1.46e-6), scale.text(1.164383e-3)) == (
        "µs",
        "1.46",
        "1,164.38",
    )


def test_whole_numbers_are_printed_without_decimals() -> None:
    scale = common_scale([19599, 257598, 8272], "op/s")
    assert [scale.text(value) for value in (19599, 257598, 8272)] == ["19,599", "257,598", "8,272"]


def test_zero_is_printed_as_zero_and_does_not_choose_the_scale() -> None:
    assert show(0, "B/s") == "0 B/s"
    assert common_scale([0, 5e6], "B/s").symbol == "MB/s"


@given(
    st.lists(st.floats(min_value=1, max_value=1e12), min_size=1, max_size=8),
    st.sampled_from(["B", "B/s", "bit/s", "op/s", "s", "Hz"]),
    st.booleans(),
)
def test_printed_number_times_printed_unit_is_the_value(
    values: list[float], base: str, binary: bool
) -> None:
    scale = common_scale(values, base, binary=binary)
    for value in values:
        printed = Decimal(scale.text(value).replace(",", ""))
        half = Decimal(1).scaleb(-scale.decimals) / 2
        assert abs(printed - untidy(value, scale.symbol)) <= half
        assert len(str(printed).replace(".", "").lstrip("0")) >= 3 or printed == int(printed)


def test_both_families_of_units_are_apart() -> None:
    assert {
        symbol for symbol in UNITS if "iB" in symbol and UNITS[symbol].factor % 1000 == 0
    } == set()
    assert set(units.AMBIGUOUS) & set(UNITS) == set()
