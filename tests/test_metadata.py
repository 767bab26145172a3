"""The YAML reader: text stays text, places are kept, and what it refuses is said."""

from __future__ import annotations

from textwrap import dedent

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sitegen import metadata
from sitegen.diagnostics import Diagnostic, Position
from sitegen.metadata import Mapping, Node, Sequence, Text

Plain = str | list["Plain"] | dict[str, "Plain"]


def plain(node: Node | None) -> Plain | None:
    """Return a node without its places."""
    match node:
        case Text():
            return node.value
        case Sequence():
            return [value for item in node.items if (value := plain(item)) is not None]
        case Mapping():
            return {k.value: value for k, v in node.entries if (value := plain(v)) is not None}
    return None


def printed(problems: list[Diagnostic]) -> str:
    return "".join(f"{problem}\n" for problem in problems)


def findings(text: str) -> str:
    return printed(metadata.load(dedent(text), "a.yaml")[1])


def test_what_yaml_would_change_comes_back_as_it_was_written() -> None:
    text = dedent("""\
        pci: 01:00.0
        mac: 52:54:00:12:34:56
        kernel: 6.10
        serial: 0123456
        smt: off
        started: 12:30
        date: 2007-06-15
        rate: 1e6
        nothing: ~
        hex: 0x10
        url: https://lab.example/a?b=c#d
        quoted: 'it''s "so"'
        escaped: "tab\\there"
        block: |
          one
          two
        list: [yes, 1_000, null]
        """)
    node, problems = metadata.load(text, "a.yaml")
    assert problems == []
    assert plain(node) == {
        "pci": "01:00.0",
        "mac": "52:54:00:12:34:56",
        "kernel": "6.10",
        "serial": "0123456",
        "smt": "off",
        "started": "12:30",
        "date": "2007-06-15",
        "rate": "1e6",
        "nothing": "~",
        "hex": "0x10",
        "url": "https://lab.example/a?b=c#d",
        "quoted": 'it\'s "so"',
        "escaped": "tab\there",
        "block": "one\ntwo\n",
        "list": ["yes", "1_000", "null"],
    }


def test_every_value_knows_its_place_in_the_document_around_it() -> None:
    block = "path: lsi-3994\nruns:\n  - a\n  - b\n"
    node, problems = metadata.load(block, "report.md", first_line=40, first_column=5)
    assert problems == []
    assert node == Mapping(
        (
            (
                Text("path", Position("report.md", 40, 5)),
                Text("lsi-3994", Position("report.md", 40, 11)),
            ),
            (
                Text("runs", Position("report.md", 41, 5)),
                Sequence(
                    (
                        Text("a", Position("report.md", 42, 9)),
                        Text("b", Position("report.md", 43, 9)),
                    ),
                    Position("report.md", 42, 7),
                ),
            ),
        ),
        Position("report.md", 40, 5),
    )


@pytest.mark.parametrize("text", ["", "\n", "# only a remark\n", "---\n", "\ufeff"])
def test_no_text_is_an_empty_mapping(text: str) -> None:
    node, problems = metadata.load(text, "a.yaml")
    assert plain(node) == {}
    assert problems == []


def test_each_key_that_stands_twice_is_found_and_the_first_counts() -> None:
    text = "title: a\nraid: {level: 5, level: 6}\ntitle: b\ntitle: c\n"
    node, problems = metadata.load(text, "a.yaml")
    assert plain(node) == {"title": "a", "raid": {"level": "5"}}
    assert printed(problems) == (
        "a.yaml:2:18: error[duplicate-key]: key 'level' already stands at line 2\n"
        "  hint: keep one of the two\n"
        "a.yaml:3:1: error[duplicate-key]: key 'title' already stands at line 1\n"
        "  hint: keep one of the two\n"
        "a.yaml:4:1: error[duplicate-key]: key 'title' already stands at line 1\n"
        "  hint: keep one of the two\n"
    )


