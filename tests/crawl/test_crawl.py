"""Crawls of sites served on loopback: what is found, what is fetched, and what a kill leaves."""

import gzip
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from sectio.crawl import Crawl, CrawlOptions, State
from sectio.crawl.scope import Scope, plain
from sectio.crawl.sitemaps import BadSitemap, parse, walk
from sectio.crawl.state import DONE, Fetched, Links
from sectio.errors import FetchError, InputError
from sectio.fetch import Fetcher
from sectio.text.url_shapes import shapes
from sectio.warc import WarcRecord
from sectio.warc import walk as walk_warc
from tests.fetch.server import Server, page, serving, status

FETCH = {"private": ["127.0.0.1/32"], "delay": 0, "retries": 0}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


def document(name: str, links: list[str], head: str = "") -> bytes:
    anchors = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return (
        f"<html><head><title>{name}</title>{head}</head><body><h1>{name}</h1><ul>{anchors}</ul></body></html>".encode()
    )


def shop(server: Server, items: int = 30) -> None:
    """A start page, a few lists, and many items under two shapes."""
    lists = [f"/list/{n}" for n in range(3)]
    server.routes["/"] = page(document("home", [*lists, "/about", "https://elsewhere.example/", "/logo.png", "#top"]))
    server.routes["/about"] = page(document("about", ["/"]))
    for n, path in enumerate(lists):
        server.routes[path] = page(document(path, [f"/item/{i}" for i in range(items) if i % 3 == n]))
    for i in range(items):
        server.routes[f"/item/{i}"] = page(document(f"item {i}", ["/", f"/item/{i}#more", f"/review/of-{i}-it"]))
        server.routes[f"/review/of-{i}-it"] = page(document(f"review {i}", ["/"]))


def crawl(server: Server, path: Path, **options: object) -> State:
    state = State(path)
    with Fetcher({**FETCH, "ports": (server.port,)}) as fetcher:
        Crawl(server.url("/"), state, fetcher, CrawlOptions(**options)).run()  # type: ignore[arg-type]
    return state


def fetched(server: Server) -> list[str]:
    """The pages that were asked for."""
    return [path for path in server.asked if not path.startswith(("/robots.txt", "/sitemap"))]


def test_all_pages_of_a_small_site_are_fetched_once(server: Server, tmp_path: Path) -> None:
    shop(server, 6)
    with crawl(server, tmp_path / "state", pages=100) as state:
        assert state.count(DONE) == len(server.routes)
        assert {one.url for one in state.pages()} == {server.url(path) for path in server.routes}
    assert max(Counter(fetched(server)).values()) == 1


def test_the_number_of_pages_is_a_limit_on_requests(server: Server, tmp_path: Path) -> None:
    shop(server)
    with crawl(server, tmp_path / "state", pages=12) as state:
        assert state.count(DONE) == 12
    assert len(fetched(server)) == 12


def test_pages_are_drawn_from_every_shape(server: Server, tmp_path: Path) -> None:
    shop(server)
    with crawl(server, tmp_path / "state", pages=16) as state:
        found = Counter(one.url.split("/")[3] for one in state.pages())
    assert found["item"] >= 4
    assert found["review"] >= 3
    assert found["list"] == 3


def test_links_are_followed_three_deep_and_no_deeper(server: Server, tmp_path: Path) -> None:
    for n in range(8):
        server.routes[f"/{n}" if n else "/"] = page(document(str(n), [f"/{n + 1}"]))
    with crawl(server, tmp_path / "state") as state:
        assert state.count(DONE) == 4


def test_sitemaps_and_feeds_lead_to_pages(server: Server, tmp_path: Path) -> None:
    feed = '<link rel="alternate" type="application/rss+xml" href="/feed">'
    server.routes["/"] = page(document("home", [], feed))
    item = f"<item><title>x</title><link>{server.url('/fed')}</link></item>"
    server.routes["/feed"] = page(f'<rss version="2.0"><channel><title>t</title>{item}</channel></rss>'.encode())
    server.routes["/robots.txt"] = page(f"Sitemap: {server.url('/map.xml')}".encode())
    index = f"<sitemapindex><sitemap><loc>{server.url('/more.xml.gz')}</loc></sitemap></sitemapindex>"
    server.routes["/map.xml"] = page(index.encode())
    outside = "<url><loc>http://10.0.0.1/secret</loc></url><url><loc>file:///etc/passwd</loc></url>"
    listed = f"<urlset><url><loc>{server.url('/listed')}</loc></url>{outside}</urlset>"
    server.routes["/more.xml.gz"] = page(gzip.compress(listed.encode()))
    for path in ("/fed", "/listed"):
        server.routes[path] = page(document(path, []))
    with crawl(server, tmp_path / "state") as state:
        assert {one.url for one in state.pages()} == {server.url(path) for path in ("/", "/fed", "/listed")}


