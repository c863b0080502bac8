"""What a page says about itself: title, author, date and the rest, each field from its most trusted source.

The order of trust: JSON-LD, metas (OpenGraph, Twitter, Dublin Core, Parse.ly, citation), microdata, `rel`
links, markup near the headline, the address, the text. Sources are read once, when a field first needs them.
"""

from sectio.dom.page import Mask, Page
from sectio.metadata import author, date, language, licence, summary, tags, title
from sectio.metadata.evidence import Evidence
from sectio.results import Metadata


def read(page: Page, *, url: str | None = None, content: Mask | None = None) -> Metadata:
    """Read all fields. `content`, the mask of the main content, says where to look where no headline is."""
    evidence = Evidence(page, url)
    headline, row = title.read(evidence)
    if not row and content is not None and content.any():
        row = int(content.argmax())
    return Metadata(
        title=headline,
        author=author.read(evidence, headline, row),
        date=date.read(evidence, row),
        language=language.read(evidence),
        description=summary.description(evidence),
        site_name=summary.site_name(evidence),
        image=summary.image(evidence),
        tags=tags.read(evidence, row),
        license=licence.read(evidence),
        url=evidence.url,
    )
