"""The extension for Python-Markdown, which MkDocs and Zensical use.

    markdown.markdown(text, extensions=["doi"])

It does what the plugin for markdown-it does: links and images that lead to a resolver get the
canonical encoded address, and `<doi:…>` and `[t](doi:…)` become links; with `autolink`, DOIs in
running text do as well. Code, HTML and all other links stay unchanged.

Python-Markdown reads a text into elements. The addresses are changed in the elements after all
other processors, when escapes are undone; only `<doi:…>`, which is no element of its own, is read
before (Python-Markdown, "Writing extensions").
"""

from __future__ import annotations

import re
from typing import Any, Final
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from mdlint_doi.markdown_it.plugin import ANGLE, IN_ADDRESS
from mdlint_doi.names.doi import link_path
from mdlint_doi.names.link import canonical_in_text, canonical_of, may_name_doi
from mdlint_doi.names.scan.find import find
from mdlint_doi.names.spelling import Notations

_ADDRESSES: Final = {"a": "href", "img": "src"}
_NOT_TEXT: Final = frozenset({"a", "code", "pre", "script", "style"})
_BEFORE_AUTOLINKS: Final = 125
"""The priority of the rule for `<doi:…>`: before `autolink` (120) and `html` (90)."""
_LAST: Final = -10
"""The priority of the change of links: after `unescape` (0)."""


class DoiExtension(Extension):
    """The extension; `autolink`, `servers` and `profile` are as in `doi_plugin`."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as the base class has it
        """Receive the options.

        Raises:
            ValueError: for a profile that does not exist.
        """
        self.config = {
            "autolink": [False, "whether DOIs in running text become links"],
            "servers": [[], "further hosts that are resolvers"],
            "profile": ["handbook", "what is encoded: handbook, handbook-2025 or strict"],
        }
        super().__init__(**settings)
        link_path("", self.getConfig("profile"))

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Add the two processors."""
        md.inlinePatterns.register(_Angle(md), "doi_angle", _BEFORE_AUTOLINKS)
        md.treeprocessors.register(_Links(md, self), "doi_links", _LAST)


class _Angle(InlineProcessor):
    """Makes a link from `<doi:…>`; `_Links` then changes its address."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(ANGLE.pattern, md)
        self.compiled_re = re.compile(ANGLE.pattern, re.VERBOSE | re.IGNORECASE)

    def handleMatch(  # type: ignore[override]  # noqa: N802 - Python-Markdown's name
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return the element, and the range of the text that it replaces; None for no DOI."""
        del data
        if canonical_of(m["written"]) is None:
            return None, None, None
        link = Element("a", {"href": m["written"]})
        link.text = AtomicString(m["written"])
        return link, *m.span()


class _Links(Treeprocessor):
    """Changes the addresses of links, and makes links from DOIs in running text."""

    def __init__(self, md: Markdown, extension: DoiExtension) -> None:
        super().__init__(md)
        self._notations = Notations(tuple(extension.getConfig("servers")))
        self._profile = extension.getConfig("profile")
        self._autolink = extension.getConfig("autolink")

    def run(self, root: Element) -> None:
        """Change the elements below `root`."""
        for element in root.iter():
            attribute = _ADDRESSES.get(element.tag)
            address = element.get(attribute, "") if attribute else ""
            target = canonical_of(address, self._notations, self._profile) if address else None
            if attribute and target is not None:
                element.set(attribute, target.href)
        if self._autolink:
            self._link_text(root)

    def _link_text(self, element: Element) -> None:
        """Make links from the DOIs in the text of an element and of those in it."""
        if element.tag in _NOT_TEXT:
            return
        for child in [*element]:
            self._link_text(child)
            child.tail, links = self._split(child.tail)
            at = [*element].index(child) + 1
            element[at:at] = links
        element.text, links = self._split(element.text)
        element[0:0] = links

    def _split(self, text: str | None) -> tuple[str | None, list[Element]]:
        """Return the text before the first DOI, and a link for each, with the text behind it."""
        links: list[Element] = []
        if not text or not may_name_doi(text, self._notations):
            return text, links
        first = done = 0
        for candidate in find(text, self._notations, markup=False):
            target = canonical_in_text(candidate, self._profile)
            span = candidate.span
            is_inside = text[max(0, span.start - 1) : span.start] in IN_ADDRESS
            if target is None or (is_inside and "//" in candidate.written):
                continue
            if links:
                links[-1].tail = text[done : span.start]
            else:
                first = span.start
            link = Element("a", {"href": target.href})
            link.text = AtomicString(candidate.written)
            links.append(link)
            done = span.end
        if not links:
            return text, links
        links[-1].tail = text[done:]
        return text[:first], links
