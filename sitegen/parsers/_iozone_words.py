"""What iozone calls its tests, and the lines in which it says how it was run."""

from __future__ import annotations

GROUPS = {
    "initial writers": "seq-write",
    "rewriters": "rewrite",
    "readers": "seq-read",
    "re-readers": "reread",
    "reverse readers": "backward-read",
    "stride readers": "stride-read",
    "random readers": "rand-read",
    "mixed workload": "mixed-workload",
    "random writers": "rand-write",
    "pwrite writers": "pwrite",
    "pread readers": "pread",
    "fwriters": "fwrite",
    "re-fwriters": "frewrite",
    "freaders": "fread",
    "re-freaders": "freread",
}
"""What the throughput mode calls its tests (throughput_test in iozone.c)."""

SUMMARY = {
    "initial write": "seq-write",
    "rewrite": "rewrite",
    "read": "seq-read",
    "re-read": "reread",
    "reverse read": "backward-read",
    "stride read": "stride-read",
    "random read": "rand-read",
    "mixed workload": "mixed-workload",
    "random write": "rand-write",
    "pwrite": "pwrite",
    "pread": "pread",
    "fwrite": "fwrite",
    "fread": "fread",
}
"""What the same tests are called in the report of -R (throughput_tests in iozone.c)."""

FLAGS = {
    "O_DIRECT feature enabled": ("direct", "yes"),
    "SYNC Mode.": ("sync", "O_SYNC"),
    ">>> O_DSYNC mode enabled. <<<": ("sync", "O_DSYNC"),
    "Include fsync in write timing": ("sync", "fsync"),
    "Include close in write timing": ("sync", "close"),
}
"""Lines of the head that say how files were opened and what was timed."""

FURNITURE = (
    "Compiled for",
    "Build:",
    "Auto Mode",
    "Using m",
    "Using M",
    "File size set to",
    "Record Size",
    "Time Resolution",
    "Processor cache",
    "Excel ",
    "Setting no_unlink",
    "Cross over",
    "No retest",
    "Purge Mode",
    "CPU utilization ",
    "Min throughput",
    "Max throughput",
    "Avg throughput",
    "Min xfer",
    "Min process",
    "Max process",
    "Min thread",
    "Max thread",
    "Child[",
    '"Throughput report',
    '"Record size =',
)
"""How lines begin that say nothing more of the load."""

FAILURES = (
    "Performance measurements are invalid",
    "Error writing block",
    "Error reading block",
    "Error in file",
    "I/O error during read",
    "Can not open temp file",
    "Unable to ",
)
"""How lines begin after which the numbers of a run count for nothing."""

OPENINGS = (
    "Run began: ",
    "OPS Mode. Output is in ",
    "Microseconds/op Mode. Output is in ",
    "Include fsync in write timing",
    "O_DIRECT feature enabled",
    "Command line used: ",
    "Output is in kBytes/sec",
    "Output is in Kbytes/sec",
)
"""How lines of the head begin with which a part of the output may start."""
