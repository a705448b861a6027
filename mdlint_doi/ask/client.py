"""The HTTP client, and the only module that imports httpx.

Each worker has a client with one connection: with 50 simultaneous requests, one httpx client with
many HTTP/1.1 connections spends more time in its pool than in the network. If HTTP/2 is installed
and the server supports it, the first client with HTTP/2 serves all workers. No response is
decompressed, so that no response can grow beyond its limit.

A request has exactly the given target. The target is part of the URL and not the request extension
`target`, which httpx would also send with CONNECT to a proxy.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from logging import getLogger
from ssl import (
    PROTOCOL_TLS_CLIENT,
    SSLCertVerificationError,
    SSLContext,
    SSLEOFError,
    SSLError,
    SSLSyscallError,
    SSLZeroReturnError,
)
from time import time
from types import ModuleType
from typing import Final
from urllib.request import getproxies_environment, proxy_bypass

from mdlint_doi.ask.quota import NOTHING_SAID, Allowance, read_allowance, retry_after
from mdlint_doi.ask.settings import Limits, Server
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.text.version import VERSION

# If click is installed, httpx imports its own command line, which doubles the import time.
_modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
_modules.setdefault("httpx._main", None)
import httpx  # noqa: E402

if _modules["httpx._main"] is None:
    del _modules["httpx._main"]

PROJECT: Final = "https://github.com/sphinx-doi/sphinx-doi"

if find_spec("sniffio") is None:
    # httpcore tries to import sniffio for each lock. Each time, Python searches all folders, which
    # takes a third of the time of a request. With this entry, the import fails at once.
    _modules["sniffio"] = None

_IDLE: Final = 30.0  # seconds for which a connection is kept without a request
_CLOSED: Final = "Server disconnected"  # httpcore's message for a response that ends too early
_STRANGER: Final = "is a proxy or captive portal answering in its place?"
_OTHER_HOST: Final = f"its certificate is for a different host; {_STRANGER}"
_TLS_WORDS: Final = {
    9: "its certificate is not valid yet, or this machine's clock is wrong",
    10: "its certificate has expired, or this machine's clock is wrong",
    62: _OTHER_HOST,
    64: _OTHER_HOST,
}
"""Problems of certificates, by the codes of OpenSSL's X509_verify_cert_error_string(3)."""
_NO_TLS: Final = frozenset(
    {
        "HTTPS_PROXY_REQUEST",
        "HTTP_REQUEST",
        "PACKET_LENGTH_TOO_LONG",
        "RECORD_LAYER_FAILURE",
        "UNKNOWN_PROTOCOL",
        "WRONG_VERSION_NUMBER",
    }
)
"""Reasons that OpenSSL gives if the server does not use TLS but, for example, plain HTTP.
They are those of ERR_reason_error_string(3), in the spelling of `ssl.SSLError.reason`.
"""
_NO_PROXY: Final = "HTTPS_PROXY, ALL_PROXY or NO_PROXY does not contain a usable address"
_NO_SOCKS: Final = "HTTPS_PROXY or ALL_PROXY names a SOCKS proxy; install socksio to use it"
_LOG: Final = getLogger("mdlint_doi")
_NOTED: Final[set[str]] = set()
"""The proxies for which the note about waiting was logged."""
_LOST: Final = (SSLEOFError, SSLZeroReturnError, SSLSyscallError)
"""TLS errors that mean a lost connection."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A response."""

    status: int
    body: bytes
    retry_after: float | None = None  # seconds that the server asks to wait; None: none
    allowance: Allowance = NOTHING_SAID  # the limits in its headers
    is_redirected: bool = False  # whether it came from a different host, after a redirect


