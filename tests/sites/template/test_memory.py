"""What the default extractor remembers of a site survives updates, merges and files."""

import json
from pathlib import Path

import pytest

import sectio
from sectio.errors import TemplateError
from sectio.lab.metrics import bag_score
from sectio.lab.sitegen import generate_sites
from sectio.sites.template import TemplateSite, load
from sectio.sites.template.memory import Memory, Origin, joined

SITES = [[page.html for page in site.pages] for site in generate_sites(11, count=2, pages=14)]


def learned(pages: list[str]) -> TemplateSite:
    site = sectio.learn(pages)
    assert isinstance(site, TemplateSite)
    return site


def test_means_are_weighted_and_follow_their_positions() -> None:
    """Positions move, numbers of templates change, rows without a partner stay such, lost positions are dropped."""
    mine = Memory(2, {"0.5": [1.0, 3.0], "0.6": [9.0, 1.0], "0.-1": [2.0, 1.0], "1.5": [7.0, 2.0]}, {"8": 2, "9": 1})
    other = Memory(1, {"0.3": [-1.0, 1.0]}, {"9": 1})
    origins = [[Origin(0, 1, {5: 5})], [Origin(0, 0, {5: 4}), Origin(1, 0, {3: 4})]]
    found = joined((mine, other), origins)
    assert found.pages == 3
    assert found.priors == {"0.5": [7.0, 2.0], "1.4": [0.5, 4.0], "1.-1": [2.0, 1.0]}
    assert found.texts == {"8": 2, "9": 2}


def test_counts_of_lines_follow_their_positions() -> None:
    """A headline that two halves of a site know is the headline of the whole."""
    mine = Memory(3, lines={"0.5": [3, 3, 3, 0, 3], "0.6": [9, 3, 0, 9, 9]})
    other = Memory(2, lines={"0.3": [2, 2, 2, 0, 2]})
    found = joined((mine, other), [[Origin(0, 0, {5: 4}), Origin(1, 0, {3: 4})]])
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
        sectio.load(tmp_path / "half.json").update(pages[6:12]),
    )
    for site in parts:
        assert isinstance(site, TemplateSite)
        assert site.memory.pages == 12
        assert site.memory.texts == whole.memory.texts
        weights, all_weights = (sum(weight for _, weight in one.memory.priors.values()) for one in (site, whole))
        assert weights == pytest.approx(all_weights, rel=0.05)
        for page in pages[12:]:
            ours, theirs = (sectio.extract(page, template=one).text for one in (site, whole))
            assert bag_score(ours, theirs).f1 > 0.95


def test_a_template_knows_where_the_other_site_s_pages_went() -> None:
    """Two sites of different structure keep their priors apart, whichever is merged into which."""
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
def test_a_damaged_memory_is_told(damage: object) -> None:
    """Not a crash when the first page is extracted."""
    data = json.loads(json.dumps(learned(SITES[0][:2]).to_data()))
    with pytest.raises(TemplateError):
        load({**data, "memory": damage})
