"""The runner: every system on every page, counted failures, cached results, learning on other pages."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from sectio import api
from sectio.lab import peers
from sectio.lab.baselines import largest_element, random_blocks
from sectio.lab.datasets import load
from sectio.lab.evaluate.cache import Cache, cache_key
from sectio.lab.evaluate.run import Run, evaluate
from sectio.lab.evaluate.scoring import Measurement, failure, reference
from sectio.lab.evaluate.systems import all_methods, choose, installed_peers
from tests.lab.corpora import MENU, PARAGRAPHS, article, write_site, write_wcxb


def run_on(root: Path, *names: str, peer_names: tuple[str, ...] = (), cache: Cache | None = None) -> Run:
    (dataset,) = load(root)
    systems, _ = choose(names, peer_names, sites=dataset.layout == "sites")
    return evaluate(dataset, systems, cache=cache, workers=1)


def scores(run: Run) -> dict[str, list[tuple[float, ...]]]:
    return {name: [found[:7] for found in column if found] for name, column in run.results.items()}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_wcxb(tmp_path / "pages")


def test_body_has_everything_and_baselines_are_always_there(corpus: Path) -> None:
    """All visible text recalls all of the gold; every table has the three trivial baselines."""
    run = run_on(corpus)
    assert list(run.results) == ["body", "largest-element", "random-blocks"]
    for found in run.results["body"]:
        assert found is not None
        assert found.error is None
        assert found.recall == 1
        assert 0.5 < found.precision < 1
        assert (found.hits, found.false_alarms, found.misses) == (1, 1, 0)
        assert found.ms is not None
        assert found.ms > 0


def test_methods_have_metadata_scores(corpus: Path) -> None:
    """The gold of these pages has a title and nothing else; baselines that give only text have no scores."""
    run = run_on(corpus, "body", "coreex")
    assert [found and found.fields for found in run.results["coreex"]] == [{"title": True}] * 4
    assert {found and found.fields for found in run.results["random-blocks"]} == {None}


def test_runs_repeat(corpus: Path) -> None:
    """The same pages and code give the same scores, in parallel too."""
    (dataset,) = load(corpus)
    systems, _ = choose(all_methods(sites=False), [], sites=False)
    one, two = (evaluate(dataset, systems, workers=workers) for workers in (1, 2))
    assert scores(one) == scores(two)


def test_results_are_cached_per_page_and_system(corpus: Path, tmp_path: Path) -> None:
    """The second run measures nothing; a changed gold text is measured again."""
    with closing(Cache(tmp_path / "kept")) as cache:
        first = run_on(corpus, cache=cache)
    with closing(Cache(tmp_path / "kept")) as cache:
        again = run_on(corpus, cache=cache)
        assert (first.cached, again.cached) == (0, 12)
        assert first.results == again.results
        gold = corpus / "ground-truth" / "0000.json"
        gold.write_text(gold.read_text().replace("gulls", "larks"))
        assert run_on(corpus, cache=cache).cached == 9


def test_a_cache_that_cannot_be_used_is_no_error(corpus: Path, tmp_path: Path) -> None:
    """A damaged file or a folder that is none costs the cache, not the run."""
    (tmp_path / "file").write_text("")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "evaluate.sqlite").write_text("this is no data base, but long enough to look at")
    for folder in (tmp_path / "file", tmp_path / "bad"):
        cache = Cache(folder)
        cache.put("key", Measurement())
        assert cache.get("key") is None
        assert "cannot be used" in (cache.problem or "")
    assert cache_key("a", "b") != cache_key("ab", "")


def test_unreadable_pages_are_set_aside(corpus: Path) -> None:
    """One damaged page leaves the others, in order."""
    (corpus / "html" / "0001.html.gz").write_bytes(b"nothing")
    run = run_on(corpus)
    assert [page.id for page in run.pages] == ["0000", "0002", "0003"]
    assert run.problems[0].startswith("0001: cannot be read")


def test_sites_are_tested_on_pages_nobody_learnt_from(tmp_path: Path) -> None:
    """Of six pages three are kept for learning, for every system alike."""
    write_site(tmp_path / "harbour")
    run = run_on(tmp_path)
    assert [page.id for page in run.pages] == ["harbour/003", "harbour/004", "harbour/005"]


def test_site_methods_learn_and_extract(tmp_path: Path) -> None:
    """A site model is learned in one process, saved, and used in another."""
    write_site(tmp_path / "harbour", 12)
    run = run_on(tmp_path, "template")
    assert [found.error for found in run.results["template"] if found] == [None] * 6
    assert run.learn_ms["template"][0] > 0


def test_methods_that_need_a_feed_skip_sites_without(tmp_path: Path) -> None:
    """No feed, no row entry: that is not a failure of the method."""
    site = write_site(tmp_path / "harbour")
    (site / "feed.xml").unlink()
    assert run_on(tmp_path, "forest-feed").results["forest-feed"] == [None] * 3


def test_names_are_checked() -> None:
    """An unknown name lists the known ones; a site method on single pages is left out with a line."""
    with pytest.raises(ValueError, match="no method 'nonsense'; choose from"):
        choose(["nonsense"], [], sites=False)
    with pytest.raises(ValueError, match="no peer 'nonsense'; choose from trafilatura"):
        choose([], ["nonsense"], sites=False)
    learning = [name for name, method in api.methods().items() if method.needs_site]
    systems, lines = choose(learning, [], sites=False)
    assert all(system.baseline for system in systems)
    assert len(lines) == len(learning)


def test_missing_peers_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that is not installed is one line with what to install."""
    peer = peers.Peer("surely-not-installed-anywhere", lambda: lambda html, url: "", "")
    monkeypatch.setitem(peers.PEERS, "ghost", peer)
    _, lines = choose([], ["ghost"], sites=False)
    assert lines == [
        "ghost: surely-not-installed-anywhere is not installed; install it with: pip install 'sectio[eval]'"
    ]


