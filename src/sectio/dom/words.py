"""Words in class and id attributes: all lists of them live here.

A word counts when it is a whole token (`entry-content`, `entryContent` and `entry_content` contain `entry` and `content`). It is
evidence for a column, never a verdict.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sectio.patterns import pattern

Numbers = NDArray[np.int64]

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

# Lists for what is looked up by name instead of counted.

# Roles of sections.
ROLES: Final[dict[str, str]] = {
    "content": "content entry article post story main articlebody",
    "comments": "comments comment commentlist disqus respond replies reviews",
    "navigation": "nav navbar navigation menu menubar breadcrumb breadcrumbs pagination pager tabs toc",
    "header": "header masthead topbar banner branding logo",
    "footer": "footer foot copyright colophon legal",
    "aside": "sidebar aside widget related recommended popular trending rail promo share sharing social",
    "form": "search searchform login signup subscribe newsletter form",
    "ad": "ad ads advert advertisement adsense sponsored sponsor sponsors",
}
# One contribution to a thread, by the words that name it. Not "response" for comments: it is as often a part of a form.
CONTRIBUTIONS: Final[dict[str, frozenset[str]]] = {
    "comment": frozenset((
        "comment", "reply", "kommentar", "comentario", "commentaire",
    )),
    "post": frozenset(("post", "message", "msg", "email", "postbit", "postrow", "beitrag", "postcontainer")),
    "question": frozenset(("question",)),
    "answer": frozenset(("answer", "antwort", "respuesta")),
}  # fmt: skip
# With one of these beside it, such a word names a part of a contribution, all of them, or a way to add one.
NOT_A_CONTRIBUTION: Final = frozenset((
    "comments", "kommentare", "comentarios", "posts", "messages", "answers", "questions", "replies", "form", "formular",
    "list", "lists", "listing", "count", "counts", "counter", "number", "link", "links", "body", "text", "content", "contents",
    "author", "meta", "date", "time", "avatar", "header", "footer", "head", "foot", "title", "respond", "area", "policy",
    "button", "buttons", "actions", "action", "toolbar", "icon", "metadata", "permalink", "add", "name", "anchor", "holder",
    "input", "box", "replybox", "editor", "login", "closed", "rules", "notice", "notes", "copy", "info", "user", "profile",
    "signature", "score", "votes", "voting", "tools", "controls", "menu", "section", "block", "tree", "stream", "feed",
    "template", "open", "preview", "nav", "navigation", "pagination", "sort", "sorting", "reactions", "attachments",
    "recent", "latest", "top", "popular", "type", "format", "status", "tag", "tags", "taglist", "thumbnail", "image",
    "hyperlink", "entries", "items", "thread", "wrapper", "wrap", "container", "layout", "badge", "arrow", "attribution", "separator", "divider", "subscription", "subscribe", "cell", "inner", "owner",
))  # fmt: skip
# All comments of a page.
COMMENT_SECTIONS: Final = frozenset((
    "comments", "commentlist", "commentarea", "kommentare", "comentarios", "commentaires", "disqus", "responses", "discussion",
))  # fmt: skip
# The same, beside a word for one comment.
SECTION_WORDS: Final = frozenset((
    "list", "entries", "items", "section", "area", "wrapper", "container", "holder", "feed", "tree", "thread", "box", "block", "template",
))  # fmt: skip
NOT_A_SECTION: Final = frozenset(
    ("count", "link", "recent", "latest", "form", "title", "number", "closed", "off", "top", "policy")
)
# Places where people write, not read.
COMMENT_FORMS: Final = frozenset(("respond", "commentform", "replyform", "formular"))
# The parts of a contribution; "noise" is what is not its text.
CONTRIBUTION_PARTS: Final[dict[str, frozenset[str]]] = {
    "author": frozenset((
        "author", "fn", "name", "user", "username", "commenter", "poster", "nickname", "byline", "bigusername", "hnuser", "creator",
        "account", "ljuser", "autor", "auteur", "member", "realname", "person", "nick", "commentername", "commentauthor", "authi",
    )),
    "date": frozenset((
        "date", "time", "timestamp", "published", "posted", "datetime", "ago", "permalink", "age", "timeago", "created",
        "createdtime", "relativetime", "postdate", "pubdate", "datum", "fecha", "when", "commentmetadata", "metadata",
    )),
    "body": frozenset((
        "body", "text", "content", "message", "copy", "prose", "cooked", "md", "commtext", "bbwrapper", "toptext", "article",
        "commenttext", "entry", "markdown", "postbody", "postcontent", "usertext", "commentbody", "rtjson", "contents",
        "commentcontent", "description", "storytext", "selftext", "commentcopy", "quotecontent", "t_f", "postmsg",
    )),
    "votes": frozenset((
        "vote", "votes", "score", "points", "upvote", "upvoter", "karma", "upvotes", "upvotecount", "votecount",
    )),
    "noise": frozenset((
        "reply", "actions", "action", "share", "like", "likes", "vote", "votes", "votelinks", "voting", "report", "avatar",
        "footer", "toolbar", "links", "flag", "says", "signature", "sig", "buttons", "button", "controls",
        "userinfo", "postprofile", "profile", "stats", "badge", "score", "navs", "togg", "numchildren", "menu", "dropdown",
        "permalink", "taglist", "tags", "postnumber", "postcounter", "upvote", "downvote", "reactions", "rank", "joined",
        "usertitle", "attribution", "tools", "aktionen", "editor", "replies", "children", "expand", "pagination",
    )),
}  # fmt: skip
# Links from other sites, listed among comments.
ECHOES: Final = frozenset(("pingback", "trackback", "pings"))
# The answer that was accepted.
ACCEPTED: Final = frozenset(("accepted", "solution", "solved", "acceptedanswer", "bestanswer", "best", "accept"))
# With a number behind it: how deep in a thread a contribution is.
LEVELS: Final = ("depth", "level", "indent", "comment-level", "thread-level")
# What leads to the page of a user, in addresses.
USER_ADDRESSES: Final = (
    "/user/", "/users/", "/u/", "/profile", "/member", "member.php", "memberlist", "viewprofile", "user?id=", "/~", "/@",
    "/by/", "user-", "mailto:", "action=profile", "/people/", "/author/", "/authors/",
)  # fmt: skip
# Whole class names of text that is not for the eye, and of what is put beside headings and code: links to them, buttons.
FURNITURE: Final = frozenset((
    "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only", "screenreader-only",
    "screen-reader", "u-visually-hidden", "sr-text", "a11y-hidden", "assistive-text", "is-visually-hidden",
    "headerlink", "hash-link", "header-anchor", "heading-anchor", "heading-link", "anchorjs-link", "anchor-link",
    "mw-editsection", "editsection", "copy-btn", "copy-button", "copybtn", "btn-copy", "copy-link", "back-to-top",
    "top-link", "backtotop", "scroll-to-top", "viewcode-link",
))  # fmt: skip
# Whole class names of captions, of images of people beside a text, and of formulas drawn as images.
CAPTIONS: Final = frozenset((
    "wp-caption-text", "image-caption", "photo-caption", "img-caption", "figure-caption", "caption-text", "picture-caption",
    "media-caption", "gallery-caption",
))  # fmt: skip
CAPTIONED: Final = frozenset(("wp-caption", "thumb", "thumbinner", "image-container", "media-image"))
FORMULA_IMAGES: Final = frozenset((
    "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex", "tex", "mathtex", "math-tex",
))  # fmt: skip
# Whole class names of what other sites give to be put into a text: a post of theirs as a quotation.
EMBEDDED: Final = frozenset((
    "twitter-tweet", "twitter-video", "instagram-media", "tiktok-embed", "bluesky-embed", "mastodon-embed", "reddit-embed-bq",
    "reddit-card", "fb-post",
))  # fmt: skip
# Notes beside a text that are part of it.
BOXES: Final = frozenset((
    "note", "tip", "tipp", "hint", "hinweis", "warning", "caution", "important", "admonition", "callout", "infobox", "definition",
    "definicion", "nota", "consejo", "conseil", "astuce", "attention", "achtung", "merke", "avviso", "aviso", "suggerimento",
    "wskazowka", "uwaga", "example", "exercise", "theorem", "lemma", "proof", "remark", "keyfacts", "takeaway", "takeaways",
))  # fmt: skip
# Whole class names of sentences of the text that are repeated beside it.
PULL_QUOTES: Final = frozenset(
    ("pullquote", "pull-quote", "pullQuote", "wp-block-pullquote", "has-pullquote", "quote-highlight")
)
# Words in the title, class or address of a frame that is not part of the text.
FRAMES: Final = frozenset((
    "ad", "ads", "adserver", "advert", "advertisement", "advertising", "doubleclick", "adsystem", "googlesyndication",
    "sponsored", "tracking", "tracker", "pixel", "googletagmanager", "recaptcha", "captcha", "login", "consent", "newsletter",
    "subscribe", "facebook", "like", "comments", "disqus",
))  # fmt: skip
# Names of programming languages, where a class says nothing but the language.
LANGUAGES: Final = frozenset(
    """
    ada apache applescript asm awk bash basic bat c clojure cmake cobol coffeescript console cpp crystal csharp css csv d dart
    delphi diff dockerfile elixir elm erlang fortran fsharp gherkin go golang graphql groovy haskell hcl html http ini java
    javascript js json jsonc jsx julia kotlin latex less lisp lua makefile markdown matlab mermaid nginx nim nix objc
    objectivec ocaml octave pascal perl php plsql powershell prolog properties proto protobuf ps1 py python r racket rb rest
    ruby rust sass scala scheme scss sh shell sol solidity sql svelte swift tcl terraform tex toml ts tsx typescript vb vbnet
    verilog vhdl vim vue wasm xml yaml yml zig zsh
