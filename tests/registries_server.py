"""Fake metadata services of Crossref and DataCite, and the DOI system beside them, on loopback.

    with RegistriesServer([row, …]) as server:
        server.fail("503", service="crossref", times=2)
        …                                       # ask server.url
        assert server.requests["crossref list"] == 1

A row is a line of `ask/works/sample_works.jsonl`; `add` takes a record as the service sends it.
As in life, absent names are silently missing from a list, whose order is its own; a comma splits a
list, escaped or not; a field that can't be selected is a 400; aliases are 404. What can go wrong
is in `FAULTS`, and how an answer can lie in `LIES`.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from gzip import compress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from registries_records import crossref_record, datacite_record, mixed_up, own, wrong_records

Record = dict[str, Any]
Answer = tuple[int, str, bytes]

FAULTS: Final = (
    *("html", "400", "403", "429", "500", "503", "reset", "truncated", "nan", "twice"),
    *("deep", "bomb", "utf-16", "redirect"),
)
WORD: Final = re.compile(r"[^\W_]+")
SELECTABLE: Final = frozenset({
    *("DOI", "ISBN", "ISSN", "URL", "abstract", "accepted", "alternative-id", "approved"),
    *("archive", "article-number", "assertion", "author", "chair", "clinical-trial-number"),
    *("container-title", "content-created", "content-domain", "created", "degree", "deposited"),
    *("editor", "event", "funder", "group-title", "indexed", "is-referenced-by-count", "issn-type"),
    *("issue", "issued", "license", "link", "member", "original-title", "page", "posted", "prefix"),
    *("published", "published-online", "published-print", "publisher", "publisher-location"),
    *("reference", "references-count", "relation", "resource", "score", "short-container-title"),
    *("short-title", "standards-body", "subject", "subtitle", "title", "translator", "type"),
    *("update-policy", "update-to", "updated-by", "volume"),
})  # fmt: skip
"""The fields that Crossref selects, as its message about a different one lists them."""


class RegistriesServer:
    """The services; a context manager that listens on a free port of 127.0.0.1.

    Attributes:
        url: where it listens; the address of all three services.
        targets: what was asked, in order.
        requests: how often, by service and kind: `crossref list`.
        lists: how many names each list had.
        agents: the User-Agents that were sent.
        headers: limits that answers tell; generous, so that tests need not wait.
        lie: one of `LIES`, told in all records.
        mixing: `shifted` or `swapped`: how lists are mixed up.
        mixed: the share of them.
        stuck: names that have another one's record in every list, and their own alone.
        draw: the chance by which lists are mixed up.
        lacks: parameters and fields of searches that are refused.

    """

    def __init__(self, rows: Iterable[Mapping[str, Any]] = ()) -> None:
        """Make a server that does not listen yet."""
        self.targets: list[str] = []
        self.requests: Counter[str] = Counter()
        self.lists: list[int] = []
        self.agents: set[str] = set()
        self.headers = {"x-rate-limit-limit": "99", "x-rate-limit-interval": "10ms"}
        self.lie = ""
        self.mixing = ""
        self.mixed = 1.0
        self.stuck: dict[str, str] = {}
        self.draw = Random(1)
        self.lacks: frozenset[str] = frozenset()
        self._records: dict[str, tuple[str, Record]] = {}
        self._words: dict[str, set[str]] = {}
        self._aliases: dict[str, str] = {}
        self._faults: list[list[Any]] = []
        self._lock = threading.Lock()
        for row in rows:
            self.add_row(row)

    def add_row(self, row: Mapping[str, Any]) -> None:
        """Let an agency hold the work of a row."""
        agency = row.get("agency", "Crossref")
        record = datacite_record(row) if agency == "DataCite" else crossref_record(row)
        self.add(row["doi"], record, agency)

    def add(self, doi: str, record: Record, agency: str = "Crossref") -> None:
        """Let an agency hold a record; others than the two let nobody read it."""
        self._records[doi.lower()] = (agency, record)
        self._words[doi.lower()] = {*WORD.findall(json.dumps(record, ensure_ascii=False).lower())}

    def add_alias(self, other: str, doi: str) -> None:
        """Let a name lead to another one: it resolves, and the agencies don't know it."""
        self._aliases[other.lower()] = doi

    def fail(self, kind: str, *, service: str = "", times: int = sys.maxsize) -> None:
        """Let answers go wrong: all, or those of one service (or its lists), so many times."""
        self._faults.append([kind, service, times])

    def forget(self) -> None:
        """Let nothing go wrong any more, and start counting anew."""
        self._faults.clear()
        self.targets.clear()
        self.requests.clear()
        self.lists.clear()

    def __enter__(self) -> Self:
        """Listen."""
        handler = type("Handler", (_Handler,), {"owner": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()

    def take(self, target: str, agent: str) -> tuple[str, Answer]:
        """Count a request; return what is to go wrong with it, and its answer."""
        parts = urlsplit(target)
        path, query = unquote(parts.path), dict(parse_qsl(parts.query))
        first = path.split("/")[1]
        service = {"works": "crossref", "dois": "datacite"}.get(first, "doi")
        service = "csl" if first.startswith("10.") else service
        kind = "list" if path in {"/works", "/dois"} else "single"
        with self._lock:
            self.targets.append(target)
            self.agents.add(agent)
            self.requests[f"{service} {kind}"] += 1
            mine = {"", service, f"{service} {kind}"}
            fault = next(
                (planned for planned in self._faults if planned[1] in mine and planned[2]), None
            )
            if fault is not None:
                fault[2] -= 1
                return fault[0], _text(200, "")
        match service, kind:
            case "crossref", "list":
                return "", self._crossref_list(query)
            case "crossref", _:
                return "", self._crossref_single(path.removeprefix("/works/"))
            case "datacite", "list":
                return "", self._datacite_list(query)
            case "datacite", _:
                return "", self._datacite_single(path.removeprefix("/dois/"))
        return "", self._doi_system(parts.path)

    def _held(self, names: Iterable[str], agency: str) -> list[Record]:
        """Return the records of an agency, in an order of its own."""
        held = [self._records.get(name.lower(), ("", {})) for name in sorted(set(names))[::-1]]
        return wrong_records([record for by, record in held if by == agency], self.lie)

    def _listed(self, names: Iterable[str], agency: str) -> list[Record]:
        """Return the records of an agency in a list, mixed up by the order of the service."""
        records = [
            own(self._records[self.stuck[name]][1], name) if name in self.stuck else record
            for record in self._held(names, agency)
            for name in [record.get("DOI") or record["id"]]
        ]
        if self.mixing and self.draw.random() < self.mixed:
            records = mixed_up(records, self.mixing, self.draw)
        return records

    def _crossref_list(self, query: Mapping[str, str]) -> Answer:
        if "filter" not in query or "query.container-title" in query:
            return self._crossref_search(query)
        pairs = [part.partition(":") for part in query["filter"].split(",")]
        fields = query.get("select", "").split(",")
        if any(key != "doi" for key, _, _ in pairs) or {*fields} - SELECTABLE - {""}:
            return _json(400, {"status": "failed", "message": [{"type": "validation-failure"}]})
        self.lists.append(len(pairs))
        items = self._listed((name for _, _, name in pairs), "Crossref")
        if fields != [""]:
            items = [{key: item[key] for key in item if key in fields} for item in items]
        items = items[: self._most(query.get("rows", "20"))]
        return _json(200, {"message": {"total-results": len(items), "items": items}})

    def _crossref_search(self, query: Mapping[str, str]) -> Answer:
        """Rank by shared words, as the real service comes down to; a field it lacks is a 400."""
        if self.lacks & {*query, *query.get("select", "").split(",")}:
            return _json(400, {"status": "failed", "message": [{"type": "validation-failure"}]})
        text = " ".join(value for key, value in query.items() if "query" in key)
        asked = {*WORD.findall(text.lower())}
        items = self._held_in_order(self._ranked(asked, "Crossref"))
        if year := query.get("filter", "").partition("from-pub-date:")[2][:4]:
            items = [item for item in items if item["issued"]["date-parts"][0][0] == int(year)]
        items = items[: self._most(query.get("rows", "20"))]
        return _json(200, {"message": {"total-results": 1_000_000, "items": items}})

    def _ranked(self, asked: set[str], agency: str) -> list[str]:
        """Return the names of an agency's records that share words with a query, most first."""
        shared = {
            name: len(asked & self._words[name])
            for name, (by, _) in self._records.items()
            if by == agency
        }
        return sorted((name for name in shared if shared[name]), key=lambda name: -shared[name])

    def _held_in_order(self, names: Iterable[str]) -> list[Record]:
        return wrong_records([self._records[name][1] for name in names], self.lie)

    def _most(self, rows: str) -> int | None:
        return None if self.lie else int(rows)  # who lies sends more than it was asked for

    def _crossref_single(self, name: str) -> Answer:
        held = self._held([name], "Crossref")
        return _json(200, {"message": held[0]}) if held else _text(404, "Resource not found.")

    def _datacite_list(self, query: Mapping[str, str]) -> Answer:
        if "query" in query:
            asked = {*WORD.findall(query["query"].lower())}
            held = self._held_in_order(self._ranked(asked, "DataCite"))
            return _json(200, {"data": held[: self._most(query.get("page[size]", "25"))]})
        names = query["ids"].split(",")
        self.lists.append(len(names))
        held = self._listed(names, "DataCite")
        held = held[: self._most(query.get("page[size]", "25"))]
        return _json(200, {"data": held, "meta": {"total": len(held)}})

    def _datacite_single(self, name: str) -> Answer:
        held = self._held([name], "DataCite")
        return (
            _json(200, {"data": held[0]}) if held else _json(404, {"errors": [{"status": "404"}]})
        )

    def _doi_system(self, path: str) -> Answer:
        service, _, rest = path.removeprefix("/").partition("/")
        if service == "doiRA":
            names = [unquote(name) for name in rest.split(",")]
            return _json(200, [{"DOI": name, **self._agency_of(name)} for name in names])
        if service == "ra":
            prefix = unquote(rest)
            name = next((name for name in self._records if name.startswith(prefix + "/")), "")
            return _json(200, [{"DOI": prefix, **self._agency_of(name)}])
        if service.startswith("10."):
            return self._negotiated(unquote(path.removeprefix("/")))
        name = unquote(rest.removeprefix("handles/"))
        kind, value = "URL", f"https://example.org/{name}"
        if name.lower() in self._aliases:
            kind, value = "HS_ALIAS", self._aliases[name.lower()]
        elif name.lower() not in self._records:
            return _json(404, {"responseCode": 100, "handle": name})
        values = [{"index": 1, "type": kind, "data": {"format": "string", "value": value}}]
        return _json(200, {"responseCode": 1, "handle": name, "values": values})

    def _negotiated(self, name: str) -> Answer:
        """Answer as an agency's service does: with a record of its own, else with a page."""
        agency, record = self._records.get(name.lower(), ("", {}))
        if agency in {"", "Crossref", "DataCite"} or not record:
            return 404, "text/html", b"<!doctype html><title>DOI Not Found</title>"
        return _json(200, record)

    def _agency_of(self, name: str) -> dict[str, str]:
        held = self._records.get(self._aliases.get(name.lower(), name).lower())
        return {"RA": held[0]} if held else {"status": "DOI does not exist"}


def _json(status: int, value: object) -> Answer:
    return status, "application/json", json.dumps(value).encode()


def _text(status: int, text: str) -> Answer:
    return status, "text/plain", text.encode()


_JSON: Final = "application/json"
_EMPTY: Final = '{"message":{"items":[]},"data":[]}'
_ANSWERS: Final[dict[str, Answer]] = {
    "html": (200, "text/html", b"<!doctype html><title>Just a moment...</title>"),
    "truncated": (200, _JSON, b'{"message":{"items":[{"DOI":"10.'),
    "nan": (200, _JSON, b'{"message":{"items":[NaN]},"data":[NaN]}'),
    "twice": (200, _JSON, b'{"message":{"items":[]},"data":[],"data":[],"message":1}'),
    "deep": (200, _JSON, b'{"message":{"items":' + b"[" * 100_000),
    "bomb": (200, _JSON, compress(b" " * 50_000_000)),
    "utf-16": (200, _JSON, _EMPTY.encode("utf-16")),
    "redirect": (302, _JSON, _EMPTY.encode()),
}


def _faulty(kind: str) -> Answer:
    """Return the answer of a fault that has one."""
    return _ANSWERS.get(kind) or _text(int(kind), "busy")


_HEADERS: Final = {
    "bomb": {"Content-Encoding": "gzip"},
    "redirect": {"Location": "http://127.0.0.1:9/elsewhere"},
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or a body waits 40 ms for the receipt of its headers
    owner: RegistriesServer

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        fault, answer = self.owner.take(self.path, self.headers.get("User-Agent", ""))
        if fault == "reset":
            self.close_connection = True
            self.connection.close()
            return
        status, kind, body = _faulty(fault) if fault else answer
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": str(len(body)), **self.owner.headers}
        headers |= _HEADERS.get(fault, {})
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError):  # who wants no more hangs up
            self.wfile.write(body)
