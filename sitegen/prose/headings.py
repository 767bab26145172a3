"""Headings: their declared ids, and those made from their text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from sitegen.diagnostics import Diagnostic, Position
from sitegen.prose.parts import Heading
from sitegen.prose.places import Places, unmarked
from sitegen.prose.tree import plain

LEVELS = ("h1", "h2", "h3", "h4", "h5", "h6")

RESERVED = frozenset({"content", "evidence"})
"""Ids that templates/ give to parts of the pages that show a document."""

_DECLARED = re.compile(r"\{#([^{}]*)\}$")
_GOOD_ID = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE | re.ASCII)


class HeadingMarks(Treeprocessor):
    """Takes mark, declared id and closing signs off headings before their text is looked at."""

    def run(self, root: ElementTree.Element) -> None:
        """Keep mark and id as attributes, which `Headings` removes."""
        for element in root.iter():
            if element.tag not in LEVELS or not element.text:
                continue
            text = element.text
            for mark, rest in ((text[0], text[1:]), (text[-1], text[:-1])):
                if mark != unmarked(mark):
                    element.set("mark", mark)
                    text = rest.strip()
                    break
            bare = text.rstrip("#")
            if not bare or bare[-1] in " \t":
                text = bare.rstrip()
            if match := _DECLARED.search(text):
                element.set("id", unmarked(match[1]).strip())
                text = text[: match.start()].rstrip()
            element.text = text


class Headings(Treeprocessor):
    """Gives each heading its id."""

    def __init__(self, md: Markdown, places: Places, problems: list[Diagnostic]) -> None:
        super().__init__(md)
        self.places = places
        self.problems = problems
        self.found: list[Heading] = []
        self._numbers: dict[str, int] = {}

    def run(self, root: ElementTree.Element) -> None:
        """Note all headings; what is declared comes before what is made from the text."""
        elements = [element for element in root.iter() if element.tag in LEVELS]
        taken: set[str] = set()
        self._numbers.clear()
        named = []
        for element in elements:
            place = self.places.find(element.attrib.pop("mark", ""))
            declared = element.attrib.pop("id", None)
            good = self._good(declared, place, taken)
            named.append((element, place, good))
        for element, place, declared in named:
            text = plain(element)
            name = declared or self._unique(_slug(text), text, place, taken)
            element.set("id", name)
            level = LEVELS.index(element.tag) + 1
            self.found.append(Heading(level, name, text, bool(declared), place))

    def _good(self, name: str | None, place: Position, taken: set[str]) -> str:
        """Return a declared id if it can be used, and note why not if it cannot."""
        if name is None:
            return ""
        problem = None
        if not _GOOD_ID.fullmatch(name):
            problem = ("bad-id", f"'{{#{name}}}' has characters that an id cannot have")
        elif name in RESERVED:
            problem = ("bad-id", f"the id '{name}' belongs to the page itself")
        elif name in taken:
            problem = ("duplicate-id", f"'{{#{name}}}' is declared above already")
        if problem:
            hint = "use small letters, digits and '-', and each id once in a document"
            self.problems.append(Diagnostic(place, *problem, hint))
            return ""
        taken.add(name)
        return name

    def _unique(self, name: str, text: str, place: Position, taken: set[str]) -> str:
        """Return an id made from the text of a heading, with a number if another has it."""
        free = name
        while free in taken or free in RESERVED:
            self._numbers[name] = self._numbers.get(name, 1) + 1
            free = f"{name}-{self._numbers[name]}"
        if name in taken:
            message = f"the heading '{text}' would have the id '{name}', which is taken"
            hint = f"declare one: '## {text} {{#{free}}}'"
            self.problems.append(Diagnostic(place, "duplicate-id", message, hint))
        taken.add(free)
        return free


def _slug(text: str) -> str:
    """Return the id that git hosts give a heading."""
    return re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") or "section"
