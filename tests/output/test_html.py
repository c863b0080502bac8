"""The HTML writer: safe whatever comes in, well formed, nothing lost."""

import xml.etree.ElementTree as ElementTree
from unicodedata import normalize

import pytest
import turbohtml
from hypothesis import assume, given
from selectolax.lexbor import LexborHTMLParser

from sectio.dom.page import Page
from sectio.output import furniture
from sectio.output import html as writer
from tests.output.making import extraction_of, made, ordinary
from tests.strategies import pages

ALLOWED = {
    "href": ("http:", "https:", "mailto:", "tel:"), "src": ("http:", "https:"), "alt": (), "colspan": (),
    "rowspan": (), "start": (), "value": (), "class": (),
}  # fmt: skip

VECTORS = [
    "<script>alert(1)</script>x",
    "<img src=x onerror=alert(1)>x",
    "<img src='javascript:alert(1)'>x",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href=' &#14; javascript:alert(1)'>x</a>",
    "<a href='java\nscript:alert(1)'>x</a>",
    "<a href='java&Tab;script&colon;alert(1)'>x</a>",
    "<a href='&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)'>x</a>",
    "<a href='\u00a0javascript:alert(1)'>x</a>",
    "<a href='\x01javascript:alert(1)'>x</a>",
    "<a href='vbscript:x'>x</a><a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='feed:javascript:alert(1)'>x</a><a href='view-source:javascript:x'>x</a>",
    "<a href='//evil.example/\" onclick=\"alert(1)'>x</a>",
    "<a href='http://x/\"><script>alert(1)</script>'>x</a>",
    "<img alt='\"><script>alert(1)</script>' src=/a.png>x",
    "<img alt='`onerror=alert(1)' src=/a.png>x",
    "<img srcset='javascript:alert(1) 1x, data:x 2x'>x",
    "<img src=/a.png srcset='x 1x' sizes=100vw style='x:expression(1)' usemap='#m'>x",
    "<form action='javascript:alert(1)'><button formaction='javascript:alert(1)'>x</button></form>",
    "<isindex action='javascript:alert(1)' prompt=x>x",
    "<base href='javascript:alert(1)//'><a href='/x'>x</a>",
    "<svg><script>alert(1)</script><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>x",
    "<svg><style><img src=x onerror=alert(1)></style></svg>x",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<math><mtext><table><mglyph><style><img src=x onerror=a()></style></mglyph></table></mtext></math>x",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script>x</annotation-xml></math>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>x",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>x</noscript>",
    "<noembed><img title='</noembed><img src onerror=alert(1)>'></noembed>x",
    "<xmp><img src=x onerror=alert(1)></xmp>x",
    "<plaintext><img src=x onerror=alert(1)>x",
    "<textarea></textarea><img src=x onerror=alert(1)>x</textarea>",
    "<title><img src=x onerror=alert(1)></title>x",
    "<template><script>alert(1)</script>x</template>x",
    "<div><template shadowrootmode=open><script>alert(1)</script></template>x</div>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>x",
    "<object data='javascript:alert(1)'>x</object><embed src='javascript:alert(1)'>x",
    "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>x",
    "<details open ontoggle=alert(1)><summary>x</summary>y</details>",
    "<p style='background:url(javascript:alert(1))' class='x' id='y'>x</p>",
    "<style>@import 'javascript:alert(1)';</style><link rel=stylesheet href='javascript:x'>x",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>x",
    "<table background='javascript:alert(1)'><tr><td background='javascript:x'>x<td>y<tr><td>x<td>z</table>",
    "<table><tr><td colspan='1\" onclick=\"alert(1)' rowspan='-1'>x<td>y<tr><td>x<td>z</table>",
    "<ol start='javascript:1'><li value='1 onclick=x'>x</ol>",
    "<pre><code class='language-x\" onclick=\"alert(1)'>x</code></pre>",
    "<pre><code class='language-js'></code></pre><script>alert(1)</script>x</pre>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<p>&lt;img src=x onerror=alert(1)&gt;<code>&lt;/code&gt;&lt;script&gt;</code></p>",
    "<![CDATA[<script>alert(1)</script>]]>x<!--><script>alert(1)</script>-->",
    "<select><option><style></option></select><img src=x onerror=alert(1)></style>x",
    "<b><i><a href=x><table><a href='javascript:alert(1)'>x</table></b>",
    "<a href='https://x'><div><a href='javascript:alert(1)'>x</a></div></a>",
    "<math alttext='<script>alert(1)</script>'><mi>x</mi></math>",
    "<a href='http:javascript:alert(1)'>x</a><a href='https:/\\evil'>x</a>",
]


