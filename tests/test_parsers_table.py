"""What is known of each parser without importing it is what the parser and its fixtures say."""

from __future__ import annotations

import json
from pathlib import Path

from sitegen.parsers import NAMES, known, parser, profile, profiles
from sitegen.results import read_file
from tests.test_parsers import CASES, raw_file

PARSERS = Path(__file__).parent.parent / "sitegen" / "parsers"
TABLE = PARSERS / "known.json"
PROFILES = PARSERS / "profiles.json"


def test_the_profiles_are_those_of_the_parsers(update: bool) -> None:
    table = {name: profile(parser(name))._asdict() for name in NAMES}
    made = json.dumps(table, ensure_ascii=False, indent=1) + "\n"
    if update:
        PROFILES.write_text(made, "utf-8")
        profiles.cache_clear()
    assert made == PROFILES.read_text("utf-8")


def table() -> dict[str, dict[str, object]]:
    """Return the versions and metrics that fixtures show of each parser, with examples."""
    found: dict[str, dict[str, object]] = {}
    for name in sorted({case.parts[0] for case in CASES} & set(NAMES)):
        versions: set[str] = set()
        metrics: dict[str, dict[str, str]] = {}
        facts: set[str] = set()
        for case in CASES:
            if case.parts[0] != name:
                continue
            raw = raw_file(case)
            sidecar = raw.with_name(raw.name + ".yaml")
            text = sidecar.read_text("utf-8") if sidecar.exists() else None
            reading = read_file(raw.name, raw.read_bytes(), text)
            versions |= {run.version for run in reading.runs if run.version}
            facts |= {fact.column for fact in reading.facts}
            for record in reading.records:
                metrics.setdefault(record.metric, {}).setdefault(record.meant, record.written)
        found[name] = {
            "versions": sorted(versions),
            "metrics": {metric: metrics[metric] for metric in sorted(metrics)},
            "facts": sorted(facts),
        }
    return found


def test_the_table_of_parsers_is_what_the_fixtures_yield(update: bool) -> None:
    made = json.dumps(table(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if update:
        TABLE.write_text(made, "utf-8")
    assert made == TABLE.read_text("utf-8")


def test_every_parser_is_in_the_table() -> None:
    assert set(known()) == set(NAMES)
    for name, its in known().items():
        assert its.metrics or its.facts, name
