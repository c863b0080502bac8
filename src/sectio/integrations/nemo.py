"""NeMo Curator: an algorithm for its HTML extraction, in place of `JusTextExtractor`.

The class has the method that `HTMLExtractorAlgorithm` asks for, and derives from it where the library is installed.
"""

from typing import TYPE_CHECKING, Any

import sectio

if TYPE_CHECKING:
    _Base = object
else:
    try:
        from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm as _Base
    except ImportError:
        _Base = object


class SectioExtractor(_Base):
    """The paragraphs of the main text; `how` are arguments of `sectio.extract`."""

    def __init__(self, **how: Any) -> None:
        self.how = how

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """The paragraphs of a page, or None if there are none; stop words are not needed."""
        text = sectio.extract(html, **self.how).text
        return [line for line in text.split("\n") if line] or None
