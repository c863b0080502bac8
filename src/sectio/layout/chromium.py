"""Boxes and looks from a real browser: the page's rows are built in Chromium and measured there.

The browser gets no HTML to parse again: its nodes are built from our rows, so row and node agree by
construction (`measure.js`). Scripts are never among them, and nothing is loaded unless `network=True`.

A `Browser` handles one page at a time and may be used from any thread. When Chromium dies it is started
again and the page is tried once more; a page that takes longer than the time limit costs the browser, not the
rest.
"""

import json
import os
import shutil
import signal
from base64 import b64decode
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from functools import cache, partial
from importlib import resources
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Final, TypeVar

from sectio.dom.page import Page
from sectio.dom.tags import DROPPED
from sectio.errors import BrowserError, MissingExtra, SectioError, TimeLimit
from sectio.layout import Layout
from sectio.layout.document import doctype, payload
from sectio.layout.measured import read

WIDTH: Final = 1024
HEIGHT: Final = 768
TIMEOUT: Final = 10.0
LONGEST: Final = 12_000  # pixels of a picture
_STARTING: Final = 60.0
_LOADING: Final = 40  # tenths of a second that style sheets and images may take
_GRACE: Final = 10.0  # seconds for a dying browser to be noticed

NAMES: Final = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "chromium-headless-shell", "microsoft-edge", "msedge",
)  # fmt: skip
_PLACES: Final = (
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
_ARGUMENTS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--force-device-scale-factor=1", "--hide-scrollbars",
)  # fmt: skip
# A second safeguard besides the page's own policy: no name resolves, so nothing can be requested.
_NO_NETWORK: Final = "--host-resolver-rules=MAP * ~NOTFOUND"

Result = TypeVar("Result")


def find(executable: str | Path | None = None) -> str:
    """The browser to run: the one given, else the first found in the usual places."""
    if executable is not None:
        found = shutil.which(executable)
        if found is None:
            raise BrowserError(f"{executable} is not a program that can be run; pass the path of Chromium or Chrome")
        return found
    for name in (*NAMES, *_PLACES):
        found = shutil.which(name)
        if found is not None:
            return found
    raise BrowserError(
        "no Chromium or Chrome found; install one (Debian and Ubuntu: apt install chromium) or pass its "
        "path as the option executable (on the command line: SECTIO_CHROMIUM)"
    )


class Browser:
    """A Chromium that lays out pages; use it in a `with` statement, or call `close`."""

    def __init__(
        self, *, executable: str | Path | None = None, timeout: float = TIMEOUT, network: bool = False
    ) -> None:
        self._engine = _Engine(find(executable), network=network)
        self._timeout = timeout
        # Playwright's objects live in the thread that made them.
        self._thread = _Worker()

    def __enter__(self) -> "Browser":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the browser."""
        with suppress(FutureTimeout):
            self._thread.submit(self._engine.stop).result(_GRACE)
        self._engine.kill()
        self._thread.close()

    @property
    def pid(self) -> int | None:
        """The process number of the running browser; None before the first page."""
        return self._engine.pid

    def layout(self, page: Page, url: str | None = None) -> Layout:
        """Boxes and looks of every row of the page."""
        return self._twice(partial(self._engine.layout, page, url))

    def render(self, source: str) -> str:
        """The page's HTML after its scripts ran: parse this and lay it out to see what scripts add."""
        return self._twice(partial(self._engine.render, source, self._timeout))

    def screenshot(self, page: Page, url: str | None = None) -> bytes:
        """The page as a JPEG picture, as wide as the layout; very long pages are cut."""
        return self._twice(partial(self._engine.screenshot, page, url))

    def document(self, page: Page) -> list[str]:
        """The tags the browser has after building the page, in document order: equal to the page's own."""
        return self._twice(partial(self._engine.document, page))

    def parsed(self, source: str) -> list[str]:
        """The tags the browser's own parser finds in a source, by our rules for rows: to compare parsers."""
        return self._twice(partial(self._engine.parsed, source))

    def _twice(self, work: Callable[[], Result]) -> Result:
        """Do the work, with a new browser if this one dies on it."""
        try:
            return self._once(work)
        except BrowserError:
            return self._once(work)

    def _once(self, work: Callable[[], Result]) -> Result:
        try:
            self._thread.submit(self._engine.start).result(_STARTING + _GRACE)
        except FutureTimeout:
            raise BrowserError(f"the browser did not start within {_STARTING:g} s") from None
        done = self._thread.submit(partial(self._engine.guarded, work))
        try:
            return done.result(self._timeout)
        except FutureTimeout:
            # A renderer that hangs reacts to nothing else.
            self._engine.kill()
            with suppress(BrowserError, FutureTimeout):
                done.result(_GRACE)
            raise TimeLimit(f"the browser was not done with the page after {self._timeout:g} s") from None


class _Worker:
    """One thread that does one thing at a time; a browser that hangs cannot keep Python from exiting."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        Thread(target=self._run, name="sectio-browser", daemon=True).start()

    def submit(self, work: Callable[[], Result]) -> "Future[Result]":
        """Run a task and wait for its result."""
        future: Future[Result] = Future()
        self._jobs.put((future, work))
        return future

    def close(self) -> None:
        """Stop when all tasks are done."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work = job
            try:
                future.set_result(work())
            except BaseException as error:  # passed on to whoever is waiting
                future.set_exception(error)


