"""Every statement is run with the real newspaper4k and with ours; `nlp` of the real one needs a further package."""

import inspect
import json
import pickle
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sectio.compat import newspaper as ours
from tests.compat.pages import PAGE

theirs: ModuleType = pytest.importorskip("newspaper.article")
package: ModuleType = pytest.importorskip("newspaper")
BOTH = [theirs, ours]
MODULES = pytest.mark.parametrize("module", BOTH, ids=["theirs", "ours"])
URL = "https://example.org/late-ferry"


def article_of(module: ModuleType, url: str = URL, **how: Any) -> Any:
    """An article; the real one must not look for images on the web."""
    return module.Article(url, **how, **({"fetch_images": False} if module is theirs else {}))


def parsed(module: ModuleType, page: str | bytes = PAGE, **how: Any) -> Any:
    return article_of(module, **how).download(input_html=page).parse()


@pytest.mark.parametrize("name", ["__init__", "download", "parse", "nlp", "build", "to_json"])
def test_signatures_are_the_same(name: str) -> None:
    their, our = (inspect.signature(getattr(module.Article, name)).parameters for module in BOTH)
    assert [(key, our[key].default, our[key].kind) for key in our] == [
        (key, their[key].default, their[key].kind) for key in their
    ]


ATTRIBUTES = [
    "title", "text", "html", "article_html", "authors", "publish_date", "images", "imgs", "movies", "top_image", "top_img",
    "keywords", "keyword_scores", "meta_keywords", "tags", "summary", "meta_img", "meta_description", "meta_lang",
    "meta_favicon", "meta_site_name", "canonical_link", "url", "original_url", "source_url", "read_more_link", "is_parsed",
    "download_exception_msg", "history",
]  # fmt: skip


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_of_a_new_article(name: str) -> None:
    """Empty, and of the same types."""
    their, our = (getattr(article_of(module), name) for module in BOTH)
    assert our == their
    assert type(our) is type(their)


@pytest.mark.parametrize("name", [name for name in ATTRIBUTES if name != "tags"])
def test_attributes_of_a_parsed_article_have_the_same_types(name: str) -> None:
    their, our = (getattr(parsed(module), name) for module in BOTH)
    assert type(our) is type(their)


@pytest.mark.parametrize(
    "name",
    ["title", "authors", "images", "movies", "meta_img", "meta_keywords", "meta_description", "meta_lang", "meta_site_name", "canonical_link", "url", "html", "is_parsed"],
)  # fmt: skip
def test_attributes_of_a_parsed_article_are_the_same(name: str) -> None:
    their, our = (getattr(parsed(module), name) for module in BOTH)
    assert our == their


def test_the_day_is_the_same() -> None:
    """The real one adds the hour where the page has it."""
    their, our = (parsed(module).publish_date for module in BOTH)
    assert our.date() == their.date()


@MODULES
def test_the_text_has_an_empty_line_between_paragraphs(module: ModuleType) -> None:
    found = parsed(module).text
    assert found.startswith("For nine days")
    assert "shows.\n\nWhat the log says\n\nThe log" in found
    assert "Home" not in found
    assert "on board on Tuesday" not in found


@MODULES
def test_steps_come_one_after_the_other(module: ModuleType) -> None:
    article = article_of(module)
    for step in (article.parse, article.nlp):
        with pytest.raises(module.ArticleException, match="download"):
            step()
    assert article.download(input_html=PAGE) is article
    with pytest.raises(module.ArticleException, match="parse"):
        article.nlp()
    with pytest.raises(module.ArticleException, match="parse"):
        article.to_json()
    assert article.parse() is article


@MODULES
def test_the_state_of_the_download(module: ModuleType) -> None:
    article = article_of(module)
    assert article.download_state == module.ArticleDownloadState.NOT_STARTED
    article.download(input_html=PAGE)
    assert article.download_state == module.ArticleDownloadState.SUCCESS
    assert [state.name for state in module.ArticleDownloadState] == ["NOT_STARTED", "FAILED_RESPONSE", "SUCCESS"]


