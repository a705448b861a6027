"""Measured figures -> pictures in SVG, without a library.

Bars for what is compared, lines for what grows. Each says whether its scale is logarithmic.
Greys and colours can be read on white and on black.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from pathlib import Path

from benchmarks.clock import Measured

WIDTH = 720
TEXT = 250
"""Where the bars begin: their labels stand before."""
BAR = 26
LABEL = 15
"""The height of a label."""
OURS, OTHERS, INK = "#2a7ab9", "#9a9a9a", "#767676"
COLORS = ("#2a7ab9", "#c1661c", "#4a9a4a", "#9a5ab0")
GROWTH = {"files": "file", "size": "kilobyte", "names": "DOI", "findings": "finding"}


def draw(rows: Mapping[str, Sequence[Measured]], folder: Path) -> None:
    """Write one picture for each case that compares, and one for all that grow."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("hook", "tree", "lookups"):
        if name in rows:
            (folder / f"performance-{name}.svg").write_text(bars(rows[name]))
    if "slow-lookups" in rows:
        (folder / "performance-defaults.svg").write_text(bars(rows["slow-lookups"], linear=True))
    growing = {GROWTH[name]: found for name, found in rows.items() if name in GROWTH}
    if growing:
        (folder / "performance-growth.svg").write_text(lines(growing))


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high`, drawn from `start` to `end`; `linear` or logarithmic."""

    low: float
    high: float
    start: float
    end: float
    linear: bool = False

    def at(self, value: float) -> float:
        """Return where a value stands."""
        if self.linear:
            return self.start + value / self.high * (self.end - self.start)
        share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self.start + share * (self.end - self.start)

    def ticks(self) -> Iterator[float]:
        """Yield the powers of ten on it, or the steps from zero."""
        if self.linear:
            step = 10.0 ** floor(log10(self.high))
            yield from (at * step for at in range(int(self.high / step) + 1))
            return
        for power in range(ceil(log10(self.low)), floor(log10(self.high)) + 1):
            yield 10.0**power


def _around(values: Sequence[float], start: float, end: float) -> Scale:
    """Return an axis that holds the values."""
    return Scale(min(values) * 0.7, max(values) * 1.5, start, end)


def bars(rows: Sequence[Measured], *, linear: bool = False) -> str:
    """Return a bar for the time of each command."""
    times = [row.wall for row in rows]
    scale = (
        Scale(0, max(times), TEXT, WIDTH - 70, linear=True)
        if linear
        else _around(times, TEXT, WIDTH - 70)
    )
    height = BAR * len(rows) + 50
    parts = [
        _line(scale.at(tick), 0, scale.at(tick), height - 44)
        + _text(scale.at(tick), height - 28, _seconds(tick) if tick else "0", "middle")
        for tick in scale.ticks()
    ]
    kind = "linear" if linear else "logarithmic"
    middle = (TEXT + WIDTH - 70) / 2
    parts.append(_text(middle, height - 8, f"time of the whole run ({kind} scale)", "middle"))
    for at, row in enumerate(sorted(rows, key=lambda row: row.wall)):
        top = at * BAR
        color = OURS if row.command.label.startswith("mdlint-doi") else OTHERS
        width = scale.at(row.wall) - TEXT
        parts.append(_text(TEXT - 8, top + 17, row.command.label, "end"))
        parts.append(
            f'<rect x="{TEXT}" y="{top + 4}" width="{width:.1f}" height="{BAR - 8}" '
            f'fill="{color}"/>'
        )
        parts.append(_text(TEXT + width + 6, top + 17, _seconds(row.wall), "start"))
    return _svg(height, parts)


def lines(growing: Mapping[str, Sequence[Measured]]) -> str:
    """Return a line for the time of the whole process against the number of items."""
    height = 370
    points = {
        name: [(row.command.items, row.wall) for row in rows[1:]] for name, rows in growing.items()
    }
    every = [point for line in points.values() for point in line]
    across = _around([x for x, _ in every], 80, WIDTH - 120)
    up = _around([y for _, y in every], height - 40, 40)
    parts = [
        _line(across.at(tick), 40, across.at(tick), height - 40)
        + _text(across.at(tick), height - 22, f"{tick:,.0f}", "middle")
        for tick in across.ticks()
    ]
    parts += [
        _line(80, up.at(tick), WIDTH - 120, up.at(tick))
        + _text(72, up.at(tick) + 4, _seconds(tick), "end")
        for tick in up.ticks()
    ]
    labels: list[tuple[float, float]] = []
    for (name, line), color in zip(points.items(), COLORS, strict=False):
        places = [(across.at(x), up.at(y)) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{color}"/>' for x, y in places]
        labels.append(_apart(places[-1], labels))
        parts.append(_text(labels[-1][0] + 8, labels[-1][1] + 4, f"{name}s", "start", color))
    parts.append(_text(WIDTH / 2 - 20, height - 4, "how many (logarithmic scale)", "middle"))
    parts.append(_text(8, 16, "time of the whole run (logarithmic scale)", "start"))
    return _svg(height, parts)


def _apart(
    place: tuple[float, float], others: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """Return where a label can be read that belongs to a place, clear of the others."""
    x, y = place
    for beside, at in others:
        if abs(x - beside) < 2 * LABEL and abs(y - at) < LABEL:
            y = at - LABEL if y < at else at + LABEL
    return x, y


def _seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size * 0.9995:
            return f"{value / size:,.3g} {unit}" if value < 1000 * size else f"{value:,.0f} s"
    return f"{value * 1e9:.3g} ns"


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{INK}" stroke-opacity="0.35"/>'
    )


def _text(x: float, y: float, text: str, anchor: str, color: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{escape(text)}</text>'
    )


def _svg(height: float, parts: Sequence[str]) -> str:
    inner = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="13">\n{inner}\n</svg>\n'
    )
