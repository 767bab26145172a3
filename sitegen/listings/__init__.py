"""Findings in the forms that terminals, programs and the hosts of git repositories take.

A form is a function from findings to text. Paths are relative to the top of the repository, where
hosts look for them, so a lab that lies deeper in it has its `prefix` put before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sitegen.diagnostics import Diagnostic, Position
from sitegen.listings import github, gitlab, junit, plain, rdjson

Form = Callable[[Sequence[Diagnostic]], str]

FORMS: Mapping[str, Form] = {
    "text": plain.text,
    "json": plain.as_json,
    "github": github.render,
    "gitlab": gitlab.render,
    "junit": junit.render,
    "rdjson": rdjson.render,
}

OF_HOSTS = frozenset({"github", "gitlab", "rdjson"})
"""Forms that hosts show beside the changes, where only what is to be done belongs."""


def for_host(findings: Sequence[Diagnostic], prefix: str) -> list[Diagnostic]:
    """Return the findings that are not silenced, with a prefix before their paths."""
    return [
        one._replace(position=Position(prefix + one.position.path, *one.position[1:]))
        for one in findings
        if not one.silenced
    ]
