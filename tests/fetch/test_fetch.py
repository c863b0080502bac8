"""Fetching from a hostile server on loopback: each trick ends in its coded error, and nothing hangs."""

import asyncio
import gzip
import ssl
import time
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
import trustme

import sectio
from sectio.errors import FetchError, OptionError
from sectio.fetch import Fetcher, FetchOptions, Response, fetch
from sectio.fetch.addresses import IPAddress
from tests.fetch.server import Server, drip, head, page, raw, serving, silence, status

LOOPBACK = ("127.0.0.1/32",)
MB = 1_000_000


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


def options(server: Server, **changes: Any) -> FetchOptions:
    """Options for tests: loopback is allowed, and nobody waits."""
    given = {"private": LOOPBACK, "ports": (server.port,), "delay": 0, "retries": 0, "robots": False, "timeout": 3}
    return FetchOptions(**{**given, **changes})


def get(server: Server, path: str, **changes: Any) -> Response:
    return fetch(server.url(path), options=options(server, **changes))


def code_of(work: Callable[[], object]) -> str:
    with pytest.raises(FetchError) as caught:
        work()
    return caught.value.code


def test_a_page_comes_back_as_it_was_sent(server: Server) -> None:
    server.routes["/a"] = page(b"<p>caf\xe9</p>", **{"content-type": "text/html; charset=latin-1"})
    response = get(server, "/a")
    assert (response.status, response.body, response.encoding) == (200, b"<p>caf\xe9</p>", "latin-1")
    assert response.url == response.final_url == server.url("/a")
    assert (response.redirects, response.from_cache) == ((), False)
    assert response.fetched_at.startswith("20")


def test_redirects_are_followed_to_their_end(server: Server) -> None:
    server.routes |= {"/a": status(302, location="/b?x=1"), "/b": status(301, location="c"), "/c": page()}
    response = get(server, "/a")
    assert response.final_url == server.url("/c")
    assert response.redirects == (server.url("/b?x=1"), server.url("/c"))


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("http://169.254.169.254/", "address"),
        ("http://10.0.0.1/", "address"),
        ("file:///etc/passwd", "scheme"),
        ("ftp://example.org/", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("http://u:p@127.0.0.1/", "url"),
        ("http://127.0.0.1:1/", "port"),
        ("http:\\\\127.0.0.1\\", "url"),
        ("http://[::1", "url"),
    ],
)
def test_a_redirect_is_checked_like_the_first_address(server: Server, location: str, code: str) -> None:
    server.routes["/a"] = status(302, location=location)
    assert code_of(lambda: get(server, "/a", ports=(server.port, 80))) == code


def test_redirect_loops_end(server: Server) -> None:
    server.routes["/a"] = status(302, location="/a")
    assert code_of(lambda: get(server, "/a")) == "redirects"
    assert len(server.asked) == 6


def test_long_chains_of_redirects_end(server: Server) -> None:
    server.routes |= {f"/{n}": status(302, location=f"/{n + 1}") for n in range(1, 9)} | {"/9": page()}
    assert get(server, "/4").final_url == server.url("/9")
    assert code_of(lambda: get(server, "/3")) == "redirects"


PRIVATE = [
    "http://127.0.0.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/", "http://0/",
    "http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://169.254.169.254/", "http://10.1.2.3/",
    "http://100.64.0.1/", "http://[64:ff9b::7f00:1]/", "http://[64:ff9b:1::a00:1]/", "http://[2002:7f00:1::]/",
    "http://192.0.2.1/", "http://224.0.0.1/", "http://[::]/", "http://[::127.0.0.1]/", "http://[fe80::1]/",
    "http://[fc00::1]/", "http://[ff02::1]/", "http://255.255.255.255/", "http://192.168.0.1/", "http://172.16.0.1/",
    "http://0x7F000001/", "http://017700000001/", "http://LOCALHOST/", "http://[::ffff:7f00:1]/", "http://[::ffff:0:127.0.0.1]/", "http://[2002:a00:1::]/",
    "http://[64:ff9b::10.0.0.1]/", "http://[fe80::1%25lo]/", "http://[0:0:0:0:0:0:0:1]/", "http://[100::1]/",
    "http://[2001:db8::1]/", "http://192.88.99.1/", "http://192.0.0.1/", "http://203.0.113.5/", "http://0.1.2.3/",
    "http://localhost/", "http://[2001:0:7f00:1::1]/", "http://240.0.0.1/", "http://198.18.0.1/", "http://[fec0::1]/",
]  # fmt: skip


