"""Threads of forums, question sites and mailing lists. Each function gives the main part of the page."""

from collections.abc import Callable

from tests.threads.said import Said, Thread

Write = Callable[[Thread], str]


def phpbb3(t: Thread) -> str:
    """phpBB 3 with prosilver."""
    items = "".join(
        f"""<div id="p{c.number + 7001}" class="post has-profile bg{c.number % 2 + 1}"><div class="inner"><dl class="postprofile" id="profile{c.number}"><dt class="has-profile-rank no-avatar"><div class="avatar-container"></div><a href="./memberlist.php?mode=viewprofile&amp;u=2" class="username">{c.name}</a></dt><dd class="profile-rank">Regular<br></dd><dd class="profile-posts"><strong>Posts:</strong> <a href="#">214</a></dd><dd class="profile-joined"><strong>Joined:</strong> Mon Jan 04, 2010 8:02 pm</dd></dl>
<div class="postbody"><div id="post_content{c.number + 7001}"><h3 {'class="first"' if not c.number else ""}><a href="#p{c.number + 7001}">{"Re: " if c.number else ""}Old stove</a></h3><ul class="post-buttons"><li><a href="#" title="Reply with quote" class="button"><span>Quote</span></a></li></ul><p class="author"><a class="unread" href="#"><span class="sr-only">Post</span></a><span class="responsive-hide">by <strong><a href="#" class="username">{c.name}</a></strong> &raquo; </span><time datetime="{c.stamp}">{c.when:%a %b %d, %Y %I:%M %p}</time></p>
<div class="content">{c.lines}</div><div id="sig{c.number + 7001}" class="signature">Measure twice, cut once.</div></div></div><div class="back2top"><a href="#top" class="top" title="Top"><span class="sr-only">Top</span></a></div></div></div><hr class="divider" />"""
        for c in t
    )
    return f"""<h2 class="topic-title"><a href="./viewtopic.php?t=9">Old stove</a></h2><div class="action-bar bar-top"><a href="#" class="button"><span>Post Reply</span></a><div class="pagination">{len(t.every)} posts &bull; Page <strong>1</strong> of <strong>1</strong></div></div>{items}<div class="action-bar bar-bottom"><a href="#" class="button">Post Reply</a></div><div class="stat-block online-list"><h3>Who is online</h3><p>Users browsing this forum: No registered users and 3 guests</p></div>"""


def vbulletin3(t: Thread) -> str:
    """vBulletin 3: a table for each post."""
    items = "".join(
        f"""<div align="center"><div class="page"><div style="padding:0px 25px"><div id="edit{c.number + 400}"><table id="post{c.number + 400}" class="tborder" cellpadding="6" width="100%"><tr><td class="thead" style="font-weight:normal"><a name="post{c.number + 400}"><img class="inlineimg"></a> {c.when:%m-%d-%Y}, {c.when:%I:%M %p}</td><td class="thead" align="right">#<a href="#" id="postcount{c.number + 400}"><strong>{c.number + 1}</strong></a></td></tr>
<tr valign="top"><td class="alt2" width="175"><div id="postmenu_{c.number + 400}"><a class="bigusername" href="member.php?u=3">{c.name}</a></div><div class="smallfont">Senior Member</div><div class="smallfont">&nbsp;<br><div>Join Date: Jan 2006</div><div>Location: Leeds</div><div>Posts: 1,204</div></div></td>
<td class="alt1" id="td_post_{c.number + 400}"><div class="smallfont"><strong>{"Re: " if c.number else ""}Old stove</strong></div><hr size="1"><div id="post_message_{c.number + 400}">{c.lines}</div><div>__________________<br>Measure twice, cut once.</div></td></tr>
<tr><td class="alt2"><img class="inlineimg" alt="offline"></td><td class="alt1" align="right"><a href="newreply.php?p=1"><img alt="Reply With Quote"></a></td></tr></table></div></div></div></div>"""
        for c in t
    )
    return f"""<table class="tborder"><tr><td class="navbar"><strong>Old stove</strong></td></tr></table><div id="posts">{items}<div id="lastpost"></div></div><table class="tborder"><tr><td class="thead">Posting Rules</td></tr><tr><td>You may not post new threads</td></tr></table>"""


