"""rST's escapes undone, with the place of every character.

docutils marks an escaping backslash with NUL, one character for one, so that offsets stay; the
functions here take such text, and give places in it. MyST's roles have no escapes: their text
goes through unchanged.
"""

from __future__ import annotations

from docutils.utils import escape2null

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

__all__ = ["doubled", "escape2null", "in_python", "uri_at_end", "written"]


def written(marked: str, span: Span) -> PlacedText:
    """Return the characters of `marked[span]` without the marks for backslashes."""
    piece = span.cut(marked)
    if "\0" not in piece:
        return PlacedText(piece, span.start)
    return _kept(marked, [span.start + at for at in _meant(piece)], span.end)


def uri_at_end(marked: str, uri: str, end: int) -> PlacedText | None:
    """Return the URI that ends at `marked[end]`, with its places; None if it does not.

    docutils drops white space inside a URI, so that one may go over several lines.

    Args:
        marked: a construct's text with NUL for each escaping backslash.
        uri: as docutils read it.
        end: the index in `marked` behind the URI.

    """
    if marked.endswith(uri, 0, end):
        return PlacedText(uri, end - len(uri))
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
    return _kept(marked, kept[::-1], kept[0] + 1)


def in_python(here: PlacedText, text: str) -> PlacedText:
    r"""Return places in `text` as places in a Python string that is not raw.

    There each backslash of `text` is written as `\\`.
    """
    doubled = [0]
    for character in text:
        doubled.append(doubled[-1] + (2 if character == "\\" else 1))
    places = [here.at(index) for index in range(len(here.text) + 1)]
    return PlacedText.of_offsets(here.text, [doubled[place] for place in places])


def doubled(raw: str) -> tuple[str, ...]:
    """Return the text as it stands in a Python string that is not raw, if that differs."""
    return (raw.replace("\\", "\\\\"),) if "\\" in raw else ()


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


def _kept(marked: str, kept: list[int], end: int) -> PlacedText:
    text = "".join(marked[at] for at in kept)
    if not kept or kept == [*range(kept[0], end)]:
        return PlacedText(text, kept[0] if kept else end)
    return PlacedText.of_offsets(text, (*kept, end))
