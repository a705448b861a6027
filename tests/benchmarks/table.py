"""Measured figures -> a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.case import Case
from benchmarks.clock import Measured

BEGIN, END = "<!-- what run.py measured -->", "<!-- until here -->"


def table(case: Case, rows: Sequence[Measured]) -> Iterator[str]:
    """Yield the lines of a case's table."""
    yield f"### {case.title}"
    yield ""
    if case.each:
        yield "| | ms, whole process | µs for one more | MiB |"
        yield "|---|---:|---:|---:|"
        yield from (_growth_row(row, rows) for row in rows)
    else:
        yield "| | ms, median (shortest–longest) | ratio | MiB |"
        yield "|---|---:|---:|---:|"
        yield from (_row(row, case) for row in rows)


def with_tables(page: str, tables: str) -> str:
    """Return a page with the tables between its two comments."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def _row(row: Measured, case: Case) -> str:
    walls = [run.wall for run in row.runs]
    limit = case.limits.get(row.command.label)
    at_most = f" (at most {limit:g})" if limit else ""
    return (
        f"| {_label(row)} | {_ms(row.wall)} ({_ms(min(walls))}–{_ms(max(walls))}) "
        f"| {_ratio(row.wall_ratio)}{at_most} | {row.peak:.0f} |"
    )


def _growth_row(row: Measured, rows: Sequence[Measured]) -> str:
    each = ""
    if row not in rows[:2]:
        each = f"{marginal(row, rows) * 1e6:,.0f}"
    return f"| {_label(row)} | {_ms(row.wall)} | {each} | {row.peak:.0f} |"


def _label(row: Measured) -> str:
    """Return a label that typographers leave alone."""
    label = row.command.label
    return f"`{label}`" if " -" in label else label


def marginal(row: Measured, rows: Sequence[Measured]) -> float:
    """Return the seconds for one item more than in the smallest run, `rows[1]`."""
    less = rows[1]
    return (row.cpu - less.cpu) / (row.command.items - less.command.items)


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f}" if seconds < 0.1 else f"{seconds * 1e3:,.0f}"


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"
