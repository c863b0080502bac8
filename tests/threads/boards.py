"""More forums, and comment systems that their scripts draw. Each function gives the part of the page that holds the thread."""

from collections.abc import Callable

from tests.threads.said import Said, Thread

Write = Callable[[Thread], str]


def vbulletin5(t: Thread) -> str:
    """vBulletin 5: list items with microdata."""
    items = "".join(
        f"""<li data-node-id="{c.number + 7}" data-node-publishdate="1614849300" class="b-post b-post--normal js-post js-conversation-{"starter" if not c.number else "reply"} h-clearfix" itemscope itemtype="https://schema.org/{"Question" if not c.number else "Answer"}"><div class="b-post__grid-container"><div class="b-post__grid-item b-userinfo"><div class="b-userinfo__avatar"><a class="b-avatar b-avatar--l"><img alt=""></a></div><div class="b-userinfo__details" itemprop="author" itemscope itemtype="https://schema.org/Person"><div class="author h-text-size--14"><strong><a href="/member/3" class="b-post__username" itemprop="url"><span itemprop="name">{c.name}</span></a></strong></div><div class="usertitle">Senior Member</div><ul class="b-userinfo__additional-info"><li><label class="b-userinfo__additional-info-label">Join Date:</label> <span>Jan 2010</span></li><li><label>Posts:</label> <span>214</span></li></ul></div></div>
<div class="b-post__grid-item b-post__body-outer"><div class="b-post__body h-clearfix" itemscope itemtype="http://schema.org/Comment"><div class="b-post__arrow"></div><div class="b-divider--section h-padding-bottom-m"><div class="b-post__timestamp"><time itemprop="dateCreated" datetime="{c.stamp}">{c.when:%m-%d-%Y}, {c.when:%I:%M %p}</time></div><a class="b-post__count js-show-post-link" href="#post{c.number}">#{c.number + 1}</a></div><h2 class="b-post__title">{"Old stove" if not c.number else ""}</h2><div class="OLD__post-content h-padding-vert-xl"><div class="js-post__content-text restore h-wordwrap" itemprop="text">{c.lines}</div></div></div><div class="b-post__footer"><ul class="b-post__controls"><li class="b-post-control"><a>Comment</a></li><li class="b-post-control b-post-control__quote">Quote</li></ul></div></div></div></li>"""
        for c in t
    )
    return f"""<div class="b-module canvas-widget"><h1 class="main-title js-main-title">Old stove</h1><div class="conversation-toolbar"><div class="pagenav-container">Page of 1</div><ul><li>Posts</li><li>Latest Activity</li><li>Photos</li></ul></div><div class="conversation-content"><ul class="conversation-list list-container stream-view thread-view">{items}</ul></div></div>"""


def nodebb(t: Thread) -> str:
    """NodeBB 3 with the Harmony theme."""
    items = "".join(
        f"""<li component="post" class="pt-4 {"topic-owner-post" if not c.number else ""}" data-index="{c.number}" data-pid="{c.number + 70}" data-uid="3" data-timestamp="1614849300000" data-username="{c.name}" data-userslug="x" itemprop="comment" itemscope itemtype="http://schema.org/Comment"><a component="post/anchor" data-index="{c.number}" id="{c.number}"></a><meta itemprop="datePublished" content="{c.stamp}"><div class="d-flex align-items-start gap-3 post-container-parent"><div class="bg-body d-none d-sm-block rounded-circle"><a class="d-inline-block position-relative text-decoration-none" href="/user/x" aria-label="Profile: x"><span class="avatar avatar-rounded" component="user/picture">{c.name[0]}</span></a></div>
<div class="post-container d-flex gap-2 flex-grow-1 flex-column w-100"><div class="d-flex align-items-start justify-content-between gap-1 flex-nowrap w-100 post-header" itemprop="author" itemscope itemtype="https://schema.org/Person"><div class="d-flex gap-1 flex-wrap align-items-center text-truncate"><meta itemprop="name" content="{c.name}"><a class="fw-bold text-nowrap text-truncate" href="/user/x" data-username="{c.name}" data-uid="3">{c.name}</a><span class="text-muted">wrote on <a href="/post/{c.number}" class="timeago" title="{c.stamp}"></a></span><span component="post/edit-indicator" class="edit-icon hidden"><i class="fa fa-edit"></i></span></div><a href="/post/{c.number}" class="post-index text-muted d-none d-md-inline">#{c.number + 1}</a></div>
<div class="content text-break" component="post/content" itemprop="text">{c.body}</div><div component="post/footer" class="post-footer border-bottom pb-2"><div component="post/actions" class="d-flex flex-grow-1 align-items-center gap-1"><a component="post/reply" href="#" class="btn btn-ghost btn-sm">Reply</a><a component="post/quote" href="#" class="btn btn-ghost btn-sm">Quote</a><div class="votes d-inline-flex"><a component="post/upvote"></a><a component="post/vote-count" href="#" data-votes="{c.votes}">{c.votes}</a></div></div></div></div></div></li>"""
        for c in t
    )
    return f"""<div class="row"><div class="topic col-lg-9"><h1 component="post/header" class="tracking-tight fw-semibold fs-3"><span class="topic-title" component="topic/title">Old stove</span></h1><div class="topic-info"><a href="/category/2" class="badge">Heating</a><span>{len(t.every)} Posts</span><span>9 Posters</span><span>512 Views</span></div><div class="sticky-tools"><button>Reply</button></div><ul component="topic" class="posts timeline list-unstyled" data-tid="9">{items}</ul></div></div>"""


