"""The web server of the preview, for this machine alone unless it is told otherwise."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import socketserver
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from sitegen.preview import Answer, Preview, State, answer, message, refused

CHANNEL = "/_reload"
"""Where static/reload.js listens; no page of a site has an address that begins with `_`."""

ALIVE = 15.0
"""After how many seconds of silence a word on the channel shows that both ends are still there."""


def is_ours(host: str | None, name: str) -> bool:
    """Return whether the Host of a request can only be meant for us.

    Any site may give its own name the address 127.0.0.1 and let a browser read what is served there
    (DNS rebinding). Addresses, `localhost` and the `name` that was asked for cannot be taken over.
    """
    if not host:
        return False
    try:
        asked = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if asked in ("localhost", name):
        return True
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(asked)
        return True
    return False


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


class Server(ThreadingHTTPServer):
    """The web server of a preview, listening from the moment it is made."""

    def __init__(self, preview: Preview, host: str, port: int) -> None:
        """Listen; raises OSError where that cannot be."""
        self.preview = preview
        self.host = host
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)

    def server_bind(self) -> None:
        """Bind without asking the network for our own name, as the parent does."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.host, self.server_address[1]

    @property
    def url(self) -> str:
        """Return the address of the start page."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.server_port}/"

    def start(self) -> None:
        """Serve in a thread of its own."""
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """End all channels and stop serving."""
        self.preview.close()
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Server
    timeout = 60

    def version_string(self) -> str:
        """Return our name, without versions."""
        return "sitegen"

    def do_GET(self) -> None:
        self._serve(with_body=True)

    def do_HEAD(self) -> None:
        self._serve(with_body=False)

    def log_message(self, *_: object) -> None:
        """Say nothing: what matters is printed by the build."""

    def _serve(self, *, with_body: bool) -> None:
        with contextlib.suppress(ConnectionError, TimeoutError):  # the browser went away
            if not is_ours(self.headers.get("Host"), self.server.host):
                self._send("", refused("this preview is at another host"), with_body=with_body)
            elif self.path.partition("?")[0] == CHANNEL:
                self._channel()
            else:
                state = self.server.preview.state
                self._send(state.version, answer(state, self.path), with_body=with_body)

    def _send(self, version: str, answer: Answer, *, with_body: bool) -> None:
        self.send_response(answer.status)
        if answer.location:
            self.send_header("Location", answer.location)
        self.send_header("Content-Type", answer.type)
        self.send_header("Content-Length", str(len(answer.body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        # The one header of a page that its own script can read.
        self.send_header("Server-Timing", f'version;desc="{version}"')
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)

    def _channel(self) -> None:
        """Tell of the state now and of each new one (Server-Sent Events)."""
        origin = self.headers.get("Origin")
        if origin and origin != f"http://{self.headers['Host']}":
            self._send("", refused("the channel is for pages of this preview"), with_body=True)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(b"retry: 1000\n\n")
        told: State | None = None
        while True:
            news = self.server.preview.after(told, ALIVE)
            if self.server.preview.closed:
                return
            told = news or told
            self.wfile.write(f"data: {message(news)}\n\n".encode() if news else b": alive\n\n")
