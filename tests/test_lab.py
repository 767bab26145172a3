"""Raw files joined with their testbeds, and two files of one run taken together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sitegen import loading
from sitegen.build import build
from sitegen.diagnostics import Diagnostic
from sitegen.lab import Lab
from sitegen.project import Project
from sitegen.samples import samples

MakeProject = Callable[[Mapping[str, str | bytes]], Project]

CSV = """\
ISO date,label,random,IO depth,operation,MiB/s [first],MiB/s [last],IO lat us [avg],version
2026-02-03T10:00:12+0100,,0,4,WRITE,1020,1000,128,3.0-1
"""
TEXT = """\
OPERATION RESULT TYPE        FIRST DONE  LAST DONE
========= ================   ==========  =========
WRITE     Throughput MiB/s :       1020       1000
          IO latency us    : [ min=80 avg=128 max=9000 ]
          IO lat % us      : [ 50%<=128 99%<=512 ]
---
"""


def load(project: Project) -> tuple[Lab, list[Diagnostic]]:
    return loading.load(project, {})


def printed(its: Lab) -> str:
    """Return a line for each sample: its metric, value, number of repeats, and raw line."""
    lines = []
    for one in samples(its.dataset.records):
        record = one.record
        path = record.position.path.removeprefix("results/")
        bound = "" if one.certainty == "exact" else f" {one.certainty}"
        lines.append(
            f"{record.run} {record.metric} {one.value} {one.unit}{bound} n={one.n}"
            f" {path}:{record.position.line}"
        )
    return "\n".join(lines)


@pytest.fixture
def rig(project: MakeProject) -> Callable[..., tuple[Lab, list[Diagnostic]]]:
    """Return a function that loads a lab of one testbed with the given raw files."""

    def make(**files: str) -> tuple[Lab, list[Diagnostic]]:
        raw = {f"results/rig/{name.replace('__', '.')}": text for name, text in files.items()}
        return load(project({"results/rig/testbed.yaml": "title: Rig\n", **raw}))

    return make


Rig = Callable[..., tuple[Lab, list[Diagnostic]]]


def test_what_two_files_of_a_run_both_say_counts_once(rig: Rig) -> None:
    its, findings = rig(run__csv=CSV, run__txt=TEXT)
    assert findings == []
    assert list(its.runs) == ["rig/run"]
    assert (
        printed(its)
        == """\
rig/run seq-write.bandwidth 1048576000 B/s n=1 rig/run.csv:2
rig/run seq-write.latency.mean 0.000128 s n=1 rig/run.csv:2
rig/run seq-write.latency.min 8e-05 s n=1 rig/run.txt:4
rig/run seq-write.latency.max 0.009 s n=1 rig/run.txt:4
rig/run seq-write.latency.p50 0.000128 s at-most n=1 rig/run.txt:5
rig/run seq-write.latency.p99 0.000512 s at-most n=1 rig/run.txt:5"""
    )


def test_what_only_one_file_knows_of_the_load_is_true_of_all_values(rig: Rig) -> None:
    its, _ = rig(run__csv=CSV, run__txt=TEXT)
    shared = {
        (
            record.columns["workload.queue_depth"],
            record.columns["tool_version"],
            record.columns["date"],
        )
        for record in its.dataset.records
    }
    assert shared == {(4, "3.0-1", "2026-02-03T10:00:12")}


def test_where_two_files_of_a_run_disagree_both_values_stay_and_it_is_said(rig: Rig) -> None:
    its, findings = rig(run__csv=CSV, run__txt=TEXT.replace(" 1000\n", "  900\n"))
    assert list(map(str, findings)) == [
        "results/rig/run.txt:3: error[does-not-add-up]: Sequential write throughput:"
        " 900 MiB/s here, but 1000 MiB/s in results/rig/run.csv:2\n"
        "  hint: the names say that both files are of one run; give one of them another name if not"
    ]
    rates = [r.value for r in its.dataset.records if r.metric == "seq-write.bandwidth"]
    assert rates == [1000 * 2**20, 900 * 2**20]


def test_the_more_exact_of_two_values_is_kept(rig: Rig) -> None:
    exact = (
        '{"phase_type":"WRITE","config":{"random_offsets":"false"},'
        '"last_done":{"bytes/s":"1048999999"}}\n'
    )
    for files in ({"run__json": exact, "run__txt": TEXT}, {"run__out": TEXT, "run__rjson": exact}):
        its, findings = rig(**files)
        assert findings == []
        rates = [r.value for r in its.dataset.records if r.metric == "seq-write.bandwidth"]
        assert rates == [1_048_999_999]


def test_files_of_one_name_from_different_tools_are_no_one_run(rig: Rig) -> None:
    mdtest = """\
SUMMARY rate: (of 1 iterations)
   File creation                1000.000       1000.000       1000.000          0.000
   Tree creation                   0.000          0.000          0.000          0.000
   Tree removal                    0.000          0.000          0.000          0.000