def test_every_peer_finds_the_article(corpus: Path) -> None:
    """Each installed peer, in its worker, keeps the paragraphs; none fails on a plain page."""
    (dataset,) = load(corpus)
    systems, _ = choose([], installed_peers(), sites=False)
    run = evaluate(dataset, systems, limit=1, workers=1)
    found = {name: column[0] for name, column in run.results.items() if name in peers.PEERS}
    assert len(found) == len(installed_peers())
    for name, one in found.items():
        assert one is not None, name
        assert one.error is None, name
        assert one.recall > 0.9, name


def test_a_failure_misses_every_wanted_string(corpus: Path) -> None:
    """A failing system has scores of 0 and all snippets missed, and no false alarms."""
    gold = reference(load(corpus)[0].pages[0])
    assert failure("timeout", gold, 20_000.0) == Measurement(misses=1, ms=20_000.0, error="timeout")


def test_largest_element_is_the_article() -> None:
    """The parent of the paragraphs holds more text than any single block, and the menu is not in it."""
    text = largest_element(article().encode())
    assert PARAGRAPHS[0] in text
    assert MENU[1] not in text


def test_random_blocks_are_seeded() -> None:
    """The same page and seed give the same blocks; other seeds give others, in document order."""
    html = article().encode()
    assert random_blocks(html) == random_blocks(html)
    assert len({random_blocks(html, seed=seed) for seed in range(8)}) > 3
    assert random_blocks(html, share=0.0) == ""


@pytest.mark.parametrize("run", [largest_element, random_blocks])
@pytest.mark.parametrize("html", [b"", b"\x00\xff", b"<p>", b"<body><div></div></body>"])
def test_baselines_on_empty_pages(run: type, html: bytes) -> None:
    """A page without text is not an error."""
    assert len(run(html)) < 5


def test_packed_and_unpacked_sites_give_the_same(tmp_path: Path) -> None:
    """The runner does not see how pages are stored."""
    site = write_site(tmp_path / "a" / "harbour")
    shutil.copytree(site, tmp_path / "b" / "harbour")
    assert scores(run_on(tmp_path / "a")) == scores(run_on(tmp_path / "b"))
