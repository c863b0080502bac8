"""Readers find every layout, and damage costs one page and one line, never the run."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.errors import InputError
from sectio.lab.datasets import GoldPage, folds, load, registered_domain, sample, split_site, split_sites
from sectio.lab.datasets.gold import corpus_digest
from sectio.lab.sitegen import generate_sites
from sectio.lab.sitegen.write import write_site as write_generated
from tests.lab.corpora import (
    gold_text,
    pack_site,
    write_folder,
    write_json,
    write_site,
    write_snippets,
    write_wcxb,
)


def page(name: str, site: str = "") -> GoldPage:
    return GoldPage(id=name, load=bytes, site=site, text="x")


def test_wcxb(tmp_path: Path) -> None:
    """Gold text, type, snippets and domain arrive; the bytes are unzipped."""
    (data,) = load(write_wcxb(tmp_path / "pages"))
    assert (data.name, data.layout, len(data.pages), data.problems) == ("pages", "wcxb", 4, ())
    first = data.pages[0]
    assert first.page_type == "article"
    assert first.site == "example.co.uk"
    assert first.text is not None
    assert first.text.startswith("The harbour")
    assert first.with_ == ("The harbour lay quiet",)
    assert first.without == ("News archive",)
    assert first.html.startswith(b"<!doctype html>")


def test_snippets(tmp_path: Path) -> None:
    """Snippet pages have no gold text but strings and metadata."""
    (data,) = load(write_snippets(tmp_path))
    assert data.layout == "snippets"
    assert [page.text for page in data.pages] == [None] * 3
    assert data.pages[0].usable
    assert data.pages[0].extra == {"tags": ["sea"]}


def test_records(tmp_path: Path) -> None:
    """One line of gold.jsonl per page, in a folder of data sets; damage costs one line each."""
    root = tmp_path / "more" / "news"
    (root / "pages").mkdir(parents=True)
    (root / "pages" / "a.html").write_text("<p>The harbour lay quiet.</p>", encoding="utf-8")
    lines = (
        '{"id": "a", "file": "pages/a.html", "host": "www.example.co.uk", "text": "The harbour", "language": "en"}',
        '{"id": "b", "file": "pages/b.html", "text": "x"}',
        "not JSON",
        "",
        '{"id": "c", "file": "pages/a.html", "with": ["quiet"], "page_type": "recipe"}',
        '{"id": "d", "file": "pages/a.html"}',
    )
    (root / "gold.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (data,) = load(tmp_path)
    assert (data.name, data.layout, [page.id for page in data.pages]) == ("news", "records", ["a", "c"])
    first, second = data.pages
    assert (first.site, first.text, first.extra["language"]) == ("example.co.uk", "The harbour", "en")
    assert (second.text, second.with_, second.page_type) == (None, ("quiet",), "recipe")
    assert [problem.partition(":")[0] for problem in data.problems] == ["b", "gold.jsonl, line 3", "d"]


@pytest.mark.parametrize("packed", [True, False])
def test_sites_packed_or_not(tmp_path: Path, packed: bool) -> None:
    """A tar and a folder read the same, feed and generator's keys included."""
    site = write_site(tmp_path / "harbour")
    if packed:
        pack_site(site)
        shutil.rmtree(site)
    (data,) = load(tmp_path)
    assert data.layout == "sites"
    assert list(data.by_site) == ["harbour"]
    first = data.pages[0]
    assert first.id == "harbour/000"
    assert first.noise_lines[0] == "Home"
    assert first.extra["sd_type"] == "article"
    assert first.extra["kind"] == "blog"
    assert b"Boat 0" in first.html
    assert data.feeds["harbour"]().startswith(b"<rss")


def test_generated_sites_are_a_layout_too(tmp_path: Path) -> None:
    """What the site generator writes is read with its labels, types and comments."""
    (site,) = generate_sites(1, 1, 4)
    write_generated(site, tmp_path)
    (data,) = load(tmp_path)
    assert data.layout == "sites"
    assert [page.text for page in data.pages] == [page.text for page in site.pages]
    assert data.pages[0].html == site.pages[0].html.encode()
    assert {"leaves", "sd_type", "kind", "comments"} <= set(data.pages[0].extra)


def test_a_site_both_packed_and_unpacked_counts_once(tmp_path: Path) -> None:
    """Otherwise every page of it would count double."""
    pack_site(write_site(tmp_path / "harbour"))
    assert len(load(tmp_path)[0].pages) == 6


def test_single_site_folder_and_file(tmp_path: Path) -> None:
    """One site may be given directly."""
    site = write_site(tmp_path / "harbour")
    assert load(site)[0].name == "harbour"
    assert len(load(pack_site(site))[0].pages) == 6


def test_plain_folder(tmp_path: Path) -> None:
    """NAME.html and NAME.txt; a page without text and a text without page are named."""
    root = write_folder(tmp_path / "mine")
    (root / "lonely.html").write_text("<p>x")
    (root / "orphan.txt").write_text("x")
    (data,) = load(root)
    assert [page.id for page in data.pages] == ["page0", "page1"]
    assert data.pages[1].text == gold_text("Only 1.")
    assert data.problems == ("orphan: gold without a page", "lonely: page without gold")


