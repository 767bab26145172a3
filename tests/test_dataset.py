"""The questions that pages, tables and claims ask of all records."""

from __future__ import annotations

from sitegen.dataset import group, of, varying, where
from sitegen.diagnostics import Position
from sitegen.record import Certainty, Record, Value
from sitegen.samples import sample, samples


def record(value: int, run: str, **columns: Value) -> Record:
    its: dict[str, Value] = {
        "run": run, "tool": "bonnie++", "operation": "seq-write", "quantity": "bandwidth",
        "testbed": run.rpartition("/")[0],
    }  # fmt: skip
    its.update({name.replace("__", "."): value for name, value in columns.items()})
    return Record(value, "B/s", its, Position("results/" + run + ".txt", 7), f"{value} B/s")


A = record(100, "rig/a/1", testbed__raid__level=10)
B = record(104, "rig/a/2", testbed__raid__level=10)
C = record(80, "rig/b/1", testbed__raid__level=5, workload__file_size=8)
DATA = of((A, B, C))


def test_a_path_stands_for_a_run_or_all_runs_in_a_folder() -> None:
    assert DATA.under("rig/a/1") == [A]
    assert DATA.under("rig/a") == [A, B]
    assert DATA.under("rig/a/") == [A, B]
    assert DATA.under("rig") == [A, B, C]
    assert DATA.under("ri") == []


def test_runs_within_one_file_belong_to_its_path() -> None:
    many = of((record(1, "rig/x:1"), record(2, "rig/x:2")))
    assert len(many.under("rig/x")) == 2
    assert len(many.under("rig/x:2")) == 1


def test_a_short_name_stands_for_the_column_of_workload_or_testbed() -> None:
    assert DATA.column("raid.level") == ("testbed.raid.level",)
    assert DATA.column("file_size") == ("workload.file_size",)
    assert DATA.column("tool") == ("tool",)
    assert DATA.column("colour") == ()


def test_where_keeps_what_has_one_of_the_wanted_values() -> None:
    assert where(DATA.records, {"testbed.raid.level": 5}) == [C]
    assert where(DATA.records, {"testbed.raid.level": ["5", "10"]}) == [A, B, C]
    assert where(DATA.records, {"workload.file_size": 9}) == []


def test_varying_names_what_else_differs_with_not_recorded_last() -> None:
    assert varying(DATA.records) == {
        "testbed": ["rig/a", "rig/b"],
        "testbed.raid.level": [5, 10],
        "workload.file_size": [8, None],
    }
    assert varying([A, B]) == {}


def test_groups_come_in_natural_order_and_what_is_not_recorded_last() -> None:
    # pallets/jinja#1287: sorting by a column that some rows lack ended in a TypeError.
    unknown = record(1, "rig/c/1")
    levels = [record(1, "rig/d/1", testbed__raid__level=one) for one in (50, "1+0", 6, 0)]
    grouped = group([unknown, *DATA.records, *levels], ["testbed.raid.level"])
    assert list(grouped) == [(0,), ("1+0",), (5,), (6,), (10,), (50,), (None,)]


def test_repeats_are_taken_together_as_their_median_with_spread() -> None:
    both, other = samples(DATA.records)
    assert (both.value, both.n, both.low, both.high) == (102, 2, 100, 104)
    assert both.spread == 4 / 102
    assert (other.value, other.n, other.spread) == (80, 1, None)


def test_different_tool_versions_are_no_repeats() -> None:
    newer = record(100, "rig/a/3", testbed__raid__level=10, tool_version="2.00")
    assert [one.n for one in samples([A, newer])] == [1, 1]


def test_a_sample_is_as_certain_as_its_weakest_repeat_and_bounds_are_the_weakest() -> None:
    kinds: list[Certainty] = ["exact", "derived", "at-least"]
    repeats = [A._replace(certainty=kind) for kind in kinds]
    assert sample(repeats[:1]).certainty == "exact"
    assert sample(repeats[:2]).certainty == "derived"
    assert sample(repeats).certainty == "at-least"


def test_repeats_are_alike_in_whatever_order_their_columns_stand_with_or_without_a_date() -> None:
    turned = B._replace(columns={"date": "2020-01", **dict(reversed(list(B.columns.items())))})
    more = A._replace(columns={**A.columns, "testbed.pool": "x"})
    assert [(one.value, one.n) for one in samples([A, turned, more])] == [(102, 2), (100, 1)]
