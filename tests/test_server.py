"""The preview server gives away nothing but the site, to this machine alone."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest

from sitegen.preview import Preview
from sitegen.server import Server, is_loopback, is_ours

FILES = {"index.html": b"<!doctype html>start", "reports/a/index.html": b"report"}


@pytest.fixture
def server() -> Iterator[Server]:
    preview = Preview()
    preview.publish(FILES)
    made = Server(preview, "127.0.0.1", 0)
    made.start()
    yield made
    made.stop()


@contextmanager
def asked(
    server: Server, target: str, method: str = "GET", **headers: str
) -> Iterator[HTTPResponse]:
    """Ask for a target exactly as it is written."""
    with closing(HTTPConnection("127.0.0.1", server.server_port, timeout=10)) as connection:
        connection.putrequest(method, target, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        with connection.getresponse() as response:
            yield response


def status(server: Server, target: str, method: str = "GET", **headers: str) -> int:
    with asked(server, target, method, **headers) as response:
        return response.status


def event(response: HTTPResponse) -> dict[str, str]:
    """Return the next event of the channel."""
    while not (line := response.readline()).startswith(b"data: "):
        assert line, "the channel has ended"
    told: dict[str, str] = json.loads(line.removeprefix(b"data: "))
    return told


def test_a_page_comes_with_headers_that_keep_it_here(server: Server) -> None:
    with asked(server, "/") as response:
        assert response.read() == FILES["index.html"]
        headers = {name.lower(): value for name, value in response.getheaders()}
    del headers["date"]
    assert headers == {
        "server": "sitegen",
        "content-type": "text/html; charset=utf-8",
        "content-length": "20",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "server-timing": f'version;desc="{server.preview.state.version}"',
    }


def test_the_head_of_a_page_comes_without_its_body(server: Server) -> None:
    with asked(server, "/", "HEAD") as response:
        assert (response.status, response.getheader("Content-Length")) == (200, "20")
        assert response.read() == b""


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_can_be_done_but_read(server: Server, method: str) -> None:
    assert status(server, "/", method) == 501


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/../../etc/passwd", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/..%5c..%5c", 404),
        ("//etc/passwd", 404),
        ("/reports/", 404),
        ("/reports/%00", 400),
        ("http://evil.example/", 400),
    ],
)
def test_addresses_that_try_to_leave_the_site(server: Server, target: str, expected: int) -> None:
    assert status(server, target) == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("localhost", 200),
        ("[::1]:{port}", 200),
        ("evil.example", 400),
        ("evil.example:{port}", 400),
        ("127.0.0.1.evil.example", 400),
        ("localhost.evil.example", 400),
        ("[", 400),
        ("", 400),
    ],
)
def test_a_request_for_another_host_is_refused(server: Server, host: str, expected: int) -> None:
    assert status(server, "/", Host=host.format(port=server.server_port)) == expected


def test_the_name_that_was_asked_for_is_ours() -> None:
    assert is_ours("lab-7:8000", "lab-7")
    assert not is_ours("lab-8:8000", "lab-7")
    assert not is_ours(None, "lab-7")


def test_it_listens_on_this_machine_alone(server: Server) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"
    assert server.url == f"http://127.0.0.1:{server.server_port}/"
    loopback = {
        host: is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "lab")
    }
    assert loopback == {
        "127.0.0.1": True,
        "::1": True,
        "localhost": True,
        "0.0.0.0": False,
        "lab": False,
    }


def test_the_channel_tells_of_each_new_build_and_of_failures(server: Server) -> None:
    preview = server.preview
    with asked(server, "/_reload") as channel:
        assert channel.getheader("Content-Type") == "text/event-stream"
        first = event(channel)
        assert first == {"version": preview.state.version, "problem": ""}
        preview.publish(dict(FILES))  # the same bytes: not told
        preview.publish({**FILES, "index.html": b"changed"})
        second = event(channel)
        assert second == {"version": preview.state.version, "problem": ""}
        assert second["version"] != first["version"]
        preview.fail("line 3")
        assert event(channel) == {"version": second["version"], "problem": "line 3"}
        preview.close()
        assert channel.read().strip() == b""


def test_the_channel_is_for_pages_of_the_preview(server: Server) -> None:
    assert status(server, "/_reload", Origin="http://evil.example") == 400
    assert status(server, "/_reload", Host="evil.example") == 400
    with asked(server, "/_reload", Origin=server.url.rstrip("/")) as channel:
        assert event(channel)["problem"] == ""


def test_a_browser_that_goes_away_harms_nobody(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
        connection.sendall(b"GET /_reload HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.recv(10)
    for count in range(3):
        server.preview.publish({"index.html": b"%d" % count})
    assert status(server, "/") == 200