@MODULES
def test_a_failed_download_is_raised_by_parse(module: ModuleType) -> None:
    """Nothing listens there; ours does not even try."""
    article = module.Article("http://127.0.0.1:9/")
    assert article.download() is article
    assert article.download_state == module.ArticleDownloadState.FAILED_RESPONSE
    assert article.download_exception_msg
    with pytest.raises(module.ArticleException, match="failed"):
        article.parse()


@MODULES
def test_a_file_by_its_address(module: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    found = article_of(module, (tmp_path / "page.html").as_uri()).download().parse()
    assert found.title == "The late ferry"
    missing = module.Article((tmp_path / "missing.html").as_uri()).download()
    assert missing.download_state == module.ArticleDownloadState.FAILED_RESPONSE


@MODULES
def test_html_can_be_set(module: ModuleType) -> None:
    article = article_of(module)
    article.html = PAGE
    assert article.parse().title == "The late ferry"


@pytest.mark.parametrize("page", ["", "hello world", "<html></html>"])
def test_nothing_is_empty_and_not_none(page: str) -> None:
    for name in ("text", "title", "authors", "publish_date", "top_image", "article_html", "meta_lang", "images"):
        their, our = (getattr(parsed(module, page), name) for module in BOTH)
        assert our == their, name


@MODULES
def test_bytes_are_decoded(module: ModuleType) -> None:
    article = parsed(module, PAGE.encode())
    assert article.html == PAGE
    assert article.title == "The late ferry"


@MODULES
def test_the_title_given_to_download(module: ModuleType) -> None:
    assert article_of(module, title="First").title == "First"
    assert article_of(module, title="First").download(input_html=PAGE, title="Second").title == "Second"


def test_json_has_the_same_keys() -> None:
    their, our = (json.loads(parsed(module).to_json()) for module in BOTH)
    assert list(our) == list(their)
    assert our["publish_date"][:10] == their["publish_date"][:10]
    assert list(parsed(ours).to_json(as_string=False)) == list(their)


@MODULES
def test_articles_can_be_pickled(module: ModuleType) -> None:
    assert pickle.loads(pickle.dumps(parsed(module))).title == "The late ferry"


def test_keywords_and_summary() -> None:
    article = parsed(ours)
    article.nlp()
    assert article.keywords[0] == "ferry"
    assert "the" not in article.keywords
    assert list(article.keyword_scores) == article.keywords
    assert 1 <= len(article.summary.splitlines()) <= 5
    assert all(line in article.text for line in article.summary.splitlines())
    empty = parsed(ours, "<html></html>")
    empty.nlp()
    assert (empty.keywords, empty.summary) == ([], "")


def test_the_language_is_accepted_and_other_settings_say_that_they_mean_nothing() -> None:
    assert parsed(ours, language="en").text == parsed(ours).text
    with pytest.warns(UserWarning, match="fetch_images has no effect"):
        ours.Article(URL, fetch_images=False)


@pytest.mark.parametrize("name", ["article", "fulltext"])
def test_functions_have_the_same_signatures(name: str) -> None:
    their, our = (inspect.signature(getattr(module, name)).parameters for module in (package, ours))
    assert [(key, our[key].default, our[key].kind) for key in our] == [
        (key, their[key].default, their[key].kind) for key in their
    ]


@pytest.mark.parametrize("module", [package, ours], ids=["theirs", "ours"])
def test_an_article_by_one_call(module: ModuleType) -> None:
    found = module.article(URL, "en", input_html=PAGE, **({"fetch_images": False} if module is package else {}))
    assert found.is_parsed
    assert (found.title, found.url) == ("The late ferry", URL)


@pytest.mark.parametrize("module", [package, ours], ids=["theirs", "ours"])
def test_the_text_alone(module: ModuleType) -> None:
    text = module.fulltext(PAGE)
    assert isinstance(text, str)
    assert parsed(theirs).text.splitlines()[0] in text
