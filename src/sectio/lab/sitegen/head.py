"""The head of a page: title, descriptions for machines, and the style sheet."""

import json

from . import looks
from .draft import Draft
from .markup import El, Kid, h
from .themes import LARGE, THEMES


def head(d: Draft, feed: bool) -> El:
    """Title always; the rest as the site has it."""
    plan, site = d.plan, d.site
    mark = site.choose("titlemark", (" | ", " – ", " :: "))
    kids: list[Kid] = [h("meta", charset="utf-8"), h("title", f"{plan.title}{mark}{site.title}")]
    if plan.lead and site.choose("description", (True, False)):
        kids.append(h("meta", name="description", content=plan.lead))
    if site.choose("og", (True, False)):
        pairs = [
            ("og:title", plan.title),
            ("og:url", plan.url),
            ("og:site_name", site.title),
            ("og:type", plan.kind),
        ]
        kids += [h("meta", property=name, content=value) for name, value in pairs]
    if plan.date and site.choose("jsonld", (True, False)):
        kids.append(h("script", _json_ld(d), type="application/ld+json"))
    kids.append(h("link", rel="canonical", href=plan.url))
    if feed:
        kids.append(h("link", rel="alternate", type="application/rss+xml", href=f"https://{site.host}/feed.xml"))
    return h("head", kids, h("style", sheet(d)))


def sheet(d: Draft) -> str:
    """The theme's rules under the site's own names."""
    rules = [{**THEMES, **LARGE}[d.site.theme].sheet, *([looks.sheet(d.site.key)] if d.site.knobs.looks else [])]
    for role, style in d.site.css.items():
        selector = d.site.naming.selector(role)
        if selector:
            rules.append(f"{selector}{{{style}}}")
    bar, top = (d.site.naming.selector(role) or role for role in ("nav", "header"))
    rules.append(f"{bar} ul{{margin:0;padding:0}}{bar} li{{display:inline-block;margin:0 8px}}")
    rules.append(f"{top} a{{color:inherit}}")
    return "\n".join(rules)


def _json_ld(d: Draft) -> str:
    data = {
        "@context": "https://schema.org",
        "@type": "Article",
        "headline": d.plan.title,
        "datePublished": d.plan.date,
        "author": {"@type": "Person", "name": d.plan.author},
    }
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
