"""What the generator hands out, and what it plans a page with before any markup exists."""

from collections.abc import Mapping
from dataclasses import dataclass

from .language import Subject
from .markup import Leaf


@dataclass(frozen=True)
class Knobs:
    """How hard a site is."""

    ads: float = 0.6  # probability of each advertisement slot
    jitter: float = 0.3  # optional wrappers and missing blocks
    teaser: float = 0.3  # text of articles repeated outside them
    paragraphs: tuple[int, int] = (3, 30)
    comments: int = 20  # at most, per page
    mess: float = 1.0  # share of sites with untidy source
    looks: bool = False  # fonts, colours and columns drawn for each site, not the same for all of a theme
    mixed: bool = True  # also listings and other secondary page types


@dataclass(frozen=True)
class GenComment:
    """A reader's comment; `parent` is an index into the page's comments."""

    author: str
    date: str
    text: str
    depth: int
    parent: int | None


@dataclass(frozen=True)
class GenRecord:
    """An item of a listing: its link, and the texts in it that are not the same in all items."""

    title: str
    href: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class GenPage:
    """A page and everything that is true about it.

    `text` has one line per block. `sd_type` is the page's type in the sense of the SD algorithm. On question
    pages (`sd_type` article_comments, `kind` forum) `comments` repeats the answers, which are content too. `posts` are
    all posts of a forum page.
    """

    url: str
    html: str
    title: str
    date: str | None
    author: str | None
    text: str
    comments: tuple[GenComment, ...]
    leaves: tuple[Leaf, ...]
    kind: str
    noise_lines: tuple[str, ...]
    sd_type: str
    posts: tuple[GenComment, ...] = ()
    records: tuple[GenRecord, ...] = ()

    @property
    def local(self) -> bool:
        """The page carries boilerplate of its cluster."""
        return any(leaf.local for leaf in self.leaves)


@dataclass(frozen=True)
class GenSite:
    """A site; `feed_map` leads from the links of the feed to page numbers."""

    name: str
    theme: str
    language: str
    naming: str
    kind: str
    pages: tuple[GenPage, ...]
    feed: str | None
    feed_map: Mapping[str, int]


@dataclass(frozen=True)
class Block:
    """A piece of running text: p, h, ul, ol, quote, code, table, img, note."""

    kind: str
    text: str = ""
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Post:
    """A forum post, an answer, or a part of a service page (`author` is its heading)."""

    author: str
    date: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Plan:
    """A page before markup. `items` are the numbers of the pages it lists; `local` its cluster."""

    number: int
    kind: str
    sd_type: str
    title: str
    subject: Subject
    date: str | None = None
    author: str | None = None
    lead: str = ""
    blocks: tuple[Block, ...] = ()
    comments: tuple[GenComment, ...] = ()
    posts: tuple[Post, ...] = ()
    specs: tuple[tuple[str, str], ...] = ()
    price: str = ""
    items: tuple[int, ...] = ()
    url: str = ""
    local: int | None = None
