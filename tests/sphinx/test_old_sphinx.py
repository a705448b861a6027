"""A Sphinx that is too old is refused in words, before anything of it is used."""

from __future__ import annotations

from typing import cast

import pytest
from sphinx.application import Sphinx
from sphinx.errors import VersionRequirementError

from sphinx_doi import setup


class Old:
    """An application of which nothing but its version is known."""

    def require_sphinx(self, version: str) -> None:
        raise VersionRequirementError(version)


def test_an_old_sphinx_is_refused() -> None:
    """The error names the version that is needed; Sphinx adds the name of the extension."""
    with pytest.raises(VersionRequirementError, match=r"^7\.3$"):
        setup(cast("Sphinx", Old()))
