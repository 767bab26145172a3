"""What a page says of its machines: facts with their lines, stubs, and what is left to decide."""

from __future__ import annotations

from tests.importing.pages import imported, machine, notes

DISK = """
    ```
    /dev/sda:
     Timing buffered disk reads: 240 MB in  3.00 seconds =  80.00 MB/sec
    ```
"""


def test_sentences_give_parts_software_and_layout() -> None:
    page = f"""\
    # One

    A Supermicro SSG-6048R-E1CR36L holds 36 x HGST HUH721010ALE600 (10 TB), two Intel Xeon
    E5-2620 v4 and 256 GiB of RAM. It runs Ubuntu 18.04.3 LTS with kernel 4.15.0-66-generic. On a
    RAID 6 with a chunk size of 512 KiB, XFS was made with mkfs.xfs -d su=512k,sw=34. The scheduler
    is deadline.
{DISK}"""
    assert (
        machine(page)
        == """\
hardware:
  server: supermicro-ssg-6048r-e1cr36l  # line 3
  cpu: {id: intel-xeon-e5-2620-v4, count: 2}  # line 3
  drive: {id: hgst-huh721010ale600, count: 36}  # line 3
software:
  os: {value: Ubuntu 18.04.3, source: line 4}
  kernel: {value: 4.15.0-66-generic, source: line 4}
layout:
  filesystem: {value: XFS, source: line 5}
  raid:
    level: {value: 6, source: line 5}
    chunk: {value: 512 KiB, source: line 5}
settings:
  scheduler: {value: deadline, source: line 5}
  mkfs: {value: 'mkfs.xfs -d su=512k,sw=34', source: line 5}
  memory: {value: 256 GiB, source: line 4}
"""
    )


def test_a_list_in_any_of_some_languages_gives_what_it_names() -> None:
    german = f"""\
    # Drei

    - CPU: Intel Xeon E3-1230 v3
    - RAM: 16 GB DDR3-1600 ECC
    - Kernel: 3.16.0-4-amd64
    - OS: Debian 8.2
    - Controller: LSI 9211-8i
    - Festplatten: 6 x WD Red 3TB
    - Dateisystem: ext4
{DISK}"""
    assert (
        machine(german)
        == """\
hardware:
  cpu: intel-xeon-e3-1230-v3  # line 3
  controller: lsi-9211-8i  # line 7
  drive: {id: wd-red-3-tb, count: 6}  # line 8
software:
  kernel: {value: 3.16.0-4-amd64, source: line 5}
  os: {value: Debian 8.2, source: line 6}
layout:
  filesystem: {value: ext4, source: line 9}
settings:
  memory: {value: 16 GB DDR3-1600 ECC, source: line 4}
"""
    )
    chinese = "\u64cd\u4f5c\u7cfb\u7edf\uff1aCentOS 7.6\n\u5185\u6838\uff1a3.10.0-957\n"
    assert (
        machine(chinese)
        == """\
software:
  os: {value: CentOS 7.6, source: line 1}
  kernel: {value: 3.10.0-957, source: line 2}
"""
    )


def test_a_stub_says_what_its_name_says_and_where_it_is_named() -> None:
    files = imported(f"# Drei\n\n- Disks: 6 x WD Red 3TB\n{DISK}").files
    assert (
        files["content/hardware/wd-red-3-tb.md"].decode()
        == """\
---
title: WD Red 3 TB
kind: drive
summary: 'Named in Drei; nobody has described it yet.'
source: 'page.md, line 3'
specs:
  capacity: 3 TB
---
"""
    )


def test_of_several_machines_in_a_table_none_is_chosen() -> None:
    page = f"""\
    | Component | Machine A          | Machine B          |
    |-----------|--------------------|--------------------|
    | CPU       | 1 x AMD EPYC 7402P | 1 x AMD EPYC 7502P |
    | Drives    | 8 x Intel P4510    | 4 x Intel P5510    |
    | OS        | Debian 10          | Debian 10          |
{DISK}"""
    assert (
        machine(page)
        == """\
software:
  os: {value: Debian 10, source: line 5}
# cpu: several are named; say under 'hardware' which was tested:
#   cpu: {id: amd-epyc-7402p, count: 1}  # line 3
#   cpu: {id: amd-epyc-7502p, count: 1}  # line 3
# drive: several are named; say under 'hardware' which was tested:
#   drive: {id: intel-p4510, count: 8}  # line 4
#   drive: {id: intel-p5510, count: 4}  # line 4
"""
    )
    assert (
        notes(page)
        == """\
3: several things are said of 'cpu': AMD EPYC 7402P (line 3), AMD EPYC 7502P (line 3)
4: several things are said of 'drive': Intel P4510 (line 4), Intel P5510 (line 4)
"""
    )


def test_each_result_has_what_stands_above_it_and_what_holds_for_all_is_said_once() -> None:
    page = f"""\
    The array is RAID 5 of eight Seagate ST3300655SS drives.

    We also tried RAID 10 in another box.

    ## Before

    With kernel 2.6.18:
{DISK}
    ## After

    With kernel 2.6.24 and ext3:
{DISK}"""
    assert (
        machine(page)
        == """\
hardware:
  drive: {id: seagate-st3300655ss, count: 8}  # line 1
layout:
  raid:
    level: {value: 5, source: line 1}
"""
    )
    assert machine(page, case="before") == "software:\n  kernel: {value: 2.6.18, source: line 7}\n"
    assert (
        machine(page, case="after")
        == """\
software:
  kernel: {value: 2.6.24, source: line 16}
layout:
  filesystem: {value: ext3, source: line 16}
"""
    )
    assert "3: raid.level '10' is named, but no result is known to be of it\n" in notes(page)


def test_a_slip_in_a_version_is_asked_about() -> None:
    page = f"""\
    In short: kernel 2.4.26 is slow.

    ## Before

    With kernel 2.4.25:
{DISK}
    ## After

    With kernel 2.6.8:
{DISK}"""
    assert (
        "1: kernel '2.4.26' is named, but no result is known to be of it;"
        " line 5 says '2.4.25': a contradiction?\n"
    ) in notes(page)


def test_what_is_not_said_is_asked_for() -> None:
    its = imported(f"With kernel 2.6.18 and ext3:\n{DISK}")
    assert its.missing == ["os", "raid.level", "memory", "cpu", "drive"]
    assert (
        b"# Not said in the page, or not found: os, raid.level, memory, cpu, drive.\n"
        in its.files["results/page/testbed.yaml"]
    )


def test_words_that_are_no_facts_give_none() -> None:
    page = f"""\
    It is not RAID 5, and faster than Debian 8. Memory: plenty. System: Linux. Network: none.
    The CPU: fast. At 12 MB/s the disk: busy. We used no XFS.
{DISK}"""
    assert machine(page) == ""
