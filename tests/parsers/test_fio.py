"""fio: what naive readers of its reports get wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from sitegen.results import FileReading
from tests.parsers.output import findings, read, shown, values

CORPUS = Path(__file__).parent.parent / "corpus" / "fio"

SLOW = """\
fio-2.1.13
Starting 1 process
slow: (groupid=0, jobs=1): err= 0: pid=77: Mon Jan  6 10:00:00 2014
  read : io=9000.0KB, bw=512000B/s, iops=125, runt= 18000msec
Run status group 0 (all jobs):
   READ: io=9000KB, aggrb=500KB/s, minb=500KB/s, maxb=500KB/s, mint=18000msec, maxt=18000msec
"""
FAST = """\
w: (g=0): rw=write, bs=(R) 64.0KiB-64.0KiB, (W) 64.0KiB-64.0KiB, (T) 64.0KiB-64.0KiB, ioengine=sync
fio-3.19
Starting 1 process

w: (groupid=0, jobs=1): err= 0: pid=4242: Wed Dec 30 10:31:16 2020
  write: IOPS=10.1k, BW=632MiB/s (663MB/s)(6320MiB/10000msec); 0 zone resets
    clat (usec): min=20, max=2417.6k, avg=2612.61, stdev=1873.70
    clat percentiles (msec):
     | 50.00th=[    2], 99.00th=[    7]
  cpu          : usr=0.19%, sys=0.39%, ctx=31098, majf=0, minf=67

Run status group 0 (all jobs):
  WRITE: bw=632MiB/s (663MB/s), 632MiB/s-632MiB/s (663MB/s-663MB/s), io=6320MiB (6627MB), run=10000-10000msec
