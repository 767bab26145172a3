"""Every link of a document is found once, at the line and column where it was written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.diagnostics import Position
from sitegen.prose import render

PATH = "content/reports/a.md"


# Each text has the sign ¶ where the one link in it begins.
@pytest.mark.parametrize(
    "text",
    [
        "It reads ¶[1 MB/s](result:a#b).",
        "¶[1 MB/s](result:a#b)",
        "One line,\nthen ¶[1 MB/s](result:a#b).",
        "A text that goes on\n        far behind ¶[1 MB/s](result:a#b).",
        "## Up to ¶[1 MB/s](result:a#b) {#up}",
        "Up to ¶[1 MB/s](result:a#b)\n===",
        "- ¶[1 MB/s](result:a#b)",
        "- one\n  - two: ¶[1 MB/s](result:a#b)",
        "- one\n    - two: ¶[1 MB/s](result:a#b)",
        "1. one\n\n   ¶[1 MB/s](result:a#b)\n2. two",
        "10) one\n    > said: ¶[1 MB/s](result:a#b)",
        "text\n- one\n¶[1 MB/s](result:a#b)",
        "-\t¶[1 MB/s](result:a#b)",
        "> ¶[1 MB/s](result:a#b)",
        "> > - ¶[1 MB/s](result:a#b)",
        "> one\n¶[1 MB/s](result:a#b)",
        "| a | b |\n|---|---|\n| x | ¶[1 MB/s](result:a#b) |",
        "a | b\n--|--\n`|` | ¶[1 MB/s](result:a#b)",
        "| a | b |\n|---|---|\n| `x \\| y` | ¶[1 MB/s](result:a#b) |",
        "- | a | b |\n  |---|---|\n  | x | ¶[1 MB/s](result:a#b) |",
        "*It is **¶[1 MB/s](result:a#b)** fast.*",
        "***¶[1 MB/s](result:a#b)***",
        "¶[*1* `MB/s`](result:a#b)",
        "¶[1\nMB/s](result:a#b)",
        "¶[1 MB/s][one]\n\n[one]: result:a#b",
        "¶[1 MB/s][]\n\n[1 mb/s]: <result:a#b>",
        "¶[1 MB/s]\n\n[1   MB/s]:\n  result:a#b",
        "[one]: result:a#b\n\n- ¶[1 MB/s][one]",
        "A note[^n].\n\n[^n]: ¶[1 MB/s](result:a#b)",
        "A note[^n].\n\n[^n]: text\n\n    - ¶[1 MB/s](result:a#b)",
        "<!-- a comment\n\n[x](result:x#x) --> ¶[1 MB/s](result:a#b)",
        "a <!-- [x](result:x#x) --> ¶[1 MB/s](result:a#b)",
        "`[x](result:x#x)` ¶[1 MB/s](result:a#b)",
        "``a ` [x](result:x#x)`` ¶[1 MB/s](result:a#b)",
        "    [x](result:x#x)\n\n¶[1 MB/s](result:a#b)",
        "```\n[x](result:x#x)\n```\n¶[1 MB/s](result:a#b)",
        "~~~~\n~~~\n[x](result:x#x)\n~~~~\n¶[1 MB/s](result:a#b)",
        r"\[x](y) ¶[1 MB/s](result:a#b)",
        "<b title='¶[1 MB/s](result:a#b)'>",
        "[a ¶[1 MB/s](result:a#b)](b.md)",
        "¶[1 MB/s](result:a#b)\n| not a table",
        "x\r\n\r\n¶[1 MB/s](result:a#b)\r\n",
        "\u00e9\U0001f4c8 ¶[1 MB/s](result:a#b)",
    ],
)
def test_a_link_is_found_once_at_its_bracket(text: str) -> None:
    before = text.partition("¶")[0].replace("\r\n", "\n")
    place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    found = render(text.replace("¶", ""), PATH).links
    assert [(one.text, one.target, one.position) for one in found if one.kind == "result"] == [
        ("1 MB/s", "result:a#b", Position(PATH, *place))
    ]


def test_lines_are_counted_from_where_the_body_begins() -> None:
    (link,) = render("\n[1 MB/s](result:a#b)", PATH, 12).links
    assert link.position == Position(PATH, 13, 1)


FORMS = st.sampled_from(["inline", "angle", "title", "reference", "collapsed", "emphasis"])
WORDS = st.sampled_from(["word", "`a | [x](result:x)`", "5 < 6", "a_b", "\\[", "é", "(in)"])
LEAVES = ["text", "heading", "table", "code", "fence", "comment"]
CONTAINERS = {"list": "- ", "numbers": "10. ", "quote": "> ", "note": "[^{}]: "}
DECOYS = ["[x](result:x) <b>", "", "- [y](result:y)"]


class Writer:
    """Writes a document by what hypothesis draws, and counts its links."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.count = 0
        self.notes = 0
        self.definitions: list[str] = []

    def link(self) -> str:
        form = self.draw(FORMS)
        text, target = f"{self.count} MB/s", f"result:{self.count}"
        self.count += 1
        if form == "reference":
            self.definitions.append(f"[r{target}]: <{target}>")
            return f"[{text}][r{target}]"
        if form == "collapsed":
            self.definitions.append(f"[{text}]: {target} 'note'")
            return f"[{text}][]"
        return {
            "inline": f"[{text}]({target})",
            "angle": f"[{text}](<{target}>)",
            "title": f'[{text}]({target} "disputed: (x]")',
            "emphasis": f"*[{text}]({target})*",
        }[form]

    def words(self) -> str:
        number = self.draw(st.integers(1, 4))
        return " ".join(
            self.link() if self.draw(st.booleans()) else self.draw(WORDS) for _ in range(number)
        )

    def cell(self) -> str:
        return self.words().replace("|", r"\|")

    def leaf(self, form: str) -> list[str]:
        match form:
            case "text":
                return ["w " + self.words() for _ in range(self.draw(st.integers(1, 3)))]
            case "heading":
                self.notes += 1
                return [f"## H{self.notes} {self.words()}"]
            case "table":
                rows = range(self.draw(st.integers(0, 2)))
                cells = [f"| {self.cell()} | {self.cell()} |" for _ in rows]
                return [f"| {self.cell()} | b |", "|---|--:|", *cells]
            case "code":
                return ["w", "", *(f"    {text}" if text else "" for text in DECOYS)]
            case "fence":
                return ["```sh", *DECOYS, "```"]
        return ["<!--", *DECOYS, "-->"]

    def container(self, form: str, depth: int) -> list[str]:
        inside = self.blocks(depth + 1)
        if form == "quote":
            return [f"> {text}".rstrip() for text in inside]
        self.notes += 1
        mark = CONTAINERS[form].format(self.notes)
        blanks = "    " if form == "note" else " " * len(mark)
        return [mark + inside[0], *(blanks + text if text else "" for text in inside[1:])]

    def blocks(self, depth: int) -> list[str]:
        lines = [f"w {self.words()}"]
        for _ in range(self.draw(st.integers(0, 3 - depth))):
            containers = list(CONTAINERS)[: 4 - depth] if depth < 2 else []
            form = self.draw(st.sampled_from(LEAVES + containers))
            made = self.leaf(form) if form in LEAVES else self.container(form, depth)
            lines += ["", *made]
        return lines


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, int]:
    """Return a document with the links [0 MB/s](result:0), [1 MB/s](result:1) ... and their count.

    None of its other links is one: they stand in code and in comments.
    """
    writer = Writer(draw)
    text = "\n".join([*writer.blocks(0), "", *writer.definitions, ""])
    return text, writer.count


@settings(max_examples=200, deadline=None)
@given(documents())
def test_each_link_of_a_document_is_found_once_at_its_place(document: tuple[str, int]) -> None:
    text, count = document
    expected = []
    for number in range(count):
        offset = text.index(f"[{number} MB/s]")
        line = text.count("\n", 0, offset) + 1
        place = Position(PATH, line, offset - text.rfind("\n", 0, offset))
        expected.append((f"{number} MB/s", f"result:{number}", place))
    its = render(text, PATH)
    assert sorted((one.text, one.target, one.position) for one in its.links) == sorted(expected)
    assert its.diagnostics == ()
