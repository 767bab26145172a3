"""Work is shared among forks: all of it, in order, whatever becomes of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time

import pytest

from sitegen.forks import even, shared

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are forks on Linux alone")

OWN = os.getpid()


def test_forks_do_all_of_it_and_it_comes_back_in_order() -> None:
    def work(number: int) -> tuple[int, bool]:
        return number, os.getpid() == OWN

    assert list(shared(work, even(1000), 3)) == [(number, False) for number in range(1000)]
    assert list(shared(work, even(0), 3)) == []
    assert list(shared(work, even(1), 3)) == [(0, False)]


@pytest.mark.parametrize("after", [0.0, 0.3])
@pytest.mark.parametrize(("workers", "left"), [(1, range(16, 400)), (2, range(16, 32))])
def test_what_a_fork_leaves_that_is_killed_is_done_here(
    workers: int, left: range, after: float
) -> None:
    """It dies amid its work, or amid its long answer while nobody takes that."""

    def work(number: int) -> tuple[bytes, bool]:
        if number == 20 and os.getpid() != OWN:
            time.sleep(0.2)  # until the answer to the first piece is there
            if after:
                threading.Timer(after, os.kill, (os.getpid(), signal.SIGKILL)).start()
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return b"%d" % number * 300_000, os.getpid() == OWN

    deaths: list[int] = []
    found = shared(work, even(400), workers, lambda: deaths.append(1))
    first = next(found)
    time.sleep(1.5)  # nobody takes answers meanwhile
    texts, here = zip(first, *found, strict=True)
    assert texts == tuple(b"%d" % number * 300_000 for number in range(400))
    assert [number for number in range(400) if here[number]] == list(left)
    assert deaths == [1]


def test_forks_that_are_all_killed_leave_everything_to_this_process() -> None:
    found = shared(lambda number: number, even(1000), 3)
    first = next(found)
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
    assert [first, *found] == list(range(1000))
    assert multiprocessing.active_children() == []


def test_what_fails_is_the_error_that_it_is_in_this_process(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def work(number: int) -> int:
        if number == 100:
            raise ValueError(number)
        return number

    with pytest.raises(ValueError, match="100"):
        list(shared(work, even(500), 2))
    assert capfd.readouterr() == ("", "")


def test_what_fails_in_forks_alone_is_done_in_this_process() -> None:
    def work(number: int) -> int:
        if number % 100 == 99 and os.getpid() != OWN:
            raise ValueError(number)
        return number

    assert list(shared(work, even(500), 2)) == list(range(500))


def test_no_fork_outlives_who_stops_asking() -> None:
    pids = set()
    for number, pid in enumerate(shared(lambda _: os.getpid(), even(1000), 2)):
        pids.add(pid)
        if number == 200:
            break
    assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
