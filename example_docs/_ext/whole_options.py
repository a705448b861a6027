"""Keep options whole: no line of a page ends between the hyphens of `--fix` and its word.

Browsers break a line after a hyphen (Unicode Standard Annex 14, class HY). On a narrow screen this
is wanted for other literal words. This module marks the options, and `manual.css` keeps them whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_OPTION: Final = re.compile(r'<span class="pre">(?=--?\w)')
"""The start of a literal word in Sphinx's HTML, if the word begins with a hyphen."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Mark the options when pages are written."""
    app.connect("html-page-context", mark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def mark(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], *_: object) -> None:
    """Add the class `option` to each literal word that is an option."""
    if "body" in context:
        context["body"] = _OPTION.sub('<span class="pre option">', context["body"])
