"""Sites with several kinds of pages: learned apart, chosen by address and structure, saved and loaded, watched for drift."""

import json
import pickle
import zipfile
from functools import cache
from pathlib import Path

import pytest

import sectio
from sectio.bundle import Bundle
from sectio.drift import Watch
from sectio.errors import InputError, TemplateError
from sectio.lab.sitegen import generate_site
from sectio.sites.forest.feeds import FeedItem
from sectio.text.url_shapes import shape

HOST = "http://a.example"


@cache
def pages(theme: str, seed: int, count: int = 20) -> tuple[str, ...]:
    made = generate_site(seed, theme, pages=count, language="en", naming="semantic")
    return tuple(page.html for page in made.pages)


@cache
def bundle() -> Bundle:
    """A site of blog posts and wiki pages."""
    posts, entries = pages("blog", 5)[:12], pages("wiki", 6)[:12]
    urls = [f"{HOST}/blog/{n}" for n in range(12)] + [f"{HOST}/wiki/some-entry-{n}" for n in range(12)]
    return Bundle.learn([*posts, *entries], urls=urls, host="a.example")


def test_each_kind_gets_a_template_of_its_own() -> None:
    found = bundle()
    assert sorted(kind.shapes[0] for kind in found.kinds) == ["/blog/#", "/wiki/*"]
    assert all(kind.pages >= 10 and kind.coverage > 0.7 for kind in found.kinds)
    assert {one.kind for one in found.samples} >= {kind.id for kind in found.kinds}


def test_a_page_is_extracted_with_the_template_of_its_kind() -> None:
    for theme, seed, url in (("blog", 5, "/blog/99"), ("wiki", 6, "/wiki/x-y")):
        page = pages(theme, seed)[15]
        kind, coverage = bundle().choose(page, url=HOST + url)
        assert kind is not None
        assert shape(HOST + url) in kind.shapes
        assert coverage > 0.7
        doc = bundle().extract(page, url=HOST + url)
        assert doc.text == sectio.extract(page, url=HOST + url, template=kind.site).text
        assert doc == sectio.extract(page, url=HOST + url, template=bundle())


def test_the_address_is_a_hint_and_structure_decides() -> None:
    kind, _ = bundle().choose(pages("wiki", 6)[15], url=f"{HOST}/blog/7")
    assert kind is not None
    assert kind.shapes == ("/wiki/*",)


def test_a_foreign_page_is_done_page_by_page_with_a_warning() -> None:
    page = "<body><main><h1>Ice</h1>" + "<p>The harbour froze over again on Sunday night.</p>" * 9
    doc = bundle().extract(page)
    assert doc.text == sectio.extract(page).text
    assert "no_template_match" in doc.warnings
    site = bundle().kinds[0].site
    alone = sectio.extract(page, template=site)
    assert alone.text == doc.text
    assert "no_template_match" in alone.warnings
    assert "no_template_match" not in sectio.extract(pages("blog", 5)[13], template=bundle()).warnings


@pytest.mark.parametrize("name", ["a.site", "folder/"])
def test_a_bundle_is_the_same_after_saving(name: str, tmp_path: Path) -> None:
    path = f"{tmp_path}/{name}"
    bundle().save(path)
    again = sectio.load(path)
    assert isinstance(again, Bundle)
    assert [kind.describe() for kind in again.kinds] == [kind.describe() for kind in bundle().kinds]
    assert again.samples == bundle().samples
    page = pages("blog", 5)[14]
    assert again.extract(page) == bundle().extract(page)


def test_saved_twice_the_bytes_are_the_same(tmp_path: Path) -> None:
    for name in ("one.site", "two.site"):
        bundle().save(tmp_path / name)
    assert (tmp_path / "one.site").read_bytes() == (tmp_path / "two.site").read_bytes()


def test_a_bundle_is_updated_kind_by_kind() -> None:
    more = bundle().update(pages("blog", 5)[12:15])
    before, after = ({kind.shapes[0]: kind.pages for kind in one.kinds} for one in (bundle(), more))
    assert after["/blog/#"] == before["/blog/#"] + 3
    assert after["/wiki/*"] == before["/wiki/*"]


def test_a_template_site_with_a_matched_page_can_be_pickled() -> None:
    """Worker processes get the site after pages were matched with it."""
    site = bundle().kinds[0].site
    site.match(pages("blog", 5)[0])
    page = pages("blog", 5)[16]
    assert sectio.extract(page, template=pickle.loads(pickle.dumps(site))) == sectio.extract(page, template=site)


def test_pages_and_addresses_have_to_be_as_many() -> None:
    with pytest.raises(InputError, match="2 pages but 1 addresses"):
        Bundle.learn(["<p>a", "<p>b"], urls=["http://a/"])


def test_too_few_pages_give_no_kind() -> None:
    assert Bundle.learn(["<p>a", "<p>b"]).kinds == ()


def _broken(tmp_path: Path, change: dict[str, bytes | None]) -> Path:
    """A bundle with some of its files changed, or gone."""
    bundle().save(tmp_path / "good.site")
    with zipfile.ZipFile(tmp_path / "good.site") as good, zipfile.ZipFile(tmp_path / "bad.site", "w") as bad:
        for name in good.namelist():
            data = change.get(name, good.read(name))
            if data is not None:
                bad.writestr(name, data)
    return tmp_path / "bad.site"


