"""A generated site of six kinds of pages, served on loopback and learned by its address with `sectio site`.

    python bench/site_kinds.py [--pages 400] [--seed 1] [--language en] [--kills 20] [--no-sitemap] [--show FILE]

Prints how the kinds that were found agree with those that were generated (adjusted Rand index; a page of no kind is a group of its own), word F1 of the
text with the bundle and page by page, how often each page was asked for, and what is left of a crawl that is stopped with `kill -9` at random points and
resumed each time. `--show docs/kinds.svg` writes the picture of the kinds.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from threading import Thread
from urllib.parse import urlsplit

import sectio
from sectio.apps.cli import site_picture
from sectio.bundle import Bundle
from sectio.crawl import State
from sectio.lab.metrics import adjusted_rand, bag_score
from sectio.lab.sitegen import GenPage, GenSite, generate_site
from sectio.warc import WarcRecord, walk

SECTIO = [sys.executable, "-m", "sectio"]
LIKELY = 0.02  # seconds after a request within which a kill falls: the work on a page is in them
KILLED = 0.8  # share of the pages over which the kills are drawn; a few pages more are fetched before each falls


@dataclass
class Served:
    """A site on loopback, and how often each path was asked for."""

    site: GenSite
    port: int = 0
    asked: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        """The address of the site, without a path."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pages(self) -> dict[str, GenPage]:
        """The pages by path."""
        return {urlsplit(page.url).path: page for page in self.site.pages}

    def files(self) -> dict[str, tuple[str, str]]:
        """Everything the site serves: type and text by path."""
        own = self.site.pages[0].url.split("/")[2]
        listed = "".join(f"<url><loc>{self.base}{path}</loc></url>" for path in self.pages)
        found = {path: ("text/html; charset=utf-8", page.html) for path, page in self.pages.items()}
        found["/robots.txt"] = ("text/plain", f"User-agent: *\nSitemap: {self.base}/sitemap.xml\n")
        found["/sitemap.xml"] = ("application/xml", f"<urlset>{listed}</urlset>")
        found["/feed.xml"] = ("application/rss+xml", self.site.feed or "")
        return {path: (kind, text.replace(f"https://{own}", self.base)) for path, (kind, text) in found.items()}


