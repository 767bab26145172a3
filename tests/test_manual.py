"""The reference that is made from the code: nothing of the code is missing in it."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

from sitegen import arguments, manual, vocabulary
from sitegen.build import build
from sitegen.diagnostics import CODES
from sitegen.manual import keys
from sitegen.parsers import profiles
from tests.bonnie import bonnie, lab
from tests.command import Ran, sitegen
from tests.conftest import MakeProject

TESTBEDS = """\
| Key | Value | Meaning |
| --- | --- | --- |
| `title`\\* | text | a short name; an inner folder names only what is special |
| `summary` | text | one sentence on the testbed |
| `date` | text | when the tests were made, where their output does not say |
| `hardware` | names, each with a name or a mapping, or a list | role: id, {id:, count:} or 16 GiB |
| `software` | a mapping | os, kernel, drivers, database ... |
"""

NEW = """\
## sitegen new

Make a small lab that is ready to build.

    sitegen new FOLDER

| Argument | Meaning |
| --- | --- |
| `FOLDER` | a folder that is new or empty |
"""


def test_keys_stand_with_their_kinds_of_value_and_their_meanings() -> None:
    text = manual.TOPICS["testbeds"].text()
    assert TESTBEDS in text
    assert (
        "### `table[].columns[]` {#sidecar-table-columns}\n\n| Key |"
        in manual.TOPICS["sidecars"].text()
    )
    assert "| `runs` | text, or a list | paths under results/" in manual.TOPICS["blocks"].text()


def test_a_command_stands_with_its_arguments() -> None:
    assert NEW in manual.TOPICS["commands"].text()


def test_nothing_of_the_code_is_missing() -> None:
    commands = manual.TOPICS["commands"].text()
    for name, sub in arguments.VERBS.items():
        assert f"## sitegen {name}\n" in commands
        parser = argparse.ArgumentParser()
        sub.arguments(parser)
        options = re.findall(r"--[a-z][a-z-]*", parser.format_help())
        assert [one for one in options if one != "--help" and f"`{one}" not in commands] == []
    metrics, checks = manual.TOPICS["metrics"].text(), manual.TOPICS["checks"].text()
    named = [*vocabulary.OPERATIONS, *vocabulary.QUANTITIES, *vocabulary.WORKLOAD]
    assert [name for name in named if f"| `{name}` |" not in metrics] == []
    assert [code for code in CODES if f"| `{code}` |" not in checks] == []
    tools = manual.TOPICS["tools"].text()
    assert [name for name in profiles() if f"Parser `{name}`" not in tools] == []
    files = "".join(manual.TOPICS[name].text() for name in ("documents", "testbeds", "sidecars"))
    for name, reader in keys.READERS.items():
        text = manual.TOPICS["blocks"].text() if name.startswith("block-") else files
        missing = [key for key in reader.json_schema["properties"] if f"| `{key}`" not in text]
        assert (name, missing) == (name, [])


def test_the_topics_are_pages_without_a_finding(project: MakeProject) -> None:
    its = project(lab(one=bonnie()))
    assert sitegen("manual", "--pages", its.root / "content/pages/reference") == Ran(
        0, f"{its.root / 'content/pages/reference'}: {len(manual.TOPICS)} files\n"
    )
    site = build(its)
    assert site.diagnostics == ()
    assert "pages/reference/metrics/index.html" in site.files


def test_the_schemas_are_json_schemas(tmp_path: Path) -> None:
    assert sitegen("manual", "--schemas", tmp_path).code == 0
    assert {path.name for path in tmp_path.iterdir()} >= {
        "block-chart.schema.json", "report.schema.json", "sidecar.schema.json",
        "sitegen.schema.json", "testbed.schema.json",
    }  # fmt: skip
    for path in tmp_path.iterdir():
        Draft7Validator.check_schema(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("topic", manual.TOPICS)
def test_each_topic_is_printed(topic: str) -> None:
    assert sitegen("manual", topic) == Ran(0, manual.TOPICS[topic].text())


def test_the_topics_are_listed_and_a_wrong_one_is_said() -> None:
    listed = sitegen("manual").out.splitlines()
    assert [line.split()[0] for line in listed] == list(manual.TOPICS)
    assert sitegen("manual", "metric") == Ran(
        2, "", "sitegen: there is no topic 'metric': did you mean 'metrics'?\n"
    )
