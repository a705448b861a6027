"""What the fake DOI system knows, and its answer to a request target: no sockets here.

Answers have the form of the real ones: the Handle API's JSON and response codes
(draft-lemieux-doi-uri-scheme-04 section 3), the "Which RA" lists of the DOI Handbook, redirects
to landing pages. A DOI is cut out of the raw target and decoded once, so `%2F` and `%23` are seen
as they were sent, and an unencoded `?` cuts the DOI short, as in life.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, unquote_to_bytes
from zlib import crc32

LEGAL_PATH: Final = re.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*", re.ASCII)
_DOI_SHAPE: Final = re.compile(r"10\.[0-9]{3,9}(?:\.[0-9]+)*/\S", re.ASCII)
_FOLD: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_QUERY_KEYS: Final = frozenset(
    {"auth", "callback", "cert", "ignore_aliases", "index"}
    | {"locatt", "noredirect", "pretty", "type", "urlappend"}
)
_STAMP: Final = {"ttl": 86400, "timestamp": "2020-01-02T03:04:05Z"}
_API_STATUS: Final = {1: 200, 2: 500, 100: 404, 200: 200, 301: 400}


def fold(doi: str) -> str:
    """Return the form in which names are equal: ASCII letters folded."""
    return doi.translate(_FOLD)


def decode(raw: str) -> str:
    """Undo the percent-encoding of a part of the target, once."""
    return unquote_to_bytes(raw).decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Entry:
    """A name that the system knows.

    `state` is one of:
        ok        registered, with a URL
        empty     registered, the record has no values (code 200)
        notarget  registered, the record names no place to go
        choices   registered, and what `url` says is the whole of its 10320/loc
        loc       registered, its place is in 10320/loc and there is no URL
        deleted   its URL is an agency's page for deleted DOIs
        alias:DOI an alias of that DOI
        broken    its server is down: code 2, and a false negative from Which RA
        noprefix  under a prefix that nobody has (code 301)
        missing   not registered (code 100), like every name that is not here
    """

    state: str = "ok"
    agency: str = "Crossref"
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A complete HTTP answer."""

    status: int
    body: bytes
    content_type: str = "application/json;charset=UTF-8"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Asked:
    """A request target, taken apart.

    `service` is handles, doiRA, ra, landing, resolve or other; `names` what it asks for, decoded.
    """

    service: str
    names: tuple[str, ...]
    types: tuple[str, ...] = ()
    misencoded: bool = False


def ask(target: str) -> Asked:
    """Take a raw request target apart."""
    raw, _, query = target.partition("?")
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    types = tuple(decode(value) for key, _, value in pairs if key == "type")
    odd = not LEGAL_PATH.fullmatch(raw) or any(key not in _QUERY_KEYS for key, _, _ in pairs)
    for service, path in (("handles", "/api/handles/"), ("landing", "/landing/")):
        if raw.startswith(path):
            return Asked(service, (decode(raw[len(path) :]),), types, odd)
    for service in ("doiRA", "ra"):  # split at the literal commas, `%2C` is a name's own
        if raw.startswith(f"/{service}/"):
            parts = raw[len(service) + 2 :].split(",")
            return Asked(service, tuple(map(decode, parts)), types, odd)
    if raw in ("/", "/robots.txt", "/favicon.ico"):
        return Asked("other", ())
    return Asked("resolve", (decode(raw[1:]),), types, odd)


