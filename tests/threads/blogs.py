"""Comment sections as blog and news systems write them. Each function gives the part of the page below the article."""

from collections.abc import Callable

from tests.threads.said import Said, Thread

Write = Callable[[Thread], str]

WP_FORM = """<div id="respond" class="comment-respond"><h3 id="reply-title" class="comment-reply-title">Leave a Reply
<small><a rel="nofollow" id="cancel-comment-reply-link" href="/#respond" style="display:none;">Cancel reply</a></small></h3>
<form action="/wp-comments-post.php" method="post" id="commentform" class="comment-form"><p class="comment-notes">
<span id="email-notes">Your email address will not be published.</span> <span class="required-field-message">Required fields are marked *</span></p>
<p class="comment-form-comment"><label for="comment">Comment *</label> <textarea id="comment" name="comment"></textarea></p>
<p class="comment-form-author"><label for="author">Name</label> <input id="author" name="author"></p>
<p class="comment-form-cookies-consent"><input type="checkbox"> <label>Save my name, email, and website in this browser for the next time I comment.</label></p>
<p class="form-submit"><input name="submit" type="submit" value="Post Comment"></p>
<p>This site uses Akismet to reduce spam. <a href="#">Learn how your comment data is processed</a>.</p></form></div>"""


def wordpress_html5(t: Thread) -> str:
    """WordPress's own HTML5 markup."""

    def one(c: Said) -> str:
        kids = f'<ol class="children">{"".join(map(one, c.kids))}</ol>' if c.kids else ""
        return f"""<li id="comment-{c.number + 90}" class="comment even thread-even depth-{c.depth + 1} parent">
<article id="div-comment-{c.number + 90}" class="comment-body"><footer class="comment-meta"><div class="comment-author vcard">
<img alt='' src='https://secure.gravatar.example/a.png' class='avatar avatar-32 photo'><b class="fn"><a href='https://me.example' rel='external nofollow ugc' class='url'>{c.name}</a></b> <span class="says">says:</span></div>
<div class="comment-metadata"><a href="/x/#comment-{c.number + 90}"><time datetime="{c.stamp}">{c.us}</time></a>
<span class="edit-link"><a class="comment-edit-link" href="#">Edit</a></span></div></footer>
<div class="comment-content">{c.body}</div>
<div class="reply"><a rel='nofollow' class='comment-reply-link' href='#comment-{c.number + 90}' aria-label='Reply to {c.name}'>Reply</a></div></article>
{kids}</li><!-- #comment-## -->"""

    return f"""<div id="comments" class="comments-area"><h2 class="comments-title">{len(t.every)} thoughts on &ldquo;Over the ridge&rdquo;</h2>
<ol class="comment-list">{"".join(map(one, t.top))}</ol>{WP_FORM}</div>"""


def wordpress_xhtml(t: Thread) -> str:
    """WordPress's markup before HTML5, as most old themes have it."""

    def one(c: Said) -> str:
        kids = f"<ul class='children'>{''.join(map(one, c.kids))}</ul>" if c.kids else ""
        return f"""<li class="comment byuser comment-author-x odd alt depth-{c.depth + 1}" id="comment-{c.number + 412}">
<div id="div-comment-{c.number + 412}" class="comment-body"><div class="comment-author vcard">
<img src="x.png" class="avatar"> <cite class="fn">{c.name}</cite> <span class="says">says:</span></div>
<div class="comment-meta commentmetadata"><a href="#comment-{c.number + 412}">{c.us}</a>&nbsp;&nbsp;<a class="comment-edit-link" href="#">(Edit)</a></div>
{c.body}<div class="reply"><a class='comment-reply-link' href='#'>Reply</a></div></div>{kids}</li>"""

    return f"""<h3 id="comments">{len(t.every)} Responses to &#8220;Over the ridge&#8221;</h3>
<div class="navigation"><div class="alignleft"></div></div><ol class="commentlist">{"".join(map(one, t.top))}</ol>{WP_FORM}"""


def wordpress_twentyten(t: Thread) -> str:
    """A theme of 2010: the body of each comment in a numbered div inside the item, the pingback among them."""

    def one(c: Said) -> str:
        kids = f"<ul class='children'>{''.join(map(one, c.kids))}</ul>" if c.kids else ""
        return f"""<li class="comment even depth-{c.depth + 1}" id="li-comment-{c.number + 7}"><div id="comment-{c.number + 7}">
<div class="comment-author vcard"><img class="avatar"><cite class="fn">{c.name}</cite> <span class="says">says:</span></div>
<div class="comment-meta commentmetadata"><a href="#">{c.us}</a></div>
<div class="comment-body">{c.body}</div><div class="reply"><a class="comment-reply-link" href="#">Reply</a></div></div>{kids}</li>"""

    return f"""<div id="comments"><h3 id="comments-title">{len(t.every)} Responses to <em>Over the ridge</em></h3>
<ol class="commentlist">{"".join(map(one, t.top))}</ol>{WP_FORM}</div>"""


