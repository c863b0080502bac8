"""What the default extractor remembers of a site survives updates, merges and files."""

import json
from pathlib import Path

import pytest

import sectio
from sectio.errors import TemplateError
from sectio.lab.metrics import bag_score
from sectio.lab.sitegen import generate_sites
from sectio.model.memory import Memory, joined
from sectio.sites.template.model import MergedPart

SITES = [[page.html for page in site.pages] for site in generate_sites(11, count=2, pages=14)]


def learned(pages: list[str]) -> sectio.Site:
    return sectio.learn(pages)


def memory_of(site: sectio.Site) -> Memory:
    assert site.known is not None
    return site.known.memory


def test_means_are_weighted_and_follow_their_positions() -> None:
    """Positions move, numbers of templates change, rows without a partner stay such, lost positions are dropped."""
    mine = Memory(2, {"0.5": [1.0, 3.0], "0.6": [9.0, 1.0], "0.-1": [2.0, 1.0], "1.5": [7.0, 2.0]}, {"8": 2, "9": 1})
    other = Memory(1, {"0.3": [-1.0, 1.0]}, {"9": 1})
    parts = [[MergedPart(0, 1, {5: 5})], [MergedPart(0, 0, {5: 4}), MergedPart(1, 0, {3: 4})]]
    found = joined((mine, other), parts)
    assert found.pages == 3
    assert found.priors == {"0.5": [7.0, 2.0], "1.4": [0.5, 4.0], "1.-1": [2.0, 1.0]}
    assert found.texts == {"8": 2, "9": 2}


def test_counts_of_lines_follow_their_positions() -> None:
    """A headline that two halves of a site know is the headline of the whole."""
    mine = Memory(3, lines={"0.5": [3, 3, 3, 0, 3], "0.6": [9, 3, 0, 9, 9]})
    other = Memory(2, lines={"0.3": [2, 2, 2, 0, 2]})
    found = joined((mine, other), [[MergedPart(0, 0, {5: 4}), MergedPart(1, 0, {3: 4})]])
    assert found.lines == {"0.4": [5, 5, 5, 0, 5]}
    assert Memory.from_data(json.loads(json.dumps(found.to_data()))) == found


@pytest.mark.parametrize("pages", SITES, ids=["one kind", "another"])
def test_sites_learned_in_parts_extract_like_sites_learned_at_once(pages: list[str], tmp_path: Path) -> None:
    """Updated, merged, or updated after loading: site mode finds what it finds after learning all pages together."""
    whole = learned(pages[:12])
    half = learned(pages[:6])
    half.save(tmp_path / "half.json")
    parts = (
        half.update(pages[6:12]),
        half.merge(learned(pages[6:12])),
        sectio.Site.load(tmp_path / "half.json").update(pages[6:12]),
    )
    for site in parts:
        assert memory_of(site).pages == 12
        assert memory_of(site).texts == memory_of(whole).texts
        weights, all_weights = (sum(weight for _, weight in memory_of(one).priors.values()) for one in (site, whole))
        assert weights == pytest.approx(all_weights, rel=0.05)
        for page in pages[12:]:
            ours, theirs = (sectio.extract(page, template=one).text for one in (site, whole))
            assert bag_score(ours, theirs).f1 > 0.95


def test_a_template_knows_where_the_other_site_s_pages_went() -> None:
    """Two sites of different structure keep their priors separate, whichever is merged into which."""
    a, b = (learned(pages[:6]) for pages in SITES)
    for page in (SITES[0][13], SITES[1][13]):
        assert sectio.extract(page, template=a.merge(b)).text == sectio.extract(page, template=b.merge(a)).text


@pytest.mark.parametrize(
    "damage",
    [
        {"pages": 1},
        {"pages": 1, "priors": {"x": [1, 2]}, "texts": {}},
        {"pages": 1, "priors": {}, "texts": {}, "lines": {"0.1": [1, 2]}},
        [1],
        "x",
    ],
)
@pytest.mark.parametrize("inside", [True, False], ids=["0.1", "now"])
def test_a_damaged_memory_is_told(damage: object, inside: bool, tmp_path: Path) -> None:
    """Not a crash when the first page is extracted; version 0.1 kept the memory inside the model."""
    path = tmp_path / "site.json"
    learned(SITES[0][:2]).save(path)
    record = json.loads(path.read_text(encoding="utf-8"))
    del record["memory"]
    (record["model"] if inside else record)["memory"] = damage
    path.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(TemplateError, match=r"site\.json"):
        sectio.load(path)


def test_files_of_version_0_1_still_load(tmp_path: Path) -> None:
    """They kept the memory inside the model; site mode finds the same text."""
    path = tmp_path / "site.json"
    site = learned(SITES[0][:6])
    site.save(path)
    record = json.loads(path.read_text(encoding="utf-8"))
    record["model"]["memory"] = record.pop("memory")
    path.write_text(json.dumps(record), encoding="utf-8")
    page = SITES[0][13]
    assert sectio.extract(page, template=sectio.load(path)) == sectio.extract(page, template=site)
