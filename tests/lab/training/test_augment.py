"""Made pages: noise is where it was put, content stays, and the same seed gives the same page."""

import pytest

from sectio.dom.blocks import Blocks
from sectio.dom.parse import parse
from sectio.lab.training import augment
from sectio.lab.training.examples import Read, by_text, with_certain_noise
from sectio.lab.training.wordings import LANGUAGES

LINES = [
    f"Paragraph {number} tells of boats that came in late, and of people who had waited on the quay since noon."
    for number in range(8)
]
TEXT = "\n".join([*LINES[:3], "A heading", *LINES[3:], "first item", "second item"])
PAGE = "<body><nav><a href=/>Home</a></nav><main>" + "".join(f"<p>{line}</p>" for line in LINES) + "</main>"
TITLES = ["A quiet winter in the hills", "How the bridge was built", "Ten ways to bake bread"]


def labels(made: augment.Made) -> dict[str, float]:
    read = Read.of(parse(made.html))
    gold = with_certain_noise(read, by_text(read, made.text), made.noise)
    return dict(zip(read.texts, gold.labels.tolist(), strict=True))


@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
def test_small_pages(language: str) -> None:
    """All paragraphs of the text are content and all boxes noise, in every language."""
    for seed in range(12):
        made = augment.small_page("Boats", TEXT, TITLES, language, f"{language} {seed}")
        assert made is not None
        assert made == augment.small_page("Boats", TEXT, TITLES, language, f"{language} {seed}")
        found = labels(made)
        assert all(found[line] == 1 for line in made.text.splitlines() if line in LINES)
        assert all(found.get(text, 0) == 0 for text in made.noise)


def test_short_lines_are_content_of_small_pages() -> None:
    """Headings, items, cells and code are labelled as content."""
    found: dict[str, list[float]] = {}
    for seed in range(40):
        made = augment.small_page("Boats", TEXT, TITLES, "en", f"short {seed}")
        assert made is not None
        for text, label in labels(made).items():
            found.setdefault(text, []).append(label)
    for text in ("A heading", "first item", "second item", *augment.HEADS):
        assert min(found.get(text, [1])) == 1


def test_noise_in_a_page() -> None:
    """Boxes come after paragraphs of the gold text; everything else of the page stays."""
    for seed in range(20):
        made = augment.with_noise(PAGE, "\n".join(LINES), TITLES, "en", str(seed))
        assert made is not None
        texts = Blocks.of(parse(made.html)).texts
        assert [text for text in texts if text not in made.noise] == ["Home", *LINES]
        assert made.noise & {*texts}
        assert {label for text, label in labels(made).items() if text in made.noise} <= {0.0}


def test_nothing_is_made_of_nothing() -> None:
    """A text of one line, or a page without its paragraphs."""
    assert augment.small_page("x", "Too short.", TITLES, "en", "0") is None
    assert augment.with_noise("<p>something else</p>", TEXT, TITLES, "en", "0") is None


def test_every_language_has_every_kind() -> None:
    """So that a draw cannot fail."""
    assert all(kinds.keys() == LANGUAGES["en"].keys() for kinds in LANGUAGES.values())
    assert augment.CLASSES.keys() == {*LANGUAGES["en"], "quote"}
