"""rST's escapes undone, with the place of every character.

docutils marks an escaping backslash with NUL, one character for one, so that offsets stay; the
functions here take such text, and give places in it. MyST's roles have no escapes: their text
goes through unchanged.
"""

from __future__ import annotations

from docutils.utils import escape2null

from mdlint_doi.text.source import Written
from mdlint_doi.text.span import Span

__all__ = ["coarse", "doubled", "escape2null", "in_python", "is_coarse", "uri_at_end", "written"]


def written(marked: str, span: Span) -> Written:
    """Return the characters of `marked[span]` without the marks for backslashes."""
    piece = span.cut(marked)
    if "\0" not in piece:
        return Written(piece, span.start)
    return _kept(marked, [span.start + at for at in _meant(piece)], span.end)


def uri_at_end(marked: str, uri: str, end: int) -> Written | None:
    """Return the URI that ends at `marked[end]`, with its places; None if it does not.

    docutils drops white space inside a URI, so that one may go over several lines.

    Args:
        marked: a construct's text with NUL for each escaping backslash.
        uri: as docutils read it.
        end: the index in `marked` behind the URI.

    """
    if marked.endswith(uri, 0, end):
        return Written(uri, end - len(uri))
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


def coarse(text: str, span: Span) -> Written:
    """Return a text of which only the whole's place is known."""
    return Written(text, span.start, (*(span.start,) * len(text), span.end))


def is_coarse(here: Written) -> bool:
    """Return whether only the whole's place is known, so that no part can be replaced."""
    places = here.offsets
    return places is not None and len(places) > 2 and places[0] == places[1]


def in_python(here: Written, text: str) -> Written:
    r"""Return places in `text` as places in a Python string that is not raw.

    There each backslash of `text` is written as `\\`.
    """
    doubled = [0]
    for character in text:
        doubled.append(doubled[-1] + (2 if character == "\\" else 1))
    places = [here.at(index) for index in range(len(here.text) + 1)]
    return Written(here.text, doubled[places[0]], tuple(doubled[place] for place in places))


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


def _kept(marked: str, kept: list[int], end: int) -> Written:
    text = "".join(marked[at] for at in kept)
    if not kept or kept == [*range(kept[0], end)]:
        return Written(text, kept[0] if kept else end)
    return Written(text, kept[0], (*kept, end))
