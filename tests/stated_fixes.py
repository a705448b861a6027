"""Fixes for tests of guards: edits, with the DOIs that they are said to lead to."""

from __future__ import annotations

from mdlint_doi.lint.model import Edit, Fix, Safety
from mdlint_doi.names.doi import parse_or_none


def stated(*edits: Edit, was: str = "", doi: str = "") -> list[Fix]:
    """Return one fix of some edits, which states a DOI in the place of another; empty: none."""
    return [Fix(edits, Safety.SAFE, parse_or_none(doi), parse_or_none(was))]
