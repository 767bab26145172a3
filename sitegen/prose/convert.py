"""Python-Markdown set up for our documents, and a document led through it."""

from __future__ import annotations

import html
import re
from functools import cache

from markdown import Markdown
from markdown.extensions.sane_lists import SaneListExtension
from markdown.inlinepatterns import SubstituteTagInlineProcessor

from sitegen.diagnostics import Diagnostic, Position, ranked
from sitegen.prose import fences, headings, inline, links
from sitegen.prose.blocks import (
    DefinitionProcessor,
    Definitions,
    Footnotes,
    HeadingProcessor,
    Table,
)
from sitegen.prose.fences import Fence
from sitegen.prose.halves import HalfLinks
from sitegen.prose.layout import Layout
from sitegen.prose.lines import lay
from sitegen.prose.parts import Block, Prose, token
from sitegen.prose.places import Places, TooMuchError, sanitised, unmarked

LONGEST = 256 * 1024
"""How many characters a document may have."""

# All of ASCII's punctuation, as in CommonMark, but for '&': Python-Markdown would make an entity of
# what is escaped.
_PUNCTUATION = "!\"#$%'()*+,-./:;<=>?@[\\]^_`{|}~"

_FENCE = re.compile("<p>\ue000fence:(\\d+)\ue001</p>|\ue000fence:(\\d+)\ue001")


class Machine:
    """One Python-Markdown with our patterns, used for one document after the other."""

    def __init__(self) -> None:
        self.places = Places("")
        self.problems: list[Diagnostic] = []
        # The marker that says where footnotes go is given up: no text can hold this one.
        notes = Footnotes(
            PLACE_MARKER="\ue000footnotes\ue001",
            BACKLINK_TEXT="&#8617;&#xFE0E;",
            BACKLINK_TITLE="Back to the text",
            USE_DEFINITION_ORDER=False,
        )
        md = Markdown(extensions=[SaneListExtension(), notes], output_format="html")
        md.ESCAPED_CHARS = list(_PUNCTUATION)
        md.references = Definitions(self.places, self.problems)  # type: ignore[assignment]
        md.preprocessors.deregister("html_block")
        blocks = md.parser.blockprocessors
        blocks.register(Table(md, self.places, self.problems), "table", 75)
        blocks.register(HeadingProcessor(md.parser), "hashheader", 70)
        blocks.register(DefinitionProcessor(md.parser), "reference", 15)
        self.targets = inline.Targets(md, self.places)
        self.html = inline.HtmlPattern(md, self.places)
        patterns = md.inlinePatterns
        for name in (
            "backtick",
            "reference",
            "image_link",
            "image_reference",
            "short_reference",
            "short_image_ref",
            "automail",
            "html",
            "entity",
        ):
            patterns.deregister(name)
        patterns.register(inline.Guard(md, self.places), "guard", 200)
        patterns.register(inline.CodePattern(md), "code", 190)
        patterns.register(SubstituteTagInlineProcessor(r"\\\n", "br"), "backslash_break", 187)
        patterns.register(inline.CommentPattern(md), "comment", 185)
        patterns.register(inline.PicturePattern(self.targets), "picture", 165)
        patterns.register(inline.LinkPattern(self.targets), "link", 160)
        patterns.register(inline.AutolinkPattern(self.targets), "autolink", 120)
        patterns.register(self.html, "html", 90)
        self.headings = headings.Headings(md, self.places, self.problems)
        self.links = links.Links(md, self.targets, self.problems)
        # 'inline' is at 20, 'unescape' at 0.
        steps = md.treeprocessors
        steps.register(headings.HeadingMarks(md), "heading_marks", 30)
        steps.register(HalfLinks(md, self.places, self.problems), "half_links", 18)
        steps.register(self.headings, "headings", -10)
        steps.register(self.links, "links", -20)
        self.md = md

    def prose(self, body: str, path: str, first_line: int) -> Prose:
        """Return a document rendered."""
        self.places.path = path
        for kept in (
            self.places.positions,
            self.problems,
            self.targets.found,
            self.html.found,
            self.headings.found,
            self.links.found,
        ):
            kept.clear()
        layout = Layout(self.places)
        text = lay(body, first_line, layout)
        marked = self.md.reset().convert(text)
        made, blocks = _filled(unmarked(marked), layout.fences)
        problems = [*self.problems, *layout.problems]
        problems += [problem for its in layout.fences if (problem := fences.problem(its))]
        if self.html.found:
            problems.append(_html_problem(self.html.found))
        return Prose(
            made,
            tuple(self.links.found),
            tuple(blocks),
            tuple(self.headings.found),
            ranked(problems),
        )


_machine = cache(Machine)


def convert(body: str, path: str, first_line: int) -> Prose:
    """Return a document rendered; one that is too much for Markdown is shown as it was written."""
    body = body.replace("\r\n", "\n").replace("\r", "\n")
    body, odd = sanitised(body)
    problems = [_odd_problem(body, odd, path, first_line)] if odd else []
    problem = None
    machine = _machine()
    try:
        if len(body) > LONGEST:
            raise TooMuchError(f"a document of more than {LONGEST:,} characters", Position(path))
        made = machine.prose(body, path, first_line)
    except TooMuchError as reason:
        hint = "the document is shown as it was written: divide it"
        problem = Diagnostic(reason.position, "bad-markdown", str(reason), hint)
    except Exception as reason:
        # Python-Markdown has faults of its own, and one document must not cost the whole site.
        message = f"Python-Markdown stops with {type(reason).__name__}: {reason}"
        hint = "the document is shown as it was written: look for unusual marks in it"
        problem = Diagnostic(Position(path), "bad-markdown", message, hint)
    if problem:
        _machine.cache_clear()
        whole = f"<pre>{html.escape(body, quote=False)}</pre>"
        return Prose(whole, (), (), (), ranked([*problems, problem]))
    if not problems:
        return made
    return Prose(
        made.html, made.links, made.blocks, made.headings, ranked([*made.diagnostics, *problems])
    )


def _filled(text: str, fenced: list[Fence]) -> tuple[str, list[Block]]:
    """Return HTML with code in the place of fenced blocks, and tokens in that of ours."""
    blocks: list[Block] = []

    def put(match: re.Match[str]) -> str:
        its = fenced[int(match[1] or match[2])]
        block = fences.block(its)
        if block is None:
            return fences.code(its)
        blocks.append(block)
        return token("block", len(blocks) - 1)

    return _FENCE.sub(put, text), blocks


def _html_problem(found: list[tuple[Position, str]]) -> Diagnostic:
    place, tag = min(found)
    message = f"HTML is shown as text: '{tag}'"
    if len(found) > 1:
        message += f", the first of {len(found)} tags"
    hint = r"write it in Markdown; in code, or as '\<', it is text without this warning"
    return Diagnostic(place, "raw-html", message, hint)


def _odd_problem(body: str, odd: list[tuple[int, str]], path: str, first_line: int) -> Diagnostic:
    offset, character = odd[0]
    before = body[:offset]
    line = first_line + before.count("\n")
    column = offset - (before.rfind("\n") + 1) + 1
    message = f"the character U+{ord(character):04X} cannot be published"
    if len(odd) > 1:
        message += f", the first of {len(odd)} of the kind"
    hint = "remove it; U+FFFD is shown in its place"
    return Diagnostic(Position(path, line, column), "bad-markdown", message, hint)
