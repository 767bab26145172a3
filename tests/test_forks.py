"""Work is shared among forks: all of it, in order, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest

from sitegen.forks import shared

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are forks on Linux alone")

OWN = os.getpid()


def test_forks_do_all_of_it_and_it_comes_back_in_order() -> None:
    def work(number: int) -> tuple[int, bool]:
        return number, os.getpid() == OWN

    assert list(shared(work, 1000, 3)) == [(number, False) for number in range(1000)]
    assert list(shared(work, 0, 3)) == []
    assert list(shared(work, 1, 3)) == [(0, False)]


def test_a_fork_that_is_killed_amid_a_long_answer_ends_the_sharing_and_hangs_nothing() -> None:
    def work(number: int) -> bytes:
        if number == 64:
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
        return b"%d" % number * 300_000

    found = shared(work, 2000, 2)
    first = next(found)
    time.sleep(1.5)  # nobody takes the answers meanwhile
    rest = list(found)
    assert [first, *rest] == [b"%d" % n * 300_000 for n in range(len(rest) + 1)]
    assert len(rest) < 1999


def test_what_fails_in_a_fork_ends_the_sharing_without_a_word(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def work(number: int) -> int:
        if number == 100:
            raise ValueError(number)
        return number

    found = list(shared(work, 500, 2))
    assert found == list(range(len(found)))
    assert len(found) <= 100
    assert capfd.readouterr() == ("", "")


def test_no_fork_outlives_who_stops_asking() -> None:
    pids = set()
    for number, pid in enumerate(shared(lambda _: os.getpid(), 1000, 2)):
        pids.add(pid)
        if number == 200:
            break
    assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
