"""Rules that hold for the output of any tool, each on a small text with both sides of the trap."""

from __future__ import annotations

import json

from bs4 import BeautifulSoup

from sitegen.build import build
from tests.bonnie import lab
from tests.conftest import MakeProject
from tests.parsers.output import findings, read, shown, values

BONNIE = """\
rig,16G,,,174080,43,88064,19,,,209920,22,412.5,1,16,2150,9,+++++,+++,3125,7,2275,9,+++++,+++,3050,8
"""
BONNIE_VALUES = [
    ("seq-write.bandwidth", 174080 * 1024),
    ("seq-write.cpu", 0.43),
    ("rewrite.bandwidth", 88064 * 1024),
    ("rewrite.cpu", 0.19),
    ("seq-read.bandwidth", 209920 * 1024),
    ("seq-read.cpu", 0.22),
    ("rand-seek.iops", 412.5),
    ("rand-seek.cpu", 0.01),
    ("seq-create.iops", 2150),
    ("seq-create.cpu", 0.09),
    ("seq-delete.iops", 3125),
    ("seq-delete.cpu", 0.07),
    ("rand-create.iops", 2275),
    ("rand-create.cpu", 0.09),
    ("rand-delete.iops", 3050),
    ("rand-delete.cpu", 0.08),
]


def fio(rate: int, **job: object) -> str:
    """Return a report of fio 3 in JSON: 64-KiB writes for 2 s at a rate in KiB/s."""
    write = {
        "io_bytes": rate * 2048,
        "bw": rate,
        "bw_bytes": rate * 1024,
        "iops": rate / 64,
        "runtime": 2000,
        "total_ios": rate // 32,
    }
    jobs = [{"jobname": "w", "error": 0, **job, "write": write}]
    return json.dumps({"fio version": "fio-3.33", "jobs": jobs})


def test_two_documents_of_fio_with_junk_around_them_are_two_runs() -> None:
    options = {"job options": {"rw": "write", "bs": "64k"}}
    text = (
        "fio: note: both iodepth >= 1 and synchronous I/O engine are selected\n"
        f"x{fio(6400, **options)}\n$ fio b.fio\n{fio(12800, **options)}\nroot@rig:~# exit\n"
    )
    assert shown(text, only="run ") == ("run 1: fio 3.33, lines 2-2\nrun 2: fio 3.33, lines 4-4\n")
    assert values(text) == [
        ("seq-write.size", 6400 * 2048),
        ("seq-write.bandwidth", 6400 * 1024),
        ("seq-write.iops", 100),
        ("seq-write.time", 2),
        ("seq-write.size", 12800 * 2048),
        ("seq-write.bandwidth", 12800 * 1024),
        ("seq-write.iops", 200),
        ("seq-write.time", 2),
    ]
    assert findings(text) == ""


def test_decimal_commas_are_read_through_the_colours_of_a_terminal() -> None:
    dd = (
        "\x1b[32m3000000000 Bytes (3,0 GB, 2,8 GiB) kopiert,\x1b[0m 7,5 s, \x1b[1m400 MB/s\x1b[0m\n"
    )
    assert values(dd) == [
        ("transfer.bandwidth", 400_000_000),
        ("transfer.time", 7.5),
        ("transfer.size", 3_000_000_000),
    ]
    hdparm = (
        "\x1b[36m Timing buffered disk reads:\x1b(B\x1b[m 376 MB in  3,01 seconds ="
        " \x1b[1m124,92 MB/sec\x1b[m\n"
    )
    assert values(hdparm) == [("seq-read.bandwidth", 124.92 * 2**20)]
    assert findings(dd) == findings(hdparm) == ""


def test_what_powershell_writes_in_utf_16_is_what_was_printed() -> None:
    assert values(BONNIE) == BONNIE_VALUES
    for encoding in ("utf-16-le", "utf-16"):
        raw = BONNIE.replace("\n", "\r\n").encode(encoding)
        assert values(raw) == BONNIE_VALUES
        assert findings(raw) == findings(BONNIE)


