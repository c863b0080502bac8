"""What is decided about a page besides the method's own choice: the headline, comments, the method, reasons."""

import numpy as np
import pytest

import sectio
from sectio import analysis
from sectio.analysis import HEADLINE, Analysis, Request, analyse
from sectio.deadline import Deadline
from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.errors import InputError, TemplateError
from sectio.layout import Layout
from sectio.options import Options
from sectio.results import Selection
from tests.golden.decisions import FOLDER, SITES, learned
from tests.output.making import Told
from tests.test_api import PAGE

STORY = "<p>The ferry stayed at its berth on Sunday, and skippers waited for the breaker.</p>"


class Named(Told):
    """A page with a title that a heading says word for word, or none."""

    def __init__(self, page: Page, title: str | None) -> None:
        super().__init__(title=title)
        self._page = page

    def is_headline(self, node: int) -> bool:
        """Whether a heading has the words of the title, in whatever case."""
        return bool(self.title) and self._page.text(node).casefold() == str(self.title).casefold()


def kept(source: str, title: str | None) -> str:
    """The text that is left of all text when the headline is taken out."""
    page = parse(source)
    mask = analysis._without_headline(page, page.is_text, Named(page, title))
    return page.join(np.flatnonzero(mask[page.text_rows]).tolist())


def test_the_headline_is_not_in_the_text() -> None:
    """Whatever element inside the heading has the words, and whatever the case."""
    assert kept(f"<h1>Sea ice</h1>{STORY}", "Sea ice").startswith("The ferry")
    assert kept(f"<h2><a href=/><b>SEA</b> ice</a></h2>{STORY}", "Sea Ice").startswith("The ferry")


def test_other_first_lines_stay() -> None:
    """A heading with other words, a page without a title, and a paragraph that says the same."""
    assert kept(f"<h1>Sea ice</h1>{STORY}", "Sea ice returns").startswith("Sea ice")
    assert kept(f"<h1>Sea ice</h1>{STORY}", None).startswith("Sea ice")
    assert kept(f"<p>Sea ice</p>{STORY}", "Sea ice").startswith("Sea ice")
    assert kept(f"{STORY}<h1>Sea ice</h1>{STORY}", "Sea ice").count("Sea ice") == 1


@pytest.mark.parametrize(("rest", "stays"), [("one two", True), ("one two three four", False), ("a b c d e", False)])
def test_a_page_with_little_more_than_its_headline_keeps_it(rest: str, stays: bool) -> None:
    """A shared link: the headline goes only when at least half of the words are left."""
    found = kept(f"<h1>Sea ice has returned</h1><p>{rest}</p>", "Sea ice has returned")
    assert found == (f"Sea ice has returned {rest}" if stays else rest)
    assert kept("<h1>Sea ice has returned</h1>", "Sea ice has returned") == "Sea ice has returned"


def test_nothing_chosen_stays_nothing() -> None:
    """Without a chosen row there is no headline to take out."""
    page = parse(f"<h1>Sea ice</h1>{STORY}")
    nothing = np.zeros(len(page), bool)
    assert not analysis._without_headline(page, nothing, Named(page, "Sea ice")).any()


def test_only_the_default_takes_the_headline_out() -> None:
    """A paper's method gives what the paper says."""
    assert sectio.extract(PAGE, method="body").text.count("Sea ice returns") == 1
    assert "Sea ice returns" not in sectio.extract(PAGE).text


def decided(mask_of: str, source: str = PAGE, **given: object) -> Analysis:
    page = parse(source)
    mask = page.is_text & np.array([mask_of in page.text(row) for row in range(len(page))])
    chosen = Selection(mask, **given)  # type: ignore[arg-type]
    return Analysis(page, "body", chosen, mask, Told(title="Sea ice returns"), Deadline(60))


def test_an_empty_choice_says_why() -> None:
    """`empty` for a page without text, `no_content` where nothing of it was taken; each code once."""
    assert decided("ferry").warnings == ()
    assert decided("no such words").warnings == ("no_content",)
    assert decided("x", "<img src=a>").warnings == ("empty",)
    assert decided("x", "<img src=a>", warnings=("empty", "odd", "odd")).warnings == ("empty", "odd")
    assert decided("no such words", text="stated").warnings == ()


def test_a_stated_text_is_none_of_the_rows() -> None:
    assert decided("no such words", text="stated").is_stated
    assert not decided("ferry", text="stated").is_stated
    assert not decided("ferry").is_stated


def test_the_method_is_named_or_follows_from_the_site() -> None:
    """By name first, then by the site; a template leaves the default in charge."""
    site = sectio.learn([PAGE, PAGE])
    forest = sectio.learn([PAGE, PAGE], method="forest")
    assert Request().name == "sectio"
    assert Request(site=site).name == "sectio"
    assert Request(site=forest).name == "forest"
    assert Request(method="body", site=forest).name == "body"


