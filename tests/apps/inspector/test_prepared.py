"""The page as the inspector shows it: every section marked, nothing that runs or loads."""

from collections import defaultdict
from html.parser import HTMLParser

import pytest

import sectio
from sectio.apps.inspector import prepared, styles
from tests.apps.inspector import hostile
from tests.hostile.html_vectors import embedded, vectors

PAGE = """<html lang=en><head><title>Ice</title><style>nav { color: red } p { background: url(//a.example/x.png) }</style></head>
<body class=front><nav class=menu><a href=/a>Home</a> <a href=/b>News</a></nav><main><h1>Ice</h1>
<p id=first>The harbour froze over again on Sunday night, and the <b>ferries</b> stayed at their berths.</p>
<img src=/ice.jpg alt="A frozen harbour" width=300 height=20000><p hidden>Secret words</p>
<details><summary>More</summary><p>It had not happened since the winter of the long strike, the harbour master said.</p></details>
<pre>

two lines
  kept</pre><form action=/send><button onclick="x()">Send</button></form></main></body></html>"""


def written(source: str) -> str:
    doc = sectio.extract(source)
    return prepared.write(doc.page, doc.sections)


class Seen(HTMLParser):
    """Tags, attributes, and the words inside each marked element."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.sections: defaultdict[int, list[str]] = defaultdict(list)
        self._open: list[tuple[str, str | None]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("br", "hr", "meta", "col", "wbr"):
            self._open.append((tag, dict(attrs).get("data-s")))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note words."""
        marks = [number for _, number in self._open if number is not None]
        assert len(marks) <= 1, "marks do not nest"
        if marks:
            self.sections[int(marks[0])] += data.split()


def test_every_word_is_marked_with_its_section() -> None:
    """Words of a marked part are those of its section; what is hidden is left out."""
    doc = sectio.extract(PAGE)
    seen = Seen(prepared.write(doc.page, doc.sections))
    shown = {n: section for n, section in enumerate(doc.sections) if section.role != "hidden"}
    for number, section in shown.items():
        page_words = " ".join(
            doc.page.texts[i] for i, row in enumerate(doc.page.text_rows) if row in section.nodes
        ).split()
        assert [word for word in seen.sections[number] if word not in ("A", "frozen", "harbour")] == [
            word for word in page_words if word not in ("A", "frozen", "harbour")
        ]
    assert "Secret" not in prepared.write(doc.page, doc.sections)


def test_what_is_kept_and_what_is_not() -> None:
    """Classes, ids and styles for looks; images as boxes with their alternative text; no address anywhere."""
    html = written(PAGE)
    assert 'class="menu"' in html
    assert 'id="first"' in html
    assert "nav { color: red }" in html
    assert ">A frozen harbour</span>" in html
    assert "width:300px;height:180px" in html
    assert "\n\ntwo lines\n  kept" in html
    for gone in ("=/", '="/', "ice.jpg", "a.example", "onclick", "action", "<form"):
        assert gone not in html.partition("<body")[2], gone
    assert "url(" not in html
    assert "<a>Home</a> <a>News</a>" in html


@pytest.mark.parametrize("vectors", [hostile.LOADING, hostile.RUNNING, hostile.LEADING, hostile.CLICKED])
def test_only_listed_tags_and_attributes_are_written(vectors: tuple[str, ...]) -> None:
    """Whatever a page tries."""
    check(hostile.page(vectors, "http://127.0.0.1:9"))


def test_nothing_of_hundreds_of_vectors_is_written() -> None:
    """The collection that the writers of results are tested with."""
    for at, vector in enumerate(vectors().values()):
        check(embedded(vector, at))


def check(source: str) -> None:
    html = written(source)
    seen = Seen(html)
    allowed = prepared._TAGS | {"head", "meta", "style"}
    assert seen.tags <= allowed, seen.tags - allowed
    ours = {"data-s", "style", "open", "role", "charset", "http-equiv", "content"}
    assert seen.attributes <= {*prepared._ATTRIBUTES, *ours}
    assert html.count("<meta") == 2


@pytest.mark.parametrize(
    "css",
    [
        "a { background: url(x) }", "a { background: URL( 'x' ) }", "a { background: u\\72l(x) }", "a { background: \\000075rl(x) }", "a { background: \\url(x) }",
        "a { background: u/**/rl(x) }", "@import 'x';", "@\\69mport 'x';", "@IMPORT/**/'x';", "a { background: image-set('x' 1x) }",
        "a { background: -webkit-image-set('x' 1x) }", "@font-face { src: src('x') }", "a { width: expression(alert(1)) }", "a { -moz-binding: x }",
        "</style><script>", "a { content: '</style>' }", "a { background: image('x') }",
    ],
)  # fmt: skip
def test_styles_cannot_load(css: str) -> None:
    """No word is left that takes an address, however it is spelled, and no way out of the element."""
    found = styles.harmless(css).lower()
    for word in ("url", "@import", "image-set", "src(", "image(", "expression", "binding", "<"):
        assert word not in found


def test_styles_that_are_harmless_stay() -> None:
    """Names with escapes too; what would stay in place while scrolling does not."""
    kept = ".md\\:flex { color: red } @media (min-width: 40em) { a { margin: calc(1px + 2px) } }"
    assert styles.harmless(kept) == kept
    assert styles.harmless("a { position: fixed }") == "a { position:static }"
    assert styles.sheet([("print", "a { color: red"), ("", "b { color: blue }"), ("x{}", "c { }")]) == (
        "@media print { a { color: red} }\nb { color: blue }"
    )
    assert "max-width:0" in styles.harmless("@media (prefers-color-scheme: dark) { a { color: red } }")


@pytest.mark.parametrize(
    "source",
    ["", "<p>", "plain words", "<frameset><frame src=x></frameset>", "<table><form><tr><td>x", "<b>" * 2000 + "deep"],
)
def test_odd_pages(source: str) -> None:
    """Always a document."""
    html = written(source)
    assert html.startswith("<!doctype html><html")
    assert html.endswith("</html>")