def test_folder_of_data_sets(tmp_path: Path) -> None:
    """Each data set inside is read by its own layout."""
    write_wcxb(tmp_path / "b")
    write_snippets(tmp_path / "a")
    write_site(tmp_path / "c" / "harbour")
    assert [(data.name, data.layout) for data in load(tmp_path)] == [
        ("a", "snippets"),
        ("b", "wcxb"),
        ("c", "sites"),
    ]


def test_nothing_to_read(tmp_path: Path) -> None:
    """A clear error says what was expected."""
    with pytest.raises(InputError, match="no data set here"):
        load(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        load(tmp_path / "gone")


def test_damage_is_counted(tmp_path: Path) -> None:
    """Empty gold, broken gold, a missing page, a damaged page: a line each, the rest is read."""
    root = write_wcxb(tmp_path, 5)
    write_json(root / "ground-truth" / "0000.json", {"url": "x", "ground_truth": {"main_content": "  "}})
    (root / "ground-truth" / "0001.json").write_text("{")
    (root / "html" / "0002.html.gz").unlink()
    (root / "html" / "0003.html.gz").write_bytes(b"\x1f\x8b\x08 no gzip")
    (data,) = load(root)
    assert [page.id for page in data.pages] == ["0003", "0004"]
    assert [problem.partition(":")[0] for problem in data.problems] == ["0001.json", "0002", "0000"]
    with pytest.raises(OSError, match="gzip"):
        _ = data.pages[0].html


def test_damaged_tar_is_counted(tmp_path: Path) -> None:
    """One bad archive does not hide the other sites."""
    write_site(tmp_path / "harbour")
    (tmp_path / "bad.tar.gz").write_bytes(b"\x1f\x8b\x08\x00 no tar")
    (data,) = load(tmp_path)
    assert list(data.by_site) == ["harbour"]
    assert data.problems[0].startswith("bad: cannot be read")


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("http://a.b.example.com:8080/x", "example.com"),
        ("https://someone.github.io/", "someone.github.io"),
        ("http://192.168.0.1/a", "192.168.0.1"),
        ("http://[::1]/a", "::1"),
        ("example.org/path", "example.org"),
        ("https://t.co/x", "t.co"),
        ("http://[broken", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_registered_domain(url: str | None, domain: str) -> None:
    """Pages of one owner get one name; odd addresses do not raise."""
    assert registered_domain(url) == domain


@given(st.lists(st.integers(0, 8), max_size=40), st.integers(2, 5), st.integers(0, 3))
def test_folds_partition_and_keep_domains_together(sites: list[int], k: int, seed: int) -> None:
    """Each page is tested once, and neither it nor its domain is learned from in the same split."""
    pages = [page(str(n), f"site{site}") for n, site in enumerate(sites)]
    splits = folds(pages, k, seed=seed)
    assert sorted(p.id for split in splits for p in split.test) == sorted(p.id for p in pages)
    for split in splits:
        assert not {p.site for p in split.learn} & {p.site for p in split.test}
        assert len(split.learn) + len(split.test) == len(pages)


def test_folds_are_even_and_deterministic() -> None:
    """A hundred single-page domains make five folds of twenty, the same twice, whatever the order."""
    pages = [page(str(n), f"site{n}") for n in range(100)]
    assert [len(split.test) for split in folds(pages)] == [20] * 5
    ids = [{p.id for p in split.test} for split in folds(pages)]
    assert ids == [{p.id for p in split.test} for split in folds(pages[::-1])]
    with pytest.raises(ValueError, match="2 folds"):
        folds(pages, 1)


def test_site_split() -> None:
    """15 + 65 as in the paper; a small site keeps at least half for testing."""
    pages = [page(f"{n:03}", "s") for n in range(90)]
    split = split_site(pages)
    assert (len(split.learn), len(split.test)) == (15, 65)
    assert split.test[0].id == "015"
    assert [len(part) for part in split_site(pages[:5])] == [2, 3]


def test_split_sites(tmp_path: Path) -> None:
    """Every site is split by itself."""
    write_site(tmp_path / "a", 4)
    write_site(tmp_path / "b", 6)
    splits = split_sites(load(tmp_path)[0])
    assert {site: len(split.test) for site, split in splits.items()} == {"a": 2, "b": 3}


def test_samples_nest() -> None:
    """A larger limit only adds pages, so quick runs look at a part of the long one."""
    pages = [page(str(n)) for n in range(50)]
    small, large = sample(pages, 10), sample(pages, 20)
    assert {p.id for p in small} < {p.id for p in large}
    assert [int(p.id) for p in large] == sorted(int(p.id) for p in large)
    assert len(sample(pages, None)) == len(sample(pages, 99)) == 50


def test_corpus_digest_does_not_see_packing(tmp_path: Path) -> None:
    """Packed and unpacked are the same corpus; changed gold is another."""
    site = write_site(tmp_path / "x" / "harbour")
    before = corpus_digest(list(load(site.parent)[0].pages))
    packed = pack_site(site)
    assert corpus_digest(list(load(packed)[0].pages)) == before
    write_json(site / "gold" / "000.json", {"main_text": "other"})
    assert corpus_digest(list(load(site)[0].pages)) != before