def fluxbb(t: Thread) -> str:
    """FluxBB 1.5: a profile list, then the message."""
    items = "".join(
        f"""<div id="p{c.number + 40}" class="blockpost row{"odd" if c.number % 2 else "even"} {"firstpost blockpost1" if not c.number else ""}"><h2><span><span class="conr">#{c.number + 1}</span> <a href="viewtopic.php?pid={c.number}#p{c.number}">{c.when:%Y-%m-%d %H:%M:%S}</a></span></h2><div class="box"><div class="inbox"><div class="postbody"><div class="postleft"><dl><dt><strong>{c.name}</strong></dt><dd class="usertitle"><strong>Member</strong></dd><dd><span>Registered: 2010-01-27</span></dd><dd><span>Posts: 98</span></dd></dl></div>
<div class="postright"><h3>{"Re: " if c.number else ""}Old stove</h3><div class="postmsg">{c.body}</div></div></div></div><div class="inbox"><div class="postfoot clearb"><div class="postfootleft"><p><span>Offline</span></p></div><div class="postfootright"><ul><li class="postquote"><span><a href="post.php?qid=1">Quote</a></span></li></ul></div></div></div></div></div>"""
        for c in t
    )
    return f"""<div class="linkst"><div class="inbox crumbsplus"><ul class="crumbs"><li><a href="index.php">Index</a></li><li>» <strong><a href="viewtopic.php?id=9">Old stove</a></strong></li></ul><div class="pagepost"><p class="pagelink conl">Pages: <strong>1</strong></p></div></div></div>{items}<div class="postlinksb"><p class="pagelink">Pages: 1</p></div>"""


def discuz(t: Thread) -> str:
    """Discuz! X3, the board of most Chinese forums: a table for each floor."""
    items = "".join(
        f"""<div id="post_{c.number + 55}"><table id="pid{c.number + 55}" class="plhin" summary="pid{c.number + 55}" cellspacing="0" cellpadding="0"><tr><td class="pls" rowspan="2"><div id="favatar{c.number}" class="pls favatar"><div class="pi"><div class="authi"><a href="space-uid-3.html" target="_blank" class="xw1">{c.name}</a></div></div><div class="avatar"><a class="avtm"><img></a></div><div class="tns xg2"><table><tr><th><p><a class="xi2">12</a></p>主题</th><th><p><a>214</a></p>帖子</th><td><p><a>980</a></p>积分</td></tr></table></div><p><em><a href="#">金牌会员</a></em></p></div></td>
<td class="plc"><div class="pi"><strong><a href="#" id="postnum{c.number}"><em>{c.number + 1}</em><sup>#</sup></a></strong><div class="pti"><div class="authi"><img class="authicn vm"><em id="authorposton{c.number}">发表于 {c.when.year}-{c.when.month}-{c.when.day} {c.when:%H:%M:%S}</em><span class="pipe">|</span><a href="#" rel="nofollow">只看该作者</a></div></div></div><div class="pct"><div class="pcb"><div class="t_fsz"><table cellspacing="0" cellpadding="0"><tr><td class="t_f" id="postmessage_{c.number + 55}">{c.lines}</td></tr></table></div><div id="comment_{c.number}" class="cm"></div></div></div></td></tr><tr><td class="plc plm"><div class="sign">量两次，锯一次。</div></td></tr><tr><td class="pls"></td><td class="plc"><div class="po hin"><div class="pob cl"><em><a class="fastre" href="#">回复</a></em><p><a href="#">使用道具</a> <a href="#">举报</a></p></div></div></td></tr></table></div>"""
        for c in t
    )
    return f"""<div id="ct" class="wp cl"><div id="pgt" class="pgs mbm cl"><a href="#">返回列表</a></div><div id="postlist" class="pl bm"><table cellspacing="0" cellpadding="0"><tr><td class="pls ptn pbn"><div class="hm ptn"><span class="xg1">查看:</span> <span class="xi1">512</span><span class="pipe">|</span><span class="xg1">回复:</span> <span class="xi1">{len(t.every) - 1}</span></div></td><td class="plc ptm pbn vwthd"><h1 class="ts"><span id="thread_subject">Old stove</span></h1></td></tr></table>{items}</div></div>"""


