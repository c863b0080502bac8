"""Site templates: tree regular expressions learned over pages, for sections and their importance.

Mehta and Madaan, "Web page sectioning using regex-based template", WWW 2008 (a two-page poster); what it
leaves open is decided in docs/methods/template.md. Read `induce` first, then `grow` and `align`.
"""

from sectio.sites.template.model import TemplateSite, learn, load

__all__ = ["TemplateSite", "learn", "load"]
