"""DOI links of the output that were not made by the role: the target is made canonical.

Resolver links of any age, library proxies, `doi:` and its kin, from rST, MyST, Markdown
autolinks and bibliographies; in these also names that TeX's escapes or braces spoil. The visible
text stays as the author wrote it. Left alone are links that do something else than resolving (the
Handle API, publishers), ordinary pages of doi.org and links that name no DOI. Runs before the
writers' own post-transforms, so that LaTeX's and EPUB's printed addresses are right, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import DoctreeReadEvent
from sphinx.transforms.post_transforms import SphinxPostTransform

from mdlint_doi.names.link import canonical_of, may_name_doi
from sphinx_doi.checks.store import domain_of
from sphinx_doi.page.bibliography import repaired_link
from sphinx_doi.page.spellings import canonical_target
from sphinx_doi.page.walk import walk
from sphinx_doi.role import MARK

KEEP_TARGETS = frozenset({"doi", "linkcheck"})
"""The builders that show the author's own links."""
_KNOWN = frozenset({"sphinx", "myst_parser", "sphinx_doi"})
"""Packages that make no link to a DOI of anything when a page is written."""
_BY_PROJECT = "sphinx.ext.linkcode"
"""What makes links that a function in `conf.py` returns."""
_LATE_EVENTS = ("doctree-read", "missing-reference", "doctree-resolved")
_READ = DoctreeReadEvent.default_priority


class RewriteLinks(SphinxPostTransform):
    """Give every link to a DOI its canonical target."""

    default_priority = 350

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Change the targets in place."""
        if self._is_right():
            return
        files = domain_of(self.env).reader.files
        for node in references(self.document):
            target = node.attributes.get("refuri")
            if target and may_name_doi(target) and MARK not in node.attributes:
                entry = repaired_link(files, target)
                node.attributes["refuri"] = entry or canonical_target(target)

    def _is_right(self) -> bool:
        """Return whether the document is a page as it was read, all of whose links were right.

        Where all goes into one file, the first page has others in it: those of its tables of
        contents, and LaTeX's appendices. `todolist` resolves what stands on other pages, too.
        """
        env, document = self.env, self.document
        domain = domain_of(env)
        return (
            domain.is_right(env.docname)
            and not domain.has_late_links
            and env.docname not in env.toctree_includes
            and document.get("source") == str(env.doc2path(env.docname))
            and not any(isinstance(one, nodes.document) for one in document.children)
        )


class EncodeForTex(SphinxPostTransform):
    r"""Write `$` as `%24` in DOI links of LaTeX, which names the same DOI.

    Sphinx escapes it as `\$`, and hyperref puts what that means in print into the target.
    """

    default_priority = 360
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Change the targets in place."""
        for node in references(self.document):
            target = node.attributes.get("refuri") or ""
            if "$" in target and (MARK in node.attributes or canonical_of(target) is not None):
                node["refuri"] = target.replace("$", "%24")


def _has_late_links(app: Sphinx) -> bool:
    """Return whether an extension, or `conf.py`, may put links into a page behind its reading.

    Sphinx itself makes links to pages and to other projects then, but sphinxcontrib-bibtex those of
    bibliographies.
    """
    handlers = [
        one.handler for event in _LATE_EVENTS for one in app.events.listeners.get(event, ())
    ]
    transforms = [
        *(one for one in app.registry.get_transforms() if (one.default_priority or 0) >= _READ),
        *app.registry.get_post_transforms(),
    ]
    made_by = (*transforms, *map(type, app.env.domains.values()), *handlers)
    modules = {str(getattr(one, "__module__", "")) for one in made_by}
    return _BY_PROJECT in modules or any(one.partition(".")[0] not in _KNOWN for one in modules)


def references(document: nodes.document) -> Iterator[nodes.reference]:
    """Yield the links of a document."""
    return cast("Iterator[nodes.reference]", walk(document, (nodes.reference,)))


def add_rewriting(app: Sphinx) -> None:
    """Switch the rewriting on, if the project wants it and the builder writes pages."""
    if app.config.doi_rewrite_links and app.builder.name not in KEEP_TARGETS:
        domain_of(app.env).has_late_links = _has_late_links(app)
        app.add_post_transform(RewriteLinks)


def rewrite_toctrees(app: Sphinx, doctree: nodes.document) -> None:
    """Make the links in a page's tables of contents canonical; they show what the author wrote.

    They end up in other pages' navigation, too, where no transform sees them.
    """
    env = app.env
    if not app.config.doi_rewrite_links or env.docname not in env.toctree_includes:
        return
    for root in (env.tocs[env.docname], doctree):
        for node in root.findall(addnodes.toctree):
            node["entries"] = [_canonical_entry(*one) for one in node["entries"]]


def _canonical_entry(title: str | None, target: str) -> tuple[str | None, str]:
    canonical = canonical_target(target)
    return (title, target) if canonical == target else (title or target, canonical)


def allow_doi_scheme(app: Sphinx, config: Config) -> None:  # noqa: ARG001 - an event's signature
    """Let MyST make links of `<doi:…>` and `[text](doi:…)`, unless the user set the schemes."""
    if "myst_url_schemes" not in config:
        return
    schemes = config.myst_url_schemes
    if schemes != config.values["myst_url_schemes"].default:
        return
    if isinstance(schemes, dict):
        config.myst_url_schemes = {**schemes, "doi": None}
    else:
        config.myst_url_schemes = (*schemes, "doi")
