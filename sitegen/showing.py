"""A lab shown while people work on it: what they ask for at once, all the rest behind."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from sitegen import readers, site
from sitegen.build import made
from sitegen.diagnostics import Diagnostic, tally
from sitegen.drawn import Draw
from sitegen.gathering import Gathered, gather
from sitegen.held import Held
from sitegen.history import History
from sitegen.memo import Memo
from sitegen.preview import Preview
from sitegen.requested import NotWantedError, Requested
from sitegen.site import Plan
from sitegen.stages import SILENT, Stages

NEW = 10
"""How many new findings are printed after a build; the page of all checks has the rest."""

PATIENCE = 2.0
"""How many seconds the end waits for what is made behind, which may be amid a page."""


class Showing:
    """Shows a lab in a preview; `say` gets a line for people, and `watched` is told how it goes on.

    A fault of ours ends one build, not the server: the last good one stays, and so does each page
    that a fault in a template leaves out.
    """

    def __init__(
        self,
        lab: Held,
        preview: Preview,
        draw: Draw,
        say: Callable[[str], None],
        watched: Callable[[], AbstractContextManager[Stages]] = lambda: nullcontext(SILENT),
    ) -> None:
        """Show nothing yet."""
        self._lab = lab
        self._preview = preview
        self._draw = draw
        self._say = say
        self._watched = watched
        self._memo = Memo()
        self._found: Sequence[Diagnostic] = ()
        self._wanted: Requested | None = None
        self._behind: threading.Thread | None = None

    def renew(self, history: History) -> None:
        """Show the lab as it is held now, and begin to make all of it."""
        began = time.perf_counter()
        self._unwant()
        busy = self._behind is not None and self._behind.is_alive()
        try:
            with nullcontext(SILENT) if busy else self._watched() as stages, self._memo.build():
                gathered = gather(
                    self._lab,
                    reader=readers.remembering(self._memo),
                    history=history,
                    draw=self._draw,
                    stages=stages,
                    memo=self._memo,
                )
                its = gathered.written
                planned = site.plan(its, self._lab, preview=True, indexed=False, memo=self._memo)
        except Exception:
            self._fail()
            return
        before = {**self._wanted.before, **self._wanted.done} if self._wanted else {}
        self._wanted = Requested(planned, its.figures, before)
        self._preview.begin(self._wanted)
        self._behind = threading.Thread(
            target=self._complete,
            args=(gathered, planned, self._wanted, self._behind, began),
            daemon=True,
        )
        self._behind.start()

    def close(self) -> None:
        """Make nothing more."""
        self._unwant()
        if self._behind:
            self._behind.join(PATIENCE)

    def _unwant(self) -> None:
        if self._wanted:
            self._wanted.stop.set()

    def _complete(
        self,
        gathered: Gathered,
        planned: Plan,
        wanted: Requested,
        before: threading.Thread | None,
        began: float,
    ) -> None:
        """Make the whole site, show it, and say what is new against what was found before."""
        if before:
            before.join()
        try:
            with self._watched() as stages:
                whole = made(gathered, planned, wanted.make, stages=stages, pictures=False)
        except NotWantedError:
            return
        except Exception:
            self._fail()
            return
        found = whole.diagnostics
        faults = dict.fromkeys(str(one) for one in found if one.code == "bad-template")
        self._preview.publish({**whole.files, **whole.pending}, "\n".join(faults))
        took = time.perf_counter() - began
        self._say(f"built {len(whole.files)} files in {took:.2f} s: {tally(found)}")
        known = set(self._found)
        new = [one for one in found if one not in known]
        for one in new[:NEW]:
            self._say(str(one))
        if len(new) > NEW:
            self._say(f"... and {len(new) - NEW} more: see the page of checks")
        self._found = found

    def _fail(self) -> None:
        fault = traceback.format_exc()
        self._say(fault.rstrip())
        self._preview.fail(fault)