def assert_safe(html: str) -> None:
    """Read the output with two parsers, as a page and inside others, and look at everything in it."""
    for before in ("", "<div>", "<table><td>", "<svg>", "<noscript>"):
        for element in turbohtml.parse(before + html).select("*"):
            if element.tag not in ("svg", "noscript", "div"):
                assert_allowed(element.tag, {name: element.attr(name) or "" for name in element.attrs})
    parsed = LexborHTMLParser(html).root
    assert parsed is not None
    for node in parsed.traverse():
        assert_allowed(node.tag or "", {name: value or "" for name, value in node.attributes.items()})


def assert_allowed(tag: str, attributes: dict[str, str]) -> None:
    assert tag in {*writer.VOCABULARY.elements, "pre", "html", "head", "body", "colgroup"}, tag
    for name, value in attributes.items():
        assert name in ALLOWED, (tag, name)
        address = value.strip().lower()
        assert not ALLOWED[name] or address.startswith(ALLOWED[name]), (tag, name, value)


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_dangerous_gets_through(vector: str) -> None:
    """One vector that gets through is a hole in every page that shows our output."""
    for html in (vector, f"<p>before</p>{vector}<p>after</p>", f"<ul><li>{vector}</ul>"):
        assert_safe(writer.write(extraction_of(html)))


@given(pages())
def test_any_page_gives_well_formed_safe_html_with_all_its_text(page: Page) -> None:
    """Well formed as XML, and no letter more or less than the page has."""
    assume(not furniture.captions(page).any() and not page.has("iframe", "video", "audio"))
    kept = ordinary(page)
    extraction = made(page, kept)
    root = ElementTree.fromstring(f"<root>{writer.write(extraction)}</root>")
    written = "".join("".join(root.itertext()).split())
    texts = [text for text, row in zip(page.texts, page.text_rows.tolist(), strict=True) if kept[row]]
    assert sorted(written) == sorted(normalize("NFC", "".join("".join(texts).split())))


def test_addresses_without_a_page_address_stay_relative() -> None:
    """Without an address there is nothing to make links absolute with."""
    written = writer.write(extraction_of("<p><a href='a/b'>x</a> <img src=c.png></p>", url=None))
    assert 'href="a/b"' in written
    assert 'src="c.png"' in written


def test_structure_is_kept() -> None:
    """Spans, list numbers, code languages and captions survive cleaning; wrappers and classes do not."""
    html = """<div class=a><section><h2>H</h2><div>loose <b>text</b><ul><li>i</ul>tail</div></section></div>
    <table><tr><th colspan=2>a</th></tr><tr><td>b<td>c</table><ol start=4><li value=9>n</ol>
    <figure><img src=/i.png alt=A><figcaption>C</figcaption></figure><pre class=lang-c>  x</pre>"""
    written = writer.write(extraction_of(html)).replace("\n", "")
    assert written == (
        "<h2>H</h2><p>loose <strong>text</strong></p><ul><li>i</li></ul><p>tail</p>"
        '<table><tbody><tr><th colspan="2">a</th></tr><tr><td>b</td><td>c</td></tr></tbody></table>'
        '<ol start="4"><li value="9">n</li></ol>'
        '<figure><img src="https://example.com/i.png" alt="A"/><figcaption>C</figcaption></figure>'
        '<pre><code class="language-c">  x</code></pre>'
    )
