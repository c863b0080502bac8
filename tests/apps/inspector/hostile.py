"""A page that tries to reach a server in every way we know, and the server that counts who came."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What loads something by itself; `{}` is the address.
LOADING = (
    "<img src='{}'>", "<img srcset='{} 2x'>", "<picture><source srcset='{}'><img src='{}'></picture>", "<input type=image src='{}'>",
    "<video src='{}' autoplay></video>", "<video poster='{}'></video>", "<audio src='{}' autoplay></audio>",
    "<video><source src='{}'><track src='{}' default></video>", "<iframe src='{}'></iframe>", "<embed src='{}'>", "<object data='{}'></object>",
    "<object type='text/html' data='{}'></object>", "<link rel=stylesheet href='{}'>", "<link rel=preload as=image href='{}'>",
    "<link rel=icon href='{}'>", "<link rel=prefetch href='{}'>", "<style>@import '{}';</style>", "<style>p {{ background: url({}) }}</style>",
    "<style>p {{ background: \\75rl({}) }}</style>", "<style>p {{ background: u\\72l('{}') }}</style>", "<style>@\\69mport '{}';</style>",
    "<style>p {{ background-image: image-set('{}' 1x) }}</style>", "<style>@font-face {{ font-family: f; src: url({}) }} body {{ font-family: f }}</style>",
    "<p style='background: url({})'>x</p>", "<p style='background: \\75 rl({})'>x</p>", "<p style='list-style: url({}); display: list-item'>x</p>",
    "<p style='cursor: url({}), auto; border-image: url({}) 1; content: url({})'>x</p>", "<body background='{}'>", "<table background='{}'><tr><td background='{}'>x</table>",
    "<svg><image href='{}'/></svg>", "<svg><use href='{}#x'/></svg>", "<svg><style>p {{ background: url({}) }}</style></svg>", "<svg><feImage href='{}'/></svg>",
    "<math><mtext><img src='{}'></mtext></math>", "<noscript><img src='{}'></noscript>", "<template><img src='{}'></template><img src='{}'>",
    "<frameset><frame src='{}'></frameset>", "<html manifest='{}'>", "<base href='{}'><img src='relative.png'>", "<p><!--><img src='{}'>--></p>",
    "<select><option><img src='{}'></select><img src='{}'>", "<textarea></textarea><img src='{}'>", "<title></title><img src='{}'>",
    "<xmp></xmp><img src='{}'>", "<form><math><mtext></form><form><mglyph><style></math><img src='{}'>",
)  # fmt: skip
# What runs, and then does the same.
RUNNING = (
    "<script>new Image().src = '{}'</script>", "<script src='{}'></script>", "<img src=x onerror=\"fetch('{}')\">", "<svg onload=\"fetch('{}')\">",
    "<body onload=\"fetch('{}')\">", "<iframe srcdoc=\"<script>parent.location='{}'</script>\"></iframe>", "<script>document.title = 'taken'</script>",
    "<script>top.location = '{}'</script>", "<script>open('{}')</script>", "<iframe src=\"javascript:fetch('{}')\"></iframe>",
    "<details open ontoggle=\"fetch('{}')\">x</details>", "<input autofocus onfocus=\"fetch('{}')\">",
)  # fmt: skip
# What leads away without a script.
LEADING = ("<meta http-equiv=refresh content='0; url={}'>",)
# What leads away, or tells, when it is clicked.
CLICKED = (
    "<a id=go href='{}' ping='{}'>a link</a>", "<a id=go href='{}' target=_top>a link</a>", "<form action='{}'><button id=go>a form</button></form>",
    "<form><button id=go formaction='{}'>a form</button></form>", "<a id=go href=\"javascript:fetch('{}')\">a link</a>",
    "<map name=m><area id=go href='{}' shape=default></map>",
)  # fmt: skip
STORY = (
    "<h1>Ice on the harbour</h1>"
    + "<p>The harbour froze over again on Sunday night, and the ferries stayed at their berths.</p>" * 9
)


def page(vectors: tuple[str, ...], address: str) -> str:
    """A page with these vectors in and around a story, every address of its own."""
    made = "".join(
        vector.replace("{}", f"{address}/{n}").replace("{{", "{").replace("}}", "}") for n, vector in enumerate(vectors)
    )
    return (
        f"<html><head><title>A story</title></head><body><nav><a href=/>Home</a></nav>{made}{STORY}{made}</body></html>"
    )


@dataclass(frozen=True)
class Beacon:
    """A server that notes every request."""

    port: int
    hits: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def beacon() -> Iterator[Beacon]:
    """Run a beacon."""

    class Noting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.hits.append(self.path)
            self.send_response(404)
            self.end_headers()

        do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Noting)
    made = Beacon(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
