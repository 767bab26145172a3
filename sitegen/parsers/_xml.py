"""XML in the output of tools: whole elements among other text, with the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._json import line_at
from sitegen.record import Source


class _EntityError(Exception):
    """The XML declares entities: that of a benchmark never does."""


@dataclass(slots=True)
class Node:
    """An element: its name, the index of its line, its attributes, text, and the elements in it."""

    name: str
    line: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    inner: list[Node] = field(default_factory=list)

    def all(self, *path: str) -> Iterator[Node]:
        """Yield the elements below a path of names."""
        if not path:
            yield self
            return
        for one in self.inner:
            if one.name == path[0]:
                yield from one.all(*path[1:])

    def first(self, *path: str) -> Node | None:
        """Return the first element at a path of names."""
        return next(self.all(*path), None)

    def says(self, *path: str) -> str:
        """Return the text of the first element at a path, or nothing."""
        found = self.first(*path)
        return found.text.strip() if found else ""

    def attribute(self, name: str) -> str:
        """Return what an attribute is set to, or nothing."""
        return self.attributes.get(name, "")


def elements(source: Source, tag: str, tool: str) -> Iterator[tuple[Node, int] | Diagnostic]:
    """Yield every element of a name with the index of its last line, or why it cannot be read.

    Of elements of the name inside one another the outermost is yielded.
    """
    text = source.text
    closing = f"</{tag}>"
    end = 0
    while (begin := text.find(f"<{tag}", end)) >= 0:
        end = begin + len(tag) + 1
        if text[end : end + 1] not in (">", " ", "\n", "\t"):
            continue
        first = line_at(source, begin)
        stop = _closing(text, tag, end)
        if stop < 0:
            message = f"the XML of {tool} ends before {closing}: it is cut off"
            yield source.problem(first, "incomplete-run", message)
            return
        end = stop + len(closing)
        try:
            root = _tree(text[begin:end], first)
        except (expat.ExpatError, _EntityError) as fault:
            message = f"the XML of {tool} is damaged: {fault}"
            yield source.problem(first, "incomplete-run", message)
        else:
            yield root, line_at(source, end)


def _closing(text: str, tag: str, begin: int) -> int:
    """Return where the tag stands that closes the element open at `begin`, or -1."""
    depth = 1
    tags = re.compile(rf"<(/?){re.escape(tag)}(?=[\s>/])[^<>]*?(/?)>")
    for match in tags.finditer(text, begin):
        if not match[2]:
            depth += -1 if match[1] else 1
        if depth == 0:
            return match.start()
    return -1


def _tree(text: str, first: int) -> Node:
    root = Node("", first)
    open_nodes = [root]
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        node = Node(name, first + parser.CurrentLineNumber - 1, attributes)
        open_nodes[-1].inner.append(node)
        open_nodes.append(node)

    def data(text: str) -> None:
        open_nodes[-1].text += text

    def refuse(*_: object) -> None:
        raise _EntityError("it declares entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_nodes.pop()
    parser.CharacterDataHandler = data
    parser.EntityDeclHandler = refuse
    parser.Parse(text, True)
    return root.inner[0]
