"""Traps of ceph -s: TB that are 2^40 bytes, directions in which nothing happens, several states."""

from __future__ import annotations

from tests.parsers.output import shown

OLD = """\
    cluster 00000000-0000-4000-8000-000000000000
     health HEALTH_OK
     osdmap e10: 8 osds: 8 up, 8 in
      pgmap v20: 512 pgs, 1 pools, 10 TB data, 31 kobjects
            30 TB used, 34 TB / 64 TB avail
                 512 active+clean
"""


def test_tb_of_old_versions_are_powers_of_1024() -> None:
    assert f"fact cluster.size = {64 * 2**40}  (line 5)" in shown(OLD)
    assert f"fact cluster.stored = {10 * 2**40}  (line 4)" in shown(OLD)


def test_a_direction_in_which_nothing_happens_is_no_measurement() -> None:
    io = "  io:\n    client:   0 B/s rd, 2.5 MiB/s wr, 1 op/s rd, 44 op/s wr\n"
    found = shown(OLD + io)
    assert "read.bandwidth" not in found
    assert "write.bandwidth 2621440 B/s  (2.5 MiB/s, line 8)" in found
    assert "read.iops 1 op/s  (1 op/s, line 8)" in found


def test_thousands_of_operations_are_decimal() -> None:
    io = "  client io 1.5k op/s rd\n"
    assert "read.iops 1500 op/s" in shown(OLD + io)


def test_two_states_of_one_cluster_are_two_runs() -> None:
    assert shown(OLD + "\n" + OLD.replace("8 osds: 8 up", "8 osds: 7 up")).count("run ") == 2


def test_much_more_used_than_stored_is_said() -> None:
    message = "150 TB are used for 2 TB of data: 75x as much"
    assert message in shown(OLD.replace("10 TB data", "2 TB data").replace("30 TB", "150 TB"))


def test_without_the_count_of_osds_it_is_no_status() -> None:
    assert "run 1" not in shown("  data:\n    pools:   2 pools, 64 pgs\n    pgs: 64 active+clean\n")