def test_a_site_of_another_method_is_refused() -> None:
    """Each says what to do."""
    forest = sectio.learn([PAGE, PAGE], method="forest")
    with pytest.raises(TemplateError, match="learned with method forest, not template; learn it again"):
        sectio.extract(PAGE, template=forest, method="template")
    with pytest.raises(TemplateError, match="learned by method template; learn it again"):
        sectio.extract(PAGE, template=forest, method="sectio")
    with pytest.raises(InputError, match="cannot use a template"):
        sectio.extract(PAGE, template=forest, method="body")


def test_favor_as_a_keyword_wins_over_the_options() -> None:
    """Both mean the same; the nearer one is taken."""
    page = parse((FOLDER / "listing" / "source.html").read_text(encoding="utf-8"))

    def chosen(favor: float | None, option: float | None) -> int:
        request = Request(favor=favor, options=Options(favor=option))
        return int(analyse(page, request, Deadline(60)).selection.mask.sum())

    assert chosen(1.0, None) == chosen(None, 1.0) == chosen(1.0, 0.0)
    assert chosen(0.0, None) == chosen(None, 0.0) == chosen(0.0, 1.0)
    assert chosen(0.0, None) < chosen(1.0, None)


def test_the_headline_is_explained_and_nothing_else_is_called_so() -> None:
    """Alone and in site mode: it is in `title`, which is why it is no content."""
    pages = [PAGE.replace("Sea ice returns", f"Sea ice returns {i}").replace("Sunday", f"day {i}") for i in range(4)]
    for doc in (sectio.extract(PAGE), sectio.extract(pages[0], template=sectio.learn(pages))):
        called = [section.text for section in doc.sections if section.reason == HEADLINE]
        assert called == [doc.title]


def test_the_headline_may_be_written_with_blanks() -> None:
    """Around each of its words, in elements of their own."""
    spaced = "".join(f"<b> {word} </b>" for word in "Sea ice returns".split())
    doc = sectio.extract(PAGE.replace("<h1>Sea ice returns", f"<h1>{spaced}"))
    assert (
        [section.text for section in doc.sections if section.reason == HEADLINE] == [doc.title] == ["Sea ice returns"]
    )


def test_reasons_name_the_method_and_the_share() -> None:
    """The default explains itself by features; a paper's method by its choice alone."""
    ours = {section.text[:8]: section.reason for section in sectio.sections(PAGE)}
    assert ours["0. The f"].startswith("content: ")
    assert ours["Home\nSpo"].startswith("noise: ")
    theirs = [section.reason for section in sectio.sections(PAGE, method="coreex")]
    assert {"coreex: content", "coreex: noise"} <= set(theirs)


@pytest.mark.parametrize("name", SITES)
def test_a_site_explains_by_what_repeats_and_says_where_the_extractor_disagrees(name: str) -> None:
    """`although` is there exactly where importance and repetition disagree, and names the extractor's side."""
    site, page = learned(name)
    doc = sectio.extract(page.html, url=page.url, template=site)
    support = doc._analysis.support
    assert support is not None
    for section in doc.sections:
        if section.reason == HEADLINE or section.role == "hidden":
            continue
        repeats = support.evidence.explain.repeats(np.array(section.nodes))
        assert ("although" in section.reason) == (repeats != section.noisy)
        if repeats != section.noisy:
            side = "noise" if section.noisy else "content"
            assert section.reason.startswith(f"looks like {side}, although ")


def test_the_paper_keeps_its_own_importance() -> None:
    """Method `template` weighs sections by what repeats, below a quarter is noise; the default judges for itself."""
    site, page = learned("site-newspaper")
    paper, ours = (sectio.sections(page.html, template=site, method=name) for name in ("template", None))
    assert all(section.noisy == (section.importance < 0.25) for section in paper)
    assert [section.importance for section in paper] != [section.importance for section in ours]
    assert all(section.noisy == (section.importance < 0.5) for section in ours)
    assert not any("although" in section.reason for section in paper)


@pytest.mark.parametrize(("shown", "kept"), [(4, 4), (5, 5), (3, 8), (0, 8)])
def test_what_a_browser_does_not_show_is_left_out_unless_it_is_most_of_the_text(shown: int, kept: int) -> None:
    """Less than half of the words shown means that a script shows the rest later."""
    page = parse("<p>one</p>" * 8)
    visible = np.ones(len(page), bool)
    visible[page.text_rows[shown:]] = False
    nowhere = np.zeros(len(page), np.float32)
    found = analysis._seen(page, Selection(page.is_text), Layout(nowhere, nowhere, nowhere, nowhere, visible=visible))
    assert int(found.mask.sum()) == kept


def test_a_section_of_images_alone_has_a_reason_too() -> None:
    """Rows without text count a little, so that a share of them is a number."""
    reasons = [one.reason for one in sectio.sections(f"<div><img src=a.png></div><hr>{STORY * 3}", method="body")]
    assert reasons
    assert not any("nan" in reason for reason in reasons)
