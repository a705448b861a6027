"""Counts as pictures: a bar in proportion with a legend, and a bar for each of several counts.

Each picture has its numbers beside it as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from mdlint_doi.report.rule_address import rule_address

_WIDTH: Final = 1000
_HEIGHT: Final = 36
_LEAST: Final = 6
"""Units of width below which a slice could not be seen."""


@dataclass(frozen=True, slots=True)
class Slice:
    """One part of a whole.

    Attributes:
        name: the class that gives it its colour and pattern.
        label: what a reader calls it.
        count: how many.

    """

    name: str
    label: str
    count: int


def chart(slices: Sequence[Slice], title: str) -> Iterator[str]:
    """Yield the lines of the picture and its legend; slices of nothing are in the legend only."""
    drawn = [one for one in slices if one.count]
    told = ", ".join(f"{one.count} {one.label}" for one in drawn)
    yield "<figure>"
    yield (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'preserveAspectRatio="none" aria-label="{escape(title)}: {escape(told)}">'
    )
    at = 0.0
    for one, width in zip(drawn, _widths([one.count for one in drawn]), strict=True):
        yield (
            f'<rect class="{one.name}" x="{at:.1f}" y="0" width="{width:.1f}" height="{_HEIGHT}">'
            f"<title>{one.count} {escape(one.label)}</title></rect>"
        )
        at += width
    yield "</svg>"
    yield '<figcaption><ul class="legend">'
    total = sum(one.count for one in slices)
    for one in slices:
        if one.count or one.name in {"found", "missing", "unknown"}:
            share = f"{100 * one.count / total:.0f} %" if total else ""
            yield (
                f'<li><span class="key {one.name}" aria-hidden="true"></span>'
                f"<b>{one.count}</b> {escape(one.label)} <small>{share}</small></li>"
            )
    yield "</ul></figcaption></figure>"


def bars(counts: Sequence[tuple[str, str, int]], title: str) -> Iterator[str]:
    """Yield the lines of a table with a bar for each rule: its code, its name, how many."""
    most = max((count for _, _, count in counts), default=0)
    yield f'<table class="bars"><caption class="unseen">{escape(title)}</caption><tbody>'
    for code, name, count in counts:
        width = max(_LEAST, _WIDTH * count / most)
        yield (
            f'<tr><th scope="row">{_code(code)} {escape(name)}</th>'
            f'<td class="number">{count}</td><td class="bar"><svg viewBox="0 0 {_WIDTH} 10" '
            f'preserveAspectRatio="none" aria-hidden="true"><rect width="{width:.1f}" '
            'height="10"></rect></svg></td></tr>'
        )
    yield "</tbody></table>"


def _code(code: str) -> str:
    address = escape(rule_address(code))
    return f'<a class="rule" href="{address}" rel="noreferrer">{escape(code)}</a>'


def _widths(counts: Sequence[int]) -> list[float]:
    """Return widths in proportion, but none too small to be seen."""
    if not counts:
        return []
    total = sum(counts)
    small = [max(_LEAST, _WIDTH * count / total) for count in counts]
    scale = _WIDTH / sum(small)
    return [width * scale for width in small]
