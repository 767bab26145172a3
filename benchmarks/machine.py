"""What machine measures, in a few words that name no host."""

from __future__ import annotations

import os
import platform
from pathlib import Path

GIBIBYTE = 1 << 30


def cores() -> int:
    """Return how many cores a build may use."""
    return len(os.sched_getaffinity(0))


def memory() -> int:
    """Return the memory in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def processor() -> str:
    """Return the name of the processor, as Linux has it; the architecture where it has none."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def described() -> str:
    """Return a description of one line."""
    kernel = platform.release().partition("-")[0]
    return (
        f"{cores()} cores of {processor()}, {memory() / GIBIBYTE:.0f} GiB of memory, "
        f"Linux {kernel}, Python {platform.python_version()}"
    )
