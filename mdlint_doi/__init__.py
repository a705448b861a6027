"""Read, check, fix and look up the DOIs in documentation.

    parse, normalize, find              one DOI, exactly or in any spelling; all DOIs in a text
    check_text, check_paths             findings about the DOIs in a text or in files
    fix_text, fix_paths                 fixes for a text or for files
    resolve, iter_resolve, suggest      whether DOIs are registered; suggestions for broken ones
    lookup_works                        the works of DOIs: titles, authors, retractions
    bibtex, csl_items                   works as entries of a bibliography
    lookup_values                       all values of the handle records
    rules, load_settings                all rules; the settings of a project
    doi_plugin                          the plugin for markdown-it

Functions whose names begin with `a` run within an existing event loop.

You can also import these classes from here; `help(mdlint_doi.Fix)`, for example, describes `Fix`:

    Candidate, Cause, CheckResult, Depth, DoiException, DoiSyntaxError, Edit, Fix, FixKind,
    HandleRecord, HandleValue, KnownWork, LookupFailedError, LookupSettingsError, NotHeld, NoteKind,
    PathNote, PerFileIgnore, Person, ReadAs, Reason, Relation, Rule, Safety, SettingsError,
    Severity, Source, Span, Titles, UnknownWork, UnreadWarning, Update, Work.

The manual has a page with examples: example_docs/reference/api.rst. Each name is loaded at its
first use, so `import mdlint_doi` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mdlint_doi.text.version import VERSION

if TYPE_CHECKING:
    from mdlint_doi.api import find, parse
    from mdlint_doi.api.citations import bibtex, csl_items
    from mdlint_doi.api.paths import (
        CheckResult,
        acheck_paths,
        check_paths,
        fix_paths,
        load_settings,
    )
    from mdlint_doi.api.resolve import (
        aiter_resolve,
        alookup_values,
        alookup_works,
        aresolve,
        iter_resolve,
        lookup_values,
        lookup_works,
        resolve,
        suggest,
    )
    from mdlint_doi.api.texts import UnreadWarning, acheck_text, check_text, fix_text
    from mdlint_doi.ask.settings import LookupSettingsError
    from mdlint_doi.file_formats import ReadAs
    from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
    from mdlint_doi.lint.rule import FixKind, Rule
    from mdlint_doi.lint.rules import rules
    from mdlint_doi.lint.setting_types import Depth, DoiException, PerFileIgnore
    from mdlint_doi.lint.settings import Settings, SettingsError
    from mdlint_doi.lint.severity import Severity
    from mdlint_doi.markdown_it.plugin import doi_plugin
    from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason
    from mdlint_doi.names.normalize import normalize
    from mdlint_doi.names.outcome import (
        Cause,
        Found,
        HandleRecord,
        HandleValue,
        LookupFailedError,
        Missing,
        Outcome,
        Unknown,
    )
    from mdlint_doi.names.scan.find import Candidate
    from mdlint_doi.report.model import NoteKind, PathNote
    from mdlint_doi.text.source import Source
    from mdlint_doi.text.span import Span
    from mdlint_doi.works.work import (
        KnownWork,
        NotHeld,
        Person,
        Relation,
        Titles,
        UnknownWork,
        Update,
        Work,
    )


__all__ = ["Candidate", "Cause", "CheckResult", "Depth", "Doi", "DoiException", "DoiSyntaxError"]
__all__ += ["Edit", "Finding", "Fix", "FixKind", "Found", "HandleRecord", "HandleValue"]
__all__ += ["KnownWork"]
__all__ += ["LookupFailedError", "LookupSettingsError", "Missing", "NotHeld", "NoteKind"]
__all__ += [
    "Outcome",
    "PathNote",
    "PerFileIgnore",
    "Person",
    "ReadAs",
    "Reason",
    "Relation",
    "Rule",
    "Safety",
    "Settings",
]
__all__ += ["SettingsError", "Severity", "Source", "Span", "Titles", "Unknown", "UnknownWork"]
__all__ += ["UnreadWarning", "Update", "Work"]
__all__ += ["acheck_paths", "acheck_text", "aiter_resolve", "alookup_values", "alookup_works"]
__all__ += ["aresolve", "bibtex"]
__all__ += ["check_paths", "check_text", "csl_items", "doi_plugin", "find", "fix_paths", "fix_text"]
__all__ += ["iter_resolve", "load_settings", "lookup_values", "lookup_works", "normalize"]
__all__ += ["parse", "resolve", "rules", "suggest"]

_NAMES = {
    "api": "find parse",
    "api.citations": "bibtex csl_items",
    "api.paths": "CheckResult acheck_paths check_paths fix_paths load_settings",
    "api.resolve": "aiter_resolve alookup_values alookup_works aresolve iter_resolve lookup_values"
    " lookup_works resolve suggest",
    "api.texts": "UnreadWarning acheck_text check_text fix_text",
    "ask.settings": "LookupSettingsError",
    "file_formats": "ReadAs",
    "lint.model": "Edit Finding Fix Safety",
    "lint.severity": "Severity",
    "lint.rule": "FixKind Rule",
    "lint.rules": "rules",
    "lint.setting_types": "Depth DoiException PerFileIgnore",
    "lint.settings": "Settings SettingsError",
    "markdown_it.plugin": "doi_plugin",
    "names.doi": "Doi DoiSyntaxError Reason",
    "names.normalize": "normalize",
    "names.outcome": "Cause Found HandleRecord HandleValue LookupFailedError Missing Outcome"
    " Unknown",
    "names.scan.find": "Candidate",
    "report.model": "NoteKind PathNote",
    "text.source": "Source",
    "text.span": "Span",
    "works.work": "KnownWork NotHeld Person Relation Titles UnknownWork Update Work",
}
"""The modules, each with the public names that it defines."""
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}
_FIRST = ("Doi", "Finding", "Found", "Missing", "Outcome", "Settings", "Unknown")
"""The classes that `help(mdlint_doi)` describes; the other classes are used less often."""


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
    """List the public functions, the most used classes and the version."""
    return [*_FIRST, *(name for name in __all__ if name[0].islower()), "__version__"]
