"""The commands: what they print, and their exit codes."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sitegen import __version__, cli, terminal, timings
from sitegen.arguments import VERBS
from sitegen.build import build
from sitegen.parsers import profiles
from tests import bonnie as outputs
from tests.command import Ran, sitegen
from tests.conftest import MakeProject

REPOSITORY = Path(__file__).parents[1]
RAW = "results/lsi-3994/mirrored/bonnie.txt"


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a small lab, and go there."""
    folder = tmp_path / "lab"
    assert sitegen("new", folder).code == 0
    monkeypatch.chdir(folder)
    return folder


def edit(path: str, old: str, new: str) -> None:
    text = Path(path).read_text("utf-8")
    assert text.count(old) == 1
    Path(path).write_text(text.replace(old, new), "utf-8")


# The command line itself.


def test_help_lists_the_verbs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    ran = sitegen("--help")
    assert (ran.code, ran.err) == (0, "")
    for name, verb in VERBS.items():
        assert f"    {name:<12} {verb.about}\n" in ran.out


def test_the_version_is_told() -> None:
    assert sitegen("--version") == Ran(0, f"sitegen {__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "sitegen: error: the following arguments are required: COMMAND\n"),
        (["bild"], "sitegen: error: argument COMMAND: invalid choice: 'bild'"),
        (["show"], "sitegen show: error: the following arguments are required: FILE\n"),
        (["export", "--format", "xml"], "sitegen export: error: argument --format: invalid choice"),
        (["check", "--str"], "sitegen: error: unrecognized arguments: --str\n"),
    ],
)
def test_wrong_use_is_said_and_ends_with_2(arguments: list[str], said: str) -> None:
    ran = sitegen(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize("verb", ["build", "check", "serve", "export"])
def test_a_folder_that_is_missing_or_no_lab_is_named(verb: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert sitegen(verb, "--project", missing) == Ran(
        2, err=f"sitegen: there is no folder {missing}\n"
    )
    assert sitegen("--project", tmp_path, verb) == Ran(
        2,
        err=f"sitegen: {tmp_path} has neither content/ nor results/; "
        "name a lab with --project, or make one with 'sitegen new FOLDER'\n",
    )


@pytest.mark.usefixtures("lab")
def test_packages_that_are_missing_are_named_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.path", [])
    ran = sitegen("build")
    assert (ran.code, ran.out) == (2, "")
    assert "python -m pip install 'jinja2>=3.1.6'\n" in ran.err
    assert "altair" not in ran.err


# show


@pytest.mark.usefixtures("lab")
def test_show_prints_what_other_programs_rely_on() -> None:
    ran = sitegen("show", "--format", "json", RAW)
    assert (ran.code, ran.err) == (0, "")
    shown = json.loads(ran.out)
    assert list(shown) == ["tool", "tool_version", "records", "facts", "diagnostics"]
    assert (shown["tool"], shown["tool_version"]) == ("bonnie++", "1.03")
    (record,) = (
        one
        for one in shown["records"]
        if (one["operation"], one["quantity"]) == ("seq-write", "bandwidth")
    )
    assert record == {
        "operation": "seq-write",
        "quantity": "bandwidth",
        "statistic": "",
        "value": 192867328,
        "unit": "B/s",
        "written": "188347 K/sec",
        "path": RAW,
        "line": 4,
        "run": 1,
        "tool": "bonnie++",
        "tool_version": "1.03",
        "date": "",
        "certainty": "exact",
        "note": "",
        "workload": record["workload"],
    }
    assert record["workload"]["file_size"] == 16 * 2**30


def test_show_says_how_to_refer_to_a_value_whatever_the_folder_is_called(
    project: MakeProject,
) -> None:
    path = "results/st3000(retail)/run 1/a'b.txt"
    its = project(
        {
            "content/index.md": "---\ntitle: Lab\n---\n",
            "results/st3000(retail)/testbed.yaml": "title: Retail\n",
            path: outputs.bonnie(),
            "results/st3000(retail)/two.txt": outputs.bonnie() + outputs.bonnie(write=171000),
        }
    )
    references = []
    for name in (path, "results/st3000(retail)/two.txt"):
        said = sitegen("show", its.root / name).out.splitlines()[-1]
        assert said.startswith("in a report: [](result:")
        references.append(said.removeprefix("in a report: "))
    assert references == [
        "[](result:st3000%28retail%29/run%201/a%27b#char-write.bandwidth)",
        "[](result:st3000%28retail%29/two:1#char-write.bandwidth)",
    ]
    text = "---\ntitle: A\ndate: 2020\n---\n" + "\n\n".join(references) + "\n"
    (its.root / "content/reports").mkdir()
    (its.root / "content/reports/a.md").write_text(text, "utf-8")
    assert sitegen("--project", its.root, "check").code == 0
    claims = json.loads(build(its).files["data/claims.json"])
    assert [one["text"] for one in claims] == ["52.3 MB/s", "52.3 MB/s"]


def test_show_needs_no_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    packed = tmp_path / "bonnie.txt.gz"
    packed.write_bytes(gzip.compress((REPOSITORY / RAW).read_bytes()))
    ran = sitegen("show", packed)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("run 1: bonnie++ 1.03, lines 1-9\n")
    assert "  seq-write.bandwidth 192867328 B/s  (188347 K/sec, line 4)" in ran.out


@pytest.mark.parametrize(
    ("name", "content", "code", "message"),
    [
        ("missing.txt", None, "unreadable-file", "no such file or directory"),
        (".", None, "unreadable-file", "is a directory"),
        ("photo.jpg", bytes(range(256)) * 9, "unreadable-file", "a binary file"),
        ("empty.txt", b"", "empty-file", "no content"),
        ("cut.gz", gzip.compress(b"text" * 999)[:20], "unreadable-file", "cannot be read"),
        ("notes.txt", b"just some words\n", "unidentified-file", "no parser knows"),
    ],
)
def test_show_is_json_for_any_file(
    tmp_path: Path, name: str, content: bytes | None, code: str, message: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    ran = sitegen("show", "--format", "json", path)
    shown = json.loads(ran.out)
    assert (ran.code, ran.err) == (1, "")
    assert (shown["tool"], shown["records"], shown["facts"]) == ("", [], {})
    (finding,) = shown["diagnostics"]
    assert (finding["code"], finding["severity"]) == (code, "error")
    assert finding["path"] == path.as_posix()
    assert message in finding["message"]
    assert list(finding) == [
        "code",
        "severity",
        "path",
        "line",
        "column",
        "message",
        "hint",
        "silenced",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("/dev/zero", "is a device, which may never end"),
        ("/dev/null", "is a device, which may never end"),
        ("pipe", "is a pipe, which may never end: save what comes out of it in a file"),
        ("socket", "is a socket"),
        ("folder", "is a directory"),
    ],
)
def test_what_is_no_file_is_said_to_be_none(tmp_path: Path, name: str, message: str) -> None:
    path = tmp_path / name
    if name == "pipe":
        os.mkfifo(path)
    elif name == "folder":
        path.mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        if name == "socket":
            listening.bind(str(path))
        assert sitegen("show", path) == Ran(
            1, f"{path}: error[unreadable-file]: the file cannot be read: {message}\n"
        )
        for wrong in (("show", "--sidecar", path), ("show", REPOSITORY / RAW, "--with", path)):
            assert sitegen(*wrong) == Ran(2, err=f"sitegen: {path} cannot be read: {message}\n")


def test_a_pipe_that_the_shell_has_opened_is_read() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "sitegen", "show", "/dev/stdin"],
        input=(REPOSITORY / RAW).read_bytes(),
        capture_output=True,
        check=False,
        cwd=REPOSITORY,
    )
    assert ran.stdout.startswith(b"run 1: bonnie++ 1.03")


