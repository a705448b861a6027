"""The progress bar on standard error; `rich` is imported only if it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import progress
from rich.console import Console


@contextmanager
def progress_bar(what: str, *, color: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar with the label `what` on standard error, from the first step on.

    Without `color`, it has no colors.

    The context's value is a function that receives the number of finished steps and the total.
    """
    bar = progress.Progress(
        progress.TextColumn(what),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True, no_color=None if color else True),
        transient=True,
    )
    task = bar.add_task("look-ups", total=None, visible=False)
    with bar:
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)
