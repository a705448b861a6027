"""Determine which DOIs broke since the last run, and write the text of the issue about them.

The issue itself stores the broken DOIs of the last run, in an HTML comment of its text, because
GitHub deletes caches after a week but keeps issues. A DOI that was broken and could not be checked
this time is neither broken nor repaired; it stays in the list.
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
"""The prefix of rules that need look-ups, so that DOIs can break although no document changes."""
_OF_WORKS: Final = "DOI91"
"""The prefix of rules that compare with registered works."""
_STATE: Final = re.compile(r"^<!-- mdlint-doi state: ([A-Za-z0-9+/=]*) -->$", re.MULTILINE)
_LONGEST_STATE: Final = 25_000
"""The most characters of a packed state; GitHub accepts 65,536 for a whole text."""
_MOST_BYTES: Final = 1_000_000
"""The most bytes of an unpacked state."""
_LONGEST_LIST: Final = 16_000
"""The most characters of a list; a text has two lists."""
_PLACES: Final = 3  # the most places to list for a DOI
_WIDTH: Final = 200  # the most characters of a quoted text


class Key(NamedTuple):
    """The key of a problem: a rule and a DOI."""

    code: str  # the rule's code
    doi: str  # the DOI in lower case; empty if the finding is not about one


@dataclass(frozen=True, slots=True)
class Broken:
    """The findings of one rule about a DOI.

    Attributes:
        name: the rule's name.
        message: the message of the first finding.
        places: the places of all findings, as `path:line`.

    """

    name: str
    message: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """The result of a run, compared with the previous one.

    Attributes:
        broken: the problems of this run.
        unchecked: the problems of the previous run that could not be checked in this one.
        new: the problems of this run that the previous one did not have.
        repaired: the problems of the previous run that no longer exist.
        since: for each broken or unchecked problem, the day when it was first found (ISO date).

    """

    broken: Mapping[Key, Broken]
    unchecked: tuple[Key, ...]
    new: tuple[Key, ...]
    repaired: tuple[Key, ...]
    since: Mapping[Key, str]


def broken_in(findings: Iterable[Mapping[str, Any]]) -> dict[Key, Broken]:
    """Return the problems in a JSON report, without hints and fixed findings."""
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
    """Return the changes since the previous run.

    Args:
        before: the problems of the previous run, each with the day when it was first found.
        broken: the problems of this run.
        mentions: the mentions of DOIs in this run, as `mdlint-doi check --dump` prints them.
        today: the day of this run (ISO date).
        complete: whether every file was checked; otherwise nothing counts as repaired.

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
    """Return the problems that a run could not check: their DOI, or the work that they need."""
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
    """Return the first line of the issue with this title, by which a run finds the issue."""
    return f"<!-- mdlint-doi broken DOIs {sha256(title.encode()).hexdigest()[:16]} -->"


def state_of(body: str) -> dict[Key, str]:
    """Return the problems that an issue's text stores, with their days; empty if it has none."""
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
    """Return a state as text; if it is too long, its second half is dropped until it fits."""
    rows = [(*key, day) for key, day in sorted(since.items())]
    while True:
        text = b64encode(compress(json.dumps(rows).encode(), 9)).decode()
        if len(text) <= _LONGEST_STATE:
            return text
        rows = rows[: len(rows) // 2]


def body_of(title: str, change: Change, *, day: str, run: str) -> str:
    """Return the text of the issue.

    Args:
        title: the title of the issue.
        change: the result of the run.
        day: the day of the run (ISO date).
        run: the address of the run's page.

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
    """Return the text of a comment on new and repaired problems; empty if there are none."""
    lines = [
        *_listed("Broken since the last run", [_entry(k, change.broken[k]) for k in change.new]),
        *_listed("No longer broken", [f"- {_name(key)}" for key in change.repaired]),
    ]
    return "\n".join(lines[1:]) + "\n" if lines else ""


def _listed(title: str, entries: list[str]) -> Iterator[str]:
    """Yield the lines of a list, with as many entries as fit."""
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
    """Return text as a code span, in which GitHub finds no markup, user, issue or address.

    The text comes from a document, so line ends and invisible characters become escapes.
    """
    short = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
    shown = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in short)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * (longest + 1)
    blank = " " * (shown.startswith("`") or shown.endswith("`") or not shown)
    return f"{fence}{blank}{shown}{blank}{fence}"
