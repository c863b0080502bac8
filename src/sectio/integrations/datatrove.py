"""datatrove: an extractor for its pipelines, in place of `Trafilatura`.

pipeline = [WarcReader(folder), SectioExtractor(favor="precision"), JsonlWriter(out)]
"""

from typing import Any

from datatrove.pipeline.extractors.base import BaseExtractor

import sectio


class SectioExtractor(BaseExtractor):
    """The main text of each document; `how` are arguments of `sectio.extract`."""

    name = "⛏ Sectio"

    def __init__(self, timeout: float = 10, **how: Any) -> None:
        super().__init__(timeout=timeout)
        self.how = how

    def extract(self, text: str) -> str:
        """The main text of a page; empty if there is none."""
        return sectio.extract(text, **self.how).text
