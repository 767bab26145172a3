"""The lines of one run of sysbench, by what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_N = r"(\d+(?:\.\d+)?)"
_SIZE = rf"{_N} ?([KMGTkmgt]?i?[bB]?)"

BANNER = re.compile(
    r"sysbench v?(\d[\w.+-]*)(?::\s+multi-threaded system evaluation benchmark| \(using .*\)|:)?"
)
OPTIONS = "Running the test with following options"

# sysbench.c, sb_fileio.c, sb_memory.c, sb_cpu.c, db_driver.c and sb_oltp.c of 0.4, 0.5, 1.0, 1.1.
FIELDS = {
    name: re.compile(pattern)
    for name, pattern in {
        "threads": r"Number of threads: (\d+)",
        "doing": r"Doing (.+?)(?: speed)? (?:test|benchmark)\.?",
        "primes": r"(?:Prime numbers limit|Maximum prime number checked in CPU test): (\d+)",
        "files": rf"(\d+) files, {_SIZE} each",
        "total_size": rf"{_SIZE} total file size",
        "block_size": rf"Block size {_SIZE}",
        "ratio": rf"Read/Write ratio for combined random IO test: {_N}",
        "flags": r"Extra file open flags: (.+)",
        "fsync": r"Periodic FSYNC enabled, calling fsync\(\) each (\d+) requests\.",
        "fsync_end": r"Calling fsync\(\) at the end of test, Enabled\.",
        "fsync_all": r"Calling fsync\(\) after each write operation\.",
        "mode": r"Using (\S+) I/O mode",
        "memory_block": rf"(?:Memory b|b)lock size: {_SIZE}",
        "memory_size": rf"(?:Memory transfer|total) size: {_SIZE}",
        "memory_way": r"(?:Memory operations type|operation): (\w+)",
        "scope": r"(?:Memory scope type|scope): (\w+)",
        "requests": r"Operations performed: +(\d+) [Rr]eads?, (\d+) [Ww]rites?, (\d+) Other = .*",
        "moved": rf"Read {_SIZE} +Written {_SIZE} +Total transferred {_SIZE} +\({_SIZE}/sec\)",
        "requests_rate": rf"{_N} Requests/sec executed",
        "operations": rf"(?:Operations performed|Total operations): +(\d+) \( *{_N} "
        r"(?:ops/sec|per second)\)",
        "transferred": rf"{_N} Mi?B transferred \( *{_N} Mi?B/sec\)",
        "cpu": rf"events per second: +{_N}",
        "reads": rf"reads/s: +{_N}",
        "writes": rf"writes/s: +{_N}",
        "fsyncs": rf"fsyncs/s: +{_N}",
        "read_rate": rf"read, MiB/s: +{_N}",
        "write_rate": rf"written, MiB/s: +{_N}",
        "read_both": rf"read: +IOPS={_N} {_N} MiB/s \({_N} MB/s\)",
        "write_both": rf"write: +IOPS={_N} {_N} MiB/s \({_N} MB/s\)",
        "fsync_iops": rf"fsync: +IOPS={_N}",
        "queries_read": r"read: +(\d+)",
        "queries_write": r"write: +(\d+)",
        "transactions": rf"transactions: +(\d+) *\( *{_N} per sec\.\)",
        "queries": rf"queries: +(\d+) *\( *{_N} per sec\.\)",
        "rw_requests": rf"read/write requests: +(\d+) *\( *{_N} per sec\.\)",
        "other": rf"other operations: +(\d+) *\( *{_N} per sec\.\)",
        "errors": rf"(?:ignored errors|deadlocks): +(\d+) *\( *{_N} per sec\.\)",
        "eps": rf"events/s \(eps\): +{_N}",
        "time": rf"(?:total time|time elapsed): +{_N}s",
        "events": r"total number of events: +(\d+)",
        "min": rf"min: +{_N}(ms|s)?",
        "avg": rf"avg: +{_N}(ms|s)?",
        "max": rf"max: +{_N}(ms|s)?",
        "sum": rf"sum: +{_N}(?:ms)?",
        "fairness": r"execution time \(avg/stddev\): +.*",
    }.items()
}
PERCENTILE = re.compile(
    rf"(?:approx\. +)?(\d+)(?:(?:st|nd|rd|th)? percentile|st|nd|rd|th): +{_N}(ms|s)?"
)
_JOINED = re.compile(r"\s+(?=(?:avg|max|sum|(?:approx\. +)?\d+(?:st|nd|rd|th)?(?: percentile)?): )")
HEADING = "Latency (ms):"
MEMORY = "Running memory speed test with the following options"
FATAL = re.compile(r"(?:\S+: )?FATAL: (.+)")
# What only sysbench prints, so that a run may begin with it where its head was not kept.
STRONG = frozenset(
    {"requests", "moved", "requests_rate", "operations", "transferred", "cpu", "reads", "read_rate",
     "read_both", "transactions", "rw_requests", "eps"}
)  # fmt: skip
_STARTS = re.compile(
    "|".join(
        [
            r"(?:SQL|OLTP test) statistics:",
            r"\[ *\d+s ?\] (?:thds|threads|reads): ",
            MEMORY,
            *(FIELDS[name].pattern for name in sorted(STRONG)),
        ]
    )
)
RESULTS = STRONG | {"writes", "fsyncs", "write_rate", "write_both", "fsync_iops", "queries", "time",
                    "events"}  # fmt: skip
KNOWN = re.compile(
    r"\[ *\d+s ?\] |Initializing |Report |Random number generator|Threads started!|Done\.|"
    r"(?:SQL|OLTP test|General|per-request) statistics:?|queries performed:|other: |total: |"
    r"reconnects: |CPU speed:|File operations:|Throughput:|Operations performed:|Test execution|"
    r"Latency \(ms\):|response time:|Threads fairness:|events \(avg/stddev\)|total time taken|"
    r"percentile stats: |Time limit exceeded|Number of (?:IO|random|unfinished)|\(last message|"
    r"Running |Using |Skipping |WARNING: |Target transaction rate|No DB drivers|Maximum number|"
    r"Thread yields|Doing |The --max-time|value +-+ distribution|\d+\.\d+ \|\**|Latency histogram|"
    r"Forcing shutdown|Validation checks|Calling fsync|Periodic FSYNC|ALERT: |DEBUG: |Mutex|Locks"
)
_BEGUN = ("Threads started!", "Initializing worker threads")


@dataclass(slots=True)
class Block:
    """What sysbench prints in one run, as far as it was read."""

    first: int
    last: int
    version: str = ""
    script: str = ""
    file_mode: str = ""
    values: dict[str, tuple[int, re.Match[str]]] = field(default_factory=dict)
    percentiles: list[tuple[int, re.Match[str]]] = field(default_factory=list)
    failure: tuple[int, str] | None = None
    milliseconds: bool = False
    has_options: bool = False
    has_begun: bool = False
    known: set[int] = field(default_factory=set)

    @property
    def is_complete(self) -> bool:
        """Return whether the last line of sysbench was read; fileio of 1.1 ends at the sum."""
        return "fairness" in self.values or (
            "sum" in self.values and bool({"read_both", "write_both"} & self.values.keys())
        )

    @property
    def has_results(self) -> bool:
        """Return whether a result was read."""
        return bool(RESULTS & self.values.keys())

    def number(self, name: str, group: int = 1) -> str:
        """Return what was printed for a field, or nothing."""
        return (self.values[name][1][group] or "") if name in self.values else ""

    def read_all(self, index: int, words: str) -> bool | None:
        """Take a line as `read` does, also where people joined the lines of the latencies."""
        if not words.startswith("min: "):
            return self.read(index, words)
        taken = [self.read(index, part) for part in _JOINED.split(words)]
        return taken[0]

    def read(self, index: int, words: str) -> bool | None:
        """Take a line of this run: True if it is one, None if it begins another, else False."""
        if match := PERCENTILE.match(words):
            if any(match[1] == other[1] for _, other in self.percentiles):
                return None
            self.percentiles.append((index, match))
        elif found := field_of(words):
            name, match = found
            if name in self.values:
                # 'Doing OLTP test.' and 'Doing read-only test' stand in one run.
                if name != "doing":
                    return None
            else:
                self.values[name] = (index, match)
        elif KNOWN.match(words):
            if self.has_results and words.startswith(MEMORY):
                return None
            self.milliseconds = self.milliseconds or words.startswith(HEADING)
            self.has_begun = self.has_begun or words.startswith((*_BEGUN, "["))
        else:
            return False
        self.take(index)
        return True

    def take(self, index: int) -> None:
        """Count a line as understood."""
        self.known.add(index)
        self.last = index


def field_of(words: str) -> tuple[str, re.Match[str]] | None:
    """Return the field that a line says, if it is one of the table."""
    if words.startswith("["):
        return None
    for name, pattern in FIELDS.items():
        match = pattern.match(words)
        # People write their remarks behind a number.
        if match and words[match.end() : match.end() + 1] in ("", " ", "\t"):
            return name, match
    return None


def starts(words: str) -> bool:
    """Return whether a line can be nothing but a part of what sysbench prints."""
    return bool(_STARTS.match(words))
