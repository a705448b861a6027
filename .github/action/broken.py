"""What broke since the last run, and the text of the issue that says so.

The issue itself keeps what was broken, in a comment of its text that nobody sees: caches are thrown
away after a week, issues are not. A DOI that was broken and could not be checked this time is
neither broken nor repaired; it stays listed as it was.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final, NamedTuple
from zlib import compress, decompressobj, error

_FAMILY: Final = "DOI9"
"""The rules on what the DOI system and the registries say; the others need no second look."""
_OF_WORKS: Final = "DOI91"
"""Those that rest on what a work is registered as."""
_STATE: Final = re.compile(r"^<!-- mdlint-doi state: ([A-Za-z0-9+/=]*) -->$", re.MULTILINE)
_LONGEST_STATE: Final = 25_000
"""Characters; GitHub takes 65,536 for a text."""
_MOST_BYTES: Final = 1_000_000
"""Of a state that is unpacked."""
_LONGEST_LIST: Final = 16_000
"""Characters; a text has two lists."""
_PLACES: Final = 3
_WIDTH: Final = 200


class Key(NamedTuple):
    """What is broken: which rule speaks, and of which DOI."""

    code: str
    doi: str


@dataclass(frozen=True, slots=True)
class Broken:
    """What is said of a broken DOI.

    Attributes:
        name: of the rule.
        message: of the first finding.
        places: of all findings, as path and line.

    """

    name: str
    message: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a run says, held against the one before it.

    Attributes:
        broken: now.
        unchecked: broken before, and not known now.
        new: broken now and not before.
        repaired: broken before, and now not.
        since: the day on which each was first seen, of those that are broken or unchecked.

    """

    broken: Mapping[Key, Broken]
    unchecked: tuple[Key, ...]
    new: tuple[Key, ...]
    repaired: tuple[Key, ...]
    since: Mapping[Key, str]


def broken_in(findings: Iterable[Mapping[str, Any]]) -> dict[Key, Broken]:
    """Return what a report in JSON says is broken; hints and what was fixed are left out."""
    by_key: dict[Key, list[Mapping[str, Any]]] = {}
    for one in findings:
        if one["code"].startswith(_FAMILY) and one["severity"] != "hint" and not one["fixed"]:
            by_key.setdefault(_key(one), []).append(one)
    return {
        key: Broken(
            found[0]["name"],
            found[0]["message"],
            tuple(dict.fromkeys(f"{one['path']}:{one['line']}" for one in found)),
        )
        for key, found in sorted(by_key.items())
    }


def _key(finding: Mapping[str, Any]) -> Key:
    return Key(finding["code"], (finding["doi"] or "").lower())


def compared(
    before: Mapping[Key, str],
    broken: Mapping[Key, Broken],
    mentions: Iterable[Mapping[str, Any]],
    *,
    today: str,
    complete: bool,
) -> Change:
    """Return what changed since the run before.

    Args:
        before: what was broken, with the days.
        broken: what is.
        mentions: of DOIs, as `mdlint-doi check --dump` prints them.
        today: as an ISO date.
        complete: every file was checked; nothing counts as repaired after a run that was not.

    """
    gone = [key for key in sorted(before) if key not in broken]
    unknown = _unknown(gone, mentions) if complete else set(gone)
    unchecked = tuple(key for key in gone if key in unknown)
    return Change(
        broken,
        unchecked,
        new=tuple(key for key in broken if key not in before),
        repaired=tuple(key for key in gone if key not in unknown),
        since={key: before.get(key, today) for key in (*broken, *unchecked)},
    )


def _unknown(gone: Iterable[Key], mentions: Iterable[Mapping[str, Any]]) -> set[Key]:
    """Return of which keys a run could say nothing: of the DOI, or only of its work."""
    names, works = set(), set()
    for one in mentions:
        doi = (one["doi"] or "").lower()
        if one["outcome"] not in {"found", "missing"}:
            names.add(doi)
        elif one["outcome"] == "found" and one["retracted"] is None:
            works.add(doi)
    return {
        key
        for key in gone
        if key.doi in names or (key.doi in works and key.code.startswith(_OF_WORKS))
    }


