"""Message catalogues (`.po`) as a format: the texts of their messages, and their translations.

A message is one text, however many lines contain it. Nothing is fixed: the text of a message is the
key of its translation, and a changed text is not translated any more.

Source: the GNU gettext manual, "The Format of PO Files".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.formats.parts import Parts, read_parts
from mdlint_doi.lint.document import Document, Unread
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names import needles
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.pattern import bytes_pattern, pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

__all__ = ["Text", "may_hold_doi", "read", "same_page", "texts"]

_LINE: Final = pattern(
    r"""^\ufeff?[ \t]*+ (?:
      (?:(?P<word>(?:msg[a-z_]++(?:\[\d++\])?|domain))[ \t]*+)?
      (?:"(?P<text>[^\r\n]*)"[ \t]*+)?\r?$
    | (?P<comment>\#[^\r\n]*+)
    | (?P<broken>\S[^\r\n]*+) )""",
    re.VERBOSE | re.MULTILINE,
)
_ESCAPE: Final = pattern(r"\\(.)|.", re.DOTALL)
_CONTROLS: Final = {"n": "\n", "t": "\t", "r": "\r"}
_CODE: Final = pattern(r"(?<![\w:`])(`{1,2})[^`\s<>]{1,300}\1(?![\w`])")
"""A word in backticks is code in Markdown, AsciiDoc and reStructuredText, unless it has a role."""
_BROKEN: Final = (
    "a line of the catalog is neither a comment nor a text in quotes; check the file with msgfmt"
)
_JOINT: Final = bytes_pattern(rb'"[ \t]*\r?\n[ \t]*"')


class Text(NamedTuple):
    """One of the texts of a message.

    Attributes:
        word: its keyword, such as `msgid` or `msgstr[1]`.
        text: the text without escapes, with its places in the file.
    """

    word: str
    text: PlacedText


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    """Return whether a catalogue may contain a DOI, even one on several lines."""
    return needles.may_hold_doi(_JOINT.sub(b"", data), notations)


def read(source: Source, settings: Settings) -> Document:
    """Return the mentions in the texts of a catalogue, and the suppressions in its comments."""
    running: list[PlacedText] = []
    for _, whole in texts(source.text):
        words = _CODE.sub(lambda code: " " * len(code[0]), whole.text)
        text = whole.replace(text=words)
        running += (text, PlacedText.of_offsets("\n", (text.whole.end, text.whole.end)))
    comments: list[Span] = []
    broken: list[Span] = []
    for line in _LINE.finditer(source.text):
        if line["comment"] is not None:
            comments.append(Span(*line.span("comment")))
        elif line["broken"] is not None:
            broken.append(Span(*line.span("broken")))
    parts = Parts(PlacedText.joined(running or [PlacedText("", 0)]), comments=tuple(comments))
    unread = tuple(Unread(_BROKEN, span) for span in broken[:1])
    return read_parts(source, parts, settings, "#").replace(unread=unread)


def same_page(settings: Settings) -> None:
    """Return no guard: nothing is fixed."""


def texts(catalog: str) -> Iterator[Text]:
    """Yield the texts of the messages, in order; a wrapped text is joined."""
    word, pieces = "", list[PlacedText]()
    for line in _LINE.finditer(catalog):
        if line["word"]:
            if pieces:
                yield Text(word, PlacedText.joined(pieces))
            word, pieces = line["word"], []
        if line["text"] is not None:
            pieces.append(_unescaped(catalog, *line.span("text")))
    if pieces:
        yield Text(word, PlacedText.joined(pieces))


def _unescaped(catalog: str, start: int, end: int) -> PlacedText:
    if "\\" not in catalog[start:end]:
        return PlacedText(catalog[start:end], start)
    found = [*_ESCAPE.finditer(catalog, start, end)]
    text = "".join(
        _CONTROLS.get(escape[1], escape[1]) if escape[1] else escape[0] for escape in found
    )
    return PlacedText.of_offsets(text, [*(escape.start() for escape in found), end])
