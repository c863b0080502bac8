"""The measures: worked examples of the specs, and slow obvious twins."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sectio.lab import metrics as m
from sectio.lab.metrics.fields import SAME
from sectio.lab.metrics.regions import TitledText

WORDS = st.lists(st.sampled_from("abcd"), max_size=12)
FEW = st.lists(st.integers(0, 3), min_size=1, max_size=12)


# --- words --------------------------------------------------------------------------------------------------


def test_bag_counts_repeated_words() -> None:
    """A word found twice but wanted once is shared once: P 3/4, R 3/5."""
    score = m.bag_score("the cat, The dog", "The cat and the mouse")
    assert score == pytest.approx((3 / 4, 3 / 5, 2 / 3))


def test_words_are_lower_cased_runs_in_every_script() -> None:
    """The measure of the benchmarks, without stemming or splitting rules of our own."""
    assert m.words("Don't PANIC_1 – déjà 東京タワー") == ["don", "t", "panic_1", "déjà", "東京タワー"]


@pytest.mark.parametrize("measure", [m.bag_score, m.shingle_score, m.lcs_score])
def test_empty_texts(measure: type) -> None:
    """Both empty is right; one empty is worth nothing."""
    assert measure("", "") == (1, 1, 1)
    assert measure("", "a b c") == measure("a b c", "") == (0, 0, 0)


def test_shingles_see_order() -> None:
    """Pairs a-b, b-c, c-d against b-c, c-d, d-a share two of three; runs of four share none."""
    assert m.shingle_score("a b c d", "b c d a").f1 == pytest.approx(2 / 3)
    assert m.shingle_score("a b c d", "b c d a", n=4).f1 == 0
    assert m.shingle_score("a b c d e", "x a b c d", n=4) == (0.5, 0.5, 0.5)


def test_texts_shorter_than_a_shingle_still_compare() -> None:
    """A one-word gold text is not unreachable."""
    assert m.shingle_score("yes", "yes").f1 == 1
    assert m.shingle_score("no", "yes").f1 == 0


@given(WORDS, WORDS)
def test_bag_agrees_with_crossing_words_off(found: list[str], wanted: list[str]) -> None:
    """The shared count is what is left after crossing each found word off the gold list."""
    left, shared = list(wanted), 0
    for word in found:
        if word in left:
            left.remove(word)
            shared += 1
    score = m.bag_score(" ".join(found), " ".join(wanted))
    if found and wanted:
        assert score.precision == shared / len(found)
        assert score.recall == shared / len(wanted)


@given(WORDS, WORDS, st.sampled_from([2, 4]))
def test_shingles_agree_with_counters(found: list[str], wanted: list[str], n: int) -> None:
    """The smaller-bag walk equals the multiset intersection."""

    def runs(items: list[str]) -> Counter[str]:
        return Counter("".join(items[i : i + n]) for i in range(max(len(items) - n + 1, min(len(items), 1))))

    score = m.shingle_score(" ".join(found), " ".join(wanted), n=n)
    if found and wanted:
        assert score.recall == pytest.approx((runs(found) & runs(wanted)).total() / runs(wanted).total())


@given(WORDS, WORDS)
def test_bag_and_pairs_are_the_two_scores(found: list[str], wanted: list[str]) -> None:
    """The numbered version used in runs equals the two measures taken one by one."""
    text, gold = " ".join(found), m.Gold(" ".join(wanted))
    assert m.bag_and_pairs(text, gold) == (m.bag_score(text, gold), m.shingle_score(text, gold))


def slow_lcs(left: list[str], right: list[str], band: int) -> int:
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            near = a == b and abs(i - j) <= band
            best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], best[i][j] + near)
    return best[-1][-1]


@given(WORDS, WORDS)
def test_lcs_agrees_with_the_table(left: list[str], right: list[str]) -> None:
    """The big-integer trick is the textbook dynamic programme."""
    assert m.lcs_length(left, right) == slow_lcs(left, right, 99)


@given(WORDS, WORDS, st.integers(0, 4))
def test_band_only_forbids_far_pairs(left: list[str], right: list[str], band: int) -> None:
    """With a band, only pairs of near positions count."""
    assert m.lcs_length(left, right, band=band) == slow_lcs(left, right, band)


def test_lcs_score_and_cap() -> None:
    """Words past the cap are not looked at."""
    assert m.lcs_score("a x b c", "a b c d") == (0.75, 0.75, 0.75)
    assert m.lcs_score("a b z z", "a b c d", cap=2).f1 == 1


def test_macro_is_the_mean_of_page_f1() -> None:
    """F1 of the means would be 0.5 here."""
    scores = [m.Score(1, 0.0, 0.0), m.Score(0.0, 1, 0.0)]
    assert m.macro(scores) == (0.5, 0.5, 0.0)
    assert m.harmonic_mean(0.5, 0.5) == 0.5
    assert m.macro([]) == (0, 0, 0)


def test_gold_is_counted_once() -> None:
    """A prepared gold text gives the same figures as the string."""
    gold = m.Gold("The cat and the mouse")
    assert m.bag_score("the cat", gold) == m.bag_score("the cat", gold.text)
    assert gold.words is gold.words


# --- snippets -----------------------------------------------------------------------------------------------


def test_snippets_ignore_line_breaks() -> None:
    """Two of three wanted strings and one of two unwanted: P 2/3, R 2/3."""
    count = m.count_snippets("One two\n three four\xa0five", ["two three", "four five", "six"], ["One", "seven"])
    assert count == (2, 1, 1)
    assert m.snippet_score(count) == pytest.approx((2 / 3, 2 / 3, 2 / 3))


def test_snippets_pool_over_pages() -> None:
    """F1 over all counts, not the mean of page F1."""
    total = m.pool([m.SnippetCount(3, 0, 1), m.SnippetCount(1, 2, 0)])
    assert total == (4, 2, 1)
    assert m.snippet_score(total).f1 == pytest.approx(8 / 11)
    assert m.snippet_score(m.pool([])).f1 == 1


def test_snippets_of_an_empty_text() -> None:
    """Without anything found there is no precision."""
    assert m.snippet_score(m.count_snippets("", ["a"], ["b"])) == (0, 0, 0)


# --- sections -----------------------------------------------------------------------------------------------

NAV, MAIN, SIDE = (
    m.LabelledSection(True, 0, 50),
    m.LabelledSection(False, 95, 5),
    m.LabelledSection(False, 10, 40),
)


def test_noisy_sections() -> None:
    """One of the two truly noisy sections is called noisy, and nothing else: P 1, R 1/2."""
    assert m.noisy_sections([NAV, MAIN, SIDE]) == pytest.approx((1, 0.5, 2 / 3))
    assert m.noisy_sections([m.LabelledSection(True, 90, 10)]) == (0, 0, 0)
    assert m.noisy_sections([MAIN, m.LabelledSection(True, 0, 0)]) == (1, 1, 1)


def test_section_purity() -> None:
    """NAV is all noise and MAIN 95 % content; SIDE is 80 % noise, below nine tenths."""
    assert m.section_purity([NAV, MAIN, SIDE]) == pytest.approx(2 / 3)
    assert m.section_purity([]) == 1


def test_noise_fraction_weighs_domains_equally() -> None:
    """Page shares 50/200 and 0 make 1/8 for one domain, 1 for the other; pages do not outvote domains."""
    domains = {"a": [[NAV, MAIN, SIDE], [MAIN]], "b": [[NAV]]}
    assert m.noise_fraction(domains) == pytest.approx((0.125 + 1) / 2)


# --- regions ------------------------------------------------------------------------------------------------


def test_region_accuracy_of_the_spec() -> None:
    """Worked example 6 of the SD spec."""
    for pair, expected in {(800, 1000): 0.8, (1200, 1000): 0.857143, (1000, 1000): 1, (0, 500): 0}.items():
        assert m.region_accuracy([[pair]]) == pytest.approx(expected, abs=1e-6)
    assert m.region_accuracy([[(800, 1000)], [(1200, 1000), (0, 500)]]) == pytest.approx(0.614286, abs=1e-6)


def test_pages_without_gold_regions_are_left_out() -> None:
    """They would otherwise divide by zero or count as failures."""
    assert m.region_accuracy([[], [(5, 5)]]) == 1
    assert m.region_accuracy([]) == 0


def test_regions_pair_by_common_text() -> None:
    """The best overlap is taken first; a gold region that was not found has size 0; leftovers are counted."""
    paired = m.pair_regions(["one two three", "nine", "two"], ["two three four", "five six"])
    assert paired == (((13, 14), (0, 8)), 2)


@pytest.mark.parametrize(
    ("domains", "pages", "percent"),
    [
        (521, 600, 86.833),
        (10, 5400, 0.185),
        (3, 1500, 0.200),
        (5, 5469, 0.091),
        (5, 5259, 0.095),
        (100, 25910, 0.386),
    ],
)
def test_diversity_of_the_spec(domains: int, pages: int, percent: float) -> None:
    """Worked example 7 of the SD spec."""
    assert round(100 * m.diversity(domains, pages), 3) == percent


def test_diversity_of_names() -> None:
    """Domains given by name are counted once each."""
    assert m.diversity(["a.org", "b.org", "a.org"], 3) == pytest.approx(2 / 3)
    assert m.diversity([], 0) == 0


def test_type_precision_and_confusion() -> None:
    """Per gold class: the share given that class; classes that are not in the gold get no row."""
    gold, given_types = ["a", "a", "b", "b"], ["a", "m", "b", "b"]
    matrix = m.confusion(gold, given_types)
    assert matrix == {"a": {"a": 1, "b": 0, "m": 1}, "b": {"a": 0, "b": 2, "m": 0}}
    assert m.type_precision(matrix) == {"a": 0.5, "b": 1.0}
    with pytest.raises(ValueError, match="2 gold"):
        m.confusion(["a", "b"], ["a"])


def test_correctly_extracted_needs_title_and_body() -> None:
    """A right body under a wrong headline does not count."""
    gold = TitledText("A headline", "some words of body text")
    pages = [
        (gold, gold),
        (TitledText("Other", gold.body), gold),
        (TitledText(gold.title, "some words"), gold),
    ]
    assert m.correctly_extracted(pages) == pytest.approx(1 / 3)


# --- clusters -----------------------------------------------------------------------------------------------


def test_purity_both_ways() -> None:
    """The textbook example (Manning et al., fig. 16.4): purity 12/17 ≈ 0.71, ARI 0.24."""
    clusters = [0] * 6 + [1] * 6 + [2] * 5
    labels = list("xxxxxo") + list("xooood") + list("xxddd")
    assert m.purity(clusters, labels) == pytest.approx(12 / 17)
    assert m.inverse_purity(clusters, labels) == m.purity(labels, clusters) == pytest.approx(12 / 17)
    assert m.adjusted_rand(clusters, labels) == pytest.approx(0.2429, abs=1e-4)


def test_cluster_edges() -> None:
    """No items and one item agree; singletons are pure but not whole."""
    assert m.purity([], []) == m.adjusted_rand([], []) == m.adjusted_rand([1], ["x"]) == 1
    assert m.purity([0, 1, 2], "aaa") == 1
    assert m.inverse_purity([0, 1, 2], "aaa") == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="1 items"):
        m.purity([1], "ab")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=12))
def test_adjusted_rand_agrees_with_counting_pairs(items: list[tuple[int, int]]) -> None:
    """The contingency formula equals the definition over all pairs of items."""
    both = one = other = 0
    for (c1, l1), (c2, l2) in combinations(items, 2):
        both += c1 == c2 and l1 == l2
        one += c1 == c2
        other += l1 == l2
    expected = one * other / (len(items) * (len(items) - 1) / 2)
    top, bottom = both - expected, (one + other) / 2 - expected
    slow = top / bottom if abs(bottom) > 1e-12 else 1.0
    clusters, labels = [c for c, _ in items], [label for _, label in items]
    assert m.adjusted_rand(clusters, labels) == pytest.approx(slow)


# --- samples ------------------------------------------------------------------------------------------------


def test_box_statistics() -> None:
    """On 0 … 100 the percentiles are themselves."""
    assert m.box(range(101)) == (9, 25, 50, 75, 91)
    assert m.box([]) == (0, 0, 0, 0, 0)


def test_bootstrap_surrounds_the_mean_and_repeats() -> None:
    """The same seed gives the same interval; it is about ± 1.96 standard errors wide."""
    values = np.linspace(0, 1, 200)
    first = m.bootstrap(values)
    assert first == m.bootstrap(values)
    assert first.mean == pytest.approx(0.5)
    error = 1.96 * values.std() / 200**0.5
    assert first.low == pytest.approx(0.5 - error, abs=0.01)
    assert first.high == pytest.approx(0.5 + error, abs=0.01)
    assert m.bootstrap([]) == (0, 0, 0)


def test_bootstrap_by_site_is_wider() -> None:
    """Ten pages that are all alike within two sites are two observations, not ten."""
    values, sites = [0.0] * 5 + [1.0] * 5, ["a"] * 5 + ["b"] * 5
    by_page, by_site = m.bootstrap(values), m.bootstrap(values, sites)
    assert by_page.mean == by_site.mean == 0.5
    assert (by_site.low, by_site.high) == (0, 1)
    assert by_page.low > 0
    with pytest.raises(ValueError, match="groups"):
        m.bootstrap(values, ["a"])


@given(FEW, st.integers(0, 3))
def test_bootstrap_agrees_with_drawing_pages(values: list[int], seed: int) -> None:
    """The matrix product equals writing each resample out and taking its mean."""
    draws = np.random.default_rng(seed).multinomial(len(values), [1 / len(values)] * len(values), size=50)
    means = [np.mean(np.repeat(np.array(values, dtype=float), row)) for row in draws]
    result = m.bootstrap(values, resamples=50, seed=seed)
    assert result[1:] == pytest.approx(tuple(np.percentile(means, (2.5, 97.5))))


def test_pooled_interval() -> None:
    """The figure is F1 over all counts; equal pages leave no width."""
    result = m.bootstrap_pooled([m.SnippetCount(2, 1, 1)] * 2)
    assert result == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert m.bootstrap_pooled([]) == (0, 0, 0)
    assert m.bootstrap_pooled([m.SnippetCount(0, 0, 0)]).mean == 1


def test_comparison_pairs_pages() -> None:
    """A small but constant lead is clear although the pages differ wildly among themselves."""
    b = np.linspace(0, 0.9, 50)
    ahead = m.compare(b + 0.05, b)
    assert ahead.difference == pytest.approx(0.05)
    assert ahead.clear
    assert ahead.ahead == 1
    even = m.compare(b, b)
    assert not even.clear
    assert even.ahead == 0.5
    assert m.compare([], []).ahead == 0.5


def test_fields_are_compared_as_a_reader_does() -> None:
    """Titles by their words, authors as a set of names, dates by the day."""
    assert SAME["title"]("Rain &amp; wind", "rain & Wind!")
    assert not SAME["title"]("Rain and wind", "Rain & wind")
    assert SAME["author"]("Ann Lee and Bo Ek", ["Bo Ek", "Ann Lee"])
    assert not SAME["author"]("Ann Lee", "Ann Lee, Bo Ek")
    assert SAME["date"]("2020-01-02T10:00", "2020-01-02")
    assert not SAME["date"]("2020-01-02", "2020-02-01")
