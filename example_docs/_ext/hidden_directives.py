"""Directives in HTML comments: Sphinx runs them, and a code host that shows the page hides them.

A comment that begins with `<!-- {toctree}` and ends with `-->` on a separate line is read as a
fenced directive. The page keeps its number of lines, so that line numbers stay right.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_HIDDEN: Final = re.compile(r"^<!-- (\{[\w-]+\}.*?^)-->$", re.MULTILINE | re.DOTALL)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Convert the comments when Sphinx reads a page."""
    app.connect("source-read", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def show(app: Sphinx, page: str, source: list[str]) -> None:
    """Convert the comments of a Markdown page to directives."""
    if str(app.env.doc2path(page)).endswith(".md"):
        source[0] = _HIDDEN.sub(r"```\1```", source[0])
