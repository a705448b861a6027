"""DOIs are shown as they are written: typographic quotes, dashes and dots are for prose.

Sphinx makes an en dash of `--` in all text, in links and bare addresses, too. Who copies such a
name from a page has another name; and the checks, which read the page, would blame the author.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from docutils import nodes
from sphinx.transforms import SphinxSmartQuotes, SphinxTransform
from sphinx.util.nodes import is_smartquotable

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from sphinx_doi.checks.store import domain_of
from sphinx_doi.page.spellings import Spellings
from sphinx_doi.page.walk import around, walk

_CHANGED: Final = pattern(r"--|\.\.\.|['\"`]")
"""What Sphinx would write otherwise."""


class KeepNames(SphinxTransform):
    """Take the DOIs in texts out of what `SphinxSmartQuotes` changes."""

    default_priority = SphinxSmartQuotes.default_priority - 1

    def apply(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Divide the texts in place."""
        if not SphinxSmartQuotes(self.document, None).is_available():
            return
        spellings = domain_of(self.env).reader.spellings
        texts = walk(self.document, (), _may_be_changed)
        # All texts of a parent at once: docutils looks for each child that is to be replaced.
        for parent in {id(text.parent): text.parent for text in texts}.values():
            children = parent.children
            parent[:] = [piece for child in children for piece in _pieces(child, spellings)]


def _may_be_changed(text: str) -> bool:
    """Return whether a word of a text may be a name with a sign that Sphinx changes."""
    if "10." not in text:
        return False
    return any("10." in word and _CHANGED.search(word) for word in text.split())


def _pieces(node: nodes.Node, spellings: Spellings) -> Iterator[nodes.Node]:
    """Yield a node; of a text its pieces, of which those that are DOIs will stay as they are."""
    if not (isinstance(node, nodes.Text) and _may_be_changed(node) and is_smartquotable(node)):
        yield node
        return
    yield from _divided(node, spellings)


def _divided(text: nodes.Text, spellings: Spellings) -> Iterator[nodes.Text]:
    end = 0
    for span in _names_in(text, spellings):
        if span.start >= end and _CHANGED.search(text, *span):
            if span.start > end:
                yield nodes.Text(text[end : span.start])
            name = nodes.Text(text[span.start : span.end])
            name.support_smartquotes = False  # type: ignore[attr-defined]
            yield name
            end = span.end
    if end < len(text):
        yield nodes.Text(text[end:])


def _names_in(text: nodes.Text, spellings: Spellings) -> Iterator[Span]:
    """Yield where DOIs stand: in a link the one that it leads to, though prose would end it."""
    link = next((one for one in around(text) if isinstance(one, nodes.reference)), None)
    spelling = None if link is None else spellings.read(link.get("refuri", ""))
    name = str(spelling.doi) if spelling is not None and spelling.doi is not None else ""
    at = text.find(name) if name else -1
    if at >= 0:
        yield Span(at, at + len(name))
    else:
        yield from (candidate.span for candidate in spellings.candidates(text))