def test_a_row_that_a_mail_cut_with_soft_breaks_gives_the_values_of_the_row() -> None:
    for width in range(1, len(BONNIE) - 1):
        row = f"{BONNIE[:width]}=\n{BONNIE[width:]}"
        mail = f"Subject: a =3D b\nContent-Transfer-Encoding: quoted-printable\n\n{row}"
        assert values(mail) == BONNIE_VALUES, row


def test_one_printed_rate_is_10_to_the_6_in_dbench_and_2_to_the_20_in_tiobench() -> None:
    dbench = """\
        dbench version 4.00 - Copyright Andrew Tridgell 1999-2004

        Throughput 80 MB/sec  4 clients  4 procs  max_latency=12.500 ms
        """
    tiobench = """\
        Tiotest results for 4 concurrent io threads:
        ,----------------------------------------------------------------------.
        | Item                  | Time     | Rate         | Usr CPU  | Sys CPU |
        +-----------------------+----------+--------------+----------+---------+
        | Write         800 MBs |   10.0 s |  80.000 MB/s |   2.5 %  |  10.0 % |
        `----------------------------------------------------------------------'
        """
    rates = [dict(values(one)) for one in (dbench, tiobench)]
    found = [value for one in rates for name, value in one.items() if name.endswith("bandwidth")]
    assert found == [80_000_000, 80 * 2**20]


def test_a_tb_of_storcli_is_two_to_the_fortieth() -> None:
    drive = {"EID:Slt": "32:0", "State": "Onln", "Size": "14.551 TB", "Intf": "SAS"}
    array = {"DG/VD": "0/0", "TYPE": "RAID1", "State": "Optl", "Size": "558.375 GB"}
    data = {
        "PD LIST": [{**drive, "Med": "HDD", "Model": "ST16000NM"}],
        "VD LIST": [{**array, "Cache": "NRWBD"}],
    }
    status = {"CLI Version": "007.1", "Controller": 0, "Status": "Success"}
    document = {"Controllers": [{"Command Status": status, "Response Data": data}]}
    sizes = {
        fact.column: fact.value
        for fact in read(json.dumps(document)).facts
        if isinstance(fact.value, int)
    }
    assert sizes == {
        "drive.usable-capacity": int(14.551 * 2**40),
        "raid.size": int(558.375 * 2**30),
    }


def test_a_rate_of_hdparm_that_its_megabytes_and_seconds_refute_is_no_value() -> None:
    line = " Timing O_DIRECT disk reads:   2 MB in  3.20 seconds = 640.00 {}/sec\n"
    assert values(line.format("kB")) == [("seq-read.bandwidth", 640 * 1024)]
    assert shown(line.format("MB")) == (
        "run.txt:1: error[does-not-add-up]: 2 MB in 3.20 s are not 640.00 MB/sec\n"
        "  hint: Timing O_DIRECT disk reads:   2 MB in  3.20 seconds = 640.00 MB/sec\n"
    )


def test_the_options_of_fio_may_stand_anywhere_or_nowhere() -> None:
    own = fio(6400, **{"job options": {"rw": "write", "bs": "64k"}})
    bare = fio(6400)
    shared = bare.replace('"jobs"', '"global options": {"rw": "write"}, "jobs"')
    rates = [
        [(record.metric, record.value) for record in read(one).records if record.unit != "B"][:2]
        for one in (own, bare, shared)
    ]
    assert rates == [
        [("seq-write.bandwidth", 6400 * 1024), ("seq-write.iops", 100)],
        [("write.bandwidth", 6400 * 1024), ("write.iops", 100)],
        [("seq-write.bandwidth", 6400 * 1024), ("seq-write.iops", 100)],
    ]
    assert [findings(one) for one in (own, bare, shared)] == ["", "", ""]


DD = "{size} bytes ({gb} GB, {gib} GiB) copied, 2.00 s, {rate} MB/s\n"