def marker(title: str) -> str:
    """Return the first line of the text of an issue with this title: by it the issue is found."""
    return f"<!-- mdlint-doi broken DOIs {sha256(title.encode()).hexdigest()[:16]} -->"


def state_of(body: str) -> dict[Key, str]:
    """Return what the text of an issue says was broken, with the days; empty if it says nothing."""
    found = _STATE.search(body.replace("\r\n", "\n"))
    try:
        rows = json.loads(_unpacked(found[1])) if found else []
        return {Key(str(code), str(doi)): str(day) for code, doi, day in rows}
    except (ValueError, TypeError, Error, error, RecursionError):
        return {}


def _unpacked(text: str) -> bytes:
    unpacking = decompressobj()
    data = unpacking.decompress(b64decode(text, validate=True), _MOST_BYTES)
    return b"[]" if unpacking.unconsumed_tail else data


def _packed(since: Mapping[Key, str]) -> str:
    """Return a state as text; of one that is too long, the first half of it, and so on."""
    rows = [(*key, day) for key, day in sorted(since.items())]
    while True:
        text = b64encode(compress(json.dumps(rows).encode(), 9)).decode()
        if len(text) <= _LONGEST_STATE:
            return text
        rows = rows[: len(rows) // 2]


def body_of(title: str, change: Change, *, day: str, run: str) -> str:
    """Return the text of the issue.

    Args:
        title: of the issue.
        change: what the run says.
        day: of the run, as an ISO date.
        run: the address of the run.

    """
    lines = [
        marker(title),
        "A workflow keeps this text up to date and overwrites any other changes.",
        "",
        f"Last run: [{day}]({run})",
        *_listed("Broken", [_entry(key, one, change) for key, one in change.broken.items()]),
        *_listed(
            "Broken before, but not checked in the last run",
            [f"- {_name(key)}, since {_code(change.since[key])}" for key in change.unchecked],
        ),
        "",
        f"<!-- mdlint-doi state: {_packed(change.since)} -->",
    ]
    return "\n".join(lines) + "\n"


def news_of(change: Change) -> str:
    """Return the text of a comment on what changed; empty if nothing did."""
    lines = [
        *_listed("Broken since the last run", [_entry(k, change.broken[k]) for k in change.new]),
        *_listed("No longer broken", [f"- {_name(key)}" for key in change.repaired]),
    ]
    return "\n".join(lines[1:]) + "\n" if lines else ""


def _listed(title: str, entries: list[str]) -> Iterator[str]:
    """Yield the lines of a list, as far as there is room for its entries."""
    if not entries:
        return
    ends = accumulate(len(entry) + 1 for entry in entries)
    shown = sum(end <= _LONGEST_LIST for end in ends)
    yield from ("", f"### {title}: {len(entries)}", "", *entries[:shown])
    if shown < len(entries):
        yield from ("", f"The log of the run contains {len(entries) - shown} more.")


def _entry(key: Key, one: Broken, change: Change | None = None) -> str:
    places = ", ".join(_code(place) for place in one.places[:_PLACES])
    more = f" and {len(one.places) - _PLACES} more" if len(one.places) > _PLACES else ""
    since = f", since {_code(change.since[key])}" if change else ""
    return f"- {_name(key)} {_code(one.name)}{since}: {places}{more}<br>{_code(one.message)}"


def _name(key: Key) -> str:
    return f"{_code(key.code)} {_code(key.doi)}" if key.doi else _code(key.code)


def _code(text: str) -> str:
    """Return text as a span of code, in which GitHub sees no markup, user, issue or address.

    What a document says may be anything: line ends and invisible characters become escapes.
    """
    short = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
    shown = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in short)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    blank = " " * (shown.startswith("`") or shown.endswith("`") or not shown)
    return f"{fence}{blank}{shown}{blank}{fence}"
