"""Run directives in comments, which a code host hides when it shows the page.

A comment `<!-- {toctree}`, with the directive's lines up to `-->` at the beginning of a line, is
read as a fenced directive. The page keeps its number of lines, so line numbers stay correct.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_HIDDEN: Final = re.compile(r"^<!-- (\{[\w-]+\}.*?^)-->$", re.MULTILINE | re.DOTALL)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Read each Markdown page with its directives."""
    app.connect("source-read", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def show(app: Sphinx, page: str, source: list[str]) -> None:
    """Turn the comments of a page into directives."""
    if str(app.env.doc2path(page)).endswith(".md"):
        source[0] = _HIDDEN.sub(r"```\1```", source[0])
