"""Small pages of our own, one for each of some page types."""

_POSTS = (
    ("ines", "My deck has gone grey over the winter. Which oil would you use, and how often?"),
    ("pruitt", "None at all. Scrub it with salt water once a month, and it will outlive you."),
    ("kovac", "We oil twice a year and regret it twice a year, because it turns black."),
)

THREAD = "<title>Which oil for a teak deck? - Boat forum</title><h1>Which oil for a teak deck?</h1>" + "".join(
    f"<div class=post><b class=author>{name}</b> <time>{day} May 2026</time><div class=post-body><p>{text}</p></div>"
    "<a href=#>Reply</a></div>"
    for day, (name, text) in enumerate(_POSTS, 3)
)

LAMP = """<title>Brass ship's lamp - Chandlery</title><h1>Brass ship's lamp</h1>
<div itemscope itemtype="https://schema.org/Product"><div class=price itemprop=price>£84.00</div><button>Add to basket</button>
<p itemprop=description>A lamp of solid brass, 24 cm high, with a glass that comes off for cleaning. Burns for nine hours on one
filling.</p><table><tr><th>Weight<td>1.2 kg<tr><th>Fuel<td>Paraffin</table></div>
<h2>Customer reviews</h2><p>Hangs in my galley and does not smoke.</p>"""

MANUAL = """<title>configure() - Tide library 2.1 documentation</title>
<nav class=toctree><a href=a>Install</a> <a href=b>Reference</a></nav><h1>configure()</h1>
<pre><code>configure(port, *, zone=None)</code></pre><p>Sets the port that tides are computed for.</p><h2>Parameters</h2>
<dl><dt><code>port</code><dd>The name of a port in the table.<dt><code>zone</code><dd>A time zone; that of the port if left out.</dl>
<h2>Example</h2><pre><code>configure("Saltmarsh", zone="UTC")</code></pre>"""

SAMPLES = {"a thread": THREAD, "a thing for sale": LAMP, "a manual": MANUAL}
