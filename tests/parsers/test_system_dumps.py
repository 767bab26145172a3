"""System dumps: what naive readers of them get wrong, in sizes, in counts and in languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen import machine
from sitegen.parsers import profiles
from sitegen.record import Value
from sitegen.results import FileReading, read_file
from tests.parsers.output import findings, read, shown

CORPUS = Path(__file__).parents[1] / "corpus"
DUMPS = """
    cpuinfo df dmidecode ext4 free lsblk lscpu lshw lspci lsscsi mdadm mdstat megacli meminfo
    mount nvme os_release smartctl storcli sysctl systeminfo uname xfs zfs zpool
"""
RAW = sorted(path for tool in DUMPS.split() for path in (CORPUS / tool).glob("*/input.*"))


def facts(raw: str) -> dict[str, Value]:
    """Return the facts that a text yields; the first of each name."""
    found: dict[str, Value] = {}
    for fact in read(raw).facts:
        found.setdefault(fact.column, fact.value)
    return found


def from_file(raw: Path) -> FileReading:
    return read_file(raw.name, raw.read_bytes())


@pytest.mark.parametrize("raw", RAW, ids=lambda path: f"{path.parts[-3]}/{path.parts[-2]}")
def test_a_dump_states_only_facts_that_have_a_name(raw: Path) -> None:
    columns = {fact.column for fact in from_file(raw).facts}
    assert columns
    assert {column for column in columns if machine.named(column) is None} == set()


@pytest.mark.parametrize("raw", RAW, ids=lambda path: f"{path.parts[-3]}/{path.parts[-2]}")
def test_numbers_of_dumps_are_numbers_and_texts_are_texts(raw: Path) -> None:
    for fact in from_file(raw).facts:
        its = machine.named(fact.column)
        assert its
        if not fact.column.startswith("sysctl."):
            assert isinstance(fact.value, str) == (its.kind == "text"), fact


@pytest.mark.parametrize("raw", RAW, ids=lambda path: f"{path.parts[-3]}/{path.parts[-2]}")
def test_a_dump_claims_nothing_of_another_tool(raw: Path) -> None:
    # zpool get and zfs get have one form; the fixture holds both.
    tools = {run.tool for run in from_file(raw).runs} - {"zpool"}
    assert tools <= {profiles()[raw.parts[-3]].tool}


@pytest.mark.parametrize("raw", RAW, ids=lambda path: f"{path.parts[-3]}/{path.parts[-2]}")
@pytest.mark.parametrize("form", ["indented", "crlf", "after a prompt"])
def test_a_dump_is_read_in_the_wrapping_that_people_keep_it_in(raw: Path, form: str) -> None:
    text = raw.read_text("utf-8")
    if form == "indented":
        text = "".join(f"    {line}\n" for line in text.splitlines())
    elif form == "crlf":
        text = text.replace("\n", "\r\n")
    else:
        text = f"[alice@rig-7 ~]$ cat dump\n{text}[alice@rig-7 ~]$ exit\nlogout\n"
    wrapped = {(f.column, f.value) for f in read_file(raw.name, text.encode()).facts}
    assert wrapped == {(fact.column, fact.value) for fact in from_file(raw).facts}


# lscpu


def test_caches_are_of_one_core_before_util_linux_2_34_and_of_all_since() -> None:
    old = "Architecture: x86_64\nCPU(s): 4\nModel name: X\nBogoMIPS: 4000\nL3 cache: 8192K\n"
    new = old.replace("8192K", "32 MiB (4 instances)")
    assert facts(old)["cpu.l3-cache-each"] == 8_388_608
    assert "cpu.l3-cache" not in facts(old)
    assert facts(new)["cpu.l3-cache"] == 33_554_432


def test_a_part_of_lscpu_in_another_language_is_known_by_its_cores() -> None:
    part = """\
        Architektur:             x86_64
        CPU(s):                  8
        Modellname:              Intel(R) Xeon(R) CPU E5-2620 v4 @ 2.10GHz
        Thread(s) pro Kern:      2
        Kern(e) pro Sockel:      4
        Sockel:                  1
        """
    assert facts(part) == {
        "arch": "x86_64",
        "cpu.threads": 8,
        "cpu.model": "Intel(R) Xeon(R) CPU E5-2620 v4 @ 2.10GHz",
        "cpu.threads-per-core": 2,
        "cpu.cores-per-socket": 4,
        "cpu.sockets": 1,
        "cpu.cores": 4,
    }


def test_labels_of_lscpu_in_an_unknown_language_are_said_to_be_missing() -> None:
    assert findings("""\
        Architektur:             x86_64
        Rechenwerke:             2
        BogoMIPS:                5192,28
        L3 Cache:                32 MiB (1 Instanz)
        """) == (
        "run.txt:4: warning[missing-field]: cpu.model and cpu.threads cannot be found in this"
        " output of lscpu\n"
        "  hint: it is cut off, or its language is not known: run it with LC_ALL=C\n"
    )


def test_cores_are_given_only_where_they_agree_with_the_threads() -> None:
    text = (
        "Architecture: aarch64\nCPU(s): 8\nModel name: A55\nThread(s) per core: 1\n"
        "Core(s) per socket: 4\nSocket(s): 1\n"
    )
    assert "cpu.cores" not in facts(text)
    assert facts(text.replace("CPU(s): 8", "CPU(s): 4"))["cpu.cores"] == 4


# cpuinfo


def test_processors_are_counted_only_if_their_sockets_are_all_there() -> None:
    one = (
        "processor\t: {}\nmodel name\t: Xeon\nphysical id\t: {}\nsiblings\t: 2\ncpu cores\t: 1\n\n"
    )
    whole = "".join(one.format(n, n // 2) for n in range(4))
    assert facts(whole)["cpu.threads"] == 4
    assert facts(whole)["cpu.sockets"] == 2
    assert facts(whole)["cpu.cores"] == 2
    cut = "".join(one.format(n, n // 2) for n in range(3))
    assert "cpu.threads" not in facts(cut)
    assert findings(cut) == (
        "run.txt:17: warning[missing-field]: 3 processors are listed, which is not what their"
        " sockets have\n"
        "  hint: the list may be cut off: no number of processors is taken from it\n"
    )


# Memory


def test_kb_of_meminfo_is_1024_bytes() -> None:
    assert facts("MemTotal:       32595208 kB\n")["memory.total"] == 33_377_492_992


@pytest.mark.parametrize(
    ("row", "total"),
    [
        ("16334620 15968304 366316 0 203836 14120480", 16334620 << 10),
        ("16014 15638 375 3 199 13789", 16014 << 20),
        ("16726650880 16351543296 375107584 0 208728064 14459371520", 16726650880),
    ],
)
def test_the_unit_of_free_follows_from_its_numbers_being_whole_pages(row: str, total: int) -> None:
    head = "             total       used       free     shared    buffers     cached\n"
    assert facts(f"{head}Mem: {row}\n")["memory.total"] == total


def test_small_numbers_of_free_can_be_two_units_unless_the_command_stands_beside_it() -> None:
    table = (
        "              total        used        free      shared  buff/cache   available\n"
        "Mem:            503          11         450           1          41         489\n"
        "Swap:             3           0           3\n"
    )
    assert findings(table) == (
        "run.txt:2: error[ambiguous-number]: free prints no unit, and 503 can be MiB or GiB\n"
        "  hint: keep the command with its option beside the output: $ free -g\n"
    )
    assert facts(f"$ free -g\n{table}")["memory.total"] == 503 << 30
    assert facts(f"$ free -m\n{table}")["memory.total"] == 503 << 20


def test_sizes_of_dmidecode_are_powers_of_two_and_speeds_are_not() -> None:
    module = (
        "Handle 0x1100, DMI type 17, 40 bytes\nMemory Device\n\tSize: 16 GB\n\tType: DDR4\n"
        "\tSpeed: 2400 MHz\n\tSerial Number: 1234ABCD\n\tPart Number: P\n\n"
        "Handle 0x7F00, DMI type 127, 4 bytes\nEnd Of Table\n"
    )
    found = facts(f"# dmidecode 2.12\n{module}")
    assert found["dimm.size"] == 17_179_869_184
    assert found["dimm.speed"] == 2_400_000_000
    assert "1234ABCD" not in str(found)


def test_processors_that_the_bios_disabled_do_not_count() -> None:
    cpu = "Handle 0x000{}, DMI type 4, 42 bytes\nProcessor Information\n\tStatus: {}\n"
    end = "Handle 0x00FF, DMI type 127, 4 bytes\nEnd Of Table\n"
    both = cpu.format(1, "Populated, Enabled") + cpu.format(2, "Populated, Disabled By BIOS")
    assert facts(both + end)["cpu.sockets"] == 1


def test_json_of_lshw_with_commas_too_many_is_read() -> None:
    assert facts("""\
        {
          "id" : "disk:0", "class" : "disk", "claimed" : true, "product" : "A",
          "logicalname" : "/dev/sda", "units" : "bytes", "size" : 1000204886016,
        },
        {
          "id" : "disk:1", "class" : "disk", "claimed" : true, "product" : "B",
          "logicalname" : "/dev/sdb", "units" : "bytes", "size" : 500107862016,
        },
        """) == {
        "drive.name": "sda",
        "drive.model": "A",
        "drive.capacity": 1_000_204_886_016,
        "drive.2.name": "sdb",
        "drive.2.model": "B",
        "drive.2.capacity": 500_107_862_016,
    }


# Drives


@pytest.mark.parametrize(
    "digits", ["4,000,787,030,016", "4.000.787.030.016", "4 000 787 030 016", "4'000'787'030'016"]
)
def test_the_capacity_of_smartctl_is_read_in_any_locale(digits: str) -> None:
    text = f"=== START OF INFORMATION SECTION ===\nUser Capacity:    {digits} bytes [4.00 TB]\n"
    assert facts(text) == {"drive.capacity": 4_000_787_030_016}


def test_the_temperature_of_smartctl_is_not_what_is_packed_into_the_raw_value() -> None:
    row = "194 Temperature_Celsius     0x0022   032   052   000    Old_age   Always       -       "
    head = "=== START OF READ SMART DATA SECTION ===\nSMART overall-health self-assessment"
    text = f"smartctl 7.3 2022-02-28\n{head} test result: PASSED\n{row}"
    assert facts(f"{text}32 (Min/Max 24/38)\n")["drive.temperature"] == 32
    assert "drive.temperature" not in facts(f"{text}163210330144\n")


def test_a_data_unit_of_nvme_is_512000_bytes_and_kelvin_are_no_degrees_celsius() -> None:
    found = facts("""\
        {
          "critical_warning":0, "temperature":311, "avail_spare":100, "percent_used":2,
          "data_units_written":"16093122"
        }
        """)
    assert found["drive.written"] == 8_239_678_464_000
    assert found["drive.temperature"] == 37.85


def test_a_failing_drive_and_a_drive_that_did_not_open_are_found() -> None:
    text = (
        "=== START OF INFORMATION SECTION ===\nDevice Model:     X\n"
        "SMART overall-health self-assessment test result: FAILED!\n"
    )
    assert findings(text) == (
        "run.txt:3: warning[degraded]: a drive says of its health: 'FAILED!'\n"
    )
    assert findings("""\
        {
          "json_format_version": [1, 0],
          "smartctl": {"messages": [{"string": "/dev/sdz: No such device"}], "exit_status": 2}
        }
        """) == (
        "run.txt:1: error[failed-run]: smartctl could not read the drive: /dev/sdz: No such"
        " device\n"
    )


def test_a_blank_cell_of_lsblk_keeps_its_place() -> None:
    rows = (
        "NAME   SIZE ROTA MODEL            SERIAL   FSTYPE MOUNTPOINT",
        "sda  931,5G    1 VMware Virtual S S0000001",
        "sdb    1.8T      Other                     xfs    /data",
    )
    assert shown("\n".join(rows), only="fact") == (
        "  fact drive.name = sda  (line 2)\n"
        "  fact drive.model = VMware Virtual S  (line 2)\n"
        "  fact drive.capacity = 1000190509056  (line 2)\n"
        "  fact drive.rotational = yes  (line 2)\n"
        "  fact drive.2.name = sdb  (line 3)\n"
        "  fact drive.2.model = Other  (line 3)\n"
        "  fact drive.2.capacity = 1979120929996  (line 3)\n"
        "  fact filesystem.device = sdb  (line 3)\n"
        "  fact filesystem.type = xfs  (line 3)\n"
        "  fact filesystem.mount-point = /data  (line 3)\n"
    )


# Arrays


def test_the_first_number_of_an_array_size_is_kib() -> None:
    text = "/dev/md0:\n  Raid Level : raid1\n  Array Size : {} (1022.00 MiB 1071.64 MB)\n"
    assert facts(text.format(1046528))["raid.size"] == 1_071_644_672


def test_arrays_that_lack_members_are_found_in_every_tool() -> None:
    assert findings("""\
        Personalities : [raid1]
        md0 : active raid1 sdb1[1](F) sda1[0]
              976629568 blocks super 1.2 [2/1] [U_]
        unused devices: <none>
        """) == (
        "run.txt:3: warning[degraded]: the array md0 is degraded: 1 of its 2 members are there\n"
    )
    assert findings("""\
        Adapter 0 -- Virtual Drive Information:
        Virtual Drive: 0 (Target Id: 0)
        RAID Level          : Primary-5, Secondary-0, RAID Level Qualifier-3
        State               : Degraded
        """) == (
        "run.txt:4: warning[degraded]: an array of the RAID controller is degraded: its state is"
        " 'Degraded'\n"
    )


@pytest.mark.parametrize(
    ("level", "drives", "spans", "means"),
    [
        ("Primary-0, Secondary-0, RAID Level Qualifier-0", 4, 1, "raid0"),
        ("Primary-1, Secondary-0, RAID Level Qualifier-0", 2, 1, "raid1"),
        ("Primary-1, Secondary-0, RAID Level Qualifier-0", 4, 1, "raid10"),
        ("Primary-1, Secondary-3, RAID Level Qualifier-0", 4, 2, "raid10"),
        ("Primary-5, Secondary-0, RAID Level Qualifier-3", 5, 1, "raid5"),
        ("Primary-5, Secondary-3, RAID Level Qualifier-3", 6, 2, "raid50"),
        ("Primary-6, Secondary-3, RAID Level Qualifier-3", 8, 2, "raid60"),
    ],
)
def test_the_level_of_megacli_needs_the_drives_and_the_spans(
    level: str, drives: int, spans: int, means: str
) -> None:
    text = f"Virtual Drive: 0 (Target Id: 0)\nRAID Level : {level}\nNumber Of Drives : {drives}\n"
    assert "raid.level" not in facts(text)
    assert facts(f"{text}Span Depth : {spans}\n")["raid.level"] == means


def test_gb_of_megacli_is_two_to_the_thirtieth_and_its_sectors_are_exact() -> None:
    drive = "Enclosure Device ID: 32\nSlot Number: 0\nRaw Size: {}\n"
    assert (
        facts(drive.format("279.396 GB [0x22ecb25c Sectors]"))["drive.capacity"] == 300_000_000_000
    )
    assert facts(drive.format("279.396 GB"))["drive.capacity"] == int(279.396 * 2**30)


def test_the_model_of_a_sata_drive_stands_behind_its_serial_number_in_megacli() -> None:
    drive = "Enclosure Device ID: 32\nSlot Number: 0\nDevice Firmware Level: 003Q\n"
    inquiry = "S1YHNX0000000000    SAMSUNG MZ7LM960HCHP-00003              GXT3003Q"
    found = facts(f"{drive}Inquiry Data: {inquiry}\n")
    assert found["drive.model"] == "SAMSUNG MZ7LM960HCHP-00003"
    # Where blanks are lost nothing tells the one from the other.
    assert "drive.model" not in facts(f"{drive}Inquiry Data: {' '.join(inquiry.split())}\n")


def test_names_and_serial_numbers_of_arrays_and_drives_are_no_facts() -> None:
    private = (
        "rig",
        "01234567",
        "S0K00000",
        "WCC1T0000001",
        "5000C500",
        "SERIAL",
        "192.0.2",
        "S00000",
    )
    for raw in RAW:
        for fact in from_file(raw).facts:
            assert not any(word in f"{fact.value} {fact.written}" for word in private), fact


# File systems


def test_df_is_read_by_its_shape_in_any_language() -> None:
    assert (
        facts("""\
        Sist. Arq.   1K-blocos    Usado Disponível Uso% Montado em
        /dev/sda2    36689920 19158764   17531156  53% /
        """)["filesystem.size"]
        == 37_570_478_080
    )


def test_a_table_of_df_whose_head_has_no_size_of_blocks_is_said_not_to_be_understood() -> None:
    assert findings("""\
        Sist. Arq.     blocos    Usado Disponível Uso% Montado em
        /dev/sda2    36689920 19158764   17531156  53% /
        """) == (
        "run.txt:1: warning[missing-field]: the head of this table of df does not say how large a"
        " block is\n"
        "  hint: run it with LC_ALL=C\n"
    )


def test_stripes_of_xfs_are_blocks_and_those_of_ext4_too() -> None:
    xfs = (
        "meta-data=/dev/md0 isize=512 agcount=4, agsize=65536 blks\n"
        "data     =                       bsize=4096   blocks=262144, imaxpct=25\n"
        "         =                       sunit=16     swidth=80 blks\n"
    )
    assert facts(xfs)["filesystem.stripe-unit"] == 65_536
    assert facts(xfs)["filesystem.stripe-width"] == 327_680
    ext4 = (
        "Filesystem volume name:   <none>\nFilesystem magic number:  0xEF53\n"
        "Block size:               4096\nRAID stride:              16\n"
    )
    assert facts(ext4)["filesystem.stripe-unit"] == 65_536


def test_sizes_of_zfs_are_powers_of_two_and_none_is_no_size() -> None:
    assert facts("""\
        NAME     PROPERTY    VALUE  SOURCE
        tank/db  recordsize  128K   default
        tank/db  quota       none   default
        """) == {"dataset.name": "tank/db", "dataset.recordsize": 131_072}


# The system


def test_the_name_of_the_host_is_no_part_of_the_kernel() -> None:
    text = (
        "Linux rig-7 5.4.0-42-generic #46-Ubuntu SMP Fri Jul 10 00:24:02 UTC 2020 x86_64 GNU/Linux"
    )
    assert facts(text) == {
        "kernel": "5.4.0-42-generic",
        "kernel.name": "Linux",
        "kernel.build": "#46-Ubuntu SMP Fri Jul 10 00:24:02 UTC 2020",
        "arch": "x86_64",
    }


def test_settings_in_a_file_of_sysctl_are_not_what_the_kernel_uses() -> None:
    assert read("vm.dirty_ratio=5\n").facts == ()
    assert facts("vm.dirty_ratio = 5\n") == {"sysctl.vm.dirty_ratio": 5}
