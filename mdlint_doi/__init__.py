"""DOIs in documentation: names and their spellings, checks, fixes and look-ups.

The public names are loaded when they are first used, so that `import mdlint_doi` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mdlint_doi.text.version import VERSION

if TYPE_CHECKING:
    from mdlint_doi.api.find import find
    from mdlint_doi.api.paths import CheckResult, acheck_paths, check_paths, load_settings
    from mdlint_doi.api.resolve import aiter_resolve, aresolve, iter_resolve, resolve, suggest
    from mdlint_doi.api.texts import acheck_text, check_markdown, check_text, fix_markdown, fix_text
    from mdlint_doi.ask.settings import LookupSettingsError
    from mdlint_doi.lint.model import Edit, Finding, FindingPart, Fix, Safety
    from mdlint_doi.lint.setting_parts import DoiException, PerFileIgnore, Severity
    from mdlint_doi.lint.settings import Settings, SettingsError
    from mdlint_doi.markdown_it.plugin import doi_plugin
    from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason, parse
    from mdlint_doi.names.normalize import normalize
    from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Outcome, Unknown
    from mdlint_doi.names.scan.find import Candidate
    from mdlint_doi.report.model import PathNote
    from mdlint_doi.text.source import Source
    from mdlint_doi.text.span import Span


__all__ = [
    "Candidate",
    "Cause",
    "CheckResult",
    "Doi",
    "DoiException",
    "DoiSyntaxError",
    "Edit",
    "Finding",
    "FindingPart",
    "Fix",
    "Found",
    "HandleRecord",
    "LookupSettingsError",
    "Missing",
    "Outcome",
    "PathNote",
    "PerFileIgnore",
    "Reason",
    "Safety",
    "Settings",
    "SettingsError",
    "Severity",
    "Source",
    "Span",
    "Unknown",
    "acheck_paths",
    "acheck_text",
    "aiter_resolve",
    "aresolve",
    "check_markdown",
    "check_paths",
    "check_text",
    "doi_plugin",
    "find",
    "fix_markdown",
    "fix_text",
    "iter_resolve",
    "load_settings",
    "normalize",
    "parse",
    "resolve",
    "suggest",
]

_HOMES = {
    "Candidate": "names.scan.find",
    "Cause": "names.outcome",
    "CheckResult": "api.paths",
    "Doi": "names.doi",
    "DoiException": "lint.setting_parts",
    "DoiSyntaxError": "names.doi",
    "Edit": "lint.model",
    "Finding": "lint.model",
    "FindingPart": "lint.model",
    "Fix": "lint.model",
    "Found": "names.outcome",
    "HandleRecord": "names.outcome",
    "LookupSettingsError": "ask.settings",
    "Missing": "names.outcome",
    "Outcome": "names.outcome",
    "PathNote": "report.model",
    "PerFileIgnore": "lint.setting_parts",
    "Reason": "names.doi",
    "Safety": "lint.model",
    "Settings": "lint.settings",
    "SettingsError": "lint.settings",
    "Severity": "lint.model",
    "Source": "text.source",
    "Span": "text.span",
    "Unknown": "names.outcome",
    "acheck_paths": "api.paths",
    "acheck_text": "api.texts",
    "aiter_resolve": "api.resolve",
    "aresolve": "api.resolve",
    "check_markdown": "api.texts",
    "check_paths": "api.paths",
    "check_text": "api.texts",
    "doi_plugin": "markdown_it.plugin",
    "find": "api.find",
    "fix_markdown": "api.texts",
    "fix_text": "api.texts",
    "iter_resolve": "api.resolve",
    "load_settings": "api.paths",
    "normalize": "names.normalize",
    "parse": "names.doi",
    "resolve": "api.resolve",
    "suggest": "api.resolve",
}


def __getattr__(name: str) -> object:
    """Load a public name, or the version, from its module."""
    if name == "__version__":
        return VERSION
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return [*__all__, "__version__"]
