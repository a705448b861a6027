"""Answers of the DOI system about a DOI: the handle record, its values, the three outcomes.

Sources of the values: draft-lemieux-doi-uri-scheme-04, section 3 and figure 1 (the members of a
value); the Handle.Net proxy's documentation (several values of type URL; type 10320/loc, a list of
locations with attributes, including `chooseby`, which controls the choice of a location).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

PREFIX_UNKNOWN: Final = 301
"""The response code for an unknown prefix (recorded from doi.org; see the Handle.Net codes)."""
_ATTRIBUTES: Final = (
    r"(?P<attributes>(?>(?:"
    r"\s++[\w:.-]++\s*+=\s*+"  # the name of an attribute
    r"(?:\"[^\"]*+\"|'[^']*+')"  # its value
    r")*))"
)
_LIST: Final = pattern(rf"<locations\b{_ATTRIBUTES}")
_LOCATION: Final = pattern(rf"<location\b{_ATTRIBUTES}")
_ATTRIBUTE: Final = pattern(
    r"(?<![\w:.-])(?P<name>[\w:.-]++)\s*+=\s*+(?P<quote>[\"'])(?P<value>.*?)(?P=quote)"
)


class Cause(StrEnum):
    """The reasons why a DOI could not be checked; the values are stable words for reports."""

    SERVER_ERROR = "server-error"
    """HTTP 5xx, or response code 2."""
    BLOCKED = "blocked"
    """HTTP 403, or a web page instead of JSON."""
    RATE_LIMITED = "rate-limited"
    """HTTP 429 or 503, for longer than the time limit."""
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    """No connection, or a lost one: DNS, refusal, reset."""
    TLS = "tls"
    BAD_ANSWER = "bad-answer"
    """An answer that is not JSON, is too large, or has an unknown form."""
    OTHER_HANDLE = "other-handle"
    """The answer was about a different DOI."""
    UNCONFIRMED = "unconfirmed"
    """*Which RA* does not have the DOI, which proves nothing, and the Handle API was not used."""
    NO_AGENCY = "no-agency"
    """No service returned the agency of the DOI."""
    NO_RECORD = "no-record"
    """The agency has no record of the DOI: it is an alias, or no record was deposited."""
    CIRCUIT_OPEN = "circuit-open"
    """No request was sent after too many failures."""
    INTERRUPTED = "interrupted"
    OFFLINE = "offline"
    """No request was permitted, and records file and cache have no answer."""


_WORDS: Final = {
    Cause.SERVER_ERROR: "the DOI system reports an internal error",
    Cause.BLOCKED: "the DOI system refuses to answer this client",
    Cause.RATE_LIMITED: "the DOI system is busy or limits the number of requests",
    Cause.TIMEOUT: "no answer in time",
    Cause.CONNECTION: "no connection to the DOI system",
    Cause.TLS: "no trusted connection to the DOI system",
    Cause.BAD_ANSWER: "the answer cannot be read",
    Cause.OTHER_HANDLE: "the answer is about a different DOI",
    Cause.UNCONFIRMED: "the Which RA service has no entry for the DOI, but this was not confirmed",
    Cause.NO_AGENCY: "its registration agency is unknown",
    Cause.NO_RECORD: "the registration agency has no record of the DOI",
    Cause.CIRCUIT_OPEN: "no more requests were sent after too many failures",
    Cause.INTERRUPTED: "the run was interrupted",
    Cause.OFFLINE: "the run is offline, and neither a records file nor the cache has the answer",
}
_WITH_DETAIL: Final = frozenset({Cause.CONNECTION, Cause.TLS, Cause.TIMEOUT})
"""Causes whose message includes the details, because the solution depends on them."""


class HandleValue(Value):
    """A value of a handle record in the Handle API (draft-lemieux-04, figure 1).

    Attributes:
        index: its number, unique within the record; 0 if not stated.
        type: its type, such as `URL`, `HS_ALIAS` or `10320/loc`.
        format: the format of the data: `string`, `base64`, `hex`, `admin` and others.
        data: its data: a text, or any other JSON value.
        ttl: the number of seconds for which it may be cached; None if not stated.
        timestamp: the time of its last change as in the record, such as `2004-09-10T19:49:59Z`;
            empty if not stated.
    """

    index: int
    type: str
    format: str
    data: object
    ttl: int | None = None
    timestamp: str = ""


class HandleRecord(Value):
    """The contents of a handle record.

    Attributes:
        target: the address to which the DOI leads: the value of type URL, or of 10320/loc; None if
            there is none.
        alias: the DOI in the value of type HS_ALIAS as written, such as `10.1000/182`; None if
            there is none. If this DOI is itself an alias, it is not followed.
        deleted: whether the target is an agency's page for deleted DOIs.
        values: all values, in the order of the answer; None unless they were requested, because
            neither the cache nor a records file stores them.
    """

    target: str | None = None
    alias: str | None = None
    deleted: bool = False
    values: tuple[HandleValue, ...] | None = None


class Found(Value):
    """The DOI is registered.

    Attributes:
        record: the handle record; None if only registration was checked (*Which RA*).
        agency: the registration agency; None if it is unknown.
    """

    record: HandleRecord | None = None
    agency: str | None = None


class Missing(Value):
    """The DOI is not registered.

    Attributes:
        code: the response code of the Handle System: 100 (handle not found), 301 (the prefix is
            unknown).
        agency: the registration agency of the prefix; None if it is unknown or was not requested.
    """

    code: int = 100
    agency: str | None = None

    @property
    def has_known_prefix(self) -> bool:
        """Whether the prefix exists."""
        return self.code != PREFIX_UNKNOWN


class Unknown(Value):
    """The DOI could not be checked. This result is never cached.

    Attributes:
        cause: the reason, one of `Cause`.
        detail: the details for the user, without control characters; may be empty.
    """

    cause: Cause
    detail: str = ""


Outcome: TypeAlias = Found | Missing | Unknown


class LookupFailedError(RuntimeError):
    """The look-up failed, because the DOI system gave no answer.

    Attributes:
        unknown: the outcome with the reason.
    """

    def __init__(self, unknown: Unknown) -> None:
        """Keep the cause; the message explains it."""
        super().__init__(f"could not be checked: {explained(unknown)}")
        self.unknown = unknown

    def __reduce__(self) -> tuple[type[LookupFailedError], tuple[Unknown]]:
        return LookupFailedError, (self.unknown,)


def explained(unknown: Unknown) -> str:
    """Return the reason in words, with details where the solution depends on them."""
    words = _WORDS.get(unknown.cause, str(unknown.cause))
    has_detail = unknown.cause in _WITH_DETAIL and unknown.detail
    return f"{words}: {unknown.detail}" if has_detail else words


def explained_in_full(unknown: Unknown) -> str:
    """Return the stable word of the cause, the reason in words, and the details."""
    words = explained(unknown)
    detail = unknown.detail
    more = f" ({detail})" if detail and detail not in words else ""
    return f"{unknown.cause}: {words}{more}"


class RecordTarget(Value):
    """One target in a handle record, of which there may be several.

    Attributes:
        url: the address.
        index: the index of its value in the handle record.
        attributes: the attributes of a location (`weight`, `country` and others), and the
            `chooseby` of its list.
    """

    url: str
    index: int
    attributes: Mapping[str, str] = MappingProxyType({})


def chosen(
    values: Sequence[HandleValue], types: Collection[str] = (), indexes: Collection[int] = ()
) -> tuple[HandleValue, ...]:
    """Return the values that have one of the types or indexes; all values if neither is given.

    As in the Handle API, a type that ends in a full stop includes all types that begin with it.
    """
    if not (types or indexes):
        return tuple(values)
    wanted = [kind.upper() for kind in types]
    return tuple(
        value
        for value in values
        if value.index in indexes or _is_one_of(value.type.upper(), wanted)
    )


def _is_one_of(kind: str, wanted: Sequence[str]) -> bool:
    beginnings = tuple(beginning for beginning in wanted if beginning.endswith("."))
    return kind in wanted or (bool(beginnings) and kind.startswith(beginnings))


def targets(values: Sequence[HandleValue]) -> tuple[RecordTarget, ...]:
    """Return all targets of a record: values of type URL and locations, in order of index."""
    found: list[RecordTarget] = []
    for value in sorted(values, key=lambda value: value.index):
        kind = value.type.upper().rstrip(".")
        if kind == "URL" and isinstance(value.data, str):
            found.append(RecordTarget(value.data.strip(), value.index))
        elif kind == "10320/LOC" and isinstance(value.data, str):
            found += _locations(value.data, value.index)
    return tuple(found)


def _locations(data: str, index: int) -> Iterator[RecordTarget]:
    whole = _LIST.search(data)
    order = _attributes(whole["attributes"]) if whole else {}
    chosen = {"chooseby": order["chooseby"]} if "chooseby" in order else {}
    for found in _LOCATION.finditer(data):
        own = _attributes(found["attributes"])
        if url := own.pop("href", ""):
            yield RecordTarget(url, index, MappingProxyType({**own, **chosen}))


def _attributes(text: str) -> dict[str, str]:
    from html import unescape

    return {
        attribute["name"]: unescape(attribute["value"]) for attribute in _ATTRIBUTE.finditer(text)
    }