def test_a_sidecar_that_cannot_be_read_is_wrong_use(tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    assert sitegen("show", REPOSITORY / RAW, "--with", missing) == Ran(
        2, err=f"sitegen: {missing} cannot be read: no such file or directory\n"
    )


def test_findings_name_the_sidecar_that_was_read(tmp_path: Path) -> None:
    raw, sidecar = tmp_path / "bonnie.txt", tmp_path / "other.yaml"
    raw.write_bytes((REPOSITORY / RAW).read_bytes())
    sidecar.write_text("tols: bonnie++\n", "utf-8")
    ran = sitegen("show", raw, "--with", sidecar)
    assert f"{sidecar}:1:1: error[unknown-key]" in ran.out
    sidecar.rename(tmp_path / "bonnie.txt.yaml")
    ran = sitegen("show", raw)
    assert f"{raw}.yaml:1:1: error[unknown-key]" in ran.out
    assert ran.code == 1


# parsers


@pytest.mark.usefixtures("lab")
def test_parsers_lists_every_tool_with_what_is_read() -> None:
    ran = sitegen("parsers")
    assert (ran.code, ran.err) == (0, "")
    for name, its in profiles().items():
        assert f"{its.tool} ({name}" in ran.out
        assert f"  {its.variants[0]}\n" in ran.out


# build, check, export


@pytest.mark.usefixtures("lab")
def test_build_says_where_to_look_and_what_was_found() -> None:
    ran = sitegen("build")
    written = sum(path.is_file() for path in Path("site").rglob("*")) - 1  # the list of them
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"site/index.html: {written} files, {written} changed, 0 removed",
        "1 report, 2 hardware pages, 2 runs, 48 values",
        "7 claims: 7 hold",
        "nothing found",
    ]
    assert "reload" not in Path("site/index.html").read_text("utf-8")
    assert not Path("site/static/reload.js").exists()


