"""Data sets with gold: ``load`` finds what is in a folder and reads it.

Layouts it knows (the folder is always an argument):

``wcxb``      ``html/NNNN.html.gz`` + ``ground-truth/NNNN.json``: single pages with gold text and page type
``sites``     ``SITE.tar.gz`` or ``SITE/`` with ``html/NNN.html`` + ``gold/NNN.json`` (+ ``site.json``,
              ``feed.xml``): many pages per site; sites of the generator carry further keys in their gold
``snippets``  ``html/NNNN.html.gz`` + ``snippets.json``: strings that must, and must not, be in the text
``records``   ``gold.jsonl``, one object per page with its ``file`` and what is known about it: ``text``,
              ``with``, ``without``, ``url``, ``page_type`` …
``folder``    ``NAME.html`` + ``NAME.txt``: pages of your own, with the text next to them

A folder that holds several of these, or folders of them, is read as several data sets.
"""

from sectio.lab.datasets.domains import registered_domain
from sectio.lab.datasets.gold import Dataset, GoldPage
from sectio.lab.datasets.layouts import load
from sectio.lab.datasets.sampling import Split, folds, sample, split_site, split_sites

__all__ = [
    "Dataset",
    "GoldPage",
    "Split",
    "folds",
    "load",
    "registered_domain",
    "sample",
    "split_site",
    "split_sites",
]
