"""Class and id names of a site: telling ones, machine-made ones, or none at all."""

from dataclasses import dataclass

from .rng import hashed

STYLES = ("semantic", "hashed", "absent")
_SYNONYMS = {
    "header": ("header", "masthead", "site-header", "top", "branding"),
    "nav": ("nav", "menu", "main-navigation", "navbar", "topnav"),
    "wrap": ("wrap", "container", "wrapper", "page", "outer"),
    "main": ("main", "content", "primary", "col-main", "site-content"),
    "article": ("article", "post", "entry", "story", "hentry"),
    "title": ("title", "entry-title", "headline", "post-title"),
    "byline": ("byline", "meta", "post-meta", "entry-meta", "info"),
    "body": ("body", "entry-content", "post-body", "text", "article-text", "story-body"),
    "lead": ("lead", "intro", "standfirst", "summary"),
    "sidebar": ("sidebar", "secondary", "aside", "col-right", "side"),
    "widget": ("widget", "box", "panel", "module", "block"),
    "related": ("related", "more-stories", "related-posts", "see-also", "recommendations"),
    "share": ("share", "social", "sharing", "share-bar"),
    "newsletter": ("newsletter", "signup", "subscribe", "mail-box"),
    "ad": ("ad", "banner", "advert", "sponsor", "promo"),
    "local": ("submenu", "section-nav", "subnav", "side-menu", "local-nav"),
    "comments": ("comments", "discussion", "responses", "comment-area"),
    "comment": ("comment", "comment-item", "reply-item", "response"),
    "commentbody": ("comment-text", "comment-content", "comment-body"),
    "commentmeta": ("comment-meta", "comment-author", "vcard"),
    "footer": ("footer", "site-footer", "bottom", "colophon"),
    "cookie": ("cookie", "consent", "cookie-notice", "gdpr"),
    "breadcrumb": ("breadcrumb", "crumbs", "path"),
    "hidden": ("hidden", "sr-only", "visually-hidden"),
    "pager": ("pager", "pagination", "prev-next", "nav-links"),
    "post": ("post", "message", "postrow", "thread-post"),
    "postbody": ("postbody", "message-text", "post-content", "msg"),
    "userinfo": ("userinfo", "poster", "author-card", "profile"),
    "sig": ("signature", "sig", "footnote"),
    "answer": ("answer", "response", "solution"),
    "infobox": ("infobox", "facts", "factbox"),
    "toc": ("toc", "contents", "outline"),
    "card": ("card", "item", "teaser", "tile", "product-item"),
    "specs": ("specs", "specification", "attributes", "data-table"),
    "price": ("price", "amount", "price-box"),
    "buy": ("buy", "add-to-cart", "purchase"),
}
_UNIQUE = frozenset(("header", "nav", "main", "sidebar", "footer", "comments", "wrap"))


@dataclass(frozen=True)
class Naming:
    """The naming of one site."""

    style: str
    key: str

    def attrs(self, role: str) -> dict[str, str]:
        """The attributes that name a role, perhaps none."""
        if not role or self.style == "absent":
            return {}
        if self.style == "hashed":
            return {"class": self._machine(role)}
        names = _SYNONYMS.get(role, (role,))
        name = names[hashed(self.key, role) % len(names)]
        if role in _UNIQUE and hashed(self.key, "ids") % 2:
            return {"id": name}
        return {"class": name}

    def selector(self, role: str) -> str | None:
        """The CSS selector of a role."""
        attrs = self.attrs(role)
        return "#" + attrs["id"] if "id" in attrs else "." + attrs["class"] if attrs else None

    def _machine(self, role: str) -> str:
        alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"
        number, token = hashed(self.key, "class", role), ""
        for _ in range(6):
            number, digit = divmod(number, len(alphabet))
            token += alphabet[digit]
        # Some build tools keep the component's name in front, others do not.
        return f"css-{token}" if hashed(self.key, "tool") % 2 else f"{role.capitalize()}_x{token[:5]}"
