"""Answers of the fake DOI system that go wrong. Those that break a connection: `handle_http`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from handle_world import Answer, Asked, World, fold, json_answer, page

FaultKind: TypeAlias = Literal[
    "500",  # with code 2 where JSON is due
    "503",
    "429",
    "403",
    "html",  # a web page with status 200
    "redirect",  # to the landing page
    "truncated",  # half of the JSON, as a complete answer
    "cut",  # half of the answer, then the connection ends
    "huge",  # a good answer in 10 MB
    "wrong-echo",  # a good answer for another name
    "drip",  # a good answer, byte after byte, each after `drip_seconds`
    "hang",  # no answer, the connection stays
    "drop",  # no answer, the connection ends
    "reset",  # no answer, the connection is reset
]
HUGE: Final = 10_000_000


@dataclass(slots=True)
class Fault:
    """Answers that go wrong: the next `times` to requests that match."""

    kind: FaultKind
    doi: str | None
    service: str | None
    times: int
    headers: tuple[tuple[str, str], ...]

    def takes(self, asked: Asked) -> bool:
        """Say whether a request is to go wrong, and count it."""
        names = map(fold, asked.names)
        hit = self.times > 0 and self.service in (None, asked.service)
        hit = hit and (self.doi is None or fold(self.doi) in names)
        self.times -= hit
        return hit


def wrong(fault: Fault, asked: Asked, world: World) -> Answer:
    """Return the answer that a fault makes of a good one."""
    good = world.answer(asked)
    match fault.kind:
        case "500" if asked.service == "handles":
            return json_answer({"responseCode": 2, "handle": asked.names[0]}, 500)
        case "500" | "503" | "429" | "403":
            return page(int(fault.kind), "Not now.", *fault.headers)
        case "html":
            return page(200, "Just a moment...")
        case "redirect":
            return page(302, "Over there.", ("Location", "/landing/10.1000/182"))
        case "truncated" | "huge" | "wrong-echo":
            return replace(good, body=_other_body(fault.kind, good, asked, world))
    return good


def _other_body(kind: FaultKind, good: Answer, asked: Asked, world: World) -> bytes:
    match kind:
        case "truncated":
            return good.body[: len(good.body) // 2]
        case "huge":
            return good.body.ljust(HUGE)
    return world.answer(replace(asked, names=tuple(f"{name}.other" for name in asked.names))).body