class _Engine:
    """Playwright and one tab; everything but `kill` runs in one thread."""

    def __init__(self, executable: str, *, network: bool) -> None:
        self._executable, self._network = executable, network
        self._playwright: Any = None
        self._browser: Any = None
        self.pid: int | None = None

    def start(self) -> None:
        """Start the browser if it is not running."""
        if self._browser is not None and self._browser.is_connected():
            return
        self.stop()
        playwright, errors = _playwright()
        try:
            self._playwright = playwright().start()
            self._launch()
        except errors as error:
            self.stop()
            raise BrowserError(f"{self._executable} does not start: {_first_line(error)}") from error

    def _launch(self) -> None:
        arguments = [*_ARGUMENTS, *([] if self._network else [_NO_NETWORK])]
        self._browser = self._playwright.chromium.launch(
            executable_path=self._executable, args=arguments, timeout=_STARTING * 1000
        )
        processes = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self.pid = next(process["id"] for process in processes if process["type"] == "browser")
        self._context = self._browser.new_context(
            java_script_enabled=False, offline=not self._network, viewport={"width": WIDTH, "height": HEIGHT}
        )
        self._tab = self._context.new_page()
        self._cdp = self._context.new_cdp_session(self._tab)
        self._frame = self._cdp.send("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def stop(self) -> None:
        """Stop what is running."""
        for part, stop in ((self._browser, "close"), (self._playwright, "stop")):
            if part is not None:
                with suppress(Exception):
                    getattr(part, stop)()
        self._browser = self._playwright = self.pid = None

    def kill(self) -> None:
        """End the browser's process; from any thread."""
        pid = self.pid
        if pid is not None:
            with suppress(OSError):
                os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def guarded(self, work: Callable[[], Result]) -> Result:
        """Do the work; whatever the browser raises becomes a `BrowserError`, and the browser is stopped."""
        _, errors = _playwright()
        try:
            return work()
        except errors as error:
            self.stop()
            raise BrowserError(f"the browser failed on the page: {_first_line(error)}") from error

    def layout(self, page: Page, url: str | None) -> Layout:
        """Build and measure."""
        self._build(page, url)
        return read(page, json.loads(self._tab.evaluate("() => sectio.measure()")))

    def screenshot(self, page: Page, url: str | None) -> bytes:
        """Build and take a picture."""
        height = float(self.layout(page, url).height[0])
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": min(max(height, HEIGHT), LONGEST), "scale": 1}
        wanted = {"format": "jpeg", "quality": 60, "clip": clip, "captureBeyondViewport": True}
        return b64decode(self._cdp.send("Page.captureScreenshot", wanted)["data"])

    def document(self, page: Page) -> list[str]:
        """Build and list."""
        self._build(page, None)
        found: list[str] = json.loads(self._tab.evaluate("() => sectio.walk()"))
        return found

    def parsed(self, source: str) -> list[str]:
        """Parse there and list."""
        work = f"(payload) => ({_script()}).parse(payload)"
        found: list[str] = json.loads(
            self._tab.evaluate(work, json.dumps({"html": source, "dropped": sorted(DROPPED)}))
        )
        return found

    def _build(self, page: Page, url: str | None) -> None:
        blank = {"frameId": self._frame, "html": doctype(page) + "<html></html>"}
        self._cdp.send("Page.setDocumentContent", blank)
        work = f"(payload) => {{ globalThis.sectio = {_script()}; sectio.build(payload) }}"
        self._tab.evaluate(work, payload(page, network=self._network, url=url))
        if self._network:
            self._wait()

    def _wait(self) -> None:
        """Give style sheets and images some time to arrive; go on without those that do not."""
        for _ in range(_LOADING):
            if not self._tab.evaluate("() => sectio.waiting()"):
                return
            self._tab.wait_for_timeout(100)

    def render(self, source: str, timeout: float) -> str:
        """Let the page's scripts run in a tab of their own."""
        context = self._browser.new_context(offline=not self._network, viewport={"width": WIDTH, "height": HEIGHT})
        try:
            tab = context.new_page()
            tab.set_content(source, wait_until="load", timeout=timeout * 1000)
            return str(tab.content())
        finally:
            context.close()


def layouts(
    pages: Iterable[Page], *, workers: int = 2, executable: str | Path | None = None, timeout: float = TIMEOUT
) -> Iterator[Layout | SectioError]:
    """Lay out many pages with several browsers; in order, a page that failed gives its error."""
    browsers = [Browser(executable=executable, timeout=timeout) for _ in range(max(workers, 1))]
    free: SimpleQueue[Browser] = SimpleQueue()
    for browser in browsers:
        free.put(browser)
    waiting: deque[Future[Layout | SectioError]] = deque()
    try:
        with ThreadPoolExecutor(len(browsers)) as pool:
            for page in pages:
                waiting.append(pool.submit(_attempt, free, page))
                if len(waiting) > 2 * len(browsers):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
    finally:
        for browser in browsers:
            browser.close()


def _attempt(free: "SimpleQueue[Browser]", page: Page) -> Layout | SectioError:
    browser = free.get()
    try:
        return browser.layout(page)
    except SectioError as error:
        return error
    finally:
        free.put(browser)


@cache
def _script() -> str:
    return resources.files("sectio.layout").joinpath("measure.js").read_text("utf-8").strip()


def _playwright() -> tuple[Callable[[], Any], tuple[type[Exception], ...]]:
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise MissingExtra("playwright", "browser") from error
    return sync_playwright, (Error,)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
