"""Words in class and id attributes: all lists of them live here.

A word counts when it is a whole token (`entry-content`, `entryContent` and `entry_content` hold `entry` and `content`). It is
evidence for a column, never a verdict.
"""

import re
import zlib
from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

# One bit per group; the order is part of the model's feature names.
GROUPS: Final[dict[str, str]] = {
    "content": "content contents contenu inhalt conteudo contenido",
    "article": "article articles artikel articulo articolo blogpost story news",
    "post": "post posts posting entry entries hentry single singular",
    "body": "body articlebody storybody postbody maincontent bodytext copy richtext rte prose markdown wysiwyg",
    "text": "text txt paragraph texte textblock",
    "main": "main primary central center middle principal hauptinhalt",
    "page": "page pagina site wrapper container inner",
    "title": "title titles headline heading headings titre titulo ueberschrift",
    "lead": "lead intro teaser excerpt summary standfirst dek subtitle subheading abstract",
    "description": "description desc details detail overview about info information features feature",
    "sidebar": "sidebar side aside rail rightcol leftcol secondary complementary",
    "widget": "widget widgets module panel box",
    "nav": "nav navigation navbar navi topnav subnav nav-main megamenu",
    "menu": "menu menus submenu dropdown hamburger menuitem",
    "breadcrumb": "breadcrumb breadcrumbs crumb crumbs",
    "pagination": "pagination pager paging pages prev previous next",
    "header": "header head masthead topbar top branding logo",
    "footer": "footer foot bottom colophon fuss impressum",
    "copyright": "copyright legal disclaimer privacy terms imprint license",
    "comment": "comment comments commentlist commenttext kommentar kommentare comentario comentarios disqus discussion",
    "reply": "reply replies respond response responses answer answers answercell",
    "thread": "thread threads message messages topic topics forum bbs conversation",
    "question": "question questions faq accordion qa",
    "related": "related recommended recommendation recommendations similar more morefrom also youmay outbrain taboola",
    "popular": "popular trending latest recent mostread top10 featured",
    "share": "share sharing social socials addthis sharebar facebook twitter whatsapp follow",
    "ad": "ad ads adv advert advertisement advertising sponsor sponsored promo promotion promoted banner adsense dfp",
    "cookie": "cookie cookies consent gdpr ccpa onetrust",
    "newsletter": "newsletter subscribe subscription signup mailchimp optin",
    "popup": "popup modal overlay lightbox dialog drawer tooltip offcanvas",
    "form": "form forms input field search searchbox searchform login register signin",
    "button": "button btn buttons cta",
    "author": "author authors byline autor vcard bio contributor writer profile avatar",
    "date": "date dates time timestamp published datum posted pubdate fecha",
    "meta": "meta metadata postmeta metainfo entrymeta",
    "tags": "tag tags category categories cat taxonomy label labels keywords",
    "caption": "caption captions figcaption legend credit credits",
    "image": "image images img photo photos picture thumbnail thumb thumbs gallery slideshow slide slider carousel media video",
    "list": "list lists listing listings items ul grid row rows",
    "item": "item card cards tile tiles result results",
    "product": "product products prod sku shop woocommerce",
    "price": "price prices cart basket checkout buy addtocart sale discount shipping stock",
    "spec": "spec specs specification specifications attributes params properties",
    "review": "review reviews rating ratings stars testimonial testimonials feedback",
    "table": "table tbl toc tableofcontents index",
    "code": "code highlight codehilite syntax snippet pre source",
    "quote": "quote blockquote signature sig quoted citation footnote footnotes references reflist",
    "hidden": "hidden hide invisible visuallyhidden sr screenreader noprint print mobile",
    "hero": "hero jumbotron cover splash section sections block",
    "user": "user users username member members account",
    "map": "map location address contact phone tel email",
    "language": "lang language languages locale translate",
    "docs": "doc docs documentation api reference manual wiki mw notes note tip warning admonition",
    "event": "event events calendar schedule job jobs career",
    "tool": "toolbar tools tool actions action controls options settings edit editsection",
}
INDEX: Final[dict[str, int]] = {word: bit for bit, words in enumerate(GROUPS.values()) for word in words.split()}

_TOKEN = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")
_LOWER = re.compile(r"[a-z]+|[^\W\d_A-Za-z]+")
_BIT: Final[dict[str, int]] = {word: 1 << bit for word, bit in INDEX.items()}
# Words of the lists that are more than one token.
_COMPOUND: Final[frozenset[str]] = frozenset(word for word in INDEX if not word.isalpha())
# Longer attribute values are cut: a 4 MB class attribute says nothing more than its first tokens.
MAX_LENGTH: Final = 300


def tokens(value: str) -> list[str]:
    """The lower-case tokens of a class or id attribute, CamelCase and separators split."""
    return [token.lower() for token in _TOKEN.findall(value[:MAX_LENGTH])]


@lru_cache(maxsize=65536)
def bits_and_hash(value: str) -> tuple[int, int]:
    """The groups an attribute value speaks of, as bits, and a stable hash of the value with digits left out."""
    value = value[:MAX_LENGTH]
    lower = value.lower()
    # Most values are lower case: then one sweep finds the tokens, digits left out.
    found = _LOWER.findall(value) if value == lower else [t for t in tokens(value) if not t.isdigit()]
    bits = 0
    for token in found:
        bits |= _BIT.get(token, 0)
    for whole in lower.split() if value != lower else _COMPOUND.intersection(lower.split()):
        bits |= _BIT.get(whole, 0)
    return bits, zlib.crc32(" ".join(found).encode("utf-8", "replace"))


def column(values: Iterable[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """`bits_and_hash` of many values, as two columns."""
    found = [*map(bits_and_hash, values)]
    bits = np.fromiter(map(itemgetter(0), found), np.int64, len(found))
    return bits, np.fromiter(map(itemgetter(1), found), np.int64, len(found))
