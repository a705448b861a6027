"""Add a description to each page, for search engines and previews of links.

The descriptions come from `descriptions.toml` or, for the page of a rule, from the rule's summary.
The tags for previews are described at https://ogp.me.

The descriptions have a file of their own, because a code host shows front matter as a table.
"""

from __future__ import annotations

import re
import tomllib
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.util import logging

from mdlint_doi.lint.rules import by_code

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FILE: Final = Path(__file__).parents[1] / "descriptions.toml"
IMAGE: Final = (
    "https://raw.githubusercontent.com/sphinx-doi/sphinx-doi/main/example_docs/_static/logo.png"
)
"""The picture in previews, which do not show SVG."""
FIRST_TITLE: Final = "sphinx-doi: finds broken DOIs in documentation and fixes them"
"""The title of the first page, whose heading is only a name."""
GENERATED: Final = frozenset({"genindex", "search", "py-modindex"})
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the descriptions when pages are written."""
    app.connect("html-page-context", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def describe(_app: Sphinx, page: str, _template: str, context: dict[str, Any], *_: object) -> None:
    """Add a page's description to its head; warn if a page of the manual has none."""
    text = description(page)
    context["first_title"] = FIRST_TITLE
    if text:
        heading = unescape(re.sub("<[^>]*>", "", context["title"]))
        title = FIRST_TITLE if page == context["master_doc"] else heading
        tags = {"title": title, "description": text, "type": "website", "site_name": "sphinx-doi"}
        context["metatags"] += f'<meta name="description" content="{escape(text)}">' + "".join(
            f'<meta property="og:{name}" content="{escape(words)}">'
            for name, words in (tags | {"image": IMAGE}).items()
        )
    elif page not in GENERATED and not page.startswith("_modules"):
        logger.warning("%s has no description; add one to %s", page, FILE.name)


def description(page: str) -> str:
    """Return the description of a page; empty if there is none."""
    rule = by_code(page.rpartition("/")[2])
    if rule is not None:
        return re.sub(r"\s+", " ", f"{rule.code} {rule.name}: {rule.summary.replace('`', '')}")
    text: str = tomllib.loads(FILE.read_text(encoding="utf-8")).get(page, "")
    return text
