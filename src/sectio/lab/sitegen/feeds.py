"""The site's feed, as RSS or Atom: title, link, date and the first two sentences of the newest articles."""

from collections.abc import Sequence
from datetime import date
from html import escape

from .draft import Site
from .model import Plan

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def items(plans: Sequence[Plan], limit: int = 40) -> list[Plan]:
    """The plans that go into the feed, newest first."""
    dated = [plan for plan in plans if plan.kind == "article" and plan.date]
    return sorted(dated, key=lambda plan: (plan.date or "", -plan.number), reverse=True)[:limit]


def rss(site: Site, plans: Sequence[Plan]) -> str:
    """RSS 2.0."""
    rows = [
        f"<item><title>{escape(p.title)}</title><link>{escape(p.url)}</link><guid>{escape(p.url)}</guid>"
        f"<pubDate>{_stamp(p.date or '')}</pubDate>"
        f"<description>{escape(f'<p>{escape(p.lead)}</p>')}</description></item>"
        for p in plans
    ]
    motto = escape(site.ui("tagline"))
    home = f"https://{site.host}/"
    top = f"<title>{escape(site.title)}</title><link>{home}</link><description>{motto}</description>"
    body = "\n".join(rows)
    return f'{_XML}<rss version="2.0"><channel>{top}\n{body}\n</channel></rss>\n'


def atom(site: Site, plans: Sequence[Plan]) -> str:
    """Atom 1.0."""
    rows = [
        f'<entry><title>{escape(p.title)}</title><link rel="alternate" href="{escape(p.url)}"/>'
        f"<id>{escape(p.url)}</id>"
        f"<updated>{p.date}T08:00:00Z</updated><author><name>{escape(p.author or '')}</name></author>"
        f'<summary type="text">{escape(p.lead)}</summary></entry>'
        for p in plans
    ]
    newest = plans[0].date if plans else "2004-01-01"
    top = f"<title>{escape(site.title)}</title><id>https://{site.host}/</id><updated>{newest}T08:00:00Z</updated>"
    body = "\n".join(rows)
    return f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom">{top}\n{body}\n</feed>\n'


def _stamp(day: str) -> str:
    when = date.fromisoformat(day)
    return f"{_DAYS[when.weekday()]}, {when.day:02d} {_MONTHS[when.month - 1]} {when.year} 08:00:00 +0000"
