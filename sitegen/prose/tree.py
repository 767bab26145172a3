"""What is taken out of the tree that Python-Markdown has made: headings, links, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, cast
from xml.etree import ElementTree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from sitegen.diagnostics import Diagnostic, Position
from sitegen.prose import targets
from sitegen.prose.inline import Target, Targets
from sitegen.prose.parts import Heading, Kind, Link, token
from sitegen.prose.places import MARKS, Places, unmarked

LEVELS = ("h1", "h2", "h3", "h4", "h5", "h6")

RESERVED = frozenset({"content", "evidence"})
"""Ids that templates/ give to parts of the pages that show a document."""

_DECLARED = re.compile(r"\{#([^{}]*)\}$")
_GOOD_ID = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE | re.ASCII)
_HALF = re.compile(rf"\]\s?\(\s*<?[{MARKS}]?(?:{'|'.join(targets.REFERENCES)}):\S|(\]\()")
_UNDEFINED = re.compile(rf"(\w\[[{MARKS}][^\[\]]*)?\]\[([{MARKS}][^\[\]]+)\]")
_NO_FOOTNOTE = re.compile(rf"[{MARKS}](\[\^[^\[\]\s]+\])")


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


class HalfLinks(Treeprocessor):
    """Finds what was meant as a link and is none: a number there would go unchecked."""

    def __init__(self, md: Markdown, places: Places, problems: list[Diagnostic]) -> None:
        super().__init__(md)
        self.places = places
        self.problems = problems

    def run(self, root: ElementTree.Element) -> None:
        """Look at all text that is not code."""
        for element in root.iter():
            inner = element.text if element.tag != "code" else None
            for text in (inner, element.tail):
                if (
                    text
                    and "[" in text + "[" * ("]" in text)
                    and not isinstance(text, AtomicString)
                ):
                    self._look(text)

    def _look(self, text: str) -> None:
        for match in _HALF.finditer(text):
            code = "broken-link" if match[1] else "bad-reference"
            before = text[: match.end()]
            place = self.places.find(before if before != unmarked(before) else text, last=True)
            self._report(
                place,
                code,
                f"'{_shortened(text[match.start() :])}' is the end of no link",
                "close all brackets; write a blank in a target as %20, or the target as <...>",
            )
        for match in _UNDEFINED.finditer(text):
            if not match[1]:
                name = unmarked(match[2])
                self._report(
                    self.places.find(match[2]),
                    "broken-link",
                    f"'[{name}]' is not defined in this document",
                    rf"write a line '[{name}]: target', or '\[' for a bracket that is text",
                )
        for match in _NO_FOOTNOTE.finditer(text):
            self._report(
                self.places.find(match[0]),
                "broken-link",
                f"there is no footnote '{match[1]}' in this document",
                rf"write a line '{match[1]}: ...', or '\[' for a bracket that is text",
            )

    def _report(self, place: Position, code: str, message: str, hint: str) -> None:
        self.problems.append(Diagnostic(place, code, message, hint))


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


class Links(Treeprocessor):
    """Puts tokens in place of what the pages resolve, and keeps other links safe."""

    def __init__(self, md: Markdown, its: Targets, problems: list[Diagnostic]) -> None:
        super().__init__(md)
        self.targets = its
        self.problems = problems
        self.found: list[Link] = []

    def run(self, root: ElementTree.Element) -> None:
        """Go through all links and pictures of the tree; those in others come first."""
        elements = [element for element in root.iter() if "target" in element.attrib]
        wanted = [self.targets.found[int(element.attrib.pop("target"))] for element in elements]
        kinds = [self._kind(its) for its in wanted]
        kept = [number for number, kind in enumerate(kinds) if kind not in ("external", "unsafe")]
        texts = [plain(element) for element in elements]
        made: dict[int, Link] = {}
        for number in reversed(range(len(elements))):
            element, its, kind = elements[number], wanted[number], kinds[number]
            if kind == "external":
                _external(element, its)
                continue
            if kind == "unsafe":
                element.tag = "span"
                element.text = element.attrib.pop("alt", element.text or "")
                continue
            inner = self._inner(element)
            made[number] = Link(
                kind, _tidied(its, kind), texts[number], inner, its.title, its.position
            )
            tail = element.tail
            element.clear()
            # Python-Markdown writes an element without a tag as what is inside it.
            element.tag = cast("str", None)
            element.text, element.tail = token("link", kept.index(number)), tail
        self.found += [made[number] for number in kept]

    def _kind(self, its: Target) -> Kind | Literal["external", "unsafe"]:
        """Return what to make of a target, and note what is wrong with it."""
        kind = targets.kind(its.target)
        problem = None
        if kind == "unsafe" or (its.picture and kind not in ("external", "document")):
            what = "a picture from" if its.picture else "a link to"
            hint = "use http, https, mailto, or a path relative to this file"
            problem = ("unsafe-link", f"{what} '{_shortened(its.target)}'", hint)
        elif kind == "external" and its.picture:
            message = f"the picture '{_shortened(its.target)}' is shown as a link"
            hint = "no page loads anything from another site: put the picture into content/"
            self.problems.append(Diagnostic(its.position, "remote-picture", message, hint))
        elif kind == "document" and not its.target.strip():
            problem = ("broken-link", "a link without a target", "write where it leads")
        elif kind == "document" and not targets.locate(its.target, its.position.path):
            message = f"'{_shortened(its.target)}' leads out of content/ and results/"
            hint = "write the path of a file, relative to this one"
            problem = ("broken-link", message, hint)
        if problem:
            self.problems.append(Diagnostic(its.position, *problem))
            return "unsafe"
        return "image" if its.picture and kind == "document" else kind

    def _inner(self, element: ElementTree.Element) -> str:
        """Return what is inside an element as HTML."""
        box = ElementTree.Element("b")
        box.text = element.text
        box.extend(element)
        return unmarked(self.targets.md.serializer(box))[len("<b>") : -len("</b>")]


def plain(element: ElementTree.Element) -> str:
    """Return the text of an element as it is read: no entities, pictures as their description."""
    return " ".join(unmarked(targets.decoded("".join(_pieces(element)))).split())


def _pieces(element: ElementTree.Element) -> Iterator[str]:
    if element.get("id", "").startswith("fnref"):
        return
    yield element.get("alt", element.text or "")
    if element.tag == "br":
        yield " "
    for child in element:
        yield from _pieces(child)
        yield child.tail or ""


def _external(element: ElementTree.Element, its: Target) -> None:
    """Make an element a link to another site."""
    if element.tag == "img":
        element.text = AtomicString(_escaped(element.attrib.pop("alt") or its.target))
    element.tag = "a"
    element.set("href", _escaped(its.target.strip()))
    if not its.target.strip().lower().startswith("mailto:"):
        element.set("rel", "noopener")
    if its.title:
        element.set("title", _escaped(its.title))


def _escaped(text: str) -> str:
    """Return text whose entities Python-Markdown's serializer would otherwise take as such."""
    return text.replace("&", "&amp;")


def _tidied(its: Target, kind: str) -> str:
    """Return a target without blanks around it and with its scheme in small letters."""
    target = its.target.strip()
    return kind + target[len(kind) :] if target.lower().startswith(f"{kind}:") else target


def _slug(text: str) -> str:
    """Return the id that git hosts give a heading."""
    return re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") or "section"


def _shortened(text: str) -> str:
    shown = " ".join(unmarked(text).split())
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
