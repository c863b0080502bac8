"""Pages that are flat sequences of letters, and templates learned from them in the order given."""

from sectio.dom.page import Page
from sectio.dom.parse import parse
from sectio.sites.template.grow import Grower, Limits
from sectio.sites.template.match import Matcher
from sectio.sites.template.pattern import Node, write
from sectio.sites.template.view import View, view_page


def flat(letters: str) -> View:
    """A body with one empty element per letter."""
    return view_page(flat_page(letters))


def flat_page(letters: str) -> Page:
    return parse("<body>" + "".join(f"<x-{letter}></x-{letter}>" for letter in letters.lower()))


def grown(*sequences: str, limits: Limits | None = None) -> Node:
    """The template of these pages."""
    return grown_views([flat(letters) for letters in sequences], limits)


def grown_views(views: list[View], limits: Limits | None = None) -> Node:
    grower = Grower(limits or Limits(max_list=None))
    root = grower.build(views[0], views[0].root)
    for view in views[1:]:
        root = grower.grow(root, view, view.root)
    return root


def letters(root: Node) -> str:
    """The children of the root as the papers write them."""
    return write(root.children).replace("x-", "").upper()


def accepts(root: Node, view: View) -> bool:
    return Matcher(root).match(view).accepted
