"""zpool: what a pool is made of."""

from __future__ import annotations

from sitegen.results import facts_of
from tests.parsers.output import findings, read

POOL = """\
  pool: tank
 state: ONLINE
  scan: none requested
config:

\tNAME        STATE     READ WRITE CKSUM
\ttank        ONLINE       0     0     0
{}
errors: No known data errors
"""


def pool(*rows: str) -> str:
    return POOL.format("".join(f"\t{row}     ONLINE       0     0     0\n" for row in rows))


def test_the_indentation_tells_which_devices_form_a_mirror() -> None:
    text = pool("  mirror-0", "    sda", "    sdb", "  mirror-1", "    sdc", "    sdd")
    facts = facts_of(read(text).facts)
    assert facts == {
        "pool.name": "tank",
        "pool.state": "ONLINE",
        "pool.scan": "none requested",
        "pool.layout": "2 x mirror of 2 devices",
        "pool.devices": 4,
        "pool.errors": "No known data errors",
    }
    assert findings(text) == ""


def test_names_of_devices_may_be_serial_numbers_and_are_not_kept() -> None:
    text = pool("  raidz2-0", *(f"    ata-DISK_X{n}" for n in range(6)))
    assert "DISK" not in str(read(text).facts)
    assert facts_of(read(text).facts)["pool.layout"] == "raidz2 of 6 devices"


def test_logs_caches_and_spares_are_no_devices_of_the_data() -> None:
    text = pool("  sda", "  sdb").replace(
        "errors:",
        "\tlogs\n\t  sdc     ONLINE       0     0     0\n\tspares\n\t  sdd     AVAIL\n\nerrors:",
    )
    facts = facts_of(read(text).facts)
    assert facts["pool.layout"] == "stripe of 2 devices; log: 1 device; spare: 1 device"
    assert facts["pool.devices"] == 2


def test_a_device_and_the_spare_that_stands_in_for_it_count_once() -> None:
    text = pool("  mirror-0", "    sda", "    spare-1", "      sdb", "      sdx")
    assert facts_of(read(text).facts)["pool.layout"] == "mirror of 2 devices"


def test_without_its_indentation_the_nesting_is_not_guessed() -> None:
    flat = "".join(
        f"{line.strip()}\n" for line in pool("  mirror-0", "    sda", "    sdb").splitlines()
    )
    facts = facts_of(read(flat).facts)
    assert "pool.layout" not in facts
    assert facts["pool.name"] == "tank"
    assert findings(flat) == (
        "run.txt:7: warning[missing-field]: the indentation is lost: how the devices of the pool "
        "are nested cannot be told\n"
        "  hint: without a row for a mirror or raidz they are read as a stripe\n"
    )


def test_errors_of_a_device_are_a_fact_of_the_pool() -> None:
    text = pool("  sda").replace("sda     ONLINE       0     0     0", "sda  DEGRADED  3  0  1.2K")
    assert facts_of(read(text).facts)["pool.faults"] == (
        "DEGRADED, 3 read errors, 1.2K checksum errors"
    )


def test_a_list_that_was_cut_off_says_so() -> None:
    text = pool("  mirror-0", "    sda", "    sdb").partition("\n\nerrors")[0] + "\n"
    assert findings(text) == (
        "run.txt:10: warning[missing-field]: there is no line 'errors:' at the end: "
        "the list of devices may be cut off\n"
    )
    assert findings("  pool: tank\n state: ONLINE\n") == (
        "run.txt:2: error[incomplete-run]: the configuration of pool 'tank' is missing\n"
    )


def test_sizes_of_zpool_list_are_powers_of_1024() -> None:
    text = "NAME   SIZE  ALLOC   FREE  CAP  HEALTH\ntank  1.81T   512G  1.31T  27%  ONLINE\n"
    facts = facts_of(read(text).facts)
    assert facts["pool.size"] == 1_990_116_046_274
    assert facts["pool.allocated"] == 549_755_813_888
    assert facts["pool.state"] == "ONLINE"
