"""Output that is cut off at any line never gives another number without saying so."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.results import FileReading, read_file

CORPUS = Path(__file__).parents[1] / "corpus"
TOOLS = (
    "as_ssd",
    "atto",
    "bonnie",
    "ceph_status",
    "compilebench",
    "cpuinfo",
    "crystaldiskmark",
    "dbench",
    "dd",
    "df",
    "diskspd",
    "dmidecode",
    "elbencho",
    "ext4",
    "filebench",
    "free",
    "fs_mark",
    "hammerdb",
    "hdparm",
    "hdtune",
    "io500",
    "iometer",
    "ioping",
    "ior",
    "iostat",
    "iozone",
    "iperf",
    "iperf3",
    "iperf3_json",
    "kernel_log",
    "lsblk",
    "lscpu",
    "lshw",
    "lspci",
    "lsscsi",
    "mdadm",
    "mdstat",
    "mdtest",
    "megacli",
    "meminfo",
    "mount",
    "netperf",
    "nvme",
    "openssl",
    "os_release",
    "pgbench",
    "phoronix",
    "pioraw",
    "postmark",
    "psql",
    "rados_bench",
    "rawio",
    "sevenzip",
    "smartctl",
    "specsfs",
    "storcli",
    "stream",
    "stress_ng",
    "sysbench",
    "sysctl",
    "systeminfo",
    "tinymembench",
    "tiobench",
    "uname",
    "unixbench",
    "vdbench",
    "xfs",
    "zfs",
    "zpool",
)
RAW = sorted(path for tool in TOOLS for path in (CORPUS / tool).glob("*/input.*"))


def statements(reading: FileReading) -> set[tuple[str, object]]:
    """Return each value and each fact, whatever is said of its load."""
    values = {(record.metric, record.value) for record in reading.records}
    return {*values, *((fact.column, fact.value) for fact in reading.facts)}


@pytest.mark.parametrize("raw", RAW, ids=lambda path: f"{path.parts[-3]}/{path.parts[-2]}")
def test_output_cut_off_at_any_line_gives_the_same_values_or_a_finding(raw: Path) -> None:
    content = raw.read_bytes()
    whole = statements(read_file(raw.name, content))
    lines = content.splitlines(keepends=True)
    for count in range(1, len(lines)):
        cut = read_file(raw.name, b"".join(lines[:count]))
        assert statements(cut) <= whole or cut.diagnostics, f"cut off after line {count}"