""".split()
)
# What classes say where there is no language.
NO_LANGUAGE: Final = frozenset(
    ("text", "plain", "plaintext", "none", "default", "nohighlight", "txt", "auto", "hljs", "notranslate")
)
# Whole class names of the columns and spans that hold the line numbers of code.
LINE_NUMBERS: Final = frozenset((
    "gutter", "lineno", "linenos", "line-number", "line-numbers", "linenumber", "linenumbers", "linenodiv",
    "blob-num", "hljs-ln-numbers", "hljs-ln-n", "rouge-gutter", "crayon-nums",
))  # fmt: skip
# Parts that the page opens when it is asked to, what opens them, and what is opened but not part of the text.
OFFERED: Final = frozenset((
    "tab", "tabs", "tabpanel", "tabpane", "tabcontent", "pane", "accordion", "collapse", "collapsible", "collapsed",
    "expander", "expand", "expandable", "expanded", "toggle", "more", "readmore", "showmore", "spoiler", "faq", "answer",
))  # fmt: skip
CONTROLS: Final = frozenset(("btn", "button", "toggle", "toggler", "expand", "expander", "trigger"))
NOT_OFFERED: Final = frozenset((
    "popup", "modal", "overlay", "lightbox", "dialog", "drawer", "tooltip", "offcanvas", "cookie", "cookies", "consent",
    "gdpr", "paywall", "subscribe", "newsletter", "login", "signin", "signup", "print", "menu", "submenu", "dropdown",
    "megamenu", "nav", "navbar", "navigation", "search", "share", "social", "notice", "alert", "toast",
))  # fmt: skip
# Classes of the root that a script takes away, as selectors name them.
WITHOUT_SCRIPTS: Final = frozenset((".no-js", ".nojs", ".no-javascript", ".js-disabled"))
# Elements that hold dates, that of the last change, authors and tags.
DATES: Final = (
    "date dates datetime datum data time timestamp published publish pubdate publishdate postdate posted dateline fecha"
)
CHANGED: Final = "updated modified lastmod lastupdated datemodified update changed aktualisiert"
AUTHORS: Final = (
    "author authors authorname articleauthor postauthor byline autor autoren autore auteur writer username submitted"
    " yazar muharrir reporter journalist"
)
# Each word for a date, and each for an author, contains one of these.
DATE_HINTS: Final = ("dat", "time", "publish", "posted", "fecha")
AUTHOR_HINTS: Final = (
    "aut",
    "byline",
    "writer",
    "username",
    "submitted",
    "yazar",
    "muharrir",
    "reporter",
    "journalist",
)
# The line above a headline, or a date, inside the same heading.
KICKERS: Final = (
    "kicker overline topline roofline dachzeile spitzmarke eyebrow pretitle toptitle overtitle supertitle surtitle"
    " antetitulo occhiello date"
)
TAGS: Final = "tags tag keywords topics taglist entrytags posttags"
# SD: the paper's keywords, in texts too; one comment; all comments of a page, and what they never are. Parts of words count.
SD_KEYWORDS: Final = ("comment", "reply", "response", "user")
SD_COMMENT: Final = ("comment", "reply", "response", "answer")
SD_COMMENTS: Final = (*SD_COMMENT, "review")
SD_NOT_COMMENTS: Final = ("footer", "policy")

INDEX: Final[dict[str, int]] = {word: bit for bit, words in enumerate(GROUPS.values()) for word in words.split()}
# Words that are in no group, or for something else: each has a bit behind those of the groups. A class with one of `BOXES` has the first, one
# of `EMBEDDED` or `PULL_QUOTES` has a word of the second, one of `FURNITURE`, `CAPTIONS` or `LINE_NUMBERS` a word of the third, one of
# `OFFERED`, `CONTROLS` or `NOT_OFFERED` a word of the next ones, one of `DATES` or `AUTHORS` has the last, so that few classes need be looked
# at. The bit behind them is for values that were cut.
HINTS: Final = (
    BOXES,
    frozenset("tweet twitter instagram tiktok bluesky mastodon reddit fb pullquote quote".split()),
    frozenset(
        """
        sr visually visuallyhidden screen screenreader hidden assistive headerlink hash anchor anchorjs heading editsection copy
        copybtn back top backtotop scroll caption gutter lineno linenos line linenumber linenumbers linenodiv blob ln crayon viewcode
