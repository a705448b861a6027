"""Options keep together: no line of a page ends between the hyphens of `--fix` and its word.

Browsers break a line behind a hyphen (Unicode Standard Annex 14, class HY). Other literal words may
be broken there on a narrow screen; `manual.css` keeps those whole that this module marks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_OPTION: Final = re.compile(r'<span class="pre">(?=--?\w)')
"""How Sphinx writes each word of a literal, here one that begins with a hyphen."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Mark the options when pages are written."""
    app.connect("html-page-context", mark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def mark(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], *_: object) -> None:
    """Give each word of a literal that is an option a class of its own."""
    if "body" in context:
        context["body"] = _OPTION.sub('<span class="pre option">', context["body"])
