"""Pages by their address: off unless allowed, and never from places that are not public."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import sectio
from tests.apps.server.running import STORY, Running, running
from tests.apps.server.test_server import code


class _Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """A story, a redirect to a private place, a large page, and nothing."""
        path = self.path.partition("?")[0]
        if path == "/away":
            self.send_response(302)
            self.send_header("Location", "http://169.254.169.254/latest/meta-data/")
            self.end_headers()
            return
        self.send_response(200 if path in ("/story", "/large") else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        story = STORY.replace("Sunday", f"Sunday {self.path.partition('?')[2]}")
        self.wfile.write(b"x" * 900_000 if path == "/large" else story.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def server(site: int) -> Iterator[Running]:
    allowed = ("--allow-fetch", "--allow-private", "127.0.0.1/32", "--fetch-port", str(site))
    with running(*allowed, "--max-bytes", "500K") as made:
        yield made


def test_a_page_by_its_address(server: Running, site: int) -> None:
    address = f"http://127.0.0.1:{site}/story?a=1&b=%20c"
    record = server.client.post("/extract", json={"url": address}).json()
    assert "Sunday a=1&b=%20c" in record["text"]
    assert record["url"] == address
    inspected = server.client.post("/inspect", json={"url": address, "part": "first"}).json()
    assert inspected["source"].startswith("<html>")
    assert inspected["url"] == address


def test_reading_an_address(server: Running, site: int) -> None:
    """Markdown by default, other forms by `Accept`; a proxy may have made one slash of two."""
    for slashes in ("//", "/"):
        response = server.client.get(f"/r/http:{slashes}127.0.0.1:{site}/story?x=1", headers={"Accept": "*/*"})
        assert response.headers["content-type"].startswith("text/markdown")
        assert response.text == sectio.extract(STORY.replace("Sunday", "Sunday x=1")).markdown
    record = server.client.get(f"/r/http://127.0.0.1:{site}/story", headers={"Accept": "application/json"}).json()
    assert record["ok"]


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("http://127.0.0.1:{}/away", (422, "address")),
        ("http://127.0.0.1:{}/nothing", (422, "status_404")),
        ("http://127.0.0.1:{}/large", (422, "too_large")),
        ("http://10.0.0.1/", (422, "address")),
        ("http://127.0.0.1:22/", (422, "port")),
        ("file:///etc/passwd", (422, "scheme")),
        ("no address", (422, "url")),
        ("http://", (422, "url")),
    ],
)
def test_what_cannot_be_fetched(server: Running, site: int, path: str, wanted: tuple[int, str]) -> None:
    assert code(server.client.post("/extract", json={"url": path.format(site)})) == wanted


def test_a_page_of_another_site_cannot_make_us_fetch(server: Running, site: int) -> None:
    """An image or a link of another site has no origin, but browsers say where it comes from."""
    path = f"/r/http://127.0.0.1:{site}/story"
    for mark in ("cross-site", "same-site"):
        assert code(server.client.get(path, headers={"Sec-Fetch-Site": mark})) == (403, "origin")
    assert server.client.get(path, headers={"Sec-Fetch-Site": "none"}).status_code == 200
    assert server.client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_fetching_is_off_by_default() -> None:
    with running() as made:
        assert code(made.client.get("/r/http://a.example/")) == (403, "fetch")
        assert code(made.client.post("/sections", json={"url": "http://a.example/"})) == (403, "fetch")
        assert made.client.get("/inspector.json").json()["fetch"] is False
