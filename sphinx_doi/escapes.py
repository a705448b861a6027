"""rST's escapes undone, with the place of every character.

docutils marks an escaping backslash with NUL, one character for one, so that offsets stay; the
functions here take such text. MyST's roles have no escapes: their text goes through unchanged.
"""

from __future__ import annotations

from docutils.utils import escape2null

from mdlint_doi.lint.source import Written
from mdlint_doi.names.span import Span

__all__ = ["escape2null", "uri_at_end", "written"]


def written(marked: str, span: Span, start: int) -> Written:
    """Return the characters of `marked[span]` without their marks.

    Args:
        marked: a piece of a source with NUL for each escaping backslash.
        span: the part that is wanted.
        start: where `marked` begins in the source.

    """
    piece = span.cut(marked)
    if "\0" not in piece:
        return Written(piece, start + span.start)
    return _kept(piece, start + span.start, [*_meant(piece)])


def uri_at_end(marked: str, uri: str, end: int, start: int) -> Written | None:
    """Return the URI that ends at `marked[end]`, with its places; None if it does not.

    docutils drops white space inside a URI, so that one may go over several lines.

    Args:
        marked: a construct's text with NUL for each escaping backslash.
        uri: as docutils read it.
        end: the index in `marked` behind the URI.
        start: where `marked` begins in the source.

    """
    kept: list[int] = []
    wanted = len(uri)
    for at, character in reversed([*enumerate(marked[:end])]):
        if not wanted:
            break
        if character == uri[wanted - 1]:
            kept.append(at)
            wanted -= 1
        elif not (character == "\0" or character.isspace()):
            return None
    if wanted or not kept:
        return None
    return _kept(marked[:end], start, kept[::-1])


def coarse(text: str, span: Span) -> Written:
    """Return a text of which only the whole's place is known."""
    return Written(text, span.start, (*(span.start,) * len(text), span.end))


def _meant(piece: str) -> list[int]:
    """Return the indices of the characters that stay: no marks, no escaped white space."""
    kept, at = [], 0
    while at < len(piece):
        if piece[at] == "\0":
            at += 1
            if piece[at : at + 1] in {" ", "\n"}:
                at += 1
                continue
        if at < len(piece):
            kept.append(at)
        at += 1
    return kept


def _kept(piece: str, start: int, kept: list[int]) -> Written:
    text = "".join(piece[at] for at in kept)
    if kept and kept == [*range(kept[0], kept[0] + len(kept))]:
        return Written(text, start + kept[0])
    end = kept[-1] + 1 if kept else len(piece)
    places = (*(start + at for at in kept), start + end)
    return Written(text, places[0], places)
