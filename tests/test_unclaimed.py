"""A file that no parser reads: whose output it comes near to, and what is missing there."""

from __future__ import annotations

import pytest

from tests.parsers.output import findings

TABLE = (
    "there is a table with {}: `sitegen show --sidecar run.txt` proposes the run.txt.yaml that says"
    " what its columns are"
)
NAMED = "but has nothing of its output; if the tool printed it, name it in run.txt.yaml: `tool: {}`"
UNKNOWN = "it has no word of a tool that `sitegen parsers` lists; "
PROSE = UNKNOWN + "there is no table: what people write belongs in content/"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        # Not what a tool printed, but what was typed or given to it.
        (
            "$ fio --name=seq --rw=read --bs=1M\n",
            "fio: line 1 runs it, but no result of it follows",
        ),
        (
            "#!/bin/sh\nfor i in 1 2; do\n  dd if=/dev/zero of=/mnt/x bs=1M count=1000\ndone\n",
            "dd: line 3 runs it, but no result of it follows",
        ),
        (
            "# zpool status\nno pools available\n",
            "zpool: line 1 runs it, but no result of it follows",
        ),
        (
            "[global]\nioengine=libaio\nbs=4k\n[randread]\nrw=randread\n",
            "fio: line 2 is of a job file for it: keep what it prints",
        ),
        (
            "sd=sd1,lun=/dev/sdb\nwd=wd1,sd=sd1,xfersize=4k\nrd=run1,wd=wd1,elapsed=60\n",
            "vdbench: line 1 is of a parameter file for it: keep what it prints",
        ),
        # It did not run.
        (
            "bash: sysbench: command not found\n",
            "sysbench: it did not run, as line 1 says: 'bash: sysbench: command not found'",
        ),
        (
            "sysbench 1.0.20\nUsage:\n  sysbench [options]... [testname] [command]\n",
            "sysbench: it did not run, as line 2 says: 'Usage:'",
        ),
        # Nearly its output.
        (
            "lesen: IOPS=1234, BW=4.8MiB/s (5055kB/s)(290MiB/60001msec)\n",
            "fio: ': IOPS=' in line 1 is a word of its output, but the text ends there; keep all"
            " that it prints, and run it with LC_ALL=C",
        ),
        (
            "lesen: IOPS=1234\nund so weiter\n",
            "fio: ': IOPS=' in line 1 is a word of its output, but no line with a whole result"
            " stands by it; keep all that it prints, and run it with LC_ALL=C",
        ),
        ("fio-3.33\nStarting 1 process\n", f"fio: line 1 names it, {NAMED.format('fio')}"),
        ("We ran iozone, and it was fast.\n", f"iozone: line 1 names it, {NAMED.format('iozone')}"),
        # Tables and numbers of whatever it was.
        (
            "drive,size,MB/s\nwd800,4k,12.3\nwd800,64k,45.6\n",
            TABLE.format("'drive', 'size', 'MB/s'"),
        ),
        (
            "| RAID | write MB/s | read MB/s |\n|---|---|---|\n| 5 | 120.3 | 230.1 |\n",
            TABLE.format("'RAID', 'write MB/s', 'read MB/s'"),
        ),
        (
            '{"results": [{"name": "seqread", "bw_mb": 123.4, "iops": 1000}]}\n',
            TABLE.format("'name', 'bw mb', 'iops'"),
        ),
        (
            "# time bw iops\n0.1 123.4 1000\n0.2 125.4 1002\n",
            UNKNOWN + "`sitegen show --sidecar run.txt` shows how to describe rows of numbers",
        ),
        # What people wrote.
        ("The disks ran for a week.\nIt was free of faults, and we mount it.\n", PROSE),
        ("Disk: WD Blue\nThroughput: 112 MB/sec\n", PROSE),
    ],
)
def test_the_hint_says_what_is_missing_and_what_to_do(text: str, hint: str) -> None:
    assert findings(text) == (
        f"run.txt: error[unidentified-file]: no parser knows this output\n  hint: {hint}\n"
    )


def test_what_it_quotes_is_printable_and_names_three_tools_at_the_most() -> None:
    text = "".join(f"We used {tool}.\n" for tool in ("fio", "iozone", "vdbench", "sysbench", "ior"))
    (line,) = [one for one in findings(text).splitlines() if "hint" in one]
    assert line.count("names it") == 3


def test_a_number_in_a_table_that_can_be_read_in_two_ways_is_said_with_both() -> None:
    table = "| test | rate |\n|---|---|\n| read | 12,345 MB/s |\n"
    said = (
        "run.txt:3: error[ambiguous-number]: '12,345 MB/s' can be 12345 MB/s or 12.345 MB/s, and no"
        " other number decides\n"
        "  hint: describe the table in run.txt.yaml, with decimal: comma, or decimal: point\n"
    )
    assert said in findings(table)
    assert said.replace(":3:", ":1:") in findings("12,345 MB/s\n")
    for proof in ("| write | 1,917.43 MB/s |\n", "| write | 3,00 MB/s |\n"):
        assert "ambiguous-number" not in findings(table + proof)
    assert "ambiguous-number" not in findings(table.replace("12,345", "12.345"))
