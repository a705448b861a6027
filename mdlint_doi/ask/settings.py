"""What questions need to know, and the addresses of servers: https, or http to this machine.

Made from the project's settings in `mdlint_doi.run.asking`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from os import PathLike
from time import monotonic
from typing import TYPE_CHECKING, Final, NoReturn
from urllib.parse import urlsplit

from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.services import CROSSREF, DATACITE, HANDLES, Service, agencies, ascii_address
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from urllib.parse import SplitResult

CHUNK: Final = 2000  # names that are held at a time where they come one by one
OFFLINE: Final = Unknown(Cause.OFFLINE)  # what is said of names that nobody was asked
_LOOPBACK: Final = pattern(r"localhost|127(?:\.[0-9]{1,3}){3}|::1")
_PLAIN: Final = pattern(r"[!-~]+")
_PATH: Final = pattern(r"(?:/[A-Za-z0-9._~-]+)*")
_USUAL: Final = pattern(r"(https?)://((?:[a-z0-9-]+\.)*[a-z0-9-]+)(?::[1-5]?[0-9]{1,4})?")


class LookupSettingsError(ValueError):
    """The server's address or the records file cannot be used: which, why, and what to do."""


async def _sleep(seconds: float) -> None:
    """Let others run for so long."""
    import asyncio  # a run that asks nothing does without it

    await asyncio.sleep(seconds)


class Limits(Value):
    """How long to try, and when to stop. Seconds, unless said otherwise."""

    connect: float = 5.0  # for a connection, and again for TLS; less than half of `request`
    request: float = 20.0  # for one request, from first to last byte
    body: int = 1_000_000  # bytes of an answer that are read at most
    attempts: int = 4  # requests for one name that may fail
    refusals: int = 6  # 403, 429 and 503 for one name that are borne
    base: float = 1.0  # of the waits between attempts; each is twice the one before
    longest: float = 60.0  # wait that is accepted; who asks for more is not asked again
    total: float = 180.0  # of all pauses; each answer takes a hundredth of it back
    in_row: int = 10  # failures in a row that are no accident
    # Pauses without an answer in between after which a name is given up; and names of such pauses
    # after which the circuit opens.
    strikes: int = 5
    patience: float = 60.0  # without an answer, failing all along, after which it opens, too
    # The time by which all of these are measured, and what waits between requests: tests have
    # others, by which no time passes.
    clock: Callable[[], float] = monotonic
    sleep: Callable[[float], Awaitable[None]] = _sleep


class LookupSettings(Value):
    """How to ask the DOI system."""

    server: str = HANDLES.address  # base of `/api/handles/` and `/doiRA/`, without a final slash
    # Whether to read the handle record of each name; else lists of names go to Which RA, which
    # knows of no record.
    read_records: bool = False
    concurrency: int = 10  # requests in flight at most, 1 to 64
    offline: bool = False  # answer from records and cache only
    records: str | PathLike[str] | None = None  # a records file to answer from
    cache_dir: str | PathLike[str] | None = None  # None: the user's cache directory
    use_cache: bool = True  # whether to read and write it
    max_age: float | None = None  # days for which a positive answer is believed; None: 30
    limits: Limits = Limits()


class Server(Value):
    """Where to ask."""

    origin: str  # scheme, host and port, `https://doi.org`
    path: str  # what stands before `/api/handles/`; often empty, never with a final slash
    secure: bool  # https
    loopback: bool  # on this machine


def parse_server(address: str) -> Server:
    """Return the server of a base address; LookupSettingsError says why it is none."""
    usual = _USUAL.fullmatch(address)
    if usual and (usual[1] == "https" or _LOOPBACK.fullmatch(usual[2])):
        return Server(address, "", usual[1] == "https", _LOOPBACK.fullmatch(usual[2]) is not None)
    parts = _split(address)
    host = parts.hostname or ""
    loopback = _LOOPBACK.fullmatch(host) is not None
    if parts.scheme not in {"http", "https"} or not host:
        _fail(address, "write https://HOST")
    if parts.scheme == "http" and not loopback:
        _fail(address, "http is for this machine only (localhost, 127.0.0.1, ::1); write https")
    if parts.username is not None or parts.query or parts.fragment:
        _fail(address, "a base address must not have a user, query or fragment")
    path = parts.path.rstrip("/")
    if not _PATH.fullmatch(path) or {".", ".."} & set(path.split("/")):
        _fail(address, "its path cannot be sent unchanged")
    return Server(f"{parts.scheme}://{parts.netloc}", path, parts.scheme == "https", loopback)


def _split(address: str) -> SplitResult:
    if plain := ascii_address(address):
        message = f"server: a host is written in ASCII letters; write {plain[:200]}"
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


class RegistrySettings(Value, texts={one.name: one.address for one in agencies()}):
    """How to ask the agencies what a DOI is registered as; each one has a field like `crossref`."""

    lookup: LookupSettings = LookupSettings()  # the DOI system (for Which RA), cache, limits
    crossref: str = CROSSREF.address  # the base of `/works`, without a final slash
    datacite: str = DATACITE.address  # the base of `/dois`, likewise
    contact: str = ""  # the user's own address; services that know whom to write answer faster
    # Seconds after which what is left is Unknown; None: that hangs on how much there is to ask.
    deadline: float | None = None

    def address_of(self, service: Service) -> str:
        """Return where a service is asked."""
        if service.key == HANDLES.key:
            return self.lookup.server
        return str(getattr(self, service.field.removesuffix("_server")))
