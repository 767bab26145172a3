"""How the cases of a page are called: ids and titles, by the headings they stand under."""

from __future__ import annotations

import re

from sitegen import urls
from sitegen.importing.cuts import Cut
from sitegen.importing.decide import Facts

_NUMBER = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+")
_LONGEST = 40


def slug(text: str) -> str:
    """Return text as an id of lower-case words joined by '-'; '' if it has no letter of ASCII."""
    plain = urls.slug(text)
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") if plain != "x" else ""


def folder(heading: str, cut: Cut, taken: set[str]) -> str:
    """Return a folder that no other case has, and note it: by its heading, or else its line."""
    name = slug(_NUMBER.sub("", heading))[:_LONGEST].strip("-")
    line = f"line-{cut.first + 1}"
    choices = (name or line, f"{name}-{line}" if name else line, f"{line}-{cut.start}")
    chosen = next(one for one in choices if one not in taken)
    taken.add(chosen)
    return chosen


def title(heading: str, cut: Cut, own: Facts) -> str:
    """Return the title of a case: its heading, or what is special of its machine, and its line."""
    said = [
        f"{words} {own.stated[key].value}".strip()
        for key, words in (("raid.level", "RAID"), ("kernel", "kernel"), ("cpu", ""))
        if key in own.stated
    ]
    words = _NUMBER.sub("", heading).rstrip(":") or ", ".join(said[:2]) or "Result"
    quoted = f", quoted {cut.depth} times" if cut.depth > 1 else ", quoted" if cut.depth else ""
    return f"{words[:1].upper()}{words[1:]}, line {cut.first + 1}{quoted}"