def wordpress_genesis(t: Thread) -> str:
    """Genesis: schema.org items around everything."""

    def one(c: Said) -> str:
        kids = f'<ul class="children">{"".join(map(one, c.kids))}</ul>' if c.kids else ""
        return f"""<li class="comment depth-{c.depth + 1}" id="comment-{c.number + 55}"><article id="article-comment-{c.number + 55}" itemprop="comment" itemscope itemtype="https://schema.org/Comment">
<header class="comment-header"><p class="comment-author" itemprop="author" itemscope itemtype="https://schema.org/Person"><img class="avatar"><span class="comment-author-name" itemprop="name">{c.name}</span> <span class="says">says</span></p>
<p class="comment-meta"><time class="comment-time" datetime="{c.stamp}" itemprop="datePublished"><a class="comment-time-link" href="#" itemprop="url">{c.us}</a></time></p></header>
<div class="comment-content" itemprop="text">{c.body}</div><div class="comment-reply"><a class="comment-reply-link" href="#">Reply</a></div></article>{kids}</li>"""

    return f"""<div class="entry-comments" id="comments"><h3>Comments</h3><ol class="comment-list">{"".join(map(one, t.top))}</ol></div>{WP_FORM}"""


def kubrick(t: Thread) -> str:
    """The default theme of 2005: no names inside but a cite."""
    items = "".join(
        f"""<li class="{"alt" if c.number % 2 else ""}" id="comment-{c.number + 3001}"><cite><a href="https://me.example" rel="external nofollow">{c.name}</a></cite> Says:<br />
<small class="commentmetadata"><a href="#comment-{c.number + 3001}" title="">{c.us}</a></small>{c.body}</li>"""
        for c in t
    )
    return f"""<h3 id="comments">{len(t.every)} Responses to &#8220;Over the ridge&#8221;</h3><ol class="commentlist">{items}</ol>
<h3 id="respond">Leave a Reply</h3><form action="/wp-comments-post.php" method="post" id="commentform"><p><input name="author"><label><small>Name (required)</small></label></p>
<p><small><strong>XHTML:</strong> You can use these tags: <code>&lt;a href=""&gt; &lt;abbr&gt;</code></small></p><p><textarea name="comment"></textarea></p></form>"""


def jetpack_loggedout(t: Thread) -> str:
    """A block theme, with the prompt to log in instead of a form."""

    def one(c: Said) -> str:
        kids = f"<ol>{''.join(map(one, c.kids))}</ol>" if c.kids else ""
        return f"""<li id="comment-{c.number + 20}" class="comment depth-{c.depth + 1}"><div class="wp-block-columns"><div class="wp-block-column"><div class="wp-block-avatar"><img></div></div>
<div class="wp-block-column"><div class="has-small-font-size wp-block-comment-author-name"><a rel="external nofollow ugc" href="#">{c.name}</a></div>
<div class="wp-block-group"><div class="wp-block-comment-date has-small-font-size"><time datetime="{c.stamp}"><a href="#">{c.us}</a></time></div></div>
<div class="wp-block-comment-content">{c.body}</div><div class="wp-block-comment-reply-link has-small-font-size"><a class="comment-reply-link" href="#">Reply</a></div></div></div>{kids}</li>"""

    return f"""<div class="wp-block-comments"><h2 class="wp-block-comments-title">{len(t.every)} responses to “Over the ridge”</h2>
<ol class="wp-block-comment-template">{"".join(map(one, t.top))}</ol>
<div id="respond" class="comment-respond wp-block-post-comments-form"><h3 class="comment-reply-title">Leave a Reply</h3><p class="must-log-in">You must be <a href="/wp-login.php">logged in</a> to post a comment.</p></div></div>"""


