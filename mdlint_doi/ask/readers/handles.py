"""The Handle API: one DOI per request, and the only proof that a DOI is not registered.

A DOI is `Missing` only if status, response code and echoed handle agree. A record with unusual
values is read as far as possible.

Sources: draft-lemieux-doi-uri-scheme-04 section 3 (response codes, members of the answer);
Handle.Net proxy documentation for the values' shape.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from functools import partial
from html import unescape
from itertools import chain
from typing import Final

from mdlint_doi.ask.question import Question, read_json, read_trouble
from mdlint_doi.ask.settings import Limits, Server
from mdlint_doi.names.doi import Doi, fold
from mdlint_doi.names.outcome import (
    Cause,
    Found,
    HandleRecord,
    HandleValue,
    Missing,
    Outcome,
    Unknown,
)
from mdlint_doi.text.pattern import pattern

_EXISTS: Final = frozenset({(200, 1), (200, 200)})
"""HTTP status and response code of a registered DOI: with values, and without any."""
_ABSENT: Final = frozenset({(404, 100), (400, 301)})
"""Those of a DOI that is not registered: handle not found; prefix not served."""
_CODE_ERROR: Final = 2
_LONGEST: Final = 8000  # code points of a value that are kept: no server accepts longer addresses
_DELETED: Final = pattern(r"://(?:www\.)?crossref\.org/_?deleted[-_]doi", re.IGNORECASE)
_HREF: Final = pattern(r"""\bhref\s*=\s*(["'])(?P<url>.*?)\1""", re.DOTALL)


def question(
    server: Server,
    doi: Doi,
    done: Callable[[Doi, Outcome], None],
    limits: Limits,
    before: Unknown | None = None,
) -> Question[Found | Missing]:
    """Return the request for a DOI's handle record; `before`: why *Which RA* did not answer."""
    target = f"{server.path}/api/handles/{doi.api_path}"
    read = partial(read_answer, asked=doi)
    return Question(target, read, partial(done, doi), limits.attempts, limits.refusals, before)


def read_answer(status: int, body: bytes, asked: Doi) -> Outcome:
    """Return the outcome of an answer of the Handle API for a DOI; never raises."""
    trouble = read_trouble(status, body)
    if trouble is not None:
        return trouble
    answer = read_json(body)
    members = answer if isinstance(answer, dict) else {}
    code = members.get("responseCode")
    handle = members.get("handle")
    if type(code) is not int or not isinstance(handle, str):  # True is an int to Python
        return Unknown(
            Cause.BAD_ANSWER, f"HTTP {status}: the response code or the handle is missing"
        )
    if fold(handle) != asked.key:
        return Unknown(Cause.OTHER_HANDLE, f"the answer is about {handle[:100]!a}")
    if (status, code) in _EXISTS:
        return Found(_read_record(members.get("values", [] if code == 200 else None), asked))
    if (status, code) in _ABSENT:
        return Missing(code)
    cause = Cause.SERVER_ERROR if code == _CODE_ERROR else Cause.BAD_ANSWER
    return Unknown(cause, f"HTTP {status} with response code {code}")


def read_values(status: int, body: bytes, asked: Doi) -> Outcome:
    """Return the outcome as `read_answer` does, with all values of the handle record."""
    outcome = read_answer(status, body, asked)
    if not isinstance(outcome, Found):
        return outcome
    answer = read_json(body)
    values = answer.get("values") if isinstance(answer, dict) else None
    listed = values if isinstance(values, list) else []
    found = tuple(_handle_value(value) for value in listed if isinstance(value, dict))
    return outcome.replace(record=(outcome.record or HandleRecord()).replace(values=found))


def _handle_value(members: dict[str, object]) -> HandleValue:
    """Return a value; members with a wrong type are left out."""
    index, ttl, data = members.get("index"), members.get("ttl"), members.get("data")
    form = data.get("format") if isinstance(data, dict) else None
    held = data.get("value") if isinstance(data, dict) else data
    if isinstance(held, str):
        held = _decode(str(form), held) or held
    return HandleValue(
        index=index if type(index) is int else 0,
        type=str(members.get("type") or ""),
        format=str(form or ""),
        data=held,
        ttl=ttl if type(ttl) is int else None,
        timestamp=str(members.get("timestamp") or ""),
    )


def _read_record(values: object, asked: Doi) -> HandleRecord | None:
    """Return the handle record; None if its values cannot be read at all."""
    if not isinstance(values, list):
        return None
    found: dict[str, list[str]] = {"URL": [], "10320/LOC": [], "HS_ALIAS": []}
    for kind, text in map(_read_value, values):
        if kind in found and text:
            found[kind].append(text[:_LONGEST])
    target = next(chain(found["URL"], map(_first_location, found["10320/LOC"])), None)
    return HandleRecord(
        target=target,
        alias=next((alias for alias in found["HS_ALIAS"] if fold(alias) != asked.key), None),
        deleted=target is not None and _DELETED.search(target) is not None,
    )


def _read_value(value: object) -> tuple[str, str]:
    """Return the type and text of a handle value; empty if there is none."""
    match value:
        case {"type": str(kind), "data": {"value": str(text)} as data}:
            return kind.upper().rstrip("."), _decode(str(data.get("format")), text).strip()
    return "", ""


def _decode(form: str, text: str) -> str:
    """Return the text of a value in format `string`, `base64` or `hex`; empty if not valid."""
    try:
        if form == "base64":
            return b64decode(text).decode("utf-8", "backslashreplace")
        if form == "hex":
            return bytes.fromhex(text).decode("utf-8", "backslashreplace")
    except ValueError:
        return ""
    # JSON may contain lone surrogates, which files and databases do not accept.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _first_location(xml: str) -> str:
    """Return the first address of a 10320/loc value; the value itself if there is none."""
    match = _HREF.search(xml)
    return unescape(match["url"]) if match else xml
