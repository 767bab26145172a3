"""Whether a job of fio ran as long as it was to: a report amid a run looks like the last one.

`--status-interval` prints whole reports while a job runs, and an interrupt ends it with one. Of the
options (HOWTO.rst of fio 3.36), `runtime` is a limit: a job ends earlier once it has done its size,
unless it is time_based, which is not listed among the options of a job.
"""

from __future__ import annotations

from collections.abc import Mapping

from sitegen.parsers import _fio_load
from sitegen.parsers._fio_documents import DIRECTIONS, Entry, longest
from sitegen.parsers._json import number

_SLACK = 0.98
"""What part of its time a job has at least run where it was not stopped."""
_REST = 0.01
"""What part of a size may be missing: random offsets may leave some blocks out."""
_OTHER_ENDS = frozenset({"number_ios", "loops", "steadystate", "ss"})


def early_end(entry: Entry, options: Mapping[str, object], *, in_kib: bool) -> str:
    """Return that a job has neither run as long as it was to nor done its size, or nothing.

    `in_kib` is true where io_bytes counts KiB. Of a job whose size is not known, or that may end by
    a rule of its own, nothing can be said.
    """
    asked = _fio_load.seconds(str(options.get("runtime", "")))
    base = 1000 if options.get("kb_base") == "1000" else 1024
    size = _fio_load.number(str(options.get("io_size", options.get("size", ""))), base)
    if not asked or not size or not _OTHER_ENDS.isdisjoint(options):
        return ""
    ran = float(longest(entry)) / 1000
    if not 0 < ran < _SLACK * asked:
        return ""
    parts = (entry.values.get(direction) for direction in DIRECTIONS)
    done = float(sum(number(part.get("io_bytes")) for part in parts if isinstance(part, dict)))
    share = done * (1024 if in_kib else 1) / size % 1
    if not _REST < share < 1 - _REST:
        return ""
    return f"runtime={asked} s, but this is a report after {ran:g} s, before the end of the job"
