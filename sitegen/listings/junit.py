"""Findings as a JUnit report, which every CI server can show: one test case each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree

from sitegen.diagnostics import Diagnostic


def render(findings: Sequence[Diagnostic]) -> str:
    """Return the report: an error is a failure, anything less a passed test that says something."""
    failures = sum(one.severity == "error" for one in findings)
    counts = {"tests": str(len(findings) or 1), "failures": str(failures)}
    top = ElementTree.Element("testsuites", {"name": "sitegen check", **counts})
    suite = ElementTree.SubElement(top, "testsuite", {"name": "sitegen check", **counts})
    if not findings:
        ElementTree.SubElement(suite, "testcase", {"name": "nothing found", "classname": "sitegen"})
    seen: Counter[str] = Counter()
    for one in findings:
        name = f"{one.code} at {one.position}"
        seen[name] += 1
        if seen[name] > 1:
            name += f" ({seen[name]})"
        case = ElementTree.SubElement(
            suite, "testcase", {"name": _clean(name), "classname": _clean(one.position.path)}
        )
        if one.severity == "error":
            about = {"type": one.code, "message": _clean(one.message)}
            ElementTree.SubElement(case, "failure", about).text = _clean(str(one))
        else:
            ElementTree.SubElement(case, "system-out").text = _clean(str(one))
    ElementTree.indent(top, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(top, "unicode")}\n'


def _clean(text: str) -> str:
    """Return a text without the signs that XML cannot hold at all."""
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}"
        for sign in text
    )
