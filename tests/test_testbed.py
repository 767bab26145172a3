"""Testbeds: inheritance, columns, and what is wrong in a testbed.yaml."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen import testbed
from sitegen.build import build
from sitegen.ordering import in_order
from sitegen.record import Value
from sitegen.testbed_file import column_value, folder
from tests.bonnie import bonnie, lab
from tests.conftest import MakeProject

HARDWARE = ("lsi-3994", "hp-dl380-g5", "qlogic-qle2460", "fc-10k-146gb", "wd-800")


def load(files: dict[str, str]) -> tuple[dict[str, testbed.Testbed], str]:
    """Return the testbeds of `{folder: text}`, and the findings as printed."""
    texts = {f"results/{path}/testbed.yaml": dedent(text) for path, text in files.items()}
    testbeds, problems = testbed.load(texts, HARDWARE)
    return testbeds, "".join(f"{problem}\n" for problem in problems)


LSI = {
    "lsi-3994": """\
        title: LSI 3994
        summary: Sixteen drives.
        date: 2007-06
        hardware:
          array: lsi-3994
          hba: {id: qlogic-qle2460, count: 2}
          drive: {id: fc-10k-146gb, count: 16}
        software: {os: CentOS 5, kernel: 6.10}
        layout: {raid: {level: 10, chunk: 64 KiB}}
        settings: {write-cache: {mirroring: on, protection: battery}}
        limits: {drive-loops: 400 MB/s, host-ports: 800 MB/s}
        workload: {file_size: 16 GiB, jobs: 2}
        """,
    "lsi-3994/unmirrored": """\
        title: RAID 5, cache unmirrored
        hardware: {drive: fc-10k-146gb, server: hp-dl380-g5}
        layout: {raid: {level: 5}}
        settings: {write-cache: {mirroring: off}}
        limits: {drive-loops: 200 MB/s}
        workload: {jobs: 4}
        """,
}


def test_the_nearest_folder_wins_key_by_key() -> None:
    testbeds, findings = load(LSI)
    assert findings == ""
    outer, inner = testbeds["lsi-3994"], testbeds["lsi-3994/unmirrored"]
    assert outer.columns == {
        "testbed.array": "lsi-3994",
        "testbed.hba": "qlogic-qle2460",
        "testbed.hba.count": 2,
        "testbed.drive": "fc-10k-146gb",
        "testbed.drive.count": 16,
        "testbed.os": "CentOS 5",
        "testbed.kernel": "6.10",
        "testbed.raid.level": 10,
        "testbed.raid.chunk": 65536,
        "testbed.write-cache.mirroring": "on",
        "testbed.write-cache.protection": "battery",
    }
    assert inner.columns == {
        "testbed.array": "lsi-3994",
        "testbed.hba": "qlogic-qle2460",
        "testbed.hba.count": 2,
        "testbed.drive": "fc-10k-146gb",  # its count was that of other drives
        "testbed.server": "hp-dl380-g5",
        "testbed.os": "CentOS 5",
        "testbed.kernel": "6.10",
        "testbed.raid.chunk": 65536,
        "testbed.raid.level": 5,
        "testbed.write-cache.protection": "battery",
        "testbed.write-cache.mirroring": "off",
    }
    assert inner.title == "RAID 5, cache unmirrored"
    assert inner.titles == ("LSI 3994", "RAID 5, cache unmirrored")
    assert (inner.summary, inner.date) == ("", "2007-06")
    assert [(part.role, part.id, part.count) for part in inner.parts] == [
        ("array", "lsi-3994", None),
        ("hba", "qlogic-qle2460", 2),
        ("drive", "fc-10k-146gb", None),
        ("server", "hp-dl380-g5", None),
    ]
    assert {name: limit.quantity.value for name, limit in inner.limits.items()} == {
        "drive-loops": 200_000_000,
        "host-ports": 800_000_000,
    }
    assert {name: its.value for name, its in inner.workload.items()} == {
        "file_size": 16 * 2**30,
        "jobs": 4,
    }


def test_each_property_knows_where_it_was_written() -> None:
    properties = load(LSI)[0]["lsi-3994/unmirrored"].properties
    assert {
        column: (folder(its.fact.position.path), str(its.fact.position), its.fact.value)
        for column, its in properties.items()
        if column.startswith("testbed.raid")
    } == {
        "testbed.raid.chunk": ("lsi-3994", "results/lsi-3994/testbed.yaml:9:35", "64 KiB"),
        "testbed.raid.level": (
            "lsi-3994/unmirrored",
            "results/lsi-3994/unmirrored/testbed.yaml:3:24",
            "5",
        ),
    }


def test_a_value_and_a_mapping_replace_each_other() -> None:
    testbeds, findings = load(
        {
            "a": "title: a\nlayout: {raid: {level: 5, chunk: 64 KiB}, pool: one}\n",
            "a/none": "title: none\nlayout: {raid: none, pool: {name: x}}\n",
        }
    )
    assert findings == ""
    assert testbeds["a/none"].columns == {"testbed.raid": "none", "testbed.pool.name": "x"}


def test_several_of_one_role_share_a_column() -> None:
    testbeds, findings = load(
        {
            "a": """\
                title: a
                hardware:
                  drive: [{id: fc-10k-146gb, count: 4}, {id: wd-800, count: 2}]
                  controller: [lsi-3994, {id: qlogic-qle2460, count: 1}]
                """
        }
    )
    assert findings == ""
    assert testbeds["a"].columns == {
        "testbed.drive": "fc-10k-146gb + wd-800",
        "testbed.drive.count": 6,
        "testbed.controller": "lsi-3994 + qlogic-qle2460",
    }


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("10", 10),
        ("0", 0),
        ("1+0", "1+0"),
        ("6.10", "6.10"),
        ("0123456", "0123456"),
        ("-1", "-1"),
        ("2 GiB", 2147483648),
        ("64KiB", 65536),
        ("200 MB/s", 200_000_000),
        ("10000 rpm", 10000),
        ("2.5 s", 2.5),
        ("2 GB ECC", "2 GB ECC"),
        ("off", "off"),
        ("1e6", "1e6"),
        ("9" * 19, "9" * 19),
    ],
)
def test_numbers_are_numbers_only_where_nothing_is_lost(written: str, value: Value) -> None:
    assert column_value(written) == value


def test_values_sort_by_size_and_what_is_not_recorded_comes_last() -> None:
    levels = [column_value(level) for level in ("10", "5", "none", "50", "0", "6", "1")]
    assert in_order("testbed.raid.level", [None, *levels]) == [0, 1, 5, 6, 10, 50, "none", None]
    chunks = [column_value(size) for size in ("1 MiB", "128 KiB", "4 KiB", "16 KiB")]
    assert in_order("testbed.chunk", chunks) == [4096, 16384, 131072, 1048576]


def test_pages_find_the_spelling_of_a_number_again() -> None:
    testbeds, _ = load(LSI)
    assert testbed.spellings(testbeds.values()) == {("testbed.raid.chunk", 65536): "64 KiB"}


def test_what_is_wrong_in_a_testbed_is_said_once_with_its_place() -> None:
    testbeds, findings = load(
        {
            "a": """\
                titel: DL380
                hardware:
                  server: DL380
                  array: lsi-3949
                  hba: 'qlogic-qle2460 '
                  drive: {count: 4}
                layout:
                  RAID Level: 5
                  chunk: 64 KB
                  readahead: [1, 2]
                settings:
                  chunk: 128 KiB
                  memory:
                    - {value: 4 GB, source: section 2.2}
                    - {value: 8 GB, source: section 3.1}
                limits: {port: 200}
                workload: {file_size: 16, jobs: two, blocksize: 4 KiB, block_size: 4 KB}
                """,
            "a/b": "title: b\nlayout: {memory: 2 GiB}\n",
        }
    )
    assert findings == (
        "results/a/testbed.yaml:1:1: error[unknown-key]: a testbed has no key 'titel'\n"
        "  hint: did you mean 'title'? What is true of the machine goes under hardware, software,"
        " layout or settings.\n"
        "results/a/testbed.yaml:3:11: error[bad-id]: "
        "'DL380' is not an id of lower-case words joined by '-'\n"
        "  hint: write 'dl380'\n"
        "results/a/testbed.yaml:5:8: error[bad-id]: "
        "'qlogic-qle2460 ' is not an id of lower-case words joined by '-'\n"
        "  hint: write 'qlogic-qle2460'\n"
        "results/a/testbed.yaml:6:10: error[missing-key]: "
        "a piece of hardware without the key 'id'\n"
        "  hint: the name of its file in content/hardware/\n"
        "results/a/testbed.yaml:8:3: error[bad-id]: "
        "'RAID Level' is not a name of lower-case words joined by '-'\n"
        "  hint: write 'raid-level'\n"
        "results/a/testbed.yaml:10:14: error[bad-value]: a list where a fact is expected\n"
        "  hint: write one text; a list is for sources that do not agree: "
        "'- {value: ..., source: ...}'\n"
        "results/a/testbed.yaml:16:16: error[bad-value]: '200' is not a quantity with a unit\n"
        "  hint: write a number and a unit, such as 400 MB/s or 8 GiB\n"
        "results/a/testbed.yaml:17:23: error[bad-value]: '16' is not a size\n"
        "  hint: write it with its unit, such as 8 GiB\n"
        "results/a/testbed.yaml:17:33: error[bad-value]: 'two' is not a whole number\n"
        "results/a/testbed.yaml:17:38: error[unknown-key]: the workload has no key 'blocksize'\n"
        "  hint: did you mean 'block_size'?\n"
        "results/a/testbed.yaml:17:68: error[ambiguous-number]: '4 KB' can be read in two ways\n"
        "  hint: write '4 kB' (1000) or '4 KiB' (1024)\n"
        "results/a/testbed.yaml:1:1: error[missing-key]: a testbed without the key 'title'\n"
        "  hint: a short name; an inner folder names only what is special\n"
        "results/a/testbed.yaml:4:10: error[unknown-hardware]: "
        "no page for the hardware 'lsi-3949'\n"
        "  hint: did you mean 'lsi-3994'?\n"
        "results/a/testbed.yaml:9:10: error[ambiguous-number]: '64 KB' can be read in two ways\n"
        "  hint: write '64 kB' (1000) or '64 KiB' (1024)\n"
        "results/a/testbed.yaml:14:15: warning[contradiction]: "
        "sources differ on memory: '4 GB' (section 2.2), '8 GB' (section 3.1)\n"
        "  hint: '4 GB' is used, as the first; the others are shown beside it\n"
        "results/a/testbed.yaml:12:10: error[duplicate-key]: "
        "'chunk' is given under settings and, at results/a/testbed.yaml:9:10, under layout\n"
        "  hint: keep one of the two: both would be the column 'testbed.chunk'\n"
        "results/a/b/testbed.yaml:2:18: error[duplicate-key]: "
        "'memory' is given under layout and, at results/a/testbed.yaml:14:15, under settings\n"
        "  hint: keep one of the two: both would be the column 'testbed.memory'\n"
    )
    assert testbeds["a"].title == "a"
    assert testbeds["a/b"].columns["testbed.memory"] == 2 * 2**30


def test_a_file_that_is_not_yaml_still_is_a_testbed_and_inherits() -> None:
    testbeds, findings = load(
        {"a": "title: A\nsoftware: {os: CentOS 5}\n", "a/b": "title: 'b\n", "a/b/c": "title: c\n"}
    )
    assert findings == (
        "results/a/b/testbed.yaml:1:8: error[bad-yaml]: "
        "a quote that is opened here and not closed\n"
        "  hint: close it; inside single quotes write a quote twice\n"
    )
    assert testbeds["a/b"].titles == ("A", "b")
    assert testbeds["a/b/c"].columns == {"testbed.os": "CentOS 5"}


def test_a_folder_inherits_over_folders_that_say_nothing() -> None:
    testbeds, _ = load(
        {
            "a": "title: A\nsoftware: {os: CentOS 5}\n",
            "a/x/y": "title: y\n",
            "ab": "title: AB\n",
        }
    )
    assert testbeds["a/x/y"].titles == ("A", "y")
    assert testbeds["ab"].columns == {}


def test_equal_titles_are_told_apart() -> None:
    testbeds, findings = load(
        {
            "a": "title: DL380\n",
            "b": "title: dl380\n",
            "c": "title: LSI\n",
            "c/raid5": "title: RAID 5\n",
            "d": "title: ZFS\n",
            "d/raid5": "title: RAID 5\n",
            "e": "title: Other\n",
        }
    )
    assert findings == ""
    assert testbed.labels(testbeds.values()) == {
        "a": "DL380 (a)",
        "b": "dl380 (b)",
        "c": "LSI",
        "c/raid5": "LSI, RAID 5",
        "d": "ZFS",
        "d/raid5": "ZFS, RAID 5",
        "e": "Other",
    }


def test_folders_that_would_have_one_page_are_not_merged_silently() -> None:
    testbeds, findings = load({"DL380": "title: A\n", "dl380": "title: B\n"})
    assert sorted(testbeds) == ["DL380", "dl380"]
    assert findings == (
        "results/dl380/testbed.yaml: error[duplicate-id]: "
        "'dl380' and 'DL380' would have one page\n"
        "  hint: give one of the two folders another name\n"
    )


def test_a_testbed_needs_a_folder_of_its_own() -> None:
    testbeds, problems = testbed.load({"results/testbed.yaml": "title: a\n"}, HARDWARE)
    assert testbeds == {}
    assert "".join(map(str, problems)) == (
        "results/testbed.yaml: error[bad-id]: a testbed without a name of its own\n"
        "  hint: move the file into a folder below results/"
    )


names = st.sampled_from(["a", "a/b", "a/b/c", "ab", "z"])
lines = st.sampled_from(
    [
        "title: x",
        "title: [x]",
        "hardware: {drive: wd-800}",
        "hardware: {drive: [{id: wd-800, count: 2}, {count: x}]}",
        "hardware: wd-800",
        "layout: {raid: {level: 5}}",
        "layout: {raid: {level: {value: 5, note: x}}}",
        "settings: {raid: 5}",
        "settings: {a: {b: {c: [{value: 1e999999 GB, source: s}]}}}",
        "limits: {a: 1 GB/s}",
        "workload: {jobs: 3}",
        "date: 2007",
        "- x",
        "?",
    ]
)


@settings(deadline=None)
@given(st.dictionaries(names, st.lists(lines, max_size=5).map("\n".join)))
def test_whatever_the_files_say_every_folder_is_a_testbed(files: dict[str, str]) -> None:
    assert set(load(files)[0]) == set(files)


def test_how_much_memory_there_is_may_stand_under_hardware(project: MakeProject) -> None:
    files = lab(one=bonnie(size="16G"))
    files["results/one/testbed.yaml"] = (
        "title: Rig\nhardware:\n  array: a1\n  memory: 16 GiB\n  dimm: {id: a1, count: 2}\n"
    )
    site = build(project(files))
    (bed,) = site.lab.testbeds.values()
    assert bed.columns == {
        "testbed.array": "a1",
        "testbed.dimm": "a1",
        "testbed.dimm.count": 2,
        "testbed.memory": 17179869184,
    }
    assert [one.code for one in site.diagnostics] == ["in-cache"]


def test_a_fact_outside_of_all_sections_is_told_where_it_belongs(project: MakeProject) -> None:
    files = lab(one=bonnie())
    files["results/one/testbed.yaml"] = "title: Rig\nmemory: 16 GiB\n"
    (one,) = build(project(files)).diagnostics
    assert str(one) == (
        "results/one/testbed.yaml:2:1: error[unknown-key]: a testbed has no key 'memory'\n"
        "  hint: did you mean 'summary'? What is true of the machine goes under hardware, software,"
        " layout or settings."
    )
