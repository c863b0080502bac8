"""Comment sections of blogs around 2012, as the systems and themes of that time write them."""

from collections.abc import Callable

from tests.threads.said import Said, Thread

Write = Callable[[Thread], str]

RESPOND = """<div id="respond"><h3>Leave a Reply</h3><form action="/wp-comments-post.php" method="post" id="commentform">
<p><input type="text" name="author" id="author"><label for="author"><small>Name (required)</small></label></p>
<p><small><strong>XHTML:</strong> You can use these tags: <code>&lt;a href=&quot;&quot;&gt; &lt;b&gt;</code></small></p>
<p><textarea name="comment"></textarea></p></form></div>"""


def _day(c: Said) -> str:
    return f"{c.when:%B} {c.when.day}, {c.when.year}"


def twenty_eleven(t: Thread) -> str:
    """WordPress's theme of 2011: an article in each item, "NAME on DATE said:"."""

    def one(c: Said) -> str:
        kids = f"<ul class='children'>{''.join(map(one, c.kids))}</ul>" if c.kids else ""
        return f"""<li class="comment even thread-even depth-{c.depth + 1}" id="li-comment-{c.number + 31}"><article id="comment-{c.number + 31}" class="comment">
<footer class="comment-meta"><div class="comment-author vcard"><img alt="" src="a.png" class="avatar avatar-68 photo"><span class="fn"><a href="https://me.example" rel="external nofollow" class="url">{c.name}</a></span> on <a href="#comment-{c.number + 31}"><time pubdate datetime="{c.stamp}">{c.us}</time></a> <span class="says">said:</span></div></footer>
<div class="comment-content">{c.body}</div><div class="reply"><a class="comment-reply-link" href="#">Reply <span>&darr;</span></a></div></article>{kids}</li>"""

    return f"""<div id="comments"><h2 id="comments-title">{len(t.every)} Responses to <span>Over the ridge</span></h2><ol class="commentlist">{"".join(map(one, t.top))}</ol>{RESPOND}</div>"""


def disqus_noscript(t: Thread) -> str:
    """A Disqus thread as WordPress wrote it for readers without scripts."""
    items = "".join(
        f"""<li id="dsq-comment-{c.number + 8}"><div id="dsq-comment-header-{c.number + 8}" class="dsq-comment-header"><cite id="dsq-cite-{c.number + 8}"><a id="dsq-author-user-{c.number + 8}" href="https://me.example" target="_blank" rel="nofollow">{c.name}</a></cite></div>
<div id="dsq-comment-body-{c.number + 8}" class="dsq-comment-body"><div id="dsq-comment-message-{c.number + 8}" class="dsq-comment-message">{c.body}</div></div></li>"""
        for c in t
    )
    return f"""<div id="disqus_thread"><div id="dsq-content"><ul id="dsq-comments">{items}</ul></div></div><a href="https://disqus.example" class="dsq-brlink">blog comments powered by <span class="logo-disqus">Disqus</span></a>"""


def intense_debate(t: Thread) -> str:
    """IntenseDebate after its script has run: containers nest."""

    def one(c: Said) -> str:
        kids = f'<div class="idc-thread" id="IDThread{c.number}">{"".join(map(one, c.kids))}</div>' if c.kids else ""
        return f"""<div id="idc-c-t-{c.number + 5}" class="idc-c-t"><div id="IDCommentTop{c.number}" class="idc-c-h"><div class="idc-v"><span class="idc-v-total">+{c.number}</span><a class="idc-btn idc-vote">Vote up</a></div>
<div class="idc-avatar"><img src="a.png"></div><a class="idc-a-name" href="#">{c.name}</a><a class="idc-time" href="#IDComment{c.number}">{_day(c)}</a></div>
<div class="idc-c-t-inner" id="IDComment-CommentText{c.number}">{c.body}</div><div class="idc-c-b"><a class="idc-btn idc-reply">Reply</a></div></div>{kids}"""

    return f"""<div id="idc-container-parent"><div id="idc-container"><div class="idc-head"><h3>Comments ({len(t.every)})</h3><a>Login</a></div><div id="idc-cover">{"".join(f'<div class="idc-c">{one(c)}</div>' for c in t.top)}</div><div class="idc-new"><h3>Post a new comment</h3><form><textarea></textarea></form></div><div class="idc-foot"><a href="#">Comments by IntenseDebate</a></div></div></div>"""


def thesis(t: Thread) -> str:
    """A definition list with the name and the date in the term, as a theme of 2009 has it."""
    items = "".join(
        f"""<dt class="comment even thread-even depth-1" id="comment-{c.number + 70}"><span class="avatar"><img src="a.png"></span><span class="comment_author"><a href="https://me.example" rel="external nofollow" class="url">{c.name}</a></span> <span class="comment_time"><a href="#comment-{c.number + 70}" title="Permalink to this comment" rel="nofollow">{c.us}</a></span></dt>
<dd class="comment even thread-even depth-1"><div class="format_text" id="comment-body-{c.number + 70}">{c.body}<p class="reply"><a rel="nofollow" class="comment-reply-link" href="#">Reply</a></p></div></dd>"""
        for c in t
    )
    return f"""<div id="comments"><div class="comments_intro"><p>{{ <span>{len(t.every)}</span> comments… read them below or <a href="#respond">add one</a> }}</p></div><dl id="comment_list">{items}</dl>{RESPOND}</div>"""


