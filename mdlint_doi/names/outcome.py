"""What the DOI system says of a name: the handle record and the three verdicts.

`read_answer` is strict where a verdict hangs on it and lenient where it does not: a name is
Missing only if status, response code and echoed handle agree, while a record with odd values is
read as far as it goes. The price: a server that changes its answers makes names Unknown.

Sources: draft-lemieux-doi-uri-scheme-04 section 3 (response codes, members of the answer);
Handle.Net proxy documentation for the values' shape.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NoReturn, TypeAlias

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.encode import fold
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value


class Cause(StrEnum):
    """Why nothing could be learned; the values are stable words for reports."""

    SERVER_ERROR = "server-error"
    """HTTP 5xx, or response code 2."""
    BLOCKED = "blocked"
    """HTTP 403, or a web page where JSON is due."""
    RATE_LIMITED = "rate-limited"
    """HTTP 429 or 503, for as long as we were willing to wait."""
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    """No connection, or it was lost: DNS, refusal, reset."""
    TLS = "tls"
    BAD_ANSWER = "bad-answer"
    """Not JSON, too large, or not of the API's form."""
    OTHER_HANDLE = "other-handle"
    """The answer was about another handle than the question."""
    UNCONFIRMED = "unconfirmed"
    """Which RA denies the name, which proves nothing, and the Handle API was not to be asked."""
    CIRCUIT_OPEN = "circuit-open"
    """Not asked: too many failures before."""
    INTERRUPTED = "interrupted"
    OFFLINE = "offline"
    """Not asked: no network allowed, and no record or cache entry."""


class HandleRecord(Value):
    """What was read of a handle record.

    Attributes:
        target: the value of type URL, or of 10320/loc, if any.
        alias: the primary name that HS_ALIAS points to, if any.
        deleted: the target is an agency's page for deleted DOIs.

    """

    target: str | None = None
    alias: str | None = None
    deleted: bool = False


class Found(Value):
    """The name is registered.

    Attributes:
        record: the handle record; None where only existence was asked (Which RA).
        agency: the Registration Agency, where it was learned.

    """

    record: HandleRecord | None = None
    agency: str | None = None


class Missing(Value):
    """The name is not registered.

    Attributes:
        code: the response code: 100 (handle not found), 301 (the prefix is unknown).
        agency: the Registration Agency of the prefix, where it was learned; None: not asked.

    """

    code: int = 100
    agency: str | None = None


class Unknown(Value):
    """Nothing could be learned. Never "broken", never cached.

    Attributes:
        cause: one of `Cause`.
        detail: what exactly happened, for a reader; no control characters.

    """

    cause: Cause
    detail: str = ""


Outcome: TypeAlias = Found | Missing | Unknown

_EXISTS: Final = frozenset({(200, 1), (200, 200)})
"""HTTP status and response code of a registered name: with values, and without any."""
_ABSENT: Final = frozenset({(404, 100), (400, 301)})
"""Of one that is not: handle not found; the prefix is not served."""
_CODE_ERROR: Final = 2
_DELETED: Final = pattern(r"://(?:www\.)?crossref\.org/_?deleted[-_]doi", re.IGNORECASE)
_HREF: Final = pattern(r"""\bhref\s*=\s*(["'])(?P<url>.*?)\1""", re.DOTALL)
_REFUSALS: Final = frozenset({401, 403, 407, 451})
_TOO_MANY: Final = frozenset({429, 503})


