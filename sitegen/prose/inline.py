"""What Python-Markdown's inline patterns do otherwise here: links, pictures, comments, HTML.

Its own patterns for links look for a closing bracket from each opening one to the end of the
paragraph: 20 kB of brackets take longer than anybody waits (Python-Markdown issue 798).
"""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import INLINE_PLACEHOLDER_RE, STX, AtomicString, code_escape

from sitegen.diagnostics import Position
from sitegen.prose.blocks import folded_id
from sitegen.prose.places import MARKS, Places, TooMuchError, unmarked
from sitegen.prose.targets import REFERENCES, decoded
from sitegen.prose.ticks import Ticks

MOST_SIGNS = 2_000
"""How many signs that may mean something a paragraph or cell may have."""

LONGEST = 50_000
"""How long the text of a paragraph or cell may be."""

Match = re.Match[str]
Found = tuple[ElementTree.Element | str | None, int | None, int | None]
NOTHING: Found = (None, None, None)

_MARKED = re.compile(f"[{MARKS}]")
_SIGNS = re.compile(r"[][`*_<\\&]")
_BRACKETS = re.compile(r"[\[\]]")
_TITLE = r"""(?:\s+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|\((?P<round>[^()]*)\)))?\s*\)"""
_ANGLE = re.compile(r"\(\s*<(?P<target>[^<>\n]*)>" + _TITLE)
_BARE = re.compile(
    r"\(\s*(?P<target>(?!<)(?:[^\s()]|\((?:[^\s()]|\((?:[^\s()]|\([^\s()]*\))*\))*\))*)" + _TITLE
)
_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_ESCAPE = re.compile(rf"{STX}(\d+)\x03")


class Target(NamedTuple):
    """Where a link or picture leads, as it was written, and where it stands."""

    target: str
    title: str
    position: Position
    picture: bool


class Targets:
    """Finds out where brackets lead, and remembers the targets of one document."""

    def __init__(self, md: Markdown, places: Places) -> None:
        self.md = md
        self.places = places
        self.found: list[Target] = []
        self._text = ""
        self._closing: dict[int, int] = {}

    def closing(self, text: str, start: int) -> int | None:
        """Return where the bracket that is opened at `start` is closed."""
        if text is not self._text:
            self._text, self._closing = text, {}
            opened: list[int] = []
            for match in _BRACKETS.finditer(text):
                if match[0] == "[":
                    opened.append(match.start())
                elif opened:
                    self._closing[opened.pop()] = match.start()
        return self._closing.get(start)

    def of(self, text: str, start: int, end: int) -> tuple[str, str, int] | None:
        """Return target, title and end of the link whose text stands from `start` to `end`."""
        behind = end + 1
        if match := _ANGLE.match(text, behind) or _BARE.match(text, behind):
            title = match["double"] or match["single"] or match["round"] or ""
            return self.plain(match["target"]), " ".join(self.plain(title).split()), match.end()
        name, stop = text[start + 1 : end], behind
        if match := _REFERENCE.match(text, behind):
            name, stop = match[1] if unmarked(match[1]) else name, match.end()
        defined = self.md.references.get(folded_id(self.plain(name)))
        if defined is None:
            return None
        return self.plain(defined[0]), " ".join(self.plain(defined[1] or "").split()), stop

    def holds_link(self, text: str, start: int, end: int) -> bool:
        """Return whether there is a link between two brackets."""
        return any(
            text[match.start() - 1] != "!"
            and (close := self.closing(text, match.start())) is not None
            and close < end
            and self.of(text, match.start(), close) is not None
            for match in _BRACKETS.finditer(text, start + 1, end)
            if match[0] == "["
        )

    def element(self, tag: str, target: str, title: str, mark: str) -> ElementTree.Element:
        """Return a new element for a link or picture whose place is that of `mark`."""
        made = ElementTree.Element(tag, {"target": str(len(self.found))})
        place = self.places.find(mark)
        if picture := tag == "img":
            place = place._replace(column=place.column - 1)
        self.found.append(Target(target, title, place, picture))
        return made

    def plain(self, text: str) -> str:
        """Return a piece of a paragraph as plain text, with what Markdown has put away in it."""
        stash = self.md.treeprocessors["inline"].stashed_nodes  # type: ignore[attr-defined]

        def put_away(match: re.Match[str]) -> str:
            node = stash.get(match[1], "")
            return node if isinstance(node, str) else decoded("".join(node.itertext()))

        whole = INLINE_PLACEHOLDER_RE.sub(put_away, decoded(unmarked(text)))
        return _ESCAPE.sub(lambda match: chr(int(match[1])), whole)


