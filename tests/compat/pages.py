"""A page with everything that the extractors can be compared on."""

PAGE = """<!doctype html><html lang="en"><head><title>The late ferry | Island News</title>
<meta name="author" content="Ann Lee"><meta property="og:site_name" content="Island News">
<meta property="og:title" content="The late ferry"><meta property="og:type" content="article">
<meta name="description" content="Why the ferry to Hallum came late for nine days.">
<meta property="article:published_time" content="2024-03-05T10:00:00Z"><meta name="keywords" content="ferry, island">
<meta property="og:image" content="https://example.org/ferry.jpg"><link rel="canonical" href="https://example.org/late-ferry">
</head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav></header>
<main><article><h1>The late ferry</h1><p class="byline">By <a rel="author" href="/ann">Ann Lee</a></p>
<p>For nine days the ferry to Hallum came late, and nobody on the island could say why. It left the mainland on time, the
captain said, and the sea was calm; still it arrived after dark, with <b>cold soup</b> in the galley and
<i>tired passengers</i> on deck, as <a href="/archive/ferries">the archive of the harbour</a> shows.</p>
<h2>What the log says</h2>
<p>The log of the ship, which the company published on Monday, gives three reasons, each of them small, and none of them
enough to explain two hours. The harbour master read it twice before he signed it:</p>
<ul><li>A crane on the mainland quay that was out of order until noon.</li>
<li>A school of seals in the channel, which the pilot refused to cross.</li></ul>
<blockquote><p>We were never in a hurry, and I do not see why we should have been, said the pilot to our reporter.</p></blockquote>
<p>The company also published the program with which it computes the arrival, and a table of all delays; both have been
checked by the newspaper, and both agree with what passengers had noted in their own diaries.</p>
<pre><code>hours = distance / speed
print(hours + delay)</code></pre>
<table><tr><th>Day</th><th>Delay in minutes</th></tr><tr><td>Monday</td><td>95</td></tr><tr><td>Tuesday</td><td>120</td></tr></table>
<p>On the tenth day the ferry was on time. The crane had been repaired, the seals had left, and the pilot was on holiday; his
deputy, a young woman from the mainland, crossed the channel without looking at it once.</p>
<figure><img src="https://example.org/quay.jpg" alt="The quay"><figcaption>The quay at noon</figcaption></figure>
<p>Nobody thanked her, she told us, but the soup was hot, and the children on deck waved at the lighthouse as they always do
when the light is still off and the sun has not yet gone down behind the hills.</p></article></main>
<section id="comments" class="comments"><h2>2 comments</h2><ol class="comment-list">
<li class="comment" id="comment-1"><div class="comment-author">Bo Hansen</div><div class="comment-body"><p>I was on board on
Tuesday, and it was a very long evening for all of us indeed.</p></div></li>
<li class="comment" id="comment-2"><div class="comment-author">Cy Marsh</div><div class="comment-body"><p>The seals are still
there, I saw them from the lighthouse this morning before breakfast.</p></div></li></ol></section>
<footer><p>Imprint and contact</p></footer></body></html>"""

# What is no page, or has nothing in it.
NOTHING = [
    "",
    "   ",
    b"",
    "<html></html>",
    "<html><body></body></html>",
    b"\x00\x01\x02",
    "hello world",
    "https://example.org/",
]
