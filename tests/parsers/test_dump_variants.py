"""System dumps of old versions, of rare options, and as people shorten them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from sitegen.record import Value
from tests.parsers.output import findings, read, shown


def facts(raw: str) -> dict[str, Value]:
    """Return the facts that a text yields; the first of each name."""
    found: dict[str, Value] = {}
    for fact in read(dedent(raw)).facts:
        found.setdefault(fact.column, fact.value)
    return found


def some(raw: str, *names: str) -> dict[str, Value]:
    found = facts(raw)
    return {name: found[name] for name in names if name in found}


MEGACLI_2010 = """\
    Virtual Disk: 0 (target id: 0)
    RAID Level: Primary-5, Secondary-0, RAID Level Qualifier-3
    Size:5273600MB
    State: Optimal
    Stripe Size: 64kB
    Number Of Drives:7
    Span Depth:1
    Current Cache Policy: WriteBack ReadAdaptive Direct
    Slot Number: 5
    Raw Size: 953869MB [0x74706db0 Sectors]
    Coerced Size: 952720MB [0x744c8000 Sectors]
    Firmware state: Unconfigured(bad)
    Inquiry Data: ATA     ST31000528AS    CC38            9VP00000
    """


def test_megacli_of_2010_has_no_blank_before_mb_and_no_commas_between_policies() -> None:
    names = ("raid.size", "raid.chunk", "raid.write-policy", "raid.read-policy", "raid.io-policy")
    assert some(MEGACLI_2010, *names) == {
        "raid.size": 5_273_600 << 20,
        "raid.chunk": 65_536,
        "raid.write-policy": "WriteBack",
        "raid.read-policy": "ReadAdaptive",
        "raid.io-policy": "Direct",
    }


def test_drives_of_megacli_without_their_enclosure_and_firmware_level_keep_size_and_model() -> None:
    names = ("drive.slot", "drive.capacity", "drive.vendor", "drive.model", "drive.firmware")
    assert some(MEGACLI_2010, *names) == {
        "drive.slot": "5",
        "drive.capacity": 1_000_204_886_016,
        "drive.vendor": "ATA",
        "drive.model": "ST31000528AS",
        "drive.firmware": "CC38",
    }


def test_gigabytes_of_a_sas_drive_have_three_decimals_behind_a_comma_too() -> None:
    text = """\
        === START OF INFORMATION SECTION ===
        Product:              HUS724040ALS640
        number of hours powered up = 45063,15
        read:          0        0         0         0          0     723754,391           0
        write:         0        0         0         0          0         17.344           0
        """
    assert facts(text) == {
        "drive.model": "HUS724040ALS640",
        "drive.power-on-time": 162_226_800,
        "drive.read": 723_754_391_000_000,
        "drive.written": 17_344_000_000,
    }


def test_a_capacity_of_smartctl_is_read_where_the_next_line_has_run_into_it() -> None:
    text = (
        "=== START OF INFORMATION SECTION ===\n"
        "User Capacity: 320.072.933.376 bytes [320 GB] Sector Size: 512 bytes logical/physical\n"
    )
    assert facts(text) == {"drive.capacity": 320_072_933_376}


OLD_MODULES = """\
    {}Physical Memory Array
    \tUse: System Memory
    \tNumber Of Devices: 2

    {}Memory Device
    \tSize: 1024 MB
    \tType: DDR2
    \tSpeed: 667 MHz (1.5 ns)

    {}Memory Device
    \tSize: 2048 MB
    \tType: DDR2
    \tSpeed: 667 MHz (1.5 ns)
    """


@pytest.mark.parametrize("quiet", [True, False])
def test_modules_of_dmidecode_are_read_without_handles_and_with_the_time_of_a_cycle(
    quiet: bool,
) -> None:
    handle = "" if quiet else "Handle 0x00{}, DMI type {}, 27 bytes\n    "
    handles = (handle.format(*one) for one in (("0D", 16), ("0E", 17), ("0F", 17)))
    assert facts(OLD_MODULES.format(*handles)) == {
        "memory.installed": 3 << 30,
        "memory.slots": 2,
        "dimm.modules": 1,
        "dimm.size": 1 << 30,
        "dimm.type": "DDR2",
        "dimm.speed": 667_000_000,
        "dimm.2.modules": 1,
        "dimm.2.size": 2 << 30,
        "dimm.2.type": "DDR2",
        "dimm.2.speed": 667_000_000,
    }


def test_modules_of_dmidecode_that_are_cut_off_are_not_counted() -> None:
    cut = "\n".join(OLD_MODULES.format("", "", "").splitlines()[:-2])
    assert "memory.installed" not in facts(cut)
    assert findings(dedent(cut)) == (
        "run.txt:10: warning[missing-field]: 2 memory devices are listed, but how many there are"
        " is not known\n"
        "  hint: there is no 'End Of Table': keep the whole output, or that of -t memory\n"
    )


def test_with_several_paths_the_size_of_a_namespace_stands_below_the_subsystem() -> None:
    assert facts("""\
        {"Devices": [{"HostNQN": "nqn.x", "Subsystems": [{
          "Controllers": [{"Controller": "nvme0", "ModelNumber": "SPDK bdev Controller",
            "Firmware": "23.05", "Namespaces": [
              {"NameSpace": "nvme0c0n1", "PhysicalSize": 0, "SectorSize": 1}]}],
          "Namespaces": [{"NameSpace": "nvme0n1", "PhysicalSize": 4194304, "SectorSize": 4096}]
        }]}]}
        """) == {
        "drive.name": "nvme0n1",
        "drive.model": "SPDK bdev Controller",
        "drive.firmware": "23.05",
        "drive.capacity": 4_194_304,
        "drive.sector-size": 4096,
        "drives": 1,
    }


def test_id_ctrl_of_a_drive_that_tells_no_capacity_is_read_all_the_same() -> None:
    text = '{"vid": 32902, "ssvid": 4136, "sn": "X", "mn": "P4510 4TB  ", "fr": "VDV1DP21"}'
    assert facts(text) == {"drive.model": "P4510 4TB", "drive.firmware": "VDV1DP21"}


def test_a_row_of_nvme_list_has_its_namespace_in_hexadecimal_and_blanks_before_b() -> None:
    row = "/dev/nvme5n1  X0  SSD 970 1TB  0xa  1.0  TB /   1.0  TB  512   B +  0   B   1B2Q\n"
    assert some(f"Node SN FW Rev\n{row}", "drive.model", "drive.capacity", "drive.firmware") == {
        "drive.model": "SSD 970 1TB",
        "drive.capacity": 10**12,
        "drive.firmware": "1B2Q",
    }


def test_two_columns_of_lsblk_are_a_table_where_one_is_its_own() -> None:
    assert facts("NAME ROTA\nsda     1\nsdb     0\n") == {
        "drive.name": "sda",
        "drive.rotational": "yes",
        "drive.2.name": "sdb",
        "drive.2.rotational": "no",
    }
    assert facts("NAME SIZE\nsda  10\n") == {}


def test_a_blank_line_inside_a_table_of_lsblk_does_not_end_it() -> None:
    table = """\