def blogger_dl(t: Thread) -> str:
    """Blogger's old definition list."""
    items = "".join(
        f"""<dt class='comment-author ' id='c{c.number + 80321}'><a name='c{c.number + 80321}'></a><div class="avatar-image-container"><img></div>
<a href='https://www.blogger.example/profile/1' rel='nofollow'>{c.name}</a> said...</dt>
<dd class='comment-body' id='Blog1_cmt-{c.number + 80321}'><p>{c.lines}</p></dd>
<dd class='comment-footer'><span class='comment-timestamp'><a href='#c1' title='comment permalink'>{c.us}</a><span class='item-control blog-admin'><a class='comment-delete' href='#' title='Delete Comment'><img></a></span></span></dd>"""
        for c in t
    )
    return f"""<div class='comments' id='comments'><a name='comments'></a><h4>{len(t.every)} comments:</h4><div id='Blog1_comments-block-wrapper'>
<dl class='avatar-comment-indent' id='comments-block'>{items}</dl></div><p class='comment-footer'><a href='#' onclick=''>Post a Comment</a></p></div>"""


def blogger_threaded(t: Thread) -> str:
    """Blogger's threaded comments."""

    def one(c: Said) -> str:
        kids = "".join(map(one, c.kids))
        return f"""<li class="comment" id="c{c.number + 4411}"><div class="avatar-image-container"><img></div><div class="comment-block"><div class="comment-header"><cite class="user"><a href="#" rel="nofollow">{c.name}</a></cite><span class="icon user "></span><span class="datetime secondary-text"><a rel="nofollow" href="#">{c.us}</a></span></div>
<p class="comment-content">{c.lines}</p><span class="comment-actions secondary-text"><a class="comment-reply" target="_self" data-comment-id="1">Reply</a><span class="item-control blog-admin"><a target="_self" href="#">Delete</a></span></span></div>
<div class="comment-replies"><div id="c{c.number + 4411}-rt" class="comment-thread inline-thread hidden"><span class="thread-toggle thread-expanded"><span class="thread-arrow"></span><span class="thread-count"><a target="_self">Replies</a></span></span>
<ol id="c{c.number + 4411}-ra" class="thread-chrome thread-expanded"><div>{kids}</div><div id="c{c.number}-continue" class="continue"><a class="comment-reply" target="_self">Reply</a></div></ol></div></div><div class="comment-replybox-single" id="c{c.number}-ce"></div></li>"""

    return f"""<div class="comments" id="comments"><a name="comments"></a><h4>{len(t.every)} comments:</h4><div class="comments-content"><div id="comment-holder"><div id="bc_0_9T" class="comment-thread toplevel-thread"><ol id="top-ra">{"".join(map(one, t.top))}</ol>
<div id="top-continue" class="continue"><a class="comment-reply" target="_self">Add comment</a></div><div class="comment-replybox-thread" id="top-ce"></div><div class="loadmore hidden"><a target="_self">Load more...</a></div></div></div></div><p class="comment-footer"></p></div>"""


def disqus(t: Thread) -> str:
    """A Disqus thread as saved from its frame."""

    def one(c: Said) -> str:
        kids = "".join(map(one, c.kids))
        return f"""<li class="post" id="post-{c.number + 5150}"><div role="alert"></div><div class="post-content" data-role="post-content"><ul class="post-menu dropdown"><li><a class="dropdown-toggle" href="#"><b class="caret"></b></a></li></ul>
<div class="indicator"></div><div class="avatar hovercard"><a href="#" class="user"><img alt="Avatar"></a></div><div class="post-body"><div class="post-body-inner"><header class="comment__header"><span class="post-byline"><span class="author publisher-anchor-color"><a href="https://disqus.example/by/x/" data-action="profile">{c.name}</a></span></span>
<span class="post-meta"><span class="bullet time-ago-bullet">•</span> <a href="#comment-{c.number + 5150}" class="time-ago" title="{c.when:%A, %B} {c.when.day}, {c.when.year} {c.when:%I:%M %p}">2 years ago</a></span></header>
<div class="post-body-inner"><div class="post-message-container"><div class="publisher-anchor-color"><div class="post-message " data-role="message" dir="auto"><div>{c.body}</div></div></div><a class="see-more hidden" title="see more">see more</a></div></div>
<footer class="comment__footer"><menu><li class="voting"><a href="#" class="vote-up" title="Vote up"><span class="updatable count">{c.votes}</span></a><span role="button" class="vote-down"></span></li><li class="bullet">•</li><li class="reply"><a href="#"><span class="text">Reply</span></a></li><li class="bullet">•</li><li class="share"><a class="toggle"><span class="text">Share ›</span></a></li></menu></footer></div></div></div>
<ul class="children" data-role="children">{kids}</ul></li>"""

    return f"""<div id="disqus_thread"><div id="layout"><header id="main-nav"><nav class="nav nav-primary"><ul><li class="nav-tab"><a class="publisher-nav-color">{len(t.every)} Comments</a></li><li class="nav-tab"><a>Login</a></li></ul></nav></header>
<section id="conversation"><div id="posts"><div id="form" class="textarea-outer-wrapper"><form class="reply expanded"><p>Join the discussion…</p><h6>Log in with</h6><h6>or sign up with Disqus</h6></form></div>
<ul id="post-list" class="post-list">{"".join(map(one, t.top))}</ul><div class="load-more"><a class="btn">Load more comments</a></div></div></section></div></div>"""


