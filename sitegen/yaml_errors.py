"""What PyYAML says about broken YAML, told as what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import yaml


class Explanation(NamedTuple):
    """Where the fault is (line and column from 0), what it is, and what to do."""

    line: int
    column: int
    message: str
    hint: str


class _Case(NamedTuple):
    """What PyYAML 6.0 says (its context, its problem, the line up to there), and what that means.

    `start`: the fault is where the thing began that was being read, not where that was noticed.
    """

    says: str
    message: str
    hint: str
    start: bool = False


_CASES = (
    _Case(
        r"found character '\\t'",
        "a tab stands where only blanks may",
        "indent with blanks",
    ),
    _Case(
        r"mapping values are not allowed here\n.*:\s",
        "a second colon in a value without quotes",
        "put the value in quotes",
    ),
    _Case(
        "mapping values are not allowed here",
        "a key that is indented deeper than the line above it allows",
        "indent the keys of one mapping alike; put text that has a colon in it in quotes",
    ),
    _Case(
        "could not find expected ':'",
        "a line that is neither 'key: value' nor '- item'",
        "write a colon and a blank after a key; put text of several lines in quotes",
        start=True,
    ),
    _Case(
        "expected <block end>, but found '<scalar>'",
        "text after a closing quote",
        "put the whole value in quotes; inside single quotes write a quote twice",
    ),
    _Case(
        "expected <block end>",
        "a line that fits neither the key nor the item above it",
        "indent the keys and items of one level alike",
    ),
    _Case(
        "sequence entries are not allowed here",
        "a '-' where no item may begin",
        "put the list on the lines below its key, or the value in quotes",
    ),
    _Case(
        "scanning a quoted scalar.*found unexpected",
        "a quote that is opened here and not closed",
        "close it; inside single quotes write a quote twice",
        start=True,
    ),
    _Case(
        r"expected ',' or '[\]}]', but got '\?'",
        "a '?' in a value inside brackets",
        "put the value in quotes",
    ),
    _Case(
        r"expected ',' or '[\]}]'",
        "a bracket that is opened here and not closed, or a missing comma after it",
        "close it, or put a value that begins with a bracket in quotes",
        start=True,
    ),
    _Case(
        "unknown escape character|escape sequence of",
        "a backslash in double quotes that begins no known escape",
        "use single quotes: they take a backslash as it is",
    ),
    _Case(
        "scanning a directive|expected '<document start>'",
        "text outside the document",
        "remove it: a file has one document, and no line that begins with '%' or '...'",
    ),
    _Case(
        "cannot start any token|scanning a block scalar|(scanning|parsing) an? (alias|anchor|tag)"
        "|expected the node content|mapping keys are not allowed",
        "a character that no value can have at this place",
        "put the value in quotes",
    ),
)

_OTHERWISE = "write it more simply, or put the value in quotes"


def explain(error: yaml.MarkedYAMLError, lines: Sequence[str]) -> Explanation:
    """Return what `error`, found in `lines` by PyYAML's own parser, means to the writer."""
    here = error.problem_mark or error.context_mark
    if here is None:
        return Explanation(0, 0, str(error.problem), _OTHERWISE)
    before = lines[here.line][: here.column + 1] if here.line < len(lines) else ""
    said = f"{error.context}\n{error.problem}\n{before}"
    for case in _CASES:
        if re.search(case.says, said, re.DOTALL):
            mark = error.context_mark if case.start and error.context_mark else here
            return Explanation(mark.line, mark.column, case.message, case.hint)
    return Explanation(here.line, here.column, str(error.problem), _OTHERWISE)