"""  # noqa: E501


def document(**job: object) -> str:
    """Return a small report in JSON."""
    read = {"io_bytes": 4096000, "bw": 1000, "bw_bytes": 1024000, "iops": 250.0, "runtime": 4000}
    whole = {"jobname": "t", "error": 0, "read": {**read, "total_ios": 1000}, **job}
    return json.dumps({"fio version": "fio-3.37", "jobs": [whole]})


def test_a_slow_disk_has_bytes_per_second_without_a_k() -> None:
    assert shown(SLOW, only=" op/s") == (
        "  read.iops 125 op/s  (125, line 4) jobs=1"
        " [rw is not recorded: the direction is that of the data]\n"
    )
    assert shown(SLOW, only="bandwidth") == (
        "  read.bandwidth 512000 B/s  (512000B/s, line 4) jobs=1"
        " [rw is not recorded: the direction is that of the data]\n"
    )
    assert findings(SLOW) == ""


def test_the_sum_of_a_group_with_one_job_is_no_second_measurement() -> None:
    assert [name for name, _ in values(SLOW)].count("read.bandwidth") == 1


def test_kb_of_fio_2_is_1024_bytes() -> None:
    text = SLOW.replace("bw=512000B/s", "bw=500KB/s")
    assert dict(values(text))["read.bandwidth"] == 512000
    assert findings(text.replace("500KB/s, iops", "512KB/s, iops")) == (
        "run.txt:4: error[does-not-add-up]: 9000.0KB / 18000msec is 512000 B/s, but the rate is "
        "512KB/s\n"
        "run.txt:4: error[does-not-add-up]: the rate of the group's only job is 512KB/s, but that "
        "of the group is 500KB/s (line 6)\n"
    )


def test_text_of_fio_3_means_what_it_prints() -> None:
    found = dict(values(FAST))
    assert found["seq-write.bandwidth"] == 632 * 2**20
    assert found["seq-write.iops"] == 10100
    assert found["seq-write.completion-latency.max"] == 2.4176
    assert found["seq-write.completion-latency.mean"] == 0.00261261
    assert found["seq-write.completion-latency.p99"] == 0.007


def test_a_rate_agrees_with_both_roundings_that_fio_prints() -> None:
    text = FAST.replace("632MiB/s (663MB/s)", "35.8MiB/s (37.6MB/s)").replace("6320MiB", "358.4MiB")
    assert shown(text, only="bandwidth").partition(" block_size")[0] == (
        "  seq-write.bandwidth 37570724.8 B/s  (35.8MiB/s (37.6MB/s), line 6)"
    )
    (rate,) = (v for name, v in values(text) if name == "seq-write.bandwidth")
    assert (f"{rate / 2**20:.1f}", f"{rate / 10**6:.1f}") == ("35.8", "37.6")


@pytest.mark.parametrize(
    ("job", "metric"),
    [
        ({"job options": {"name": "t", "rw": "randread", "bs": "4k"}}, "rand-read"),
        ({}, "read"),
    ],
)
def test_options_may_be_missing(job: dict[str, object], metric: str) -> None:
    found = dict(values(document(**job), "run.json"))
    assert (found[f"{metric}.bandwidth"], found[f"{metric}.iops"]) == (1024000, 250)


def test_rw_may_stand_in_the_global_options() -> None:
    text = document().replace('"jobs"', '"global options": {"rw": "randread"}, "jobs"')
    assert dict(values(text, "run.json"))["rand-read.iops"] == 250


def test_without_rw_the_direction_is_that_of_the_data_and_is_marked_so() -> None:
    record = read(document(), "run.json").records[0]
    assert record.columns["operation"] == "read"
    assert record.note == "rw is not recorded: the direction is that of the data"
    assert "workload.queue_depth" not in record.columns
    assert record.columns["workload.block_size"] == 4096, "io_bytes / total_ios"


def test_a_failed_run_publishes_nothing_and_says_why() -> None:
    text = (
        "fio: pid=811, err=122/file:io_u.c:1787, func=io_u error, error=Disk quota exceeded\n"
        + FAST.replace("err= 0:", "err=122 (file:io_u.c:1787, error=Disk quota exceeded):")
    )
    assert shown(text) == (
        "run.txt:6: error[failed-run]: fio says that the job 'w' failed: "
        "err=122 (file:io_u.c:1787, error=Disk quota exceeded)\n"
        "  hint: nothing of its group is published\n"
    )


def test_a_failed_run_in_json_is_told_with_the_words_before_it() -> None:
    fault = "fio: pid=811, err=28/file:io_u.c:1787, func=io_u error, error=No space left on device"
    assert shown(f"{fault}\n{document(error=28)}\n") == (
        f"run.txt:2: error[failed-run]: fio says that the job 't' failed: {fault}\n"
        "  hint: nothing of its group is published\n"
    )


def test_a_failure_without_any_report_is_found() -> None:
    fault = "fio: file:ioengines.c:133, func=dlopen, error=libaio: cannot open shared object file"
    assert findings(f"$ fio job.fio\nfio: engine libaio not loadable\n{fault}\n") == (
        f"run.txt:3: error[failed-run]: fio failed, and printed no result: {fault}\n"
    )


def test_the_other_groups_of_a_suite_survive_the_failure_of_one() -> None:
    text = (CORPUS / "suite-text" / "input.txt").read_text()
    broken = text.replace(
        "randread: (groupid=1, jobs=2): err= 0:", "randread: (groupid=1, jobs=2): err= 5:"
    )
    assert {name.partition(".")[0] for name, _ in values(broken)} == {
        "seq-write", "sync", "rand-read", "rand-write", "rand-rw",
    }  # fmt: skip
    assert {r.columns["workload.job"] for r in read(broken).records} == {"seqwrite", "mix"}


def test_fio_2_and_fio_3_say_the_same_latency_in_different_units() -> None:
    new = document(read={"io_bytes": 1, "lat_ns": {"min": 1, "max": 9, "mean": 1100000.0}})
    old = document(read={"io_bytes": 1, "lat": {"min": 1, "max": 9, "mean": 900.0}})
    old = old.replace("fio-3.37", "fio-2.2.10")
    before, after = (dict(values(text, "run.json"))["read.latency.mean"] for text in (old, new))
    assert (before, after) == (0.0009, 0.0011)
    assert read(old, "run.json").records[-1].written == "900.0 (lat mean)"
    assert read(new, "run.json").records[-1].written == "1100000.0 (lat_ns mean)"


def test_io_bytes_of_fio_2_are_kib_and_bw_is_kib_in_all_versions() -> None:
    part = {
        "io_bytes": 37500272,
        "bw": 62499,
        "iops": 15624.70,
        "runtime": 600008,
        "total_ios": 9375068,
    }
    found = dict(values(document(read=part).replace("fio-3.37", "fio-2.2.10"), "run.json"))
    assert found["read.bandwidth"] == 62499 * 1024
    assert found["read.size"] == 37500272 * 1024
    assert findings(document(read=part), "run.json") == (
        "run.json:1#/jobs/0/read: error[does-not-add-up]: io_bytes / runtime is 61 KiB/s, but bw "
        "is 62499\n"
    )


def test_samples_over_time_of_single_jobs_are_no_results() -> None:
    part = {"io_bytes": 4096000, "bw_bytes": 1024000, "bw_mean": 128.0, "iops_mean": 31.0}
    steady = {"ss": "bw:20.0%", "attained": 1, "data": {"bw_mean": 7, "iops": [1, 2]}}
    assert values(document(read=part, steadystate=steady), "run.json") == [
        ("read.size", 4096000),
        ("read.bandwidth", 1024000),
    ]


def test_the_sum_of_all_clients_is_taken_once() -> None:
    text = (CORPUS / "clients-json" / "input.txt").read_text()
    totals = [
        record.value
        for record in read(text).records
        if record.metric == "seq-write.bandwidth" and "workload.job" not in record.columns
    ]
    assert totals == [2396745142]


def test_clones_that_are_reported_one_by_one_are_added_up() -> None:
    found = read((CORPUS / "clones-json" / "input.json").read_text(), "run.json").records
    rates = [r for r in found if r.metric == "seq-write.bandwidth"]
    assert [(r.columns.get("workload.job"), r.columns["workload.jobs"]) for r in rates] == [
        ("w 1", 1),
        ("w 2", 1),
        ("w 3", 1),
        (None, 3),
    ]
    assert rates[-1].certainty == "derived"
    assert rates[-1].note == "50331648 B of 3 jobs / 34 ms, the longest run time"


def test_of_snapshots_only_the_last_counts_but_runs_in_a_loop_are_runs() -> None:
    one = (CORPUS / "snapshots-json" / "input.json").read_text()
    assert shown(one, only="run ") == "run 1: fio 3.33, 2026-11-30T15:58:44, lines 1-1088\n"
    whole = json.loads(one[: one.index("\n}\n{") + 2])
    later = {
        **whole,
        "timestamp": whole["timestamp"] + 30,
        "timestamp_ms": whole["timestamp_ms"] + 30000,
    }
    loop = f"{json.dumps(whole)}\n{json.dumps(later)}\n"
    assert shown(loop, only="run ").count("\n") == 2
    again = f"{json.dumps(whole)}\n{json.dumps(whole)}\n"
    assert shown(again, only="run ").count("\n") == 1
    later["jobs"] = [
        {**whole["jobs"][0], "read": {**whole["jobs"][0]["read"], "io_bytes": 99999999}}
    ]
    assert shown(f"{json.dumps(whole)}\n{json.dumps(later)}\n", only="run ").count("\n") == 2


def test_of_a_run_that_was_cut_off_amid_its_snapshots_the_last_is_read_and_said_to_be_none() -> (
    None
):
    text = (CORPUS / "snapshots-json" / "input.json").read_text("utf-8")
    first = text[: text.index("\n}\n{") + 3]
    assert findings(first, "x.json") == (
        "x.json:13: warning[contradiction]: "
        "runtime=3 s, but this is a report after 0.866 s, before the end of the job\n"
        "  hint: if fio went on, keep its last report too\n"
    )
    assert ("rand-read.time", 0.866) in values(first)
    assert findings(text) == ""
    # Its size was done: the job ended by itself.
    done = first.replace('"io_bytes" : 52916224', f'"io_bytes" : {16 << 20}')
    assert done != first
    assert "runtime=" not in findings(done)
    assert "runtime=" not in findings(first.replace('"size" : "16m"', '"size" : "50%"'))


@pytest.mark.parametrize(
    "line",
    [
        "  WRITE: bw=632MiB/s (663MB/s), 632MiB/s-632MiB/s (663MB/s-663MB/s), io=6320MiB (6627MB)",
        "   READ: io=9000KB, aggrb=500KB/s, minb=500KB/s, maxb=500KB/s, mint=18000msec",
        "    clat (usec): min=20, max=2417.6k, avg=2612.61, stdev=1873.70",
        "     | 50.00th=[    2], 99.00th=[    7]",
        "  cpu          : usr=0.19%, sys=0.39%, ctx=31098, majf=0, minf=67",
        "Jobs: 1 (f=1): [r(1)][100.0%][r=251MiB/s][r=64.2k IOPS][eta 00m:00s]",
    ],
)
def test_a_single_line_of_a_report_is_not_read_but_told_to_be_of_fio(line: str) -> None:
    assert values(line + "\n") == []
    assert "fio: '" in findings(line + "\n")


def test_several_forms_of_one_output_are_one_run() -> None:
    assert shown((CORPUS / "suite-both" / "input.txt").read_text(), only="run ") == (
        "run 1: fio 3.33, 2026-11-30T15:58:19, lines 7-808\n"
    )


def test_text_before_and_after_a_document_does_no_harm() -> None:
    text = f"fio: this platform does not support process shared mutexes\r$ {document()}\n$ exit\n"
    assert dict(values(f"{text}\n{document()}\n"))["read.iops"] == 250


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ('          "max"', '\n          "max"'),
        ('"max" : ', '"max" :\n'),
        (',\n          "max"', ', "max"'),
        ('"bw" : ', '"more" : [\n1\n], "bw" : '),
        ("\n", "\n\n"),
        ("\n", " "),
    ],
)
@pytest.mark.parametrize("case", ["latencies-json/input.json", "suite-json/input.json"])
def test_json_in_another_layout_has_the_same_values_each_on_the_line_of_its_key(
    case: str, printed: str, written: str
) -> None:
    text = (CORPUS / case).read_text("utf-8")
    other = text.replace(printed, written)
    assert other != text
    lines = other.splitlines()
    for record, its in zip(read(other).records, read(text).records, strict=True):
        assert (record.metric, record.value, record.written) == (its.metric, its.value, its.written)
        key = record.written.removesuffix(")").rpartition("(")[2].rpartition(" ")[2]
        assert its.certainty == "derived" or f'"{key}"' in lines[record.position.line - 1]


def test_a_document_with_nan_is_read_without_it() -> None:
    text = document(
        read={"io_bytes": 1, "bw_bytes": 1024, "lat_ns": {"max": 9, "mean": 5.0, "stddev": 7.5}}
    )
    assert values(text.replace("7.5", "-nan"), "run.json") == [
        ("read.size", 1),
        ("read.bandwidth", 1024),
        ("read.latency.max", 9e-09),
        ("read.latency.mean", 5e-09),
    ]


def test_a_counter_below_zero_is_no_latency() -> None:
    part = {"io_bytes": 1, "lat_ns": {"min": 18446744073709551615, "max": 9, "mean": 5.0}}
    assert [name for name, _ in values(document(read=part), "run.json")] == [
        "read.size",
        "read.latency.max",
        "read.latency.mean",
    ]
    assert findings(document(read=part), "run.json") == (
        "run.json:1#/jobs/0/read: error[impossible-value]: lat_ns min is 18446744073709551615 ns: "
        "a counter below zero\n"
    )


def test_a_synchronous_engine_has_a_depth_of_one_whatever_was_asked_for() -> None:
    text = document(**{"job options": {"rw": "read", "ioengine": "psync", "iodepth": "32"}})
    assert read(text, "run.json").records[0].columns["workload.queue_depth"] == 1
    assert findings(text, "run.json") == (
        "run.json:1: warning[contradiction]: iodepth=32, but the engine psync is synchronous: it "
        "has a depth of 1\n"
    )


def test_kb_base_turns_prefixes_round() -> None:
    for base, size in ((1024, 4 * 2**30), (1000, 4 * 10**9)):
        options = {"rw": "read", "size": "4g", "kb_base": str(base)}
        columns = read(document(**{"job options": options}), "run.json").records[0].columns
        assert columns["workload.file_size"] == size


def test_kib_of_the_first_versions_is_1000_bytes_as_bytes_and_time_prove() -> None:
    found = read((CORPUS / "fio1-text" / "input.txt").read_text()).records[0]
    assert (found.value, found.certainty) == (566000, "proved")


def test_powers_of_1000_in_fio_2_are_proved_by_the_count_of_ios() -> None:
    text = (
        "w: (g=0): rw=write, bs=4K-4K/4K-4K/4K-4K, ioengine=sync, iodepth=1\nfio-2.1\n"
        "w: (groupid=0, jobs=1): err= 0: pid=7: Mon Jan  6 10:00:00 2014\n"
        "  write: io=4294.1MB, bw=429.4MB/s, iops=104836, runt= 10000msec\n"
        "     issued    : total=r=0/w=1048360/d=0, short=r=0/w=0/d=0\n"
        "Run status group 0 (all jobs):\n"
        "  WRITE: io=4294.1MB, aggrb=429.4MB/s, minb=429.4MB/s, maxb=429.4MB/s, mint=10000msec,"
        " maxt=10000msec\n"
    )
    assert dict(values(text))["seq-write.bandwidth"] == 429400000
    assert (
        dict(values(text.replace("w=1048360", "w=1099290")))["seq-write.bandwidth"] == 450258534.4
    )


def test_a_job_that_began_and_gave_nothing_is_cut_off() -> None:
    assert findings("\n".join(FAST.splitlines()[:3])) == (
        "run.txt:3: error[incomplete-run]: fio began to work, but its output ends before "
        "any result\n"
    )


def test_a_part_that_somebody_quotes_is_read_and_said_to_be_a_part() -> None:
    text = "We saw\n\n" + "\n".join(FAST.splitlines()[4:7]) + "\n\nwhich is good.\n"
    assert dict(values(text))["write.iops"] == 10100
    assert findings(text) == (
        "run.txt:5: warning[missing-field]: no 'Run status group' follows the jobs of fio: this is "
        "a part of its output\n"
    )


def test_rows_that_a_mail_program_has_broken_are_joined() -> None:
    broken = (
        FAST.replace("avg=2612.61, stdev", "avg=2612.61,\n> stdev")
        .replace("632MiB/s-632MiB/s", "\n> 632MiB/s-632MiB/s")
        .replace("632MiB/s (663MB/s)(6320MiB", "632MiB/s\n> (663MB/s)(6320MiB")
    )
    quoted = "".join(f"> {line}\n" for line in broken.splitlines()).replace("> > ", "> ")
    assert values(quoted) == values(FAST)
    assert findings(quoted) == ""


CASES = sorted(path.parent.name for path in CORPUS.glob("*/origin.toml"))


@pytest.mark.parametrize("case", [name for name in CASES if not name.startswith("snapshots")])
def test_cut_off_at_any_line_it_yields_fewer_values_and_says_so(case: str) -> None:
    # A snapshot is a whole report, and a terse line a whole line: nothing says that more were to
    # follow.
    (raw,) = (CORPUS / case).glob("input*")
    lines = raw.read_text().splitlines(keepends=True)
    whole = _numbers(case, read("".join(lines), raw.name))
    step = max(1, len(lines) // 24)
    for count in {*range(1, len(lines), step), *range(max(1, len(lines) - 12), len(lines))}:
        cut = read("".join(lines[:count]), raw.name)
        numbers = _numbers(case, cut)
        assert numbers <= whole, f"cut behind line {count}"
        if "terse" not in case:
            assert numbers == whole or cut.diagnostics, f"cut behind line {count}"


@pytest.mark.parametrize("case", CASES)
def test_damage_never_stops_the_parser(case: str) -> None:
    (raw,) = (CORPUS / case).glob("input*")
    chance = random.Random(case)
    text = raw.read_text()[:12000]
    for _ in range(25):
        damaged = text
        for _ in range(chance.randint(1, 5)):
            at = chance.randrange(len(damaged))
            word = chance.choice(
                ("null", "[]", "{}", "-1", "nan", "", "=", "%", "18446744073709551615")
            )
            damaged = damaged[:at] + word + damaged[at + chance.randint(0, 9) :]
        codes = {finding.code for finding in read(damaged, raw.name).diagnostics}
        assert not codes & {"parser-failed", "unknown-metric"}, damaged


def _numbers(case: str, reading: FileReading) -> set[tuple[object, ...]]:
    return {
        (r.metric, r.value, r.columns.get("workload.job") if "terse" not in case else "")
        for r in reading.records
    }


def test_the_sum_over_all_clients_alone_is_the_result() -> None:
    text = document(jobname="All clients").replace('"jobs"', '"client_stats"')
    assert values(text) == values(document())


def test_what_is_reported_as_mixed_is_a_write_where_the_job_only_writes() -> None:
    text = FAST.replace("  write: IOPS", "  mixed: IOPS").replace("  WRITE: bw", "  MIXED: bw")
    assert values(text) == values(FAST)


QUOTED = "  write: io=102400KB, bw=10240KB/s, iops=2560, runt= 10000msec\n"


def test_lines_that_somebody_quotes_are_read_at_the_end_of_a_file_too() -> None:
    assert values("$ grep iops a.txt\n" + QUOTED) == values(
        "$ grep iops a.txt\n" + QUOTED + "\nso\n"
    )
    assert "incomplete-run" not in findings("$ grep iops a.txt\n" + QUOTED)


def test_a_read_below_a_write_is_of_another_job() -> None:
    read = QUOTED.replace("write:", "read :")
    assert shown(QUOTED + read, only="run ") == "run 1: fio, lines 1-1\nrun 2: fio, lines 2-2\n"
    assert shown(read + QUOTED, only="run ") == "run 1: fio, lines 1-2\n"


def test_emphasis_in_a_quoted_line_is_no_part_of_it() -> None:
    assert values(QUOTED.replace("iops=2560", "*iops=2560*")) == values(QUOTED)