def substack(t: Thread) -> str:
    """A newsletter's comments with generated class names."""

    def one(c: Said) -> str:
        kids = (
            f'<div class="comment-list"><div class="comment-list-collapser"></div><div class="comment-list-items">{"".join(map(one, c.kids))}</div></div>'
            if c.kids
            else ""
        )
        return f"""<div class="comment"><div id="comment-{c.number + 77}" class="comment-anchor"></div><div role="article" aria-label="Comment by {c.name}"><div class="pencraft pc-display-flex pc-gap-12 comment-content"><div class="user-head"><a href="/profile/1"><div class="profile-img-wrap"><img></div></a></div>
<div class="pencraft flexGrow"><div class="comment-meta"><span class="highlight"><a href="https://substack.example/profile/1" class="link account">{c.name}</a></span> <a class="comment-timestamp" href="/p/x/comment/1" title="{c.when:%b} {c.when.day}, {c.when.year}, {c.when.hour % 12 or 12}:{c.when:%M %p}">{c.when:%b} {c.when.day}, {c.when.year}</a></div>
<div class="comment-body">{c.body}</div><div class="comment-actions"><span><a class="pencraft">Like ({c.votes})</a></span><span><a class="pencraft">Reply</a></span><span><a>Share</a></span></div></div></div></div>{kids}</div>"""

    return f"""<div id="discussion" class="comments-page"><h4>{len(t.every)} Comments</h4><div class="comment-input"><form><textarea placeholder="Write a comment..."></textarea></form></div><div class="comment-list post-page-root-comment-list"><div class="comment-list-items">{"".join(map(one, t.top))}</div></div><p class="comments-off">Ready for more?</p></div>"""


def drupal7(t: Thread) -> str:
    """Drupal 7: answers in an indented div after what they answer."""

    def some(items: list[Said]) -> str:
        return "".join(
            f"""<a id="comment-{c.number + 12}"></a><div class="comment comment-by-anonymous clearfix" about="/comment/12#comment-12" typeof="sioc:Post sioct:Comment"><div class="attribution"><div class="submitted"><p class="commenter-name"><span class="username" xml:lang="" property="foaf:name">{c.name}</span></p>
<p class="comment-time"><span property="dc:date dc:created" content="{c.stamp}" datatype="xsd:dateTime">{c.when:%a, %m/%d/%Y - %H:%M}</span></p><p class="comment-permalink"><a href="#" class="permalink" rel="bookmark">Permalink</a></p></div></div>
<div class="comment-text"><div class="comment-arrow"></div><h3 property="dc:title"><a href="#" class="permalink">{" ".join(c.text.split()[:4])}</a></h3><div class="content"><span rel="sioc:reply_of" resource="/node/1" class="rdf-meta element-hidden"></span><div class="field field-name-comment-body field-type-text-long"><div class="field-items"><div class="field-item even" property="content:encoded">{c.body}</div></div></div></div>
<ul class="links inline"><li class="comment-reply first last"><a href="/comment/reply/1/12">reply</a></li></ul></div></div>"""
            + (f'<div class="indented">{some(c.kids)}</div>' if c.kids else "")
            for c in items
        )

    return f"""<div id="comments" class="comment-wrapper"><h2 class="title">Comments</h2>{some(t.top)}<h2 class="title comment-form">Add new comment</h2><form class="comment-form" action="/comment/reply/1"><div class="form-item"><label>Your name</label><input></div><div class="form-item"><label>Comment *</label><textarea></textarea></div><ul class="tips"><li>No HTML tags allowed.</li><li>Web page addresses and e-mail addresses turn into links automatically.</li></ul></form></div>"""


