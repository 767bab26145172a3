"""Our own scripts and style sheets as they are served: without what only their authors need.

Comments go, and blanks where nothing depends on them. No name is changed and nothing is put in
another order, so what is served can still be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_BLANK = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TOKEN = re.compile(r"""[\w$]+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|.""", re.DOTALL)

# A slash behind one of these, or behind an operator, begins a regular expression.
_BEFORE_VALUES = frozenset({"return", "typeof", "case", "in", "of", "do", "else", "void", "delete"})


@cache
def script(text: str) -> str:
    """Return a script with the same tokens, and a line end wherever it could end a statement."""
    found: list[str] = []
    blank = ""
    for token, its in _tokens(text):
        if token is None:
            blank = its
            continue
        if found and blank:
            found.append(_between(found[-1][-1], token[0], "\n" in blank))
        found.append(token)
        blank = ""
    return "".join(found)


def style(text: str) -> str:
    """Return a style sheet without comments, and without the blanks around what parts it."""
    # Behind a colon there is a blank in declarations only: `a :hover` is not `a:hover`.
    parts = re.split(r"""("[^"\n]*"|'[^'\n]*'|/\*.*?\*/)""", text, flags=re.DOTALL)
    parts[1::2] = ["" if one.startswith("/") else one for one in parts[1::2]]
    parts[::2] = [
        re.sub(r"\s*([{};,])\s*|(:)\s+", r"\1\2", one).replace(";}", "}") for one in parts[::2]
    ]
    return "".join(parts).strip()


def _between(last: str, first: str, ends: bool) -> str:
    """Return what has to stay of a blank between two tokens, of which these letters meet."""
    word = re.compile(r"[\w$]")
    if ends and re.match(r"[\w$)\]}\"'`]", last) and re.match(r"[\w$(\[{\"'`/+-]", first):
        return "\n"
    if (word.match(last) and word.match(first)) or (last == first and first in "+-"):
        return " "
    return ""


def _tokens(text: str) -> Iterator[tuple[str | None, str]]:
    """Yield each token, templates as they are served, and the text it stands for.

    What stands between two tokens is no token, but has a text.
    """
    at, last = 0, ""
    while at < len(text):
        end = at
        if blank := _BLANK.match(text, at):
            yield None, blank[0]
            at = blank.end()
            continue
        value = last[-1:].isalnum() or last[-1:] in tuple("_$)]}\"'`")
        regex = _REGEX.match(text, at) if not value or last in _BEFORE_VALUES else None
        if regex:
            last, end = regex[0], regex.end()
        elif text[at] == "`":
            last, end = _template(text, at)
        else:
            token = _TOKEN.match(text, at)
            assert token
            last, end = token[0], token.end()
        yield last, text[at:end]
        at = end


def _template(text: str, start: int) -> tuple[str, int]:
    """Return a template with the code in it made slim, and where it ends."""
    found, at = "`", start + 1
    while text[at] != "`":
        if text.startswith("${", at):
            end = _closing(text, at + 2)
            found += "${" + script(text[at + 2 : end]) + "}"
            at = end + 1
        else:
            step = 2 if text[at] == "\\" else 1
            found += text[at : at + step]
            at += step
    return found + "`", at + 1


def _closing(text: str, start: int) -> int:
    """Return where the brace stands that closes the code of a template."""
    depth, at = 0, start
    for token, its in _tokens(text[start:]):
        if token == "}" and not depth:
            return at
        depth += {"{": 1, "}": -1}.get(token or "", 0)
        at += len(its)
    raise ValueError(f"no end of the code in a template: {text[start : start + 40]!r}")
