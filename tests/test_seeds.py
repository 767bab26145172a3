"""The five write-ups that come with the project are published with every figure, exactly.

Figures and verdicts here were read by hand from the sources, not from what the program prints.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sitegen.build import Site, build
from sitegen.project import Project

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site() -> Site:
    return build(Project(ROOT, ROOT / "site"))


@pytest.fixture(scope="module")
def records(site: Site) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(site.files["data/records.json"])
    return loaded


def values(records: list[dict[str, Any]], **wanted: object) -> list[float]:
    return [
        record["value"]
        for record in records
        if all(record.get(name.replace("__", ".")) == value for name, value in wanted.items())
    ]


# K/sec of the block write, rewrite and block read columns, and seeks: KiB/s (bonnie++ 1.03).
BONNIE = {
    "mirrored": (188347, 97426, 378240, 732.5),
    "unmirrored": (235020, 122183, 369848, 723.0),
    "one-controller": (134822, 69414, 251779, 758.8),
    "raid5-four-volumes": (208098, 89274, 236993, 488.5),
    "raid5-one-lun": (121190, 69406, 256111, 840.9),
    "raid5-two-luns": (204881, 83740, 232573, 554.7),
    "raid5-unmirrored": (242637, 105392, 235541, 563.2),
}


def test_seven_bonnie_runs_are_there_each_once(records: list[dict[str, Any]]) -> None:
    runs = {record["run"] for record in records if record["tool"] == "bonnie++"}
    assert runs == {f"lsi-3994/{case}/bonnie" for case in BONNIE}
    assert values(records, run="lsi-3994/mirrored/bonnie", operation="seq-write", unit="B/s") == [
        192867328
    ]
    for case, (write, rewrite, read, seeks) in BONNIE.items():
        run = f"lsi-3994/{case}/bonnie"
        for operation, printed in (("seq-write", write), ("rewrite", rewrite), ("seq-read", read)):
            found = values(records, run=run, operation=operation, quantity="bandwidth")
            assert found == [printed * 1024]
        assert values(records, run=run, operation="rand-seek", quantity="iops") == [seeks]


def test_both_table_scans_are_of_134_gigabytes_with_exact_times(
    records: list[dict[str, Any]],
) -> None:
    assert values(records, operation="table-scan", quantity="time") == [619.865939, 478.785617]
    assert values(records, operation="table-scan", quantity="size") == [134321922048] * 2
    rates = values(records, operation="table-scan", quantity="bandwidth")
    assert [round(rate / 1e6, 1) for rate in rates] == [216.7, 280.5]


def test_thirty_rows_of_the_wrecked_table_multiply_to_32000_megabytes(
    records: list[dict[str, Any]],
) -> None:
    own = [record for record in records if record["path"] == "results/x4500/read-test.txt"]
    rates = [record for record in own if record["quantity"] == "bandwidth"]
    times = [record for record in own if record["quantity"] == "time"]
    assert Counter(record["testbed.raid.level"] for record in rates) == {
        0: 13, 5: 8, 10: 1, "1+0": 8,
    }  # fmt: skip
    assert len(rates) == len(times) == 30
    for rate, time in zip(rates, times, strict=True):
        assert rate["value"] * time["value"] == pytest.approx(32000e6, rel=1e-4)
    assert max(record["value"] for record in rates) == 1917430000


IOZONE = {
    ("seq-write", 8): (53484, 49781), ("seq-write", 16): (49143, 45725),
    ("seq-read", 8): (38038, 98214), ("seq-read", 16): (36979, 45676),
    ("rand-read", 8): (38869, 24957), ("rand-read", 16): (12755, 11710),
    ("rand-write", 8): (30250, 27607), ("rand-write", 16): (25258, 23635),
    ("stride-read", 8): (76695, 57693), ("stride-read", 16): (31510, 34278),
    ("fwrite", 8): (53784, 29115), ("fwrite", 16): (48968, 28515),
    ("fread", 8): (68970, 98283), ("fread", 16): (49275, 45997),
}  # fmt: skip


def test_28_iozone_averages_are_told_apart_by_pool_and_file_size(
    records: list[dict[str, Any]],
) -> None:
    own = [record for record in records if record["tool"] == "iozone"]
    assert len(own) == 28
    found = {
        (r["operation"], r["workload"]["file_size"] >> 30, r["testbed.pool"]): r["value"]
        for r in own
    }
    for (operation, size), (one, two) in IOZONE.items():
        assert found[operation, size, "one-partition"] == one * 1024
        assert found[operation, size, "two-partitions"] == two * 1024


PIORAW = {
    "raid5": {
        "seq-write": (3.28, 13.82, 52.86, 147.47, 191.00, 194.87, 194.66, 195.01),
        "seq-read": (6.65, 24.49, 84.94, 189.14, 195.88, 197.67, 197.61, 197.61),
    },
    "raid1": {
        "seq-write": (3.31, 13.50, 51.73, 145.25, 187.57, 192.18, 193.25, 190.51),
        "seq-read": (6.77, 24.43, 84.44, 188.96, 195.88, 197.63, 197.62, 197.64),
    },
}


def test_32_pioraw_values_are_there_by_request_size(records: list[dict[str, Any]]) -> None:
    assert len(values(records, tool="PIORAW")) == 32
    for case, tables in PIORAW.items():
        for operation, printed in tables.items():
            own = [
                record
                for record in records
                if record["testbed"] == f"3par-s400/{case}" and record["operation"] == operation
            ]
            assert [record["value"] for record in own] == [round(mb * 1e6) for mb in printed]
            assert [record["workload"]["block_size"] for record in own] == [
                1024 * 4**power for power in range(8)
            ]
            assert {record["certainty"] for record in own} == {"assumed"}


def test_every_claim_of_the_reports_has_the_verdict_it_should_have(site: Site) -> None:
    claims: list[Mapping[str, Any]] = json.loads(site.files["data/claims.json"])
    wrong = [
        claim for claim in claims if claim["verdict"] not in ("holds", "direction", "disputed")
    ]
    assert wrong == []
    disputed = {claim["text"] for claim in claims if claim["verdict"] == "disputed"}
    assert disputed == {
        "215 MB/s", "250 MB/s", "86 %", "217.0 MB/s", "281.0 MB/s", "1,950 MB/s",
        "8 % less", "almost 2x", "50 % more",
    }  # fmt: skip


def test_the_contradictions_of_a_source_are_findings(site: Site) -> None:
    found = [str(one) for one in site.diagnostics if one.code == "contradiction"]
    assert len(found) == 2
    assert "'4 GB'" in found[0]
    assert "'8 GB'" in found[0]
    assert "'256 MiB'" in found[1]
    assert "'128 MiB'" in found[1]
    page = site.files["hardware/3par-s400/index.html"].decode()
    assert "but 8 GB" in page


def test_a_changed_digit_in_a_raw_file_fails_each_sentence_that_quotes_it(
    site: Site, tmp_path: Path
) -> None:
    for folder in ("content", "results"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    raw = tmp_path / "results/lsi-3994/unmirrored/bonnie.txt"
    text = raw.read_bytes()
    assert text.count(b"235020") == 2
    raw.write_bytes(text.replace(b"235020", b"245020"))
    changed = build(Project(tmp_path, tmp_path / "site"))
    assert [one for one in site.diagnostics if one.severity == "error"] == []
    failed = [one for one in changed.diagnostics if one.severity == "error"]
    quoting = {
        claim["line"]
        for claim in json.loads(site.files["data/claims.json"])
        if any("lsi-3994/unmirrored/bonnie.txt:4" in place for place in claim["evidence"])
        and "seq-write.bandwidth" in claim["target"]
    }
    assert {one.code for one in failed} == {"claim-mismatch"}
    assert {one.position.line for one in failed} <= quoting
    first = failed[0]
    assert str(first.position).startswith("content/reports/lsi-3994-write-mirroring.md:")
    assert first.message == "text says 240.7 MB/s, the result says 250.9 MB/s"