class CodePattern(InlineProcessor):
    """Code between runs of backticks of one length."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(r"\\.|(`+)", md)
        self._ticks = Ticks("")

    def handleMatch(self, m: Match, data: str) -> Found:  # type: ignore[override]  # noqa: N802
        """Return the code, or go on behind backticks that nothing closes."""
        if data is not self._ticks.text:
            self._ticks = Ticks(data)
        length = len(m[1] or "")
        end = self._ticks.closing(m.end(), length)
        if end is None:
            return None, m.start(), m.end()
        made = ElementTree.Element("code")
        inside = unmarked(data[m.end() : end]).replace("\n", " ").strip()
        made.text = AtomicString(code_escape(inside))
        return made, m.start(), end + length


class LinkPattern(InlineProcessor):
    """`[text](target "title")`, `[text](<target>)`, `[text][id]`, `[id][]` and `[id]`."""

    def __init__(self, targets: Targets) -> None:
        super().__init__(r"(?<!!)\[", targets.md)
        self.targets = targets

    def handleMatch(self, m: Match, data: str) -> Found:  # type: ignore[override]  # noqa: N802
        """Return the link that begins with a bracket, if one does."""
        start = m.start()
        end = self.targets.closing(data, start)
        if end is None or (its := self.targets.of(data, start, end)) is None:
            return NOTHING
        if self.targets.holds_link(data, start, end):
            return NOTHING
        mark, text = _mark_and_text(data, start, end)
        made = self.targets.element("a", its[0], its[1], mark)
        made.text = text
        return made, start, its[2]


class PicturePattern(InlineProcessor):
    """`![text](target)` and the other forms that links have."""

    def __init__(self, targets: Targets) -> None:
        super().__init__(r"!\[", targets.md)
        self.targets = targets

    def handleMatch(self, m: Match, data: str) -> Found:  # type: ignore[override]  # noqa: N802
        """Return the picture that begins with a bracket, if one does."""
        start = m.start() + 1
        end = self.targets.closing(data, start)
        if end is None or (its := self.targets.of(data, start, end)) is None:
            return NOTHING
        mark, text = _mark_and_text(data, start, end)
        made = self.targets.element("img", its[0], its[1], mark)
        made.set("alt", " ".join(self.targets.plain(text).split()))
        return made, m.start(), its[2]


class AutolinkPattern(InlineProcessor):
    """`<https://lab.example>` and `<a@lab.example>`; `<result:...>` is a link without text."""

    def __init__(self, targets: Targets) -> None:
        super().__init__(
            rf"<([{MARKS}])(?:([A-Za-z][A-Za-z0-9+.-]{{1,31}}:[^\s<>]*)|([^\s<>@!]+@[^\s<>@]+))>",
            targets.md,
        )
        self.targets = targets

    def handleMatch(self, m: Match, data: str) -> Found:  # type: ignore[override]  # noqa: N802, ARG002
        """Return the link."""
        shown = self.targets.plain(m[2] or m[3])
        made = self.targets.element("a", shown if m[2] else f"mailto:{shown}", "", m[1])
        if shown.partition(":")[0].lower() not in REFERENCES:
            made.text = AtomicString(shown.replace("&", "&amp;"))
        return made, m.start(), m.end()


class CommentPattern(InlineProcessor):
    """`<!-- ... -->` inside a paragraph: authors' notes, which are not published."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(rf"<[{MARKS}]!--.*?-->", md)

    def handleMatch(self, m: Match, data: str) -> Found:  # type: ignore[override]  # noqa: N802, ARG002
        """Return nothing in place of the comment."""
        return "", m.start(), m.end()


class HtmlPattern(InlineProcessor):
    """HTML, which stays the text that it is; where it stands is noted."""

    def __init__(self, md: Markdown, places: Places) -> None:
        super().__init__(rf"<([{MARKS}])([/!?]?[A-Za-z\[-][^<>]*)>", md)
        self.places = places
        self.found: list[tuple[Position, str]] = []

    def handleMatch(self, m: Match, data: str) -> Found:  # type: ignore[override]  # noqa: N802, ARG002
        """Note the tag and go on behind it."""
        name = re.split(rf"[\s{MARKS}{STX}]", m[2].strip("<>"), maxsplit=1)[0]
        self.found.append((self.places.find(m[1]), f"<{name}>"))
        return None, m.start(), m.end()


class Guard(InlineProcessor):
    """Refuses a paragraph that would take the other patterns too long."""

    def __init__(self, md: Markdown, places: Places) -> None:
        super().__init__(r"\A", md)
        self.places = places

    def handleMatch(self, m: Match, data: str) -> Found:  # type: ignore[override]  # noqa: N802, ARG002
        """Return that nothing is found, unless there is too much of it."""
        if len(data) > LONGEST:
            message = f"a paragraph of more than {LONGEST:,} characters"
            raise TooMuchError(message, self.places.find(data))
        if len(data) > MOST_SIGNS and len(_SIGNS.findall(data)) > MOST_SIGNS:
            message = f"more than {MOST_SIGNS:,} brackets, stars and the like in one paragraph"
            raise TooMuchError(message, self.places.find(data))
        return NOTHING


def _mark_and_text(data: str, start: int, end: int) -> tuple[str, str]:
    """Return the mark of the bracket at `start`, which stands behind or before it, and the text."""
    if _MARKED.match(data, start + 1, end):
        return data[start + 1], data[start + 2 : end]
    return data[max(0, start - 1) : start], data[start + 1 : end]
