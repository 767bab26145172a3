"""Readers: what each kind of value may be, and what is said where it is something else."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # ships no stubs

from sitegen import metadata, schema
from sitegen.configuration import CONFIGURATION
from sitegen.hardware import HARDWARE
from sitegen.schema import Key, Reader
from sitegen.testbed_file import TESTBED


def read(reader: Reader[Any], text: str) -> tuple[Any, str]:
    """Return what `reader` makes of a text, and the findings as printed."""
    node, problems = metadata.load(dedent(text), "a.yaml")
    assert node is not None
    value = reader.read(node, problems)
    return value, "".join(f"{problem}\n" for problem in problems)


SERIES = schema.fields(
    "a series",
    {
        "id": Key(schema.identifier, "a name that stays", required=True),
        "kind": Key(schema.one_of("bar", "dot", "line"), "how it is drawn"),
        "runs": Key(schema.list_of(schema.text)),
        "from": Key(schema.date),
        "count": Key(schema.integer),
        "labels": Key(schema.mapping_of(schema.text, schema.identifier)),
    },
)


def test_a_table_of_keys_makes_typed_values() -> None:
    text = """\
        id: seq-read
        kind: line
        runs: one
        from: 2007-06
        count: 12
        labels: {a: 'A ', b: B}
        """
    assert read(SERIES, text) == (
        {
            "id": "seq-read",
            "kind": "line",
            "runs": ("one",),
            "from": "2007-06",
            "count": 12,
            "labels": {"a": "A", "b": "B"},
        },
        "",
    )


def test_all_that_is_wrong_is_said_and_the_rest_is_kept() -> None:
    text = """\
        kind: Line
        runs: [one, {two: 2}, '']
        Runs: three
        from: June 2007
        count: many
        labels: {A b: x, c: [y], d: D}
        """
    value, findings = read(SERIES, text)
    assert value == {"runs": ("one",), "labels": {"d": "D"}}
    assert findings == (
        "a.yaml:1:7: error[bad-value]: 'Line' is not one of bar, dot, line\n"
        "  hint: did you mean 'line'?\n"
        "a.yaml:2:13: error[bad-value]: a mapping where text is expected\n"
        "a.yaml:2:23: error[bad-value]: no value where text is expected\n"
        "  hint: write a value, or remove the key\n"
        "a.yaml:3:1: error[unknown-key]: a series has no key 'Runs'\n"
        "  hint: did you mean 'runs'?\n"
        "a.yaml:4:7: error[bad-value]: 'June 2007' is not a date\n"
        "  hint: write it as 2007, 2007-06 or 2007-06-15\n"
        "a.yaml:5:8: error[bad-value]: 'many' is not a whole number\n"
        "a.yaml:6:10: error[bad-id]: 'A b' is not an id of lower-case words joined by '-'\n"
        "  hint: write 'a-b'\n"
        "a.yaml:6:21: error[bad-value]: a list where text is expected\n"
        "a.yaml:1:1: error[missing-key]: a series without the key 'id'\n"
        "  hint: a name that stays\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a.yaml:1:1: error[missing-key]: a series without the key 'id'\n"),
        ("- id: a", "a.yaml:1:1: error[bad-value]: a list where a series is expected\n"),
        ("words", "a.yaml:1:1: error[bad-value]: 'words' where a series is expected\n"),
    ],
)
def test_a_file_of_another_shape_is_one_finding(text: str, expected: str) -> None:
    assert read(SERIES, text)[1].partition("  hint")[0] == expected


def test_a_key_with_no_value_is_said_at_the_key() -> None:
    assert read(SERIES, "id: a\nlabels:\nkind:\n")[1] == (
        "a.yaml:2:1: error[bad-value]: no value where a mapping is expected\n"
        "  hint: write a value, or remove the key\n"
        "a.yaml:3:1: error[bad-value]: no value where one of bar, dot, line is expected\n"
        "  hint: write a value, or remove the key\n"
    )


@pytest.mark.parametrize("written", ["2007", "2007-06", "2007-06-15", "2008-02-29"])
def test_a_date_may_leave_out_what_is_not_known(written: str) -> None:
    assert read(schema.date, written) == (written, "")


@pytest.mark.parametrize("written", ["2007-02-29", "2007-13", "07-06-15", "2007-6", "0000", "٢٠٠٧"])
def test_what_is_no_day_of_the_calendar_is_no_date(written: str) -> None:
    assert read(schema.date, written)[0] is None


@pytest.mark.parametrize(
    "written", ["DL380", "dl380_g5", "'dl380 '", "-a", "a--b", "é", "a/b", "a.b"]
)
def test_an_id_has_small_letters_and_no_blanks(written: str) -> None:
    value, findings = read(schema.identifier, written)
    assert value is None
    assert findings.startswith("a.yaml:1:1: error[bad-id]: ")


def test_what_a_message_quotes_is_one_line_of_visible_text() -> None:
    written = f'kind: "a\\nb\u202e{"x" * 100}"\nid: a\n'
    assert read(SERIES, written)[1] == (
        f"a.yaml:1:7: error[bad-value]: 'a\\nb\\u202e{'x' * 53}...' is not one of bar, dot, line\n"
    )


@pytest.mark.parametrize("reader", [TESTBED, HARDWARE, CONFIGURATION])
def test_the_json_schema_of_a_kind_of_file_is_one(reader: Reader[Any]) -> None:
    Draft7Validator.check_schema(schema.json_schema(reader, "a kind of file"))


def test_the_json_schema_takes_what_the_reader_takes() -> None:
    editor = Draft7Validator(schema.json_schema(HARDWARE, "hardware"))
    good = {
        "title": "IBM DS4300",
        "kind": "array",
        "year": 2004,
        "specs": {
            "cache": "256 MB",
            "drive-bays": {"value": 14, "source": "data sheet"},
            "memory": [{"value": "4 GB", "source": "a"}, {"value": "8 GB", "source": "b"}],
        },
        "aliases": ["ds4300"],
    }
    assert list(editor.iter_errors(good)) == []
    bad = {"kind": "Array", "Title": "x", "specs": {"Cache": 1, "memory": [{"value": "4 GB"}]}}
    assert sorted(error.validator for error in editor.iter_errors(bad)) == [
        "additionalProperties",
        "anyOf",
        "enum",
        "pattern",
        "required",
    ]
