"""The codes of findings."""

from __future__ import annotations

from sitegen.diagnostics import CODES, RANK
from sitegen.manual.markdown_tables import code, plain, table

_ABOUT = """\
A finding is one line with its place, its severity, its code and what is, and one with a hint:

    content/reports/a.md:14:24: error[claim-mismatch]: text says 412 MB/s, the result says 432 MB/s
      hint: results/rig-a/seqread.json:88

An error makes `sitegen check` exit with 1, a warning only with `--strict`, a remark (`info`) never.
The site is built in any case.

"""


def text() -> str:
    """Return every code with its severity and its meaning, errors first."""
    by_rank = sorted(CODES.items(), key=lambda one: (RANK[one[1].severity], one[0]))
    rows = [(code(name), its.severity, plain(its.meaning)) for name, its in by_rank]
    return _ABOUT + table(("Code", "Severity", "Meaning"), rows)