@pytest.mark.usefixtures("lab")
def test_a_second_build_changes_nothing() -> None:
    sitegen("build")
    times = {path: path.stat().st_mtime_ns for path in Path("site").rglob("*")}
    ran = sitegen("build")
    assert ran.out.splitlines()[0].endswith(" files, 0 changed, 0 removed")
    assert {path: path.stat().st_mtime_ns for path in Path("site").rglob("*")} == times


def test_build_ranks_what_it_found_and_publishes_all_the_same(lab: Path) -> None:
    edit(RAW, "98 188347", "98 177347")
    edit(RAW, "98,188347", "98,177347")
    for number in range(3):
        Path(f"results/lsi-3994/notes-{number}.txt").write_text("words\n", "utf-8")
    ran = sitegen("build", "--output", lab / "elsewhere")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"{lab}/elsewhere/index.html: ")
    start = next(number for number, line in enumerate(lines) if "the first of each kind:" in line)
    found = [line.split()[:3] for line in lines[start + 1 : -1]]
    assert found == [["3", "error", "unidentified-file"], ["2", "error", "claim-mismatch"]]
    assert lines[-1] == "sitegen check lists all of them"
    assert Path("elsewhere/index.html").is_file()
    assert not Path("site").exists()


@pytest.mark.usefixtures("lab")
def test_a_site_never_takes_the_place_of_other_files() -> None:
    ran = sitegen("build", "--output", ".")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("sitegen: . has files that sitegen did not write (")
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("lab")
@pytest.mark.parametrize("folder", ["content", "results/new", "templates/site"])
def test_a_site_is_not_written_among_the_files_it_is_made_of(folder: str) -> None:
    where = folder.partition("/")[0]
    said = f"sitegen: {folder} is inside {where}/, where the lab keeps its own files\n"
    assert sitegen("build", "--output", folder) == Ran(2, "", said)


@pytest.mark.usefixtures("lab")
@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is locked for root")
def test_files_and_folders_that_may_not_be_read_are_findings() -> None:
    Path("content/index.md").chmod(0)
    Path("results/lsi-3994/mirrored").chmod(0)
    found = json.loads(sitegen("check", "--format", "json").out)
    Path("results/lsi-3994/mirrored").chmod(0o755)
    assert [one["path"] for one in found if one["code"] == "unreadable-file"] == [
        "content/index.md",
        "results/lsi-3994/mirrored",
    ]


@pytest.mark.usefixtures("lab")
def test_a_file_that_is_lost_while_it_is_wanted_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost(_: Path) -> bytes:
        raise FileNotFoundError(2, "No such file or directory", "results/gone.txt")

    monkeypatch.setattr(Path, "read_bytes", lost)
    said = "sitegen: results/gone.txt: no such file or directory\n"
    assert sitegen("check") == Ran(2, "", said)


@pytest.mark.usefixtures("lab")
def test_a_wrong_digit_fails_the_check_at_the_sentence_that_quotes_it() -> None:
    assert sitegen("check") == Ran(0, "nothing found\n")
    edit(RAW, "58961  98 378240", "58961  98 368240")
    edit(RAW, "58961,98,378240", "58961,98,368240")
    ran = sitegen("check")
    assert (ran.code, ran.err) == (1, "")
    assert (
        "content/reports/write-mirroring.md:46:1: error[claim-mismatch]: "
        "text says 387.3 MB/s, the result says 377.1 MB/s\n"
        f"  hint: measured at {RAW}:4\n" in ran.out
    )
    assert ran.out.endswith("1 error in 1 file\n")
    (finding,) = json.loads(sitegen("check", "--format", "json").out)
    assert (finding["code"], finding["line"]) == ("claim-mismatch", 46)


def test_fix_writes_the_right_number_and_reports_the_rest(lab: Path) -> None:
    report = Path("content/reports/write-mirroring.md")
    right = report.read_bytes()
    edit(str(report), "[240.7 MB/s]", "[241.7 MB/s]")
    edit(str(report), "[20.3 % slower]", "[20.3 % faster]")
    ran = sitegen("check", "--fix")
    assert (ran.code, ran.err) == (1, f"{report}:17: put right\n")
    assert ran.out.startswith(f"{report}:19:1: error[claim-mismatch]: ")
    assert ran.out.endswith("1 error in 1 file\n")
    assert report.read_bytes() == right.replace(b"slower", b"faster")
    edit(str(report), "[20.3 % faster]", "[20.3 % slower]")
    assert sitegen("check", "--fix") == Ran(0, "nothing found\n")
    assert report.read_bytes() == right
    assert (lab / "site").exists() is False


