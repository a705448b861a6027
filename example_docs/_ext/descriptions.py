"""The description of each page, for search engines and previews of links (https://ogp.me).

It comes from `descriptions.toml`; for the page of a rule, it is the rule's summary. The
descriptions have a separate file, because a code host would show metadata above a page as a table.
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
"""The image of previews, which cannot be an SVG."""
FIRST_TITLE: Final = "sphinx-doi: finds broken DOIs in documentation and fixes them"
"""The title of the first page, whose heading is only the name of the project."""
GENERATED: Final = frozenset({"genindex", "search", "py-modindex"})
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the descriptions when pages are written."""
    app.connect("html-page-context", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def describe(_app: Sphinx, page: str, _template: str, context: dict[str, Any], *_: object) -> None:
    """Add a page's description to its head; warn about a page of the manual without one."""
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
        logger.warning("%s has no description: write one into %s", page, FILE.name)


def description(page: str) -> str:
    """Return the description of a page; empty if it has none."""
    rule = by_code(page.rpartition("/")[2])
    if rule is not None:
        return re.sub(r"\s+", " ", f"{rule.code} {rule.name}: {rule.summary.replace('`', '')}")
    text: str = tomllib.loads(FILE.read_text(encoding="utf-8")).get(page, "")
    return text
