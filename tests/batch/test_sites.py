"""Learning every site on the way: the same models however the pages come, better texts, and a page that hurts only its own host."""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.batch.command import How
from sectio.batch.job import Job
from sectio.batch.settings import Settings
from sectio.batch.sites.learn import LearnWork, Place
from sectio.batch.sites.passes import LocalCrew
from sectio.batch.sites.sample import Sampled, Smallest
from sectio.bundle import Bundle
from sectio.errors import BatchError, TemplateError
from sectio.lab.metrics.words import bag_score
from sectio.lab.sitegen import generate_sites
from sectio.workers import Limits
from tests.batch import archives

K = 9


@pytest.fixture(scope="module")
def gold() -> dict[str, tuple[bytes, str]]:
    """Three generated sites: pages and their texts, by address, in an order that mixes the sites."""
    sites = generate_sites(91, count=3, pages=30)
    pages = {page.url: (page.html.encode(), page.text) for site in sites for page in site.pages}
    return {url: pages[url] for url in sorted(pages, key=lambda url: url[::-1])}


@pytest.fixture(scope="module")
def crawl(gold: dict[str, tuple[bytes, str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    content = [(url, page) for url, (page, _) in gold.items()]
    return archives.warc(tmp_path_factory.mktemp("sites") / "crawl.warc.gz", content)


@pytest.fixture(scope="module")
def learned(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("learned") / "out"
    archives.run([crawl], output, sites=K)
    return output


def models(output: Path) -> dict[str, bytes]:
    """The models of a run, byte for byte."""
    return {path.name: path.read_bytes() for path in (output / "_sectio/models").glob("*-*.json")}


def test_every_host_is_learned_and_used(learned: Path) -> None:
    index = json.loads((learned / "_sectio/models/index.json").read_text())
    assert len(index["hosts"]) == 3
    assert index["failed"] == {}
    assert {entry["file"] for entries in index["hosts"].values() for entry in entries} == set(models(learned))
    found = archives.rows(learned)
    named = [row for row in found if row["template"]]
    assert len(named) > 0.8 * len(found)
    assert all(row["template"].startswith(row["host"]) for row in named)
    assert not (learned / "_sectio/sample").exists()


def test_texts_are_better_than_page_by_page(
    crawl: Path, learned: Path, gold: dict[str, tuple[bytes, str]], tmp_path: Path
) -> None:
    archives.run([crawl], tmp_path / "alone")
    scores = [
        fmean(bag_score(row["text"], gold[row["url"]][1]).f1 for row in archives.rows(output))
        for output in (learned, tmp_path / "alone")
    ]
    assert scores[0] > scores[1] + 0.02


def test_the_same_models_for_any_workers_and_size_of_shards(crawl: Path, learned: Path, tmp_path: Path) -> None:
    archives.run([crawl], tmp_path / "out", sites=K, shard_size=40_000, how=How(workers=2))
    assert len(archives.files(tmp_path / "out")) > 2
    assert models(tmp_path / "out") == models(learned)
    texts = [
        [(row["url"], row["text"], row["template"]) for row in archives.rows(output)]
        for output in (learned, tmp_path / "out")
    ]
    assert texts[0] == texts[1]


def test_models_of_an_earlier_run(crawl: Path, learned: Path, tmp_path: Path) -> None:
    """A later crawl of the same sites need not learn again."""
    archives.run([crawl], tmp_path / "out", models=str(learned))
    assert archives.files(tmp_path / "out") == archives.files(learned)
    with pytest.raises(BatchError, match="index of site models"):
        archives.run([crawl], tmp_path / "out2", models=str(tmp_path))


def test_a_page_that_does_not_fit_is_done_alone(
    learned: Path, gold: dict[str, tuple[bytes, str]], tmp_path: Path
) -> None:
    """On a known host, with a warning; on an unknown host, without."""
    known = next(iter(gold))
    path = archives.warc(
        tmp_path / "a.warc.gz", [(known, archives.page(1)), ("https://other.example/", archives.page(1))]
    )
    archives.run([path], tmp_path / "out", models=str(learned))
    first, second = archives.rows(tmp_path / "out")
    assert first["template"] is second["template"] is None
    assert (first["warnings"], second["warnings"]) == (["no_template_match"], [])
    assert first["text"] == second["text"] != ""


def test_one_template_for_all(crawl: Path, learned: Path, tmp_path: Path) -> None:
    name = next(iter(models(learned)))
    archives.run([crawl], tmp_path / "out", template=str(learned / "_sectio/models" / name), limit=3)
    assert {row["template"] for row in archives.rows(tmp_path / "out")} == {name.removesuffix(".json")}


@pytest.mark.parametrize("name", ["mine.site", "mine"])
def test_one_bundle_for_all(name: str, gold: dict[str, tuple[bytes, str]], crawl: Path, tmp_path: Path) -> None:
    """A file or a folder: each page with the template of its kind, a page of no kind alone, and a changed bundle is another run."""
    host = next(iter(gold)).split("/")[2]
    own = {url: page for url, (page, _) in gold.items() if url.split("/")[2] == host}
    bundle = Bundle.learn(list(own.values())[:20], urls=list(own)[:20])
    bundle.save(f"{tmp_path / name}/" if name == "mine" else tmp_path / name)
    archives.run([crawl], tmp_path / "out", template=str(tmp_path / name), limit=45)
    found = archives.rows(tmp_path / "out")
    for row in found:
        expected = bundle.extract(gold[row["url"]][0], url=row["url"])
        assert (row["text"], row["warnings"]) == (expected.text, list(expected.warnings))
        kind, _ = bundle.choose(gold[row["url"]][0], url=row["url"])
        assert row["template"] == (f"mine/{kind.id}" if kind else None)
    assert {row["template"] is None for row in found} == {True, False}
    replace(bundle, made="later").save(f"{tmp_path / name}/" if name == "mine" else tmp_path / name)
    with pytest.raises(BatchError, match="template_digest"):
        archives.run([crawl], tmp_path / "out", template=str(tmp_path / name), limit=45, how=How(resume=True))


def test_a_template_that_cannot_be_read_is_told_at_once(crawl: Path, tmp_path: Path) -> None:
    """Not page by page, and nothing is made."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "site.json").write_text("{}")
    for path in ("folder", "site.json"):
        with pytest.raises(TemplateError, match=path):
            archives.run([crawl], tmp_path / "out", template=str(tmp_path / path))
    assert not (tmp_path / "out").exists()


def test_killed_while_it_learns(crawl: Path, learned: Path, tmp_path: Path) -> None:
    """The supervisor dies before the index of models is there; the resumed run has the same models and files."""
    output = tmp_path / "out"
    command = [sys.executable, "-m", "tests.batch.harness", "before", "2", str(crawl), "-o", str(output)]
    process = subprocess.run(
        [*command, "--sites", str(K), "--no-timing", "--workers", "1", "--progress", "none"], check=False
    )
    assert process.returncode == -signal.SIGKILL
    options = {"timeout": 10.0, "max_bytes": 20_000_000}
    archives.run([crawl], output, sites=K, options=options, how=How(workers=2, resume=True))
    assert models(output) == models(learned)
    assert archives.files(output) == archives.files(learned)


def sampled(rank: int, body: int) -> Sampled:
    return Sampled(rank, bytes([body]), b"", None)


@settings(max_examples=100)
@given(st.lists(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), max_size=20), min_size=1, max_size=5))
def test_samples_of_parts_make_the_sample_of_the_whole(parts: list[list[tuple[int, int]]]) -> None:
    """The smallest distinct pages, whatever shard they were in and in whatever order they came."""
    whole, merged = Smallest(4), Smallest(4)
    for part in parts:
        own = Smallest(4)
        for rank, body in part:
            # A page that is there twice under one address has one rank.
            own.add(sampled(100 * rank + body, body))
            whole.add(sampled(100 * rank + body, body))
        for one in reversed(own.pages()):
            merged.add(one)
    least: dict[int, int] = {}
    for part in parts:
        for rank, body in part:
            least[body] = min(least.get(body, 10**9), 100 * rank + body)
    expected = sorted(least.values())[:4]
    assert [one.rank for one in whole.pages()] == [one.rank for one in merged.pages()] == expected


def test_a_crash_costs_only_its_host(learned: Path, tmp_path: Path) -> None:
    """A host whose sample is not there fails with a reason; the crew goes on."""
    job = Job(tmp_path, Settings(sites=K))
    outcomes = next(LocalCrew(1).each(LearnWork(job), [[Place(0, "nowhere.example")]], Limits()))
    ((host, outcome),) = outcomes
    assert host == "nowhere.example"
    assert outcome.error is not None
