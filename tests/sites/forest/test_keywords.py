"""Terms and keywords: tokenisation of many scripts, tf-idf against a sample, feed terms."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.sites.forest.keywords import (
    Frequencies,
    feed_keywords,
    feed_weights,
    idle_terms,
    keyword_weights,
    read_terms,
    smoothed_tf_idf,
    strongest,
    tf_idf,
    tokenise,
)
from sectio.sites.forest.stopwords import is_stop_word


def body(text: str) -> Page:
    """A page of one paragraph."""
    return parse(f"<body><p>{text}</p></body>")


THREE = [body("storm storm storm storm news city city"), body("news city harbour"), body("news garden")]


def weight(page: int, term: str) -> float:
    """The tf-idf weight of a term on one of the three pages."""
    terms = [read_terms(p) for p in THREE]
    weights = tf_idf(terms[page], Frequencies().with_pages(terms))
    return float(weights[list(terms[page].distinct).index(term)])


def test_weights_of_the_worked_example() -> None:
    """Spec example 5: w = tf · ln(n / df) with raw counts and natural logarithms."""
    assert weight(0, "storm") == pytest.approx(4.394449, abs=1e-6)
    assert weight(0, "city") == pytest.approx(0.810930, abs=1e-6)
    assert weight(0, "news") == 0


def test_a_term_of_every_page_is_never_a_keyword() -> None:
    """`news` has weight 0 everywhere; a keyword needs weight above 0."""
    terms = [read_terms(p) for p in THREE]
    sample = Frequencies().with_pages(terms)
    for page in terms:
        kept, bare = keyword_weights(page, tf_idf(page, sample), 20)
        assert not bare
        assert kept[list(page.distinct).index("news")] == 0


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Don't stop the well-known e-mail", ["don't", "stop", "the", "well-known", "e-mail"]),
        ("l\u2019homme d\u2019État", ["l'homme", "d'état"]),
        ("___ snake_case x²", ["snake_case", "x²"]),
        ("漢字かな", ["漢字", "字か", "かな"]),
        ("Python 3のリスト", ["python", "3", "のリ", "リス", "スト"]),
        ("字 x", ["字", "x"]),
        ("한국어 문서", ["한국", "국어", "문서"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("ภาษา", ["ภา", "าษ", "ษา"]),
        ("مرحبا بالعالم", ["مرحبا", "بالعالم"]),
        ("cafe\u0301", ["caf\u00e9"]),
        ("", []),
        ("!!! … —", []),
    ],
)
def test_tokens_of_many_scripts(text: str, terms: list[str]) -> None:
    """Words keep inner marks; scripts without spaces give pairs; letters and their marks stay together."""
    assert tokenise(text) == terms


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_tokens_are_lower_case_and_never_empty(text: str) -> None:
    """Any text at all gives terms that hold no white space, so a stored table can be joined by spaces."""
    for term in tokenise(text):
        assert term
        assert not any(map(str.isspace, term))


@settings(max_examples=200)
@given(st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta"]), max_size=30))
def test_counts_agree_with_slow_twin(words: list[str]) -> None:
    """Numbering terms loses and adds none."""
    terms = read_terms(body(" ".join(words)))
    slow = {word: words.count(word) for word in words}
    assert dict(zip(terms.distinct, terms.counts.tolist(), strict=True)) == slow
    assert terms.per_text(np.ones(len(terms.distinct))).sum() == len(words)


def test_hidden_text_has_no_terms() -> None:
    """Keywords a reader never sees must not decide."""
    page = parse("<body><p>seen</p><p hidden>secret</p></body>")
    assert list(read_terms(page).distinct) == ["seen"]


def test_ties_go_to_the_higher_count_then_the_alphabet() -> None:
    """The k-th place must not depend on the order of reading."""
    terms = read_terms(body("pear apple fig fig"))
    place = list(terms.distinct).index
    weights = np.ones(len(terms.distinct))
    assert strongest(terms, weights, 2) == [place("fig"), place("apple")]


def test_k_limits_keywords_and_stop_words_are_none() -> None:
    """At most k, and never `the`."""
    terms = read_terms(body("the the the owl and the pea on a boat"))
    weights, bare = keyword_weights(terms, smoothed_tf_idf(terms, Frequencies({}, 5)), 2)
    assert not bare
    assert [terms.distinct[i] for i in np.flatnonzero(weights).tolist()] == ["owl", "boat"]


def test_without_weights_the_most_frequent_count() -> None:
    """One page alone has idf 0 for all; then tf decides, and says so."""
    terms = read_terms(body("boat boat boat river the the the the"))
    weights, bare = keyword_weights(terms, tf_idf(terms, Frequencies().with_pages([terms])), 1)
    assert bare
    assert weights[list(terms.distinct).index("boat")] == 3
    assert np.count_nonzero(weights) == 1


def test_smoothed_weight_of_an_unseen_page() -> None:
    """w = tf · ln((n + 1) / (df + 1)), for terms of the table and for new ones."""
    terms = read_terms(body("known known fresh"))
    weights = smoothed_tf_idf(terms, Frequencies({"known": 2}, 5))
    assert weights.tolist() == pytest.approx([2 * math.log(6 / 3), math.log(6)])


def test_numbers_are_keywords_only_when_asked_for() -> None:
    """Line numbers and prices are rare on other pages and say nothing."""
    terms = ["2019", "2-3", "mp3", "x²", "word"]
    assert idle_terms(terms).tolist() == [True, True, False, False, False]
    assert not idle_terms(terms, numbers=True).any()


@pytest.mark.parametrize("word", ["the", "und", "les", "और", "ですが", "的人", "في"])
def test_stop_words_of_many_languages(word: str) -> None:
    """Function words of the main languages are known; in unspaced scripts, pairs that hold one."""
    assert is_stop_word(word)
    assert not is_stop_word("harbour")


def test_feed_terms_rank_by_count_with_the_title_doubled() -> None:
    """Spec 4.1: title occurrences count 2, ties by first position, only terms of the page, length ≥ 2."""
    present = {"harbour", "storm", "boats", "x"}
    found = feed_keywords("Storm over the harbour x", "boats boats boats harbour and gulls", present, 3)
    assert found == ["harbour", "boats", "storm"]


def test_terms_of_an_item_are_ranked_by_tf_idf_of_the_page() -> None:
    """By hand, of ln 3: storm 4 x 1, harbour 1 x 1, city 2 x (1 - ln 2 / ln 3) = .74, news 0; what the page lacks is no keyword."""
    pages = [body("storm storm storm storm news city city harbour"), body("news city"), body("news garden")]
    read = [read_terms(page) for page in pages]
    weights = tf_idf(read[0], Frequencies().with_pages(read))

    def keywords(k: int) -> set[str]:
        found = feed_weights(read[0], "news of the city harbour, a storm, and gulls", weights, k)
        return {read[0].distinct[place] for place in np.flatnonzero(found).tolist()}

    assert [keywords(k) for k in (1, 2, 3)] == [{"storm"}, {"storm", "harbour"}, {"storm", "harbour", "city"}]
    assert keywords(10) == keywords(3)
