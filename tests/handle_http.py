"""The transport of the fake DOI system: HTTP/1.1 on sockets, and all ways to break an answer."""

from __future__ import annotations

import socket
import ssl
import struct
import sys
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from handle_faults import FaultKind
    from handle_server import HandleServer
    from handle_world import Answer

_LOST: Final = (ConnectionError, TimeoutError, ssl.SSLError)
_RESET_ON_CLOSE: Final = struct.pack("ii", 1, 0)


class Listener(ThreadingTCPServer):
    """Takes connections, each in a thread that `stop` ends."""

    allow_reuse_address = True
    request_queue_size = 1024

    def __init__(self, owner: HandleServer, context: ssl.SSLContext | None) -> None:
        self.owner, self.context = owner, context
        if context:
            context.sslsocket_class = TlsSocket
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), Connection)

    @property
    def port(self) -> int:
        """The port that was free."""
        return int(self.server_address[1])

    def finish_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the base's
        """Serve a connection, in its own thread."""
        connection: socket.socket = request
        try:
            with suppress(*_LOST):
                if self.context:
                    connection = self.context.wrap_socket(request, server_side=True)
                self.open.add(connection)
                if not self.owner.stopping.is_set():
                    Connection(connection, client_address, self)
        finally:
            self.open.discard(connection)
            connection.close()

    def handle_error(self, *_: object) -> None:
        """Keep what went wrong in a thread for the test to see."""
        error = sys.exception()
        if error is not None:
            self.owner.errors.append(error)

    def stop(self) -> None:
        """End the threads of all connections, then the server."""
        self.shutdown()
        for connection in self.open.copy():
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.server_close()


class TlsSocket(ssl.SSLSocket):
    """A socket that closes itself if the client leaves before the handshake.

    `SSLSocket` of Python 3.11.7 reads once from such a socket, and leaves it open when that fails.
    """

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        """Read; close the socket if the connection is lost."""
        try:
            return super().recv(buflen, flags)
        except ConnectionError:
            self.close()
            raise


class Connection(BaseHTTPRequestHandler):
    """One connection, over any number of requests."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Listener

    def setup(self) -> None:
        """Count the connection."""
        super().setup()
        with self.server.owner.lock:
            self.server.owner.seen.connections += 1

    def do_GET(self) -> None:
        """Answer, after the time it takes."""
        owner = self.server.owner
        owner.busy(1)
        try:
            target = self.requestline.split(" ")[1]  # `path` has lost a slash of `//`
            fault, answer = owner.take(target, self.headers.get("User-Agent", ""))
            owner.wait()
            self._reply(fault, answer)
        finally:
            owner.busy(-1)

    do_HEAD = do_GET  # noqa: N815 - the base's

    def _reply(self, fault: FaultKind | None, answer: Answer) -> None:
        match fault:
            case "reset" | "drop":
                self._leave(reset=fault == "reset")
            case "hang":
                self.server.owner.stopping.wait()
                self._leave()
            case "cut":
                raw = self._raw(answer)
                self.wfile.write(raw[: len(raw) - len(answer.body) // 2])
                self._leave()
            case "drip":
                self._drip(self._raw(answer))
            case _:
                self.wfile.write(self._raw(answer))

    def _leave(self, *, reset: bool = False) -> None:
        self.close_connection = True
        if reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)

    def _drip(self, raw: bytes) -> None:
        for byte in raw:
            self.wfile.write(bytes([byte]))
            if self.server.owner.stopping.wait(self.server.owner.drip_seconds):
                return self._leave()
        return None

    def _raw(self, answer: Answer) -> bytes:
        with self.server.owner.lock:
            self.server.owner.seen.statuses[answer.status] += 1
        fields = (
            ("Server", "fake-doi"),
            ("Date", self.date_time_string(time.time())),
            ("Content-Type", answer.content_type),
            ("Content-Length", str(len(answer.body))),
            *answer.headers,
        )
        reason = self.responses.get(answer.status, ("Status",))[0]
        lines = [f"HTTP/1.1 {answer.status} {reason}", *(f"{k}: {v}" for k, v in fields), "", ""]
        body = b"" if self.command == "HEAD" else answer.body
        return "\r\n".join(lines).encode("latin-1") + body

    def log_message(self, *_: object) -> None:
        """Say nothing."""
