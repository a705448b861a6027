"""The typed values of a handle record, and the targets among which a reader is sent to one.

Sources: draft-lemieux-doi-uri-scheme-04, section 3 and figure 1 (the members of a value); the
Handle.Net proxy's documentation (several values of type URL; type 10320/loc, a list of locations
with attributes, of which `chooseby` says how one is chosen).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from types import MappingProxyType
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

_ATTRIBUTES: Final = (
    r"(?P<attributes>(?:"
    r"\s++[\w:.-]++\s*+=\s*+"  # the name of an attribute
    r"(?:\"[^\"]*+\"|'[^']*+')"  # its value
    r")*+)"
)
_LIST: Final = pattern(rf"<locations\b{_ATTRIBUTES}")
_LOCATION: Final = pattern(rf"<location\b{_ATTRIBUTES}")
_ATTRIBUTE: Final = pattern(r"(?P<name>[\w:.-]++)\s*+=\s*+(?P<quote>[\"'])(?P<value>.*?)(?P=quote)")


class HandleValue(Value):
    """A value of a handle record, as the Handle API states it."""

    index: int  # its number, which no other value of the record has; 0: none is stated
    type: str  # such as `URL`, `HS_ALIAS` or `10320/loc`
    format: str  # of the data: `string`, `base64`, `hex`, `admin` and others
    data: object  # what it holds: text, or what else JSON can state
    ttl: int | None = None  # for how many seconds it may be kept; None: not stated
    timestamp: str = ""  # when it was last changed; empty: not stated


class RecordTarget(Value):
    """Somewhere a DOI can lead."""

    url: str  # the address
    index: int  # of the value that names it
    # of a location: `weight`, `country` and others; `chooseby` of its list
    attributes: Mapping[str, str] = MappingProxyType({})


def targets(values: Sequence[HandleValue]) -> tuple[RecordTarget, ...]:
    """Return all targets of a record: values of type URL, and locations, by their index."""
    return tuple(
        target for one in sorted(values, key=lambda one: one.index) for target in _targets(one)
    )


def _targets(value: HandleValue) -> Iterator[RecordTarget]:
    kind = value.type.upper().rstrip(".")
    if not isinstance(value.data, str):
        return
    if kind == "URL":
        yield RecordTarget(value.data.strip(), value.index)
    elif kind == "10320/LOC":
        whole = _LIST.search(value.data)
        order = _attributes(whole["attributes"]) if whole else {}
        for found in _LOCATION.finditer(value.data):
            own = _attributes(found["attributes"])
            if url := own.pop("href", ""):
                chosen = {"chooseby": order["chooseby"]} if "chooseby" in order else {}
                yield RecordTarget(url, value.index, MappingProxyType({**own, **chosen}))


def _attributes(text: str) -> dict[str, str]:
    return {one["name"]: unescape(one["value"]) for one in _ATTRIBUTE.finditer(text)}