def drupal9(t: Thread) -> str:
    """Drupal 9 with its Olivero theme."""

    def some(items: list[Said]) -> str:
        return "".join(
            f"""<article data-comment-user-id="0" id="comment-{c.number + 12}" class="comment js-comment" role="article"><mark class="hidden" data-comment-timestamp="1614849300"></mark><footer class="comment__meta"><article class="profile"></article><p class="comment__author"><span lang="" class="username">{c.name}</span></p><p class="comment__time">{c.when:%a, %m/%d/%Y - %H:%M}</p><p class="comment__permalink"><a href="/comment/12" rel="bookmark" hreflang="en">Permalink</a></p></footer>
<div class="comment__content"><div class="clearfix text-formatted field field--name-comment-body field--type-text-long field__item">{c.body}</div><ul class="links inline"><li class="comment-reply"><a href="/comment/reply/node/1/comment/12">Reply</a></li></ul></div></article>"""
            + (f'<div class="indented">{some(c.kids)}</div>' if c.kids else "")
            for c in items
        )

    return f"""<section data-drupal-selector="comments" class="comments" id="comments"><h2 class="comments__title">Comments</h2>{some(t.top)}<div class="add-comment"><h2 class="add-comment__title">Add new comment</h2><div class="add-comment__form"><p><a href="/user/login">Log in</a> or <a href="/user/register">register</a> to post comments</p></div></div></section>"""


def typepad(t: Thread) -> str:
    """TypePad: the name and date below the text."""
    items = "".join(
        f"""<a id="comment-6a00{c.number + 10}"></a><div id="comment-6a00{c.number + 10}-content" class="comment comment-{"odd" if c.number % 2 else "even"} comment-gravatar-wrap"><div class="comment-avatar"><img></div><div class="comment-content font-entrybody" id="comment-6a00{c.number + 10}-text">{c.body}</div>
<p class="comment-footer font-entryfooter">Posted by: <a target="_blank" rel="nofollow" title="https://me.example" href="#">{c.name}</a> | <a rel="nofollow" href="#comment-6a00{c.number + 10}">{c.when:%B %d, %Y at %I:%M %p}</a></p></div>"""
        for c in t
    )
    return f"""<div class="comments" id="comments"><div class="comments-content"><h2 class="comments-header"><a name="comments">Comments</a></h2>{items}</div><div class="comments-open"><h2 class="comments-open-header">Post a comment</h2><div id="comment-preview" style="display:none"><h2>Your comment could not be posted</h2></div><div class="comments-open-content"><p class="comments-open-moderated">Comments are moderated, and will not appear until the author has approved them.</p><form><textarea></textarea></form></div></div></div>"""


def movable_type(t: Thread) -> str:
    """Movable Type 4: NAME replied to / said on DATE."""
    items = "".join(
        f"""<div class="comment" id="comment-{c.number + 1900}"><div class="inner"><div class="comment-header"><div class="user-pic nothumb"><img></div><div class="asset-meta"><span class="byline"><span class="vcard author">{c.name}</span> said:</span> | <a href="#comment-{c.number + 1900}"><abbr class="published" title="{c.stamp}">{c.when:%B} {c.when.day}, {c.when.year} {c.when:%I:%M %p}</abbr></a> | <a title="Reply" href="javascript:void(0);">Reply</a></div></div>
<div class="comment-content">{c.body}</div></div></div>"""
        for c in t
    )
    return f"""<div id="comments" class="comments"><h2 class="comments-header">{len(t.every)} Comments</h2><div class="comments-content">{items}</div><div class="comments-open" id="comments-open"><h2 class="comments-open-header">Leave a comment</h2><div class="comments-open-content"><div id="comment-greeting"></div><form method="post" id="comments-form"><label>Name</label><input></form></div></div></div>"""


def movable_type2(t: Thread) -> str:
    """A weblog of 2003: text first, then "Posted by NAME at DATE"."""
    items = "".join(
        f"""<div id="c{c.number + 300}"><div class="comments-body">{c.body}<span class="comments-post">Posted by: <a href="mailto:x">{c.name}</a> at {c.when:%B} {c.when.day}, {c.when.year} {c.when:%I:%M %p}</span></div></div>"""
        for c in t
    )
    return f"""<div class="comments-head"><a name="comments"></a>Comments</div>{items}<div class="comments-head">Post a comment</div><div class="comments-body"><form method="post" name="comments_form"><input type="hidden"><p>Thanks for signing in. Now you can comment.</p><label>Name:</label><input></form></div>"""


