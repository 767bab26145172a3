"""What Python-Markdown's block processors do otherwise here: tables, headings, definitions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor, HashHeaderProcessor, ReferenceProcessor
from markdown.extensions.footnotes import FN_BACKLINK_TEXT, FootnoteExtension

from sitegen.diagnostics import Diagnostic
from sitegen.prose.places import MARKS, Places, unmarked
from sitegen.prose.ticks import Ticks

_SEPARATOR = re.compile(r"[ ]*\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?[ ]*")
_ALIGN = {(":", ":"): "center", (":", "-"): "left", ("-", ":"): "right"}
_MARKED_PIPE = re.compile(rf"\|[{MARKS}]")
_PIPES = re.compile(r"\\.|(`+)|\|")
_ESCAPED_PIPE = re.compile(r"(?<!\\)((?:\\\\)*)\\\|")


class Definitions(dict[str, tuple[str, str | None]]):
    """Targets of links by the ids they are defined for; the first definition of an id counts."""

    def __init__(self, places: Places, problems: list[Diagnostic]) -> None:
        super().__init__()
        self._places = places
        self._problems = problems

    def __setitem__(self, name: str, target: tuple[str, str | None]) -> None:
        folded = folded_id(name)
        if folded in self:
            self._problems.append(
                Diagnostic(
                    self._places.find(name),
                    "duplicate-id",
                    f"'[{unmarked(name)}]:' is defined above already",
                    "keep one of the two; the first is used",
                )
            )
        else:
            super().__setitem__(folded, target)


def folded_id(name: str) -> str:
    """Return the id of a definition as it is compared: capitals, blanks and code do not count."""
    return " ".join(unmarked(name).replace("`", "").split()).casefold()


class DefinitionProcessor(ReferenceProcessor):
    """Definitions `[id]: target "title"` whose target may be `<in brackets>` and have blanks."""

    RE = re.compile(
        rf"^[ ]{{0,3}}\[([^\[\]]*[^\s{MARKS}\[\]][^\[\]]*)\]:"
        r"[ ]*(?:\n[ ]*)?(<[^<>\n]*>|[^\s]+)"
        r"""(?:(?:[ ]+|[ ]*\n[ ]*)((["'])(.*)\4|\((.*)\)))?[ ]*$""",
        re.MULTILINE,
    )


class Footnotes(FootnoteExtension):
    """Footnotes that may be empty, or be named often without getting slow."""

    def unique_ref(self, reference: str, found: bool = False) -> str:
        """Return the id of a place that names a footnote: fnref:a, fnref2:a, fnref3:a."""
        if not found:
            return reference
        count = self.found_refs[reference] = self.found_refs.get(reference, 0) + 1
        kind, _, label = reference.partition(":")
        return f"{kind}{count}:{label}" if count > 1 else reference

    def makeFootnotesDiv(  # noqa: N802
        self, root: ElementTree.Element
    ) -> ElementTree.Element | None:
        """Return the footnotes; Python-Markdown 3.11 stops at one in which nothing is."""
        notes = super().makeFootnotesDiv(root)
        for note in notes.iterfind("ol/li") if notes is not None else ():
            if len(note) == 0:
                place = self.makeFootnoteRefId(note.get("id", "").removeprefix("fn:"))
                back = {"class": "footnote-backref", "href": f"#{place}"}
                paragraph = ElementTree.SubElement(note, "p")
                ElementTree.SubElement(paragraph, "a", back).text = FN_BACKLINK_TEXT
        return notes


class HeadingProcessor(HashHeaderProcessor):
    """Headings as CommonMark has them: with a blank after the signs, so that `#5` is text."""

    RE = re.compile(rf"(?:^|\n)(?P<level>#{{1,6}})(?P<header>[{MARKS}](?:[ \t][^\n]*)?)(?:\n|$)")


class Table(BlockProcessor):
    r"""Tables that drop no cell; `\|` is a pipe in code as well, as on git hosts."""

    def __init__(self, md: Markdown, places: Places, problems: list[Diagnostic]) -> None:
        super().__init__(md.parser)
        self._places = places
        self._problems = problems

    def test(self, parent: ElementTree.Element, block: str) -> bool:  # noqa: ARG002
        """Return whether the second line of a block is one that makes a table of it."""
        head, _, rest = block.partition("\n")
        under = rest.partition("\n")[0]
        return "|" in head and "|" in under and bool(_SEPARATOR.fullmatch(under))

    def run(self, parent: ElementTree.Element, blocks: list[str]) -> None:
        """Make the table."""
        head, under, *rows = blocks.pop(0).split("\n")
        aligned = [_ALIGN.get((cell[:1], cell[-1:]), "") for cell in cells(under)]
        columns = len(cells(head))
        if columns != len(aligned):
            message = f"{columns} cells in the head of a table, {len(aligned)} in the line below it"
            self._warn(head, message, "git hosts show no table: make them as many")
        aligned += [""] * (columns - len(aligned))
        # A table may be wider than a telephone, and then scrolls by itself.
        table = ElementTree.SubElement(ElementTree.SubElement(parent, "div"), "table")
        parent[-1].set("class", "scroll")
        self._row(ElementTree.SubElement(table, "thead"), "th", head, aligned[:columns])
        body = ElementTree.SubElement(table, "tbody")
        for row in rows:
            self._row(body, "td", row, aligned[:columns])

    def _row(
        self, parent: ElementTree.Element, tag: str, text: str, aligned: Sequence[str]
    ) -> None:
        found = cells(text)
        columns = len(aligned)
        elsewhere = cells(text, code=False)
        if len(found) > columns:
            message = f"{len(found)} cells in a row of a table with {columns} columns"
            hint = r"write '\|' for a pipe that is text; git hosts drop what is over"
            self._warn(text, message, hint)
        elif len(elsewhere) > columns:
            message = f"'|' in code: git hosts read {len(elsewhere)} cells in a row of {columns}"
            self._warn(text, message, r"write '\|' in place of '|'")
        row = ElementTree.SubElement(parent, "tr")
        for number in range(max(columns, len(found))):
            cell = ElementTree.SubElement(row, tag)
            cell.text = found[number] if number < len(found) else ""
            if number < columns and aligned[number]:
                cell.set("align", aligned[number])

    def _warn(self, row: str, message: str, hint: str) -> None:
        self._problems.append(Diagnostic(self._places.find(row), "table-cells", message, hint))


def cells(row: str, code: bool = True) -> list[str]:
    """Return the cells of a row; pipes in code divide none, unless `code` is not to count."""
    row = _MARKED_PIPE.sub("|", row, count=1).strip(" ").removeprefix("|")
    ticks = Ticks(row if code else "")
    found: list[str] = []
    start = end = 0
    for sign in _PIPES.finditer(row):
        if sign.start() < end:
            continue
        if sign[0] == "|":
            found.append(row[start : sign.start()])
            start = sign.end()
        elif sign[1] and (closing := ticks.closing(sign.end(), len(sign[1]))):
            end = closing + len(sign[1])
    if start < len(row) or not found:
        found.append(row[start:])
    return [_ESCAPED_PIPE.sub(r"\1|", cell).strip(" ") for cell in found]