def k2(t: Thread) -> str:
    """The default theme's rival: a number, a name, a date, then the text."""
    items = "".join(
        f"""<li class="comment alt c-y{c.when.year}" id="comment-{c.number + 9}"><a href="#comment-{c.number + 9}" class="counter" title="Permanent Link to this Comment">{c.number + 1}</a> <span class="commentauthor">{c.name}</span> <small class="comment-meta"><a href="#comment-{c.number + 9}">{c.when:%b} {c.when.day}, {c.when.year} {c.when:%I:%M %p}</a></small><div class="comment-content">{c.body}</div></li>"""
        for c in t
    )
    return f"""<hr><div class="comments"><h4><span id="comments">{len(t.every)}</span> Responses to &#8216;Over the ridge&#8217;</h4><div class="metalinks"><span class="commentsrsslink"><a href="#">Feed for this Entry</a></span></div><ol id="commentlist">{items}</ol>{RESPOND}</div>"""


def livejournal_s2(t: Thread) -> str:
    """LiveJournal's older styles: tables with a spacer whose width says who answers whom."""

    def walk(items: list[Said]) -> str:
        return "".join(
            f"""<div id="ljcmt{c.number + 100}" class="comment-wrap" style="margin-left: {c.depth * 25}px"><div class="comment-head"><div class="comment-userpic"><img></div><div class="comment-head-in"><p class="comment-poster"><span class="ljuser" lj:user="x"><a href="https://x.example/profile"><img class="i-ljuser-userhead"></a><a href="https://x.example/"><b>{c.name}</b></a></span></p><p class="comment-date">{c.when:%Y-%m-%d %I:%M %p} (UTC)</p></div></div>
<div class="comment-body">{c.lines}</div><div class="comment-foot">(<a href="#">Reply</a>) (<a href="#">Thread</a>)</div></div>"""
            + walk(c.kids)
            for c in items
        )

    return f"""<div class="comments"><div class="comments-nav">(<a href="#">Post a new comment</a>)</div>{walk(t.top)}</div>"""


def expression_engine(t: Thread) -> str:
    """A template of one's own: bold name, date in small print."""
    items = "".join(
        f"""<div class="commentbody"><div class="posted"><strong>{c.name}</strong> <small>{c.when:%m/%d/%Y} {c.when:%H:%M}</small></div>{c.body}</div>"""
        for c in t
    )
    return f"""<h2 class="title">Comments</h2>{items}<div class="commentform"><p>Commenting is not available in this section entry.</p></div>"""


def textpattern(t: Thread) -> str:
    """An ordered list with the name and the date below the text."""
    items = "".join(
        f"""<li id="c{c.number + 1200:06}"><div class="message">{c.body}</div><p class="signed">&#8212; <a href="https://me.example" rel="nofollow">{c.name}</a> &#183; <span class="comment-time">{c.when.day} {c.when:%B %Y}, {c.when:%H:%M}</span> &#183; <a href="#c{c.number + 1200:06}" class="comment-anchor">#</a></p></li>"""
        for c in t
    )
    return f"""<h3 id="comment">Comments</h3><ol class="comments">{items}</ol><p class="comments_expired">Commenting is closed for this article.</p>"""


def squarespace5(t: Thread) -> str:
    """The text, then a line with the date and the name."""
    items = "".join(
        f"""<div class="comment-wrapper"><a name="comment{c.number + 170}"></a><div class="comment" id="comment{c.number + 170}"><div class="title">Reader Comment</div><div class="body">{c.body}</div><div class="signature"><div class="left"><span class="posted-on">{_day(c)}</span> | <span class="author-icon"></span><span class="name"><a href="https://me.example">{c.name}</a></span></div><div class="clearer"></div></div></div></div>"""
        for c in t
    )
    return f"""<div id="comments"><div class="caption"><a name="comments"></a>Reader Comments ({len(t.every)})</div><div class="comment-list">{items}</div><div class="add-comment-caption">Post a New Comment</div><form><p>Enter your information below to add a new comment.</p></form></div>"""


def blogger_2007(t: Thread) -> str:
    """Blogger's classic template: "At TIME, NAME said…"."""
    items = "".join(
        f"""<dt class="comment-data" id="c{c.number + 41}"><a name="c{c.number + 41}"></a> At <a href="#c{c.number + 41}" title="permanent link">{c.when:%A}, {_day(c)} {c.when:%I:%M:%S %p}</a>, <span class="comment-poster"><a href="https://x.example/profile/1" rel="nofollow">{c.name}</a></span> said&hellip;</dt><dd class="comment-body">{c.body}</dd>"""
        for c in t
    )
    return f"""<div id="comments"><a name="comments"></a><h4>{len(t.every)} Comments:</h4><dl id="comments-block">{items}</dl><p class="comment-timestamp"><a class="comment-link" href="#">Post a Comment</a></p><p>Links to this post: <a href="#">Create a Link</a></p><p>&lt;&lt; Home</p></div>"""


# Each system, and whether its markup says who answers whom.
NESTS: dict[str, Write] = {
    "twenty-eleven": twenty_eleven,
    "intense-debate": intense_debate,
    "livejournal-s2": livejournal_s2,
}
FLAT: dict[str, Write] = {
    "disqus-noscript": disqus_noscript,
    "thesis": thesis,
    "k2": k2,
    "expression-engine": expression_engine,
    "textpattern": textpattern,
    "squarespace-5": squarespace5,
    "blogger-2007": blogger_2007,
}