def vbulletin4(t: Thread) -> str:
    """vBulletin 4."""
    items = "".join(
        f"""<li class="postbitlegacy postbitim postcontainer old" id="post_{c.number + 400}"><div class="posthead"><span class="postdate old"><span class="date">{c.when:%m-%d-%Y},&nbsp;<span class="time">{c.when:%I:%M %p}</span></span></span><span class="nodecontrols"><a name="post400" href="#" class="postcounter">#{c.number + 1}</a></span></div>
<div class="postdetails"><div class="userinfo"><div class="username_container"><div class="popupmenu memberaction"><a class="username offline popupctrl" href="member.php?3" title="x is offline"><strong>{c.name}</strong></a></div></div><span class="usertitle">Senior Member</span><dl class="userinfo_extra"><dt>Join Date</dt> <dd>Jan 2006</dd> <dt>Posts</dt> <dd>1,204</dd></dl></div>
<div class="postbody"><div class="postrow"><h2 class="title icon">{"Re: " if c.number else ""}Old stove</h2><div class="content"><div id="post_message_{c.number + 400}"><blockquote class="postcontent restore">{c.lines}</blockquote></div></div></div><div class="after_content"><div class="signature">Measure twice, cut once.</div></div></div></div><div class="postfoot"><div class="textcontrols floatcontainer"><span class="postcontrols"><a class="quickreply" href="#">Reply</a> <a class="newreply">Reply With Quote</a></span></div></div></li>"""
        for c in t
    )
    return f"""<div id="pagetitle"><h1><span class="threadtitle"><a href="#">Thread: Old stove</a></span></h1></div><div id="postlist" class="postlist restrain"><ol id="posts" class="posts" start="1">{items}</ol></div>"""


def xenforo1(t: Thread) -> str:
    """XenForo 1."""
    items = "".join(
        f"""<li id="post-{c.number + 900}" class="message" data-author="{c.name}"><div class="messageUserInfo"><div class="messageUserBlock"><div class="avatarHolder"><a class="avatar"><img></a></div><h3 class="userText"><a href="members/x.3/" class="username" dir="auto">{c.name}</a><em class="userTitle">Well-Known Member</em></h3><div class="extraUserInfo"><dl class="pairsJustified"><dt>Joined:</dt><dd>Jan 4, 2010</dd></dl></div></div></div>
<div class="messageInfo primaryContent"><div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml">{c.lines}<div class="messageTextEndMarker">&nbsp;</div></blockquote></article></div><div class="baseHtml signature messageText ugc"><aside>Measure twice, cut once.</aside></div><div class="messageMeta ToggleTriggerAnchor"><div class="privateControls"><span class="item muted"><span class="authorEnd"><a href="#" class="username author">{c.name}</a>,</span> <a href="#" title="Permalink" class="datePermalink"><span class="DateTime" title="{c.when:%b} {c.when.day}, {c.when.year} at {c.when:%I:%M %p}">{c.when:%b} {c.when.day}, {c.when.year}</span></a></span></div><div class="publicControls"><a href="#" class="item muted postNumber">#{c.number + 1}</a> <a class="ReplyQuote">Reply</a></div></div></div></li>"""
        for c in t
    )
    return f"""<div class="titleBar"><h1>Old stove</h1><p id="pageDescription" class="muted">Discussion in '<a>Heating</a>' started by <a class="username">{t.every[0].name}</a>, <a><span class="DateTime">{t.every[0].when:%b} {t.every[0].when.day}, {t.every[0].when.year}</span></a>.</p></div><ol class="messageList" id="messageList">{items}</ol>"""


def xenforo2(t: Thread) -> str:
    """XenForo 2."""
    items = "".join(
        f"""<article class="message message--post js-post js-inlineModContainer" data-author="{c.name}" data-content="post-{c.number + 900}" id="js-post-{c.number + 900}"><span class="u-anchorTarget" id="post-{c.number + 900}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><div class="message-avatar"><img></div><div class="message-userDetails"><h4 class="message-name"><a href="/members/x.3/" class="username" itemprop="name">{c.name}</a></h4><h5 class="userTitle message-userTitle">Well-known member</h5></div><div class="message-userExtras"><dl class="pairs"><dt>Joined</dt><dd>Jan 4, 2010</dd></dl><dl class="pairs"><dt>Messages</dt><dd>1,204</dd></dl></div></section></div>
<div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget"><header class="message-attribution message-attribution--split"><ul class="message-attribution-main listInline"><li class="u-concealed"><a href="#" rel="nofollow"><time class="u-dt" dir="auto" datetime="{c.stamp}" data-time="1614849300" title="x">{c.when:%b} {c.when.day}, {c.when.year}</time></a></li></ul><ul class="message-attribution-opposite"><li><a href="#">#{c.number + 1}</a></li></ul></header>
<div class="message-content js-messageContent"><div class="message-userContent lbContainer"><article class="message-body js-selectToQuote"><div><div class="bbWrapper">{c.lines}</div></div></article></div><aside class="message-signature"><div class="bbWrapper">Measure twice, cut once.</div></aside></div><footer class="message-footer"><div class="message-actionBar actionBar"><a class="actionBar-action">Reply</a></div><div class="reactionsBar"><a class="reactionsBar-link">owlish and 2 others</a></div></footer></div></div></div></article>"""
        for c in t
    )
    return f"""<div class="p-title"><h1 class="p-title-value">Old stove</h1></div><div class="p-description"><ul class="listInline"><li>Thread starter <a class="username">{t.every[0].name}</a></li><li>Start date <time datetime="{t.every[0].stamp}">{t.every[0].when:%b} {t.every[0].when.day}, {t.every[0].when.year}</time></li></ul></div><div class="block block--messages"><div class="block-container lbContainer"><div class="block-body js-replyNewMessageContainer">{items}</div></div></div><div class="blockMessage">You must log in or register to reply here.</div>"""