def test_a_working_set_in_memory_and_seeks_no_disk_can_do_are_findings_of_the_run(
    project: MakeProject,
) -> None:
    text = "{},{},500,90,60000,20,30000,10,600,90,70000,10,{},5,,,,,,,,,,,,,\n"
    files = lab("It does [9,000 op/s](result:small#rand-seek.iops).\n", small="", large="")
    files |= {
        "content/hardware/disk.md": "---\ntitle: Disk\nkind: drive\n"
        "specs: {rotation: 7200 rpm}\n---\n",
        "results/small/bonnie.txt": text.format("rig", "8G", "9000.0"),
        "results/large/bonnie.txt": text.format("rig", "40G", "140.5"),
    }
    for case in ("small", "large"):
        files[f"results/{case}/testbed.yaml"] = (
            f"title: Rig {case}\nhardware: {{drive: disk}}\nsettings: {{memory: 16 GiB}}\n"
        )
    site = build(project(files))
    its = [str(one) for one in site.diagnostics]
    assert its == [
        "results/small/bonnie.txt:1: warning[in-cache]:"
        " a working set of 8 GiB is under 2 x 16 GiB of memory\n"
        "  hint: results/small/testbed.yaml:3:20;"
        " the page cache was measured along with the device",
        "results/small/bonnie.txt:1: warning[over-limit]: random seek operations per second of"
        " 9,000 op/s is above what the drives can do, about 240 op/s\n"
        "  hint: results/small/testbed.yaml:2:19;"
        " a drive reaches any sector in half a turn at best",
    ]
    for page in ("runs/small/bonnie/index.html", "reports/a/index.html"):
        words = BeautifulSoup(site.files[page], "html.parser").get_text()
        assert ["in-cache" in words, "over-limit" in words, "9,000 op/s" in words] == [True] * 3


def test_ids_that_differ_in_case_or_by_a_blank_are_not_merged(project: MakeProject) -> None:
    files: dict[str, str | bytes] = {
        f"content/hardware/{name}.md": f"---\ntitle: {title}\nkind: server\n---\n"
        for name, title in (("dl380", "One"), ("DL360", "Two"), ("dl380 ", "Three"))
    }
    files["content/index.md"] = "---\ntitle: Lab\n---\n"
    files["results/rig/testbed.yaml"] = 'title: Rig\nhardware: {server: "dl380 "}\n'
    files["results/rig/dd.txt"] = DD.format(size=10**9, gb="1.0", gib="0.9", rate=500)
    its = [str(one).splitlines()[0] for one in build(project(files)).diagnostics]
    assert its == [
        "content/hardware/DL360.md: error[bad-id]:"
        " 'DL360' is not an id of lower-case words joined by '-'",
        "content/hardware/dl380 .md: error[bad-id]:"
        " 'dl380 ' is not an id of lower-case words joined by '-'",
        "content/hardware/dl380 .md:2:1: error[duplicate-id]:"
        " the id 'dl380 ' is that of content/hardware/dl380.md:2:1 already",
        "results/rig/testbed.yaml:2:20: error[bad-id]:"
        " 'dl380 ' is not an id of lower-case words joined by '-'",
    ]


def test_a_level_that_one_testbed_lacks_is_the_last_row_and_stops_no_page(
    project: MakeProject,
) -> None:
    block = "```table\nid: t\nrows: raid.level\nmetrics: [transfer.bandwidth]\n```\n"
    files = lab(block)
    for level, rate in (("10", 550), ("5", 525), ("", 515)):
        layout = f"layout: {{raid: {{level: {level}}}}}\n" if level else ""
        files[f"results/r{level}/testbed.yaml"] = (
            f"title: Rig {level or 'plain'}\nhardware: {{array: a1}}\n{layout}"
        )
        size = rate * 2 * 10**6
        files[f"results/r{level}/dd.txt"] = DD.format(
            size=size, gb=f"{size / 1e9:.1f}", gib=f"{size / 2**30:.1f}", rate=rate
        )
    site = build(project(files))
    assert site.diagnostics == ()
    page = BeautifulSoup(site.files["reports/a/index.html"], "html.parser")
    table = page.select_one("#t table")
    assert table is not None
    rows = [[cell.get_text(strip=True) for cell in row("td")] for row in table("tr")[1:]]
    heads = [row.find("th").get_text(" ", strip=True) for row in table("tr")[1:]]
    assert (heads, rows) == (["5", "10", "not recorded"], [["525"], ["550"], ["515"]])
    assert {"index.html", "hardware/a1/index.html"} <= site.files.keys()
