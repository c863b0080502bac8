"""`sectio serve`: the HTTP API."""

import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sectio.apps.cli.shared import OK, SOME_FAILED, talk
from sectio.apps.cli.sizes import size
from sectio.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from sectio.fetch import FetchOptions


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Worker processes; one per processor by default.")
@click.option("--queue", type=click.IntRange(min=0), help="How many pages may wait; four per worker by default.")
@click.option("--timeout", type=click.FloatRange(min=0.1), default=10.0, show_default=True, help="Seconds per page.")
@click.option(
    "--body-timeout",
    type=click.FloatRange(min=0.1),
    default=30.0,
    show_default=True,
    help="Seconds a client may take to send a page.",
)
@click.option("--max-bytes", type=size, default="20M", show_default=True, help="Largest page that is read.")
@click.option("--memory", type=size, default="2G", show_default=True, help="Memory that a worker may take.")
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with the token that clients must send.",
)
@click.option(
    "--sites", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A folder of learned sites."
)
@click.option("--allow-write", is_flag=True, help="Let clients store and remove sites.")
@click.option("--allow-fetch", is_flag=True, help="Fetch pages whose address clients send (extra `fetch`).")
@click.option(
    "--allow-private", "private", multiple=True, metavar="NETWORK", help="Allow fetching from a private network."
)
@click.option("--fetch-port", "ports", multiple=True, type=int, help="Allow fetching from a port besides 80 and 443.")
@click.option("--inspector/--no-inspector", default=True, help="Serve the inspector at /; on by default.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Another origin whose pages may use the API.")
@click.option("--name", "names", multiple=True, help="Another host name that the server is known by.")
@click.option("--root-path", default="", help="The path under which a proxy serves this.")
def serve(host: str, port: int, **how: Any) -> int:
    """Serve the HTTP API and the inspector on this machine: POST a page to /extract, or open the address in a browser.

    \b
    sectio serve
    curl --data-binary @page.html -H 'Content-Type: text/html' localhost:8765/extract
    """
    try:
        import uvicorn

        from sectio.apps.server.app import ServerOptions, build
        from sectio.apps.server.trust import Trust, is_loopback, names_of
    except ImportError:
        raise MissingExtra("starlette, uvicorn and msgspec", "server") from None
    from sectio.workers import available

    token = how["token_file"].read_text(encoding="utf-8").strip() if how["token_file"] else None
    if not is_loopback(host) and not token:
        raise click.UsageError("a server that others can reach needs a token: --token-file FILE")
    workers = how["workers"] or available()
    options = ServerOptions(
        workers=workers,
        queue=how["queue"] if how["queue"] is not None else 4 * workers,
        timeout=how["timeout"],
        max_bytes=how["max_bytes"],
        memory=how["memory"],
        body_timeout=how["body_timeout"],
        sites=how["sites"],
        allow_write=how["allow_write"],
        fetch=_fetch_options(how),
        inspector=how["inspector"],
        trust=Trust(names_of(host, how["names"]), frozenset(how["origins"]), token),
    )
    # The server ends in order on SIGTERM and then raises it again: being asked to end is not a failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    listening = _listening(host, port)
    config = uvicorn.Config(
        build(options),
        log_level="warning",
        access_log=False,
        root_path=how["root_path"],
        server_header=False,
        timeout_graceful_shutdown=8,
    )
    name = f"[{host}]" if ":" in host else host
    talk(f"sectio: listening on http://{name}:{listening.getsockname()[1]} with {workers} workers")
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt), listening:
        server.run(sockets=[listening])
    return OK if server.started else SOME_FAILED


def _listening(host: str, port: int) -> socket.socket:
    """Where clients are heard, with the port that was free if any will do."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(place[0]), port), family=family, backlog=2048)
    except OSError as error:
        raise InputError(
            f"{host}:{port}: cannot listen there ({error.strerror}); choose another --host or --port"
        ) from error


def _fetch_options(how: dict[str, Any]) -> "FetchOptions | None":
    """How pages are fetched for clients, who wait: no retries. None if they may not ask for it."""
    if not how["allow_fetch"]:
        return None
    from sectio.fetch import FetchOptions

    ports, private = (80, 443, *how["ports"]), tuple(how["private"])
    return FetchOptions(retries=0, max_bytes=how["max_bytes"], ports=ports, private=private)
