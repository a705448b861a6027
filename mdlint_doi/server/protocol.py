"""The parts of the Language Server Protocol that this server supports.

Messages of a client are read strictly and without conversions: otherwise a change to the text
`null` would become the text "None". The readers raise `KeyError`, `TypeError` or `ValueError`.

Source: https://microsoft.github.io/language-server-protocol/specification, version 3.17.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol, TypeAlias

from mdlint_doi.server.documents import Encoding, Position, TextChange

Json: TypeAlias = dict[str, Any]
FIX_ALL: Final = "source.fixAll.mdlint-doi"
SOURCE: Final = "mdlint-doi"
"""The source of diagnostics that editors show."""
ENCODINGS: Final[dict[str, Encoding]] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}
CAPABILITIES: Final[Json] = {
    "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
    "notebookDocumentSync": {
        "notebookSelector": [{"notebook": "*", "cells": [{"language": "markdown"}]}]
    },
    "hoverProvider": True,
    "codeActionProvider": {
        "codeActionKinds": ["quickfix", "source.fixAll", FIX_ALL],
        "resolveProvider": True,
    },
    "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
}
_MOST: Final = 2**31 - 1


class Client(Protocol):
    """The part of the editor that checks use: it shows diagnostics and messages."""

    def publish(self, uri: str, version: int | None, diagnostics: list[Json]) -> None:
        """Show the diagnostics of a document in place of the previous ones."""

    def log(self, message: str) -> None:
        """Write a line to the editor's log of this server."""

    def warn(self, message: str) -> None:
        """Show a line to the user, and write it to the log."""


class ProtocolError(Exception):
    """A message that is refused.

    Attributes:
        code: the error code of JSON-RPC 2.0 or of the Language Server Protocol.
    """

    PARSE = -32700
    REQUEST = -32600
    METHOD = -32601
    PARAMETERS = -32602
    INTERNAL = -32603
    NOT_INITIALIZED = -32002
    MODIFIED = -32801
    CANCELLED = -32800

    def __init__(self, code: int, message: str) -> None:
        """Store the error code of the answer, and the message for people."""
        super().__init__(message)
        self.code = code


def within(value: object, *keys: str) -> Any:  # noqa: ANN401 - JSON
    """Return the value at a path of keys in nested objects; None if a key is missing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def text_of(value: object) -> str:
    """Return a string.

    Raises:
        TypeError: if the value is not a string.
    """
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def texts_of(value: object) -> list[str]:
    """Return a list of strings.

    Raises:
        TypeError: if the value is not a list of strings.
    """
    return [text_of(item) for item in list_of(value)]


def list_of(value: object) -> list[Any]:
    """Return a list.

    Raises:
        TypeError: if the value is not a list.
    """
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def number_of(value: object, least: int = -_MOST - 1) -> int:
    """Return a whole number; some clients write it with a decimal point.

    Raises:
        TypeError: if the value is not a whole number.
        ValueError: if it is less than `least`, or larger than an offset can be.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    if not least <= value <= _MOST:
        raise ValueError(value)
    return value


def uri_of(params: Json, key: str = "textDocument") -> str:
    """Return the address of a document."""
    return text_of(params[key]["uri"])


def position_of(value: Json) -> Position:
    """Return a position of a message."""
    return Position(number_of(value["line"], 0), number_of(value["character"], 0))


def positions_of(value: Json) -> tuple[Position, Position]:
    """Return the start and the end of a range."""
    return position_of(value["start"]), position_of(value["end"])


def changes_of(changes: object) -> list[TextChange]:
    """Return the changes of a message.

    Raises:
        ValueError: if a change ends before it starts, because editors interpret this differently,
            or a number is out of range.
        TypeError: if a member has a wrong type.
        KeyError: if a member is missing.
    """
    found = []
    for change in list_of(changes):
        if change.get("range") is None:
            found.append(TextChange(text_of(change["text"])))
            continue
        start, end = positions_of(change["range"])
        if start > end:
            raise ValueError(change)
        found.append(TextChange(text_of(change["text"]), start, end))
    return found


def texts_changed(message: object) -> list[str] | None:
    """Return the addresses of the documents that an invalid message meant to change.

    None means that it may be any document.

    Args:
        message: a decoded message that could not be handled; None: it was not JSON.
    """
    try:
        return [text_of(document["uri"]) for document in _changed(message)]
    except (AttributeError, LookupError, TypeError):
        return None


def _changed(message: Any) -> Iterable[Any]:  # noqa: ANN401 - a client may send anything
    """Return the values in a message that should identify documents."""
    if "id" in message and "method" not in message:
        return ()  # an answer to a request of the server
    params = message.get("params")
    match message["method"]:
        case "textDocument/didOpen" | "textDocument/didChange":
            return (params["textDocument"],)
        case "notebookDocument/didOpen":
            found: Iterable[Any] = params["cellTextDocuments"]
            return found
        case "notebookDocument/didChange":
            cells = params["change"].get("cells") or {}
            return [cell["document"] for cell in cells.get("textContent") or ()]
    return ()


def not_checked(reason: str) -> Json:
    """Return a diagnostic at the start of a document, with the reason why it was not checked."""
    place = {"line": 0, "character": 0}
    shown = {"severity": 2, "source": SOURCE, "message": f"not checked: {reason}"}
    return {"range": {"start": place, "end": place}, **shown}
