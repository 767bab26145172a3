import pytest

from sitegen.parsers._text import binary_size, ctime, decimal_mark, number, readings, unreadable
from sitegen.record import Source


@pytest.mark.parametrize(
    ("text", "line", "value"),
    [
        ("3,00", "", "3.00"),
        ("0,345", "", "0.345"),
        ("1,917.43", "", "1917.43"),
        ("1.917,43", "", "1917.43"),
        ("1 917,43", "", "1917.43"),
        ("1'917.43", "", "1917.43"),
        ("4,000,787,030,016", "", "4000787030016"),
        ("-2.5e3", "", "-2.5e3"),
        ("1.917", "", "1.917"),
        ("1.917", "1.917 MB in 2,5 s", "1917"),
        ("12,345", "12,345 MB in 2,5 s", "12.345"),
        ("12,345", "12,345 MB in 2.5 s", "12345"),
        ("12,345", "12,345 MB/s", None),
        ("1,2,3", "", None),
        ("10.0.0.1", "", None),
        ("five", "", None),
    ],
)
def test_a_number_is_read_in_the_locale_that_its_line_proves(
    text: str, line: str, value: str | None
) -> None:
    assert number(text, line) == value


def test_a_number_that_can_be_read_twice_is_reported_with_both_readings() -> None:
    source = Source("disk.txt", ["rate 12,345 MB/s"], [1])
    assert readings("12,345") == ((".", "12345"), (",", "12.345"))
    assert str(unreadable(source, 0, "12,345")) == (
        "disk.txt:1: error[ambiguous-number]: '12,345' can be 12345 or 12.345, "
        "and no other figure of the line decides\n"
        "  hint: say in a sidecar what it is"
    )
    assert str(unreadable(source, 0, "n/a")) == (
        "disk.txt:1: error[bad-number]: 'n/a' is not a number"
    )


def test_figures_that_disagree_prove_no_decimal_mark() -> None:
    assert decimal_mark("300 MB in  3,00 seconds = 100,00 MB/sec") == ","
    assert decimal_mark("bytes (1.1 GB, 1.0 GiB) copied, 2.05 s, 499.5MB/s") == "."
    assert decimal_mark("2,5 s and 2.5 s") == ""
    assert decimal_mark("1,234 of 5,678") == ""


def test_a_size_with_a_letter_is_a_power_of_1024() -> None:
    assert binary_size("16G") == 17_179_869_184
    assert binary_size("64k") == 65_536
    assert binary_size("1.81T") == 1_990_116_046_274
    assert binary_size("300", 1024**2) == 314_572_800
    assert binary_size("64M:64k") is None


def test_a_date_of_ctime_is_given_by_iso_8601() -> None:
    assert ctime("\tRun began: Wed Feb  4 14:29:28 2018") == "2018-02-04T14:29:28"
    assert ctime("Date: Sun Jul 16 11:58:39 UTC 2023") == "2023-07-16T11:58:39"
    assert ctime("yesterday") == ""
