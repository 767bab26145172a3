"""The measurements run, on few files here; how fast they are is no matter of a test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent


def test_reading_is_measured_for_each_kind_of_file_and_for_a_lab() -> None:
    command = [sys.executable, "-m", "benchmarks.parse", "--files", "5", "--rounds", "1"]
    ran = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in ran.stdout.splitlines()]
    assert [row[:2] for row in rows[2:]] == [
        ["fio JSON, one direction", "5"],
        ["fio JSON, randrw", "5"],
        ["bonnie++ 1.03, text and CSV", "5"],
        ["bonnie++ 2.00, six tables and CSV", "5"],
        ["a lab of all these and iozone", "5"],
    ]
    assert all(float(cell.replace(",", "")) > 0 for row in rows[2:] for cell in row[3:])
