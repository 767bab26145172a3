"""Output of bonnie++ 1.03 for small labs in tests, with the numbers that matter to them."""

from __future__ import annotations

_TEXT = """\
Version  1.03       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
{name:<14} {size:>4} 51121  98 {write:>6}  76 97426  28 58961  98 {read:>6}  38 {seeks:>5}   2
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
                512 19599  94 257598 100  8272  27 19270  91 331205  99  4879  17
"""


def bonnie(
    write: int = 188347,
    read: int = 378240,
    seeks: str = "732.5",
    size: str = "16G",
    name: str = "rig",
) -> str:
    """Return the text table of one run; rates are in K/sec as the tool prints them."""
    return _TEXT.format(write=write, read=read, seeks=seeks, size=size, name=name)


TESTBED = """\
title: {title}
hardware:
  array: a1
"""

ARRAY = """\
---
title: Array One
kind: array
---
"""


def lab(report: str = "", **runs: str) -> dict[str, str | bytes]:
    """Return the files of a lab with one array, a testbed for each run, and a report."""
    files: dict[str, str | bytes] = {
        "content/index.md": "---\ntitle: Lab\n---\n",
        "content/hardware/a1.md": ARRAY,
    }
    for case, output in runs.items():
        files[f"results/{case}/testbed.yaml"] = TESTBED.format(title=f"Rig {case}")
        files[f"results/{case}/bonnie.txt"] = output
    if report:
        files["content/reports/a.md"] = f"---\ntitle: A\n---\n{report}"
    return files
