"""A site whose pages are made when they are asked for, and the rest behind them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen import pending, rendering, urls
from sitegen.figures import Figures
from sitegen.memo import same
from sitegen.page import Unit
from sitegen.pending import Pending
from sitegen.render import Renderer
from sitegen.site import Plan


class NotWantedError(Exception):
    """There is a newer site, so this one need not be made any further."""


class Done(NamedTuple):
    """What a unit came to, with the renderer that made it and what it was made of."""

    renderer: Renderer
    of: object
    made: rendering.Made


class Requested(Mapping[str, bytes | Pending]):
    """The files of a planned site by address; to look one up makes what it is part of.

    Any thread may ask. `stop` ends what is made behind.
    """

    def __init__(
        self, planned: Plan, figures: Figures, before: Mapping[tuple[str, ...], Done] | None = None
    ) -> None:
        """Make nothing yet; what was done `before` may be taken from there."""
        self._planned = planned
        known = before or {}
        self.before = {one.at: known[one.at] for one in planned.units if one.at in known}
        self.done: dict[tuple[str, ...], Done] = {}
        self._figures = figures
        self._made: dict[int, rendering.Made] = {}
        self._files: dict[str, bytes | Pending] = dict(planned.static)
        self._at: dict[str, list[int]] = {}
        for number, unit in enumerate(planned.units):
            for address in unit.at:
                self._at.setdefault(address, []).append(number)
        self.stop = threading.Event()

    def __getitem__(self, path: str) -> bytes | Pending:
        """Return a file, after making it if need be."""
        near = self._near(path) if path not in self._files else iter(())
        while path not in self._files and (number := next(near, None)) is not None:
            self._make(number)
        if path not in self._files and path.startswith(urls.CHARTS):
            for figure in self._figures.all:
                self._files |= pending.pictures(figure)
        return self._files[path]

    def __iter__(self) -> Iterator[str]:
        """Yield the addresses of what has been made so far."""
        return iter(list(self._files))

    def __len__(self) -> int:
        """Return how many files have been made so far."""
        return len(self._files)

    def make(self, units: Sequence[Unit], _: Renderer) -> Iterator[rendering.Made]:
        """Make the units of the plan; raises NotWantedError once it is to stop."""
        for number in range(len(units)):
            if self.stop.is_set():
                raise NotWantedError
            yield self._make(number)

    def agrees(self, files: Mapping[str, bytes | Pending]) -> bool:
        """Return whether a whole site has all that has been shown of this one, as it was shown."""
        # Others may make pages meanwhile.
        known = list(self._files.items())
        return all(path in files and files[path] == shown for path, shown in known)

    def _near(self, path: str) -> Iterator[int]:
        """Yield the units that may make a file: those at its address, then at folders above."""
        yield from self._at.get(path, ())
        while path:
            path = path[: path.rstrip("/").rfind("/") + 1]
            yield from self._at.get(path, ())

    def _make(self, number: int) -> rendering.Made:
        # Two threads may make the same at the same time, and both get the same.
        if number not in self._made:
            made = self._done(self._planned.units[number])
            found: dict[str, bytes | Pending] = dict(made.files)
            for page in made.pages:
                if isinstance(page.content, bytes):
                    path = urls.file_of(page.address)
                    found[path] = pending.whole(page.content, self._figures.drawn)
            for path, content in found.items():
                self._files.setdefault(path, content)
            self._made[number] = made
        return self._made[number]

    def _done(self, unit: Unit) -> rendering.Made:
        """Return what a unit came to before, if it would come to that again, or comes to now."""
        renderer = self._planned.renderer
        if unit.of is None:
            return rendering.make(unit, renderer)
        of, before = unit.of(), self.before.get(unit.at)
        if before and before.renderer is renderer and same(before.of, of):
            made = before.made
        else:
            made = rendering.make(unit, renderer)
        self.done[unit.at] = Done(renderer, of, made)
        return made
