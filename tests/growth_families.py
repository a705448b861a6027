"""Families of texts that grow, and what is done with them: one piece repeated, in one setting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from markdown_it import MarkdownIt

from mdlint_doi.lint.settings import Settings
from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.names.needles import may_hold_doi
from mdlint_doi.names.scan.find import find
from mdlint_doi.names.spelling import PUBLISHERS
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, judged, read_document
from mdlint_doi.text.source import Source

_ALL: Final = Settings(offline=True, select=("all",))
_PARSER: Final = MarkdownIt("commonmark").use(doi_plugin, autolink=True)


def check(text: str) -> None:
    """Read a document and ask every rule."""
    facts = Judge(_ALL).facts
    judged(read_document(Source("page.md", text), _ALL), facts)


def fix(text: str) -> None:
    """Read a document, ask every rule, and make every fix, guesses too."""
    facts = Judge(_ALL).facts
    with_fixes(read_document(Source("page.md", text), _ALL), facts, unsafe=True)


WAYS: Final[dict[str, Callable[[str], object]]] = {
    "prefilter": lambda text: may_hold_doi(text.encode(), PUBLISHERS),
    "find": find,
    "plugin": _PARSER.render,
    "check": check,
    "fix": fix,
}

PREFIXES: Final = (
    *("10.1234", "10.123.", "10%2E123", "10&#46;123", "10\\.123", "10.1234 ", "10.123.10\\.123."),
    *("10.", "10.10", "10.1234,", "10.1234-", "10.12345678901", ".10.123", "/10.123", "=10.123"),
    *("10.1234/a", "10.1234/a.", "doi:10.123.", "doi.org/10.123.", "(10.123.", "10.123.\n"),
)
"""What may begin a name and goes on as if it were none."""

SETTINGS: Final = (
    "{}",
    "x {} 10.1000/1\n",
    "[x](https://doi.org/10.1000/1 '{}')",
    "[{}](https://doi.org/10.1000/1)",
    "[x](https://doi.org/{})",
    "<https://doi.org/{}>",
    "https://www.nature.com/doi/{}",
    "---\ntitle: {}\n---\n",
    "{{doi}}`{}`",
)
"""Where it stands in a document."""

LINES: Final = (
    *("\r", "a\r", "> a\r", "- a\r", "a\r\r", "\r\n", "---\r", "# a\r", "| a |\r", "```\r"),
    *("- - - ", "* * * ", "---", "***", "_ _ _ _", "- - - x", "---\n", "|-", "| - ", ":-:|", "== "),
)
"""Lines that a return ends, and what may be a thematic break or a table's second line."""


def text_of(piece: str, setting: str, size: int) -> str:
    """Return the document of a family that is about `size` long."""
    return setting.format(piece * (size // len(piece)))
