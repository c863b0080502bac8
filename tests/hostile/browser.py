"""Output of ours in a real Chromium: what runs there, and what is in its DOM."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sectio.layout.chromium import find
from tests.hostile.dom import ATTRIBUTES, ELEMENTS

# Before anything of a document runs: note every call, and let no click lead away.
_WATCH = """
window.hits = [];
for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = (...given) => { hits.push(name + given) };
document.addEventListener('click', event => event.preventDefault(), true);
document.addEventListener('submit', event => event.preventDefault(), true);
"""
# Everything a user could do to an element.
_TOUCH = """() => {
  for (const element of document.querySelectorAll('*')) {
    for (const name of ['mouseover', 'mouseenter', 'pointerover', 'click', 'focus', 'blur', 'toggle', 'input', 'wheel', 'animationstart', 'transitionend'])
      element.dispatchEvent(new Event(name, {cancelable: true}));
  }
  location.hash = 'x' + Math.random();
  return new Promise(done => setTimeout(() => done(hits.splice(0)), 60));
}"""
# What is there that is none of ours; templates and shadow trees included.
_LOOK = """const scheme = address => {
  try { return new URL(address, 'https://example.com/').protocol } catch { return 'https:' }  // leads nowhere
};
const look = (root, allowed) => {
  const found = new Set(), trees = [root];
  for (let tree; (tree = trees.pop()); )
    for (const element of tree.querySelectorAll('*')) {
      const name = element.localName;
      if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !allowed.elements.includes(name)) found.add('<' + name + '>');
      for (const {name: attribute, value} of element.attributes)
        if (!allowed.attributes.includes(attribute) && !value.startsWith('Jump back')) found.add(name + '[' + attribute + '=' + value + ']');
      for (const address of ['href', 'src'])
        if (element.hasAttribute(address) && !/^(https?|mailto|tel):$/.test(scheme(element.getAttribute(address))))
          found.add(name + '[' + address + '=' + element[address] + ']');
      if (element.content) trees.push(element.content);
      if (element.shadowRoot) trees.push(element.shadowRoot);
    }
  return [...found];
};"""
_WRAPPED = (
    "(allowed) => {"
    + _LOOK
    + """
  const bodies = [...document.body.children];
  const lost = bodies.filter((element, at) => element.id !== 'v' + at).length;
  return {found: bodies.flatMap(element => look(element, allowed).map(what => element.id + ' ' + what)), count: bodies.length, lost};
}"""
)
# As scripts put markup into pages: several contexts, and read back, since serialising and parsing again changes trees.
_ASSIGNED = (
    "({parts, allowed}) => {"
    + _LOOK
    + """
  const contexts = [['div', 'div'], ['table', 'table td'], ['template', 'template'], ['p', 'p'], ['li', 'ul li'], ['svg', 'svg foreignObject'],
    ['math', 'math annotation-xml'], ['select', 'select option'], ['pre', 'pre']];
  const shells = {table: '<table><tr><td></td></tr></table>', svg: '<svg><foreignObject></foreignObject></svg>', li: '<ul><li></li></ul>',
    math: '<math><annotation-xml encoding="text/html"></annotation-xml></math>', select: '<select><option></option></select>'};
  const wrong = [];
  parts.forEach((part, at) => {
    for (const [name, path] of contexts) {
      const host = document.createElement('div');
      host.innerHTML = shells[name] || '<' + name + '></' + name + '>';
      const inner = host.querySelector(path);
      inner.innerHTML = part;
      const root = inner.content || inner;
      for (const what of look(root, allowed)) wrong.push('v' + at + ' in ' + name + ': ' + what);
      if (name !== 'div') continue;
      const once = inner.innerHTML;
      inner.innerHTML = once;
      if (inner.innerHTML !== once) wrong.push('v' + at + ' changes when it is read back');
      for (const what of look(inner, allowed)) wrong.push('v' + at + ' read back: ' + what);
    }
  });
  return wrong;
}"""
)
_PAIRS = """() => [...new Set([...document.querySelectorAll('*')].flatMap(element => [element.localName,
  ...[...element.attributes].map(({name, value}) => element.localName + '[' + name + ']' + (/^(href|src)$/.test(name) ? value.slice(0, 11) : ''))]))]"""
_ALLOWED = {"elements": sorted(ELEMENTS), "attributes": sorted(ATTRIBUTES)}


class Chromium:
    """One tab in which scripts run and nothing is loaded."""

    def __init__(self, tab: Any) -> None:
        self._tab = tab

    def wrong(self, parts: Sequence[str]) -> list[str]:
        """What is wrong with pieces of HTML, side by side in one page: calls, foreign DOM, a piece that leaves its place."""
        body = "\n".join(f'<div id="v{at}">{part}</div>' for at, part in enumerate(parts))
        hits = self._load(f"<!doctype html><title>x</title><body>{body}</body>")
        seen = self._tab.evaluate(_WRAPPED, _ALLOWED)
        wrong = [*(f"ran {hit}" for hit in hits), *seen["found"]]
        if seen["lost"] or seen["count"] != len(parts):
            wrong.append(f"{seen['count']} of {len(parts)} pieces, {seen['lost']} out of place")
        return wrong

    def wrong_when_assigned(self, parts: Sequence[str]) -> list[str]:
        """The same when scripts put the pieces into several kinds of elements, and read them back."""
        hits = self._load("<!doctype html><title>x</title>")
        wrong = self._tab.evaluate(_ASSIGNED, {"parts": list(parts), "allowed": _ALLOWED})
        return [*wrong, *(f"ran {hit}" for hit in [*hits, *self._tab.evaluate(_TOUCH)])]

    def kinds(self, document: str) -> tuple[list[str], set[str]]:
        """What ran in a document of its own, and the kinds of elements and attributes in it."""
        return self._load(document), set(self._tab.evaluate(_PAIRS))

    def _load(self, document: str) -> list[str]:
        self._tab.goto("about:blank")
        self._tab.set_content(document, wait_until="load")
        hits: list[str] = self._tab.evaluate(_TOUCH)
        return hits


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser for some documents."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]
        browser = playwright.chromium.launch(executable_path=find(), args=arguments)
        context = browser.new_context()
        context.add_init_script(_WATCH)
        yield Chromium(context.new_page())
        browser.close()
