"""All records leave as JSON and as CSV, whole, and harmless in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json

from sitegen.diagnostics import Position
from sitegen.export import as_csv, as_json
from sitegen.record import Record, Value
from sitegen.show import record_as_json


def record(value: float, written: str, line: int, **columns: Value) -> Record:
    return Record(
        value,
        "B/s",
        {
            "run": "rig/bonnie",
            "testbed": "rig",
            "tool": "bonnie++",
            "tool_version": "1.03",
            "operation": "seq-write",
            "quantity": "bandwidth",
            **{name.replace("__", "."): value for name, value in columns.items()},
        },
        Position("results/rig/bonnie.txt", line),
        written,
    )


def dumps(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False)


def loads(records: list[Record]) -> list[dict[str, object]]:
    """Return what `as_json` writes, with numbers as they are written."""
    found: list[dict[str, object]] = json.loads(as_json(records), parse_int=str, parse_float=str)
    return found


RECORDS = [
    record(
        192867328,
        "188347 K/sec",
        4,
        workload__file_size=17179869184,
        testbed__raid__level="10",
        testbed__os='Debian "sid", tried',
    ),
    record(0.5, "+++++", 5, date="2024-05", testbed__drive="=cmd|' /C calc'!A0"),
]


def test_a_table_has_every_column_and_guards_what_looks_like_a_formula() -> None:
    assert as_csv(RECORDS) == (
        "run,testbed,tool,tool_version,date,operation,quantity,statistic,value,unit,written,"
        "certainty,note,doubts,path,line,workload.file_size,testbed.drive,testbed.os,"
        "testbed.raid.level\r\n"
        "rig/bonnie,rig,bonnie++,1.03,,seq-write,bandwidth,,192867328,B/s,188347 K/sec,"
        'exact,,,results/rig/bonnie.txt,4,17179869184,,"Debian ""sid"", tried",10\r\n'
        "rig/bonnie,rig,bonnie++,1.03,2024-05,seq-write,bandwidth,,0.5,B/s,'+++++,"
        "exact,,,results/rig/bonnie.txt,5,,'=cmd|' /C calc'!A0,,\r\n"
    )


def test_every_beginning_of_a_formula_is_guarded_and_no_number_is() -> None:
    texts = ["=1", "+1", "-1", "@a", "\ta", "\ra", "a=1", " =1", ""]
    rows = [record(-1.5, "-1.5 MB/s", 1, testbed__note=text) for text in texts]
    table = list(csv.DictReader(io.StringIO(as_csv(rows), newline="")))
    assert [row["testbed.note"] for row in table] == [
        "'=1",
        "'+1",
        "'-1",
        "'@a",
        "'\ta",
        "'\ra",
        "a=1",
        " =1",
        "",
    ]
    assert {row["value"] for row in table} == {"-1.5"}


def test_the_json_has_a_record_on_each_line() -> None:
    text = as_json(RECORDS)
    assert [line[:1] for line in text.splitlines()] == ["[", "{", "{", "]"]
    assert json.loads(text)[0] == {
        "operation": "seq-write",
        "quantity": "bandwidth",
        "statistic": "",
        "value": 192867328,
        "unit": "B/s",
        "written": "188347 K/sec",
        "path": "results/rig/bonnie.txt",
        "line": 4,
        "run": "rig/bonnie",
        "tool": "bonnie++",
        "tool_version": "1.03",
        "date": "",
        "certainty": "exact",
        "note": "",
        "workload": {"file_size": 17179869184},
        "testbed": "rig",
        "testbed.os": 'Debian "sid", tried',
        "testbed.raid.level": "10",
        "doubts": [],
    }


def test_the_json_has_the_fields_of_show_in_their_order() -> None:
    shown = [{**record_as_json(one), "doubts": []} for one in RECORDS]
    assert as_json(RECORDS) == "[\n" + ",\n".join(dumps(one) for one in shown) + "\n]\n"


def test_numbers_that_are_equal_stand_in_each_row_as_they_were_read() -> None:
    rows = [
        record(1, "1 B/s", 1, workload__load=1, testbed__load=2.0),
        record(1.0, "1.0 B/s", 2, workload__load=1.0, testbed__load=2),
    ]
    assert [(one["value"], one["workload"], one["testbed.load"]) for one in loads(rows)] == [
        ("1", {"load": "1"}, "2.0"),
        ("1.0", {"load": "1.0"}, "2"),
    ]
    table = list(csv.DictReader(io.StringIO(as_csv(rows), newline="")))
    assert [(one["value"], one["workload.load"], one["testbed.load"]) for one in table] == [
        ("1", "1", "2.0"),
        ("1.0", "1.0", "2"),
    ]


def test_a_lab_without_results_gives_an_empty_list_and_a_head() -> None:
    assert as_json([]) == "[]\n"
    assert as_csv([]).count("\r\n") == 1
