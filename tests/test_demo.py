"""The pages that ship for the demo: made from our own stories, and small."""

import sectio
from sectio import demo
from tools.demo_site import build


def test_the_pages_are_made_from_the_stories() -> None:
    """What ships is what `python -m tools.demo_site.build` writes."""
    made = build.site()
    assert {name: source.decode() for name, source in demo.pages()} == {
        name: text for name, text in made.items() if name.endswith(".html")
    }
    assert demo.stories() == [text for name, text in made.items() if name.endswith(".txt")]


def test_the_pages_are_small() -> None:
    """The package stays light."""
    assert sum(len(source) for _, source in demo.pages()) < 150_000


def test_every_line_of_a_story_is_on_its_page() -> None:
    """So that the demo compares with something that can be found."""
    for (_, source), story in zip(demo.pages(), demo.stories(), strict=True):
        shown = sectio.extract(source, method="body").text
        for line in story.splitlines():
            assert line in shown, line
