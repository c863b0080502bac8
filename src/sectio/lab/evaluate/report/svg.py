"""Elements as strings, escaped."""

from sectio.dom.escape import value


def escape(text: object) -> str:
    """Return text safe between tags and in attributes."""
    return value(str(text))


def tag(name: str, *content: str, cls: str = "", **attributes: object) -> str:
    """Return an element; content is markup, attribute values are escaped, ``_`` in names means ``-``."""
    named = {"class": cls, **attributes} if cls else attributes
    written = "".join(f" {key.replace('_', '-')}='{escape(_short(value))}'" for key, value in named.items())
    return f"<{name}{written}>{''.join(content)}</{name}>"


def line(x1: float, y1: float, x2: float, y2: float, cls: str) -> str:
    """Return a line."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, cls=cls)


def text(x: float, y: float, label: str, cls: str = "", *, anchor: str = "start") -> str:
    """Return a label, vertically centred on ``y``."""
    return tag("text", escape(label), x=x, y=y, cls=cls, text_anchor=anchor, dominant_baseline="central")


def drawing(width: float, height: float, label: str, *content: str) -> str:
    """Return a picture that scales with the page and says what it is."""
    return tag(
        "svg",
        *content,
        viewBox=f"0 0 {_short(width)} {_short(height)}",
        role="img",
        aria_label=label,
        cls="plot",
    )


# Colours of pictures that follow the reader's choice of light or dark.
COLOURS = (
    ":root{--card:#fff;--ink:#222;--soft:#667;--grid:#dde}"
    "@media(prefers-color-scheme:dark){:root{--card:#1e2129;--ink:#dde3ea;--soft:#98a2b0;--grid:#394050}}"
)
GROUND = "var(--card)"


def standalone(width: float, height: float, label: str, style: str, *content: str, ground: str = "#fff") -> str:
    """Return a picture for a file of its own, on white or another ground."""
    return tag(
        "svg",
        tag("style", style),
        tag("rect", width=width, height=height, fill=ground),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_short(width)} {_short(height)}",
        role="img",
        aria_label=label,
    )


def _short(value: object) -> object:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else value
