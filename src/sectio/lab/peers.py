"""Other extractors, each in the configuration its documentation recommends for the main text of a page.

Every peer is a function from bytes and address to text, imported when first asked for. None may use the
network: the worker they run in refuses connections, and image fetching is switched off where possible.
"""

import importlib
import re
from collections.abc import Callable
from functools import cache
from importlib import metadata
from typing import Any, NamedTuple

from sectio.dom.decode import decode
from sectio.errors import MissingExtra

Extract = Callable[[bytes, str | None], str]


class Peer(NamedTuple):
    """A peer's package and the function that makes its extractor."""

    package: str
    build: Callable[[], Extract]
    summary: str


def load(name: str) -> Extract:
    """Return the extractor of a peer; `MissingExtra` when its package is not installed."""
    peer = PEERS[name]
    try:
        return peer.build()
    except ImportError as error:
        raise MissingExtra(peer.package, "eval") from error


def version(name: str) -> str | None:
    """Return the installed version of a peer's package, or None; imports nothing."""
    try:
        return metadata.version(PEERS[name].package)
    except metadata.PackageNotFoundError:
        return None


def _trafilatura() -> Extract:
    extract = importlib.import_module("trafilatura").extract
    # Without comments, as in its own evaluation; with tables, since gold texts hold them.
    return lambda html, url: extract(html, url=url, include_comments=False) or ""


def _readability() -> Extract:
    document = importlib.import_module("readability").Document
    parse = importlib.import_module("turbohtml").parse
    # The summary is HTML; its text is taken with breaks between blocks, so that words do not run together.
    return lambda html, url: parse(document(decode(html)[0], url=url).summary(html_partial=True)).to_text()


def _resiliparse() -> Extract:
    extract = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    encoding = importlib.import_module("resiliparse.parse.encoding")

    def run(html: bytes, url: str | None) -> str:
        text = encoding.bytes_to_str(html, encoding.detect_encoding(html, from_html_meta=True))
        found: str = extract(text, main_content=True, links=False, alt_texts=False, list_bullets=False)
        return found

    return run


_LANG = re.compile(rb"<html[^>]*\blang\s*=\s*[\"']?\s*([a-zA-Z]{2})", re.I)
_STOP_WORDS = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German",
    "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish",
    "fr": "French", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian",
    "it": "Italian", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian", "nb": "Norwegian_Bokmal",
    "nl": "Dutch", "no": "Norwegian_Bokmal", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian",
    "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish", "tr": "Turkish",
    "uk": "Ukrainian", "vi": "Vietnamese",
}  # fmt: skip


def _language(html: bytes) -> str:
    """Return the two letters of the language a page declares, or nothing."""
    found = _LANG.search(html, 0, 5000)
    return found[1].decode().lower() if found else ""


def _justext() -> Extract:
    justext = importlib.import_module("justext")

    def run(html: bytes, url: str | None) -> str:
        # Stop words of the language the page declares, English if it declares none; for a language jusText
        # has no list of, its documented language-independent mode.
        language = _STOP_WORDS.get(_language(html) or "en")
        if language:
            paragraphs = justext.justext(decode(html)[0], justext.get_stoplist(language))
        else:
            paragraphs = justext.justext(decode(html)[0], frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return run


def _boilerpy3() -> Extract:
    extractor = importlib.import_module("boilerpy3.extractors").ArticleExtractor(raise_on_failure=False)
    return lambda html, url: extractor.get_content(decode(html)[0])


def _newspaper4k() -> Extract:
    article_class = importlib.import_module("newspaper").Article

    def run(html: bytes, url: str | None) -> str:
        text, address = decode(html)[0], url or "https://example.invalid/"
        try:
            return _parsed(article_class(address, fetch_images=False), text)
        except ImportError:  # the page's language needs a tokenizer that is not installed; English needs none
            return _parsed(article_class(address, fetch_images=False, language="en"), text)

    def _parsed(article: Any, text: str) -> str:
        article.download(input_html=text)
        article.parse()
        found: str = article.text
        return found

    return run


def _goose3() -> Extract:
    goose = importlib.import_module("goose3")
    stop_words = importlib.import_module("goose3.text")
    # The documentation asks for a class of its own for these languages.
    special = {"ar": "StopWordsArabic", "ko": "StopWordsKorean", "zh": "StopWordsChinese"}

    @cache
    def build(language: str) -> Any:
        options = {"enable_image_fetching": False, "use_meta_language": True, "strict": False}
        if language in special:
            options |= {"stopwords_class": getattr(stop_words, special[language])}
        return goose.Goose(options)

    def run(html: bytes, url: str | None) -> str:
        text = decode(html)[0]
        try:
            return build(_language(html)).extract(raw_html=text).cleaned_text or ""
        except ImportError:  # a tokenizer that is not installed
            return build("").extract(raw_html=text).cleaned_text or ""

    return run


def _turbohtml() -> Extract:
    parse = importlib.import_module("turbohtml").parse
    return lambda html, url: parse(html).article().text


PEERS: dict[str, Peer] = {
    "trafilatura": Peer("trafilatura", _trafilatura, "extract(include_comments=False)"),
    "readability": Peer("readability-lxml", _readability, "Document.summary(), text of the HTML"),
    "resiliparse": Peer("resiliparse", _resiliparse, "extract_plain_text(main_content=True), no links, no bullets"),
    "justext": Peer("justext", _justext, "stop words of the page's language"),
    "boilerpy3": Peer("boilerpy3", _boilerpy3, "ArticleExtractor"),
    "newspaper4k": Peer("newspaper4k", _newspaper4k, "Article.parse() of given HTML, no images"),
    "goose3": Peer("goose3", _goose3, "language from the page, no images"),
    "turbohtml": Peer("turbohtml", _turbohtml, "Document.article()"),
}