def discourse_crawler(t: Thread) -> str:
    """Discourse as crawlers get it."""
    items = "".join(
        f"""<div id='post_{c.number + 1}' itemprop='{"comment" if c.number else "mainEntity"}' itemscope itemtype='http://schema.org/{"Comment" if c.number else "DiscussionForumPosting"}' class='topic-body crawler-post'><div class='crawler-post-meta'><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel='nofollow' href='/u/x'><span itemprop='name'>{c.name}</span></a></span><link itemprop="mainEntityOfPage" href="/t/9"><span class="crawler-post-infos"><time itemprop='datePublished' datetime='{c.stamp}' class='post-time'>{c.when:%B} {c.when.day}, {c.when.year}, {c.when:%I:%M%p}</time><meta itemprop='dateModified' content='{c.stamp}'><span itemprop='position'>{c.number + 1}</span></span></div>
<div class='post' itemprop='text'>{c.body}</div><div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter"><meta itemprop="interactionType" content="http://schema.org/LikeAction"/><meta itemprop="userInteractionCount" content="{c.votes}" /><span class='post-likes'>{c.votes} Likes</span></div></div>"""
        for c in t
    )
    return f"""<div id="topic-title"><h1><a href="/t/old-stove/9">Old stove</a></h1><div class="topic-category"><span><a href='/c/h'>Heating</a></span></div></div><div itemscope itemtype='http://schema.org/DiscussionForumPosting'>{items}</div><div id="related-topics"><h2>Related topics</h2><table class='topic-list'><tr><td class="main-link"><a>Chimney draught</a></td></tr></table></div>"""


def discourse_app(t: Thread) -> str:
    """Discourse as its script draws it."""
    items = "".join(
        f"""<div class="topic-post clearfix regular" data-post-number="{c.number + 1}"><article id="post_{c.number + 1}" aria-label="Post #{c.number + 1} by @{c.name}" class="boxed onscreen-post" data-post-id="5" data-user-id="3"><div class="row"><div class="topic-avatar"><div class="post-avatar"><a class="trigger-user-card main-avatar"><img></a></div></div><div class="topic-body clearfix"><div role="heading" class="topic-meta-data"><div class="names trigger-user-card"><span class="first username"><a href="/u/x" data-user-card="x">{c.name}</a></span></div><div class="post-infos"><div class="post-info post-date"><a class="post-date" href="/t/9/1"><span title="{c.when:%b} {c.when.day}, {c.when.year} {c.when:%I:%M %p}" data-time="{int(c.when.timestamp()) * 1000}" data-format="tiny" class="relative-date">Mar '21</span></a></div></div></div>
<div class="regular contents"><div class="cooked">{c.body}</div><section class="post-menu-area clearfix"><nav class="post-controls"><div class="actions"><button class="like-count">{c.votes}</button><button class="reply create"><span class="d-button-label">Reply</span></button></div></nav></section></div></div></div></article></div>"""
        for c in t
    )
    return f"""<div id="topic-title"><h1><a class="fancy-title">Old stove</a></h1></div><div class="posts-wrapper"><div class="post-stream">{items}</div></div><div class="topic-footer-main-buttons"><button>Reply</button></div><div class="suggested-topics"><h3>Suggested Topics</h3><table><tr><td><a>Chimney draught</a></td><td>12</td></tr></table></div>"""


def mybb(t: Thread) -> str:
    """MyBB 1.8."""
    items = "".join(
        f"""<a name="pid{c.number + 33}" id="pid{c.number + 33}"></a><div class="post " style="" id="post_{c.number + 33}"><div class="post_author"><div class="author_avatar"></div><div class="author_information"><strong><span class="largetext"><a href="user-3.html">{c.name}</a></span></strong><br /><span class="smalltext">Member<br /><img></span></div><div class="author_statistics">Posts: 214<br>Threads: 9<br />Joined: Jan 2010</div></div>
<div class="post_content"><div class="post_head"><div class="float_right" style="vertical-align: top"><strong><a href="#" title="x">#{c.number + 1}</a></strong></div><span class="post_date">{c.when:%m-%d-%Y}, {c.when:%I:%M %p} <span class="post_edit" id="edited_by_33"></span></span></div><div class="post_body scaleimages" id="pid_{c.number + 33}">{c.lines}</div><div class="signature scaleimages">Measure twice, cut once.</div><div class="post_meta" id="post_meta_33"></div></div><div class="post_controls"><div class="postbit_buttons author_buttons float_left"><a class="postbit_find"><span>Find</span></a></div><div class="postbit_buttons post_management_buttons float_right"><a class="postbit_quote"><span>Reply</span></a></div></div></div>"""
        for c in t
    )
    return f"""<table class="tborder tfixed clear"><tr><td class="thead"><div><strong>Old stove</strong></div></td></tr><tr><td id="posts_container"><div id="posts">{items}</div></td></tr></table>"""


