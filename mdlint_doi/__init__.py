"""DOIs in documentation: names and their spellings, checks, fixes and look-ups.

The public names are loaded when they are first used, so that `import mdlint_doi` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mdlint_doi.api import (
        aresolve,
        check_markdown,
        fix_markdown,
        iter_resolve,
        resolve,
        suggest,
    )
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.markdown_it.plugin import doi_plugin
    from mdlint_doi.names.doi import Doi, parse
    from mdlint_doi.names.errors import DoiSyntaxError
    from mdlint_doi.names.normalize import normalize
    from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown
    from mdlint_doi.names.scan.find import Candidate, find

__all__ = [
    "Candidate",
    "Doi",
    "DoiSyntaxError",
    "Finding",
    "Found",
    "Missing",
    "Outcome",
    "Settings",
    "Unknown",
    "aresolve",
    "check_markdown",
    "doi_plugin",
    "find",
    "fix_markdown",
    "iter_resolve",
    "normalize",
    "parse",
    "resolve",
    "suggest",
]

_HOMES = {
    "Candidate": "names.scan.find",
    "Doi": "names.doi",
    "DoiSyntaxError": "names.errors",
    "Finding": "lint.model",
    "Found": "names.outcome",
    "Missing": "names.outcome",
    "Outcome": "names.outcome",
    "Settings": "lint.settings",
    "Unknown": "names.outcome",
    "doi_plugin": "markdown_it.plugin",
    "find": "names.scan.find",
    "normalize": "names.normalize",
    "parse": "names.doi",
}


def __getattr__(name: str) -> object:
    """Load a public name, or the version, from its module."""
    if name == "__version__":
        from importlib.metadata import version

        return version("sphinx-doi")
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'api')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return [*__all__, "__version__"]
