"""What a page says about itself: the head, as the parser has it or as it is written, and the styles that may hide something."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sectio.dom import markup
from sectio.dom.page import Head
from sectio.dom.stylesheets import Styles
from sectio.once import once

# The links that are kept: most are to style sheets, icons and feeds.
LINKED: Final = frozenset(("canonical", "license", "image_src"))


@dataclass(frozen=True)
class Stated:
    """What a page says about itself, by the parser."""

    known: Head
    styles: Styles

    def head(self, root: dict[str, str]) -> Head:
        """The head, whatever attributes the root has."""
        return self.known

    def own_styles(self) -> Styles:
        """The style elements that may hide something."""
        return self.styles


@dataclass(eq=False)
class Said:
    """What a page says about itself, as it was written: few pages are asked for all of it."""

    about: bytes  # clean tags: meta, base, link, style, and the title
    scripts: list[bytes]  # JSON-LD
    styles: list[bytes]  # one for each style in `about`

    @once
    def _tags(self) -> list[tuple[str, dict[str, str], str]]:
        return markup.listed(self.about)

    def own_styles(self) -> Styles:
        """The style elements that may hide something."""
        if not self.styles:
            return Styles()
        media = (attributes.get("media", "") for name, attributes, _ in self._tags if name == "style")
        return Styles.of(style for style in zip(media, self.styles, strict=True) if may_hide(style[1]))

    def head(self, root: dict[str, str]) -> Head:
        """The head of a page whose root has these attributes."""
        tags: dict[str, list[dict[str, str]]] = {"meta": [], "base": [], "link": []}
        title = ""
        for name, attributes, text in self._tags:
            if name in tags:
                tags[name].append(attributes)
            elif name == "title":
                title = text
        bases = (base["href"] for base in tags["base"] if "href" in base)
        links = [(link.get("rel", "").lower(), link.get("href", "")) for link in tags["link"]]
        return Head(
            title=title,
            base=next(bases, ""),
            language=root.get("lang") or root.get("xml:lang") or "",
            metas=(*metas([meta.get for meta in tags["meta"] if "content" in meta or "value" in meta]),),
            links=tuple([link for link in links if not LINKED.isdisjoint(link[0].split())]),
            json_ld=tuple([_raw(script) for script in self.scripts]),
        )


def _raw(text: bytes) -> str:
    """A script as the parser has it."""
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.decode().replace("\0", "\ufffd") if b"\0" in text else text.decode()


def metas(metas: Sequence[Callable[[str], str | None]]) -> Iterator[tuple[str, str]]:
    """The contents of metas, given by what reads an attribute, under their names; some pages give one meta two, some call the
    content value.
    """
    for read in metas:
        content, name, other = read("content"), read("property"), read("name")
        content = (read("value") or "") if content is None else content
        if name:
            yield name.strip().lower(), content
        if other:
            yield other.strip().lower(), content
        elif not name:
            for attribute in ("itemprop", "http-equiv"):
                name = read(attribute)
                if name:
                    yield f"{attribute}:{name.strip().lower()}", content


def may_hide(style: bytes) -> bool:
    """Whether a style has a word that hides."""
    return markup.holds(style, b"none") or markup.holds(style, b"hidden")