def smf(t: Thread) -> str:
    """Simple Machines 2."""
    items = "".join(
        f"""<div class="windowbg{c.number % 2 or ""}"><span class="topslice"><span></span></span><div class="post_wrapper"><div class="poster"><h4><img alt="Offline"> <a href="?action=profile;u=3" title="View the profile of x">{c.name}</a></h4><ul class="reset smalltext" id="msg_{c.number + 81}_extra_info"><li class="postgroup">Full Member</li><li class="postcount">Posts: 214</li></ul></div>
<div class="postarea"><div class="flow_hidden"><div class="keyinfo"><div class="messageicon"><img></div><h5 id="subject_{c.number + 81}"><a href="#msg81" rel="nofollow">{"Re: " if c.number else ""}Old stove</a></h5><div class="smalltext">&#171; <strong>{f"Reply #{c.number} " if c.number else ""}on:</strong> {c.when:%B %d, %Y, %I:%M:%S %p} &#187;</div><div id="msg_{c.number + 81}_quick_mod"></div></div></div><div class="post"><div class="inner" id="msg_{c.number + 81}">{c.lines}</div></div></div><div class="moderatorbar"><div class="smalltext modified" id="modified_81"></div><div class="smalltext reportlinks"><img alt="Logged"> Logged</div><div class="signature" id="msg_81_signature">Measure twice, cut once.</div></div></div><span class="botslice"><span></span></span></div><hr class="post_separator" />"""
        for c in t
    )
    return f"""<div id="forumposts"><div class="cat_bar"><h3 class="catbg"><span id="author">Author</span> Topic: Old stove &nbsp;(Read 512 times)</h3></div><form action="#" method="post" name="quickModForm" id="quickModForm">{items}</form></div>"""


def invision(t: Thread) -> str:
    """Invision Community 4."""
    items = "".join(
        f"""<a id='findComment-{c.number + 61}'></a><a id='comment-{c.number + 61}'></a><article id='elComment_{c.number + 61}' class='cPost ipsBox ipsComment ipsComment_parent ipsClearfix ipsColumns'><aside class='ipsComment_author cAuthorPane ipsColumn'><h3 class='ipsType_sectionHead cAuthorPane_author'><strong><a href='/profile/3-x/' rel="nofollow" title="Go to x's profile" class="ipsType_break">{c.name}</a></strong></h3><ul class='cAuthorPane_info ipsList_reset'><li data-role='group'>Members</li><li data-role='stats'><ul><li>214 posts</li></ul></li></ul></aside>
<div class='ipsColumn ipsColumn_fluid'><div id='comment-{c.number + 61}_wrap' class='ipsComment_content ipsType_medium' data-commentid='61'><div class='ipsComment_meta ipsType_light'><div class='ipsPos_right'><ul><li>#{c.number + 1}</li></ul></div><div class='ipsType_reset'><a href='#' class='ipsType_blendLinks'>Posted <time datetime='{c.stamp}' title='x' data-short='2 yr'>{c.when:%B} {c.when.day}, {c.when.year}</time></a></div></div><div class='cPost_contentWrap ipsPad'><div data-role='commentContent' class='ipsType_normal ipsType_richText ipsContained'>{c.body}</div><div class='ipsItemControls'><ul class='ipsComment_controls'><li><a>Quote</a></li></ul></div></div></div></div></article>"""
        for c in t
    )
    return f"""<div class='ipsPageHeader'><h1 class='ipsType_pageTitle'><span>Old stove</span></h1><p>By <a>{t.every[0].name}</a>, <time datetime='{t.every[0].stamp}'>{t.every[0].when:%B} {t.every[0].when.day}, {t.every[0].when.year}</time> in <a>Heating</a></p></div><div id='comments' data-controller='core.front.core.commentFeed' class='cTopic ipsClear'><div data-role='commentFeed'><form>{items}</form></div></div>"""


def flarum(t: Thread) -> str:
    """Flarum."""
    items = "".join(
        f"""<div class="PostStream-item" data-index="{c.number}" data-time="{c.stamp}" data-number="{c.number + 1}" data-id="9" data-type="comment"><article class="CommentPost Post"><div><header class="Post-header"><ul><li class="item-user"><div class="PostUser"><h3><a href="/u/x"><img class="Avatar PostUser-avatar"><span class="username">{c.name}</span></a></h3></div></li><li class="item-meta"><div class="Dropdown PostMeta"><a class="Dropdown-toggle"><time pubdate="" datetime="{c.stamp}" title="x" data-humantime="">4 Mar 2021</time></a></div></li></ul></header><div class="Post-body">{c.body}</div><aside class="Post-actions"><ul><li class="item-reply"><button class="Button Button--link">Reply</button></li></ul></aside><footer class="Post-footer"><ul></ul></footer></div></article></div>"""
        for c in t
    )
    return f"""<div class="DiscussionPage-discussion"><header class="Hero DiscussionHero"><h2 class="DiscussionHero-title">Old stove</h2></header><div class="DiscussionPage-stream"><div class="PostStream">{items}</div></div></div>"""


