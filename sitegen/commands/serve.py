"""`sitegen serve`: the site in the browser, built again at each change."""

from __future__ import annotations

import argparse
import errno
from contextlib import closing
from typing import TYPE_CHECKING, TextIO

from sitegen import commands
from sitegen.commands import UsageError

if TYPE_CHECKING:
    from sitegen.preview import Preview
    from sitegen.server import Server

PORTS = range(8000, 8020)
"""Where to listen when no port is asked for: the first that is free."""


def run(options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Serve until Ctrl-C."""
    project = commands.project(options)
    commands.require_packages()
    from sitegen import watching
    from sitegen.drafting import Waking
    from sitegen.held import hold
    from sitegen.preview import Preview
    from sitegen.server import is_loopback
    from sitegen.showing import Showing

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
        with commands.cached(options, err) as kept:
            lab = hold(project)
            draw = commands.draw(kept, Waking().draw)
            showing = Showing(lab, preview, draw, say, lambda: commands.watched(options, err))
            with closing(showing), watching.Watch(lab, poll=options.poll, say=say) as watch:
                while True:
                    showing.renew(commands.history(project))
                    watch.wait()
                    if kept:
                        kept.flush()
    except KeyboardInterrupt:
        return 0
    finally:
        server.stop()


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