"""
    _, findings = rig(run__csv=CSV, run__txt=mdtest)
    assert list(map(str, findings)) == [
        "results/rig/run.txt: error[duplicate-id]:"
        " 'rig/run' is the run of results/rig/run.csv already\n"
        "  hint: give one of the two files another name: the ending does not count"
    ]


def test_runs_under_different_loads_are_no_one_run(rig: Rig) -> None:
    _, findings = rig(run__csv=CSV, run__old=CSV.replace(",0,4,", ",1,4,"))
    assert [finding.code for finding in findings] == ["duplicate-id"]


def test_a_claim_on_values_that_two_files_contradict_is_a_contradiction(
    project: MakeProject,
) -> None:
    page = "---\ntitle: Lab\n---\n[1048.6 MB/s](result:rig/run#seq-write.bandwidth)\n"
    files = {
        "content/index.md": page,
        "results/rig/testbed.yaml": "title: Rig\n",
        "results/rig/run.csv": CSV,
    }
    its = build(project({**files, "results/rig/run.txt": TEXT}))
    assert [claim.verdict for claim in its.claims] == ["holds"]
    its = build(project({**files, "results/rig/run.txt": TEXT.replace(" 1000\n", "  900\n")}))
    assert [claim.verdict for claim in its.claims] == ["contradiction"]


def test_each_of_two_files_of_a_run_has_a_page(project: MakeProject) -> None:
    page = "---\ntitle: Lab\n---\n[at most 512 µs](result:rig/run#seq-write.latency.p99)\n"
    its = build(
        project(
            {
                "content/index.md": page,
                "results/rig/testbed.yaml": "title: Rig\n",
                "results/rig/run.csv": CSV,
                "results/rig/run.txt": TEXT,
            }
        )
    )
    assert its.diagnostics == ()
    assert {"runs/rig/run/index.html", "runs/rig/run.txt/index.html"} <= its.files.keys()
    assert b'href="runs/rig/run.txt/index.html#L5"' in its.files["index.html"]


STONEWALLED = """\
IOR-3.3.0: MPI Coordinated Test of Parallel I/O
Options:
tasks               : 10
ordering in a file  : sequential
repetitions         : 1
aggregate filesize  : 1000 GiB

access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter
------    ---------  ----       ----------  ---------- ---------  --------   --------   --------   --------   ----
WARNING: Expected aggregate file size       = 1073741824000
WARNING: Stat() of aggregate file size      = 64424509440
WARNING: Using actual aggregate bytes moved = 64424509440
write     1024.00    1024.00    0.009766    104857600  1024.00    0.001000   60.00      0.001000   60.00      0
Finished            : Tue Feb  3 09:16:00 2026
"""  # noqa: E501


@pytest.mark.parametrize("key", ["total_size", "size"])
def test_a_planned_size_against_the_bytes_moved_is_one_finding_with_all_places(
    key: str, project: MakeProject
) -> None:
    its, findings = load(
        project(
            {
                "results/rig/testbed.yaml": f"title: Rig\nworkload:\n  {key}: 9459 GB\n",
                "results/rig/ior.txt": STONEWALLED,
            }
        )
    )
    unknown = [
        "results/rig/testbed.yaml:3:3: error[unknown-key]: the workload has no key 'size'\n"
        "  hint: did you mean 'total_size'?"
    ]
    assert list(map(str, findings)) == [
        *(unknown if key == "size" else ()),
        f"results/rig/testbed.yaml:3:{5 + len(key)}: warning[testbed-mismatch]:"
        " total size is '9459 GB' here,"
        " but the raw file says 60 GiB (1000 GiB were planned, 64424509440 bytes moved)\n"
        "  hint: results/rig/ior.txt:6; results/rig/ior.txt:12; what the raw file says is used",
    ]
    assert {r.columns["workload.total_size"] for r in its.dataset.records} == {60 * 2**30}


IO500_RESULT = """\
version         = io500-isc23_v1 (standard)
; START 2023-05-01 10:00:00

[ior-easy-write]
t_start         = 2023-05-01 10:00:00
exe             = ./ior -C -Q 1 -g -G 271 -k -e -t 2m -b 9920000m -F -w -D 300
score           = 4.500000
t_delta         = 320.5000
t_end           = 2023-05-01 10:05:20
"""
IO500_SUMMARY = """\
IO500 version io500-isc23_v1 (standard)
[RESULT]       ior-easy-write        4.500000 GiB/s : time 320.500 seconds
"""


def test_the_two_files_that_io500_writes_of_a_run_are_one_run(rig: Rig) -> None:
    its, _ = rig(result__txt=IO500_RESULT, result_summary__txt=IO500_SUMMARY)
    assert list(its.runs) == ["rig/result"]
    assert [(r.metric, r.value) for r in its.dataset.records] == [
        ("seq-write.bandwidth", 4831838208),
        ("seq-write.time", 320.5),
    ]


def test_a_summary_of_another_run_stays_a_run_of_its_own(rig: Rig) -> None:
    alone, _ = rig(result_summary__txt=IO500_SUMMARY)
    assert list(alone.runs) == ["rig/result_summary"]
    its, _ = rig(result__txt=TEXT, result_summary__txt=IO500_SUMMARY)
    assert sorted(its.runs) == ["rig/result", "rig/result_summary"]