@pytest.mark.parametrize("url", PRIVATE)
def test_private_addresses_are_refused_in_every_disguise(url: str) -> None:
    assert code_of(lambda: fetch(url, options={"robots": False, "delay": 0})) == "address"


# What these mean differs between systems and resolvers; a page they never are.
ODD = [
    "http://0177.0.0.1/", "http://127.0.0.1./", "http://localhost./", "http://\uff11\uff12\uff17.0.0.1/", "http://127\u30020.0.1/",
    "http://\u24db\u24dec\u24d0lhost/", "http://%31%32%37.0.0.1/", "http://127.0.0.1%2f@/", "http://[127.0.0.1]/", "http://[::1/",
]  # fmt: skip


@pytest.mark.parametrize("url", ODD)
def test_odd_ways_to_write_private_addresses_lead_nowhere(url: str) -> None:
    assert code_of(lambda: fetch(url, options={"robots": False, "delay": 0, "retries": 0})) in ("address", "url", "dns")


def finding(*answers: list[str]) -> Any:
    """A resolver that gives one answer after another."""
    given = iter(answers)

    async def find(host: str, port: int) -> list[IPAddress]:
        return [ip_address(text) for text in next(given)]

    return find


@pytest.mark.parametrize("answer", [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["2606:2800::1", "::1"]])
def test_a_name_with_one_private_answer_is_refused(answer: list[str]) -> None:
    with Fetcher({"robots": False}, find=finding(answer)) as fetcher:
        assert code_of(lambda: fetcher.get("http://example.org/")) == "address"


def test_the_checked_address_is_the_one_dialled(server: Server) -> None:
    """A second answer to the same question (DNS rebinding) has no effect: the name is asked for once per connection."""
    server.routes["/a"] = page(b"first")
    with Fetcher(options(server), find=finding(["127.0.0.1"], ["10.0.0.1"])) as fetcher:
        assert fetcher.get(server.url("/a", "rebind.example")).body == b"first"
        assert code_of(lambda: fetcher.get(server.url("/a", "rebind.example"))) == "address"


def test_a_refused_address_is_not_tried_again(server: Server) -> None:
    calls = []

    async def find(host: str, port: int) -> list[IPAddress]:
        calls.append(host)
        return [ip_address("10.0.0.1")]

    with Fetcher({"robots": True, "retries": 2}, find=find) as fetcher:
        assert code_of(lambda: fetcher.get("http://example.org/")) == "address"
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "url"),
        ("page.html", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("gopher://example.org/", "scheme"),
        ("http://", "url"),
        ("http://user@example.org/", "url"),
        ("http://example.org\\@evil.example/", "url"),
        ("http://example.org/a\nb", "url"),
        ("http://example.org/\x00", "url"),
        ("http://example.org:22/", "port"),
        ("http://example.org:99999/", "port"),
        ("http://" + "a" * 9000, "url"),
        ("http://exa mple.org/", "url"),
    ],
)
def test_addresses_that_cannot_be_fetched(url: str, code: str) -> None:
    assert code_of(lambda: fetch(url)) == code


def test_unknown_names_are_dns_errors() -> None:
    assert code_of(lambda: fetch("http://nowhere.invalid/", options={"robots": False, "retries": 0})) == "dns"


def test_dripping_servers_are_left_at_the_deadline(server: Server) -> None:
    server.routes |= {
        "/body": drip(head(200), b"x", 0.05),
        "/head": drip(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n", 0.05),
        "/none": silence,
    }
    for path in server.routes:
        start = time.monotonic()
        assert code_of(lambda path=path: get(server, path, timeout=0.6)) == "timeout"  # type: ignore[misc]
        assert time.monotonic() - start < 3


def test_read_timeout_is_for_every_wait(server: Server) -> None:
    server.routes["/none"] = silence
    assert code_of(lambda: get(server, "/none", read=0.2)) == "timeout"


def test_endless_bodies_are_cut_off(server: Server) -> None:
    server.routes["/a"] = drip(head(200), b"x" * 65_536, 0)
    assert code_of(lambda: get(server, "/a", max_bytes=MB)) == "too_large"


def test_bombs_are_stopped(server: Server) -> None:
    bomb = gzip.compress(b"a" * 50 * MB)
    twice = gzip.compress(bomb)
    server.routes |= {
        "/large": page(bomb, **{"content-encoding": "gzip"}),
        "/ratio": page(gzip.compress(b"a" * 5 * MB), **{"content-encoding": "gzip"}),
        "/twice": page(twice, **{"content-encoding": "gzip, gzip"}),
        "/small": page(gzip.compress(b"a" * 100_000), **{"content-encoding": "gzip"}),
    }
    assert code_of(lambda: get(server, "/large")) == "too_large"
    assert code_of(lambda: get(server, "/ratio")) == "ratio"
    assert code_of(lambda: get(server, "/twice")) == "too_large"
    assert len(get(server, "/small").body) == 100_000


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_compressed_bodies_are_decoded(server: Server, coding: str) -> None:
    packed = gzip.compress(b"<p>Hello</p>") if coding == "gzip" else zlib.compress(b"<p>Hello</p>")
    server.routes["/a"] = page(packed, **{"content-encoding": coding})
    assert get(server, "/a").body == b"<p>Hello</p>"
    assert server.headers[0]["accept-encoding"] == "gzip"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nbad",
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"x-%d: %s\r\n" % (n, b"y" * 1000) for n in range(400)) + b"\r\n",
        b"HTTP/1.1 200 OK\r\nx: " + b"y" * 400_000 + b"\r\n\r\n",
        b"this is not HTTP at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\nhello!!",
        b"HTTP/1.1 200 OK\r\ncontent-length: 5, many\r\n\r\nhello",
        b"HTTP/1.1 999999 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n",
        b"",
    ],
    ids=["length", "chunks", "headers", "header", "garbage", "lengths", "words", "status", "negative", "closed"],
)
def test_broken_answers_are_protocol_errors(server: Server, answer: bytes) -> None:
    server.routes["/a"] = raw(answer)
    assert code_of(lambda: get(server, "/a")) == "protocol"


