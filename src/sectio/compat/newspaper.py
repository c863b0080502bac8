"""newspaper's class: `from sectio.compat.newspaper import Article`.

`download`, `parse` and `nlp` come one after the other, and attributes have the types of newspaper4k: texts are empty and never
None, `publish_date` is a `datetime` or None. `download` needs the extra `fetch`, unless it is given the page.
"""

import json
import re
import warnings
from collections import Counter
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final, Self

import sectio
from sectio.dom.decode import decode
from sectio.errors import MissingExtra, SectioError
from sectio.extraction import Extraction
from sectio.sites.forest.stopwords import is_stop_word
from sectio.text.addresses import split

__all__ = ["Article", "ArticleDownloadState", "ArticleException", "article", "fulltext"]

# The defaults of newspaper's configuration.
MAX_KEYWORDS: Final = 35
MAX_SENTENCES: Final = 5
_SENTENCE: Final = re.compile(r"(?<=[.!?…。！？])\s+")
# Attributes in `to_json`.
_FIELDS: Final = (
    "url", "read_more_link", "language", "title", "top_image", "meta_img", "images", "movies", "keywords", "meta_keywords",
    "tags", "authors", "publish_date", "summary", "meta_description", "meta_lang", "meta_favicon", "meta_site_name",
    "canonical_link", "text",
)  # fmt: skip


class ArticleException(Exception):
    """A step before this one is missing or failed."""


class ArticleDownloadState(Enum):
    """Whether there is a page."""

    NOT_STARTED = 0
    FAILED_RESPONSE = 1
    SUCCESS = 2


