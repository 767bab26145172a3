"""Links and pictures in the tree: tokens for those the pages resolve, the others made safe."""

from __future__ import annotations

from typing import Literal, cast
from xml.etree import ElementTree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from sitegen.diagnostics import Diagnostic
from sitegen.prose import targets
from sitegen.prose.inline import Target, Targets
from sitegen.prose.parts import Kind, Link, token
from sitegen.prose.places import unmarked
from sitegen.prose.tree import plain, shortened


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
        tokens = {number: token("link", place) for place, number in enumerate(kept)}
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
            element.text, element.tail = tokens[number], tail
        self.found += [made[number] for number in kept]

    def _kind(self, its: Target) -> Kind | Literal["external", "unsafe"]:
        """Return what to make of a target, and note what is wrong with it."""
        kind = targets.kind(its.target)
        problem = None
        if kind == "unsafe" or (its.picture and kind not in ("external", "document")):
            what = "a picture from" if its.picture else "a link to"
            hint = "use http, https, mailto, or a path relative to this file"
            problem = ("unsafe-link", f"{what} '{shortened(its.target)}'", hint)
        elif kind == "external" and its.picture:
            message = f"the picture '{shortened(its.target)}' is shown as a link"
            hint = "no page loads anything from another site: put the picture into content/"
            self.problems.append(Diagnostic(its.position, "remote-picture", message, hint))
        elif kind == "document" and not its.target.strip():
            problem = ("broken-link", "a link without a target", "write where it leads")
        elif kind == "document" and not targets.locate(its.target, its.position.path):
            message = f"'{shortened(its.target)}' leads out of content/ and results/"
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
