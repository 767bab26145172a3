"""Raw files are read by several processes as by one, and by one where several cannot."""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial, wraps
from pathlib import Path
from typing import Any

import pytest

from sitegen import readers, timings
from sitegen.chunks import LEAST
from sitegen.reading import Raw, Read, here, weight
from sitegen.spreading import LostError, Pool, own_code, read_chunk, spread
from sitegen.workers import in_forks
from tests import bonnie as outputs
from tests.command import sitegen
from tests.conftest import MakeProject

CORPUS = Path(__file__).parent / "corpus"

OWN = os.getpid()

in_processes = partial(readers.in_processes, always=True)


def corpus(step: int = 1) -> list[Raw]:
    """Return each so manieth file of the corpus, with its sidecar where it has one."""
    found = []
    for path in sorted(CORPUS.glob("*/*/input.*"))[::step]:
        name = f"results/{path.relative_to(CORPUS).as_posix()}"
        found.append(Raw(name, path.read_bytes(), None, telling=True))
    return found


def plain(answers: Sequence[Read]) -> list[tuple[str, str, list[str], list[str]]]:
    """Return answers digit by digit, without how long each took."""
    return [
        (one.reading.path, repr(one.reading), sorted(one.told.names), sorted(one.told.texts))
        for one in answers
    ]


def forking(test: Callable[..., None]) -> Callable[..., None]:
    """Have a test of forks run in a process of its own if this one has other threads.

    Those of other tests, such as a server for the browser, forbid to fork.
    """

    @wraps(test)
    def run(*arguments: object, **named: object) -> None:
        if threading.active_count() == 1:
            test(*arguments, **named)
            return
        name = f"{__file__}::{test.__name__}"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout

    return run


def test_processes_read_what_one_process_reads() -> None:
    raws = corpus(4)
    answers = list(in_forks(raws, 2, nobody))
    assert plain(answers) == plain(list(here(raws)))
    assert all(one.took for one in answers)


def test_any_executor_reads_what_this_process_reads() -> None:
    raws = corpus(7)
    with ThreadPoolExecutor(3) as executor:
        answers = list(spread(raws, Pool(executor, 3, lambda: True)))
    assert plain(answers) == plain(list(here(raws)))


class Elsewhere(ThreadPoolExecutor):
    """An executor on another machine: a file is not there, or is another one by that name."""

    def __init__(self, change: Callable[[], None], back: Callable[[], None]) -> None:
        super().__init__(1)
        self._change, self._back = change, back

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._change()
        future = super().submit(fn, *args, **kwargs)
        future.exception()
        self._back()
        return future


@pytest.mark.parametrize("other", [None, "another file by that name\n"])
def test_a_large_file_is_read_where_it_is_the_same(other: str | None, tmp_path: Path) -> None:
    large, away = tmp_path / "large.txt", tmp_path / "away.txt"
    large.write_text(outputs.bonnie())
    raws = [Raw("results/a.txt", large, None, telling=True), *corpus(200)]

    def change() -> None:
        large.rename(away)
        if other:
            large.write_text(other)

    def back() -> None:
        away.replace(large)

    with Elsewhere(change, back) as executor:
        answers = list(spread(raws, Pool(executor, 1, lambda: True)))
    assert plain(answers) == plain(list(here(raws)))
    assert answers[0].reading.records
    assert [one.took is None for one in answers] == [True, *[False] * (len(raws) - 1)]


