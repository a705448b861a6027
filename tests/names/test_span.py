"""Ranges of code points."""

from __future__ import annotations

import pytest

from mdlint_doi.text.span import Span


@pytest.mark.parametrize(
    ("span", "other", "overlaps", "covers"),
    [
        ((2, 5), (2, 5), True, True),
        ((2, 5), (3, 4), True, True),
        ((3, 4), (2, 5), True, False),
        ((2, 5), (4, 6), True, False),
        ((2, 5), (1, 3), True, False),
        ((2, 5), (5, 6), False, False),
        ((2, 5), (0, 2), False, False),
        ((2, 5), (5, 5), False, True),
        ((2, 5), (6, 6), False, False),
    ],
)
def test_two_ranges(
    span: tuple[int, int],
    other: tuple[int, int],
    overlaps: bool,  # noqa: FBT001
    covers: bool,  # noqa: FBT001
) -> None:
    """Ranges that only touch share nothing; a range covers what ends where it ends."""
    assert Span(*span).overlaps(Span(*other)) == Span(*other).overlaps(Span(*span)) == overlaps
    assert Span(*span).covers(Span(*other)) == covers
