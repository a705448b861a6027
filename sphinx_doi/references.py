"""Lists of the works to which a page or a project links, and DOIs in formats without links.

The directive `doi-references` leaves an empty container in the doctree. When a page is written, a
list takes its place, because only then the links of all pages are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

from mdlint_doi.names.doi import Doi
from sphinx_doi.checks.store import PageLinks, domain_of
from sphinx_doi.page.shown import canonical_link, target_of
from sphinx_doi.page.walk import walk
from sphinx_doi.role import MADE

if TYPE_CHECKING:
    from sphinx_doi.citations import Citations

DIRECTIVE: Final = "doi-references"
_SCOPES: Final = ("page", "project")
_SCOPE: Final = "doi-scope"
_DOCNAME: Final = "doi-docname"
"""The attributes of the container: which works the list has, and the page of the directive."""
_ADDRESSES: Final = {"text": "", "man": "man_show_urls", "texinfo": "texinfo_show_urls"}
"""The formats without links, and the settings with which they print the addresses of links."""


def shows_addresses(output: str, config: Config) -> bool:
    """Return whether a format of the output has links, or prints their addresses."""
    setting = _ADDRESSES.get(output)
    return setting is None or (bool(setting) and config[setting] not in {False, "no"})


class DoiReferences(SphinxDirective):
    """The directive `doi-references`: a list of the works to which a page or the project links."""

    option_spec: ClassVar[OptionSpec] = {
        "scope": lambda argument: directives.choice(argument, _SCOPES)
    }

    def run(self) -> list[nodes.Node]:
        """Return the place of the list."""
        scope = self.options.get("scope", _SCOPES[0])
        domain_of(self.env).keep_scope(self.env.docname, scope)
        node = nodes.container(**{_SCOPE: scope, _DOCNAME: self.env.docname})
        self.set_source_info(node)
        return [node]


def links_of(doctree: nodes.document) -> PageLinks:
    """Return the DOIs to which a page links, and those whose works it shows."""
    names: dict[Doi, None] = {}
    shown: dict[Doi, None] = {}
    for node in cast("Iterator[nodes.Element]", walk(doctree, (nodes.reference,))):
        if (link := canonical_link(target_of(node))) is not None:
            names[link.doi] = None
            if MADE in node:
                shown[link.doi] = None
    return PageLinks(tuple(map(str, names)), tuple(map(str, shown)))


class ListReferences(SphinxPostTransform):
    """Puts the lists in the place of the containers of `doi-references`."""

    default_priority = 340

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Replace the containers in place."""
        domain = domain_of(self.env)
        if not domain.build.lists_works:
            return
        for node in cast("list[nodes.container]", [*walk(self.document, (nodes.container,))]):
            if _SCOPE in node:
                names = domain.linked(node[_DOCNAME], node[_SCOPE])
                node.replace_self([_list(names, domain.build.citations)] if names else [])


def _list(names: Sequence[Doi], citations: Citations | None) -> nodes.Element:
    """Return the list of references to works."""
    items = []
    for doi in citations.references(names) if citations else names:
        link = nodes.reference("", f"doi:{doi}", internal=False, refuri=doi.url(), classes=["doi"])
        before = citations.reference(doi) if citations else ()
        items.append(nodes.list_item("", nodes.paragraph("", "", *before, link)))
    return nodes.bullet_list("", *items, classes=[DIRECTIVE], bullet="*")


class KeepDois(SphinxPostTransform):
    """Adds the DOI to a link that shows its work, in formats without links."""

    default_priority = 360
    formats = tuple(_ADDRESSES)

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Add the texts in place."""
        if domain_of(self.env).build.shows_addresses:
            return
        for node in cast("Iterator[nodes.reference]", walk(self.document, (nodes.reference,))):
            if MADE in node and node.astext() != node[MADE]:
                node.append(nodes.Text(f", {node[MADE]}"))
