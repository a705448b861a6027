"""What is known of one open document."""

from __future__ import annotations

import asyncio
from asyncio import Event
from collections.abc import Iterator

from mdlint_doi.lint.model import Mention
from mdlint_doi.report.safe import line
from mdlint_doi.run.request import Task
from mdlint_doi.server.checking import Checked
from mdlint_doi.server.diagnostics import MOST
from mdlint_doi.server.documents import OpenDocument


class ServerState:
    """What is known of an open document.

    Attributes:
        document: it.
        checked: what was found; of an earlier text if `generation` is not the document's.
        generation: of the text that was checked.
        seconds: how long the last check took.
        edited: where the text was changed last, between the checked texts.
        work: the task that checks it and looks up its names.
        reported: the messages about it at the last check, which are not repeated at each.
        run: the settings that hold for it, once it was read.

    """

    def __init__(self, document: OpenDocument) -> None:
        """Take a document of which nothing is known yet."""
        self.document = document
        self.checked: Checked | None = None
        self.generation = -1
        self.seconds = 0.0
        self.edited = 0
        self.work: asyncio.Task[None] | None = None
        self.reported: tuple[str, ...] = ()
        self.run: Task | None = None
        self._fresh = Event()
        self._hurried = -1

    @property
    def is_exact(self) -> bool:
        """Whether what is known is about the text of now."""
        return self.checked is not None and self.generation == self.document.generation

    def take(self, checked: Checked, generation: int, seconds: float) -> None:
        """Take what was found in the text of now."""
        self.checked, self.generation, self.seconds = checked, generation, seconds
        self._fresh.set()

    def may_hurry(self) -> bool:
        """Return whether names are still to be looked up; once for each text, not to begin anew."""
        if self._hurried == self.document.generation or (self.checked and self.checked.online):
            return False
        self._hurried = self.document.generation
        return self.work is not None and not self.work.done()

    def _awaited(self, *, asked: bool) -> asyncio.Task[None] | None:
        is_under_way = self.work is not None and not self.work.done()
        return self.work if is_under_way and (asked or not self.is_exact) else None

    async def wait(self, *, asked: bool) -> None:
        """Wait until the text of now was checked; with `asked`, until its names were looked up.

        Not when there is another text: who asked then will ask again.
        """
        generation = self.document.generation
        while (work := self._awaited(asked=asked)) and generation == self.document.generation:
            self._fresh.clear()
            fresh = asyncio.create_task(self._fresh.wait())
            try:
                await asyncio.wait({work, fresh}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                fresh.cancel()


def mention_at(checked: Checked, offset: int) -> Mention | None:
    """Return the mention that covers an offset, the innermost of several."""
    there = [one for one in checked.document.mentions if one.span.start <= offset < one.span.end]
    return min(there, key=lambda one: one.span.end - one.span.start, default=None)


def notes(checked: Checked) -> Iterator[str]:
    """Yield what has to be said of how a document was read and shown."""
    if checked.document.problem:
        yield f"not checked: {line(checked.document.problem)}"
    if checked.document.note:
        yield line(checked.document.note)
    if len(checked.findings) > MOST:
        yield f"more than {MOST} findings, of which the {MOST} nearest to the last edit are shown"
