"""Synthetic web sites with exact gold, for tests and experiments.

Seeded: the same seed gives the same bytes on every Python and under every hash seed. All text is made by
small grammars of our own (see `languages/`). A theme builds a labelled element tree; the HTML, the label of
every text node, the main text and the noise lines are all read off that one tree, so they agree.

Conventions follow the project's site corpora: headline, byline and fact boxes are neither content nor noise;
comments are not part of the text, forum posts are; prices and buttons of a shop are noise.
"""

from .model import GenComment, GenPage, GenSite, Knobs
from .site import generate_site, generate_sites
from .themes import THEMES

VERSION = 1

__all__ = [
    "THEMES",
    "VERSION",
    "GenComment",
    "GenPage",
    "GenSite",
    "Knobs",
    "generate_site",
    "generate_sites",
]
