"""The editor, as far as the checks know it: what can be said to it."""

from __future__ import annotations

from typing import Protocol

from mdlint_doi.server.diagnostics import Json


class Client(Protocol):
    """What the server says."""

    def publish(self, uri: str, version: int | None, diagnostics: list[Json]) -> None:
        """Show the diagnostics of a document in place of those before."""

    def log(self, message: str) -> None:
        """Write a line into the editor's log of this server."""

    def warn(self, message: str) -> None:
        """Show a line to the user, and write it into the log."""
