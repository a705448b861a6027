"""Keep options in one piece: no line of a page ends after the hyphens of `--fix`.

Browsers break a line after a hyphen (Unicode Standard Annex 14, class HY). Other literal words may
be broken there on a narrow screen; `manual.css` prevents this for the words that this module marks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_OPTION: Final = re.compile(r'<span class="pre">(?=--?\w)')
"""Sphinx's HTML before a word of a literal, if the word begins with a hyphen."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Mark the options when pages are written."""
    app.connect("html-page-context", mark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def mark(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], *_: object) -> None:
    """Add the class `option` to each literal word that is an option."""
    if "body" in context:
        context["body"] = _OPTION.sub('<span class="pre option">', context["body"])