def old_reddit(t: Thread) -> str:
    """Old reddit: a link post, and comments inside forms that only hold text."""

    def one(c: Said) -> str:
        return f"""<div class="thing id-t1_g{c.number} noncollapsed comment" id="thing_t1_g{c.number}" data-fullname="t1_g{c.number}" data-type="comment" data-author="{c.name}" data-replies="1"><p class="parent"><a name="g{c.number}"></a></p><div class="midcol unvoted"><div class="arrow up login-required"></div><div class="arrow down"></div></div><div class="entry unvoted"><p class="tagline"><a href="javascript:void(0)" class="expand">[–]</a><a href="/user/x" class="author may-blank id-t2_1">{c.name}</a><span class="userattrs"></span> <span class="score dislikes" title="{c.votes - 1}">{c.votes - 1} points</span><span class="score unvoted" title="{c.votes}">{c.votes} points</span><span class="score likes" title="{c.votes + 1}">{c.votes + 1} points</span> <time title="x" datetime="{c.stamp}" class="live-timestamp">2 years ago</time> <a href="javascript:void(0)" class="numchildren">({len(c.kids)} children)</a></p>
<form action="#" class="usertext warn-on-unload" id="form-t1_g{c.number}"><input type="hidden" name="thing_id" value="t1"/><div class="usertext-body may-blank-within md-container "><div class="md">{c.body}</div></div></form><ul class="flat-list buttons"><li class="first"><a href="#" class="bylink">permalink</a></li><li><a>embed</a></li><li><a class="reply-button">reply</a></li></ul></div><div class="child">{f'<div id="siteTable_t1" class="sitetable listing">{"".join(map(one, c.kids))}</div>' if c.kids else ""}</div><div class="clearleft"></div></div><div class="clearleft"></div>"""

    first = t.every[0]
    head = f"""<div class="sitetable linklisting" id="siteTable"><div class="thing id-t3_9 link self" id="thing_t3_9" data-fullname="t3_9" data-type="link" data-author="{first.name}" data-score="{first.votes}"><div class="midcol unvoted"><div class="score unvoted" title="{first.votes}">{first.votes}</div></div><div class="entry unvoted"><div class="top-matter"><p class="title"><a class="title may-blank" href="/r/heating/9">Old stove</a> <span class="domain">(<a>self.heating</a>)</span></p><p class="tagline">submitted <time datetime="{first.stamp}" class="live-timestamp">2 years ago</time> by <a href="/user/x" class="author may-blank">{first.name}</a></p></div><div class="expando"><form action="#" class="usertext"><div class="usertext-body"><div class="md">{first.body}</div></div></form></div><ul class="flat-list buttons"><li class="first"><a>{len(t.every) - 1} comments</a></li><li class="share"><a>share</a></li></ul></div></div></div>"""
    return f"""{head}<div class="commentarea"><div class="panestack-title"><span class="title">all {len(t.every) - 1} comments</span></div><div class="menuarea"><span class="dropdown-title lightdrop">sorted by: </span></div><section class="infobar commentsignupbar"><h2>Want to add to the discussion?</h2><p>Post a comment!</p><a>Create an account</a></section><div id="siteTable_t3_9" class="sitetable nestedlisting">{"".join(map(one, first.kids))}</div></div>"""


def new_reddit(t: Thread) -> str:
    """Reddit's custom elements."""

    def one(c: Said) -> str:
        return f"""<shreddit-comment author="{c.name}" thingid="t1_g{c.number}" depth="{c.depth - 1}" permalink="/r/heating/comments/9/comment/g{c.number}/" score="{c.votes}" postid="t3_9"><div slot="commentAvatar"><a><img></a></div><div slot="commentMeta" class="text-12"><div class="flex"><a href="/user/x/" class="font-bold">{c.name}</a><span>•</span><a href="#"><faceplate-timeago ts="{c.stamp}"><time datetime="{c.stamp}" title="x">2y ago</time></faceplate-timeago></a></div></div><div id="t1_g{c.number}-comment-rtjson-content" slot="comment" class="md text-14"><div id="-post-rtjson-content" class="py-0">{c.body}</div></div><shreddit-comment-action-row slot="actionRow" score="{c.votes}"><button>Reply</button> <button>Share</button></shreddit-comment-action-row>{"".join(map(one, c.kids))}</shreddit-comment>"""

    first = t.every[0]
    return f"""<shreddit-post author="{first.name}" post-title="Old stove" score="{first.votes}" comment-count="{len(t.every) - 1}" created-timestamp="{first.stamp}" permalink="/r/heating/9"><div slot="credit-bar"><a href="/r/heating">r/heating</a> <faceplate-timeago ts="{first.stamp}"><time datetime="{first.stamp}">2y ago</time></faceplate-timeago> <a href="/user/x" class="author-name">{first.name}</a></div><h1 slot="title" id="post-title-t3_9">Old stove</h1><div slot="text-body" class="mb-xs"><div class="md text-14"><div id="t3_9-post-rtjson-content">{first.body}</div></div></div></shreddit-post><shreddit-comment-tree id="comment-tree">{"".join(map(one, first.kids))}</shreddit-comment-tree>"""


