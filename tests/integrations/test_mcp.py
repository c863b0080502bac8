"""The tools for language models, called by a real client over stdio."""

import json
import os
import sys
from typing import Any

import pytest

import sectio

pytest.importorskip("mcp")

STORY = "<title>Ice</title><h1>Ice</h1>" + "<p>The harbour froze over again on Sunday night.</p>" * 8
_MAIN = "from sectio.apps.cli import main; main()"


def called(
    *calls: tuple[str, dict[str, Any]], arguments: tuple[str, ...] = ()
) -> tuple[list[str], list[dict[str, Any]]]:
    """The names of the tools, and what calls of them answer."""
    import anyio
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async def talk() -> tuple[list[str], list[dict[str, Any]]]:
        command = StdioServerParameters(
            command=sys.executable, args=["-c", _MAIN, "mcp", *arguments], env={**os.environ}
        )
        async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            answers = [await session.call_tool(name, given) for name, given in calls]
            return tools, [json.loads(answer.content[0].text) for answer in answers]  # type: ignore[union-attr]

    return anyio.run(talk)


def test_tools_answer_a_client() -> None:
    long = STORY + "".join(
        f"<p>Paragraph {n} of a long story about ice and ferries in the harbour.</p>" for n in range(600)
    )
    tools, answers = called(
        ("extract_html", {"html": STORY}),
        ("sections_html", {"html": STORY}),
        ("extract_html", {"html": "<p></p>"}),
        ("extract_html", {"html": long, "start": 20000}),
    )
    assert tools == ["extract_html", "sections_html"]
    story, sections, blank, rest = answers
    assert story["markdown"] == sectio.extract(STORY).markdown
    assert (story["truncated"], story["total"]) == (False, len(story["markdown"]))
    assert sections["sections"][0]["reason"]
    assert blank == {**blank, "ok": False, "why": ["the page has no text"]}
    whole = sectio.extract(long).markdown
    assert rest["markdown"] == whole[20000:40000]
    assert (rest["truncated"], rest["total"]) == (True, len(whole))


def test_fetching_is_a_tool_only_if_allowed() -> None:
    pytest.importorskip("protego")
    tools, (answer,) = called(("extract_url", {"url": "http://127.0.0.1/"}), arguments=("--allow-fetch",))
    assert "extract_url" in tools
    assert answer["code"] == "address"