def test_what_hides_values_is_refused_wherever_it_stands() -> None:
    text = """\
        base: &base {level: 5}
        copy: *base
        raid:
          <<: *base
        when: !!timestamp 2007-06-15
        run: !!python/object/apply:os.system [ls]
        [a, b]: c
        "": d
        """
    assert findings(text) == (
        "a.yaml:1:7: error[bad-yaml]: an anchor: '&base'\n"
        "  hint: write the value out, or put it in quotes if it is text\n"
        "a.yaml:2:7: error[bad-yaml]: an alias: '*base'\n"
        "  hint: write the value out, or put it in quotes if it is text\n"
        "a.yaml:4:7: error[bad-yaml]: an alias: '*base'\n"
        "  hint: write the value out, or put it in quotes if it is text\n"
        "a.yaml:4:3: error[bad-yaml]: a merge key: '<<'\n"
        "  hint: write the keys out\n"
        "a.yaml:5:7: error[bad-yaml]: a tag: '!!timestamp'\n"
        "  hint: remove it: the key decides the type; put the value in quotes if it is text\n"
        "a.yaml:6:6: error[bad-yaml]: a tag: '!!python/object/apply:os.system'\n"
        "  hint: remove it: the key decides the type; put the value in quotes if it is text\n"
        "a.yaml:7:1: error[bad-yaml]: a mapping or list as a key\n"
        "  hint: write a word as the key\n"
        "a.yaml:8:1: error[bad-yaml]: an empty key\n"
        "  hint: write a word before the colon\n"
    )


def test_a_quoted_merge_sign_is_a_key_like_others() -> None:
    assert plain(metadata.load("'<<': x\n", "a.yaml")[0]) == {"<<": "x"}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            "raid:\n\tlevel: 5\n",
            "a.yaml:2:1: error[bad-yaml]: a tab stands where only blanks may\n"
            "  hint: indent with blanks\n",
        ),
        (
            "summary: RAID 5: slow\n",
            "a.yaml:1:16: error[bad-yaml]: a second colon in a value without quotes\n"
            "  hint: put the value in quotes\n",
        ),
        (
            "title: a\n  kind: drive\n",
            "a.yaml:2:7: error[bad-yaml]: "
            "a key that is indented deeper than the line above it allows\n"
            "  hint: indent the keys of one mapping alike; "
            "put text that has a colon in it in quotes\n",
        ),
        (
            "raid:\n    level: 5\n  chunk: 64 KiB\n",
            "a.yaml:3:3: error[bad-yaml]: a line that fits neither the key nor the item above it\n"
            "  hint: indent the keys and items of one level alike\n",
        ),
        (
            "title: a\nkind drive\nyear: 2007\n",
            "a.yaml:2:1: error[bad-yaml]: a line that is neither 'key: value' nor '- item'\n"
            "  hint: write a colon and a blank after a key; "
            "put text of several lines in quotes\n",
        ),
        (
            "title: 'a\nkind: drive\n",
            "a.yaml:1:8: error[bad-yaml]: a quote that is opened here and not closed\n"
            "  hint: close it; inside single quotes write a quote twice\n",
        ),
        (
            'title: "cheap" SAN gear\n',
            "a.yaml:1:16: error[bad-yaml]: text after a closing quote\n"
            "  hint: put the whole value in quotes; inside single quotes write a quote twice\n",
        ),
        (
            "runs: [a, b\nid: x\n",
            "a.yaml:1:7: error[bad-yaml]: "
            "a bracket that is opened here and not closed, or a missing comma after it\n"
            "  hint: close it, or put a value that begins with a bracket in quotes\n",
        ),
        (
            "runs: [a?]\n",
            "a.yaml:1:9: error[bad-yaml]: a '?' in a value inside brackets\n"
            "  hint: put the value in quotes\n",
        ),
        (
            'path: "C:\\data"\n',
            "a.yaml:1:11: error[bad-yaml]: "
            "a backslash in double quotes that begins no known escape\n"
            "  hint: use single quotes: they take a backslash as it is\n",
        ),
        (
            "files: */x\n",
            "a.yaml:1:9: error[bad-yaml]: a character that no value can have at this place\n"
            "  hint: put the value in quotes\n",
        ),
        (
            "drives: - a\n",
            "a.yaml:1:9: error[bad-yaml]: a '-' where no item may begin\n"
            "  hint: put the list on the lines below its key, or the value in quotes\n",
        ),
        (
            "title: a\n---\ntitle: b\n",
            "a.yaml:2:1: error[bad-yaml]: a second document begins here\n"
            "  hint: remove the '---'\n",
        ),
        (
            "title: a\n...\nkind: b\n",
            "a.yaml:3:1: error[bad-yaml]: text outside the document\n"
            "  hint: remove it: a file has one document, "
            "and no line that begins with '%' or '...'\n",
        ),
        (
            "# remark\n%YAML 1.1\n---\ntitle: a\n",
            "a.yaml:2:1: error[bad-yaml]: a directive\n"
            "  hint: remove the line, or put the value in quotes\n",
        ),
        (
            "title: a\x1b[31m\n",
            "a.yaml:1:9: error[bad-yaml]: the character U+001B\n  hint: remove it\n",
        ),
        (
            'title: a\nkind: "\\0"\n',
            "a.yaml:2:7: error[bad-yaml]: an escape for the character U+0000\n  hint: remove it\n",
        ),
        (
            'title: "\\U00110000"\n',
            "a.yaml:1:11: error[bad-yaml]: an escape that is no character\n  hint: remove it\n",
        ),
        (
            "[" * 60,
            "a.yaml:1:52: error[bad-yaml]: mappings and lists nested more than 50 deep\n"
            "  hint: write it more simply, or put the value in quotes\n",
        ),
        (
            "x" * 262_145,
            "a.yaml:1:1: error[bad-yaml]: longer than 262,144 characters\n  hint: split the file\n",
        ),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_broken_yaml_is_told_with_its_place_and_what_to_do(text: str, finding: str) -> None:
    node, problems = metadata.load(text, "a.yaml")
    assert node is None
    assert printed(problems) == finding


