"""Texts at which a check does not end: others are answered, and the tools end with their client."""

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
from server.nonsense import are_gone, children_of
from server.slow_server import SECONDS, WARM

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


def call(text: str) -> dict[str, Any]:
    """Return what a client asks to have a text checked."""
    return {
        "method": "tools/call",
        "params": {"name": "check_text", "arguments": {"text": text}},
    }


@pytest.mark.parametrize("way", ["lock", "death", pytest.param("loop", marks=pytest.mark.slow)])
def test_other_texts(way: str) -> None:
    """They are answered before the one that does not end is given up, which its answer says."""
    started = StdioServerParameters(command=sys.executable, args=[str(SCRIPT)], env=ENVIRON)
    order = []

    async def ask(client: Client, text: str) -> CallToolResult:
        result = await client.call_tool("check_text", {"text": text})
        order.append(text)
        return result

    async def session() -> list[CallToolResult]:
        async with Client(started) as client:
            slow = f"slow-{way}"
            first = await asyncio.gather(*(ask(client, one) for one in (slow, WARM, WARM)))
            return [*first, await ask(client, WARM)]

    slow, *others = asyncio.run(asyncio.wait_for(session(), 300))
    assert slow.is_error
    why = "ended unexpectedly" if way == "death" else f"took longer than {SECONDS:g} seconds"
    assert "not checked: " in str(slow.content)
    assert why in str(slow.content)
    assert way == "death" or order.index(WARM) < order.index(f"slow-{way}")
    for one in others:
        assert not one.is_error
        assert dict(one.structured_content or {})["verdict"] == "wrong"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
@pytest.mark.parametrize("way", ["lock", pytest.param("loop", marks=pytest.mark.slow)])
def test_the_end_of_the_input(way: str) -> None:
    """It is obeyed in the middle of a check; no process is left over."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ENVIRON,
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
        send(call(WARM), id=2)
        assert json.loads(process.stdout.readline())["id"] == 2
        children = children_of(process.pid)
        send(call(f"slow-{way}"), id=3)
        process.stdin.close()
        assert process.wait(60) == 0
        assert children
        assert are_gone(children)