class Article:
    """An article by its address."""

    def __init__(
        self,
        url: str,
        title: str = "",
        source_url: str = "",
        read_more_link: str = "",
        config: Any = None,
        **kwargs: Any,
    ) -> None:
        self.language: str = kwargs.pop("language", None) or "en"
        unused = [*kwargs, *(["config"] if config is not None else []), *(["read_more_link"] if read_more_link else [])]
        for name in unused:
            warnings.warn(f"{name} has no effect in sectio.compat.newspaper", UserWarning, stacklevel=2)
        self.url = self.original_url = url
        parts = split(url)
        self.source_url = source_url or f"{parts.scheme or 'http'}://{parts.netloc}"
        self.title, self.read_more_link = title, read_more_link
        self.download_state = ArticleDownloadState.NOT_STARTED
        self.download_exception_msg: str | None = None
        self.history: list[str] = []
        self.is_parsed = False
        self._set_blank()

    def _set_blank(self) -> None:
        """The attributes before `parse` and `nlp`."""
        self.text = self.article_html = self.top_image = self.meta_img = self.summary = ""
        self.meta_description = self.meta_lang = self.meta_site_name = self.meta_favicon = self.canonical_link = ""
        self.images: list[str] = []
        self.movies: list[str] = []
        self.authors: list[str] = []
        self.keywords: list[str] = []
        self.meta_keywords: list[str] = []
        self.keyword_scores: dict[str, float] = {}
        self.tags: set[str] = set()
        self.publish_date: datetime | None = None
        self._html = ""

    @property
    def html(self) -> str:
        """The page."""
        return self._html

    @html.setter
    def html(self, value: str | bytes | None) -> None:
        self._html = decode(value, None)[0] if isinstance(value, bytes) else value or ""
        self.download_state = ArticleDownloadState.SUCCESS

    def download(
        self,
        input_html: str | bytes | None = None,
        title: str | None = None,
        recursion_counter: int = 0,
        ignore_read_more: bool = False,
    ) -> Self:
        """Fetch the page, or take the one that is given; a failure shows in `download_state`, and `parse` raises it."""
        try:
            self.html = self._fetched() if input_html is None else input_html
        except MissingExtra:
            raise
        except (SectioError, OSError) as error:
            self.download_state, self.download_exception_msg = ArticleDownloadState.FAILED_RESPONSE, str(error)
        if title is not None:
            self.title = title
        return self

    def _fetched(self) -> str:
        parts = split(self.url)
        if parts.scheme == "file":
            return decode(Path(parts.path).read_bytes(), None)[0]
        from sectio.fetch import fetch

        response = fetch(self.url)
        self.url, self.history = response.final_url, list(response.redirects)
        return decode(response.body, response.encoding)[0]

    def parse(self) -> Self:
        """Find the content and what the page says about itself."""
        self.throw_if_not_downloaded_verbose()
        try:
            doc = sectio.extract(self._html, url=self.url)
        except SectioError as error:
            raise ArticleException(f"{self.url}: {error}") from error
        if "plain_text" not in doc.warnings:
            self._take(doc)
        self.is_parsed = True
        return self

    def _take(self, doc: Extraction) -> None:
        self.title = doc.title or ""
        self.text = doc.text.replace("\n", "\n\n")
        self.article_html = f"<div>{doc.html}</div>" if doc.ok else ""
        self.authors = [name for name in (doc.author or "").split("; ") if name]
        self.publish_date = datetime.fromisoformat(doc.date) if doc.date else None
        self.images = [image.src for image in doc.images]
        self.meta_img = doc.image or ""
        self.top_image = self.meta_img or next(iter(self.images), "")
        self.meta_keywords, self.tags = list(doc.tags), set(doc.tags)
        self.meta_description, self.meta_lang = doc.description or "", doc.language or ""
        self.meta_site_name, self.canonical_link = doc.site_name or "", doc.url or ""

    def nlp(self) -> None:
        """Find keywords and a summary: the words that occur most, and the sentences with most of them."""
        self.throw_if_not_downloaded_verbose()
        self.throw_if_not_parsed_verbose()
        words = [word for word in re.findall(r"\w{3,}", f"{self.title} {self.text}".lower()) if not is_stop_word(word)]
        counts = Counter(words)
        self.keyword_scores = {word: count / len(words) for word, count in counts.most_common(MAX_KEYWORDS)}
        self.keywords = list(self.keyword_scores)
        sentences = [said for line in self.text.splitlines() for said in _SENTENCE.split(line) if said]
        weights = [
            sum(self.keyword_scores.get(word, 0) for word in re.findall(r"\w+", said.lower())) for said in sentences
        ]
        best = sorted(sorted(range(len(sentences)), key=lambda at: -weights[at])[:MAX_SENTENCES])
        self.summary = "\n".join(sentences[at] for at in best)

    def build(self) -> None:
        """`download`, `parse` and `nlp`."""
        self.download().parse().nlp()

    def throw_if_not_downloaded_verbose(self) -> None:
        """Raise unless there is a page."""
        if self.download_state is ArticleDownloadState.NOT_STARTED:
            raise ArticleException("call `download()` first")
        if self.download_state is ArticleDownloadState.FAILED_RESPONSE:
            raise ArticleException(f"`download()` of {self.url} failed: {self.download_exception_msg}")

    def throw_if_not_parsed_verbose(self) -> None:
        """Raise unless `parse` was called."""
        if not self.is_parsed:
            raise ArticleException("call `parse()` first")

    def to_json(self, as_string: bool | None = True) -> str | dict[str, Any]:
        """The attributes by name, as JSON or a dictionary; after `parse`."""
        self.throw_if_not_parsed_verbose()
        values = {name: getattr(self, name) for name in _FIELDS}
        values |= {
            "tags": sorted(self.tags),
            "publish_date": self.publish_date.isoformat() if self.publish_date else None,
        }
        return json.dumps(values, indent=4, ensure_ascii=False) if as_string else values

    @property
    def imgs(self) -> list[str]:
        """The old name of `images`."""
        return self.images

    @property
    def top_img(self) -> str:
        """The old name of `top_image`."""
        return self.top_image


def article(url: str, language: str | None = None, **kwargs: Any) -> Article:
    """An article, downloaded (or taken from `input_html`) and parsed."""
    page = kwargs.pop("input_html", None)
    return Article(url, language=language, **kwargs).download(input_html=page).parse()


def fulltext(html: str, language: str = "en") -> str:
    """The text of a page, with an empty line between paragraphs; every language is read the same way."""
    return sectio.extract(html).text.replace("\n", "\n\n")