def hacker_news(t: Thread) -> str:
    """Hacker News: rows of a table, the width of an image says who answers whom."""
    first = t.every[0]
    rows = "".join(
        f"""<tr class="athing comtr" id="{c.number + 26300}"><td><table border="0"><tr><td class="ind" indent="{c.depth - 1}"><img src="s.gif" height="1" width="{40 * (c.depth - 1)}"></td><td valign="top" class="votelinks"><center><a id="up_1" class="clicky"><div class="votearrow" title="upvote"></div></a></center></td><td class="default"><div style="margin-top:2px; margin-bottom:-10px;"><span class="comhead"><a href="user?id=x" class="hnuser">{c.name}</a> <span class="age" title="{c.when.isoformat()}"><a href="item?id=1">on {c.when:%b} {c.when.day}, {c.when.year}</a></span> <span id="unv_1"></span><span class="navs"> | <a href="#1" class="clicky">next</a> <a class="togg clicky" n="1">[–]</a></span></span></div><br><div class="comment"><span class="commtext c00">{c.paragraphs[0]}{"".join(f"<p>{p}" for p in c.paragraphs[1:])}</span><div class="reply"><p><font size="1"><u><a href="reply?id=1" rel="nofollow">reply</a></u></font></div></div></td></tr></table></td></tr>"""
        for c in t.every[1:]
    )
    return f"""<center><table id="hnmain" border="0"><tr><td bgcolor="#ff6600"><table><tr><td><b class="hnname"><a href="news">Hacker News</a></b><a href="newest">new</a> | <a href="front">past</a> | <a>comments</a></td></tr></table></td></tr><tr><td><table class="fatitem" border="0"><tr class="athing submission" id="26299"><td align="right" class="title"><span class="rank"></span></td><td class="votelinks"></td><td class="title"><span class="titleline"><a href="item?id=26299">Ask HN: Old stove</a></span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score" id="score_26299">{first.votes} points</span> by <a href="user?id=x" class="hnuser">{first.name}</a> <span class="age" title="{first.when.isoformat()}"><a href="item?id=26299">on {first.when:%b} {first.when.day}, {first.when.year}</a></span> | <a>hide</a> | <a>{len(t.every) - 1}&nbsp;comments</a></span></td></tr><tr><td colspan="2"></td><td><div class="toptext">{first.paragraphs[0]}{"".join(f"<p>{p}" for p in first.paragraphs[1:])}</div></td></tr></table><table border="0" class="comment-tree">{rows}</table></td></tr></table></center>"""


def lobsters(t: Thread) -> str:
    """A small link board."""

    def one(c: Said) -> str:
        return f"""<li class="comments_subtree"><input id="comment_folder_a{c.number}" class="comment_folder_button" type="checkbox"><div id="c_a{c.number}" data-shortid="a{c.number}" class="comment"><label class="comment_folder"></label><div class="voters"><a class="upvoter">{c.votes}</a></div><div class="details"><div class="byline"><a href="/~x"><img class="avatar"></a> <a href="/~x">{c.name}</a> <span title="{c.when:%Y-%m-%d %H:%M:%S} -0600">2 years ago</span> | <a href="/c/a">link</a></div><div class="comment_text">{c.body}</div></div></div><ol class="comments">{"".join(map(one, c.kids))}</ol></li>"""

    first = t.every[0]
    return f"""<ol class="stories"><li id="story_9" class="story"><div class="story_liner h-entry"><div class="voters"><a class="upvoter">{first.votes}</a></div><div class="details"><span class="link u-url"><a class="u-url" href="/s/9">Old stove</a></span><div class="byline"><a href="/~x"><img class="avatar"></a> <span>authored by</span> <a class="u-author h-card" href="/~x">{first.name}</a> <span title="{first.when:%Y-%m-%d %H:%M:%S} -0600">2 years ago</span> | <a>{len(t.every) - 1} comments</a></div></div></div><div class="story_content"><div class="story_text">{first.body}</div></div></li></ol><ol class="comments comments1">{"".join(map(one, first.kids))}</ol>"""