@dataclass(slots=True)
class World:
    """The registered names, and the answers about them."""

    entries: dict[str, Entry] = field(default_factory=dict)
    prefixes: dict[str, str] = field(default_factory=dict)
    """Prefix to agency, beside the prefixes of `entries`."""
    landing_403_share: float = 0.0
    ra_of_broken: str = "DOI does not exist"
    """What Which RA says of a name whose server is down; the default was seen, and is false."""

    def entry(self, doi: str) -> Entry:
        """Return what is known of a name; a missing one is an entry, too."""
        return self.entries.get(fold(doi)) or Entry("missing")

    def answer(self, asked: Asked) -> Answer:
        """Return the answer of a system in good health."""
        match asked.service:
            case "handles":
                return self._handle(asked.names[0], asked.types)
            case "doiRA":
                return json_answer([self._agency(name) for name in asked.names])
            case "ra":
                return json_answer([self._prefix_agency(name) for name in asked.names])
            case "landing":
                refused = crc32(asked.names[0].encode()) % 1000 < 1000 * self.landing_403_share
                return page(403, "Are you a robot?") if refused else page(200, "An article.")
            case "resolve":
                return self._redirect(asked.names[0])
        return page(404, "No such page.")

    def _handle(self, doi: str, types: tuple[str, ...]) -> Answer:
        entry = self.entry(doi)
        code = {"missing": 100, "broken": 2, "noprefix": 301, "empty": 200}.get(entry.state, 1)
        if code in (2, 100):
            return json_answer({"responseCode": code, "handle": doi}, _API_STATUS[code])
        if code == 301:
            words = {"message": "That prefix doesn't live here"}
            return json_answer({"responseCode": code, "handle": doi} | words, _API_STATUS[code])
        every = () if entry.state == "empty" else _values(doi, entry)
        values = [value for value in every if not types or value["type"] in types]
        return json_answer(
            {"responseCode": 1 if values else 200, "handle": doi, "values": values},
        )

    def _agency(self, doi: str) -> dict[str, str]:
        if not _DOI_SHAPE.match(doi):
            return {"DOI": doi, "status": "Invalid DOI"}
        entry = self.entry(doi)
        match entry.state:
            case "missing":
                return {"DOI": doi, "status": "DOI does not exist"}
            case "broken":
                return {"DOI": doi, "status": self.ra_of_broken}
            case "noprefix":
                return {"DOI": doi, "status": "Error"}
        return {"DOI": doi, "RA": entry.agency}

    def _prefix_agency(self, prefix: str) -> dict[str, str]:
        known = {
            doi.partition("/")[0]: entry.agency
            for doi, entry in self.entries.items()
            if entry.state not in ("missing", "noprefix")
        } | self.prefixes
        if prefix in known:
            return {"DOI": prefix, "RA": known[prefix]}
        return {"DOI": prefix, "status": "DOI does not exist"}

    def _redirect(self, doi: str) -> Answer:
        state = self.entry(doi).state
        if state in ("missing", "empty", "noprefix", "notarget"):
            return page(404, "DOI Not Found")
        if state == "broken":
            return page(500, "Handle server error")
        to = "/landing/" + quote(doi, safe="/")
        return page(302, "Handle Redirect", ("Location", to), ("Vary", "Accept"))


def json_answer(what: object, status: int = 200) -> Answer:
    """Return an answer of the API."""
    return Answer(status, json.dumps(what).encode())


def page(status: int, words: str, *headers: tuple[str, str]) -> Answer:
    """Return a web page: what a proxy, a robot trap or a publisher answers."""
    html = f"<!DOCTYPE html><html><head><title>{status}</title></head><body>{words}</body></html>"
    return Answer(status, html.encode(), "text/html; charset=utf-8", headers)


def _values(doi: str, entry: Entry) -> Iterable[dict[str, Any]]:
    state, _, of = entry.state.partition(":")
    path = quote(doi, safe="/")
    match state:
        case "alias":
            yield _value(1, "HS_ALIAS", of.upper())
            return  # the record of an alias holds nothing else
        case "loc":
            yield _value(1, "10320/loc", f'<locations><location href="{entry.url}"/></locations>')
        case "choices":
            yield _value(1, "10320/loc", entry.url)
        case "deleted":
            yield _value(1, "URL", f"https://www.crossref.org/_deleted-doi/?doi={path}")
        case "ok":
            yield _value(1, "URL", entry.url or f"https://publisher.example/{path}")
    admin = {"handle": f"0.NA/{doi.partition('/')[0]}", "index": 200, "permissions": "1" * 12}
    yield _value(100, "HS_ADMIN", admin, form="admin")


def _value(index: int, kind: str, value: object, *, form: str = "string") -> dict[str, Any]:
    return {"index": index, "type": kind, "data": {"format": form, "value": value}, **_STAMP}
