"""The settings of requests, and the addresses of servers: https, or http to this machine.

`mdlint_doi.run.asking` makes them from the settings of a project.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from os import PathLike
from time import monotonic
from typing import TYPE_CHECKING, Final, NoReturn
from urllib.parse import urlsplit

from mdlint_doi.ask.event_loop import sleep
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.services import CROSSREF, DATACITE, HANDLES, Service, agencies, ascii_address
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from urllib.parse import SplitResult

CHUNK: Final = 2000  # DOIs that are looked up at a time if they come from an iterator
OFFLINE: Final = Unknown(Cause.OFFLINE)  # the outcome of DOIs that are not looked up
_LOOPBACK: Final = pattern(r"localhost|127(?:\.[0-9]{1,3}){3}|::1")
_PLAIN: Final = pattern(r"[!-~]+")
_PATH: Final = pattern(r"(?:/[A-Za-z0-9._~-]+)*")
_USUAL: Final = pattern(r"(https?)://((?:[a-z0-9-]+\.)*[a-z0-9-]+)(?::[1-5]?[0-9]{1,4})?")


class LookupSettingsError(ValueError):
    """A server's address or a records file that cannot be used; the message has the solution."""


class Limits(Value):
    """The limits of requests, in seconds unless stated otherwise.

    Attributes:
        connect: seconds for a connection, and again for TLS; less than half of `request`.
        request: seconds for one request, from the first to the last byte.
        body: the most bytes of an answer.
        attempts: the most failed requests for one DOI.
        refusals: the most answers with status 403, 429 or 503 for one DOI.
        base: seconds before the second attempt; each further wait is twice the one before.
        longest: the longest wait in seconds that a server may require; a server with a longer wait
            gets no more requests.
        total: seconds of all waits together; each answer gives a hundredth of it back.
        in_row: the number of consecutive failures before a pause.
        strikes: the number of waits without an answer before a DOI is given up; after the same
            number of such DOIs, no more requests are sent to the server.
        patience: the number of seconds of failures only, before no more requests are sent to the
            server.
        unanswered: the number of seconds after which a server that has not answered yet, and fails
            in the same way each time, gets no more requests.
        clock: returns the time in seconds, by which all limits are measured; tests have a clock of
            their own.
        sleep: waits for a number of seconds between requests; in tests, no time passes.
    """

    connect: float = 5.0
    request: float = 20.0
    body: int = 1_000_000
    attempts: int = 4
    refusals: int = 6
    base: float = 1.0
    longest: float = 60.0
    total: float = 180.0
    in_row: int = 10
    strikes: int = 5
    patience: float = 60.0
    unanswered: float = 4.0
    clock: Callable[[], float] = monotonic
    sleep: Callable[[float], Awaitable[None]] = sleep


class LookupSettings(Value):
    """The settings of requests to the DOI system.

    Attributes:
        server: the base address of `/api/handles/` and `/doiRA/`, without a final slash.
        read_records: whether to read the handle record of each DOI; otherwise lists of DOIs are
            sent to the *Which RA* service, which only returns whether they are registered.
        concurrency: the maximum number of simultaneous requests, 1 to 64.
        offline: whether only the records file and the cache answer.
        records: the path of a records file that answers; None: there is none.
        cache_dir: the folder of the cache; None: the user's cache folder.
        use_cache: whether to read and write the cache.
        max_age: the number of days for which a positive answer is reused; None: 30.
        limits: how long to try, and when to stop.
    """

    server: str = HANDLES.address
    read_records: bool = False
    concurrency: int = 10
    offline: bool = False
    records: str | PathLike[str] | None = None
    cache_dir: str | PathLike[str] | None = None
    use_cache: bool = True
    max_age: float | None = None
    limits: Limits = Limits()


class Server(Value):
    """The server that receives requests.

    Attributes:
        origin: scheme, host and port: `https://doi.org`.
        path: the part of the address before `/api/handles/`; often empty, never with a final slash.
        secure: whether the scheme is https.
        loopback: whether the server is on this machine.
    """

    origin: str
    path: str
    secure: bool
    loopback: bool


def parse_server(address: str) -> Server:
    """Return the server of a base address.

    Raises:
        LookupSettingsError: if the address is not valid; the message states the reason.
    """
    usual = _USUAL.fullmatch(address)
    if usual and (usual[1] == "https" or _LOOPBACK.fullmatch(usual[2])):
        return Server(address, "", usual[1] == "https", _LOOPBACK.fullmatch(usual[2]) is not None)
    parts = _split(address)
    host = parts.hostname or ""
    loopback = _LOOPBACK.fullmatch(host) is not None
    if parts.scheme not in {"http", "https"} or not host:
        _fail(address, "write https://HOST")
    if parts.scheme == "http" and not loopback:
        _fail(
            address,
            "http is allowed only for this machine (localhost, 127.0.0.1, ::1); write https",
        )
    if parts.username is not None or parts.query or parts.fragment:
        _fail(address, "a base address must not contain a user name, query or fragment")
    path = parts.path.rstrip("/")
    if not _PATH.fullmatch(path) or {".", ".."} & set(path.split("/")):
        _fail(address, "the path of the address cannot be sent unchanged")
    return Server(f"{parts.scheme}://{parts.netloc}", path, parts.scheme == "https", loopback)


def _split(address: str) -> SplitResult:
    if plain := ascii_address(address):
        message = f"server: write the host in ASCII letters: {plain[:200]}"
        raise LookupSettingsError(message)
    if not _PLAIN.fullmatch(address):
        _fail(address, "only printable ASCII characters are allowed")
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 (raises for a bad one)
    except ValueError as error:
        _fail(address, str(error))
    return parts


def _fail(address: str, why: str) -> NoReturn:
    message = f"server {address[:200]!a}: {why}"
    raise LookupSettingsError(message)


class RegistrySettings(Value, texts={service.name: service.address for service in agencies()}):
    """The settings of requests for registered works; each service has a field like `crossref`.

    Attributes:
        lookup: the settings for the DOI system (for *Which RA*), the cache and the limits.
        crossref: the base address of Crossref's `/works`, without a final slash.
        datacite: the base address of DataCite's `/dois`, without a final slash.
        contact: the user's e-mail address; services answer faster if they receive one. Empty: none
            is sent.
        deadline: the number of seconds after which the remaining works are unknown; None: it is
            derived from the number of requests.
    """

    lookup: LookupSettings = LookupSettings()
    crossref: str = CROSSREF.address
    datacite: str = DATACITE.address
    contact: str = ""
    deadline: float | None = None

    def address_of(self, service: Service) -> str:
        """Return the base address of a service."""
        if service.key == HANDLES.key:
            return self.lookup.server
        return str(getattr(self, service.field.removesuffix("_server")))
