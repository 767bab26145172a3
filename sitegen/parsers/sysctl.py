"""sysctl -a of Linux and FreeBSD: the settings that change how storage, memory and nets work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitegen.diagnostics import Diagnostic
from sitegen.parsers._dumps import dump
from sitegen.record import Fact, Run, Source, Value

TOOL = "sysctl"
MARKS = ("vm.", "net.core.", "vfs.zfs.", "dev.raid.", "fs.aio-max")
VARIANTS = (
    "Linux `vm.dirty_ratio = 20`: in the units of the kernel, as its name says (pages, kB, "
    "centiseconds); names of hosts and lists of statistics are left out",
    "BSD `vfs.zfs.arc_max: 8589934592`",
)

_ROW = re.compile(r"\s*([a-z][\w-]*(?:\.[\w-]+)+)(?: = |: ?)(.+?)\s*")
_KEPT = re.compile(
    r"vm\.(?!stat|uma|pmap|vmtotal|phys|mmap|oom|panic|legacy|memfd|unpriv|user_|admin_|hugetlb_shm)"
    r"[\w.]+"
    r"|kernel\.(?:sched_\w+|numa_balancing\w*|nmi_watchdog|timer_migration)"
    r"|fs\.aio-max-nr"
    r"|net\.core\.(?:[rw]mem_\w+|optmem_max|netdev_max_backlog|netdev_budget|somaxconn|busy_\w+"
    r"|default_qdisc)"
    r"|net\.ipv4\.(?:tcp_(?:[rw]?mem|congestion_control|window_scaling|timestamps|sack"
    r"|slow_start_after_idle|mtu_probing|no_metrics_save)|udp_mem)"
    r"|dev\.raid\.\w+|sunrpc\.\w+"
    r"|vfs\.(?:zfs\.(?!stats)[\w.]+|read_max|hirunningspace|lorunningspace|hibufspace|nfs\.\w+)"
    r"|kern\.(?:maxvnodes|hz|ipc\.(?:maxsockbuf|nmbclusters)|eventtimer\.\w+|sched\.\w+)"
    r"|hw\.(?:ncpu|physmem|model|machine)"
)


def parse(source: Source) -> Iterator[Run | Diagnostic]:
    facts: list[Fact] = []
    first = last = -1
    for index, line in enumerate(source.lines):
        match = _ROW.fullmatch(line) if "." in line else None
        if not match:
            if facts:
                yield dump(TOOL, first, last, facts)
            facts = []
            continue
        if _KEPT.fullmatch(match[1]):
            first = first if facts else index
            facts.append(Fact(f"sysctl.{match[1]}", _value(match[2]), index, match[2]))
            last = index
    if facts:
        yield dump(TOOL, first, last, facts)


def _value(text: str) -> Value:
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else " ".join(text.split())
