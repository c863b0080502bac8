"""From a seed to a site: draw the site's habits, plan its pages, then draw them."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from . import feeds, looks
from .content import as_comments
from .draft import Draft, Menu, Site
from .head import head
from .language import CODES, Language, Voice, load
from .markup import COMMENT, CONTENT, NOISE, h, leaves, lines, walk
from .model import GenPage, GenSite, Knobs, Plan
from .naming import STYLES, Naming
from .prose import Maker, Order
from .records import records
from .rng import Rng
from .serialise import Mess, serialise
from .themes import LARGE, THEMES
from .themes.base import Theme

# English more often than the others; nine entries against eight themes, so that pairs differ.
_LANGUAGES = ("en", "de", "en", "fr", "ar", "zh", "en", "es", "ja")


def generate_sites(seed: int, count: int = 18, pages: int = 80, knobs: Knobs | None = None) -> list[GenSite]:
    """Sites of all themes, languages and namings in turn."""
    rng = Rng("sites", seed)
    themes, languages, styles = (rng.shuffled(names) for names in (tuple(THEMES), _LANGUAGES, STYLES))
    found = []
    for i in range(count):
        naming = styles[i % len(styles)]
        theme, language = themes[i % len(themes)], languages[i % len(languages)]
        found.append(generate_site(1000 * seed + i, theme, pages=pages, language=language, naming=naming, knobs=knobs))
    return found


def generate_site(
    seed: int,
    theme: str | None = None,
    *,
    pages: int = 80,
    language: str | None = None,
    naming: str | None = None,
    knobs: Knobs | None = None,
) -> GenSite:
    """One site; what is not given is drawn from the seed."""
    rng = Rng("site", seed)
    theme = theme or rng.pick(tuple(THEMES))
    language = language or rng.pick(CODES)
    naming = naming or rng.pick(STYLES)
    kind = {**THEMES, **LARGE}[theme]
    site = _new_site(f"{seed}/{theme}/{language}", kind, load(language), naming, knobs or Knobs())
    site = replace(site, plans=_plan(site, kind, pages))
    fed = _feed(site, kind)
    drawn = tuple(_draw(site, kind, plan, fed is not None) for plan in site.plans)
    feed, links = fed if fed else (None, {})
    return GenSite(f"{theme}-{language}-{seed}", theme, language, naming, kind.site_kind, drawn, feed, links)


def _new_site(key: str, theme: Theme, language: Language, naming: str, knobs: Knobs) -> Site:
    rng = Rng(key)
    voice = Voice(language, rng, None)
    title = voice.say("site")
    words = language.words["nav"]
    names = [words[0], *rng.sample(words[1:], rng.between(4, 11))]
    nav = tuple((name, f"/{i}/" if i else "/") for i, name in enumerate(names))
    menus = []
    for name in rng.sample(language.words["section"], rng.between(1, 2)):
        text = voice.say("localtext") if rng.chance(0.5) else None
        menus.append(Menu(name, tuple(rng.sample(language.words["local"], rng.between(5, 9))), text))
    return Site(
        key,
        theme.name,
        title,
        f"{_slug(title) or 'site'}-{key.split('/')[0]}.example",
        language,
        Naming(naming, key),
        _new_mess(rng, theme, knobs),
        knobs,
        looks.dressed(theme.css, key) if knobs.looks else theme.css,
        nav,
        tuple(menus),
    )


def _new_mess(rng: Rng, theme: Theme, knobs: Knobs) -> Mess:
    if not rng.chance(knobs.mess):
        return Mess()
    return Mess(
        upper=theme.untidy and rng.chance(0.5),
        quotes=rng.pick(('"', '"', "'", "")),
        indent=rng.pick(("none", "newline", "deep")),
        unclosed=rng.chance(0.8 if theme.untidy else 0.3),
        entities=rng.pick(("none", "named", "numeric")),
        nbsp=rng.pick((0.0, 0.02, 0.08)),
        wrap=rng.chance(0.3),
        notes=rng.pick((0.0, 0.01, 0.05)),
    )


def _plan(site: Site, theme: Theme, pages: int) -> tuple[Plan, ...]:
    """Plan the pages: what each is about, then which of them a listing names."""
    rng = Rng(site.key, "plan")
    makers = _makers(theme, pages, site.knobs.mixed, rng)
    clusters = _clusters(len(site.menus), pages, rng)
    nested, qa = site.choose("nested", (True, False)), site.choose("qa", (True, False))
    knobs = site.knobs if theme.comments else replace(site.knobs, comments=0)
    plans: dict[int, Plan] = {}
    # Listings last: they name the others.
    for number in sorted(range(pages), key=lambda n: (_lists(makers[n]), n)):
        others = tuple(plans[n] for n in sorted(plans) if not plans[n].items)
        order = Order(number, site.language, Rng(site.key, "page", number), knobs, nested, qa, others)
        plan = makers[number](order)
        is_home = plan.kind == theme.home and not any(other.kind == theme.home for other in plans.values())
        plans[number] = replace(plan, url=_url(site, theme, plan, is_home), local=clusters[number])
    return tuple(plans[number] for number in range(pages))


def _lists(maker: Maker) -> bool:
    return maker.__name__ in ("listing", "collection")


def _makers(theme: Theme, pages: int, mixed: bool, rng: Rng) -> list[Maker]:
    """A maker for each page, in the theme's proportions."""
    if not mixed or pages < 4:
        return [theme.makers[0][0]] * pages
    total = sum(weight for _, weight in theme.makers)
    found: list[Maker] = []
    for maker, weight in theme.makers[1:]:
        found += [maker] * max(1, pages * weight // total)
    found += [theme.makers[0][0]] * (pages - len(found))
    return rng.shuffled(found)


def _clusters(menus: int, pages: int, rng: Rng) -> list[int | None]:
    """Which pages carry a side menu of their own: between 30 and 60 per cent of them."""
    share = round(pages * rng.between(33, 57) / 100)
    found: list[int | None] = [i % menus if i < share else None for i in range(pages)]
    return rng.shuffled(found)


def _url(site: Site, theme: Theme, plan: Plan, is_home: bool) -> str:
    if is_home:
        return f"https://{site.host}/"
    slug = _slug(plan.title) or "page"
    shape = theme.paths.get(plan.kind) or site.choose(
        "url", ("{slug}-{n}.html", "{year}/{slug}-{n}/", "s{part}/{slug}-{n}", "index.php?id={n}")
    )
    path = shape.format(slug=slug, n=plan.number, year=(plan.date or "2010")[:4], part=plan.number % 5)
    return f"https://{site.host}/{path}"


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    words = "".join(char if char.isalnum() else " " for char in plain).split()
    return "-".join(words[:6])


def _feed(site: Site, theme: Theme) -> tuple[str, dict[str, int]] | None:
    chosen: Sequence[Plan] = feeds.items(site.plans)
    if not chosen or not Rng(site.key, "feed").chance(theme.feed):
        return None
    write = site.choose("feedkind", (feeds.rss, feeds.atom))
    return write(site, chosen), {plan.url: plan.number for plan in chosen}


def _draw(site: Site, theme: Theme, plan: Plan, feed: bool) -> GenPage:
    rng = Rng(site.key, "draw", plan.number)
    draft = Draft(site, plan, rng, Voice(site.language, rng, plan.subject))
    body = theme.build(draft)
    root = h("html", head(draft, feed), body, lang=site.language.code)
    if site.language.direction == "rtl":
        root.attrs["dir"] = "rtl"
    doctype = site.choose("doctype", ("<!DOCTYPE html>", "<!doctype html>"))
    html = doctype + serialise(root, site.mess, Rng(site.key, "mess", plan.number))
    steps = tuple(walk(body))
    return GenPage(
        plan.url,
        html,
        plan.title,
        plan.date,
        plan.author,
        "\n".join(lines(steps, CONTENT)),
        plan.comments,
        leaves(steps),
        plan.kind,
        tuple(lines(steps, NOISE, COMMENT)),
        plan.sd_type,
        as_comments(plan.posts) if plan.kind == "forum" else (),
        records(steps),
    )