@pytest.mark.parametrize(
    "change",
    [
        {"site.json": None},
        {"site.json": b"{"},
        {"site.json": b"[]"},
        {"site.json": json.dumps({"schema": "other/1"}).encode()},
        {"site.json": json.dumps({"schema": "sectio-site/1", "host": "a", "kinds": [{}]}).encode()},
        {"site.json": json.dumps({"schema": "sectio-site/1", "host": "a", "kinds": 5}).encode()},
        {"models/1.json": None},
        {"models/1.json": b'{"schema": "sectio-site/1"}'},
        {"models/1.json": b"\xff\xfe"},
        {"samples.jsonl": b"{}\n"},
        {"samples.jsonl": b'{"digest": "x", "other": 1}'},
    ],
)
def test_damaged_bundles_are_template_errors(change: dict[str, bytes | None], tmp_path: Path) -> None:
    with pytest.raises(TemplateError):
        sectio.load(_broken(tmp_path, change))


def test_bundles_that_inflate_too_far_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.site", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("site.json", b" " * 201_000_000)
    with pytest.raises(TemplateError, match="is not a bundle"):
        sectio.load(tmp_path / "bomb.site")


def test_a_cut_off_bundle_is_a_template_error(tmp_path: Path) -> None:
    bundle().save(tmp_path / "a.site")
    data = (tmp_path / "a.site").read_bytes()
    (tmp_path / "cut.site").write_bytes(data[: len(data) // 2])
    with pytest.raises(TemplateError):
        sectio.load(tmp_path / "cut.site")


def test_a_watch_rises_with_poor_pages_and_falls_again() -> None:
    watch = Watch()
    for _ in range(4):
        watch = watch.after(0.2, 0.9)
    assert watch.status == "watch"
    for _ in range(4):
        watch = watch.after(0.2, 0.9)
    assert (watch.status, watch.seen) == ("drifted", 8)
    for _ in range(10):
        watch = watch.after(0.95, 0.9)
    assert watch.status == "fits"


def test_one_poor_page_in_ten_is_no_drift() -> None:
    watch, worst = Watch(), 0.0
    for n in range(500):
        watch = watch.after(0.1 if n % 10 == 0 else 0.95, 0.9)
        worst = max(worst, watch.poor)
        assert watch.status == "fits"
    assert 0 < worst < 0.45


def test_a_changed_theme_is_noticed_for_its_kind_alone() -> None:
    redesigned = pages("newspaper", 77, 12)
    new = [(f"{HOST}/blog/{n}", sectio.parse_page(page)) for n, page in enumerate(redesigned)]
    new += [(f"{HOST}/wiki/e-{n}", sectio.parse_page(page)) for n, page in enumerate(pages("wiki", 6)[12:])]
    after, seen = bundle().watched(new)
    assert len(seen) == len(new)
    assert [kind.shapes[0] for kind in after.drifted] == ["/blog/#"]
    assert bundle().drifted == ()


# Feeds

LINES = "<p>The harbour froze over again on Sunday night, and nobody could say when the ferry would go.</p>" * 6


def fed(title: str = "Ice returns", date: str = "Mon, 04 Mar 2019 08:00:00 +0000") -> Bundle:
    """A bundle that knows nothing but what the feed says about one page."""
    return Bundle("a.example", (), items=(FeedItem(title=title, link=f"{HOST}/ice", date=date),))


def test_the_feed_gives_the_day_where_the_page_states_none() -> None:
    doc = sectio.extract(f"<body><h1>Ice returns</h1>{LINES}", url=f"{HOST}/ice", template=fed())
    assert (doc.metadata.date.value, doc.metadata.date.source) == ("2019-03-04", "feed")
    assert (doc.title, doc.metadata.title.source, doc.metadata.title.confidence) == ("Ice returns", "text", 0.95)
    stated = '<meta property="article:published_time" content="2018-01-02">'
    doc = sectio.extract(f"{stated}<body><h1>Ice returns</h1>{LINES}", url=f"{HOST}/ice", template=fed())
    assert (doc.metadata.date.value, doc.metadata.date.source) == ("2018-01-02", "og")
    other = sectio.extract(f"<body><h1>Wind</h1>{LINES}", url=f"{HOST}/wind", template=fed())
    assert other.date is None


def test_the_feed_gives_the_title_where_the_page_shows_it() -> None:
    page = f"<body><div><b>Weather: Ice returns</b></div>{LINES}"
    assert sectio.extract(page, url=f"{HOST}/ice", template=fed()).metadata.title.source == "feed"
    kicker = f"<body><h1>Weather Ice returns</h1>{LINES}"
    assert sectio.extract(kicker, url=f"{HOST}/ice", template=fed()).title == "Ice returns"
    # A feed of changes is not about titles.
    changes = fed(title="page moved; typos")
    assert sectio.extract(kicker, url=f"{HOST}/ice", template=changes).title == "Weather Ice returns"


def test_a_bundle_with_a_feed_learns_by_it_and_keeps_it(tmp_path: Path) -> None:
    made = generate_site(4, "newspaper", pages=16, language="en", naming="semantic")
    assert made.feed
    found = Bundle.learn(
        [page.html for page in made.pages],
        urls=[page.url for page in made.pages],
        method="forest-feed",
        feed=made.feed,
    )
    assert found.method == "forest-feed"
    assert "feed_miss" not in found.warnings
    found.save(tmp_path / "a.site")
    again = sectio.load(tmp_path / "a.site")
    assert isinstance(again, Bundle)
    assert again.items == found.items
    page = next(page for page in made.pages if page.kind == "article")
    doc = again.extract(page.html, url=page.url)
    assert (doc.method, doc.date) == ("forest-feed", page.date)
    assert doc.text == sectio.extract(page.html, url=page.url, template=found.kinds[0].site).text