def read_answer(status: int, body: bytes, asked: Doi) -> Outcome:
    """Return what an answer of the Handle API means for the name that was asked.

    Args:
        status: of the HTTP response.
        body: of the response, not compressed.
        asked: the name of the question; an answer about another handle is Unknown.

    Returns:
        Missing for 404 with code 100 and 400 with code 301, and for nothing else
        (draft-lemieux section 3). Never raises.

    """
    trouble = read_trouble(status, body)
    if trouble is not None:
        return trouble
    answer = read_json(body)
    code, handle = _code_and_handle(answer)
    if handle is None or not isinstance(answer, dict):
        return Unknown(Cause.BAD_ANSWER, f"HTTP {status} without response code and handle")
    if fold(handle) != asked.key:
        return Unknown(Cause.OTHER_HANDLE, f"the answer is about {handle[:100]!a}")
    if (status, code) in _EXISTS:
        return Found(_read_record(answer.get("values", [] if code == 200 else None)))
    if (status, code) in _ABSENT:
        return Missing(code)
    cause = Cause.SERVER_ERROR if code == _CODE_ERROR else Cause.BAD_ANSWER
    return Unknown(cause, f"HTTP {status} with response code {code}")


def read_trouble(status: int, body: bytes) -> Unknown | None:
    """Return why a response is no answer at all, of either service; None if it may be one."""
    if status in _TOO_MANY:
        return Unknown(Cause.RATE_LIMITED, f"HTTP {status}")
    if status in _REFUSALS:
        return Unknown(Cause.BLOCKED, f"HTTP {status}")
    if status == 408:
        return Unknown(Cause.TIMEOUT, f"HTTP {status}")
    if status >= 500:
        return Unknown(Cause.SERVER_ERROR, f"HTTP {status}")
    if body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return Unknown(Cause.BLOCKED, f"HTTP {status} with a web page where JSON is due")
    return None


def read_json(body: bytes) -> object:
    """Return the value of a JSON text in UTF-8 (RFC 8259); None for what is none.

    Nor is what could be read in two ways: a member that is there twice, or NaN.
    """
    from json import loads

    try:
        value: object = loads(
            body.decode("utf-8-sig"), object_pairs_hook=_members, parse_constant=_refuse
        )
    except (ValueError, RecursionError):
        return None
    return value


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        _refuse("a member twice")
    return members


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)


def _code_and_handle(answer: object) -> tuple[int, str | None]:
    """Return two members of an answer; no handle where either is not what it must be."""
    if not isinstance(answer, dict):
        return 0, None
    code, handle = answer.get("responseCode"), answer.get("handle")
    # True is an int to Python.
    if type(code) is not int or not isinstance(handle, str):
        return 0, None
    return code, handle


def _read_record(values: object) -> HandleRecord | None:
    """Return what is known of the record; None if its values cannot be read at all."""
    if not isinstance(values, list):
        return None
    urls: list[str] = []
    locations: list[str] = []
    aliases: list[str] = []
    homes = {"URL": urls, "10320/LOC": locations, "HS_ALIAS": aliases}
    for kind, text in map(_read_value, values):
        if kind in homes and text:
            homes[kind].append(text)
    target = next(iter(urls), None) or next(map(_first_location, locations), None)
    return HandleRecord(
        target=target,
        alias=next(iter(aliases), None),
        deleted=target is not None and _DELETED.search(target) is not None,
    )


def _read_value(value: object) -> tuple[str, str]:
    """Return type and text of one handle value; empty where it has none."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return "", ""
    data = value.get("data")
    if not isinstance(data, dict) or not isinstance(data.get("value"), str):
        return "", ""
    kind = value["type"].upper().rstrip(".")
    return kind, _decode(str(data.get("format")), data["value"]).strip()


def _decode(form: str, text: str) -> str:
    """Return the text of a value: `string`, or the bytes that `base64` and `hex` stand for."""
    from base64 import b64decode

    try:
        if form == "base64":
            return b64decode(text).decode("utf-8", "backslashreplace")
        if form == "hex":
            return bytes.fromhex(text).decode("utf-8", "backslashreplace")
    except ValueError:
        return ""
    # JSON can hold lone surrogates, which no file and no database takes.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _first_location(xml: str) -> str:
    """Return the first address of a 10320/loc value; the value itself if none is to be seen."""
    from html import unescape

    match = _HREF.search(xml)
    return unescape(match["url"]) if match else xml
