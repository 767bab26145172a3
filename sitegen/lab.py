"""Everything that is known of a lab: raw files joined with their testbeds, and the hardware."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sitegen import testbed
from sitegen.dataset import Dataset
from sitegen.hardware import Hardware
from sitegen.project import Content
from sitegen.redaction import DEFAULT, Redaction
from sitegen.results import FileReading, FoundRun
from sitegen.testbed import Testbed
from sitegen.withdrawal import Withdrawal


class RawFile(NamedTuple):
    """One raw file: its path below the project, the id of its page, what it holds and yields."""

    path: str
    id: str
    content: Content
    reading: FileReading
    testbed: str
    redaction: Redaction = DEFAULT

    @property
    def withdrawal(self) -> Withdrawal | None:
        """Return what its sidecar says of its withdrawal."""
        its = self.reading.withdrawal
        return replace(its, id=self.id) if its else None

    @property
    def measured(self) -> bool:
        """Return whether any run in the file measured something."""
        return any(run.measured for run in self.reading.runs)


class RunEntry(NamedTuple):
    """One run with its id, and the raw file that it stands in."""

    id: str
    run: FoundRun
    file: RawFile


@dataclass(frozen=True, slots=True)
class Lab:
    """All that pages, claims and checks may ask about."""

    dataset: Dataset
    testbeds: Mapping[str, Testbed]
    hardware: Mapping[str, Hardware]
    files: Mapping[str, RawFile]
    runs: Mapping[str, RunEntry]
    _titles: Mapping[str, str] = field(init=False)
    _below: Mapping[str, Sequence[str]] = field(init=False)
    _runs_on: Mapping[str, Sequence[RunEntry]] = field(init=False)
    _withdrawn: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        below: dict[str, list[str]] = {}
        for path in sorted(self.testbeds):
            for outer in _outer(path):
                below.setdefault(outer, []).append(path)
        runs: dict[str, list[RunEntry]] = {}
        for entry in self.runs.values():
            for path in self.around(entry.file.testbed):
                runs.setdefault(path, []).append(entry)
        object.__setattr__(self, "_titles", testbed.full_titles(self.testbeds.values()))
        object.__setattr__(self, "_below", below)
        object.__setattr__(self, "_runs_on", runs)
        withdrawn = (run for run, entry in self.runs.items() if self.withdrawal(entry.file))
        object.__setattr__(self, "_withdrawn", frozenset(withdrawn))

    def below(self, path: str) -> Sequence[Testbed]:
        """Return the testbeds that lie in a testbed, by their path."""
        return [self.testbeds[one] for one in self._below.get(path, ())]

    def around(self, path: str) -> list[str]:
        """Return a testbed and those that it lies in."""
        return [path, *(one for one in _outer(path) if one in self.testbeds)]

    def outermost(self, paths: Iterable[str]) -> list[str]:
        """Return those of some testbeds that lie in no other of them, by their path."""
        some = set(paths)
        return [path for path in sorted(some) if some.isdisjoint(_outer(path))]

    def runs_on(self, path: str) -> Sequence[RunEntry]:
        """Return the runs on a testbed and on those that lie in it."""
        return self._runs_on.get(path, ())

    def withdrawal(self, file: RawFile) -> Withdrawal | None:
        """Return that a raw file was withdrawn, by itself or with its testbed."""
        bed = self.testbeds.get(file.testbed)
        return file.withdrawal or (bed.withdrawal if bed else None)

    def withdrawals(self, runs: Iterable[str]) -> list[Withdrawal]:
        """Return what was withdrawn among runs, given by id: each file or testbed once."""
        if not self._withdrawn:
            return []
        known = [run for run in runs if run in self._withdrawn]
        files = {self.runs[run].file.path: self.runs[run].file for run in known}
        return list(dict.fromkeys(filter(None, map(self.withdrawal, files.values()))))

    def testbed_title(self, path: str) -> str:
        """Return the titles of a testbed and of those it lies in, or its path where it has none.

        Where another one has the same, the path stands behind it.
        """
        return self._titles.get(path, path)


def _outer(path: str) -> Iterator[str]:
    """Yield the folders that a testbed lies in, the outermost first."""
    return (path[:end] for end, letter in enumerate(path) if letter == "/")


def run_names(file: RawFile) -> dict[int, str]:
    """Return the ids of the runs in a file that measured something, by their place in it."""
    measured = [run.number for run in file.reading.runs if run.measured]
    if len(measured) == 1:
        return {measured[0]: file.id}
    return {place: f"{file.id}:{number}" for number, place in enumerate(measured, 1)}
