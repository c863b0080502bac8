"""Markdown renderers as people run them: by name, from Markdown to HTML."""

from collections.abc import Callable

import commonmark
import markdown
import mistune
from markdown_it import MarkdownIt

_PLUGINS = ["strikethrough", "footnotes", "table", "url", "def_list", "math", "superscript", "subscript", "abbr"]


def _commonmark(options: dict[str, bool]) -> Callable[[str], str]:
    def render(text: str) -> str:
        return str(commonmark.HtmlRenderer(options).render(commonmark.Parser().parse(text)))

    return render


def _mistune(*, raw: bool, plugins: list[str]) -> Callable[[str], str]:
    make = mistune.create_markdown(escape=not raw, plugins=plugins, renderer="html")
    return lambda text: str(make(text))


RENDERERS: dict[str, Callable[[str], str]] = {
    "python-markdown": lambda text: markdown.markdown(text, extensions=["fenced_code"]),
    "python-markdown extra": lambda text: markdown.markdown(text, extensions=["extra"]),
    "mistune": _mistune(raw=False, plugins=[]),
    "mistune raw": _mistune(raw=True, plugins=[]),
    "mistune plugins raw": _mistune(raw=True, plugins=_PLUGINS),
    "commonmark": _commonmark({}),
    "commonmark safe": _commonmark({"safe": True}),
    "markdown-it": MarkdownIt("commonmark", {"html": False}).render,
    "markdown-it raw": MarkdownIt("commonmark", {"html": True}).render,
    "markdown-it gfm raw": MarkdownIt("gfm-like", {"html": True, "linkify": False}).render,
}