def channel(t: Thread) -> str:
    """A Japanese floating board: a list of numbered terms, each with name, mail and moment, and what was said."""
    week = "月火水木金土日"
    items = "".join(
        f"""<dt>{c.number + 1} ：<font color="green"><b>{c.name}</b></font>：{c.when:%Y/%m/%d}({week[c.when.weekday()]}) {c.when:%H:%M:%S}.08 ID:aB{c.number}xYz90</dt><dd> {"<br> <br> ".join(c.paragraphs)} <br><br></dd>"""
        for c in t
    )
    return f"""<div style="margin-bottom:0.5em;"><a href="/heating/">■掲示板に戻る■</a> <a href="./">全部</a> <a href="./l50">最新50</a></div><h1 style="color:#CC0000;font-size:larger;">Old stove</h1><dl class="thread">{items}</dl><div><a href="./l50">新着レスの表示</a></div>"""


def vanilla(t: Thread) -> str:
    """Vanilla Forums: a discussion, then its comments."""
    first = t.every[0]

    def meta(c: Said) -> str:
        return f"""<div class="AuthorWrap"><span class="Author"><a title="x" href="/profile/x" class="PhotoWrap"><img alt="x" class="ProfilePhoto ProfilePhotoMedium"></a><a href="/profile/x" class="Username">{c.name}</a></span><span class="AuthorInfo"><span class="MItem Rank Rank-Regular">Regular</span></span></div><div class="Meta CommentMeta CommentInfo"><span class="MItem DateCreated"><a href="#Comment_{c.number}" class="Permalink" rel="nofollow"><time title="x" datetime="{c.stamp}">{c.when:%B} {c.when.day}</time></a></span></div>"""

    items = "".join(
        f"""<li class="Item Alt ItemComment" id="Comment_{c.number}"><div class="Comment"><div class="Item-Header CommentHeader">{meta(c)}</div><div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">{c.body}</div><div class="Reactions"><span class="ReactMenu"><a class="Hijack ReactButton">Quote</a></span></div></div></div></div></li>"""
        for c in t.every[1:]
    )
    return f"""<div class="MessageList Discussion"><div class="PageTitle"><div class="Options"></div><h1>Old stove</h1></div><div id="Discussion_9" class="Item ItemDiscussion"><div class="Discussion"><div class="Item-Header DiscussionHeader">{meta(first)}</div><div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">{first.body}</div></div></div></div></div></div><div class="CommentsWrap"><span class="BeforeCommentHeading"></span><div class="DataBox DataBox-Comments"><h2 class="CommentHeading">Comments</h2><ul class="MessageList DataList Comments">{items}</ul></div></div><div class="Foot Closed"><a href="/signin">Sign In</a> or <a>Register</a> to comment.</div>"""


def lemmy(t: Thread) -> str:
    """Lemmy: a post, and a tree of comments in nested lists."""
    first = t.every[0]

    def one(c: Said) -> str:
        kids = f"""<ul class="comments">{"".join(map(one, c.kids))}</ul>""" if c.kids else ""
        return f"""<li class="comment list-unstyled"><article id="comment-{c.number}" class="details comment-node py-2"><div class="ms-2"><div class="d-flex flex-wrap align-items-center text-muted small"><button type="button" class="btn btn-sm btn-link text-muted me-2" aria-label="Collapse">−</button><a class="person-listing d-inline-flex align-items-baseline text-info" title="{c.name}" href="/u/x"><span>{c.name}</span></a><div class="me-lg-5 flex-grow-1 flex-lg-grow-0 unselectable pointer mx-2"></div><span class="me-1 font-weight-bold" aria-label="{c.votes} points">{c.votes}</span><span class="moment-time pointer unselectable" data-tippy-content="{c.when:%A}, {c.when:%B} {c.when.day}, {c.when.year} at {c.when:%I:%M:%S %p} GMT+00:00"><time datetime="{c.stamp}">2 years ago</time></span></div><div class="comment-content"><div class="md-div">{c.body}</div></div><div class="comment-bottom-btns d-flex"><button>⬆</button><button>reply</button></div></div></article>{kids}</li>"""

    return f"""<main class="main-content-wrapper"><div class="post-listing mt-2"><div class="row"><div class="vote-bar col-1"><button aria-label="Upvote"></button><div class="unselectable pointer text-muted post-score" aria-label="{first.votes} points">{first.votes}</div><button aria-label="Downvote"></button></div><div class="flex-grow-1 col"><h1 class="h5 d-inline text-break"><a class="d-inline link-dark" href="/post/9">Old stove</a></h1><div class="small mb-1 mb-md-0"><a class="person-listing text-info" title="{first.name}" href="/u/x"><span>{first.name}</span></a> to <a class="community-link" href="/c/heating">Heating</a> · <span class="moment-time"><time datetime="{first.stamp}">2 years ago</time></span></div></div></div><article id="postContent" class="col-12 card my-2 p-2"><div class="md-div">{first.body}</div></article></div><div class="btn-group"><label>Hot</label><label>Top</label><label>New</label></div><div><ul class="comments">{"".join(map(one, first.kids))}</ul></div></main>"""