class Clients:
    """The HTTP clients for one server, one for each worker."""

    def __init__(
        self,
        server: Server,
        limits: Limits,
        contact: str = "",
        accept: str = "application/json",
        redirect_hosts: Sequence[str] = (),
    ) -> None:
        """Keep the settings; no connection is opened yet.

        Args:
            server: the server.
            limits: the limits of requests.
            contact: the user's e-mail address for the User-Agent header; empty: none.
            accept: the media type to request.
            redirect_hosts: hosts to which one redirect is followed; by https if the server uses it.
        """
        self.sent = 0  # number of requests
        self.server = server.origin
        self._proxy = _proxy(server)  # the proxy for requests, in words; empty: none
        self._has_passed = False  # whether any response has arrived
        self.too_large = Unknown(Cause.BAD_ANSWER, f"more than {limits.body} bytes")
        self._server = server
        self._limits = limits
        self._redirect_hosts = frozenset(redirect_hosts)
        about = f"{PROJECT}; mailto:{contact}" if contact else PROJECT
        self._headers = {
            "user-agent": f"sphinx-doi/{VERSION} ({about})",
            "accept": accept,
            "accept-encoding": "identity",
        }
        self._http2 = server.secure and find_spec("h2") is not None
        self._clients: dict[int, httpx.AsyncClient] = {}
        self._shared: httpx.AsyncClient | None = None

    async def aclose(self) -> None:
        """Close all connections."""
        await _close(*self._clients.values())

    async def get(self, target: str, worker: int) -> Reply | Unknown:
        """Send one GET request; return the response, or the reason why there is none.

        Redirects are followed only to `redirect_hosts`. The `target` is percent-encoded and begins
        at the server's root. Requests of one `worker` are sent one after the other.
        """
        together = self._shared is not None
        answer = await self._try(target, worker)
        if together and isinstance(answer, Unknown) and answer.cause is Cause.CONNECTION:
            # When one request broke the common connection, all requests under way on it failed.
            answer = await self._try(target, worker)
        return answer

    async def _try(self, target: str, worker: int) -> Reply | Unknown:
        limit = self._longest()
        try:
            async with asyncio.timeout(limit):
                url = httpx.URL(self._server.origin + target)
                if url.raw_path != target.encode("ascii"):  # httpx removes dot segments
                    return Unknown(Cause.BAD_ANSWER, "the DOI cannot be sent without changing it")
                with self._noting_proxy():
                    return await self._send(url, worker, follows=bool(self._redirect_hosts))
        except (TimeoutError, httpx.TimeoutException) as error:
            is_early = isinstance(error, httpx.ConnectTimeout)
            limit = self._limits.connect if is_early else limit
            peer = self._proxy or self._server.origin
            return Unknown(Cause.TIMEOUT, f"{peer} did not answer within {limit:g} s")
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            return _failure(error, self._server, self._proxy)
        except Exception as error:  # noqa: BLE001 (httpx lets errors of its HTTP/2 layers through)
            await self._give_up(worker)
            return _failure(error, self._server, self._proxy)

    @property
    def waits_for_proxy(self) -> bool:
        """Whether requests go through a proxy, and no response has arrived so far."""
        return bool(self._proxy) and not self._has_passed

    def _longest(self) -> float:
        """Return the time limit of a request in seconds.

        Until a response arrives through a proxy, it covers two connections: to the proxy and to the
        server.
        """
        limits = self._limits
        return min(limits.request, 2 * limits.connect) if self.waits_for_proxy else limits.request

    @contextmanager
    def _noting_proxy(self) -> Iterator[None]:
        """Log a note, once for each proxy, if a request through it takes several seconds."""
        if not self.waits_for_proxy or self._proxy in _NOTED:
            yield
            return
        timer = asyncio.get_running_loop().call_later(self._limits.connect / 2, _note, self._proxy)
        try:
            yield
        finally:
            timer.cancel()

    async def _send(self, url: httpx.URL, worker: int, *, follows: bool) -> Reply | Unknown:
        """Send one request; with `follows`, follow one redirect."""
        client = self._shared or self._client(worker)
        self.sent += 1
        async with client.stream("GET", url) as response:
            self._has_passed = True
            if response.http_version == "HTTP/2":
                self._shared = client
            other = self._led(response, url) if follows else None
            if other is None:
                return await self._reply(response)
        return await self._send(other, worker, follows=False)

    async def _reply(self, response: httpx.Response) -> Reply | Unknown:
        if response.headers.get("content-encoding", "identity") != "identity":
            return Unknown(
                Cause.BAD_ANSWER, "the answer is compressed, although no compression was requested"
            )
        body = bytearray()
        async for part in response.aiter_raw():
            body += part
            if len(body) > self._limits.body:
                return self.too_large
        headers = response.headers
        value = response.headers.get("retry-after")
        wait = retry_after(value, headers.get("date", ""), time()) if value else None
        is_redirected = response.url.host in self._redirect_hosts
        return Reply(
            response.status_code, bytes(body), wait, read_allowance(headers), is_redirected
        )

    def _led(self, response: httpx.Response, url: httpx.URL) -> httpx.URL | None:
        """Return the target of a redirect to an allowed host; None for any other response."""
        if not response.has_redirect_location:
            return None
        other = url.join(response.headers["location"])
        if other.userinfo or other.host not in self._redirect_hosts:
            return None
        return other.copy_with(scheme="https", port=None) if self._server.secure else other

    async def _give_up(self, worker: int) -> None:
        """Close a client that is in an unknown state after an error."""
        broken = {self._clients.get(worker), self._shared}
        self._shared = None
        self._clients = {
            number: client for number, client in self._clients.items() if client not in broken
        }
        await _close(*filter(None, broken))

    def _client(self, worker: int) -> httpx.AsyncClient:
        if worker not in self._clients:
            tls = self._tls
            try:
                self._clients[worker] = httpx.AsyncClient(
                    verify=tls,
                    http2=self._http2,
                    # For a proxy, the loopback address is a different machine.
                    trust_env=not self._server.loopback,
                    follow_redirects=False,
                    limits=httpx.Limits(max_connections=1, keepalive_expiry=_IDLE),
                    timeout=httpx.Timeout(self._limits.request, connect=self._limits.connect),
                    headers=self._headers,
                )
            except (httpx.InvalidURL, ValueError, ImportError) as error:
                # The error would quote the proxy's address, which may contain a password.
                raise OSError(_NO_SOCKS if isinstance(error, ImportError) else _NO_PROXY) from None
        return self._clients[worker]

    @cached_property
    def _tls(self) -> SSLContext:
        """The TLS context of all clients: SSL_CERT_FILE, or certifi's and the system's roots."""
        if not self._server.secure:
            return SSLContext(PROTOCOL_TLS_CLIENT)
        try:
            context = httpx.create_ssl_context()
            context.load_default_certs()
        except OSError as error:
            raise SSLError(_about_roots(error)) from error
        return context