def livejournal(t: Thread) -> str:
    """LiveJournal: margins say who answers whom."""

    def walk(items: list[Said]) -> str:
        return "".join(
            f"""<div id="ljcmt{c.number + 50001}" class="ljcmt_full b-leaf b-leaf-seemore" data-username="{c.name}" style="margin-left: {c.depth * 25}px"><div class="b-leaf-inner"><div class="b-leaf-header"><div class="b-leaf-userpic"><img></div><div class="b-leaf-details"><div class="b-leaf-username"><span class="ljuser i-ljuser"><a href="https://x.example/"><b>{c.name}</b></a></span></div>
<div class="b-leaf-meta"><span class="b-leaf-createdtime">{c.when:%B} {c.when.day} {c.when.year}, {c.when:%H:%M:%S} UTC</span></div></div></div><div class="b-leaf-article">{c.lines}</div><div class="b-leaf-footer"><ul class="b-leaf-actions"><li class="b-leaf-actions-item"><a href="#">Reply</a></li><li class="b-leaf-actions-item"><a>Thread</a></li></ul></div></div></div>"""
            + walk(c.kids)
            for c in items
        )

    return f"""<div id="comments" class="b-grove"><div class="b-tree b-tree-root">{walk(t.top)}</div><div class="b-addcomment"><form><p>Post a new comment</p></form></div></div>"""


def ghost(t: Thread) -> str:
    """Ghost's own comments."""

    def one(c: Said) -> str:
        kids = f'<div class="mt-8 mb-4 sm:mt-10">{"".join(map(one, c.kids))}</div>' if c.kids else ""
        return f"""<div id="{c.number + 6}f3a" class="flex w-full flex-row" data-testid="comment-component"><div class="mr-3 flex flex-col"><figure class="relative size-8"><div><p>{c.name[0]}</p></div></figure></div><div class="grow"><div class="mb-2 flex"><h4 class="font-sans text-base font-bold" data-testid="member-name">{c.name}</h4><div class="flex"><span title="{c.when:%d %b %Y}"><a>{c.when:%d %b %Y}</a></span></div></div>
<div class="mt mb-2 pr-4 font-serif" data-testid="comment-content">{c.body}</div><div class="flex items-center gap-4"><button type="button">{c.votes}</button><button type="button" data-testid="reply-button">Reply</button></div>{kids}</div></div>"""

    return f"""<section class="gh-comments"><div class="flex"><h2 data-testid="title">Member discussion</h2><div data-testid="count">{len(t.every)} comments</div></div><section data-testid="cta-box"><h1>Join the discussion</h1><p>Become a member to start commenting.</p><p>Already a member? <button>Sign in</button></p></section><div data-testid="comment-elements">{"".join(map(one, t.top))}</div></section>"""


def medium(t: Thread) -> str:
    """Responses with generated names only, flat."""
    items = "".join(
        f"""<div class="l bx"><div class="ab q"><div class="ab co"><a rel="noopener follow" href="/@x"><img></a></div><div class="wq l"><div class="ab q"><a class="af ag ah" rel="noopener follow" href="/@{c.number}?source=responses"><p class="be b do">{c.name}</p></a></div><div class="ab q"><p class="be b do dp z dn">{c.when:%b} {c.when.day}, {c.when.year}</p></div></div></div>
<div class="wr ws l"><pre class="wt"><div class="be b wx">{"<br><br>".join(c.paragraphs)}</div></pre></div><div class="ab q co"><div class="ab"><button>{c.votes}</button><div><p class="be b do"><button>Reply</button></p></div></div></div></div>"""
        for c in t
    )
    return f"""<div class="responses"><div class="ab q cn"><h2 class="be">Responses ({len(t.every)})</h2></div><div class="l response-editor"><p>Write a response</p><p><a>What are your thoughts?</a></p></div><div class="responses-list">{items}</div></div>"""


def youtube(t: Thread) -> str:
    """Custom elements, as a video page has them."""

    def view(c: Said) -> str:
        return f"""<ytd-comment-view-model id="comment"><div id="body" class="style-scope"><div id="author-thumbnail"><button><img></button></div><div id="main"><div id="header"><div id="header-author"><h3><a id="author-text" href="/@x"><span>@{c.name}</span></a></h3><span id="published-time-text"><a href="#">2 years ago</a></span></div></div>
<div id="expander"><div id="content"><div id="content-text"><span>{"<br>".join(c.paragraphs)}</span></div></div></div><div id="toolbar"><span id="vote-count-middle" aria-label="{c.votes} likes">{c.votes}</span><button>Reply</button></div></div></div></ytd-comment-view-model>"""

    items = "".join(
        f"""<ytd-comment-thread-renderer class="style-scope ytd-item-section-renderer">{view(c)}<div id="replies"><ytd-comment-replies-renderer><div id="expander"><div id="expander-contents">{"".join(map(view, c.kids))}</div></div></ytd-comment-replies-renderer></div></ytd-comment-thread-renderer>"""
        for c in t.top
    )
    return f"""<ytd-comments id="comments"><div id="header"><h2 id="count"><span>{len(t.every)}</span><span> Comments</span></h2><div id="simple-box"><div id="placeholder-area">Add a comment...</div></div></div><div id="contents">{items}</div></ytd-comments>"""


