"""What system dumps beside raw files say of their testbed, and what they do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sitegen import loading
from sitegen.lab import Lab
from sitegen.project import Project
from sitegen.record import Value

MakeProject = Callable[[Mapping[str, str | bytes]], Project]

PING = """\
--- /data (ext4 /dev/sda1 20 GiB) ioping statistics ---
4 requests completed in 3.60 ms, 16 KiB read, 1.11 k iops, 4.34 MiB/s
min/avg/max/mdev = 700 us / 900 us / 1.0 ms / 50 us
"""
UNAME = "Linux rig {} #1 SMP Mon Jan 1 00:00:00 UTC 2024 x86_64 GNU/Linux\n"
SMART = """\
=== START OF INFORMATION SECTION ===
Model Number:                       Force MP510
Temperature:                        38 Celsius
"""


def joined(project: Project) -> tuple[Lab, str]:
    its, findings = loading.load(project, {})
    return its, "".join(f"{finding}\n" for finding in findings)


def columns(its: Lab, run: str) -> Mapping[str, Value]:
    """Return the columns of the first record of a run."""
    return its.dataset.by_run[run][0].columns


def test_a_dump_holds_for_its_folder_and_those_below_the_nearest_first(
    project: MakeProject,
) -> None:
    its, _ = joined(
        project(
            {
                "results/rig/testbed.yaml": "title: Rig\n",
                "results/rig/uname.txt": UNAME.format("5.4.0"),
                "results/rig/ping.txt": PING,
                "results/rig/new/uname.txt": UNAME.format("6.1.0"),
                "results/rig/new/ping.txt": PING,
            }
        )
    )
    assert columns(its, "rig/ping")["testbed.kernel"] == "5.4.0"
    assert columns(its, "rig/new/ping")["testbed.kernel"] == "6.1.0"


def test_what_a_log_dumps_of_its_machine_holds_for_that_log_alone(project: MakeProject) -> None:
    its, _ = joined(
        project(
            {
                "results/rig/testbed.yaml": "title: Rig\n",
                "results/rig/one.log": UNAME.format("5.4.0") + PING,
                "results/rig/two.log": UNAME.format("6.1.0") + PING,
                "results/rig/three.log": PING,
            }
        )
    )
    assert columns(its, "rig/one")["testbed.kernel"] == "5.4.0"
    assert columns(its, "rig/two")["testbed.kernel"] == "6.1.0"
    assert "testbed.kernel" not in columns(its, "rig/three")


def test_how_it_was_just_then_and_how_a_device_is_called_is_no_column(
    project: MakeProject,
) -> None:
    its, _ = joined(
        project(
            {
                "results/rig/testbed.yaml": "title: Rig\n",
                "results/rig/smart.txt": SMART,
                "results/rig/lsblk.txt": "NAME MAJ:MIN SIZE TYPE\nsda  8:0       1T disk\n",
                "results/rig/ping.txt": PING,
            }
        )
    )
    found = {name for name in columns(its, "rig/ping") if name.startswith("testbed.drive")}
    assert found == {"testbed.drive.model", "testbed.drive.capacity"}


@pytest.mark.parametrize(
    ("stated", "dump", "differ"),
    [
        ("software: {kernel: 5.4}", UNAME.format("5.4"), False),
        ("software: {kernel: 5.4.0}", UNAME.format("5.4.0-42-generic"), False),
        ("software: {kernel: 5.4}", UNAME.format("5.40"), True),
        ("software: {os: Debian 12}", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n', False),
        ("software: {os: Debian 11}", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n', True),
        (
            "layout: {raid: {level: 10}}",
            "/dev/md0:\n Raid Level : raid10\n Array Size : 4\n Raid Devices : 4\n",
            False,
        ),
        (
            "layout: {raid: {level: 1}}",
            "/dev/md0:\n Raid Level : raid10\n Array Size : 4\n Raid Devices : 4\n",
            True,
        ),
    ],
)
def test_people_may_say_in_fewer_words_what_a_machine_says_of_itself(
    project: MakeProject, stated: str, dump: str, differ: bool
) -> None:
    _, findings = joined(
        project(
            {
                "results/rig/testbed.yaml": f"title: Rig\n{stated}\n",
                "results/rig/dump.txt": dump,
                "results/rig/ping.txt": PING,
            }
        )
    )
    assert ("testbed-mismatch" in findings) == differ
