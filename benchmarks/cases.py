"""What is measured: each generator in turn with ours, over the same changes, round by round."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import ours
from benchmarks.peers import Peer
from benchmarks.timing import Took, Tree, copied, timed, tree

CASES = {
    "cold": "cold",
    "unchanged": "no change",
    "report": "one report edited",
    "result": "one new raw file",
    "template": "one template changed",
}
"""The cases in their order, and what they are called."""

DRAWN = "drawn"
"""The case of a cold build that draws all charts, which only ours does."""

LIMIT = 900.0
"""Seconds after which a build is taken to hang."""

Say = Callable[[str], None]


class Pair(NamedTuple):
    """What ours and another took, one after the other. `theirs` is None for what only ours does."""

    name: str
    reports: int
    case: str
    ours: Took
    theirs: Took | None


class Floor(NamedTuple):
    """Seconds of our cold build, and of nothing but reading its inputs and writing its outputs."""

    reports: int
    ours: float
    floor: float


class Made(NamedTuple):
    """What a generator made of a lab."""

    name: str
    reports: int
    tree: Tree


class Bench:
    """A lab of one size with the sites of all generators, as `prepare` laid them out."""

    def __init__(self, where: Path, reports: int, first: int, say: Say) -> None:
        """Take changes from the number `first` on."""
        self._where = where
        self._reports = reports
        self._say = say
        self._first = first
        self._changes: Counter[str] = Counter()

    def drawn(self) -> Pair:
        """Return what our first build takes, which draws all charts; their pictures are kept."""
        self._say(f"{self._reports}: sitegen, all charts drawn")
        self._start(ours.PEER, "sitegen")
        shutil.rmtree(self._where / "cache", ignore_errors=True)
        took = timed(ours.PEER.command, self._where / "sitegen", LIMIT)
        shutil.copytree(self._where / "cache", self._where / "pictures")
        ours.keep_pictures(self._where / "pictures")
        return Pair("sitegen", self._reports, DRAWN, took, None)

    def floor(self, rounds: int, seconds: float) -> Iterator[Floor]:
        """Yield what our cold build takes, and what the least of its work does.

        The first is always taken, and no other is begun when so many seconds are over.
        """
        until = time.perf_counter() + seconds
        lab = self._where / "sitegen"
        for number in range(rounds):
            if number and time.perf_counter() > until:
                return
            self._say(f"{self._reports}: sitegen and the floor")
            mine = self._cold(ours.PEER, "sitegen", ours.PEER.command)
            inputs = [
                path
                for part in ("content", "results")
                for path in sorted((lab / part).rglob("*"))
                if path.is_file()
            ]
            target = self._where / "copy"
            least = copied(inputs, lab / ours.PEER.output, target)
            shutil.rmtree(target)
            yield Floor(self._reports, mine.wall, least)

    def pairs(
        self, name: str, peer: Peer, program: Path, rounds: int, seconds: float
    ) -> Iterator[Pair]:
        """Yield pairs with a generator, round by round, until its time is over.

        The first pair is always taken; no other is begun that would end too late if it took as long
        as the one before it.
        """
        command = [str(program), *peer.command[1:]]
        began = time.perf_counter()
        last: dict[str, float] = {}
        for number in range(rounds):
            for case in CASES if peer.same else ("cold", "unchanged"):
                started = time.perf_counter()
                expected = last.get(case, last.get("cold", 0.0))
                if last and started + expected > began + seconds:
                    self._say(f"{self._reports}: {peer.name}, {CASES[case]}: no time left")
                    continue
                self._say(f"{self._reports}: {peer.name}, {CASES[case]}, round {number + 1}")
                yield self._pair(name, peer, command, case, number)
                last[case] = time.perf_counter() - started

    def made(self, name: str, peer: Peer) -> Made:
        """Return what a generator made."""
        return Made(peer.name, self._reports, tree(self._where / name / peer.output))

    def _pair(self, name: str, peer: Peer, command: Sequence[str], case: str, number: int) -> Pair:
        if case == "cold":
            mine = self._cold(ours.PEER, "sitegen", ours.PEER.command)
            theirs = self._cold(peer, name, command)
        else:
            if case != "unchanged":
                self._change("sitegen", case, self._first + self._changes[case])
                self._change(name, case, self._first + number)
                self._changes[case] += 1
            mine = timed(ours.PEER.command, self._where / "sitegen", LIMIT)
            theirs = timed(command, self._where / name, LIMIT)
        return Pair(peer.name, self._reports, case, mine, theirs)

    def _cold(self, peer: Peer, name: str, command: Sequence[str]) -> Took:
        self._start(peer, name)
        if peer is ours.PEER:
            shutil.rmtree(self._where / "cache", ignore_errors=True)
            shutil.copytree(self._where / "pictures", self._where / "cache")
        return timed(command, self._where / name, LIMIT)

    def _start(self, peer: Peer, name: str) -> None:
        for folder in (peer.output, *peer.kept):
            shutil.rmtree(self._where / name / folder, ignore_errors=True)

    def _change(self, name: str, case: str, number: int) -> None:
        change = self._where / "changes" / name / case / str(number)
        shutil.copytree(change, self._where / name, dirs_exist_ok=True)
