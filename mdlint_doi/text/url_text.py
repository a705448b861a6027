"""A URL as a browser takes it from an attribute of HTML.

Blanks around it are none of it, and tabs and line ends inside are dropped, also those that are
written as references, `&Tab;` (WHATWG URL, section 4.4, steps 1 to 3). So a link that a program
broke over two lines works.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo

URL_BLANKS: Final = " \t\n\f\r"
_DROPPED: Final = pattern(r"[\t\n\r]+")


def url_text(value: str) -> str:
    """Return the URL that the value of an attribute is, references undone."""
    return _DROPPED.sub("", value.strip(URL_BLANKS))


def placed_url(value: PlacedText) -> PlacedText:
    """Return the URL that the value of an attribute is, references undone, with its places."""
    stripped = value.text.strip(URL_BLANKS)
    start = value.text.find(stripped)
    url = value.part(start, start + len(stripped))
    if not _DROPPED.search(stripped):
        return url
    return undo(url.text, (0, len(url.text)), _DROPPED, lambda _: "").within(url)