def test_robots_that_forbid_everything_are_an_error(server: Server, tmp_path: Path) -> None:
    shop(server)
    server.routes["/robots.txt"] = page(b"User-agent: *\nDisallow: /")
    with pytest.raises(FetchError, match="robots") as caught:
        crawl(server, tmp_path / "state")
    assert caught.value.code == "robots"
    assert fetched(server) == []


def test_copies_files_and_failures_are_counted_not_kept(server: Server, tmp_path: Path) -> None:
    server.routes["/"] = page(document("home", ["/a", "/b", "/gone", "/data", "/away"]))
    server.routes |= {
        "/a": page(b"<p>same"),
        "/b": page(b"<p>same"),
        "/away": status(302, location="http://other.example/"),
    }
    server.routes["/data"] = page(b"{}", **{"content-type": "application/json"})
    with crawl(server, tmp_path / "state") as state:
        assert state.count(DONE) == 2
        assert state.reasons() == {"copy": 1, "status_404": 1, "not_html": 1, "port": 1}


def test_a_crawl_is_resumed_only_as_it_was_begun(server: Server, tmp_path: Path) -> None:
    shop(server, 3)
    crawl(server, tmp_path / "state", pages=3)
    with pytest.raises(InputError, match="begun with start"), Fetcher(FETCH) as fetcher:
        Crawl(server.url("/about"), State(tmp_path / "state"), fetcher)


_RUN = """
import sys
from pathlib import Path
from sectio.crawl import Crawl, CrawlOptions, State
from sectio.fetch import Fetcher
start, folder, port = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
with Fetcher({"private": ["127.0.0.1/32"], "delay": 0, "retries": 0, "ports": (port,)}) as fetcher:
    Crawl(start, State(folder / "state"), fetcher, CrawlOptions(pages=60, warc=folder / "pages.warc.gz")).run()
"""


def test_killed_anywhere_and_resumed_no_page_is_lost_or_kept_twice(server: Server, tmp_path: Path) -> None:
    """The kill comes after more and more requests; the state and the WARC file in the end are those of an unbroken crawl."""
    shop(server, 24)
    whole = tmp_path / "whole"
    whole.mkdir()
    run(server, whole).wait()
    broken = tmp_path / "broken"
    broken.mkdir()
    for kill in range(5):
        server.asked.clear()
        process = run(server, broken)
        while len(server.asked) < 4 + 3 * kill and process.poll() is None:
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert run(server, broken).wait() == 0
    assert kept(whole) == kept(broken)
    assert len(kept(whole)) == len(set(kept(whole))) == len(server.routes)
    assert archived(broken) == Counter(kept(broken))


def run(server: Server, folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", _RUN, server.url("/"), str(folder), str(server.port)])


def kept(folder: Path) -> list[str]:
    with State(folder / "state") as state:
        return sorted(one.url for one in state.pages())


def archived(folder: Path) -> Counter[str]:
    with open(folder / "pages.warc.gz", "rb") as file:
        records = list(walk_warc(file, lambda headers: True))
    assert all(isinstance(record, WarcRecord) for record in records)
    return Counter(str(record.headers["warc-target-uri"]) for record in records if isinstance(record, WarcRecord))


def test_a_page_is_whole_or_not_there(tmp_path: Path) -> None:
    """What was taken and not finished is queued again."""
    with State(tmp_path / "state") as state:
        state.add(["http://a/1", "http://a/2"], 0, "start", 10)
        state.take("http://a/1")
        state.take("http://a/2")
        state.finish("http://a/2", Fetched("http://a/2", b"x"), "d", None, Links(["http://a/3"], 1, 10))
    with State(tmp_path / "state") as state:
        assert [(url, now) for url, now, _ in state.addresses()] == [
            ("http://a/1", "queued"), ("http://a/2", "done"), ("http://a/3", "queued"),
        ]  # fmt: skip


def test_a_file_that_is_not_a_state_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("not a database, just some text that is long enough" * 100)
    with pytest.raises(InputError, match="cannot be used"):
        State(tmp_path / "state")


def test_shapes_replace_numbers_and_names() -> None:
    found = shapes(["http://a/news/2024/05/ice-returns.html", "http://a/about", "http://a/", "http://a/p?id=3&x=1"])
    assert found == ["/news/#/#/*.html", "/about", "/", "/p?id&x"]


def test_many_words_at_one_place_are_names() -> None:
    words = "harbour ferry ice breaker skipper berth winter wind sunday".split()
    assert set(shapes([f"http://a/wiki/{word}" for word in words])) == {"/wiki/*"}
    assert shapes(["http://a/wiki/ice", "http://a/wiki/wind"]) == ["/wiki/ice", "/wiki/wind"]


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("http://a.example/x", True),
        ("https://a.example/x", True),
        ("http://b.a.example/x", False),
        ("http://a.example:8080/x", False),
        ("mailto:x@a.example", False),
        ("http://a.example/x.pdf", False),
        ("http://a.example/" + "x" * 3000, False),
    ],
)
def test_scope_is_the_host(url: str, inside: bool) -> None:
    assert (url in Scope("http://a.example/")) is inside