def _note(proxy: str) -> None:
    if proxy not in _NOTED:
        _NOTED.add(proxy)
        _LOG.warning("note: waiting for %s", proxy)


def _about_roots(error: OSError) -> str:
    """Return the message about an unusable SSL_CERT_FILE or SSL_CERT_DIR."""
    name = "SSL_CERT_FILE" if os.environ.get("SSL_CERT_FILE") else "SSL_CERT_DIR"
    if isinstance(error, FileNotFoundError):
        why = "a file that does not exist"
    elif isinstance(error, IsADirectoryError):
        why = "a folder instead of a file"
    elif isinstance(error, SSLError):
        why = "a file without a certificate (PEM)"
    else:
        why = f"a file that cannot be read ({error.strerror})"
    return f"{name} names {why}: {os.environ.get(name, '')}"


async def _close(*clients: httpx.AsyncClient) -> None:
    for client in clients:
        with suppress(Exception):
            await client.aclose()


def _failure(error: Exception, server: Server, proxy: str) -> Unknown:
    """Return the outcome for an exception during a request to a server."""
    while isinstance(error, ExceptionGroup):  # raised, for example, for an invalid port
        error = error.exceptions[0]
    reason: BaseException | None = error
    while reason is not None and isinstance(error, (httpx.ConnectError, SSLError)):
        if isinstance(reason, SSLError) and not isinstance(reason, _LOST):
            return Unknown(Cause.TLS, _words(reason, "TLS failed"))
        reason = reason.__cause__ or reason.__context__
    peer = proxy or server.origin
    words = _words(error, "")
    is_foreign = not isinstance(error, (httpx.HTTPError, httpx.InvalidURL, OSError))
    if is_foreign or words.startswith("<"):  # an event or an error of the HTTP/2 layers
        done = "ended the request" if "Reset" in words else "sent an answer that is not valid HTTP"
        done = "closed the connection" if "Terminated" in words else done
        return Unknown(Cause.CONNECTION, f"{peer} {done}")
    is_closed = isinstance(error, httpx.NetworkError) or not words or words.startswith(_CLOSED)
    if not (is_closed or isinstance(error, (httpx.ProxyError, httpx.RemoteProtocolError))):
        return Unknown(Cause.CONNECTION, words)  # for example, an invalid address of a proxy
    if isinstance(error, httpx.ConnectError) and words:  # without words, a handshake was cut off
        hint = "" if proxy or server.loopback else "; if you need a proxy, set HTTPS_PROXY"
        return Unknown(Cause.CONNECTION, f"{peer} does not answer{hint}")
    if is_closed:
        return Unknown(Cause.CONNECTION, f"{peer} closed the connection")
    verb = " refused" if isinstance(error, httpx.ProxyError) else ""
    return Unknown(Cause.CONNECTION, f"{peer}{verb}: {words}")


