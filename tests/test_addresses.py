"""Addresses that cannot be read, given by users and found on pages, cost nothing but themselves."""

import pytest

import sectio
from sectio.apps.server.trust import Trust
from sectio.bundle import Bundle
from sectio.compat import newspaper, trafilatura
from sectio.crawl.scope import Scope, plain
from sectio.output import WRITERS
from sectio.text.addresses import joined, split

WRONG = ["http://[::1", "//[", "http://a:99999/", "http://a:b/", "http://", "://", "http://a℀b/"]
LINKS = "".join(
    f'<p>Some words with <a href="{address}">a link</a> and <img src="{address}"> more.</p>' for address in WRONG
)
PAGE = f"""<html><head><base href="http://["><link rel=canonical href="http://["><title>T</title></head>
<body><h1><a href="http://[">Logo</a></h1><article>{LINKS}</article></body></html>"""


@pytest.mark.parametrize("url", [None, *WRONG])
def test_everything_is_read_and_written(url: str | None) -> None:
    doc = sectio.extract(PAGE, url=url)
    assert "Some words with a link" in doc.text
    assert all(WRITERS[style](doc) for style in WRITERS)
    sectio.page_type(PAGE, url=url)
    sectio.records(PAGE, url=url)
    assert trafilatura.extract(PAGE, url=url, with_metadata=True)
    article = newspaper.Article(url or "")
    article.download(input_html=PAGE)
    article.parse()
    assert Bundle.learn([PAGE] * 4, urls=[url] * 4).extract(PAGE, url=url).ok


@pytest.mark.parametrize("url", WRONG[:-2])
def test_crawls_and_servers_pass_them_by(url: str) -> None:
    assert url not in Scope("https://a.example/")
    assert isinstance(plain(url), str)
    assert not Trust(frozenset(("localhost",)), frozenset())._is_own(url, "localhost")


def test_addresses_that_can_be_read() -> None:
    assert split("https://a.example:8080/b?c").port == 8080
    assert joined("https://a.example/b/", "../c") == "https://a.example/c"
    assert joined("https://a.example/b/", "http://[") == "http://["
