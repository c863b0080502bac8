"""`sectio site` on a generated site served on loopback: learned by address, checked, updated, shown."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import sectio
from sectio.apps.cli import cli
from sectio.apps.cli.site_outline import outline
from sectio.bundle import Bundle
from sectio.lab.sitegen import generate_site
from sectio.warc import response, write_record
from tests.fetch.server import Server, page, serving


@cache
def made(theme: str, seed: int) -> tuple[str, ...]:
    found = generate_site(seed, theme, pages=16, language="en", naming="semantic")
    return tuple(one.html for one in found.pages)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        serve(found, {"blog": made("blog", 5), "wiki": made("wiki", 6)})
        yield found


def serve(server: Server, kinds: dict[str, tuple[str, ...]]) -> None:
    """Pages of several kinds, all linked from the first."""
    links = [f"/{kind}/{n}" for kind, pages in kinds.items() for n in range(len(pages))]
    server.routes["/"] = page("".join(f'<a href="{link}">{link}</a> ' for link in links).encode())
    for kind, pages in kinds.items():
        for n, text in enumerate(pages):
            server.routes[f"/{kind}/{n}"] = page(text.encode(), etag=f'"{hash(text)}"')


def run(server: Server, *arguments: str) -> Result:
    allowed = ("--allow-private", "127.0.0.1/32", "--port", str(server.port), "--delay", "0", "--retries", "0")
    fetches = arguments[0] not in ("learn", "show")
    return CliRunner().invoke(cli, ["site", *arguments, *(allowed if fetches else ())], standalone_mode=False)


def test_a_site_is_learned_by_its_address(server: Server, tmp_path: Path) -> None:
    bundle = tmp_path / "a.site"
    found = run(server, server.url("/"), "-o", str(bundle), "--warc", str(tmp_path / "a.warc.gz"))
    assert found.return_value == 0, found.output
    learned = sectio.load(bundle)
    assert isinstance(learned, Bundle)
    assert sorted(kind.shapes[0] for kind in learned.kinds) == ["/blog/#", "/wiki/#"]
    assert len(server.asked) == len(set(server.asked))
    again = run(server, server.url("/"), "-o", str(bundle))
    assert isinstance(again.exception, Exception)
    assert "--resume" in str(again.exception)
    # The WARC file teaches the same.
    assert run(server, "learn", str(tmp_path / "a.warc.gz"), "-o", str(tmp_path / "b.site")).return_value == 0
    assert [kind.shapes for kind in Bundle.load(tmp_path / "b.site").kinds] == [kind.shapes for kind in learned.kinds]


def test_a_site_is_learned_by_its_feed(server: Server, tmp_path: Path) -> None:
    """The first page names the feed; the feed gives FOREST its keywords, and pages their titles and dates."""
    found = generate_site(4, "newspaper", pages=16, language="en", naming="semantic")
    own = found.pages[0].url.split("/")[2]
    here = server.url("/").rstrip("/")
    paths = {one.url.removeprefix(f"https://{own}"): one for one in found.pages}
    links = "".join(f'<a href="{path}">{path}</a>' for path in paths)
    server.routes["/"] = page(f'<link rel=alternate type="application/rss+xml" href="/feed.xml">{links}'.encode())
    server.routes["/feed.xml"] = page((found.feed or "").replace(f"https://{own}", here).encode())
    for path, one in paths.items():
        server.routes[path.split("?")[0]] = page(one.html.encode())
    bundle = str(tmp_path / "a.site")
    assert run(server, server.url("/"), "-o", bundle, "--method", "forest-feed").return_value == 0
    learned = Bundle.load(bundle)
    assert (learned.feed, learned.method) == (server.url("/feed.xml"), "forest-feed")
    assert {item.link.removeprefix(here) for item in learned.items} <= set(paths)
    dated = next(one for path, one in paths.items() if one.kind == "article")
    address = dated.url.replace(f"https://{own}", here)
    doc = sectio.extract(dated.html.replace(dated.date or "", ""), url=address, template=learned)
    assert doc.date == dated.date
    assert server.asked.count("/feed.xml") == 1
    assert run(server, "update", bundle).return_value == 0
    assert server.asked.count("/feed.xml") == 2


def test_check_sees_a_redesign_and_update_learns_it(server: Server, tmp_path: Path) -> None:
    bundle = tmp_path / "a.site"
    run(server, server.url("/"), "-o", str(bundle))
    assert run(server, "check", str(bundle)).return_value == 0
    unchanged = run(server, "update", str(bundle))
    assert unchanged.return_value == 0
    assert "0 pages changed" in unchanged.output
    serve(server, {"blog": made("newspaper", 77), "wiki": made("wiki", 6)})
    drifted = run(server, "check", str(bundle))
    assert drifted.return_value == 1
    assert "drifted" in drifted.output
    assert any(event["what"] == "drifted" for event in Bundle.load(bundle).history)
    assert run(server, "update", str(bundle)).return_value == 0
    assert Path(f"{bundle}.old").exists()
    assert run(server, "check", str(bundle)).return_value == 0
    assert "update" in CliRunner().invoke(cli, ["site", "show", str(bundle)]).output


def test_learn_and_check_take_saved_pages(server: Server, tmp_path: Path) -> None:
    for n, text in enumerate(made("wiki", 6)):
        (tmp_path / f"{n:02}.html").write_text(text, encoding="utf-8")
    bundle = str(tmp_path / "saved.site")
    assert run(server, "learn", str(tmp_path), "-o", bundle).return_value == 0
    assert run(server, "check", bundle, str(tmp_path)).return_value == 0


def test_show_is_readable_json_and_a_page(server: Server, tmp_path: Path) -> None:
    bundle = str(tmp_path / "a.site")
    run(server, server.url("/"), "-o", bundle)
    shown = run(server, "show", bundle).output
    assert "/blog/#" in shown
    assert "template   " in shown
    record = json.loads(run(server, "show", bundle, "-f", "json").output)
    assert {kind["status"] for kind in record["kinds"]} == {"fits"}
    picture = run(server, "show", bundle, "-f", "html").output
    assert picture.count("<section>") == 2
    assert "default-src 'none'" in picture


def test_show_draws_the_kinds(server: Server, tmp_path: Path) -> None:
    """A well-formed picture with a row for each kind; a name cannot break out of it."""
    bundle = tmp_path / "a.site"
    run(server, server.url("/"), "-o", str(bundle))
    learned = Bundle.load(bundle)
    kind = replace(learned.kinds[0], name="</text><script>alert(1)</script>")
    replace(learned, host="<b>", kinds=(kind, *learned.kinds[1:])).save(bundle)
    drawn = ElementTree.fromstring(run(server, "show", str(bundle), "-f", "svg").output)
    assert sum(one.tag.endswith("circle") for one in drawn.iter()) == 2
    assert not [one for one in drawn.iter() if one.tag.endswith("script")]
    assert "<script" not in run(server, "show", str(bundle), "-f", "html").output


def test_an_outline_is_the_top_of_a_template() -> None:
    pattern = "body( (div.ad(p(#text)))? ul((li(a(#text)))*) main( article(div(b)) ) (nav(p)|aside) )"
    assert outline(pattern) == [
        "body", "  div.ad (may be missing)", "    p", "  ul", "    li (repeats)", "  main", "    article",
        "  nav (or another)", "    p", "  aside",
    ]  # fmt: skip
    assert outline("body(" + " ".join(["p"] * 50) + ")")[-1] == "…"
    assert outline(")))((|?*") == []


def test_a_foreign_page_is_told_and_match_exits_with_1(server: Server, tmp_path: Path) -> None:
    bundle = f"{tmp_path}/folder/"
    run(server, server.url("/"), "-o", bundle)
    foreign, own = tmp_path / "foreign.html", tmp_path / "own.html"
    foreign.write_text("<body><main><h1>Ice</h1>" + "<p>The harbour froze over again on Sunday night.</p>" * 9)
    own.write_text(made("wiki", 6)[0], encoding="utf-8")
    done = {
        path: [
            CliRunner().invoke(cli, [*command, bundle, str(path)], standalone_mode=False)
            for command in (["match"], ["extract", "--template"])
        ]
        for path in (foreign, own)
    }
    assert [one.return_value for one in done[foreign]] == [1, 0]
    assert [one.return_value for one in done[own]] == [0, 0]
    assert "fits no template" in done[foreign][1].stderr
    assert done[own][1].stderr == ""


def test_nothing_to_fetch_is_exit_4(server: Server, tmp_path: Path) -> None:
    server.routes["/robots.txt"] = page(b"User-agent: *\nDisallow: /")
    found = run(server, server.url("/"), "-o", str(tmp_path / "a.site"))
    assert getattr(found.exception, "code", None) == "robots"


def test_update_needs_the_crawl(server: Server, tmp_path: Path) -> None:
    with open(tmp_path / "a.warc.gz", "wb") as file:
        for n, text in enumerate(made("wiki", 6)):
            write_record(file, response(f"http://a.example/{n}", text.encode()))
    bundle = str(tmp_path / "a.site")
    run(server, "learn", str(tmp_path / "a.warc.gz"), "-o", bundle)
    assert "is missing" in str(run(server, "update", bundle).exception)


def test_extract_takes_addresses_beside_files(server: Server, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(made("wiki", 6)[0], encoding="utf-8")
    inputs = [str(tmp_path / "a.html"), server.url("/wiki/0"), server.url("/nowhere"), server.url("/wiki/1")]
    allowed = ["--allow-private", "127.0.0.1/32", "--port", str(server.port), "--delay", "0", "--retries", "0"]
    found = CliRunner().invoke(cli, ["extract", *inputs, "-f", "jsonl", *allowed], standalone_mode=False)
    records = [json.loads(line) for line in found.stdout.splitlines()]
    assert [record["source"] for record in records] == inputs
    assert [record["ok"] for record in records] == [True, True, False, True]
    assert records[2]["error"]["code"] == "status_404"
    assert records[0]["text"] == records[1]["text"]
    assert records[1]["url"] == server.url("/wiki/0")
    assert found.return_value == 1


def test_one_address_that_cannot_be_fetched_is_exit_4(server: Server) -> None:
    found = CliRunner().invoke(cli, ["extract", server.url("/wiki/0"), "--retries", "0"], standalone_mode=False)
    assert found.return_value == 4
    assert "port" in found.stderr
