"""Raw files are read on a Dask cluster as in one process, and in this one where none can."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster
from distributed.utils import _offload_executor

from sitegen import readers, scheduler
from sitegen.reading import here
from tests import bonnie as outputs
from tests.command import sitegen
from tests.conftest import MakeProject
from tests.test_workers import corpus, plain


def cluster(workers: int) -> LocalCluster:
    """Return a cluster on this machine, with so many processes that work."""
    return LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0"
    )


@pytest.fixture(scope="module", autouse=True)
def _no_thread_left() -> Iterator[None]:
    """End the thread that Dask keeps: a process with one is not forked."""
    yield
    _offload_executor.shutdown()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a scheduler with two workers, each a process."""
    with cluster(2) as its:
        yield its.scheduler_address


def test_a_cluster_reads_what_one_process_reads(address: str) -> None:
    raws = corpus(4)
    said: list[str] = []
    answers = list(readers.on_cluster(address, said.append)(raws))
    assert plain(answers) == plain(list(here(raws)))
    assert all(one.took for one in answers)
    assert said == []


def test_commands_say_and_write_the_same_on_a_cluster(address: str, project: MakeProject) -> None:
    report = "\n[188 MB/s](result:one#seq-write.bandwidth)\n"
    root = project(outputs.lab(report, one=outputs.bonnie(), two=outputs.bonnie(99999))).root
    sites: list[dict[Path, bytes]] = []
    for options in ((), ("--scheduler", address)):
        output = root / f"made-{len(sites)}"
        ran = sitegen("--project", root, "build", "--no-cache", "--output", output, *options)
        assert (ran.code, ran.err) == (0, "")
        files = {path.relative_to(output): path for path in output.rglob("*") if path.is_file()}
        sites.append({name: path.read_bytes() for name, path in files.items()})
    assert sites[0] == sites[1]
    for verb in ("check", "export"):
        alone, spread = (
            sitegen("--project", root, verb, *options) for options in ((), ("--scheduler", address))
        )
        assert alone == spread


def test_the_rest_is_read_here_when_the_cluster_goes_away() -> None:
    raws = corpus(2) * 6
    said: list[str] = []
    with cluster(1) as its:
        answers = readers.on_cluster(its.scheduler_address, said.append)(raws)
        found = [next(answers)]
    found += answers
    assert plain(found) == plain(list(here(raws)))
    assert said == [
        "the cluster that reads files has gone: the rest of the raw files is read in this process"
    ]


def test_what_a_worker_leaves_that_is_killed_is_read_by_others() -> None:
    raws = corpus(2) * 6
    said: list[str] = []
    with cluster(2) as its:
        answers = readers.on_cluster(its.scheduler_address, said.append)(raws)
        found = [next(answers)]
        os.kill(its.workers[0].pid, signal.SIGKILL)
        found += answers
    assert plain(found) == plain(list(here(raws)))
    assert all(one.took for one in found)
    assert said == []


@pytest.fixture
def lab(project: MakeProject) -> Path:
    """Return a lab with one result."""
    return project(outputs.lab(one=outputs.bonnie())).root


def test_a_cluster_without_workers_is_said_to_have_none(lab: Path) -> None:
    with cluster(0) as its:
        address = its.scheduler_address
        ran = sitegen("--project", lab, "export", "--scheduler", address)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"sitegen: the cluster of {address} has no workers: start some\n"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://127.0.0.1:9", "Timed out trying to connect to tcp://127.0.0.1:9 after 1 s"),
        ("here", "missing port number in address 'here'"),
        ("zz://here:1", "unknown address scheme 'zz'"),
    ],
)
def test_an_address_at_which_no_scheduler_answers_is_named(
    address: str, why: str, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "PATIENCE", 1)
    ran = sitegen("--project", lab, "export", "--scheduler", address)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"sitegen: no Dask scheduler answers at {address}: {why}")
    assert ran.err.count("\n") == 1


def test_without_dask_the_command_that_installs_it_is_named(
    lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.partition(".")[0] == "distributed"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = sitegen("--project", lab, "export", "--scheduler", "tcp://127.0.0.1:9")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "sitegen: --scheduler needs distributed: python -m pip install 'sitegen[dask]'\n"
    )
