"""What only a person at a terminal gets: how far work has come, and colours in lists."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from sitegen.stages import rate

if TYPE_CHECKING:
    from rich.progress import Progress

STYLES = {"error": "red", "warning": "yellow", "info": "cyan"}

PATIENCE = 1.0
"""How many seconds work may take before anything is said of how far it has come."""

OFTEN = 0.1
"""How often what is done is counted on the screen, in seconds."""


class Bar:
    """The stage at hand with what is done of it, how much there is to do, and the rate.

    It comes up after a second, and nothing is left of it in the end.
    """

    def __init__(self, stream: TextIO) -> None:
        """Show nothing yet."""
        self._stream = stream
        self._began = self._shown = time.monotonic()
        self._name, self._total, self._count = "", 0, 0
        self._progress: Progress | None = None

    def begin(self, name: str, total: int = 0) -> None:
        """Begin a stage."""
        self._name, self._total, self._count = name, total, 0
        if self._progress:
            for task in self._progress.task_ids:
                self._progress.remove_task(task)
            self._progress.add_task(name, total=total or None)
        self._show()

    def done(self, what: str, kind: str = "", took: float | None = None) -> None:  # noqa: ARG002
        """Count one thing more."""
        self._count += 1
        if time.monotonic() - self._shown > OFTEN:
            self._show()

    def end(self) -> None:
        """Take the bar away."""
        if self._progress:
            self._progress.stop()
            self._progress = None

    def _show(self) -> None:
        self._shown = time.monotonic()
        if self._progress is None and self._shown - self._began > PATIENCE:
            self._progress = _progress(self._stream)
            self._progress.start()
            self._progress.add_task(self._name, total=self._total or None)
        if self._progress:
            task = self._progress.task_ids[-1]
            self._progress.update(task, completed=self._count, refresh=True)


def _progress(stream: TextIO) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class Counted(ProgressColumn):
        """How much is done, of how much, and how much in a second."""

        def render(self, task: Task) -> Text:
            done = int(task.completed)
            if not done:
                return Text()
            of = f"{done:,} of {task.total:,.0f}" if task.total else f"{done:,}"
            return Text(f"{of}, {rate(task.speed)}" if task.speed else of)

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24), Counted())
    # It is shown again with each count; a thread for that would keep other work from being forked.
    return Progress(*columns, console=Console(file=stream), transient=True, auto_refresh=False)


def columns(rows: Sequence[Sequence[str]], stream: TextIO) -> None:
    """Write rows in aligned columns; on a terminal one that names a severity has its colour."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lines = [
        "".join(f"  {cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if not stream.isatty():
        stream.writelines(f"{line}\n" for line in lines)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream)
    for row, line in zip(rows, lines, strict=True):
        style = next((STYLES[cell] for cell in row if cell in STYLES), "")
        # A terminal wraps long lines by itself, and a path in them can still be clicked.
        console.print(Text(line, style), soft_wrap=True)
