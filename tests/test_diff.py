"""`sitegen diff` on real repositories: whole outputs, and each kind of change for what it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.bonnie import bonnie
from tests.command import sitegen
from tests.repositories import commit, new_repository, run_git, write

GOLDENS = Path(__file__).parent / "goldens" / "diff"

RIG = "title: {title}\nhardware:\n  array: a1\nlayout:\n  filesystem: {kind}\n"
REPORT = """\
---
title: Mirroring costs a tenth
date: 2020-01
---
With mirroring the array writes [192.9 MB/s](result:one#seq-write.bandwidth), which is
[11 %](result:one?vs=two#seq-write.bandwidth) less than without. Reads run at
[387.3 MB/s](result:one#seq-read.bandwidth).

```chart
id: writes
kind: bar
title: Writes
runs: [one, two]
metrics: [seq-write.bandwidth]
x: testbed
```
"""
LAB: Mapping[str, str | bytes] = {
    "content/index.md": "---\ntitle: Lab\n---\n",
    "content/hardware/a1.md": "---\ntitle: Array One\nkind: array\n---\n",
    "content/reports/mirroring.md": REPORT,
    "content/reports/old.md": "---\ntitle: An old report\ndate: 2019\n---\nNothing.\n",
    "results/one/testbed.yaml": RIG.format(title="mirrored", kind="ext3"),
    "results/one/bonnie.txt": bonnie(),
    "results/two/testbed.yaml": RIG.format(title="unmirrored", kind="ext3"),
    "results/two/bonnie.txt": bonnie(write=211600),
    "results/three/testbed.yaml": RIG.format(title="third", kind="ext3"),
    "results/three/bonnie.txt": bonnie(write=150000, name="third"),
    "results/four/testbed.yaml": RIG.format(title="fourth", kind="ext3"),
    "results/four/bonnie.txt": bonnie(write=160000, name="fourth"),
}


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a lab that is committed."""
    where = new_repository(tmp_path)
    commit(where, LAB)
    return where


def diff(lab: Path, *arguments: str) -> dict[str, Any]:
    """Return what `sitegen diff` says as JSON."""
    ran = sitegen("--project", lab, "diff", *(arguments or ("HEAD",)), "--format", "json")
    assert ran.err == ""
    its: dict[str, Any] = json.loads(ran.out)
    assert ran.code == int(its["changed"])
    return its


def kinds(its: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the metrics of the changed values by what became of them."""
    found: dict[str, list[str]] = {}
    for one in its["values"]:
        found.setdefault(one["kind"], []).append(one["metric"])
    return found


@pytest.mark.parametrize("form", ["md", "json", "text"])
def test_every_kind_of_change_is_told_as_what_it_is(lab: Path, form: str, *, update: bool) -> None:
    write(
        lab,
        {
            # A digit changes, and a claim breaks with it.
            "results/one/bonnie.txt": bonnie(write=171000),
            # What was measured on changes too.
            "results/three/testbed.yaml": RIG.format(title="third", kind="xfs"),
            "results/three/bonnie.txt": bonnie(write=190000, name="third"),
            # A run is added.
            "results/five/testbed.yaml": RIG.format(title="fifth", kind="ext3"),
            "results/five/bonnie.txt": bonnie(write=99000, name="fifth"),
        },
    )
    run_git(lab, "mv", "results/four", "results/moved")
    (lab / "content/reports/old.md").unlink()
    ran = sitegen("--project", lab, "diff", "HEAD", "--format", form)
    assert (ran.code, ran.err) == (1, "")
    whole = json.loads(sitegen("--project", lab, "diff", "HEAD", "--format", "json").out)
    name = whole["base"]["commit"]
    text = ran.out.replace("\u200b", "").replace(name, "COMMIT").replace(name[:10], "COMMIT")
    golden = GOLDENS / f"every-kind.{form}"
    if update:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


def test_a_change_of_nothing_is_one_line_and_no_failure(lab: Path) -> None:
    for form, text in (
        ("text", "Nothing published changes.\n"),
        ("md", "<!-- sitegen diff -->\nNothing published changes.\n"),
    ):
        ran = sitegen("--project", lab, "diff", "HEAD", "--format", form)
        assert (ran.code, ran.out) == (0, text)


def test_a_worse_number_has_both_sides_in_one_unit_and_the_sentences_that_quote_it(
    lab: Path,
) -> None:
    write(lab, {"results/one/bonnie.txt": bonnie(write=171000)})
    its = diff(lab)
    assert kinds(its) == {"worse": ["seq-write.bandwidth"]}
    (value,) = its["values"]
    assert (value["before"]["value"], value["after"]["value"]) == (192867328, 175104000)
    assert value["after"]["printed"] == ["171000 K/sec"]
    assert value["after"]["evidence"] == ["results/one/bonnie.txt:4"]
    assert round(value["change"], 4) == -0.0921
    assert [(one["line"], one["after"]["verdict"]) for one in its["claims"]["quoting"]] == [
        (5, "fails"),
        (6, "fails"),
    ]
    assert len(its["claims"]["broken"]) == 2
    assert its["verdict"] == "2 claims newly wrong; 1 value worse."


def test_after_check_fix_the_diff_shows_the_old_and_the_new_text_of_each_sentence(
    lab: Path,
) -> None:
    write(lab, {"results/one/bonnie.txt": bonnie(write=171000)})
    sitegen("--project", lab, "check", "--fix")
    its = diff(lab)
    assert its["claims"]["broken"] == []
    quotes = [(one["before"]["text"], one["after"]["text"]) for one in its["claims"]["quoting"]]
    assert quotes == [("192.9 MB/s", "175.1 MB/s"), ("11 %", "19 %")]
    assert its["claims"]["quoting"][0]["sentence"].startswith(
        "With mirroring the array writes 175.1 MB/s, which is"
    )


def test_a_value_from_another_machine_is_not_compared(lab: Path) -> None:
    write(
        lab,
        {
            "results/one/bonnie.txt": bonnie(write=90000),
            "results/one/testbed.yaml": RIG.format(title="mirrored", kind="xfs"),
        },
    )
    its = diff(lab)
    (value,) = [one for one in its["values"] if one["kind"] == "not-comparable"]
    assert value["differs"] == {"testbed.filesystem": ["ext3", "xfs"]}
    assert value["change"] is None
    ran = sitegen("--project", lab, "diff", "HEAD", "--format", "md")
    (row,) = [line for line in ran.out.splitlines() if line.startswith("| Sequential write")]
    assert row.endswith("| 192.9 | 92.2 | 1 | filesystem: ext3, now xfs |")
    assert {one["kind"] for one in its["values"]} == {"not-comparable", "metadata"}
    # The sentence is wrong all the same.
    assert [one["line"] for one in its["claims"]["broken"]] == [5, 6]


def test_a_fact_that_folders_inherit_is_told_once(lab: Path) -> None:
    host = "title: Host\nsettings:\n  memory: {} GiB\n"
    commit(
        lab,
        {
            "results/testbed.yaml": "title: All\n",
            "results/one/testbed.yaml": host.format(4),
            "results/one/a/testbed.yaml": "title: A\n",
            "results/one/b/testbed.yaml": "title: B\nsettings: {memory: 2 GiB}\n",
        },
    )
    write(lab, {"results/one/testbed.yaml": host.format(8)})
    assert [
        (one["of"], one["name"], one["before"], one["after"]) for one in diff(lab)["facts"]
    ] == [("testbed one", "memory", "4 GiB", "8 GiB")]


def ioping(mean: str, largest: str) -> str:
    """Return what ioping prints at the end of ten requests."""
    return (
        "--- /srv (ext4 /dev/sda1 99 GiB) ioping statistics ---\n"
        "10 requests completed in 9.00 ms, 40 KiB read, 1.11 k iops, 4.34 MiB/s\n"
        "generated 10 requests in 9.00 s, 40 KiB, 1 iops, 4.44 KiB/s\n"
        f"min/avg/max/mdev = 700 us / {mean} / {largest} / 50 us\n"
    )


def test_a_unit_that_the_tool_changes_between_two_runs_is_no_gain(lab: Path) -> None:
    commit(lab, {"results/one/ioping.txt": ioping("900 us", "1.0 ms")})
    write(lab, {"results/one/ioping.txt": ioping("1.1 ms", "1.3 ms")})
    its = diff(lab)
    (mean,) = [one for one in its["values"] if one["metric"].endswith(".mean")]
    assert (mean["kind"], round(mean["change"], 3)) == ("worse", 0.222)
    text = sitegen("--project", lab, "diff", "HEAD").out
    (row,) = [line for line in text.splitlines() if ", mean" in line]
    assert "900" in row
    assert "1,100" in row
    assert row.endswith("+22.2 %; printed as 900 us (µs), now as 1.1 ms")


def fio(version: str, latencies: str) -> str:
    """Return what fio says in JSON of 4,000 requests of 4 KiB a second."""
    of = '"options": {"rw": "randread", "bs": "4k"}'
    rates = '"io_bytes": 40960000, "bw": 4000, "iops": 1000.0, "runtime": 10000, "total_ios": 10000'
    return (
        f'{{"fio version": "fio-{version}", "jobs": [{{"jobname": "a", "error": 0,\n'
        f'"job {of[1:]},\n"read": {{{rates},\n{latencies}}}}}]}}\n'
    )


def test_a_tool_that_changes_its_unit_with_its_version_is_quoted_on_both_sides(lab: Path) -> None:
    old = fio("2.2.10", '"clat": {"min": 700, "max": 1000, "mean": 900.0, "stddev": 9.0}')
    new = fio("3.33", '"clat_ns": {"min": 7000, "max": 2000000, "mean": 1100000.0, "stddev": 9.0}')
    commit(lab, {"results/one/fio.json": old})
    write(lab, {"results/one/fio.json": new})
    (mean,) = [one for one in diff(lab)["values"] if one["metric"].endswith("latency.mean")]
    assert (mean["kind"], mean["change"]) == ("not-comparable", None)
    assert (mean["before"]["value"], mean["after"]["value"]) == (0.0009, 0.0011)
    text = sitegen("--project", lab, "diff", "HEAD").out
    (row,) = [line for line in text.splitlines() if "latency, mean" in line]
    assert row.split("  ")[-1] == (
        "tool version: 2.2.10, now 3.33;"
        " printed as 900.0 (clat mean) (µs), now as 1100000.0 (clat_ns mean)"
    )
    # The same unit in both versions is not worth a word.
    (rate,) = [line for line in text.splitlines() if "values in one" in line]
    assert rate.endswith("tool version: 2.2.10, now 3.33")


def test_another_size_of_the_file_is_another_workload_and_not_compared(lab: Path) -> None:
    write(lab, {"results/one/bonnie.txt": bonnie(write=99000, size="32G")})
    its = diff(lab)
    assert set(kinds(its)) == {"not-comparable", "metadata"}
    (value,) = [one for one in its["values"] if one["kind"] == "not-comparable"]
    assert value["differs"] == {"workload.file_size": ["17179869184", "34359738368"]}


def test_repeats_whose_ranges_overlap_are_no_clear_difference(lab: Path) -> None:
    commit(lab, {f"results/one/bonnie-{n}.txt": bonnie(write=180000 + n * 9000) for n in (1, 2)})
    write(lab, {f"results/one/bonnie-{n}.txt": bonnie(write=176000 + n * 9000) for n in (1, 2)})
    its = diff(lab)
    assert kinds(its) == {"unclear": ["seq-write.bandwidth"]}
    assert its["values"][0]["reason"] == "spreads overlap"
    text = sitegen("--project", lab, "diff", "HEAD").out
    assert "~ −" in text


def test_repeats_that_come_to_the_same_values_are_counted_and_only_what_changed_is_listed(
    lab: Path,
) -> None:
    write(lab, {f"results/one/bonnie-{n}.txt": bonnie() + "\n" * n for n in (2, 3)})
    write(lab, {"results/one/bonnie-4.txt": bonnie(read=402000)})
    its = diff(lab)
    assert {name: len(some) for name, some in kinds(its).items()} == {"repeated": 24}
    assert its["verdict"] == "24 values the same from other repeats."
    assert its["claims"]["quoting"] == []
    text = sitegen("--project", lab, "diff", "HEAD").out
    assert "\n  24 values in one  1, now 4\n" in text
    assert "±" not in text
    for n in (2, 3, 4):
        write(lab, {f"results/one/bonnie-{n}.txt": bonnie(write=171000)})
    its = diff(lab)
    assert {name: len(some) for name, some in kinds(its).items()} == {"unclear": 1, "repeated": 23}


def test_other_bytes_with_the_same_values_and_other_words_for_a_value_are_no_change_of_numbers(
    lab: Path,
) -> None:
    write(lab, {"results/one/bonnie.txt": "A remark.\n" + bonnie()})
    its = diff(lab)
    assert its["values"] == []
    assert its["raw_files"]["changed"] == ["results/one/bonnie.txt"]
    assert "other bytes, the same values" in sitegen("--project", lab, "diff", "HEAD").out
    dd = "2000000000 bytes (2.0 GB, 1.9 GiB) copied, 10.0 s, {} MB/s\n"
    commit(lab, {"results/one/dd.txt": dd.format("200")})
    write(lab, {"results/one/dd.txt": dd.format("200").replace("10.0 s", "10.00 s")})
    assert set(kinds(diff(lab))) == {"reprinted"}


def test_a_renamed_run_and_a_moved_folder_are_no_change_of_numbers(lab: Path) -> None:
    run_git(lab, "mv", "results/one/bonnie.txt", "results/one/first.txt")
    run_git(lab, "mv", "results/two", "results/second")
    report = REPORT.replace("vs=two", "vs=second").replace("[one, two]", "[one, second]")
    write(lab, {"content/reports/mirroring.md": report})
    its = diff(lab)
    assert its["values"] == its["facts"] == []
    assert its["raw_files"]["moved_folders"] == {"results/two": "results/second"}
    assert its["raw_files"]["moved"] == {
        "results/one/bonnie.txt": "results/one/first.txt",
        "results/two/bonnie.txt": "results/second/bonnie.txt",
        "results/two/testbed.yaml": "results/second/testbed.yaml",
    }
    assert its["lost_addresses"] == ["runs/one/bonnie/", "runs/two/bonnie/", "testbeds/two/"]


def test_a_silenced_finding_is_told_with_its_reason(lab: Path) -> None:
    table = "\n```table\nid: t\nruns: [one, two]\nmetrics: [seq-write.bandwidth]\nrows: testbed\n"
    commit(
        lab,
        {
            "results/two/testbed.yaml": RIG.format(title="unmirrored", kind="xfs"),
            "content/reports/mirroring.md": REPORT + table + "```\n",
        },
    )
    more = "silence:\n  not-comparable: It is the file systems that are compared.\n```\n"
    write(lab, {"content/reports/mirroring.md": REPORT + table + more})
    its = diff(lab)
    (known,) = its["findings"]["silenced"]
    assert (known["code"], known["severity"]) == ("not-comparable", "silenced")
    assert its["findings"]["new"] == its["findings"]["gone"] == []
    assert its["verdict"] == "1 finding silenced."
    assert (
        "(known: It is the file systems that are compared.)"
        in sitegen("--project", lab, "diff", "HEAD").out
    )


def test_two_commits_two_folders_and_a_branch_can_be_compared(lab: Path, tmp_path: Path) -> None:
    run_git(lab, "checkout", "--quiet", "-b", "work")
    commit(lab, {"results/one/bonnie.txt": bonnie(write=171000)})
    expected = {"worse": ["seq-write.bandwidth"]}
    assert kinds(diff(lab, "main..work")) == expected
    assert kinds(diff(lab, "HEAD~1..HEAD")) == expected
    # Without a base it is where the branch began.
    ran = sitegen("--project", lab, "diff", "--format", "json")
    assert kinds(json.loads(ran.out)) == expected
    for name, write_rate in (("old", 188347), ("new", 171000)):
        write(tmp_path / name, {**LAB, "results/one/bonnie.txt": bonnie(write=write_rate)})
    ran = sitegen("diff", tmp_path / "old", tmp_path / "new", "--format", "json")
    assert kinds(json.loads(ran.out)) == expected
    assert sitegen("--project", lab, "diff", "main..work", "--exit-zero").code == 0


def test_the_working_tree_is_left_as_it_is(lab: Path) -> None:
    write(lab, {"results/one/bonnie.txt": bonnie(write=171000), "content/new.txt": "mine"})
    before = {path: path.read_bytes() for path in lab.rglob("*") if path.is_file()}
    sitegen("--project", lab, "diff", "HEAD")
    assert {path: path.read_bytes() for path in lab.rglob("*") if path.is_file()} == before


def test_a_base_without_a_lab_is_said_and_the_rest_still_shown(lab: Path) -> None:
    run_git(lab, "checkout", "--quiet", "--orphan", "empty")
    run_git(lab, "rm", "--quiet", "-r", "--cached", ".")
    run_git(lab, "commit", "--quiet", "--allow-empty", "--message", "nothing")
    run_git(lab, "checkout", "--quiet", "--force", "main")
    ran = sitegen("--project", lab, "diff", "empty")
    assert ran.code == 2
    assert "it has neither content/ nor results/" in ran.err
    assert "Sequential write throughput, 16 GiB" in ran.out


@pytest.mark.parametrize("name", ["--output=x", "nowhere", "a b"])
def test_a_name_that_is_no_commit_is_wrong_use(lab: Path, name: str) -> None:
    ran = sitegen("--project", lab, "diff", "--", name)
    assert (ran.code, ran.out) == (2, "")
    assert f"'{name}'" in ran.err


def test_the_page_has_the_charts_before_and_after_and_loads_nothing(lab: Path) -> None:
    write(lab, {"results/one/bonnie.txt": bonnie(write=171000)})
    page = sitegen("--project", lab, "diff", "HEAD", "--format", "html").out
    assert page.count('src="data:image/svg+xml;base64,') >= 2
    assert 'src="http' not in page
    assert "<script" not in page


def test_numbers_lead_to_their_place_in_a_preview(lab: Path) -> None:
    write(lab, {"results/one/bonnie.txt": bonnie(write=171000)})
    ran = sitegen(
        "--project", lab, "diff", "HEAD", "--format", "md", "--preview-url", "https://p.example/1/"
    )
    assert "[175.1](https://p.example/1/runs/one/bonnie/#L4)" in ran.out


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "p.example/1", "https://p.example/a) ![](b", 'https://p.example/"><b>'],
)
def test_what_is_no_address_of_a_preview_is_wrong_use(lab: Path, address: str) -> None:
    ran = sitegen("--project", lab, "diff", "HEAD", "--preview-url", address)
    assert (ran.code, ran.out) == (2, "")
    assert f"--preview-url '{address}' is no address of a site" in ran.err


def test_a_lab_that_is_new_in_its_repository_is_shown_as_new(tmp_path: Path) -> None:
    commit(new_repository(tmp_path), {"README": "A program.\n"})
    write(tmp_path / "bench", LAB)
    ran = sitegen("--project", tmp_path / "bench", "diff", "HEAD", "--format", "json")
    its = json.loads(ran.out)
    assert ran.code == 2
    assert its["base"]["problem"] == "it has neither content/ nor results/"
    assert set(kinds(its)) == {"added"}


def test_a_picture_that_is_another_one_is_a_change_of_what_is_published(lab: Path) -> None:
    picture = b"\x89PNG\r\n\x1a\n"
    commit(
        lab,
        {
            "content/reports/mirroring.md": REPORT + "\n![the rack](rack.png)\n",
            "content/reports/rack.png": picture + b"1",
        },
    )
    write(lab, {"content/reports/rack.png": picture + b"2"})
    its = diff(lab)
    assert its["pages"]["changed"] == []
    assert its["other_files"]["changed"] == ["content/reports/rack.png"]
    assert its["verdict"] == "No number; 1 other file changed."


def test_of_other_files_those_that_people_wrote_are_listed(lab: Path) -> None:
    commit(lab, {"templates/static/style.css": "a {}\n"})
    write(
        lab,
        {
            "results/one/bonnie.txt": bonnie(write=171000),
            "templates/static/style.css": "b {}\n",
            "sitegen.yaml": "title: Another\n",
        },
    )
    assert diff(lab)["other_files"] == {
        "added": ["sitegen.yaml"],
        "removed": [],
        "changed": ["templates/static/style.css"],
    }


def test_what_is_withdrawn_is_told_with_its_reason_for_each_kind_of_thing(lab: Path) -> None:
    why = "status: retracted\nreason: The cache was on\n"
    write(
        lab,
        {
            "results/one/testbed.yaml": RIG.format(title="mirrored", kind="ext3") + why,
            "results/two/bonnie.txt.yaml": why,
            "content/hardware/a1.md": f"---\ntitle: Array One\nkind: array\n{why}---\n",
            "content/reports/old.md": f"---\ntitle: An old report\ndate: 2019\n{why}---\nNo.\n",
        },
    )
    its = diff(lab)
    said = {(one["of"], one["name"]): (one["before"], one["after"]) for one in its["facts"]}
    none = "not recorded"
    of = ("testbed one", "raw file results/two/bonnie.txt", "hardware a1", "report old")
    expected = {(one, "reason"): (none, "The cache was on") for one in of}
    expected |= {(one, "status"): (none, "retracted") for one in of}
    expected["report old", "status"] = ("draft", "retracted")
    assert said == expected


def test_a_claim_that_was_wrong_under_another_name_is_not_newly_wrong(lab: Path) -> None:
    wrong = REPORT.replace("387.3", "400.3")
    commit(lab, {"content/reports/mirroring.md": wrong})
    run_git(lab, "mv", "content/reports/mirroring.md", "content/reports/mirrors.md")
    run_git(lab, "mv", "results/one", "results/uno")
    write(
        lab,
        {
            "content/reports/mirrors.md": wrong.replace("result:one", "result:uno").replace(
                "[one,", "[uno,"
            )
        },
    )
    its = diff(lab)
    assert its["moved_documents"] == {"content/reports/mirroring.md": "content/reports/mirrors.md"}
    assert its["facts"] == []
    assert {name: len(some) for name, some in its["claims"].items()} == {
        "broken": 0, "mended": 0, "quoting": 0, "gone": 0,
    }  # fmt: skip
    assert its["findings"] == {"new": [], "silenced": [], "gone": []}


def test_a_claim_that_is_gone_is_told_with_its_sentence(lab: Path) -> None:
    linked = "[387.3 MB/s](result:one#seq-read.bandwidth)"
    write(lab, {"content/reports/mirroring.md": REPORT.replace(linked, "387.3 MB/s")})
    (gone,) = diff(lab)["claims"]["gone"]
    assert gone["sentence"] == "Reads run at 387.3 MB/s."
    assert (gone["line"], gone["before"]["text"], gone["after"]) == (7, "387.3 MB/s", None)


def test_a_submodule_is_read_on_both_sides_as_its_commit_has_it(lab: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    commit(new_repository(inner), {"bonnie.txt": bonnie(write=100000)})
    run_git(lab, "-c", "protocol.file.allow=always", "submodule", "add", str(inner), "results/sub")
    commit(lab, {".gitignore": "inner\n"})
    assert diff(lab)["verdict"] == "Nothing published changes."
    commit(lab / "results/sub", {"bonnie.txt": bonnie(write=90000)})
    its = diff(lab)
    assert kinds(its) == {"worse": ["seq-write.bandwidth"]}
    assert its["values"][0]["before"]["printed"] == ["100000 K/sec"]
