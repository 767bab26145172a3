"""The measurements run, on few files here; how fast they are is no matter of a test."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import jinja2
import markdown
import pytest
from bs4 import BeautifulSoup

from benchmarks import labs, ours, pages, prepare, record, run, targets
from benchmarks.cases import DRAWN, Floor, Made, Pair
from benchmarks.page import Page
from benchmarks.peers import NAMES, markup, peers, write_site
from benchmarks.peers.installed import found
from benchmarks.serve import Saved
from benchmarks.timing import FailedError, Took, Tree, timed
from sitegen import kept, loading
from sitegen.project import Project

REPOSITORY = Path(__file__).parent.parent
SAME = [name for name, peer in zip(NAMES, peers(), strict=True) if peer.same]


@pytest.fixture(scope="module")
def all_pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Page]:
    """Return the pages of a lab with one report."""
    root = tmp_path_factory.mktemp("lab")
    labs.write(1, root)
    return pages.pages(Project(root, root / "site"))


def words(html: str) -> list[str]:
    """Return the words of the main part of a page."""
    main = BeautifulSoup(html, "html.parser").main
    assert main
    return main.get_text(" ").split()


@pytest.mark.parametrize("name", SAME)
def test_each_generator_makes_the_same_words_of_the_same_pages(
    name: str, all_pages: Mapping[str, Page], tmp_path: Path
) -> None:
    (peer,) = peers([name])
    program = found(peer)
    if program is None:
        pytest.skip(f"{peer.name} is not installed: make bench-peers")
    write_site(peer, all_pages, tmp_path)
    timed([str(program), *peer.command[1:]], tmp_path, 120)
    template = jinja2.Environment().from_string(markup.template("{{ content }}"))
    made = {
        path.parent.relative_to(tmp_path / peer.output).as_posix(): words(path.read_text("utf-8"))
        for path in (tmp_path / peer.output).rglob("index.html")
    }
    del made["."]
    assert made == {
        address: words(template.render(its=one.numbers(), content=markdown.markdown(one.body)))
        for address, one in all_pages.items()
    }


def test_a_page_that_others_make_has_what_a_report_has(all_pages: Mapping[str, Page]) -> None:
    report = all_pages["reports/rig-00000"]
    assert [len(rows) for rows in report.charts] == [6, 6]
    assert [len(rows) for rows in report.tables] == [16, 8]
    assert report.body.count("](/runs/rig-00000/") == 5
    assert dict(report.tables[0][0]) == {
        "what": "Write by character throughput",
        "value": "65.7 MB/s",
        "printed": "64120 K/sec",
        "page": "/runs/rig-00000/mirrored/bonnie/",
        "line": 4,
        "bar": 45.8,
    }


def test_a_change_is_the_files_of_the_pages_it_touches(
    all_pages: Mapping[str, Page],
) -> None:
    (peer,) = peers(["hugo"])
    its = prepare.changes(peer, all_pages, 3)
    assert {kind: sorted(path for path, _ in files) for kind, files in its.items()} == {
        "report": ["content/reports/rig-00000.md"],
        "result": sorted(
            [
                *(f"content/hardware/{one}.md" for one in ("controller-13", "cpu-08", "drive-02")),
                "content/reports/rig-00000.md",
                "content/runs/_index.md",
                "content/runs/rig-00000/mirrored/fio-1-new-3.md",
            ]
        ),
        "template": ["layouts/baseof.html"],
    }
    assert {
        kind: [path for path, _ in files] for kind, files in prepare.our_changes(3).items()
    } == {
        "report": ["content/reports/rig-00000.md"],
        "result": ["results/rig-00000/mirrored/fio-1-new-3.json"],
        "template": ["templates/base.html"],
    }


def test_the_pictures_that_are_kept_are_those_of_the_cache() -> None:
    assert ours.PICTURES == kept.PICTURES


def test_the_memory_of_a_process_is_its_own_in_bytes(tmp_path: Path) -> None:
    script = "import time; held = bytearray(64_000_000); time.sleep(0.5)"
    # Of a process that a large one begins Linux counts the memory of that one.
    measure = (
        "import sys; from pathlib import Path; from benchmarks.timing import timed;"
        f"print(*timed([sys.executable, '-c', {script!r}], Path(sys.argv[1]), 60))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", measure, str(tmp_path)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    wall, work, memory, all_memory = map(float, ran.stdout.split())
    took = Took(wall, work, int(memory), int(all_memory))
    assert 64_000_000 < took.memory < 110_000_000
    assert 64_000_000 < took.all_memory < 110_000_000
    assert took.wall > 0.5


def test_a_build_that_fails_or_hangs_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(FailedError, match=r"-c raise SystemExit\('full'\): 1, \['full'\]"):
        timed([sys.executable, "-c", "raise SystemExit('full')"], tmp_path, 60)
    with pytest.raises(FailedError, match="1 s were over"):
        timed([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path, 1)


def its_measured() -> run.Measured:
    """Return measurements of two builds beside Hugo, and all that belongs to them."""
    took = (
        Took(2.0, 3.0, 100_000_000, 250_000_000),
        Took(4.0, 6.0, 400_000_000, 0),
        Took(3.0, 5.0, 110_000_000, 0),
        Took(2.0, 4.0, 500_000_000, 0),
    )
    return run.Measured(
        versions={"sitegen": "1.0", "Hugo": "0.168.0"},
        pairs=[
            Pair("sitegen", 100, DRAWN, took[0], None),
            Pair("Hugo", 100, "cold", took[0], took[1]),
            Pair("Hugo", 100, "cold", took[2], took[3]),
            Pair("Hugo", 100, "unchanged", Took(0.1, 0.1, 20_000_000, 0), took[1]),
        ],
        floors=[Floor(100, 2.0, 0.5)],
        made=[
            Made("Hugo", 100, Tree(1200, 12_345_678)),
            Made("sitegen", 100, Tree(3000, 99_000_000)),
        ],
        saved=[
            Saved("sitegen", 100, 1.5, [0.02, 0.03, 0.08], []),
            Saved("Hugo", 100, 2, [0.4], [1]),
        ],
    )


def test_what_was_measured_is_printed_as_tables() -> None:
    text = run.text(its_measured())
    assert text.partition("\n\n")[2] == (REPOSITORY / "tests/goldens/benchmarks.md").read_text()


def test_what_is_published_is_what_was_measured(tmp_path: Path) -> None:
    its = its_measured()
    record.write(tmp_path, "tables", its.versions, its.pairs)
    known, findings = loading.load(Project(tmp_path, tmp_path / "site"), {})
    assert [str(one) for one in findings if one.code != "unknown-hardware"] == []
    assert [
        (
            one.columns["testbed.generator"],
            one.columns["workload.mode"],
            one.columns["workload.files"],
            one.columns["quantity"],
            one.columns.get("statistic", ""),
            one.value,
            one.unit,
        )
        for one in known.dataset.records
        if one.columns["workload.mode"] == "no change"
    ] == [
        ("hugo", "no change", 1000, "time", "", 4, "s"),
        ("hugo", "no change", 1000, "time", "cpu-time", 6, "s"),
        ("hugo", "no change", 1000, "memory", "", 400_000_000, "B"),
        ("sitegen", "no change", 1000, "time", "", 0.1, "s"),
        ("sitegen", "no change", 1000, "time", "cpu-time", 0.1, "s"),
        ("sitegen", "no change", 1000, "memory", "", 20_000_000, "B"),
    ]


def test_a_target_is_reached_at_the_ratio_it_names() -> None:
    def row(ours_wall: float) -> str:
        pair = Pair("Hugo", 1000, "cold", Took(ours_wall, 1, 1, 0), Took(2, 1, 1, 0))
        return targets.table([pair], []).splitlines()[2]

    assert row(3.0) == "| cold, beside Hugo | 1,000 | 1.5 | 1.50 | yes |"
    assert row(3.02) == "| cold, beside Hugo | 1,000 | 1.5 | 1.51 | no |"


def test_a_lab_that_takes_longer_than_there_is_time_is_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    its = its_measured()
    plan = run.Plan({}, [100, 1000], [], 1, time.monotonic() + 19)
    run.measure(plan, 1000, its)
    assert its == its_measured()
    assert capsys.readouterr().err[10:] == "1000: left out: sitegen alone would take 20 s\n"


def test_growth_is_that_of_our_cold_builds_from_a_tenth_of_the_lab() -> None:
    walls = ((10, 0.3), (100, 1.0), (100, 3.0), (1000, 30.0), (3000, 70.0))
    pairs = [Pair("Hugo", n, "cold", Took(wall, 1, 1, 0), Took(1, 1, 1, 0)) for n, wall in walls]
    assert targets.growth(pairs) == (1000, 15.0)
    assert targets.growth(pairs[:1]) == (0, None)


@pytest.mark.slow
def test_builds_are_measured_beside_each_generator_that_is_installed() -> None:
    command = [sys.executable, "-m", "benchmarks.run", "1", "--rounds", "1", "--only", "hugo"]
    ran = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    rows = [line.split(" | ")[1:3] for line in ran.stdout.splitlines() if line.startswith("| 1 |")]
    (peer,) = peers(["hugo"])
    beside = [
        ["Hugo", "cold"],
        ["Hugo", "no change"],
        ["Hugo", "one report edited"],
        ["Hugo", "one new raw file"],
        ["Hugo", "one template changed"],
    ]
    expected = [["", "charts drawn"], *(beside if found(peer) else [])]
    assert rows[: len(expected)] == expected


def test_charts_are_measured_cold_and_kept() -> None:
    command = [sys.executable, "-m", "benchmarks.charts", "--reports", "1"]
    ran = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    rows = [line.split(" | ")[:2] for line in ran.stdout.splitlines() if "sitegen" in line]
    assert rows == [
        ["| sitegen: specification and table", "2"],
        ["| sitegen: pictures, cold", "2"],
        ["| sitegen: pictures, kept", "2"],
    ]


def test_reading_is_measured_for_each_kind_of_file_and_for_a_lab() -> None:
    command = [sys.executable, "-m", "benchmarks.parse", "--files", "5", "--rounds", "1"]
    ran = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in ran.stdout.splitlines()]
    assert [row[:2] for row in rows[2:]] == [
        ["fio JSON, one direction", "5"],
        ["fio JSON, randrw", "5"],
        ["bonnie++ 1.03, text and CSV", "5"],
        ["bonnie++ 2.00, six tables and CSV", "5"],
        ["a lab of all these and iozone", "5"],
    ]
    assert all(float(cell.replace(",", "")) > 0 for row in rows[2:] for cell in row[3:])


def test_other_processes_that_read_are_measured_beside_this_one() -> None:
    command = [sys.executable, "-m", "benchmarks.workers", "1", "--rounds", "1"]
    ran = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in ran.stdout.splitlines()]
    ways = ["this process", "1 fork", "2 forks", "2 Dask workers"]
    assert [row[:2] for row in rows[2:]] == [["10", way] for way in ways]
    alone, one, *_ = rows[2:]
    assert (alone[3], alone[4], alone[7]) == ("0.00", "0.00", "0 %")
    assert all(float(cell) > 0 for cell in (*alone[2:3], *alone[5:7], *one[2:7]))
