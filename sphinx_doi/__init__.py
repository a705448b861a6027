"""DOIs in Sphinx: a role, right links in every format, checks in every build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.text.version import VERSION

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_ENV_VERSION = 5
_LAST = 900


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the role, the checks, the builder `doi` and the DOI-aware `linkcheck` to Sphinx."""
    app.require_sphinx("7.3")  # who installs without the extra may have an older one
    from sphinx_doi import options
    from sphinx_doi.checks import events
    from sphinx_doi.checks.builder import DoiBuilder
    from sphinx_doi.checks.linkcheck import DoiLinkcheckBuilder
    from sphinx_doi.checks.store import DoiDomain
    from sphinx_doi.links import (
        EncodeForTex,
        KeepNames,
        add_rewriting,
        allow_doi_scheme,
        rewrite_toctrees,
    )

    options.add_values(app)
    app.add_transform(KeepNames)
    app.add_post_transform(EncodeForTex)
    app.add_builder(DoiBuilder)
    app.add_builder(DoiLinkcheckBuilder, override=True)
    app.add_domain(DoiDomain)
    app.connect("config-inited", allow_doi_scheme)
    app.connect("builder-inited", events.start, priority=_LAST)
    app.connect("env-get-outdated", events.outdated)
    app.connect("doctree-read", events.read)
    app.connect("doctree-read", rewrite_toctrees, priority=_LAST)
    app.connect("env-updated", events.report, priority=_LAST)
    app.connect("builder-inited", add_rewriting, priority=_LAST)
    return {
        "version": VERSION,
        "env_version": _ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