def test_what_follows_the_announced_length_is_not_read(server: Server) -> None:
    server.routes["/a"] = raw(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello and more")
    assert get(server, "/a").body == b"hello"


def test_compression_that_breaks_off_is_a_protocol_error(server: Server) -> None:
    """Compression that is announced but plainly not there is passed over, as browsers do."""
    packed = gzip.compress(bytes(range(256)) * 40 + b"<p>Hello</p>")
    server.routes |= {
        "/cut": page(packed[:30], **{"content-encoding": "gzip"}),
        "/end": page(packed[:-20], **{"content-encoding": "gzip"}),
        "/not": page(b"plain text", **{"content-encoding": "gzip"}),
    }
    assert code_of(lambda: get(server, "/cut")) == "protocol"
    assert code_of(lambda: get(server, "/end")) == "protocol"
    assert get(server, "/not").body == b"plain text"


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "no-such-charset", "x" * 5000, "utf-7", "rot13", "zlib"])
def test_a_wrong_charset_does_no_harm(server: Server, charset: str) -> None:
    """The header is a hint: a page in another charset is still read, and names of codecs that are not charsets mean nothing."""
    story = "<meta charset=latin-1><h1>Café</h1>" + "<p>Der Kühlschrank läuft, sagte die Frau am Tresen.</p>" * 8
    server.routes["/a"] = page(story.encode("latin-1"), **{"content-type": f"text/html; charset={charset}"})
    doc = sectio.extract_url(server.url("/a"), fetch_options=options(server))
    assert "sagte die Frau am Tresen" in doc.text


@pytest.mark.parametrize("code", [400, 403, 404, 410, 500, 502])
def test_a_failed_status_is_a_coded_error(server: Server, code: int) -> None:
    server.routes["/a"] = status(code)
    assert code_of(lambda: get(server, "/a")) == f"status_{code}"


def test_a_refused_connection(server: Server) -> None:
    with serving() as other:
        free = other.port
    assert code_of(lambda: fetch(f"http://127.0.0.1:{free}/", options=options(server, ports=(free,)))) == "connect"


def test_busy_servers_are_asked_again(server: Server) -> None:
    answers = iter([status(503, **{"retry-after": "0"}), status(429, **{"retry-after": "0"}), page(b"at last")])

    async def route(writer: asyncio.StreamWriter) -> None:
        await next(answers)(writer)

    server.routes["/a"] = route
    assert get(server, "/a", retries=2).body == b"at last"


def test_a_server_that_asks_for_an_hour_is_not_waited_for(server: Server) -> None:
    server.routes["/a"] = status(503, **{"retry-after": "3600"})
    assert code_of(lambda: get(server, "/a", retries=2)) == "status_503"
    assert server.asked == ["/a"]


def test_robots_are_obeyed(server: Server) -> None:
    server.routes |= {"/robots.txt": page(b"User-agent: *\nDisallow: /private"), "/private": page(), "/open": page()}
    with Fetcher(options(server, robots=True)) as fetcher:
        assert fetcher.get(server.url("/open")).status == 200
        assert code_of(lambda: fetcher.get(server.url("/private"))) == "robots"
        fetcher.get(server.url("/open"))
    assert server.asked == ["/robots.txt", "/open", "/open"]


