"""What identifies a machine, a part or a person is covered, letter for letter; nothing else is."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from sitegen import identities
from sitegen.parsers import profiles
from sitegen.redaction import MARK, Redaction


def hidden(text: str) -> list[str]:
    """Return the pieces of a text that are covered by default, in their order."""
    places = sorted(set(identities.spans(text)))
    return [text[start:end] for start, end in places]


@pytest.mark.parametrize(
    ("text", "private"),
    [
        # smartctl, dmidecode, lshw, nvme, udev, lsblk, MegaCli
        ("Serial Number:    WD-WCC4N1234567\n", ["WD-WCC4N1234567"]),
        ("\tSerial Number: SGH1234ABC\n", ["SGH1234ABC"]),
        ("\tAsset Tag: LAB-0042\n", ["LAB-0042"]),
        ('  "serial_number": "S3EVNX0K101880M",\n', ["S3EVNX0K101880M"]),
        ('   "SerialNumber" : "S3EVNX0K101880M"\n', ["S3EVNX0K101880M"]),
        ("sn        : S42GMY9M141281      \n", ["S42GMY9M141281"]),
        ("E: ID_SERIAL_SHORT=WD-WCC4N1234567\n", ["WD-WCC4N1234567"]),
        (" <serial>4CE0460D0G</serial>\n", ["4CE0460D0G"]),
        ("LU WWN Device Id: 5 000c50 0a1b2c3d4\n", ["5 000c50 0a1b2c3d4"]),
        ("Logical Unit id:      0x5000cca03c587e1c\n", ["0x5000cca03c587e1c"]),
        ("WWN: 5000C5007272C288\n", ["5000C5007272C288"]),
        ("SAS Address(0): 0x5000c5007272c289\n", ["0x5000c5007272c289"]),
        ("Namespace 1 IEEE EUI-64:            002538 5b01b2c3d4\n", ["002538 5b01b2c3d4"]),
        ("Inquiry Data: SEAGATE ST300MM0006     LS08S0K2B5NV\n",
         ["S0K2B5NV"]),
        ("mpatha (3600508b4000971ca0000a00002a70000) dm-0 HP\n",
         ["3600508b4000971ca0000a00002a70000"]),
        # UUIDs
        ("\tUUID: 4c4c4544-0043-4a10-8056-b7c04f4a3332\n",
         ["4c4c4544-0043-4a10-8056-b7c04f4a3332"]),
        ("              UUID : d47e39d3:0a1eb64f:9f5ac139:723f73c5\n",
         ["d47e39d3:0a1eb64f:9f5ac139:723f73c5"]),
        ("  PV UUID               iPix6q-QzwL-sW9D-alwV-rYb7-yw3L-TJ8gCb\n",
         ["iPix6q-QzwL-sW9D-alwV-rYb7-yw3L-TJ8gCb"]),
        ('/dev/sda1: UUID="1234-ABCD" TYPE="vfat"\n', ["1234-ABCD"]),
        # Addresses
        ("    link/ether 52:54:00:12:34:56 brd ff:ff:ff:ff:ff:ff\n",
         ["52:54:00:12:34:56", "ff:ff:ff:ff:ff:ff"]),
        ("Device Serial Number ac-1f-6b-ff-ff-12-34-56\n", ["ac-1f-6b-ff-ff-12-34-56"]),
        ("[  5] local 10.0.0.13 port 45678 connected to 10.0.0.1 port 5201\n",
         ["10.0.0.13", "10.0.0.1"]),
        ("    inet6 fe80::5054:ff:fe12:3456/64 scope link\n", ["fe80::5054:ff:fe12:3456"]),
        # Hosts and people
        ("Linux thumper 5.4.0-42-generic #46-Ubuntu SMP Fri Jul 10 00:24:02 UTC 2020 x86_64\n",
         ["thumper"]),
        ("Linux 3.10.0-1062.el7.x86_64 (db07) \t06/15/2020 \t_x86_64_\t(8 CPU)\n", ["db07"]),
        ("alice@rig-7:/srv$ fio job\n", ["alice", "rig-7"]),
        ("[alice@rig-7 ~]$ fio job\n", ["alice", "rig-7"]),
        ("root@rig-7:~# fio job\n", ["rig-7"]),
        ("From: Alice Example <alice@example.org>\n", ["Alice Example", "alice@example.org"]),
        ("Host Name:                 SERVER1\n", ["SERVER1"]),
        ('  "hostname" : "client3",\n', ["client3"]),
        ("              Name : rig:0  (local to host rig)\n", ["rig", "rig"]),
        ("filer1:/vol/bench on /mnt type nfs4 (rw,addr=192.0.2.20)\n", ["filer1", "192.0.2.20"]),
        ("target: /home/alice/bench/file.0\n", ["alice"]),
        ("C:\\Users\\alice\\bench\n", ["alice"]),
        ("kernel.hostname = rig7\n", ["rig7"]),
    ],
)  # fmt: skip
def test_what_identifies_is_covered(text: str, private: list[str]) -> None:
    assert hidden(text) == private


@pytest.mark.parametrize(
    "text",
    [
        "  read: IOPS=1234, BW=4.8MiB/s (5055kB/s)(290MiB/60001msec)\n",
        "Firmware Version: 25.5.9.0001\nBIOS Version 1.2.3.4\ndriver version: 07.714.04.00\n",
        "     clat percentiles (usec):\n      |  1.00th=[  113], 50.00th=[ 1237]\n",
        "2020-06-15 10:11:12.345 12:34:56:78\n00:1f.2 SATA controller: Intel\n[0:0:0:0] disk\n",
        "Serial Number:    Not Specified\nserial: N/A\nHost: localhost\n127.0.0.1\n",
        "Red Hat Enterprise Linux Server 7.9 (Maipo)\nDebian GNU/Linux 12 (bookworm)\n",
        "root@localhost:~# ls\n/home/ubuntu/test.0\n",
        "Model Number:   ST4000NM0033-9ZM170\nLinux version 5.4.0-42-generic\n",
        "0x7fffffffffffffff 18446744073709551615 5123456789012345\n",
        "21:21:22:22:21:21 md5: d41d8cd98f00b204e9800998ecf8427e\n",
    ],
)
def test_what_was_measured_and_versions_are_not(text: str) -> None:
    assert hidden(text) == []


def test_cells_below_serial_and_uuid_are_covered_and_columns_keep_their_places() -> None:
    table = dedent("""\
        NAME     SIZE MODEL           SERIAL          UUID      ROTA
        sda    931.5G WDC WD10EZEX    WD-WCC1S0000001              1
        └─sda1 931.5G                                 0A1B-2C3D    1
        """)
    assert Redaction().hide(table) == (
        "NAME     SIZE MODEL           SERIAL          UUID      ROTA\n"
        "sda    931.5G WDC WD10EZEX    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒              1\n"
        "└─sda1 931.5G                                 ▒▒▒▒▒▒▒▒▒    1\n"
    )


@pytest.mark.parametrize(
    "rows",
    [
        "NAME SIZE ROTA MODEL  SERIAL\nsda  931G 1    WDC 10 WD-1\n\nsdb  1.8T 1    ST2000 {}\n",
        "NAME     SERIAL\nsda      WD-WCC1S0000001\n\nnvme0n1  {}\n",
    ],
)
def test_a_cell_below_a_blank_line_of_its_table_is_covered(rows: str) -> None:
    assert Redaction().hide(rows.format("S2HSN0001"))[-10:] == MARK * 9 + "\n"


def test_the_machine_of_bonnie_is_covered_unless_the_names_are_labels_of_cases() -> None:
    head = "Machine        Size K/sec %CP K/sec %CP\n"
    assert hidden(f"{head}convm004        16G 50978  99 208098  82\n") == ["convm004"]
    assert hidden(f"{head}raid10-4-disks  16G 50978  99 208098  82\n") == []
    two = "convm004,16G,50978,99,208098,82\nconvm005,16G,50978,99,208098,82\n"
    assert hidden(two) == []
    assert hidden(two.replace("005", "004")) == ["convm004", "convm004"]


def test_texts_of_the_lab_are_covered_in_any_case_and_names_only_as_whole_words() -> None:
    its = Redaction(("project x",), names=frozenset({"rig7"}))
    assert its.hide("Project X on rig7, not on rig77 or brig7\n") == (
        f"{MARK * 9} on {MARK * 4}, not on rig77 or brig7\n"
    )


def test_without_defaults_only_the_texts_of_the_lab_are_covered() -> None:
    its = Redaction(("secret",), defaults=False, names=frozenset({"rig7"}))
    assert its.hide("alice@rig7:~$ secret 10.0.0.1\n") == f"alice@rig7:~$ {MARK * 6} 10.0.0.1\n"


def test_targets_of_links_stay_since_they_would_lead_nowhere() -> None:
    its = Redaction(("acme",))
    assert its.hide_texts("At Acme [it did](result:acme/one#seq-read.bandwidth) well.") == (
        f"At {MARK * 4} [it did](result:acme/one#seq-read.bandwidth) well."
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("alice@rig-7:~$ ls\n", {"rig-7"}),
        ("bob.smith@web01.example.org:~$ ls\n", {"bob.smith", "web01", "web01.example.org"}),
        ("[root@storage ~]# ls\n", set()),
        ("[root@db ~]# ls\n", set()),
        ("/home/pi/x and /home/vincent/x\n", {"vincent"}),
    ],
)
def test_a_name_is_looked_for_elsewhere_only_if_it_is_no_common_word(
    text: str, names: set[str]
) -> None:
    assert identities.told(text).names == names


def test_text_of_any_size_and_kind_keeps_its_length_and_its_lines() -> None:
    text = "Serial Number: X1Y2Z3\r\nİ alice@rig-7:~$ ls\r\nÄ SERIAL NAME SIZE\n" * 3
    covered = Redaction().hide(text)
    assert len(covered) == len(text)
    assert covered.count("\n") == text.count("\n")
    assert "X1Y2Z3" not in covered


def test_a_host_that_is_called_like_a_tool_does_not_hide_the_tool() -> None:
    words = {
        word
        for its in profiles().values()
        for word in re.split(r"[^\w+-]+", its.tool)
        if len(word) > 2
    }
    for word in sorted(words):
        assert identities.told(f"root@{word}:~# {word} -a\n").names == set(), word
