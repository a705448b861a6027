"""Families of texts that grow, and what is done with them: one piece repeated, in one setting."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

from markdown_it import MarkdownIt

from mdlint_doi.formats.markdown.needles import may_hold_doi
from mdlint_doi.lint.settings import Settings
from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.names.scan.find import find
from mdlint_doi.pipeline import Learned, facts_of
from mdlint_doi.project.documents import judged, read_document, with_fixes
from mdlint_doi.text.source import Source

MOST: Final = 2.6
"""Twice the text may take that much more time."""
_SHORTEST: Final = 0.02
"""Seconds of processor time below which a clock says nothing."""
_TRIES: Final = 8

_ALL: Final = Settings(offline=True, select=("all",))
_PARSER: Final = MarkdownIt("commonmark").use(doi_plugin, autolink=True)


def check(text: str) -> None:
    """Read a document and ask every rule."""
    facts = facts_of(_ALL, Learned(), (), None)
    judged(read_document(Source("page.md", text), _ALL), facts)


def fix(text: str) -> None:
    """Make every fix, guesses too."""
    facts = facts_of(_ALL, Learned(), (), None)
    with_fixes(read_document(Source("page.md", text), _ALL), facts, unsafe=True)


WAYS: Final[dict[str, Callable[[str], object]]] = {
    "prefilter": lambda text: may_hold_doi(text.encode(), urls=True),
    "find": find,
    "check": check,
    "plugin": _PARSER.render,
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


def text_of(piece: str, setting: str, size: int) -> str:
    """Return the document of a family that is about `size` long."""
    return setting.format(piece * (size // len(piece)))


def ratio(way: Callable[[str], object], small: str, large: str) -> float:
    """Return how much longer the large text takes: the least of some tries.

    Noise only ever adds to a time, so that the shortest of each is taken, and no more tries are
    made than a good one needs; a time too short to be measured counts as no growth.
    """
    least_small = least_large = float("inf")
    for _ in range(_TRIES):
        least_large = min(least_large, seconds(way, large))
        if least_large < _SHORTEST:
            return 1.0
        least_small = min(least_small, seconds(way, small))
        if least_large <= MOST * least_small:
            break
    return least_large / max(least_small, 1e-9)


def seconds(way: Callable[[str], object], text: str) -> float:
    """Return the processor time that a text takes."""
    gc.collect()
    gc.disable()  # it walks through all that is alive: that grows with what ran before, too
    try:
        start = time.process_time()
        way(text)
        return time.process_time() - start
    finally:
        gc.enable()
