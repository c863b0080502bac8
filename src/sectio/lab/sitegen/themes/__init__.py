"""The themes by name; their order is the order in which sites are dealt out."""

from . import blog, company, docs, forum, newspaper, portal, shop, table2005, wiki
from .base import Theme

THEMES: dict[str, Theme] = {
    module.THEME.name: module.THEME for module in (table2005, blog, newspaper, forum, shop, docs, wiki, company)
}
# Drawn only by name.
LARGE: dict[str, Theme] = {portal.THEME.name: portal.THEME}
