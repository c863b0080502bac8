"""Tag names as small numbers, and what is known of each tag: block or inline, heading level, void, never shown."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

TEXT: Final = "#text"
# The attribute that names the embedded documents of an element.
FRAMES: Final = "sectio-frames"
# Elements whose text is written as it is: a `<` in it would look like a tag. They get another name while they are written.
RAW: Final = ("plaintext", "xmp")
RAW_PREFIX: Final = "sectio-raw-"

BLOCK: Final = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "button",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frame",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "noframes",
        "noscript",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "search",
        "section",
        "select",
        "summary",
        "table",
        "tbody",
        "td",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "video",
        "audio",
        "iframe",
        "object",
    ]
)
INLINE: Final = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "br",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "map",
        "mark",
        "meter",
        "output",
        "picture",
        "progress",
        "q",
        "rb",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "s",
        "samp",
        "small",
        "source",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "track",
        "tt",
        "u",
        "var",
        "wbr",
        "area",
        "canvas",
        "math",
        "mi",
        "mo",
        "mn",
        "ms",
        "mtext",
        "mrow",
        "msup",
        "msub",
        "msubsup",
        "mfrac",
        "msqrt",
        "mroot",
        "mover",
        "munder",
        "munderover",
        "mtable",
        "mtr",
        "mtd",
        "semantics",
        "annotation",
        "nobr",
        "param",
        "link",
        "meta",
        "base",
        "title",
    ]
)
# Without content and without an end tag.
VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
# Never part of a page: code, styling, drawings, and what only browsers without frames or plug-ins show.
DROPPED: Final = frozenset(
    ["script", "style", "template", "svg", "object", "embed", "head", "noembed", "noframes", "applet"]
)
# Markup whose text a browser does not show.
UNSHOWN: Final = frozenset(["datalist", "audio", "video", "canvas", "rp"])

# Common inside drawings; listed only so that pages full of icons take the quick way through the parser.
DRAWING: Final = frozenset(
    ["path", "g", "circle", "rect", "use", "polygon", "line", "defs", "clippath", "symbol", "polyline", "ellipse"]
)

# Images and media on AMP pages, and films that load when they are asked for; at the end, so that the codes of the others stay as they are.
CUSTOM_MEDIA: Final = (
    "amp-video", "amp-audio", "amp-iframe", "amp-youtube", "amp-vimeo", "lite-youtube", "lite-vimeo",
)  # fmt: skip
CUSTOM: Final = ("amp-img", *CUSTOM_MEDIA)

NAMES: Final[tuple[str, ...]] = (TEXT, *sorted(BLOCK | INLINE | DROPPED | UNSHOWN | DRAWING), *CUSTOM)
CODE: Final[dict[str, int]] = {name: code for code, name in enumerate(NAMES)}
# What all names share that a page has after so many others: codes have 16 bits.
LAST_CODE: Final = 32767


def table(names: frozenset[str] | tuple[str, ...], extra: int = 0) -> NDArray[np.bool_]:
    """A look-up table from tag code to membership; unknown tags (codes past the known ones) are not members."""
    known = np.zeros(len(NAMES) + extra, bool)
    known[[CODE[name] for name in names if name in CODE]] = True
    return known


def codes(*names: str) -> NDArray[np.int16]:
    """Codes of these tag names."""
    return np.array([CODE[name] for name in names], np.int16)


def _levels() -> NDArray[np.int8]:
    found = np.zeros(len(NAMES) + 1, np.int8)
    found[codes(*HEADINGS)] = range(1, len(HEADINGS) + 1)
    return found


# Heading levels by tag code; codes past the end have none.
LEVELS: Final = _levels()
