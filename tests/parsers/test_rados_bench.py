"""rados bench: the arithmetic of every output proves that its MB is 2^20 bytes."""

from __future__ import annotations

from tests.parsers.output import findings, shown, values

SUMMARY = """\
Total time run:         60.6268
Total writes made:      1290
Write size:             4194304
Object size:            4194304
Bandwidth (MB/sec):     85.111
Average IOPS:           21
Average Latency(s):     0.751312
Min latency(s):         0.24994
"""


def test_operations_and_sizes_by_seconds_are_the_bandwidth() -> None:
    found = dict(values(SUMMARY))
    assert abs(1290 * 4194304 / 60.6268 / found["write.bandwidth"] - 1) < 1e-4
    assert found["write.latency.mean"] == 0.751312


def test_progress_alone_is_no_result() -> None:
    text = """\
        Maintaining 16 concurrent writes of 4194304 bytes for up to 10 seconds or 0 objects
          sec Cur ops   started  finished  avg MB/s  cur MB/s last lat(s)  avg lat(s)
            1      16       115        99   395.943       396    0.142121    0.151211
        """
    assert values(text) == []
    assert "error[incomplete-run]: rados bench was cut off" in findings(text)


def test_older_releases_leave_out_the_seconds() -> None:
    text = SUMMARY.replace("(s)", "").replace("Total writes", "Total reads")
    assert dict(values(text))["read.latency.mean"] == 0.751312


def test_extremes_that_were_never_set_are_no_results_and_cost_no_others() -> None:
    unset = "Max IOPS:               32767\nMin IOPS:               -1537890352\n"
    found = dict(values(SUMMARY.replace("Average Latency", f"{unset}Average Latency")))
    assert found["write.latency.min"] == 0.24994
    assert "write.iops.max" not in found
    assert "write.iops.min" not in found


def test_the_json_says_the_same() -> None:
    text = """\
        {"concurrent_ios":"16","object_size":"4194304","op_size":"4194304","seconds_to_run":"60",
         "datas":[{"sec":"1","cur_ops":"16","avg_bw":"99.000000","avg_lat":"0.1"}],
         "total_time_run":"60.6268","total_writes_made":"1290","write_size":"4194304",
         "object_size":"4194304","bandwidth":"85.111","average_iops":"21",
         "average_latency":"0.751312","min_latency":"0.24994"}
        """
    assert sorted(values(text)) == sorted(values(SUMMARY))
    assert "write.iops 21 op/s  (21 IOPS, line 4)" in shown(text)
    assert values(text[:300]) == []
    assert "the JSON of rados bench is cut off" in findings(text[:300])


def test_remarks_that_people_write_behind_the_values_are_no_part_of_them() -> None:
    remarks = SUMMARY.replace("60.6268\n", "60.6268 sec\n").replace("85.111\n", "85.111   # good\n")
    assert values(remarks) == values(SUMMARY)