def _proxy(server: Server) -> str:
    """Return the proxy that the environment sets for a server, in words; empty: none."""
    proxies = {} if server.loopback else getproxies_environment()
    kind = "https" if "https" in proxies else "all"
    if kind not in proxies or proxy_bypass(httpx.URL(server.origin).host):
        return ""
    scheme = "" if "://" in proxies[kind] else "http://"  # the default of httpx
    try:
        proxy = httpx.URL(scheme + proxies[kind])
    except httpx.InvalidURL:  # the client reports this
        return ""
    port = f":{proxy.port}" if proxy.port else ""  # no user name, which may come with a password
    address = f"{proxy.scheme}://{ascii(proxy.host)[1:-1]}{port}"
    return f"the proxy {address} ({kind.upper()}_PROXY)"


def _words(error: BaseException, otherwise: str) -> str:
    """Return an error's message, on one line and without control characters."""
    text = _in_words(error) if isinstance(error, SSLError) else str(error)
    if isinstance(error, OSError) and error.strerror and not isinstance(error, SSLError):
        text = error.strerror  # without `[Errno 104]`
    text = text.partition(": bytearray(")[0]  # h11 then quotes the bytes that are not HTTP
    return (
        "".join(
            character if character.isprintable() else ascii(character)[1:-1]
            for character in text[:200]
        )
        or otherwise
    )


def _in_words(error: SSLError) -> str:
    """Return the message about a TLS error."""
    if isinstance(error, SSLCertVerificationError):
        why = f"its certificate is not trusted here ({error.verify_message})"
        return _TLS_WORDS.get(
            error.verify_code, f"{why}; set SSL_CERT_FILE to a file with the certificates to trust"
        )
    reason: str | None = getattr(error, "reason", None)  # only for errors that OpenSSL found
    if reason in _NO_TLS:
        return f"the server does not use TLS; {_STRANGER}"
    if reason:
        return f"TLS failed ({reason.replace('_', ' ').lower()}); {_STRANGER}"
    # `str` would show the tuple of the arguments.
    return str(error) if error.strerror else ", ".join(map(str, error.args))
