"""What the preview shows: the last build, kept in memory, and the answer to each request."""

from __future__ import annotations

import html
import json
import os
import threading
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes, urlsplit

from sitegen.pending import Pending
from sitegen.requested import Requested

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
}


Files = Mapping[str, bytes | Pending]
"""Files by address; one that is not whole yet is what makes it."""

_TURN = threading.Lock()
"""Held by whoever has a file made: drawings are made one at a time anyway."""


class State(NamedTuple):
    """The last build that could be shown and its version, and what failed in it or after it.

    Of a build that is not `complete` there may be more files later.
    """

    version: str = ""
    files: Files = MappingProxyType({})
    problem: str = ""
    complete: bool = True


class Preview:
    """What is shown now; one thread builds, the others serve and wait for news."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self._news = threading.Condition()
        self._builds = 0
        self._whole: Files = {}
        self.state = State()
        self.closed = False

    def publish(self, files: Files, problem: str = "") -> None:
        """Show a new build; one with the same bytes is no news.

        A `problem` says why pages are missing in it: those stay as they were in the last one.
        """
        with self._news:
            if problem:
                before = self._whole.items()
                files = {path: one for path, one in before if path.endswith(".html")} | dict(files)
            self._whole = files
            its = self.state.files
            same = its.agrees(files) if isinstance(its, Requested) else its == files
            self._show(files, problem, news=not same)

    def begin(self, files: Requested) -> None:
        """Show a build of which nothing is made yet, which is news."""
        with self._news:
            self._show(files, "", news=True)

    def _show(self, files: Files, problem: str, *, news: bool) -> None:
        if news or not self.state.version:
            self._builds += 1
        # Another process may serve the same page later: its versions must be others.
        version = f"{os.getpid()}-{self._builds}"
        self.state = State(version, files, problem, not isinstance(files, Requested))
        self._news.notify_all()

    def fail(self, problem: str) -> None:
        """Keep showing the last good build, and say why there is no newer one."""
        with self._news:
            self.state = self.state._replace(problem=problem)
            self._news.notify_all()

    def close(self) -> None:
        """End all channels."""
        with self._news:
            self.closed = True
            self._news.notify_all()

    def after(self, told: State | None, timeout: float) -> State | None:
        """Return the state once it is other than the one told, or None where nothing happens."""

        def news() -> bool:
            return self.closed or told is None or message(self.state) != message(told)

        with self._news:
            return self.state if self._news.wait_for(news, timeout) else None


class Answer(NamedTuple):
    """What a request gets."""

    status: HTTPStatus
    type: str
    body: bytes
    location: str = ""


def answer(state: State, target: str) -> Answer:
    """Return what stands at the target of a request: only what the build made can be had."""
    try:
        parts = urlsplit(f"/{target.lstrip('/')}" if target.startswith("/") else target)
        path = unquote_to_bytes(parts.path).decode("utf-8")
    except ValueError:
        return refused("the address cannot be understood")
    if parts.scheme or parts.netloc or not path.startswith("/") or not path.isprintable():
        return refused("the address cannot be understood")
    if not state.version:
        return _nothing_yet(state.problem)
    name = path[1:]
    for file in (name, f"{name}index.html") if not name or name.endswith("/") else (name,):
        if (found := state.files.get(file)) is not None:
            kind = _TYPES.get(PurePosixPath(file).suffix, "application/octet-stream")
            return Answer(HTTPStatus.OK, kind, _made(found))
    if f"{name}/index.html" in state.files:
        query = f"?{parts.query}" if parts.query else ""
        return Answer(HTTPStatus.FOUND, "text/plain", b"", f"/{quote(name)}/{query}")
    if not state.complete:
        return _nothing_yet(state.problem)
    said = f"nothing is at {path}" + (f"\n\n{state.problem}" if state.problem else "")
    return _notice(HTTPStatus.NOT_FOUND, "no such page", said)


def _made(file: bytes | Pending) -> bytes:
    if isinstance(file, bytes):
        return file
    with _TURN:
        return file()


def message(state: State) -> str:
    """Return what the channel tells of a state."""
    return json.dumps({"version": state.version, "problem": state.problem})


def refused(why: str) -> Answer:
    """Return the answer to a request that is not served."""
    return Answer(HTTPStatus.BAD_REQUEST, "text/plain; charset=utf-8", f"{why}\n".encode())


def _nothing_yet(problem: str) -> Answer:
    if problem:
        return _notice(HTTPStatus.INTERNAL_SERVER_ERROR, "the site cannot be built", problem)
    return _notice(HTTPStatus.SERVICE_UNAVAILABLE, "the site is being built", "")


def _notice(status: HTTPStatus, title: str, text: str) -> Answer:
    """Return a page of the server itself, which looks again by itself."""
    body = (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">\n'
        f'<meta http-equiv="refresh" content="2">\n<title>{html.escape(title)}</title>\n'
        f"<h1>{html.escape(title)}</h1>\n<pre>{html.escape(text)}</pre>\n"
        f'<p><a href="/">Start page</a></p>\n'
    )
    return Answer(status, _TYPES[".html"], body.encode())
