"""Clients that are slow, go away, send too much, or come all at once: each hurts only itself."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx2
import pytest

from tests.apps.server.running import STORY, Running, running
from tests.apps.server.test_server import HTML, code

# Seconds of work on any machine, in one page.
SLOW = "<main>" + "".join(
    f"<div class=c{n % 7}><h2>Part {n}</h2><p>The harbour froze over again, and {n} ferries stayed at their berths, said the master.</p>"
    f"<ul><li><a href=/{n}>One</a><li><a href=/x{n}>Two</a></ul></div>"
    for n in range(2500)
)  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """One worker and one place in the queue, so that it is full soon."""
    with running("--queue", "1", "--timeout", "60", "--max-bytes", "3M", "--body-timeout", "1.5", workers=1) as made:
        yield made


def gauge(server: Running, name: str) -> float:
    lines = server.client.get("/metrics").text.splitlines()
    return float(next(line.split()[-1] for line in lines if line.startswith(f"sectio_{name} ")))


def wait(server: Running, name: str, value: float) -> None:
    end = time.monotonic() + 30
    while gauge(server, name) != value:
        assert time.monotonic() < end, (name, gauge(server, name))
        time.sleep(0.05)


def connected(server: Running, length: int, sent: bytes) -> socket.socket:
    """A connection on which a request has begun."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    head = f"POST /sections HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n"
    connection.sendall(head.encode() + sent)
    return connection


def test_a_slow_sender_is_cut_off_and_others_are_served(server: Running) -> None:
    with connected(server, 1000, b"<p>one byte") as connection:
        assert server.client.post("/extract", content=STORY.encode(), headers=HTML).status_code == 200
        for _ in range(4):
            connection.sendall(b"x")
            time.sleep(0.1)
        assert b" 408 " in connection.recv(65_536)


def test_a_sender_that_goes_away_costs_nothing(server: Running) -> None:
    for _ in range(20):
        connected(server, 5000, b"<p>half").close()
    assert server.client.post("/extract", content=STORY.encode(), headers=HTML).status_code == 200
    assert gauge(server, "busy") == 0


def test_a_client_that_goes_away_frees_its_worker(server: Running) -> None:
    """The page it asked for takes seconds; the next one does not wait for it."""
    page = (4 * SLOW).encode()
    assert (
        server.client.post("/extract", content=STORY.encode(), headers=HTML).status_code == 200
    )  # now there is a child
    working = set(server.children())
    connection = connected(server, len(page), page)
    wait(server, "busy", 1)
    connection.close()
    wait(server, "busy", 0)
    assert working - set(server.children()), "its child was ended"
    assert server.client.post("/extract", content=STORY.encode(), headers=HTML).status_code == 200


def test_a_full_queue_is_503(server: Running) -> None:
    """One page is worked on, one waits, the others are told to come again; then all is as before."""
    found: list[httpx2.Response] = []

    def ask() -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=120, trust_env=False) as client:
            found.append(client.post("/sections", content=SLOW.encode(), headers=HTML))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = sorted(response.status_code for response in found)
    assert statuses[0] == 200
    assert set(statuses) == {200, 503}
    refused = [response for response in found if response.status_code == 503]
    assert all(code(response) == (503, "busy") and response.headers["retry-after"] == "1" for response in refused)
    assert server.client.post("/extract", content=STORY.encode(), headers=HTML).status_code == 200


def test_what_is_too_large_is_413_however_it_is_sent(server: Running) -> None:
    """Raw, in JSON, in pieces without a length, and as a line of a batch, whose other lines are answered."""

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b"<p>words" * 12_500

    large = "<p>words" * 500_000
    assert code(server.client.post("/extract", content=large.encode(), headers=HTML)) == (413, "page_too_large")
    assert code(server.client.post("/extract", json={"html": large})) == (413, "page_too_large")
    assert code(server.client.post("/extract", content=pieces(), headers=HTML)) == (413, "page_too_large")
    lines = [json.dumps({"id": n, "html": html}) for n, html in enumerate((STORY, large, STORY))]
    found = [
        json.loads(line) for line in server.client.post("/batch", content="\n".join(lines).encode()).text.splitlines()
    ]
    assert [one["ok"] for one in found] == [True, False, True]
    assert found[1]["error"]["code"] == "page_too_large"


@pytest.mark.parametrize(
    "options", [{"model": "/etc/passwd"}, {"max_bytes": 10**12}, {"timeout": 0}, {"timeout": -1}, {"regex": "(a+)+"}]
)
def test_options_that_clients_may_not_choose(server: Running, options: dict[str, object]) -> None:
    """On every route, and in a line of a batch."""
    for path in ("/extract", "/sections", "/type", "/records", "/compare", "/inspect"):
        assert code(server.client.post(path, json={"html": STORY, "options": options})) == (422, "input")
    (line,) = server.client.post(
        "/batch", content=json.dumps({"html": STORY, "options": options}).encode()
    ).text.splitlines()
    assert json.loads(line)["error"]["code"] == "input"


def test_a_timeout_of_the_client_is_504(server: Running) -> None:
    assert code(server.client.post("/sections", json={"html": SLOW, "options": {"timeout": 0.1}})) == (504, "timeout")


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /extract HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"\r\n" * 50,
    ],
)
def test_what_is_not_http_is_survived(server: Running, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(sent)
        connection.settimeout(1)
        with suppress(TimeoutError):
            connection.recv(1000)
    assert server.client.get("/health").status_code == 200
