"""`sectio mcp`: tools for language models, over stdio."""

import click

from sectio.errors import MissingExtra


@click.command()
@click.option("--allow-fetch", is_flag=True, help="Let the model fetch pages by their address (extra `fetch`).")
def mcp(allow_fetch: bool) -> None:
    """Give language models tools to read pages, through the Model Context Protocol over stdio."""
    try:
        from sectio.integrations.mcp import server
    except ImportError:
        raise MissingExtra("mcp", "mcp") from None
    server(allow_fetch=allow_fetch).run("stdio")
