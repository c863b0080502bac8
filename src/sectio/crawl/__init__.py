"""A site by its address: find its pages, fetch a sample of them over all kinds of addresses, and learn it.

shapes.py    which addresses look alike          sitemaps.py  sitemaps, read with caps
discover.py  where a site's pages are            state.py     what was found and fetched, kept on disk
crawl.py     fetch until there are enough        scope.py     which addresses belong to the site
"""

from sectio.crawl.crawl import Crawl, CrawlOptions
from sectio.crawl.state import State

__all__ = ["Crawl", "CrawlOptions", "State"]
