"""Texts in which what is not to be published is covered: each letter by a mark, nothing moves.

By default that is what identifies a machine, a part or a person (`identities`); besides, whatever
a lab names in `redact`. Raw files themselves are never changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sitegen import identities

MARK = "▒"
"""What stands for each letter that is covered."""


_TARGET = re.compile(r"\]\([^()\s]*")
_LETTER = re.compile(r"[^\r\n]")


@dataclass(frozen=True, slots=True)
class Redaction:
    """What is covered: `texts` anywhere, and with `defaults` what identifies, known `names` too.

    Names are those of hosts and people that some file of the lab shows in a telling place, such as
    a prompt; other files may hold them without saying what they are.
    """

    texts: tuple[str, ...] = ()
    defaults: bool = True
    names: frozenset[str] = frozenset()

    def hide(self, text: str) -> str:
        """Return a text of the same length with all of that covered, in lines as they were."""
        found = identities.spans(text) if self.defaults else []
        return _covered(text, [*found, *self._known(text)])

    def hide_known(self, text: str) -> str:
        """Return a text with only names and texts covered that are known: no pattern is tried."""
        return _covered(text, self._known(text))

    def hide_texts(self, text: str) -> str:
        """Return a text written by people with only those texts covered that the lab names.

        The targets of links stay, since they would lead nowhere.
        """
        pattern = _pattern(self.texts, frozenset())
        if pattern is None:
            return text
        targets = [match.span() for match in _TARGET.finditer(text)]
        found = (match.span() for match in pattern.finditer(text))
        return _covered(
            text,
            [one for one in found if not any(start <= one[0] < end for start, end in targets)],
        )

    def _known(self, text: str) -> Iterable[identities.Span]:
        names = self.names if self.defaults else frozenset()
        if not _may_hold(text, self.texts, names):
            return []
        pattern = _pattern(self.texts, names)
        return [match.span() for match in pattern.finditer(text)] if pattern else []


DEFAULT = Redaction()
"""What is covered where a lab says nothing."""


def _may_hold(text: str, texts: tuple[str, ...], names: frozenset[str]) -> bool:
    """Return whether any of the texts and names may stand in a text: most texts hold none."""
    words = _small(texts, names)
    if words is None or not text.isascii():
        return True
    low = text.lower()
    return any(word in low for word in words)


@lru_cache(64)
def _small(texts: tuple[str, ...], names: frozenset[str]) -> tuple[str, ...] | None:
    """Return texts and names in small letters, or None if some have other letters than ASCII."""
    words = (*texts, *names)
    return tuple(word.lower() for word in words if word) if "".join(words).isascii() else None


@lru_cache(64)
def _pattern(texts: tuple[str, ...], names: frozenset[str]) -> re.Pattern[str] | None:
    """Return the pattern for texts anywhere, and for names where no other letter touches them."""
    ways = [re.escape(text) for text in sorted(texts, key=_longest_first) if text]
    ways += [
        rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" for name in sorted(names, key=_longest_first)
    ]
    return re.compile("|".join(ways), re.IGNORECASE) if ways else None


def _longest_first(text: str) -> tuple[int, str]:
    return -len(text), text


def _covered(text: str, spans: Iterable[identities.Span]) -> str:
    """Return a text with the letters of all spans covered; the ends of lines stay."""
    parts: list[str] = []
    end = 0
    for start, stop in sorted(spans):
        if stop > end:
            start = max(start, end)
            parts += [text[end:start], _LETTER.sub(MARK, text[start:stop])]
            end = stop
    return "".join([*parts, text[end:]]) if parts else text