def test_a_million_aliases_cost_no_more_than_their_text() -> None:
    text = "a: &a [x,x,x,x]\n" + "".join(
        f"{b}: &{b} [*{a},*{a},*{a},*{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    node, problems = metadata.load(text, "a.yaml")
    assert node is None
    assert {problem.code for problem in problems} == {"bad-yaml"}
    assert len(problems) == 9 + 8 * 4


characters = st.text(st.characters(codec="utf-8"), max_size=40)
pieces = st.sampled_from(
    [*"ab-?:,[]{}#&*!|>'\"%@`~", ": ", "- ", "\n", "\n  ", " #", "<<", "1:2", "\t", "\\x00", "é"]
)
yamlish = st.lists(pieces, max_size=14).map("".join)


def dumped(value: Plain, style: str | None) -> str:
    return yaml.safe_dump(value, default_style=style, allow_unicode=True)


@settings(deadline=None)
@given(characters, st.sampled_from([None, "'", '"']))
@example("\x85", '"')
@example("\ud7ff\ue000\ufffe", '"')
@example("01:00.0", None)
def test_any_text_written_as_yaml_comes_back_or_is_refused(value: str, style: str | None) -> None:
    written = dumped({"key": value}, style)
    # What PyYAML cannot write without a tag (null, numbers as text) it puts in quotes.
    node, problems = metadata.load(written, "a.yaml")
    assert problems or plain(node) == {"key": value}


@settings(deadline=None)
@given(yamlish)
def test_no_text_at_all_makes_the_reader_stumble(text: str) -> None:
    node, problems = metadata.load(text, "a.yaml")
    refused = [problem for problem in problems if problem.code == "bad-yaml"]
    assert (node is None) == bool(refused)
    assert all(problem.position.line >= 1 for problem in problems)
    assert all(problem.hint for problem in problems)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(yamlish)
def test_libyaml_and_the_parser_in_python_give_the_same(text: str) -> None:
    fast = metadata.load(text, "a.yaml", 3, 2)
    with pytest.MonkeyPatch.context() as without:
        without.setattr(metadata, "_LIBYAML", None)
        assert metadata.load(text, "a.yaml", 3, 2) == fast