def stack_exchange(t: Thread) -> str:
    """A question, its answers, and comments below them."""

    def info(c: Said, act: str) -> str:
        return f"""<div class="post-signature flex--item"><div class="user-info "><div class="user-action-time">{act} <span title="{c.when:%Y-%m-%d %H:%M:%S}Z" class="relativetime">{c.when:%b} {c.when.day}, {c.when.year} at {c.when:%H:%M}</span></div><div class="user-gravatar32"><a href="/users/3/x"><img></a></div><div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person"><a href="/users/3/x">{c.name}</a><span class="d-none" itemprop="name">{c.name}</span><div class="-flair"><span class="reputation-score" title="reputation score">1,204</span><span title="3 gold badges"><span class="badge1"></span><span class="badgecount">3</span></span></div></div></div></div>"""

    def remarks(c: Said) -> str:
        items = "".join(
            f"""<li id="comment-{k.number + 5}" class="comment js-comment " data-comment-id="5"><div class="js-comment-actions comment-actions"><div class="comment-score js-comment-score"><span class="cool" title="number of 'useful comment' votes received">{k.votes or ""}</span></div></div><div class="comment-text js-comment-text-and-form"><div class="comment-body js-comment-edit-hide"><span class="comment-copy">{" ".join(k.paragraphs)}</span><div class="d-inline-flex ai-center">–&nbsp;<a href="/users/4/y" class="comment-user" title="20 reputation">{k.name}</a></div><span class="comment-date" dir="ltr"><a class="comment-link" href="#c"><span title="{k.when:%Y-%m-%d %H:%M:%S}Z, License: CC BY-SA 4.0" class="relativetime-clean">{k.when:%b} {k.when.day}, {k.when.year} at {k.when:%H:%M}</span></a></span></div></div></li>"""
            for k in c.kids
            if k.depth == 2 or c.depth == 1
        )
        return f"""<div class="post-layout--right js-post-comments-component"><div id="comments-{c.number}" class="comments js-comments-container"><ul class="comments-list js-comments-list">{items}</ul></div><div id="comments-link-1"><a class="js-add-link comments-link" href="#">Add a comment</a></div></div>"""

    first, answers = t.every[0], t.every[0].kids
    said = "".join(
        f"""<div id="answer-{a.number + 70}" class="answer js-answer {"accepted-answer js-accepted-answer" if not i else ""}" data-answerid="70" data-score="{a.votes}" itemprop="{"acceptedAnswer" if not i else "suggestedAnswer"}" itemscope itemtype="https://schema.org/Answer"><div class="post-layout"><div class="votecell post-layout--left"><div class="js-voting-container"><button class="js-vote-up-btn" aria-label="Up vote"></button><div class="js-vote-count" itemprop="upvoteCount" data-value="{a.votes}">{a.votes}</div><button></button></div></div><div class="answercell post-layout--right"><div class="s-prose js-post-body" itemprop="text">{a.body}</div><div class="mt24"><div class="d-flex"><time itemprop="dateCreated" datetime="{a.when.isoformat()}"></time><div class="js-post-menu pt2"><a href="/a/70" class="js-share-link">Share</a> <a>Improve this answer</a> <button>Follow</button></div>{info(a, "answered")}</div></div></div>{remarks(a)}</div></div>"""
        for i, a in enumerate(answers)
    )
    return f"""<div class="inner-content clearfix" itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div id="question-header"><h1 itemprop="name"><a href="#" class="question-hyperlink">Old stove: which seal?</a></h1></div><div class="d-flex"><div title="x"><span>Asked</span> <time itemprop="dateCreated" datetime="{first.when.isoformat()}">2 years ago</time></div><div><span>Viewed</span> 512 times</div></div><div id="mainbar" role="main"><div class="question js-question" data-questionid="9" data-score="{first.votes}" id="question"><div class="post-layout"><div class="votecell"><div class="js-voting-container"><div class="js-vote-count" itemprop="upvoteCount">{first.votes}</div></div></div><div class="postcell post-layout--right"><div class="s-prose js-post-body" itemprop="text">{first.body}</div><div class="post-taglist"><a href="/t/stove" class="post-tag">stove</a></div><div class="mb0"><a>Share</a> <a>Improve this question</a>{info(first, "asked")}</div></div></div></div>
<div id="answers"><div id="answers-header"><h2 class="mb0">{len(answers)} Answers</h2></div>{said}<form id="post-form" class="post-form"><h2>Your Answer</h2><textarea></textarea></form></div></div></div>"""


def pipermail(t: Thread) -> str:
    """A message of a mailing-list archive."""
    c = t.every[0]
    return f"""<H1>[heating] Old stove</H1><B>{c.name}</B> <A HREF="mailto:heating%40lists.example" TITLE="[heating]">x at mail.example</A><BR><I>{c.when:%a %b %d %H:%M:%S} UTC {c.when:%Y}</I><P><UL><LI>Previous message (by thread): <A HREF="1.html">[heating] Chimney</A></li><LI>Next message (by thread): <A HREF="2.html">[heating] Chimney</A></li><LI><B>Messages sorted by:</B> <a href="date.html">[ date ]</a> <a href="thread.html">[ thread ]</a></LI></UL><HR><!--beginarticle--><PRE>{chr(10).join(c.paragraphs)}</PRE><!--endarticle--><HR><P><UL><LI>Previous message (by thread): <A HREF="1.html">[heating] Chimney</A></li></UL><hr><a href="https://lists.example/heating">More information about the heating mailing list</a><br>"""


