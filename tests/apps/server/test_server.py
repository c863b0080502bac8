"""The server as clients see it: routes, errors, trust, batches, children that die."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

import sectio
from sectio import demo
from tests.apps.server.running import STORY, Running, running

HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("sites")
    with running("--sites", str(folder), "--allow-write", "--timeout", "3", "--max-bytes", "500K") as made:
        yield made


def code(response: httpx2.Response) -> tuple[int, str]:
    assert response.headers["content-type"] == "application/problem+json"
    record = response.json()
    assert record["status"] == response.status_code
    return response.status_code, record["code"]


def test_a_page_as_it_is(server: Running) -> None:
    response = server.client.post("/extract", content=STORY.encode(), headers=HTML)
    assert response.status_code == 200
    assert response.json()["text"] == sectio.extract(STORY).text
    assert response.headers["x-content-type-options"] == "nosniff"


def test_a_page_in_json_with_settings_and_fields(server: Running) -> None:
    body = {"html": STORY, "url": "https://a.example/x", "method": "coreex", "fields": ["text", "method", "url"]}
    assert server.client.post("/extract", json=body).json() == {
        "text": sectio.extract(STORY, method="coreex").text, "method": "coreex", "url": "https://a.example/x",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("accept", "field"), [("text/markdown", "markdown"), ("text/plain", "text"), ("text/html", "html")]
)
def test_other_formats_by_accept(server: Running, accept: str, field: str) -> None:
    response = server.client.post("/extract", content=STORY.encode(), headers={**HTML, "Accept": accept})
    assert response.text == getattr(sectio.extract(STORY), field)
    assert response.headers["content-type"].startswith(accept)


def test_sections_type_and_compare(server: Running) -> None:
    sections = server.client.post("/sections", json={"html": STORY}).json()["sections"]
    assert [one["text"] for one in sections] == [one.text for one in sectio.sections(STORY)]
    assert server.client.post("/type", json={"html": STORY}).json()["page_type"] == sectio.page_type(STORY).name
    compared = server.client.post("/compare", json={"html": STORY, "methods": ["sectio", "body"]}).json()["results"]
    assert [one["method"] for one in compared] == ["sectio", "body"]
    assert compared[1]["text"] == sectio.extract(STORY, method="body").text


def test_records(server: Running) -> None:
    """The lists of a page as tables, as the library gives them."""
    page = "<main><h1>Boats</h1>" + "".join(
        f"<div class=card><h3><a href=/b{n}>Boat {n}</a></h3><span class=price>{n}00 crowns</span><p>A boat of {n} metres.</p></div>"
        for n in range(2, 12)
    )
    tables = server.client.post("/records", json={"html": page, "url": "https://a.example/"}).json()["tables"]
    found = sectio.records(page, url="https://a.example/")
    assert [one["rows"] for one in tables] == [[list(row) for row in table.rows] for table in found]
    assert len(tables[0]["rows"]) == 10


def test_inspect_comes_in_two_parts(server: Running) -> None:
    """Together they are the whole; a site that was learned can be sent along, a broken one is a problem."""
    first, rest = (
        server.client.post("/inspect", json={"html": STORY, "part": part}).json() for part in ("first", "rest")
    )
    whole = server.client.post("/inspect", content=STORY.encode(), headers=HTML).json()
    assert rest["result"] == whole["result"]
    assert first["page"] == whole["page"]
    assert [one["text"] for one in first["sections"]] == [one["text"][:200] for one in rest["result"]["sections"]]
    assert code(server.client.post("/inspect", json={"html": STORY, "learned": "{}"})) == (422, "template")
    assert code(server.client.post("/inspect", json={"html": STORY, "part": "other"})) == (422, "input")


def test_learn_keep_use_and_remove_a_site(server: Running) -> None:
    pages = [
        {"html": f"<body><ul><li>Home<li>News</ul><h1>Story {n}</h1><p>{'Own words here. ' * (20 + n)}</p>"}
        for n in range(6)
    ]
    learned = server.client.post("/learn", json={"name": "news", "pages": pages}).json()
    assert learned["id"] == "news"
    assert len(learned["coverage"]) == 6
    got = server.client.get("/sites/news")
    assert got.json()["schema"] == "sectio-site/1"
    used = server.client.post("/extract", json={"html": pages[0]["html"], "site": "news"})
    assert used.status_code == 200
    stale = server.client.put("/sites/news", content=got.content, headers={"If-Match": '"other"'})
    assert code(stale) == (412, "template")
    assert server.client.put("/sites/copy", content=got.content).status_code == 200
    assert server.client.delete("/sites/copy").status_code == 204
    assert code(server.client.get("/sites/copy")) == (404, "template")
    assert code(server.client.put("/sites/bad", content=b"{}")) == (422, "template")


@pytest.mark.parametrize(
    ("path", "send", "wanted"),
    [
        ("/extract", {"content": b"{", "headers": {"Content-Type": "application/json"}}, (400, "format")),
        ("/extract", {"content": b"\xff\xfe{", "headers": {"Content-Type": "application/json"}}, (400, "format")),
        ("/extract", {"json": {"html": 5}}, (422, "input")),
        ("/extract", {"json": {"html": "x", "colour": "red"}}, (422, "input")),
        ("/extract", {"json": {"html": "x", "options": {"model": "/etc/passwd"}}}, (422, "input")),
        ("/extract", {"json": {"html": "x", "options": {"favor": "nonsense"}}}, (422, "option")),
        ("/extract", {"json": {"html": "x", "method": "nonsense"}}, (422, "method")),
        ("/extract", {"json": {"html": "x", "site": "../../etc/passwd"}}, (404, "template")),
        ("/extract", {"json": {"html": "x", "fields": ["nonsense"]}}, (422, "input")),
        ("/extract", {"json": {"url": "http://a.example/"}}, (403, "fetch")),
        ("/extract", {"json": {}}, (422, "input")),
        ("/extract", {"content": b"x", "headers": {"Content-Type": "image/png"}}, (415, "format")),
        ("/extract", {"content": b"x" * 600_000, "headers": HTML}, (413, "page_too_large")),
        ("/compare", {"json": {"html": "x"}}, (422, "input")),
        ("/learn", {"json": {"pages": []}}, (422, "input")),
        ("/nowhere", {"json": {}}, (404, "input")),
    ],
)
def test_bad_requests_are_problems(
    server: Running, path: str, send: dict[str, object], wanted: tuple[int, str]
) -> None:
    assert code(server.client.post(path, **send)) == wanted  # type: ignore[arg-type]


def test_wrong_methods_are_405(server: Running) -> None:
    assert code(server.client.get("/extract")) == (405, "method")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example"])
def test_a_foreign_host_is_refused(server: Running, host: str) -> None:
    """What DNS rebinding would send."""
    assert code(server.client.get("/openapi.json", headers={"Host": host})) == (403, "host")


def test_a_foreign_origin_is_refused(server: Running) -> None:
    foreign, own = "https://evil.example", f"http://127.0.0.1:{server.port}"
    refused = server.client.post("/extract", content=STORY.encode(), headers={**HTML, "Origin": foreign})
    assert code(refused) == (403, "origin")
    taken = server.client.post("/extract", content=STORY.encode(), headers={**HTML, "Origin": own})
    assert taken.status_code == 200


def test_batch_gives_a_line_for_a_line_in_order(server: Running) -> None:
    lines = [json.dumps({"id": n, "html": STORY.replace("Sunday", f"day {n}")}) for n in range(30)]
    lines[3], lines[7] = "not json", json.dumps({"id": 7})
    response = server.client.post("/batch", content="\n".join(lines).encode())
    assert response.headers["content-type"] == "application/x-ndjson"
    found = [json.loads(line) for line in response.text.splitlines()]
    assert [one.get("id") for one in found] == [n if n != 3 else None for n in range(30)]
    assert [n for n, one in enumerate(found) if not one["ok"]] == [3, 7]
    assert "day 12" in found[12]["text"]
    assert found[3]["error"]["code"] == "format"


def test_batch_uses_the_site_of_a_line(server: Running) -> None:
    """As for single pages; one that is not there is a failure of its line."""
    pages = [source.decode() for _, source in demo.pages()]
    learned = sectio.learn(pages[1:])
    server.client.put("/sites/courier", content=learned.to_json().encode())
    lines = [json.dumps({"html": pages[0], "site": site}) for site in ("courier", "nowhere", None)]
    found = [json.loads(line) for line in server.client.post("/batch", content="\n".join(lines)).text.splitlines()]
    assert [one["ok"] for one in found] == [True, False, True]
    assert found[1]["error"]["code"] == "template"
    assert found[0]["text"] == sectio.extract(pages[0], template=learned).text != found[2]["text"]


def test_a_client_that_hangs_up_leaves_no_traceback(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w+") as log:
        with running(stderr=log) as server:
            head = f"POST /extract HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: text/html\r\n"
            for rest in ("Content-Length: 1000\r\n\r\n<p>half", "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n"):
                with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                    connection.sendall((head + rest).encode())
            assert server.client.post("/extract", content=STORY.encode(), headers=HTML).status_code == 200
            server.process.terminate()
            assert server.process.wait(15) == 0
        log.seek(0)
        assert "Traceback" not in log.read()


def test_batch_serves_a_client_that_sends_everything_first(server: Running) -> None:
    """More than the socket buffers hold in both directions: nothing deadlocks."""
    line = json.dumps({"html": STORY + "<p>" + "More words for a longer page. " * 2000 + "</p>"}).encode() + b"\n"
    body = line * 120
    head = f"POST /batch HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as connection:
        connection.sendall(head.encode() + body)
        received = bytearray()
        while piece := connection.recv(65_536):
            received += piece
    assert received.count(b'"ok": true') == 120


def test_a_killed_child_costs_only_its_page(server: Running) -> None:
    """Children are killed while eight clients ask: others get their texts."""
    texts: list[tuple[int, str]] = []

    def ask(number: int) -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60, trust_env=False) as client:
            for turn in range(12):
                page = STORY.replace("Sunday", f"day {number} {turn}")
                response = client.post("/extract", content=page.encode(), headers={**HTML, "Accept": "text/plain"})
                texts.append((response.status_code, response.text))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        time.sleep(0.4)
        for pid in server.children()[-1:]:
            os.kill(pid, signal.SIGKILL)
    for thread in threads:
        thread.join()
    good = [text for status, text in texts if status == 200]
    assert len(texts) == 48
    assert len(good) >= 44
    assert all(text.startswith("The harbour froze over again on day") for text in good)
    assert {status for status, _ in texts} <= {200, 500, 503}
    assert server.client.get("/ready").status_code in (200, 503)
    assert server.client.post("/extract", content=STORY.encode(), headers=HTML).status_code == 200


def test_metrics_and_description(server: Running) -> None:
    server.client.post("/extract", content=STORY.encode(), headers=HTML)
    text = server.client.get("/metrics").text
    assert 'sectio_requests_total{route="extract",status="200"}' in text
    assert "sectio_workers 2" in text
    paths = server.client.get("/openapi.json").json()["paths"]
    assert {"/extract", "/sections", "/batch", "/learn", "/sites/{name}", "/health", "/ready"} <= set(paths)


def test_a_token_is_needed_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("secret\n")
    with running("--token-file", str(tmp_path / "token")) as server:
        assert code(server.client.get("/metrics")) == (401, "token")
        assert code(server.client.get("/metrics", headers={"Authorization": "Bearer wrong"})) == (401, "token")
        assert server.client.get("/metrics", headers={"Authorization": "Bearer secret"}).status_code == 200
        assert server.client.get("/health").status_code == 200


def test_a_public_server_without_a_token_is_not_started() -> None:
    command = [sys.executable, "-c", "from sectio.apps.cli import main; main()", "serve", "--host", "0.0.0.0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "--token-file" in ended.stderr


def test_sigterm_ends_the_server_and_its_children() -> None:
    with running() as server:
        server.client.post("/extract", content=STORY.encode(), headers=HTML)
        children = server.children()
        assert children
        os.kill(server.process.pid, signal.SIGTERM)
        assert server.process.wait(15) == 0
        time.sleep(0.5)
        assert not [pid for pid in children if _lives(pid)]


def _lives(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().split()[2] != "Z"
    except OSError:
        return False


def test_a_free_port_is_taken_and_named() -> None:
    command = [sys.executable, "-c", "from sectio.apps.cli import main; main()", "serve", "--port"]
    with subprocess.Popen([*command, "0", "--workers", "1"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline().split()[3]
        try:
            assert httpx2.get(f"{address}/health", timeout=60, trust_env=False).status_code == 200
            taken = subprocess.run([*command, address.split(":")[-1]], capture_output=True, text=True, timeout=60)
            assert (taken.returncode, len(taken.stderr.splitlines())) == (1, 1)
            assert "choose another --host or --port" in taken.stderr
        finally:
            process.terminate()
        assert process.wait(15) == 0