@pytest.mark.usefixtures("lab")
def test_a_warning_fails_a_strict_check_alone() -> None:
    with Path("content/index.md").open("a", encoding="utf-8") as page:
        page.write("\n<b>bold</b>\n")
    assert sitegen("check").code == 0
    assert sitegen("check", "--strict").code == 1


@pytest.mark.usefixtures("lab")
def test_export_gives_every_value_as_csv_and_json() -> None:
    table = sitegen("export")
    assert (table.code, table.err) == (0, "")
    rows = table.out.splitlines()
    records = json.loads(sitegen("export", "--format", "json").out)
    assert len(rows) == len(records) + 1 == 49
    assert rows[0].startswith("run,testbed,tool,tool_version,date,operation,")
    sitegen("build")
    assert json.loads(Path("site/data/records.json").read_bytes()) == records
    assert Path("site/data/records.csv").read_bytes() == table.out.encode()


@pytest.mark.usefixtures("lab")
def test_export_writes_a_file() -> None:
    assert sitegen("export", "--output", "all.csv") == Ran(0, "all.csv: 48 values\n")
    assert Path("all.csv").read_bytes() == sitegen("export").out.encode()
    assert sitegen("export", "--output", "none/all.csv") == Ran(
        2, err="sitegen: none/all.csv cannot be written: no such file or directory\n"
    )


def test_show_proposes_a_sidecar_that_reads_the_file(tmp_path: Path) -> None:
    raw = tmp_path / "read-test.txt"
    raw.write_bytes((REPOSITORY / "results/x4500/read-test.txt").read_bytes())
    proposed = sitegen("show", raw, "--sidecar")
    assert proposed.code == 0
    raw.with_name("read-test.txt.yaml").write_text(proposed.out)
    found = json.loads(sitegen("show", raw, "--format", "json").out)
    assert len([one for one in found["records"] if one["quantity"] == "bandwidth"]) == 30


def test_timings_say_where_the_time_of_a_build_went(project: MakeProject) -> None:
    its = project(outputs.lab("Text.\n", one=outputs.bonnie(), two=outputs.bonnie()))
    ran = sitegen("--project", its.root, "build", "--timings", "--no-cache")
    lines = [re.sub(r"^ *[\d.]+ s +(\d+% +)?", "", line) for line in ran.err.splitlines()]
    whole = lines.index("the whole")
    kinds = [line for line in lines[:whole] if ".html: " in line]
    assert {"hardware.html: 1", "report.html: 1", "run.html: 2"} <= set(kinds)
    assert [line for line in lines[:whole] if line not in kinds] == [
        "begin",
        "reading documents",
        "looking for raw files",
        "reading raw files: 2",
        "covering what identifies",
        "joining results and testbeds",
        "checking values",
        "rendering prose: 3",
        "judging claims: 3",
        "making tables and charts",
        f"making pages: {sum(int(line.partition(': ')[2]) for line in kinds)}",
        "drawing charts: 2",
        "checking pages",
        "writing files",
    ]
    assert "the slowest in making pages:" in lines[whole:]
    assert sitegen("--project", its.root, "build").err == ""


@pytest.mark.parametrize("verb", ["build", "check", "diff", "export", "permalinks"])
def test_progress_is_for_terminals_and_logs_of_ci_alone(
    verb: str, project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    its = project(outputs.lab("Text.\n", one=outputs.bonnie(), two=outputs.bonnie()))
    # A build after which nothing changed has no stages.
    own = {"diff": [str(its.root)] * 2, "permalinks": ["update"], "build": ["--no-cache"]}
    arguments = own.get(verb, [])
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    monkeypatch.setattr(terminal, "OFTEN", 0.0)
    monkeypatch.setattr(timings, "LONG", 0.0)

    def said(*options: str, stream: io.StringIO) -> str:
        asked = ["--project", str(its.root), verb, *arguments, *options]
        assert cli.main(asked, io.StringIO(), stream) == 0
        return stream.getvalue()

    assert said(stream=io.StringIO()) == ""
    bar = said(stream=Terminal())
    assert "reading raw files" in bar
    assert "2 of 2" in bar
    monkeypatch.setenv("CI", "true")
    log = re.sub(r"\d+\.\d s, [\d,.]+/s", "N", said(stream=io.StringIO()))
    assert "reading raw files: 2 in N\n" in log
    assert said("--quiet", stream=io.StringIO()) == said("--quiet", stream=Terminal()) == ""


def test_a_bar_begins_no_thread_that_would_keep_pages_from_being_forked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    threads, stream = threading.active_count(), Terminal()
    bar = terminal.Bar(stream)
    bar.begin("reading raw files", 2)
    bar.done("a")
    assert threading.active_count() == threads
    bar.end()
    assert "reading raw files" in stream.getvalue()


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True