def hyperkitty(t: Thread) -> str:
    """A thread of Mailman 3."""
    items = "".join(
        f"""<div class="{"even" if c.number % 2 else "odd"}"><div class="email" id="M{c.number}X"><div id="e{c.number}" class="email-header"><div class="gravatar-wrapper d-flex"><div class="gravatar"><img></div><div class="email-author"><h2 class="name"><a href="/users/1/">{c.name}</a></h2></div></div><div class="email-date right"><div class="time"><span title="Sender's time: {c.when:%B} {c.when.day}, {c.when.year}, {c.when:%I:%M %p}">{c.when.day} {c.when:%b %Y}</span></div></div></div><div class="email-body ">{"".join(f"<p>{p}</p>" for p in c.paragraphs)}</div><div class="email-info"><ul class="list-unstyled"><li><a class="reply reply-mail">Reply</a></li><li>0<a class="youlike vote"> / 0</a></li></ul></div></div></div>"""
        for c in t
    )
    return f"""<div class="thread-header"><h3>Old stove</h3></div><section id="thread-content"><p class="thread-content-title">{len(t.every)} messages</p>{items}</section>"""


def github_issue(t: Thread) -> str:
    """An issue and its comments."""
    items = "".join(
        f"""<div class="js-timeline-item js-timeline-progressive-focus-container"><div class="TimelineItem js-comment-container" data-gid="x"><div class="avatar-parent-child TimelineItem-avatar"><a><img></a></div><div class="timeline-comment-group js-minimizable-comment-group js-targetable-element TimelineItem-body my-0 " id="issuecomment-{c.number + 88}"><div class="ml-n3 timeline-comment unminimized-comment comment previewable-edit js-task-list-container js-comment"><div class="timeline-comment-header clearfix"><h3 class="f5 text-normal"><div><strong><a class="author Link--primary text-bold" href="/x">{c.name}</a></strong> commented <a href="#issuecomment-88" class="Link--secondary js-timestamp"><relative-time datetime="{c.stamp}" class="no-wrap">{c.when:%b} {c.when.day}, {c.when.year}</relative-time></a></div></h3></div><div class="edit-comment-hide"><table class="d-block"><tbody class="d-block"><tr class="d-block"><td class="d-block comment-body markdown-body js-comment-body">{c.body}</td></tr></tbody></table><div class="pr-review-reactions"><div class="comment-reactions"><button>👍 {c.votes}</button></div></div></div></div></div></div></div>"""
        for c in t
    )
    return f"""<div id="partial-discussion-header"><h1><bdi class="js-issue-title markdown-title">Old stove</bdi> <span>#9</span></h1><div><span class="State State--open">Open</span> <a class="author">{t.every[0].name}</a> opened this issue · {len(t.every) - 1} comments</div></div><div class="js-quote-selection-container"><div class="js-discussion">{items}</div><div class="discussion-timeline-actions"><p><strong>Sign up for free</strong> to join this conversation on GitHub. Already have an account? <a>Sign in to comment</a></p></div></div>"""


def plain_table(t: Thread) -> str:
    """A guest-board of 2001 with no names at all."""
    items = "".join(
        f"""<tr><td width="150" valign="top"><b>{c.name}</b><br><font size="1">Posts: 12</font></td><td valign="top"><font size="1">{c.when:%d.%m.%Y %H:%M}</font><hr>{c.lines}</td></tr>"""
        for c in t
    )
    return f"""<h2>Old stove</h2><table border="1" width="90%">{items}</table><p><a href="reply.pl">Reply</a></p>"""


FLAT: dict[str, Write] = {
    "phpbb-3": phpbb3,
    "vbulletin-3": vbulletin3,
    "vbulletin-4": vbulletin4,
    "xenforo-1": xenforo1,
    "xenforo-2": xenforo2,
    "discourse-crawler": discourse_crawler,
    "discourse-app": discourse_app,
    "mybb": mybb,
    "smf": smf,
    "invision": invision,
    "flarum": flarum,
    "hyperkitty": hyperkitty,
    "github-issue": github_issue,
    "plain-table": plain_table,
}
# A first post, and answers to it that nest.
NESTS: dict[str, Write] = {
    "old-reddit": old_reddit,
    "new-reddit": new_reddit,
    "hacker-news": hacker_news,
    "lobsters": lobsters,
    "stack-exchange": stack_exchange,
}
SINGLE: dict[str, Write] = {"pipermail": pipermail}
