"""What is looked for on a page where `doi_check` is off: bad roles, and links to rewrite."""

from __future__ import annotations

from typing import NamedTuple

from docutils import nodes

from mdlint_doi.names.link import may_name_doi
from sphinx_doi.cached_links import canonical_target
from sphinx_doi.doctree.walk import walk
from sphinx_doi.role import MARK


class Glance(NamedTuple):
    """What there is.

    Attributes:
        has_bad_role: whether a role names no DOI, so that the page has no link.
        is_right: whether all links to DOIs are canonical.

    """

    has_bad_role: bool
    is_right: bool


def glance(doctree: nodes.document) -> Glance:
    """Go through a page once; where a role is bad, no further than to that."""
    is_right = True
    for node in walk(doctree, (nodes.inline, nodes.reference)):
        attributes = node.attributes if isinstance(node, nodes.Element) else {}
        if MARK in attributes:
            if "doi-invalid" in attributes["classes"]:
                return Glance(has_bad_role=True, is_right=False)
        elif is_right:
            target = attributes.get("refuri") or ""
            is_right = not may_name_doi(target) or canonical_target(target) == target
    return Glance(has_bad_role=False, is_right=is_right)
