"""DiskSpd: text and XML of Microsoft's tool for Windows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _diskspd_text, _diskspd_xml
from sitegen.parsers._diskspd_spans import TOOL, Span, run
from sitegen.parsers._wrapped import whole
from sitegen.record import Run, Source

__all__ = ["MARKS", "TOOL", "VARIANTS", "parse"]

MARKS = ("I/O per s", "timespan:", "Results for timespan", "<TestTimeSeconds>")
VARIANTS = (
    "text of 2.0 to 2.2: MiB/s is bytes / 2^20 / seconds, latencies are ms (ResultParser.cpp); the "
    "rows 'total:' count, which have all threads and targets; MB/s before 2.0.1 is 2^20 too",
    "tables of that text typed anew as Markdown; percentiles above which no I/O lies are left out",
    "XML (-Rxml): bytes and I/Os of all threads and targets, summed and divided by "
    "TestTimeSeconds; latencies and percentiles of all targets (XmlResultParser.cpp)",
)

_ROWS = re.compile(r"\s*thread +\| .*\| +file\s*|\s*total:(?: +\|? *(?:\d+(?:\.\d+)?|N/A))+\s*")


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, _ROWS)
    found = chain(_diskspd_text.spans(source.lines), _diskspd_xml.spans(source))
    for item in found:
        if isinstance(item, Span):
            yield from run(source, item)
        elif isinstance(item, Diagnostic):
            yield item
        elif item[1]:
            yield source.problem(item[0], "failed-run", f"diskspd: {item[1]}")
        else:
            message = "diskspd began, but gave no results"
            yield source.problem(item[0], "incomplete-run", message)
