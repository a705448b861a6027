"""The address of the services, checked: https, or http to this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn
from urllib.parse import urlsplit

from mdlint_doi.lookup.settings import LookupSettingsError
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from urllib.parse import SplitResult


_LOOPBACK: Final = pattern(r"localhost|127(?:\.[0-9]{1,3}){3}|::1")
_PLAIN: Final = pattern(r"[!-~]+")
_PATH: Final = pattern(r"(?:/[A-Za-z0-9._~-]+)*")
_USUAL: Final = pattern(r"(https?)://((?:[a-z0-9-]+\.)*[a-z0-9-]+)(?::[1-5]?[0-9]{1,4})?")


class Server(Value):
    """Where to ask.

    Attributes:
        origin: scheme, host and port, `https://doi.org`.
        path: what stands before `/api/handles/`; often empty, never with a final slash.
        secure: https.
        loopback: on this machine.

    """

    origin: str
    path: str
    secure: bool
    loopback: bool


def parse_server(address: str) -> Server:
    """Return the server of a base address.

    Raises:
        LookupSettingsError: for any other scheme than https and http, for http to another
            machine, and for what is no base address.

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
        _fail(address, "http is for this machine only (localhost, 127.0.0.1, ::1); write https")
    if parts.username is not None or parts.query or parts.fragment:
        _fail(address, "a base address has no user, query or fragment")
    path = parts.path.rstrip("/")
    if not _PATH.fullmatch(path) or {".", ".."} & set(path.split("/")):
        _fail(address, "its path cannot be sent as it is")
    return Server(f"{parts.scheme}://{parts.netloc}", path, parts.scheme == "https", loopback)


def _split(address: str) -> SplitResult:
    if not _PLAIN.fullmatch(address):
        _fail(address, "it may hold printable ASCII characters only")
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 (raises for a bad one)
    except ValueError as error:
        _fail(address, str(error))
    return parts


def _fail(address: str, why: str) -> NoReturn:
    message = f"server {address[:200]!a}: {why}"
    raise LookupSettingsError(message)