""".split()
    ),
    OFFERED,
    CONTROLS,
    NOT_OFFERED,
    frozenset((*DATES.split(), *AUTHORS.split())),
)
BOX_HINT, NAME_HINT, BESIDE_HINT, OFFERED_HINT, CONTROLS_HINT, NOT_OFFERED_HINT, BYLINE_HINT, CUT = (
    *(1 << len(GROUPS) + n for n in range(len(HINTS))),
    1 << 62,
)

_TOKEN = pattern(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")
_LETTERS = pattern(_TOKEN.pattern.removesuffix(r"|\d+"))
_HINTED: Final = {
    word: sum(1 << len(GROUPS) + n for n, hints in enumerate(HINTS) if word in hints)
    for word in frozenset().union(*HINTS)
}
_BIT: Final[dict[bytes, int]] = {
    word.encode(): (1 << INDEX[word] if word in INDEX else 0) | _HINTED.get(word, 0) for word in {**INDEX, **_HINTED}
}
_WORDS: Final = frozenset(_BIT)
# Words of the lists that are more than one token.
_COMPOUND: Final = ("nav-main", "top10")
_LOWER_LETTERS: Final = bytes(code if chr(code).islower() and code < 128 else 32 for code in range(256))
# Longer attribute values are cut: a 4 MB class attribute means no more than its first tokens.
MAX_LENGTH: Final = 300


def tokens(value: str) -> list[str]:
    """The lower-case tokens of a class or id attribute, CamelCase and separators split."""
    return [token.lower() for token in _TOKEN.findall(value[:MAX_LENGTH])]


def bits_and_stem(value: str) -> tuple[int, bytes]:
    """The groups and hints that an attribute value has words of, as bits, and its tokens without digits, as one text."""
    cut = CUT if len(value) > MAX_LENGTH else 0
    value = value[:MAX_LENGTH]
    if value.islower() and value.isascii():  # most are: then tokens are found in a fifth of the time
        found = value.encode().translate(_LOWER_LETTERS).split()
        listed = _WORDS.intersection(found)
    else:
        found = " ".join(_LETTERS.findall(value)).lower().encode("utf-8", "replace").split()
        listed = _WORDS.intersection(found + value.lower().encode("utf-8", "replace").split())
    if _COMPOUND[0] in value or _COMPOUND[1] in value:
        listed |= _WORDS.intersection(value.encode("utf-8", "replace").split())
    bits = cut
    for word in listed:
        bits |= _BIT[word]
    return bits, b" ".join(found)


@lru_cache(maxsize=4096)
def _read(value: str) -> tuple[int, int]:
    bits, stem = bits_and_stem(value)
    return bits, crc32(stem)


def read(values: Iterable[str]) -> tuple[Numbers, Numbers]:
    """The groups that each value has words of, as bits, and its number: equal for equal stems, 0 for those without letters."""
    found = [_read(value[: MAX_LENGTH + 1]) for value in values]  # one letter more says that it was cut
    bits, numbers = np.array(found, np.int64).reshape(-1, 2).T
    return bits, numbers


_MIXER: Final = 0x9E3779B9  # as there, so that words that end alike are far apart
_WIDTH: Final = 16  # letters of a slot, at least one more than the longest word has (as in native/words.c)


@cache
def slots() -> tuple[NDArray[np.bytes_], Numbers]:
    """The words of the lists in slots by their hash, or in the next free ones, and their bits; more than half are free.

    This is how compiled code looks words up.
    """
    size = 1 << (2 * len(_BIT)).bit_length()
    letters, bits = np.zeros(size, f"S{_WIDTH}"), np.zeros(size, np.int64)
    for word, bit in _BIT.items():
        slot = _hash(word) % size
        while bits[slot]:
            slot = (slot + 1) % size
        letters[slot], bits[slot] = word, bit
    return letters, bits


def _hash(word: bytes) -> int:
    value = 0
    for letter in word:
        value = (value * 31 + letter) % (1 << 32)
    return value * _MIXER % (1 << 32) >> 8


@cache
def mask(*groups: str) -> int:
    """The bits of these groups."""
    names = list(GROUPS)
    return sum(1 << names.index(group) for group in groups)


def bits_apart(values: Numbers, count: int) -> NDArray[np.uint8]:
    """The lowest bits of each number, one column per bit."""
    octets = np.ascontiguousarray(values, "<i8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, count=count, bitorder="little")