def test_scope_can_be_the_domain_and_patterns() -> None:
    scope = Scope("http://www.a.example/", "domain", include=["*/news/*"], exclude=["*print*"])
    assert "http://b.a.example/news/1" in scope
    assert "http://bad-a.example/news/1" not in scope
    assert "http://a.example/other" not in scope
    assert "http://a.example/news/print" not in scope


def test_plain_addresses() -> None:
    assert plain("HTTP://A.example#top") == "http://a.example/"


def test_sitemaps_of_every_kind() -> None:
    namespaced = (
        b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> http://a/1 </loc></url></urlset>'
    )
    assert parse(namespaced).pages == ["http://a/1"]
    assert parse(gzip.compress(namespaced)).pages == ["http://a/1"]
    assert parse(b"http://a/1\nhttp://a/2\nnonsense").pages == ["http://a/1", "http://a/2"]
    assert parse(namespaced[:-9]).pages == ["http://a/1"]
    assert parse(b"<html><body><p>not found").pages == []


def test_sitemaps_with_a_document_type_are_refused() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>'
    with pytest.raises(BadSitemap, match="document type"):
        parse(bomb)


def test_sitemaps_that_name_each_other_end() -> None:
    def index(*names: str) -> bytes:
        return (
            "<sitemapindex>" + "".join(f"<sitemap><loc>{n}</loc></sitemap>" for n in names) + "</sitemapindex>"
        ).encode()

    files = {"a": index("b", "a"), "b": index("a", "c"), "c": index("d"), "d": b"<urlset/>"}
    asked = []

    def get(url: str) -> bytes:
        asked.append(url)
        return files[url]

    assert list(walk(["a"], get, lambda url: True, 100)) == []
    assert asked == ["a", "b", "c"]


def test_hostile_sitemaps_are_passed_over(server: Server, tmp_path: Path) -> None:
    """With a document type, in a loop, of ten million addresses, cut off, or not there: the crawl goes on with what is left."""
    shop(server, 3)
    names = ["/dtd.xml", "/loop.xml", "/many.xml.gz", "/cut.xml.gz", "/gone.xml", "/private.xml"]
    server.routes["/robots.txt"] = page("".join(f"Sitemap: {server.url(name)}\n" for name in names).encode())
    entity = "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
    server.routes["/dtd.xml"] = page(f"{entity}<urlset><url><loc>{server.url('/dtd')}&a;</loc></url></urlset>".encode())
    again = "".join(f"<sitemap><loc>{server.url(name)}</loc></sitemap>" for name in ("/loop.xml", "/loop.xml?1"))
    server.routes["/loop.xml"] = page(f"<sitemapindex>{again}</sitemapindex>".encode())
    line = f"<url><loc>{server.url('/list/1')}</loc></url>\n".encode()
    server.routes["/many.xml.gz"] = page(_many(b"<urlset>", line, 10_000_000))
    server.routes["/cut.xml.gz"] = page(gzip.compress(b"<urlset>" + line)[:-8])
    server.routes["/private.xml"] = page(b"<urlset><url><loc>http://169.254.169.254/x</loc></url></urlset>")
    with crawl(server, tmp_path / "state", pages=50) as state:
        found = {one.url for one in state.pages()}
    assert found == {server.url(path) for path in server.routes if "." not in path}
    assert "/dtd" not in server.asked
    assert server.asked.count("/loop.xml") == 1


def _many(first: bytes, line: bytes, count: int) -> bytes:
    """A compressed file of one line over and over, made without ever having it whole."""
    many = gzip.compress(line * 100_000)
    return gzip.compress(first) + many * (count // 100_000)


def test_endless_sitemaps_are_cut() -> None:
    urls = "".join(f"<url><loc>http://a/{n}</loc></url>" for n in range(60_000))
    assert len(parse(f"<urlset>{urls}</urlset>".encode()).pages) == 50_000
    assert len(list(walk(["a"], lambda url: f"<urlset>{urls}</urlset>".encode(), lambda url: True, 10))) == 10
