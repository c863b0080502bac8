"""What a page says about itself, field by field: the value, where it was found, and how sure that is."""

from dataclasses import dataclass, fields
from typing import Any, Generic, Literal, TypeVar

T = TypeVar("T")

# `json-ld`, `og` and `meta` are data in the markup (`meta` also means `title`, `link` and `lang`), `microdata` is
# `itemprop` and `rel`, `time` an element or class that says date, `byline` markup near the headline that says author,
# `url` the address, `text` what readers see, `feed` the site's feed.
Source = Literal["json-ld", "og", "meta", "microdata", "time", "byline", "url", "text", "feed"]


@dataclass(frozen=True)
class Field(Generic[T]):
    """A value, its source, and how likely it is right. A field that the page lacks has no source and confidence 0."""

    value: T
    """What the page says."""
    source: Source | None = None
    """Where it was found, or None."""
    confidence: float = 0.0
    """How likely it is right, 0 to 1."""

    def __bool__(self) -> bool:
        return bool(self.value)


Text = Field[str | None]
Texts = Field[tuple[str, ...]]
NOTHING: Text = Field(None)
NONE_OF_THEM: Texts = Field(())


@dataclass(frozen=True)
class Announcement:
    """What the site's feed says about a page: its title, and its date as written there."""

    title: str = ""
    date: str = ""


@dataclass(frozen=True)
class Metadata:
    """What the page says about itself. A field that the page lacks has no value."""

    title: Text = NOTHING
    """The headline."""
    author: Text = NOTHING
    """Who wrote it: names separated by semicolons."""
    date: Text = NOTHING
    """The day of publication, ISO."""
    date_modified: Text = NOTHING
    """The day of the last change, ISO."""
    language: Text = NOTHING
    """The language code, which has two letters if the language has such a code."""
    description: Text = NOTHING
    """The page's own summary."""
    site_name: Text = NOTHING
    """The name of the site."""
    image: Text = NOTHING
    """The address of the lead image."""
    tags: Texts = NONE_OF_THEM
    """Keywords and categories."""
    license: Text = NOTHING
    """The licence of the content."""
    url: Text = NOTHING
    """The address of the page."""

    def values(self) -> dict[str, Any]:
        """The plain values, by name."""
        return {field.name: getattr(self, field.name).value for field in fields(self)}

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Value, source and confidence by field, ready for JSON."""
        return {
            name: {"value": found.value, "source": found.source, "confidence": round(found.confidence, 2)}
            for name, found in vars(self).items()
        }