def test_robots_are_obeyed_after_a_redirect(server: Server) -> None:
    server.routes |= {"/robots.txt": page(b"User-agent: *\nDisallow: /private"), "/a": status(302, location="/private")}
    assert code_of(lambda: get(server, "/a", robots=True)) == "robots"


def test_no_robots_allow_all_and_failing_ones_allow_nothing(server: Server) -> None:
    server.routes["/a"] = page()
    assert get(server, "/a", robots=True).status == 200
    server.routes["/robots.txt"] = status(500)
    assert code_of(lambda: get(server, "/a", robots=True)) == "robots"


def test_one_host_is_not_hurried(server: Server) -> None:
    server.routes["/a"] = page()
    with Fetcher(options(server, delay=0.3)) as fetcher:
        start = time.monotonic()
        for _ in range(3):
            fetcher.get(server.url("/a"))
    assert time.monotonic() - start >= 0.6


def test_certificates_are_checked() -> None:
    authority, other = trustme.CA(), trustme.CA()
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("pages.example").configure_cert(served)
    with serving(served) as server:
        server.routes["/a"] = page(b"safe")
        trusted, foreign = ssl.create_default_context(), ssl.create_default_context()
        authority.configure_trust(trusted)
        other.configure_trust(foreign)
        answers = finding(*[["127.0.0.1"]] * 3)
        url = server.url("/a", "pages.example")
        with Fetcher(options(server), find=answers, verify=trusted) as fetcher:
            assert fetcher.get(url).body == b"safe"
            assert code_of(lambda: fetcher.get(server.url("/a", "wrong.example"))) == "tls"
        with Fetcher(options(server), find=answers, verify=foreign) as fetcher:
            assert code_of(lambda: fetcher.get(url)) == "tls"


def test_expired_certificates_are_refused() -> None:
    authority = trustme.CA()
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("pages.example", not_after=datetime(2020, 1, 1, tzinfo=UTC)).configure_cert(served)
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    with serving(served) as old, Fetcher(options(old), find=finding(["127.0.0.1"]), verify=trusted) as fetcher:
        assert code_of(lambda: fetcher.get(old.url("/a", "pages.example"))) == "tls"


@pytest.mark.parametrize("text", [b"User-agent: *\nDisallow: /", b"\xef\xbb\xbfUser-agent:*\r\nDisallow:/\r\n"])
def test_robots_that_forbid_everything(server: Server, text: bytes) -> None:
    server.routes |= {"/robots.txt": page(text), "/a": page()}
    assert code_of(lambda: get(server, "/a", robots=True)) == "robots"
    assert server.asked == ["/robots.txt"]


def test_endless_robots_end(server: Server) -> None:
    server.routes |= {"/robots.txt": drip(head(200), b"Disallow: /x\n" * 5000, 0), "/a": page()}
    start = time.monotonic()
    with pytest.raises(FetchError):
        get(server, "/a", robots=True, timeout=2)
    assert time.monotonic() - start < 6


def test_the_cache_answers_the_second_time(server: Server, tmp_path: Path) -> None:
    server.routes["/a"] = page(b"kept", **{"cache-control": "max-age=600"})
    first = get(server, "/a", cache=tmp_path)
    again = get(server, "/a", cache=tmp_path)
    assert (first.from_cache, again.from_cache) == (False, True)
    assert first.body == again.body == b"kept"
    assert server.asked == ["/a"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"timeout": 0},
        {"redirects": -1},
        {"private": ("nonsense",)},
        {"color": 1},
        {"user_agent": "a\nb"},
        {"delay": "x"},
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        FetchOptions.of(wrong)


STORY = b"<html><title>Ice</title><body><h1>Ice</h1>" + b"<p>The harbour froze over again on Sunday night.</p>" * 8


def test_extract_url(server: Server) -> None:
    server.routes["/a"] = page(STORY)
    doc = sectio.extract_url(server.url("/a"), fetch_options=options(server))
    assert doc.text.startswith("The harbour froze")
    assert doc.url == server.url("/a")


def test_extract_url_in_async_code(server: Server) -> None:
    server.routes["/a"] = page(STORY)
    doc = asyncio.run(sectio.aextract_url(server.url("/a"), fetch_options=options(server)))
    assert doc.text.startswith("The harbour froze")


def test_fetch_works_inside_a_running_event_loop(server: Server) -> None:
    """As in a notebook."""
    server.routes["/a"] = page(b"x")

    async def cell() -> bytes:
        return get(server, "/a").body

    assert asyncio.run(cell()) == b"x"