@contextmanager
def serving(site: GenSite) -> Iterator[Served]:
    """The site, served by threads of this process."""
    served = Served(site)
    files: dict[str, tuple[str, str]] = {}

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            kind, text = files.get(self.path, ("text/plain", "not here"))
            body = text.encode()
            self.send_response(200 if self.path in files else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            with suppress(OSError):  # a killed client is gone
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    served.port = server.server_address[1]
    files |= served.files()
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()


def crawl(served: Served, output: Path, *more: str) -> subprocess.Popen[bytes]:
    """`sectio site` at work."""
    port = ["--allow-private", "127.0.0.1/32", "--port", str(served.port)]
    wanted = ["--pages", str(len(served.pages)), "--delay", "0", "--warc", f"{output}.warc.gz"]
    command = [*SECTIO, "site", f"{served.base}/", "-o", str(output), *port, *wanted, *more]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


def measure_kinds(served: Served, folder: Path, more: Sequence[str]) -> Path:
    """One whole crawl: kinds, text, requests."""
    output = folder / "whole.site"
    start = time.perf_counter()
    if crawl(served, output, *more).wait():
        raise SystemExit("`sectio site` failed")
    spent = time.perf_counter() - start
    bundle = Bundle.load(output)
    asked = Counter(path for path in served.asked if path in served.pages)
    print(f"crawled and learned in {spent:.0f} s; {len(served.asked)} requests")
    print(f"pages asked for          {len(asked)} of {len(served.pages)}, at most {max(asked.values())} times each")
    found = {urlsplit(one.url or "").path: one.kind for one in bundle.samples}
    labels = [(page.kind, found.get(path) or f"alone {path}") for path, page in served.pages.items()]
    rand = adjusted_rand([kind for _, kind in labels], [kind for kind, _ in labels])
    print(f"adjusted Rand index      {rand:.3f}  ({len(bundle.kinds)} kinds with a template)")
    for (made, kind), count in sorted(Counter((made, kind.split()[0]) for made, kind in labels).items()):
        print(f"    {made:<14} {kind:<6} {count:>4}")
    measure_text(served, bundle)
    return output


def measure_text(served: Served, bundle: Bundle) -> None:
    """Word F1 of all pages, by kind, with the bundle and without."""
    print("text F1                    bundle   page by page   no template   pages")
    rows: dict[str, list[tuple[float, ...]]] = {}
    for path, page in served.pages.items():
        with_it = bundle.extract(page.html, url=served.base + path)
        by_itself = sectio.extract(page.html, url=served.base + path)
        scores = [bag_score(doc.text, page.text).f1 for doc in (with_it, by_itself)]
        rows.setdefault(page.kind, []).append((*scores, float("no_template_match" in with_it.warnings)))
    for name, found in [*sorted(rows.items()), ("all", [one for many in rows.values() for one in many])]:
        learned, alone, none = (fmean(column) for column in zip(*found, strict=True))
        print(f"    {name:<22} {learned:.4f}         {alone:.4f}   {none:11.3f}   {len(found):>5}")


def measure_kills(served: Served, folder: Path, kills: int, drawn: random.Random, more: Sequence[str]) -> None:
    """A crawl stopped and resumed again and again: what it has kept in the end."""
    output = folder / "killed.site"
    points = sorted(drawn.sample(range(1, round(KILLED * len(served.pages))), kills))
    again: Counter[str] = Counter()
    stopped = 0
    for before, point in pairwise([0, *points]):
        served.asked.clear()
        process = crawl(served, output, "--resume", *more)
        wait_for(served, process, point - before)
        time.sleep(drawn.random() * LIKELY)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            stopped += 1
        process.wait()
        again.update(path for path in served.asked if path in served.pages)
    served.asked.clear()
    code = crawl(served, output, "--resume", *more).wait()
    again.update(path for path in served.asked if path in served.pages)
    with State(f"{output}.crawl") as state:
        kept = Counter(urlsplit(one.url).path for one in state.pages())
    archived = Counter(urlsplit(url).path for url in warc_addresses(Path(f"{output}.warc.gz")))
    print(f"killed {stopped} times, then resumed to its end (exit {code})")
    for name, found in (("kept", kept), ("in the WARC file", archived)):
        lost, twice = len(served.pages.keys() - found.keys()), sum(count > 1 for count in found.values())
        print(f"    {name:<22} {len(found)} pages, {lost} lost, {twice} twice")
    repeated = sum(count - 1 for count in again.values())
    print(f"    asked for again        {repeated} pages (those in flight when the kill came: at most one a kill)")


def show(bundle: Bundle, host: str, target: Path) -> None:
    """Write the picture that `sectio site show` draws, with the name of the site instead of the loopback address."""
    named = replace(bundle, host=host)
    target.write_text(site_picture.svg(named), encoding="utf-8")


def wait_for(served: Served, process: subprocess.Popen[bytes], requests: int) -> None:
    """Wait until so many pages were asked for."""
    while process.poll() is None and sum(path in served.pages for path in list(served.asked)) < requests:
        time.sleep(0.005)


def warc_addresses(path: Path) -> list[str]:
    with open(path, "rb") as file:
        records = list(walk(file, lambda headers: True))
    if not all(isinstance(record, WarcRecord) for record in records):
        raise SystemExit(f"{path} is damaged")
    return [str(record.headers["warc-target-uri"]) for record in records if isinstance(record, WarcRecord)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--no-sitemap", action="store_true")
    parser.add_argument("--show", type=Path)
    given = parser.parse_args()
    site = generate_site(given.seed, "portal", pages=given.pages, language=given.language)
    more = ["--no-sitemap"] if given.no_sitemap else []
    print(f"seed {given.seed}: {site.name}, {len(site.pages)} pages, class names {site.naming}")
    with serving(site) as served, tempfile.TemporaryDirectory() as folder:
        output = measure_kinds(served, Path(folder), more)
        if given.show:
            show(Bundle.load(output), urlsplit(site.pages[0].url).netloc, given.show)
        if given.kills:
            measure_kills(served, Path(folder), given.kills, random.Random(given.seed), more)


if __name__ == "__main__":
    main()
