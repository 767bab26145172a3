"""`sitegen serve` builds once for each change, and lives on when a build cannot be made."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.command import Ran, sitegen

REPOSITORY = Path(__file__).parents[1]
REPORT = "content/reports/write-mirroring.md"


class Serving:
    """A running `sitegen serve`, and what it says."""

    def __init__(self, lab: Path, *options: str) -> None:
        self.lab = lab
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sitegen", "serve", "--port", "0", *options],
            cwd=lab,
            env={"PYTHONPATH": str(REPOSITORY), "PATH": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            # What a shell starts in the background ignores Ctrl-C, and so do its children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.url = self.line().split()[0]

    def line(self) -> str:
        """Return the next line it says."""
        assert self.process.stdout
        return self.process.stdout.readline().rstrip("\n")

    def until_built(self) -> str:
        """Return the line about the next build."""
        while not (line := self.line()).startswith("built "):
            assert line or self.process.poll() is None, "it has ended"
        return line

    def page(self, address: str) -> str:
        with urlopen(self.url + address, timeout=20) as response:
            text: str = response.read().decode()
        return text

    def edit(self, old: str, new: str, path: str = REPORT) -> None:
        file = self.lab / path
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")

    def end(self) -> tuple[int, str]:
        """Press Ctrl-C; return the exit code and all that was not read yet."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=20)
        return self.process.returncode, rest


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    assert sitegen("new", tmp_path / "lab").code == 0
    return tmp_path / "lab"


@pytest.fixture
def serve(lab: Path) -> Iterator[Callable[..., Serving]]:
    """Return what starts a server for the lab; all are ended after the test."""
    started: list[Serving] = []

    def start(*options: str) -> Serving:
        started.append(Serving(lab, *options))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--poll",)], ids=["events", "polling"])
def test_each_change_is_built_once_and_a_touch_not_at_all(
    serve: Callable[..., Serving], options: tuple[str, ...]
) -> None:
    serving = serve(*options)
    assert serving.until_built().endswith(": nothing found")
    assert "Writes lose a fifth" in serving.page("reports/write-mirroring/")
    (serving.lab / REPORT).touch()
    serving.edit("Writes lose a fifth", "Writes lose much")
    serving.until_built()
    assert "Writes lose much" in serving.page("reports/write-mirroring/")
    assert "static/reload.js" in serving.page("")
    assert not (serving.lab / "site").exists()
    assert serving.end() == (0, "")


@pytest.mark.slow
def test_a_finding_is_told_when_it_comes_and_not_again(serve: Callable[..., Serving]) -> None:
    serving = serve()
    serving.until_built()
    serving.edit("[240.7 MB/s]", "[241.7 MB/s]")
    assert serving.until_built().endswith(": 1 error in 1 file")
    assert serving.line() == (
        f"{REPORT}:17:11: error[claim-mismatch]: text says 241.7 MB/s, the result says 240.7 MB/s"
    )
    assert serving.line().startswith("  hint: ")
    serving.edit("mirroring costs", "mirroring takes")
    assert serving.until_built().endswith(": 1 error in 1 file")
    assert serving.end() == (0, "")


@pytest.mark.slow
def test_what_a_folder_inherits_changes_on_every_page_that_shows_it(
    serve: Callable[..., Serving],
) -> None:
    shown = (
        "runs/lsi-3994/mirrored/bonnie/",
        "hardware/lsi-3994/",
        "testbeds/lsi-3994/mirrored/",
        "reports/write-mirroring/",
        "compare/index.js",
        "search/index.js",
    )
    serving = serve()
    serving.until_built()
    bed = "results/lsi-3994/testbed.yaml"
    first = {page: serving.page(page) for page in shown}
    # Two folders above the run.
    serving.edit("title: ", "title: The other ", bed)
    serving.until_built()
    second = {page: serving.page(page) for page in shown}
    assert [page for page in shown if "The other " not in second[page]] == []
    # A nearer file takes the title over, for its folder alone.
    nearer = serving.lab / "results/lsi-3994/mirrored/testbed.yaml"
    text = nearer.read_bytes()
    nearer.write_text("title: The nearer one\n", "utf-8")
    serving.until_built()
    assert "The nearer one" in serving.page("runs/lsi-3994/mirrored/bonnie/")
    assert "The nearer one" not in serving.page("runs/lsi-3994/unmirrored/bonnie/")
    nearer.unlink()
    serving.until_built()
    assert "The nearer one" not in serving.page("runs/lsi-3994/mirrored/bonnie/")
    nearer.write_bytes(text)
    serving.until_built()
    assert {page: serving.page(page) for page in shown} == second
    serving.edit("title: The other ", "title: ", bed)
    serving.until_built()
    assert {page: serving.page(page) for page in shown} == first
    assert serving.end() == (0, "")


@pytest.mark.slow
def test_nothing_that_sitegen_itself_does_starts_a_build(serve: Callable[..., Serving]) -> None:
    serving = serve()
    serving.until_built()
    own = serving.lab / "templates" / "report.html"
    own.parent.mkdir()
    own.write_bytes((REPOSITORY / "templates/report.html").read_bytes())
    serving.until_built()
    for verb in ("build", "check", "export"):
        subprocess.run([sys.executable, "-m", "sitegen", verb], cwd=serving.lab, check=True,
                       env={"PYTHONPATH": str(REPOSITORY), "PATH": "", "HOME": str(serving.lab)},
                       stdout=subprocess.DEVNULL)  # fmt: skip
    own.touch()
    time.sleep(2)
    assert serving.end() == (0, "")


@pytest.mark.slow
def test_a_broken_template_costs_neither_the_server_nor_the_other_pages(
    serve: Callable[..., Serving],
) -> None:
    serving = serve()
    serving.until_built()
    own = serving.lab / "templates" / "report.html"
    own.parent.mkdir()
    own.write_text("{% if %}", "utf-8")
    assert "1 error in 1 file" in serving.until_built()
    assert serving.line().startswith("templates/report.html:1: error[bad-template]: ")
    assert "Our lab" in serving.page("")
    assert "Writes lose a fifth" in serving.page("reports/write-mirroring/")
    own.unlink()
    assert serving.until_built().endswith(": nothing found")
    assert "Writes lose a fifth" in serving.page("reports/write-mirroring/")
    assert serving.end() == (0, "")


@pytest.mark.slow
def test_nothing_but_the_site_is_served(serve: Callable[..., Serving]) -> None:
    serving = serve()
    serving.until_built()
    with pytest.raises(HTTPError, match="404") as refused:
        urlopen(f"{serving.url}%2e%2e/README.md", timeout=20)
    refused.value.close()
    assert serving.end() == (0, "")


def test_a_port_that_is_taken_is_named(lab: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert sitegen("--project", lab, "serve", "--port", str(port)) == Ran(
            2,
            err=f"sitegen: cannot listen on 127.0.0.1, port {port}: address already in use\n",
        )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "70000"], "70000 is no port: they go up to 65535"),
        (
            ["--host", "no.such.host.invalid", "--port", "0"],
            "cannot listen on no.such.host.invalid, port 0: ",
        ),
    ],
)
def test_an_address_that_cannot_be_is_named(lab: Path, options: list[str], said: str) -> None:
    ran = sitegen("--project", lab, "serve", *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"sitegen: {said}")
    assert ran.err.count("\n") == 1
