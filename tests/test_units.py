"""Every spelling and every factor."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import units
from sitegen.units import UNITS, quantity, tidy

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


def test_both_families_of_units_are_apart() -> None:
    assert {
        symbol for symbol in UNITS if "iB" in symbol and UNITS[symbol].factor % 1000 == 0
    } == set()
    assert set(units.AMBIGUOUS) & set(UNITS) == set()


@given(
    st.decimals(-(10**9), 10**9, places=6) | st.integers(-(10**15), 10**15),
    st.sampled_from(
        sorted(name for name, its in UNITS.items() if its.divisor == 1 and its.factor <= 2**40)
    ),
)
def test_a_value_is_as_exact_as_it_was_printed(number: Decimal | int, spelling: str) -> None:
    exact = Fraction(number) * Fraction(UNITS[spelling].factor)
    found = tidy(str(number), spelling)
    if exact.denominator == 1:
        assert isinstance(found, int)
        assert found == exact
    else:
        assert found == float(exact)
