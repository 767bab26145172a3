"""IOR: text, JSON and CSV of the HPC benchmark, version 2.10 and later."""

from __future__ import annotations

from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers import _ior_json, _ior_text, _ior_values
from sitegen.parsers._wrapped import whole
from sitegen.record import Run, Source

TOOL = _ior_values.TOOL
MARKS = ("bw(MiB/s)", "IOR-", "MiB/sec (", "Max(MiB)", '"bwMiB"', '"bwMaxMIB"')
VARIANTS = (
    "text of 2.10 to 4.0: a row for each repetition, 'Max Write', and the table of means; MiB/s "
    "is 2^20 (MEBIBYTE in ior-output.c), as both figures of 'Max Write' show",
    "IOPS of a row is accesses by the time of transfers alone, OPs of the means bytes moved by "
    "transfer size and whole time; the column Latency divides by transfers of one block, however "
    "many segments there are, and is left out",
    "sizes are what was moved: 'Using actual aggregate bytes moved' counts more than the file size",
    "JSON (-O summaryFormat=JSON) since 3.2 and CSV (summaryFormat=CSV) since 3.3: the same values",
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    source = whole(source, _ior_text.ROWS)
    for test in _ior_text.tests(source.lines):
        yield from _ior_values.run(source, test)
    if '"bwMiB"' in source.text or '"bwMaxMIB"' in source.text:
        for found in _ior_json.tests(source):
            if isinstance(found, Diagnostic):
                yield found
            else:
                yield from _ior_values.run(source, found)
