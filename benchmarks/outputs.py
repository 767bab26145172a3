"""Output of bonnie++, fio and iozone with seeded numbers that agree with each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

_BONNIE = """\
Version  1.03       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
rig             64G {0:>5}  98 {1:>6}  52 {2:>5}  28 {3:>5}  97 {4:>6}  38 {5:>5}   2
                    ------Sequential Create------ --------Random Create--------
                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
              files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
                256 {6:>5}  94 {7:>6}  99 {8:>5}  27 {9:>5}  91 {10:>6}  98 {11:>5}  17
rig,64G,{0},98,{1},52,{2},28,{3},97,{4},38,{5},2,256,{6},94,{7},99,{8},27,{9},91,{10},98,{11},17
"""

_IOZONE_HEAD = """\
\tIozone: Performance Test of File I/O
\t        Version $Revision: 3.506 $
\t\tCompiled for 64 bit mode.
\t\tBuild: linux-AMD64

\tAuto Mode
\tUsing minimum file size of 65536 kilobytes.
\tUsing maximum file size of 524288 kilobytes.
\tCommand line used: iozone -a -n 64m -g 512m
\tOutput is in kBytes/sec
\tTime Resolution = 0.000001 seconds.
\tProcessor cache size set to 1024 kBytes.
\tProcessor cache line size set to 32 bytes.
\tFile stride size set to 17 * record size.
                                                              random    random     bkwd    record    stride
              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read   fwrite frewrite    fread  freread
"""  # noqa: E501 -- the columns of the tool

_WIDTHS = (9, 9, 8, 10, 8, 10, 9, 10, 10, 9, 9, 9, 9)
_PERCENTILES = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99)
_US = (2, 4, 10, 20, 50, 100, 250, 500, 750, 1000)
_MS = (2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000)


def bonnie(random: Random, scale: float) -> str:
    """Return the text and the CSV line of one run of bonnie++ 1.03, 1 kB."""
    typical = (51000, 180000, 97000, 58000, 370000)
    rates = [round(rate * scale * random.uniform(0.97, 1.03)) for rate in typical]
    seeks = f"{180 * scale * random.uniform(0.9, 1.1):.1f}"
    files = [random.randint(4000, 40000) for _ in range(6)]
    return _BONNIE.format(*rates, seeks, *files)


def iozone(
    random: Random,
    scale: float,
    sizes: Sequence[int] = (65536, 131072, 262144, 524288),
    records: Sequence[int] = (4, 16, 64, 256, 1024),
) -> str:
    """Return a run of iozone -a with sizes of files and records in KiB; of the usual ones 4 kB."""
    rows = []
    for size in sizes:
        for record in (one for one in records if one <= size):
            rate = 90000 * scale * (1 + record / 2048)
            values = (round(rate * random.uniform(0.9, 1.4)) for _ in _WIDTHS)
            cells = (f"{one:>{width}}" for one, width in zip(values, _WIDTHS, strict=True))
            rows.append(f"{size:>16}{record:>8}{''.join(cells)}\n")
    return f"{_IOZONE_HEAD}{''.join(rows)}\niozone test complete.\n"


def fio(random: Random, scale: float, depth: int, block: int) -> str:
    """Return the JSON of one job of fio 3 with random reads, 8 kB."""
    milliseconds = 60_000
    ios = round(9000 * scale * depth**0.5 * random.uniform(0.97, 1.03) * 60)
    job = {
        "jobname": "job",
        "groupid": 0,
        "error": 0,
        "eta": 0,
        "elapsed": 61,
        "job options": {
            "name": "job",
            "rw": "randread",
            "bs": f"{block // 1024}k",
            "iodepth": str(depth),
            "numjobs": "1",
            "runtime": "60",
            "time_based": "1",
        },
        "read": _direction(ios, block, milliseconds, depth),
        "write": _direction(0, block, 0, depth),
        "trim": _direction(0, block, 0, depth),
        "sync": {"total_ios": 0, "lat_ns": _spread(0)},
        "job_runtime": milliseconds,
        "usr_cpu": round(random.uniform(2, 9), 6),
        "sys_cpu": round(random.uniform(8, 30), 6),
        "ctx": ios,
        "majf": 0,
        "minf": 61,
        "iodepth_level": {str(one): 0.1 for one in (1, 2, 4, 8, 16, 32)} | {">=64": 0.0},
        "latency_us": {str(one): 0.01 for one in _US},
        "latency_ms": {str(one): 0.01 for one in _MS} | {">=2000": 0.0},
        "latency_depth": depth,
        "latency_target": 0,
        "latency_percentile": 100.0,
        "latency_window": 0,
    }
    document = {
        "fio version": "fio-3.33",
        "timestamp": 1_700_000_000,
        "time": "Tue Nov 14 22:13:20 2023",
        "jobs": [job],
    }
    return json.dumps(document, indent=2) + "\n"


def _direction(ios: int, block: int, milliseconds: int, depth: int) -> dict[str, object]:
    per_second = ios * 1000 / milliseconds if milliseconds else 0.0
    nanoseconds = depth / per_second * 1e9 if per_second else 0.0
    return {
        "io_bytes": ios * block,
        "io_kbytes": ios * block // 1024,
        "bw_bytes": round(per_second * block),
        "bw": round(per_second * block) // 1024,
        "iops": round(per_second, 6),
        "runtime": milliseconds,
        "total_ios": ios,
        "short_ios": 0,
        "drop_ios": 0,
        "slat_ns": _spread(nanoseconds / 50),
        "clat_ns": _spread(nanoseconds * 0.98, percentiles=True),
        "lat_ns": _spread(nanoseconds),
        "bw_min": round(per_second * block / 1024 * 0.9),
        "bw_max": round(per_second * block / 1024 * 1.1),
        "bw_agg": 100.0 if ios else 0.0,
        "bw_mean": round(per_second * block / 1024, 6),
        "bw_dev": 91.5 if ios else 0.0,
        "bw_samples": 119 if ios else 0,
        "iops_min": round(per_second * 0.9),
        "iops_max": round(per_second * 1.1),
        "iops_mean": round(per_second, 6),
        "iops_stddev": 22.9 if ios else 0.0,
        "iops_samples": 119 if ios else 0,
    }


def _spread(mean: float, *, percentiles: bool = False) -> dict[str, object]:
    its: dict[str, object] = {
        "min": round(mean * 0.2),
        "max": round(mean * 9),
        "mean": round(mean, 6),
        "stddev": round(mean / 4, 6),
        "N": 1 if mean else 0,
    }
    if percentiles and mean:
        its["percentile"] = {
            f"{one:.6f}": round(mean * (0.5 + 3 * (one / 100) ** 8)) for one in _PERCENTILES
        }
    return its
