"""Facts: one text, one statement with its source, or sources that do not agree."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sitegen import metadata
from sitegen.diagnostics import Diagnostic, Position
from sitegen.facts import Fact, Statement, contradictions, fact, facts, limits


def printed(problems: list[Diagnostic]) -> str:
    return "".join(f"{problem}\n" for problem in problems)


def read(text: str) -> tuple[Fact | None, str]:
    node, problems = metadata.load(dedent(text), "a.md")
    assert node is not None
    return fact.read(node, problems), printed(problems)


def test_a_fact_is_a_text_or_a_statement_with_its_source() -> None:
    assert read("2 GB") == (Fact((Statement("2 GB", "", "", Position("a.md", 1, 1)),)), "")
    assert read("value: 2 GB\nsource: page 3\nnote: as sold\n") == (
        Fact((Statement("2 GB", "page 3", "as sold", Position("a.md", 1, 8)),)),
        "",
    )


def test_sources_that_differ_are_all_kept_and_the_first_is_used() -> None:
    its, findings = read("""\
        - {value: 4 GB, source: section 2.2}
        - {value: 8 GB, source: section 3.1}
        """)
    assert findings == ""
    assert its is not None
    assert (its.value, its.contradictory) == ("4 GB", True)
    assert [(one.value, one.source) for one in its.statements] == [
        ("4 GB", "section 2.2"),
        ("8 GB", "section 3.1"),
    ]
    assert printed(contradictions({"memory": its})) == (
        "a.md:1:11: warning[contradiction]: "
        "sources differ on memory: '4 GB' (section 2.2), '8 GB' (section 3.1)\n"
        "  hint: '4 GB' is used, as the first; the others are shown beside it\n"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [("2 GB", "2000 MB"), ("2GB", "2 GB"), ("Fibre Channel", "fibre  channel"), ("16", "16")],
)
def test_one_value_in_two_spellings_is_no_contradiction(one: str, other: str) -> None:
    its, _ = read(f"- {{value: {one}, source: a}}\n- {{value: {other}, source: b}}\n")
    assert its is not None
    assert not its.contradictory
    assert contradictions({"x": its}) == []


def test_several_statements_need_their_sources() -> None:
    its, findings = read("- {value: 4 GB}\n- 8 GB\n- {valu: 9 GB, source: b}\n")
    assert its is not None
    assert [one.value for one in its.statements] == ["4 GB"]
    assert findings == (
        "a.md:1:3: error[missing-key]: one of several statements without the key 'source'\n"
        "  hint: say where it is stated: the sources do not agree\n"
        "a.md:2:3: error[bad-value]: '8 GB' where one of several statements is expected\n"
        "a.md:3:4: error[unknown-key]: one of several statements has no key 'valu'\n"
        "  hint: did you mean 'value'?\n"
        "a.md:3:3: error[missing-key]: one of several statements without the key 'value'\n"
        "  hint: the value, with its unit\n"
    )


def test_a_list_of_texts_is_not_a_fact() -> None:
    assert read("[noatime, nobarrier]") == (
        None,
        "a.md:1:1: error[bad-value]: a list where a fact is expected\n"
        "  hint: write one text; a list is for sources that do not agree: "
        "'- {value: ..., source: ...}'\n",
    )


def test_the_name_of_a_fact_is_words_joined_by_hyphens() -> None:
    node, problems = metadata.load("Drive bays: 16\ncache: 2 GB\n", "a.md")
    assert node is not None
    assert list(facts.read(node, problems) or ()) == ["cache"]
    assert printed(problems) == (
        "a.md:1:1: error[bad-id]: 'Drive bays' is not a name of lower-case words joined by '-'\n"
        "  hint: write 'drive-bays'\n"
    )


def test_a_limit_is_a_quantity_with_a_unit() -> None:
    node, problems = metadata.load(
        dedent("""\
            fc-port: {value: 200 MB/s, source: section 3.1}
            loops: 2
            bus: fast
            cache: 64 KB
            """),
        "a.md",
    )
    assert node is not None
    its = limits.read(node, problems) or {}
    assert {name: limit.quantity.value for name, limit in its.items()} == {"fc-port": 200_000_000}
    assert printed(problems) == (
        "a.md:2:8: error[bad-value]: '2' is not a quantity with a unit\n"
        "  hint: write a number and a unit, such as 400 MB/s or 8 GiB\n"
        "a.md:3:6: error[bad-value]: 'fast' is not a quantity with a unit\n"
        "  hint: write a number and a unit, such as 400 MB/s or 8 GiB\n"
        "a.md:4:8: error[ambiguous-number]: '64 KB' can be read in two ways\n"
        "  hint: write '64 kB' (1000) or '64 KiB' (1024)\n"
    )
