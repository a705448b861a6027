"""Texts at which a check does not end: the tools end, and their next start leaves them out."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult
from server.slow_server import WARM

SCRIPT = Path(__file__).parent / "slow_tools.py"
ENVIRON = {**os.environ, "PYTHONPATH": str(SCRIPT.parents[1])}
HELLO = {
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "tests", "version": "1"},
    },
}


TOOLS = {"check_text": "text", "search": "references"}
"""The argument with the text, by tool."""


def call(text: str, tool: str) -> dict[str, Any]:
    """Return the call of a tool with a text."""
    return {"method": "tools/call", "params": {"name": tool, "arguments": {TOOLS[tool]: text}}}


def end_of_tools(*texts: str, closes: bool = False, tool: str = "check_text") -> int:
    """Return the exit code of tools that are called with texts, and perhaps asked to end."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**ENVIRON, "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]},
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def send(message: dict[str, Any], **more: object) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message, **more}) + "\n")
        process.stdin.flush()

    with process:
        send(HELLO, id=1)
        process.stdout.readline()
        send({"method": "notifications/initialized"})
        send(call(WARM, "check_text"), id=2)
        assert json.loads(process.stdout.readline())["id"] == 2
        for text in texts:
            send(call(text, tool), id=3)
        if closes:
            process.stdin.close()
        return process.wait(60)


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("check_text", "slow-lock"),
        ("check_text", "asked-lock"),
        ("search", "slow-lock"),
        pytest.param("check_text", "slow-loop", marks=pytest.mark.slow),
        pytest.param("search", "slow-loop", marks=pytest.mark.slow),
    ],
)
def test_other_texts(tool: str, text: str) -> None:
    """After the restart they are answered; that text is an error, which says why."""
    assert end_of_tools(text, tool=tool) == 1
    environ = {**ENVIRON, "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"]}
    started = StdioServerParameters(command=sys.executable, args=[str(SCRIPT)], env=environ)

    async def session() -> list[CallToolResult]:
        async with Client(started) as client:
            return await asyncio.gather(
                client.call_tool(tool, {TOOLS[tool]: text}),
                *(client.call_tool("check_text", {"text": WARM}) for _ in range(2)),
            )

    slow, *others = asyncio.run(asyncio.wait_for(session(), 300))
    assert slow.is_error
    assert "not checked: an earlier check of this text did not end" in str(slow.content)
    for other in others:
        assert not other.is_error
        assert dict(other.structured_content or {})["verdict"] == "wrong"


def test_a_text_that_is_too_long() -> None:
    """It is refused, because its check could take longer than a check may."""
    started = StdioServerParameters(command=sys.executable, args=[str(SCRIPT)], env=ENVIRON)

    async def session() -> CallToolResult:
        async with Client(started) as client:
            return await client.call_tool("check_text", {"text": WARM * 40_000})

    answer = asyncio.run(asyncio.wait_for(session(), 300))
    assert answer.is_error
    assert "longer than 1,500,000 characters" in str(answer.content)


@pytest.mark.parametrize("way", ["lock", pytest.param("loop", marks=pytest.mark.slow)])
def test_the_end_of_the_input(way: str) -> None:
    """It is obeyed in the middle of a check, at the latest when the time of this check is over."""
    assert end_of_tools(f"slow-{way}", closes=True) in {0, 1}
