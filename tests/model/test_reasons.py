"""Reasons name what moved the network."""

import tracemalloc

import numpy as np

import sectio
from sectio.dom.parse import parse
from sectio.model import extractor, features, first, reasons, store

PAGE = (
    "<body><nav class='main-menu'><ul>"
    + "".join(f"<li><a href='/{i}'>Menu entry {i}</a></li>" for i in range(12))
    + "</ul></nav><article class='post'><h1>A walk</h1>"
    + "<p>We walked along the river, and it rained. Nobody minded, since the coats were new and the hats were wide.</p>"
    * 6
    + "</article><footer class='footer'><a href='/i'>Imprint</a> <a href='/p'>Privacy</a></footer></body>"
)


def judged() -> reasons.Reasons:
    page = parse(PAGE)
    return reasons.Reasons(page, extractor.judge(page))


def test_every_theme_names_known_features() -> None:
    """A feature that is renamed must be renamed here too, and none may be in two themes."""
    named = [name for names, _ in reasons.THEMES.values() for name in names]
    assert set(named) <= set(features.NAMES)
    assert len(named) == len(set(named))


def test_weights_are_what_a_second_run_gives() -> None:
    """The weight of a theme is the change of the logits when its features are set to their means."""
    found = judged()
    arrays = store.default().arrays
    names, _ = reasons.THEMES["classes"]
    given = found.judged.features.copy()
    columns = [features.NAMES.index(name) for name in names]
    given[:, columns] = arrays["mean"][columns]
    expected = first.logits(store.default(), found.judged.features) - first.logits(store.default(), given)
    assert np.allclose(found.weights[list(reasons.THEMES).index("classes")], expected, atol=1e-3)


def test_sections_say_why() -> None:
    """Menu and article get reasons of their own, in words."""
    sections = sectio.sections(PAGE.encode())
    article = max(sections, key=lambda section: section.words)
    menu = next(section for section in sections if "Menu entry 3" in section.text)
    assert article.importance > 0.8
    assert menu.reason.startswith("noise: ")
    assert article.reason.partition(": ")[2] != menu.reason.partition(": ")[2]


def test_what_is_rare_elsewhere_is_named_first() -> None:
    """To be in a footer says more about a line than to be in the main part, where most lines are."""
    found = judged()
    (part,) = found._parts(np.array([0]), np.array([1.0]))
    marks = [*found._averaged([part], list(reasons.THEMES).index("marks"))]
    assert sorted(marks) == sorted(features.MARK_NAMES)
    assert marks.index("in_footer") < marks.index("in_main")


def test_no_text_no_reason() -> None:
    """An image without text has no logit to explain."""
    found = judged()
    assert found(np.array([0])) == ""


def test_a_reason_of_a_large_section_takes_little_memory() -> None:
    """It goes through the section piece by piece; the features of these blocks alone would take 25 MB. Plain code takes more than
    compiled code for each piece.
    """
    found = sectio.sections("<!doctype html><p>" + "a<br>" * 20_000, options={"timeout": 100})
    section = max(found, key=lambda section: section.words)
    tracemalloc.start()
    try:
        assert section.reason
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < (12_000_000 if sectio.native else 20_000_000)