def jcomments(t: Thread) -> str:
    """Joomla with JComments."""
    items = "".join(
        f"""<div class="{"odd" if c.number % 2 else "even"}" id="comment-item-{c.number + 31}"><div class="rbox"><div class="rbox_tr"><div class="rbox_m"><div class="comment-box"><a class="comment-anchor" href="#comment-{c.number + 31}" id="comment-{c.number + 31}">#{c.number + 1}</a><span class="comment-author">{c.name}</span> <span class="comment-date">{c.when:%Y-%m-%d %H:%M}</span><div class="comment-body" id="comment-body-{c.number + 31}">{c.lines}</div>
<span class="comments-buttons"><a href="#">Quote</a></span></div><div class="clear"></div></div></div></div></div>"""
        for c in t
    )
    return f"""<div id="jc"><div id="comments"><h4>Comments <a class="refresh" href="#">&nbsp;</a></h4><div class="comments-list" id="comments-list-0">{items}</div><div id="comments-list-footer"><a class="refresh" href="#">Refresh comments list</a><br><a class="rss" href="#">RSS feed for comments to this post.</a></div></div><h4>Add comment</h4><a id="addcomments" href="#addcomments"></a><form id="comments-form"><p><span><input id="comments-form-name"><label>Name (required)</label></span></p></form></div>"""


def news_portal(t: Thread) -> str:
    """A newspaper's own system, in German: "NAME am DATE"."""
    items = "".join(
        f"""<article class="kommentar" id="kommentar-{c.number + 8000}"><header class="kommentar__kopf"><span class="kommentar__name">{c.name}</span> am {c.when:%d.%m.%Y}, {c.when:%H:%M} Uhr</header><div class="kommentar__text">{c.body}</div><footer class="kommentar__aktionen"><a href="#">Antworten</a> <a href="#">Melden</a> <span class="kommentar__likes">{c.votes}</span></footer></article>"""
        for c in t
    )
    return f"""<section class="kommentare" id="kommentare"><h2>Kommentare ({len(t.every)})</h2><p class="kommentare__regeln">Bitte beachten Sie unsere Netiquette. Kommentare werden vor der Veröffentlichung geprüft.</p>{items}<div class="kommentar-formular"><p>Bitte <a href="/login">melden Sie sich an</a>, um zu kommentieren.</p></div></section>"""


def name_on_date(t: Thread) -> str:
    """A small static site: "NAME on DATE" in one line."""
    items = "".join(
        f"""<div class="comment" id="c{c.number + 1}"><p class="comment-info"><strong>{c.name}</strong> on {c.when:%d %B %Y}</p>{c.body}</div>"""
        for c in t
    )
    return f"""<h2>Comments</h2><div class="comment-section">{items}</div><p class="comments-closed">Comments are closed.</p>"""


def plain_line(t: Thread) -> str:
    """The same with no element around the name."""
    items = "".join(
        f"""<li class="comment"><div class="comment-meta">{c.name} on {c.when:%B} {c.when.day}, {c.when.year} at {c.when:%H:%M}</div><div class="comment-text">{c.body}</div></li>"""
        for c in t
    )
    return f"""<section id="comments"><h3>Discussion</h3><ul>{items}</ul></section>"""


def dd_comment(t: Thread) -> str:
    """A definition list: who and when in dt, the comment in dd."""
    items = "".join(
        f"""<dt class="comment-head"><span class="author">{c.name}</span>, <span class="date">{c.when:%d.%m.%Y}</span></dt><dd class="comment">{c.body}</dd>"""
        for c in t
    )
    return f"""<h3>Comments</h3><dl class="comments">{items}</dl>"""


