"""What the commands that fetch pages share: their options."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sectio.apps.cli.shared import Input
from sectio.errors import SectioError

if TYPE_CHECKING:
    from sectio.fetch import Fetcher, FetchOptions

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--delay", type=click.FloatRange(min=0), default=1.0, show_default=True, help="Seconds between two requests to a host."),
    click.option("--fetch-timeout", type=click.FloatRange(min=0.1), default=20.0, show_default=True, help="Seconds per request."),
    click.option("--retries", type=click.IntRange(min=0), default=2, show_default=True, help="How often to try again when a server is busy."),
    click.option("--ignore-robots", is_flag=True, help="Fetch what robots.txt asks programs not to fetch."),
    click.option("--cache", type=click.Path(file_okay=False), help="Keep fetched pages in this folder (extra `cache`)."),
    click.option("--header", "headers", multiple=True, metavar="NAME:VALUE", help="A header to add to every request."),
    click.option("--proxy", help="The address of a proxy."),
    click.option("--allow-private", "private", multiple=True, metavar="NETWORK", help="Allow a private network, such as 127.0.0.1/32."),
    click.option("--port", "ports", multiple=True, type=int, help="Allow a port besides 80 and 443."),
)  # fmt: skip


def fetch_options(command: F) -> F:
    """Give a command the options of fetching; it gets them as one dict of keyword arguments for `fetching`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


NAMES = ("delay", "fetch_timeout", "retries", "ignore_robots", "cache", "headers", "proxy", "private", "ports")


def fetching(given: dict[str, Any], **changes: Any) -> "FetchOptions":
    """The options of fetching that were given on the command line."""
    from sectio.fetch import FetchOptions

    named = {name: given[name] for name in ("delay", "retries", "cache", "proxy")}
    headers = dict(_header(text) for text in given["headers"])
    return FetchOptions(
        **named,
        timeout=given["fetch_timeout"],
        robots=not given["ignore_robots"],
        headers=headers,
        private=tuple(given["private"]),
        ports=(80, 443, *given["ports"]),
        **changes,
    )


def fetched(pages: Iterable[Input], given: dict[str, Any]) -> Iterator[Input]:
    """The pages, those on the web fetched when their turn comes; one that cannot be fetched says why."""
    with ExitStack() as stack:
        fetcher: Fetcher | None = None
        for page in pages:
            if not page.is_address:
                yield page
                continue
            try:
                fetcher = fetcher or stack.enter_context(_fetcher(given))
                found = fetcher.get(page.name)
                yield replace(page, data=found.body, url=found.final_url, encoding=found.encoding)
            except SectioError as error:
                yield replace(page, problem=error)


def _fetcher(given: dict[str, Any]) -> "Fetcher":
    from sectio.fetch import Fetcher

    return Fetcher(fetching(given))


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip():
        raise click.UsageError(f"--header takes NAME:VALUE, not {text!r}")
    return name.strip(), value.strip()
