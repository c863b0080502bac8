"""A page with a text in every place that some result is read from."""

# Raw characters, and the same by reference: terminals' sequences, lone surrogates, noncharacters, line ends.
ODD = "a\x1b]0;t\x07b\x9b31m\x00\x0b\x0c\r\x7f\ud800\udc00x\udfff\ufffe\uffff\u2028 z"
REFERENCES = "&#27;]0;t&#7;&#x9b;&#155;&#0;&#xd800;&#13;&#11;&#xfffe;&#127;"
JSON_ESCAPES = r"\ud800\u001b[31m\u0000\u009b\r\u2028\udc00"


def page(odd: str, json: str = JSON_ESCAPES) -> str:
    """The page with this text everywhere, and another in its JSON-LD."""
    return f"""<html lang="en{odd}"><head><title>The headline {odd} of the page</title>
    <meta name=author content="Ann {odd}"><meta name=description content="D {odd}"><meta name=keywords content="k{odd},l">
    <meta property="og:site_name" content="S {odd}"><meta property="og:image" content="https://example.com/i{odd}.png">
    <meta property="article:published_time" content="2020-01-02{odd}"><base href="/b{odd}/">
    <link rel=canonical href="https://example.com/p{odd}"><link rel=license href="https://example.com/l{odd}">
    <script type="application/ld+json">{{"@type": "Article", "headline": "H {json}", "description": "{json} d",
    "author": {{"@type": "Person", "name": "Bob{json} Miller"}}, "keywords": ["{json}k"],
    "publisher": {{"name": "P{json}"}}, "image": "https://example.com/{json}.png", "datePublished": "2020-01-0{json}"}}
    </script></head><body class="{odd}"><article class="post {odd}" id="{odd}"><h1>The headline {odd} of the page</h1>
    <p class=byline>by Ann {odd} Smith</p>{_paragraph(odd) * 6}
    <table><tr><th>h{odd}<th>i<tr><td>c{odd}<td>d<tr><td>e<td>f</table>
    <pre><code class="language-x{odd}">code {odd}\n two</code></pre><p>x <math alttext="{odd}"><mi>x</mi></math></p>
    <figure><img src="/f{odd}.png" alt="{odd}"><figcaption>caption {odd}</figcaption></figure></article>
    <section id=comments class=comments>{_comment(odd, 1)}{_comment(odd, 2)}</section></body></html>"""


def _paragraph(odd: str) -> str:
    name = "".join(char for char in odd if char not in "\t\n\f\r />")
    return f"""<p>A paragraph {odd} that is long enough to be taken for content, with commas, and <a href="/a{odd}">a
    link {odd}</a> in it. <x{name}>odd</x{name}> <img src="/i{odd}.png" alt="alt {odd}"> and more of it</p>"""


def _comment(odd: str, number: int) -> str:
    return f"""<div class=comment id="comment-{number}"><b class=author>Joe {odd}</b><time datetime="2020-01-02{odd}">x
    {odd}</time><p>A comment {odd} that says something nice about the page.</p></div>"""