def isso(t: Thread) -> str:
    """Isso, a self-hosted system."""

    def one(c: Said) -> str:
        kids = "".join(map(one, c.kids))
        return f"""<div class="isso-comment" id="isso-{c.number + 2}"><div class="isso-avatar"><svg></svg></div><div class="isso-text-wrapper"><div class="isso-comment-header" role="meta"><span class="isso-author">{c.name}</span><span class="isso-spacer">•</span><a class="isso-permalink" href="#isso-{c.number + 2}"><time title="{c.stamp}" datetime="{c.stamp}">2 years ago</time></a><span class="isso-note"></span></div><div class="isso-text">{c.body}</div><div class="isso-comment-footer"><span class="isso-votes">{c.votes}</span><a class="isso-upvote" href="#"></a><span class="isso-spacer">|</span><a class="isso-downvote" href="#"></a><a class="isso-reply" href="#">Reply</a></div><div class="isso-follow-up">{kids}</div></div></div>"""

    return f"""<section id="isso-thread"><h4 class="isso-thread-heading">{len(t.every)} Comments</h4><div class="isso-postbox"><div class="isso-form-wrapper"><div class="isso-textarea-wrapper"><div class="isso-textarea" contenteditable="true">Type Comment Here (at least 3 chars)</div></div><section class="isso-auth-section"><p class="isso-input-wrapper"><input></p></section></div></div><div id="isso-root">{"".join(map(one, t.top))}</div></section>"""


def reviews(t: Thread) -> str:
    """schema.org comments without telling classes."""
    items = "".join(
        f"""<div itemprop="comment" itemscope itemtype="https://schema.org/UserComments"><meta itemprop="commentTime" content="{c.stamp}"><span itemprop="creator" itemscope itemtype="https://schema.org/Person"><span itemprop="name">{c.name}</span></span> <i>{c.when:%d/%m/%Y}</i><div itemprop="commentText">{c.body}</div></div>"""
        for c in t
    )
    return f"""<div class="col-12"><h3>What readers say</h3>{items}</div>"""


def facebook_like(t: Thread) -> str:
    """A script's comment box after rendering: ARIA labels and buttons."""

    def one(c: Said) -> str:
        kids = f'<div class="replies-list">{"".join(map(one, c.kids))}</div>' if c.kids else ""
        return f"""<div class="comment-item" data-comment-id="{c.number + 61}"><div class="comment-item__main"><a class="comment-item__user" href="/u/{c.number}">{c.name}</a><div class="comment-item__message">{c.body}</div><div class="comment-item__tools"><button>Like</button> · <button>Reply</button> · <time datetime="{c.stamp}">1 y</time></div></div>{kids}</div>"""

    return f"""<div class="comments-widget"><div class="comments-widget__count">{len(t.every)} comments</div><div class="comment-items">{"".join(map(one, t.top))}</div><div class="comment-login">Log in to comment</div></div>"""


def serendipity(t: Thread) -> str:
    """Serendipity: inline padding says who answers whom."""

    def walk(items: list[Said]) -> str:
        return "".join(
            f"""<div class="serendipity_comment serendipity_comment_author_x" style="padding-left: {c.depth * 20}px"><a id="c{c.number + 19}"></a><div class="serendipity_commentBody">{c.body}</div><div class="serendipity_comment_source"><a class="comment_source_trace" href="#c19">#{c.number + 1}</a> <span class="comment_source_author">{c.name}</span> on <span class="comment_source_date">{c.when:%Y-%m-%d %H:%M}</span> <a class="comment_reply" href="#">(Reply)</a></div></div>"""
            + walk(c.kids)
            for c in items
        )

    return f"""<div class="serendipity_comments serendipity_section_comments"><div class="serendipity_commentsTitle">Comments</div><div class="serendipity_center">Display comments as (Linear | Threaded)</div>{walk(t.top)}<div class="serendipity_commentsTitle">Add Comment</div><div class="serendipityCommentForm"><form><div class="serendipity_commentDirection">Enclosing asterisks marks text as bold (*word*).</div></form></div></div>"""


# Each system, and whether its markup says who answers whom and gives the day.
NESTS: dict[str, Write] = {
    "wordpress-html5": wordpress_html5,
    "wordpress-xhtml": wordpress_xhtml,
    "wordpress-2010": wordpress_twentyten,
    "genesis": wordpress_genesis,
    "block-theme": jetpack_loggedout,
    "blogger-threaded": blogger_threaded,
    "disqus": disqus,
    "substack": substack,
    "drupal-7": drupal7,
    "drupal-9": drupal9,
    "livejournal": livejournal,
    "ghost": ghost,
    "isso": isso,
    "widget": facebook_like,
    "serendipity": serendipity,
    "youtube": youtube,
}
FLAT: dict[str, Write] = {
    "kubrick": kubrick,
    "blogger-dl": blogger_dl,
    "typepad": typepad,
    "movable-type": movable_type,
    "movable-type-2": movable_type2,
    "medium": medium,
    "jcomments": jcomments,
    "german-news": news_portal,
    "name-on-date": name_on_date,
    "plain-line": plain_line,
    "dd-comment": dd_comment,
    "microdata": reviews,
}