class Noting(ThreadPoolExecutor):
    """An executor that notes what it is given, each file by its path."""

    def __init__(self) -> None:
        super().__init__(1)
        self.given: list[list[str]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append([raw.path for raw, _ in args[1]])
        return super().submit(fn, *args, **kwargs)


def test_chunks_weigh_alike_and_a_large_file_is_begun_first(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_bytes(b"no output of any tool\n" * 200_000)
    small = [Raw(f"results/{n:03}.txt", b"\n" * 14_336, None, telling=False) for n in range(30)]
    raws = [*small[:20], Raw("results/019x.txt", large, None, telling=False), *small[20:]]
    with Noting() as executor:
        answers = list(spread(raws, Pool(executor, 8, lambda: True)))
    assert [one.reading.path for one in answers] == [raw.path for raw in raws]
    # A file of 14 kB weighs 16 KiB, and 8 of them as much as a chunk has at least.
    assert LEAST == 8 * (14_336 + 2048)
    names = [raw.path for raw in raws]
    assert executor.given == [names[16:21], names[:8], names[8:16], names[21:29], names[29:]]


def test_what_other_code_would_read_is_not_used() -> None:
    with pytest.raises(LostError, match="another sitegen is installed where files are read"):
        read_chunk(b"another", [])
    assert read_chunk(own_code(), []) == []


class Deadly(bytes):
    """A raw file that kills each other process that reads it, some seconds after it begins to."""

    after = 0.0

    def __getitem__(self, place: Any) -> Any:
        if os.getpid() != OWN:
            if not self.after:
                os.kill(os.getpid(), signal.SIGKILL)
            threading.Timer(self.after, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return super().__getitem__(place)


class Slow(Deadly):
    """One whose reader is done by then, and waits for somebody to take its long answer."""

    after = 1.0


@pytest.mark.parametrize("kind", [Deadly, Slow])
@forking
def test_what_a_process_leaves_that_is_killed_amid_its_work_or_its_answer_is_read_here(
    kind: type[Deadly],
) -> None:
    first = Raw("results/first.txt", b"\n" * LEAST, None, telling=True)
    long = Raw("results/long.txt", kind(outputs.bonnie().encode() * 200), None, telling=True)
    raws = [first, long, *corpus(3)]
    said: list[str] = []
    answers = in_processes(2, said.append)(raws)
    found = [next(answers)]
    time.sleep(2)  # nobody takes an answer meanwhile
    found += answers
    assert plain(found) == plain(list(here(raws)))
    assert said == ["a process that reads files died: what it left is read in this process"]
    assert multiprocessing.active_children() == []


def test_what_cannot_be_sent_is_read_here() -> None:
    class Text(str):
        """A text that only this function knows."""

    raws = [*corpus(100), Raw("results/a.txt", b"", Text("tool: fio\n"), telling=True)]
    said: list[str] = []

    @contextmanager
    def opened() -> Iterator[Pool]:
        with ProcessPoolExecutor(1, multiprocessing.get_context("forkserver")) as executor:
            yield Pool(executor, 1, lambda: True)

    found = list(readers.with_pool(opened, said.append)(raws))
    assert plain(found) == plain(list(here(raws)))
    (line,) = said
    assert line.startswith("what was read cannot be sent between processes (")
    assert line.endswith("): the rest of the raw files is read in this process")


@pytest.mark.parametrize("name", ["gone.txt", "folder"])
@forking
def test_a_file_that_cannot_be_read_is_the_same_error_wherever_it_is_read(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    raws = [*corpus(100), Raw("results/a.txt", tmp_path / name, None, telling=True)]
    said: list[str] = []
    errors = []
    for reader in (here, in_processes(2, said.append)):
        with pytest.raises(OSError, match=name) as error:
            list(reader(raws))
        errors.append(repr(error.value))
    assert errors[0] == errors[1]
    assert said == []
    assert multiprocessing.active_children() == []


def test_nothing_is_begun_where_there_is_nothing_to_read() -> None:
    def opened() -> nullcontext[Pool]:
        raise AssertionError

    assert list(readers.with_pool(opened, print)([])) == []
    assert list(in_processes(2, print)([])) == []


def nobody() -> None:
    """Be told that a process died which must not."""
    raise AssertionError


READS_LONG = """\
import multiprocessing, signal, sys
from sitegen.reading import Raw
from sitegen.workers import in_forks
from tests import bonnie

if __name__ == "__main__":
    # Whoever began the tests may have had this signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    text = bonnie.bonnie().encode()
    raws = [Raw(f"results/{n:06}.txt", text, None, telling=True) for n in range(200_000)]
    try:
        for number, _ in enumerate(in_forks(raws, 2, print)):
            if not number:
                print(*(one.pid for one in multiprocessing.active_children()), flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="nothing tells which processes there are")
@pytest.mark.parametrize(("sent", "code"), [("INT", 130), ("KILL", -9), ("TERM", -15)])
def test_no_process_goes_on_when_the_one_that_began_it_ends(
    sent: str, code: int, tmp_path: Path
) -> None:
    script = tmp_path / "long.py"
    script.write_text(READS_LONG)
    with subprocess.Popen(
        [sys.executable, script],
        env={**os.environ, "PYTHONPATH": str(CORPUS.parents[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as ran:
        assert ran.stdout
        assert ran.stderr
        children = [int(word) for word in ran.stdout.readline().split()]
        assert len(children) == 2
        if sent == "INT":  # as a terminal does, to all of them
            os.killpg(ran.pid, signal.SIGINT)
        else:
            os.kill(ran.pid, signal.Signals[f"SIG{sent}"])
        assert ran.wait(60) == code
        until = time.monotonic() + 60
        while left := [one for one in children if Path(f"/proc/{one}").is_dir()]:
            assert time.monotonic() < until, f"{left} go on"
            time.sleep(0.05)
        said = ran.stderr.read()
        # Python's own tracker of resources says that it cleans up after a process that was killed.
        assert "Traceback" not in said if sent != "INT" else said == ""


@pytest.fixture
def lab(project: MakeProject) -> Path:
    """Return a lab whose files tell of a machine in one place and show its name in another."""
    name = "storage-7.lab"
    prompt = f"root@{name}:~# bonnie++ -d /mnt\n{outputs.bonnie()}"
    report = "\n[188 MB/s](result:one#seq-write.bandwidth)\n"
    its = project(
        outputs.lab(report, one=prompt, two=f"measured on {name}\n{outputs.bonnie(write=99999)}")
    )
    return its.root


def site(root: Path, *options: str) -> dict[str, bytes]:
    """Build a lab and return its site, and what the command printed."""
    output = root / "made"
    ran = sitegen("--project", root, "build", "--no-cache", "--output", output, *options)
    assert (ran.code, ran.err) == (0, "")
    found = {path.relative_to(output).as_posix(): path for path in output.rglob("*")}
    files = {name: path.read_bytes() for name, path in found.items() if path.is_file()}
    return {**files, "said": re.sub(r"\d+ changed", "", ran.out).encode()}


@forking
def test_commands_say_and_write_the_same_with_any_number_of_processes(lab: Path) -> None:
    alone = site(lab, "--workers", "1")
    assert site(lab, "--workers", "3") == alone == site(lab)
    pages = b"".join(alone[name] for name in alone if name.startswith("runs/"))
    assert b"bonnie++" in pages
    assert b"storage-7" not in pages
    other = shutil.copytree(lab, lab.with_name(f"{lab.name}-other"))
    (other / "results/two/bonnie.txt").write_text(outputs.bonnie(write=77777))
    for asked in (["check"], ["export"], ["diff", lab, other, "--no-cache"]):
        one, three = (sitegen("--project", lab, *asked, "--workers", str(n)) for n in (1, 3))
        assert one == three
        assert len(one.out) > 100


@forking
def test_timings_tell_of_each_file_that_another_process_read(
    lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timings, "LEAST", 0.0)
    ran = sitegen("--project", lab, "export", "--workers", "2", "--timings")
    assert ran.code == 0
    assert "reading raw files: 2\n" in ran.err
    _, _, slowest = ran.err.partition("the slowest in reading raw files:\n")
    assert sorted(line.split()[-1] for line in slowest.splitlines()[:2]) == [
        "results/one/bonnie.txt",
        "results/two/bonnie.txt",
    ]


@forking
def test_several_processes_read_by_themselves_where_that_pays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raws = corpus(60)

    def others(workers: int, *, always: bool) -> bool:
        """Return whether other processes read: these say how long it took."""
        answers = list(readers.in_processes(workers, print, always=always)(raws))
        assert plain(answers) == plain(list(here(raws)))
        return all(one.took for one in answers)

    monkeypatch.setattr(readers, "PAYS", weight(raws) + 1)
    assert not others(2, always=False)
    assert others(2, always=True)
    monkeypatch.setattr(readers, "PAYS", weight(raws))
    assert others(2, always=False)
    assert not others(1, always=True)


def test_where_another_thread_runs_nothing_is_forked_and_that_is_said(lab: Path) -> None:
    alone = sitegen("--project", lab, "export")
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        ran = sitegen("--project", lab, "export", "--workers", "2")
    finally:
        done.set()
        other.join()
    said = "sitegen: there are no forks here: raw files are read in this process\n"
    assert ran == alone._replace(err=said)


@pytest.mark.parametrize("number", ["0", "-1", "two", "1.5", ""])
def test_a_number_of_processes_begins_at_one(number: str) -> None:
    ran = sitegen("export", f"--workers={number}")
    assert ran.code == 2
    assert ran.err.endswith(f"argument --workers: '{number}' is no number from 1 on\n")


def test_processes_and_a_cluster_are_not_asked_for_together() -> None:
    ran = sitegen("export", "--workers", "2", "--scheduler", "tcp://here:1")
    assert ran.code == 2
    assert ran.err.endswith("argument --scheduler: not allowed with argument --workers\n")