def remark42(t: Thread) -> str:
    """Remark42 drawn into the page."""

    def one(c: Said) -> str:
        return f"""<div role="{"listitem list" if not c.depth else "listitem"}" class="thread {"root__thread" if not c.depth else ""} thread_theme_light thread_indented"><article id="remark42__comment-a{c.number}" class="comment thread__comment"><div class="comment__info"><div class="comment__avatar avatar"><img alt="x"></div><div class="comment__title"><button class="comment__username">{c.name}</button></div><a href="#remark42__comment-a{c.number}" class="comment__time">{c.when:%m/%d/%Y} at {c.when:%I:%M %p}</a><span class="comment__score"><button class="vote"></button><span class="comment__score-value">{c.votes}</span></span></div><div class="comment__body"><div class="comment__text raw-content">{c.body}</div><div class="comment__actions"><button class="comment__action">Reply</button><button class="comment__action">Hide</button></div></div></article>{"".join(map(one, c.kids))}</div>"""

    return f"""<div id="remark42"><div class="root"><div class="auth"><button>Sign In</button></div><form class="comment-form"><textarea placeholder="Your comment here"></textarea></form><div class="root__main" role="main"><p class="root__count">{len(t.every)} comments</p><div class="root__threads" role="list">{"".join(map(one, t.top))}</div></div><div class="root__copyright">Powered by <a>Remark42</a></div></div></div>"""


def waline(t: Thread) -> str:
    """Waline, of Chinese weblogs: cards with quotations of answers."""

    def one(c: Said) -> str:
        kids = f"""<div class="wl-quote">{"".join(map(one, c.kids))}</div>""" if c.kids else ""
        return f"""<div id="{c.number + 600}" class="wl-card-item"><div class="wl-user" aria-hidden="true"><img class="wl-user-avatar" alt=""></div><div class="wl-card"><div class="wl-head"><span class="wl-nick">{c.name}</span><span class="wl-time">{c.when:%Y-%m-%d}</span><div class="wl-comment-actions"><button type="button" class="wl-like">{c.votes}</button><button type="button" class="wl-reply" title="回复"></button></div></div><div class="wl-meta" aria-hidden="true"><span class="wl-addr" data-value="北京">北京</span><span class="wl-browser">Firefox 126.0</span><span class="wl-os">Windows 10</span></div><div class="wl-content">{c.body}</div>{kids}</div></div>"""

    return f"""<div id="waline" data-waline><div class="wl-comment"><div class="wl-login-info"></div><div class="wl-panel"><div class="wl-header"><label>昵称</label><input><label>邮箱</label><input></div><textarea class="wl-editor" placeholder="欢迎评论"></textarea><div class="wl-footer"><button class="wl-btn">登录</button><button class="wl-btn primary">提交</button></div></div></div><div class="wl-meta-head"><div class="wl-count"><span class="wl-num">{len(t.every)}</span> 评论</div><ul class="wl-sort"><li class="active">按倒序</li><li>按热度</li></ul></div><div class="wl-cards">{"".join(map(one, t.top))}</div><div class="wl-power">Powered by <a>Waline</a></div></div>"""


FORUMS: dict[str, Write] = {
    "vbulletin-5": vbulletin5,
    "nodebb": nodebb,
    "fluxbb": fluxbb,
    "discuz": discuz,
    "channel": channel,
    "vanilla": vanilla,
}
NESTED_FORUMS: dict[str, Write] = {"lemmy": lemmy}
BLOGS: dict[str, Write] = {"remark42": remark42, "waline": waline}
