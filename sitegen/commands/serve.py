"""`sitegen serve`: the site in the browser, built again at each change."""

from __future__ import annotations

import argparse
import errno
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TextIO

from sitegen import commands
from sitegen.commands import UsageError
from sitegen.diagnostics import Diagnostic, tally
from sitegen.stages import SILENT

if TYPE_CHECKING:
    from sitegen.drawn import Draw
    from sitegen.preview import Preview
    from sitegen.project import Project
    from sitegen.server import Server
    from sitegen.stages import Stages

PORTS = range(8000, 8020)
"""Where to listen when no port is asked for: the first that is free."""

NEW = 10
"""How many new findings are printed after a build; the page of all checks has the rest."""


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Serve until Ctrl-C."""
    project = commands.project(options)
    commands.require_packages()
    from sitegen import watching
    from sitegen.drafting import Waking
    from sitegen.preview import Preview
    from sitegen.server import is_loopback

    def say(line: str) -> None:
        out.write(f"{line}\n")
        out.flush()

    preview = Preview()
    server = _listen(preview, options.host, options.port)
    say(f"{server.url} shows the site (Ctrl-C ends)")
    if not is_loopback(options.host):
        say("everybody who can reach this machine can read it")
    server.start()
    try:
        with (
            commands.cached(options, err) as kept,
            watching.Watch(project, poll=options.poll, say=say) as watch,
        ):
            waking = Waking()
            found: Sequence[Diagnostic] = ()
            while True:
                stages = commands.watched(options, err)
                draw = commands.draw(kept, waking.draw)
                found = rebuild(project, preview, found, say, draw, stages)
                if kept:
                    kept.flush()
                watch.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        server.stop()


def rebuild(
    project: Project,
    preview: Preview,
    before: Sequence[Diagnostic],
    say: Callable[[str], None],
    draw: Draw,
    watched: AbstractContextManager[Stages] | None = None,
) -> Sequence[Diagnostic]:
    """Build, show the result, say what is new against the findings before, and return all.

    What `watched` gives is told how the build goes on, and no more once anything is said.

    A fault of ours ends one build, not the server: the last good one stays, and so does each page
    that a fault in a template leaves out.
    """
    from sitegen.build import build

    began = time.perf_counter()
    try:
        with watched or nullcontext(SILENT) as stages:
            site = build(
                project,
                preview=True,
                history=commands.history(project),
                draw=draw,
                pictures=False,
                stages=stages,
            )
    except Exception:
        fault = traceback.format_exc()
        say(fault.rstrip())
        preview.fail(fault)
        return before
    faults = dict.fromkeys(str(one) for one in site.diagnostics if one.code == "bad-template")
    preview.publish({**site.files, **site.pending}, "\n".join(faults))
    took = time.perf_counter() - began
    say(f"built {len(site.files)} files in {took:.2f} s: {tally(site.diagnostics)}")
    known = set(before)
    new = [one for one in site.diagnostics if one not in known]
    for one in new[:NEW]:
        say(str(one))
    if len(new) > NEW:
        say(f"... and {len(new) - NEW} more: see the page of checks")
    return site.diagnostics


def _listen(preview: Preview, host: str, port: int | None) -> Server:
    from sitegen.server import Server

    for one in PORTS if port is None else (port,):
        try:
            return Server(preview, host, one)
        except OverflowError:
            raise UsageError(f"{one} is no port: they go up to 65535") from None
        except OSError as error:
            if port is not None or error.errno != errno.EADDRINUSE:
                why = commands.reason(error)
                raise UsageError(f"cannot listen on {host}, port {one}: {why}") from None
    raise UsageError(f"ports {PORTS[0]} to {PORTS[-1]} are taken; choose another with --port")
