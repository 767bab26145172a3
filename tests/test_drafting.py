"""Who draws charts: a picture is the same whoever draws it, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitegen import drafting, drawn
from sitegen.charts import kinds
from sitegen.charts.posters import Poster
from sitegen.charts.slots import slots
from sitegen.drafting import FEW, Drafting
from tests.plots import POSTER, plot

REPOSITORY = Path(__file__).parents[1]


def posters(count: int) -> list[str]:
    """Return so many specifications, each of another poster."""
    its = plot("dot")
    named = [Poster(f"{POSTER.title} {n}", POSTER.subtitle, POSTER.basis) for n in range(count)]
    return [kinds.filled("dot", slots(its, one)) for one in named]


@pytest.fixture
def workers() -> Iterator[Drafting]:
    """Yield processes that draw."""
    with Drafting() as its:
        yield its


def processes(its: Drafting) -> list[int]:
    """Return the numbers of the processes that draw."""
    return [desk.process.pid or 0 for desk in its.desks]


def test_a_few_charts_start_no_process(workers: Drafting) -> None:
    fetched = [workers.draw(one) for one in posters(FEW)]
    assert not processes(workers)
    assert fetched[0]() == drawn.picture(posters(1)[0])


def test_pictures_come_in_order_from_several_processes(
    workers: Drafting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafting, "AHEAD", 6)
    some, before = posters(FEW + 6), threading.active_count()
    fetched = [workers.draw(one) for one in some]
    assert len(processes(workers)) == 2
    assert threading.active_count() == before
    assert [one() for one in reversed(fetched)] == [drawn.picture(one) for one in reversed(some)]
    assert fetched[0]() == fetched[0]()


def test_what_a_killed_process_does_not_draw_is_drawn_all_the_same(workers: Drafting) -> None:
    some = posters(FEW + 2)
    fetched = [workers.draw(one) for one in some]
    fetched[0]()
    (pid,) = processes(workers)
    os.kill(pid, signal.SIGKILL)
    assert [one() for one in fetched] == [drawn.picture(one) for one in some]


def test_no_process_outlives_a_build_that_is_killed() -> None:
    code = (
        "import os, signal, sys\n"
        "from tests.test_drafting import posters, processes\n"
        "from sitegen.drafting import FEW, Drafting\n"
        "its = Drafting()\n"
        "first, *_ = [its.draw(one) for one in posters(FEW + 1)]\n"
        "first()\n"
        "print(*processes(its), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    (pid,) = map(int, ran.stdout.split())
    deadline = time.monotonic() + 60
    while is_running(pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Return whether a process is there and has not ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