NAME        MAJ:MIN RM   SIZE RO TYPE MOUNTPOINT
sda           8:0    0 931.5G  0 disk
`-sda1        8:1    0 931.5G  0 part /

nvme0n1     259:0    0 476.9G  0 disk

sdb           8:16   0   1.8T  0 disk
`-sdb1        8:17   0   1.8T  0 part /data

The disk sdb is the one that all results of this page are of, 8:16   0 by number.
"""
    assert shown(table, only=".name") == (
        "  fact drive.name = sda  (line 2)\n"
        "  fact drive.2.name = nvme0n1  (line 5)\n"
        "  fact drive.3.name = sdb  (line 7)\n"
    )


def test_a_row_of_lsblk_whose_name_cannot_be_told_is_no_drive() -> None:
    assert facts("NAME FSTYPE SIZE MODEL\nsda         1.8T WDC\n`-sda1\n     ext4   1.8T\n") == {}


def test_servers_and_users_of_network_file_systems_are_no_facts() -> None:
    row = "10.0.0.5:6789,10.0.0.6:6789:/ on /mnt/c type ceph (rw,name=bench,secret=AQBx,acl)\n"
    assert some(row, "mount.device", "mount.options") == {
        "mount.device": ":/",
        "mount.options": "rw,acl",
    }


@pytest.mark.parametrize(
    ("line", "kernel"),
    [
        ("Linux 6.8.0-40-generic", "6.8.0-40-generic"),
        ("SunOS rig 5.11 snv_111b i86pc i386 i86pc Solaris", "5.11"),
    ],
)
def test_uname_is_read_with_few_of_its_parts_and_with_many(line: str, kernel: str) -> None:
    assert facts(line)["kernel"] == kernel


def test_suse_names_itself_without_the_word_release() -> None:
    text = "SUSE Linux Enterprise Server 12 (x86_64)\nVERSION = 12\nPATCHLEVEL = 5\n"
    assert facts(text) == {
        "os": "SUSE Linux Enterprise Server 12 (x86_64)",
        "os.version": "12",
    }


ZPOOL = """\
      pool: tank
     state: ONLINE
    config:

    \tNAME            STATE     READ WRITE CKSUM
    {}
    errors: No known data errors
    """


def zpool(*rows: str) -> dict[str, Value]:
    devices = "\n    ".join(f"\t{row:<15} ONLINE       0     0     0" for row in rows)
    return some(ZPOOL.format(devices), "pool.layout", "pool.devices")


def test_a_pool_whose_name_is_indented_by_mistake_has_its_layout() -> None:
    assert zpool("   tank", "  raidz1-0", "    sda", "    sdb", "    sdc") == {
        "pool.layout": "raidz1 of 3 devices",
        "pool.devices": 3,
    }


def test_a_spare_that_draid_keeps_within_itself_is_a_spare() -> None:
    rows = ["tank", "  draid1:2d:4c:1s-0", "    sda", "    sdb", "    sdc", "    sdd"]
    text = ZPOOL.format(
        "\n    ".join(f"\t{row:<20} ONLINE 0 0 0" for row in rows)
        + "\n    \tspares\n    \t  draid1-0-0   AVAIL\n"
    )
    assert facts(text)["pool.layout"] == "draid1:2d:4c:1s of 4 devices; spare: 1 device"


# Other languages


def test_lshw_in_french_says_what_it_says_in_english() -> None:
    french = """\
        rig
            description: Ordinateur
          *-core
               description: Carte mère
             *-banque:0
                  description: [vide]
             *-disk
                  produit: ST4000NM0033-9ZM
                  fabriquant: Seagate
                  nom logique: /dev/sda
                  numéro de série: Z1Z00000
                  taille: 3726GiB (4TB)
        """
    english = french
    for one, other in {
        "produit": "product", "fabriquant": "vendor", "nom logique": "logical name",
        "numéro de série": "serial", "taille": "size",
    }.items():  # fmt: skip
        english = english.replace(f"{one}:", f"{other}:")
    assert facts(french) == facts(english)
    assert facts(french)["drive.capacity"] == 3726 << 30


def test_lshw_in_a_language_that_is_not_known_is_said_not_to_be_understood() -> None:
    assert findings("""\
        rig
            Beschreibung: Computer
          *-core
               Beschreibung: Motherboard
             *-memory
                  Beschreibung: Systemspeicher
                  Größe: 16GiB
        """) == (
        "run.txt:4: warning[missing-field]: 'Beschreibung' is no label of lshw in a language that"
        " is known\n"
        "  hint: run it with LC_ALL=C, or keep -json, which is never translated\n"
    )


def test_zpool_list_of_2010_calls_what_is_allocated_used() -> None:
    text = "NAME   SIZE    USED   AVAIL    CAP  HEALTH     ALTROOT\ntank  80.0G   20.0G   60.0G\
    25%  ONLINE     -\n"
    assert some(text, "pool.size", "pool.allocated", "pool.free", "pool.state") == {
        "pool.size": 80 << 30,
        "pool.allocated": 20 << 30,
        "pool.free": 60 << 30,
        "pool.state": "ONLINE",
    }


def test_a_column_that_people_added_to_lsblk_does_not_hide_the_others() -> None:
    text = (
        "NAME        MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS  FORMAT\n"
        "nvme0n1     259:0    0 238.5G  0 disk\n"
        "└─nvme0n1p1 259:1    0   260M  0 part /efi         F\n"
    )
    assert facts(text) == {"drive.name": "nvme0n1", "drive.capacity": int(238.5 * 2**30)}


def test_sizes_of_disks_in_the_short_form_of_lshw_are_powers_of_1000() -> None:
    assert facts("""\
        H/W path              Device          Class          Description
        ================================================================
                                              system         PowerEdge R720 (SKU=NotProvided)
        /0                                    bus            0X3D66
        /0/400                                processor      Intel(R) Xeon(R) CPU E5-2670 0
        /0/1000                               memory         64GiB System Memory
        /0/1000/0                             memory         8GiB DIMM DDR3 1600 MHz
        /0/100/1/0            scsi0           storage        MegaRAID SAS 2208 [Thunderbolt]
        /0/100/1/0/2.0.0      /dev/sda        disk           598GB PERC H710
        """) == {
        "system.model": "PowerEdge R720 (SKU=NotProvided)",
        "board.model": "0X3D66",
        "cpu.model": "Intel(R) Xeon(R) CPU E5-2670 0",
        "memory.installed": 64 << 30,
        "controller.model": "MegaRAID SAS 2208 [Thunderbolt]",
        "drive.name": "sda",
        "drive.model": "PERC H710",
        "drive.capacity": 598_000_000_000,
    }
