"""The one YAML reader: every scalar stays text, and every value knows its line and column.

`01:00.0`, `6.10`, `off`, `0123456` and `1e6` come back as they were written; what type a key has is
said by its schema. What makes a file hard to review is refused: aliases, anchors, tags, merge keys,
the same key twice, several documents in one file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

import yaml
from yaml import events as ev

from sitegen.diagnostics import Diagnostic, Position
from sitegen.yaml_errors import explain

LONGEST = 256 * 1024
"""How many characters a file or block of YAML may have."""

DEEPEST = 50
"""How deep mappings and lists may be nested."""


_LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as it was written: quotes and escapes are resolved, nothing else is."""

    value: str
    position: Position


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in the order of the file; each key is here once."""

    entries: tuple[tuple[Text, Node], ...]
    position: Position

    def get(self, key: str) -> Node | None:
        """Return the value of `key`, or None if the mapping does not have it."""
        return next((node for name, node in self.entries if name.value == key), None)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    position: Position


Node = Text | Mapping | Sequence

# Not text in a file that people read line by line: controls, lone surrogates, byte-order marks, and
# what YAML 1.1 takes for an end of line where editors and git do not (U+0085, U+2028, U+2029).
_NO_TEXT = re.compile(
    r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)

# Where libyaml 0.2.5 takes what PyYAML's own parser refuses, or the other way round: tabs between
# tokens, question marks inside brackets, and a comment glued to the mark of a block scalar.
_DISPUTED = re.compile(r"[\t?]|[|>][-+0-9]*#")

_LINE_END = re.compile(r"\r\n?|\n")
_NOTHING = re.compile(r"\s*(#.*)?")

_LIBYAML = getattr(yaml, "CSafeLoader", None)


def load(
    text: str, path: str, first_line: int = 1, first_column: int = 1
) -> tuple[Node | None, list[Diagnostic]]:
    """Return the document in `text`, and all that is wrong with it.

    `first_line` and `first_column` say where in the file `path` the text begins, for front matter
    and for blocks inside a document. There is no node if the text is not YAML as we read it; if
    only a key is there twice there is one, with the first of the two. No text is an empty mapping.
    """
    text = text.removeprefix("\ufeff")
    text = text if text.endswith("\n") else f"{text}\n"
    reader = _Reader(path, first_line, first_column)
    if len(text) > LONGEST:
        reader.refuse(0, 0, f"longer than {LONGEST:,} characters", "split the file")
        return None, reader.problems
    lines = _LINE_END.split(text)
    for number, line in enumerate(lines):
        if odd := _NO_TEXT.search(line):
            reader.refuse(number, odd.start(), f"the character {_name(odd[0])}", "remove it")
    first = next((n for n, line in enumerate(lines) if not _NOTHING.fullmatch(line)), 0)
    if lines[first].startswith("%"):
        reader.refuse(first, 0, "a directive", "remove the line, or put the value in quotes")
    if reader.problems:
        return None, reader.problems
    node, problems = _parsed(text, lines, reader)
    return node, problems + undecoded(text, path, first_line)


def undecoded(text: str, path: str, first_line: int = 1) -> list[Diagnostic]:
    """Return the finding that a text was read from bytes that are not UTF-8, if it was."""
    place = text.find("\ufffd")
    if place < 0:
        return []
    number = first_line + text.count("\n", 0, place)
    position = Position(path, number, place - text.rfind("\n", 0, place))
    message = "bytes that are not UTF-8: U+FFFD stands in their place"
    return [Diagnostic(position, "unreadable-file", message, "save the file as UTF-8")]


def _parsed(text: str, lines: list[str], reader: _Reader) -> tuple[Node | None, list[Diagnostic]]:
    """Return the document in a text that has no odd characters, and what is wrong with it."""
    if _LIBYAML and not _DISPUTED.search(text):
        with suppress(yaml.YAMLError):
            node, problems = reader.read(yaml.parse(text, _LIBYAML))
            if node is not None:
                return node, problems
        # PyYAML's own parser has the last word, and says more precisely what is wrong.
        reader = _Reader(reader.path, reader.first_line, reader.first_column)
    parser = yaml.SafeLoader(text)
    try:
        return reader.read(iter(parser.get_event, None))
    except yaml.MarkedYAMLError as error:
        reader.refuse(*explain(error, lines))
    except ValueError:
        # "\U00110000" is more than chr() takes; PyYAML 6.0 lets that error through.
        mark = parser.get_mark()
        reader.refuse(mark.line, mark.column, "an escape that is no character", "remove it")
    return None, reader.problems


def quote(text: str) -> str:
    """Return a text in quotes for a message: on one line, not too long, with nothing invisible."""
    return repr(text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}...")


def _name(character: str) -> str:
    return f"U+{ord(character):04X}"


def _place(event: ev.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line, mark.column) if mark else (0, 0)


@dataclass(slots=True)
class _Reader:
    """Makes nodes of the parser's events, and notes what is refused."""

    path: str
    first_line: int
    first_column: int
    problems: list[Diagnostic] = field(default_factory=list)

    def at(self, line: int, column: int) -> Position:
        """Return the place in the file of a place in the text, whose lines count from 0."""
        return Position(self.path, self.first_line + line, self.first_column + column)

    def refuse(self, line: int, column: int, message: str, hint: str) -> None:
        self.problems.append(Diagnostic(self.at(line, column), "bad-yaml", message, hint))

    def read(self, events: Iterator[ev.Event]) -> tuple[Node | None, list[Diagnostic]]:
        """Return the only document of the stream."""
        documents = (event for event in events if isinstance(event, ev.DocumentStartEvent))
        document: Node = Mapping((), self.at(0, 0))
        if next(documents, None):
            document = self.node(next(events), events, 0)
        if second := next(documents, None):
            self.refuse(*_place(second), "a second document begins here", "remove the '---'")
        if any(problem.code == "bad-yaml" for problem in self.problems):
            return None, self.problems
        if isinstance(document, Text) and not document.value:
            document = Mapping((), document.position)
        return document, self.problems

    def node(self, event: ev.Event, events: Iterator[ev.Event], depth: int) -> Node:
        """Return the node that begins with `event`, taking the rest of it from `events`."""
        position = self.at(*_place(event))
        if depth > DEEPEST:
            problem = f"mappings and lists nested more than {DEEPEST} deep"
            mark = cast("yaml.error.Mark", event.start_mark)
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=mark)
        if anchor := getattr(event, "anchor", None):
            alias = isinstance(event, ev.AliasEvent)
            self.refuse(
                *_place(event),
                f"an alias: '*{anchor}'" if alias else f"an anchor: '&{anchor}'",
                "write the value out, or put it in quotes if it is text",
            )
        if tag := getattr(event, "tag", None):
            short = str(tag).replace("tag:yaml.org,2002:", "!!")
            self.refuse(
                *_place(event),
                f"a tag: '{short}'",
                "remove it: the key decides the type; put the value in quotes if it is text",
            )
        if isinstance(event, ev.MappingStartEvent):
            return Mapping(tuple(self.entries(events, depth + 1)), position)
        if isinstance(event, ev.SequenceStartEvent):
            items = []
            while not isinstance(item := next(events), ev.SequenceEndEvent):
                items.append(self.node(item, events, depth + 1))
            return Sequence(tuple(items), position)
        value = event.value if isinstance(event, ev.ScalarEvent) else ""
        if odd := _NO_TEXT.search(value):
            self.refuse(*_place(event), f"an escape for the character {_name(odd[0])}", "remove it")
        return Text(value, position)

    def entries(self, events: Iterator[ev.Event], depth: int) -> Iterator[tuple[Text, Node]]:
        """Yield the entries of a mapping, without the second and later ones of a key."""
        lines: dict[str, int] = {}
        while not isinstance(event := next(events), ev.MappingEndEvent):
            key = self.node(event, events, depth)
            value = self.node(next(events), events, depth)
            if isinstance(value, Text) and not value.value:
                value = Text("", key.position)  # a value that is not there has no place
            if not isinstance(key, Text):
                self.refuse(*_place(event), "a mapping or list as a key", "write a word as the key")
            elif not isinstance(event, ev.ScalarEvent):
                continue
            elif not key.value:
                self.refuse(*_place(event), "an empty key", "write a word before the colon")
            elif key.value == "<<" and not event.style:
                self.refuse(*_place(event), "a merge key: '<<'", "write the keys out")
            elif key.value in lines:
                self.problems.append(
                    Diagnostic(
                        key.position,
                        "duplicate-key",
                        f"key {quote(key.value)} already stands at line {lines[key.value]}",
                        "keep one of the two",
                    )
                )
            else:
                lines[key.value] = key.position.line
                yield key, value
