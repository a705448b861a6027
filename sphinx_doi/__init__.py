"""DOIs in Sphinx: a role, correct links in every output format, and checks in every build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.text.version import VERSION

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_LAST = 900


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the role, the checks, the builder `doi` and the DOI-aware `linkcheck` to Sphinx."""
    app.require_sphinx("7.3")  # the extra requires it, but users may install without the extra
    from sphinx_doi import options
    from sphinx_doi.checks import events, linkcheck
    from sphinx_doi.checks.builder import DoiBuilder
    from sphinx_doi.checks.store import DATA_VERSION, DoiDomain
    from sphinx_doi.links import (
        FillLinks,
        KeepNames,
        RewriteLinks,
        adapt_schemes,
        rewrite_resolved,
        rewrite_toctrees,
    )
    from sphinx_doi.page.origins import EVENT
    from sphinx_doi.references import DIRECTIVE, DoiReferences, KeepDois, ListReferences
    from sphinx_doi.sphinx_role import RoleClash

    options.add_values(app)
    app.add_event(EVENT)
    app.add_transform(FillLinks)
    app.add_transform(KeepNames)
    app.add_directive(DIRECTIVE, DoiReferences)
    app.add_post_transform(ListReferences)
    app.add_post_transform(RewriteLinks)
    app.add_post_transform(KeepDois)
    app.add_post_transform(linkcheck.TakeDoiLinks)
    app.add_builder(DoiBuilder)
    app.add_domain(DoiDomain)
    clash = RoleClash()
    clash.add_role(app)
    app.connect("config-inited", clash.take_out_of_extlinks)
    app.connect("config-inited", adapt_schemes)
    app.connect("config-inited", linkcheck.add_builder, priority=_LAST)
    app.connect("builder-inited", events.start, priority=_LAST)
    app.connect("builder-inited", linkcheck.warn_replaced, priority=_LAST)
    app.connect("env-get-outdated", events.outdated)
    app.connect("env-before-read-docs", events.begin_reading)
    app.connect("env-before-read-docs", clash.check, priority=_LAST)
    app.connect("doctree-read", events.read, priority=_LAST)
    app.connect("doctree-read", rewrite_toctrees, priority=_LAST)
    app.connect("doctree-resolved", rewrite_resolved, priority=_LAST)
    app.connect("env-updated", events.report, priority=_LAST)
    return {
        "version": VERSION,
        "env_version": DATA_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
