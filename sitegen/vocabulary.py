"""Every name a record can have: operations, quantities, statistics and workload columns.

A parser may not invent a name; a new one is a line here. Terms are those of fio, SNIA and the
tools. What names and values are called for people is in `labels`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Better = Literal["higher", "lower", "neither"]


class Kind(NamedTuple):
    """What kind of number a quantity is: base unit, label, which way is better."""

    unit: str
    label: str
    better: Better


QUANTITIES: dict[str, Kind] = {
    "bandwidth": Kind("B/s", "throughput", "higher"),
    "net-bandwidth": Kind("bit/s", "network throughput", "higher"),
    "iops": Kind("op/s", "operations per second", "higher"),
    "latency": Kind("s", "latency", "lower"),
    "submission-latency": Kind("s", "submission latency", "lower"),
    "completion-latency": Kind("s", "completion latency", "lower"),
    "time": Kind("s", "time", "lower"),
    "user-time": Kind("s", "CPU time in user mode", "lower"),
    "system-time": Kind("s", "CPU time in the kernel", "lower"),
    "cpu": Kind("1", "CPU use", "lower"),
    "user-cpu": Kind("1", "CPU use in user mode", "lower"),
    "system-cpu": Kind("1", "CPU use in the kernel", "lower"),
    "size": Kind("B", "size", "neither"),
    "memory": Kind("B", "memory of the largest process", "lower"),
    "count": Kind("1", "count", "neither"),
    "errors": Kind("1", "errors", "lower"),
    "retransmits": Kind("1", "retransmitted segments", "lower"),
    "loss": Kind("1", "lost packets", "lower"),
    "jitter": Kind("s", "jitter", "lower"),
    "lag": Kind("s", "lag behind the schedule", "lower"),
    "rate": Kind("op/s", "rate", "higher"),
    "rating": Kind("instr/s", "rating", "higher"),
    "compute": Kind("flop/s", "compute rate", "higher"),
    "score": Kind("1", "score", "higher"),
    "ratio": Kind("1", "ratio", "neither"),
    "power": Kind("W", "power", "lower"),
    "energy": Kind("J", "energy", "lower"),
    "temperature": Kind("°C", "temperature", "lower"),
    "frequency": Kind("Hz", "frequency", "higher"),
}

OPERATIONS: dict[str, str] = {
    "seq-write": "Sequential write",
    "seq-read": "Sequential read",
    "seq-rw": "Sequential mixed read and write",
    "rewrite": "Rewrite",
    "reread": "Reread",
    "rand-read": "Random read",
    "rand-write": "Random write",
    "rand-rw": "Random mixed read and write",
    "write": "Write",
    "read": "Read",
    "rw": "Mixed read and write",
    "trim": "Trim",
    "rand-trim": "Random trim",
    "sync": "Sync",
    "mix": "Mixed load",
    "char-write": "Write by character",
    "char-read": "Read by character",
    "backward-read": "Backward read",
    "record-rewrite": "Rewrite of one record",
    "stride-read": "Stride read",
    "fwrite": "Buffered write (fwrite)",
    "frewrite": "Buffered rewrite (frewrite)",
    "fread": "Buffered read (fread)",
    "freread": "Buffered reread (freread)",
    "pwrite": "Positioned write (pwrite)",
    "pread": "Positioned read (pread)",
    "pwritev": "Positioned vector write (pwritev)",
    "preadv": "Positioned vector read (preadv)",
    "mixed-workload": "Mixed workload",
    "cached-read": "Cached read (memory)",
    "burst-read": "Burst read (cache of the drive)",
    "rand-seek": "Random seek",
    "seq-create": "Sequential create",
    "seq-stat": "Sequential stat",
    "seq-delete": "Sequential delete",
    "rand-create": "Random create",
    "rand-stat": "Random stat",
    "rand-delete": "Random delete",
    "create": "Create",
    "stat": "Stat",
    "open": "Open",
    "close": "Close",
    "delete": "Delete",
    "rename": "Rename",
    "mkdir": "Make directory",
    "rmdir": "Remove directory",
    "readdir": "Read directory",
    "dir-create": "Directory create",
    "dir-stat": "Directory stat",
    "dir-delete": "Directory delete",
    "dir-rename": "Directory rename",
    "file-create": "File create",
    "file-stat": "File stat",
    "file-read": "File read",
    "file-delete": "File delete",
    "file-rename": "File rename",
    "tree-create": "Tree create",
    "tree-delete": "Tree delete",
    "find": "Find",
    "append": "Append",
    "fsync": "Fsync",
    "flush": "Flush",
    "lookup": "Lookup",
    "access": "Access",
    "setattr": "Set attributes",
    "file-copy": "File copy",
    "lock": "Lock",
    "unlock": "Unlock",
    "call": "Other call",
    "compile": "Compile tree",
    "patch": "Patch tree",
    "clean": "Clean tree",
    "boot": "Boot",
    "install": "Install",
    "build": "Build of a site",
    "table-scan": "Table scan",
    "transaction": "Transaction",
    "new-order": "New order",
    "query": "Query",
    "statement": "Statement",
    "connect": "Connect",
    "transfer": "Transfer",
    "pipe": "Transfer through a pipe",
    "net-send": "Network send",
    "net-receive": "Network receive",
    "net-transfer": "Network transfer",
    "net-request": "Network request and response",
    "copy": "Memory copy",
    "scale": "Memory scale",
    "add": "Memory add",
    "triad": "Memory triad",
    "memory-write": "Memory write",
    "memory-read": "Memory read",
    "memory-transfer": "Memory transfer",
    "compress": "Compress",
    "decompress": "Decompress",
    "encrypt": "Encrypt",
    "decrypt": "Decrypt",
    "hash": "Hash",
    "sign": "Sign",
    "verify": "Verify",
    "key-exchange": "Key exchange",
    "key-generation": "Key generation",
    "encapsulate": "Key encapsulation",
    "decapsulate": "Key decapsulation",
    "random-bytes": "Random bytes",
    "cpu-event": "CPU event",
    "event": "Event",
    "stress": "Stress operation",
    "overhead": "Overhead of the benchmark itself",
    "total": "Whole benchmark",
}

STATISTICS: dict[str, str] = {
    "": "value",
    "mean": "mean",
    "median": "median",
    "min": "minimum",
    "max": "maximum",
    "stddev": "standard deviation",
    "sum": "sum",
    "geomean": "geometric mean",
    "parent": "by wall time of the parent",
    "cpu-time": "by CPU time",
    "per-cpu": "for one CPU in full use",
    "wall": "by wall time, pauses included",
    "connecting": "with the time of connecting",
}
"""Named statistics; percentiles are `p50`, `p99.9` and so on."""


class Column(NamedTuple):
    """A column of the workload: its label and what its values are."""

    label: str
    type: Literal["size", "count", "duration", "fraction", "text", "rate"] = "text"


WORKLOAD: dict[str, Column] = {
    "pattern": Column("pattern"),
    "file_size": Column("file size", "size"),
    "total_size": Column("total size", "size"),
    "block_size": Column("block size", "size"),
    "stride": Column("stride", "size"),
    "offset": Column("offset", "size"),
    "queue_depth": Column("queue depth", "count"),
    "jobs": Column("jobs", "count"),
    "threads": Column("threads", "count"),
    "clients": Column("clients", "count"),
    "processes": Column("processes", "count"),
    "nodes": Column("nodes", "count"),
    "tasks_per_node": Column("tasks per node", "count"),
    "concurrency": Column("concurrency", "count"),
    "files": Column("files", "count"),
    "directories": Column("directories", "count"),
    "iterations": Column("iterations", "count"),
    "segments": Column("segments", "count"),
    "task_size": Column("contiguous size per task", "size"),
    "min_size": Column("smallest file", "size"),
    "max_size": Column("largest file", "size"),
    "runtime": Column("run time", "duration"),
    "ramp": Column("ramp time", "duration"),
    "read_share": Column("share of reads", "fraction"),
    "direct": Column("direct I/O"),
    "sync": Column("sync"),
    "engine": Column("I/O engine"),
    "cache": Column("cache"),
    "target": Column("target"),
    "job": Column("job"),
    "group": Column("group", "count"),
    "series": Column("series"),
    "phase": Column("phase"),
    "test": Column("test"),
    "mode": Column("mode"),
    "protocol": Column("protocol"),
    "direction": Column("direction"),
    "streams": Column("streams", "count"),
    "window": Column("window", "size"),
    "rate_limit": Column("rate limit", "rate"),
    "scale": Column("scale", "count"),
    "warehouses": Column("warehouses", "count"),
    "tables": Column("tables", "count"),
    "rows": Column("rows", "count"),
    "query_mode": Column("query mode"),
    "statement": Column("statement"),
    "connections": Column("connections"),
    "table_size": Column("table size", "size"),
    "algorithm": Column("algorithm"),
    "key_size": Column("key size", "count"),
    "primes": Column("prime numbers up to", "count"),
    "dictionary": Column("dictionary", "size"),
    "array_size": Column("array size", "size"),
    "stressor": Column("stressor"),
    "instances": Column("instances", "count"),
    "seed": Column("seed"),
    "scheduler": Column("scheduler"),
    "unit": Column("unit as printed"),
    "arguments": Column("arguments"),
    "interval": Column("interval", "duration"),
}

MACHINE = frozenset({"cpu", "memory", "kernel", "os", "arch", "database", "filesystem", "drive"})
"""First words of those facts about a run that say what it ran on, not how it went."""


def percentile(statistic: str) -> float | None:
    """Return which percentile a statistic is: 99.9 for p99.9, 50 for the median; or None.

    The lowest is none: below a half, percentiles say nothing of what is rare.
    """
    rank = statistic[1:]
    if statistic[:1] == "p" and rank.replace(".", "", 1).isdecimal():
        return float(rank)
    return {"median": 50.0, "max": 100.0}.get(statistic)


def is_statistic(name: str) -> bool:
    """Return whether `name` is a statistic: one of the table, or a percentile such as p99.9."""
    rank = percentile(name)
    return name in STATISTICS or (rank is not None and 0 <= rank <= 100)
