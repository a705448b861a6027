"""A progress bar for look-ups, on standard error."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class ProgressBar:
    """A context that shows how many names were answered; gone when it ends."""

    def __init__(self, what: str = "asking the DOI system") -> None:
        """Draw nothing yet; `what` is done is said beside the bar."""
        self._progress = Progress(
            TextColumn(what),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._progress.add_task("look-ups", total=None, visible=False)

    def __enter__(self) -> Self:
        """Start drawing."""
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        self._progress.stop()

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` names were answered."""
        self._progress.update(self._task, completed=done, total=total, visible=True)
